// Checks whether `out/` was built from the current sources. check.mjs uses the same functions for the lint rules that
// need types. The stamp is a file that is written after the work and contains the time at which the work began. Failed
// or interrupted work therefore counts as not done, and so does a file that changed in the meantime.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem, ROOT } from './project.mjs'
import { runStep } from './steps.mjs'

const SOURCES = [
  'src',
  'resources',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
  'scripts/build.mjs',
  'scripts/shipped-packages.mjs',
]
const BUILD_TIMEOUT_MS = 300_000

/** @typedef {{ stamp: string, sources: string[] }} Work `stamp` and `sources`: paths below the root */

/** @type {Work} */
const BUILD = { stamp: 'out/built.json', sources: SOURCES }

/**
 * @param {string} root
 * @param {Work} [work]
 */
export function isBuildNeeded(root, { stamp, sources } = BUILD) {
  const builtFromMs = readStamp(join(root, stamp))
  return builtFromMs === null || sources.some((source) => findNewestMs(join(root, source)) > builtFromMs)
}

/**
 * @param {string} root
 * @param {Work} [work]
 */
export function removeBuildStamp(root, { stamp } = BUILD) {
  rmSync(join(root, stamp), { force: true })
}

/**
 * @param {string} root
 * @param {number} startedAt
 * @param {Work} [work]
 */
export function writeBuildStamp(root, startedAt, { stamp } = BUILD) {
  const file = join(root, stamp)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ startedAt })}\n`)
}

/**
 * Builds if necessary. Throws a Problem if the build fails.
 * @param {(line: string) => void} print
 */
export async function ensureBuilt(print) {
  if (!isBuildNeeded(ROOT)) return
  print('Building Quaywatch, less than half a minute…')
  const { isOk, output } = await runStep({
    name: 'build',
    args: ['scripts/build.mjs', 'scripts/shipped-packages.mjs'],
    timeoutMs: BUILD_TIMEOUT_MS,
  })
  if (!isOk)
    throw new Problem(
      `${output.trimEnd()}\nThe build failed; its output is above. If the sources are unchanged, "npm ci" and then "npm run build" helps.`,
    )
}

/**
 * @param {string} file
 * @returns {number | null}
 */
function readStamp(file) {
  try {
    const { startedAt } = JSON.parse(readFileSync(file, 'utf8'))
    return typeof startedAt === 'number' ? startedAt : null
  } catch {
    return null
  }
}

/**
 * The newest modification time of a file or of everything in a folder, in ms since 1970. The time of the folder itself
 * counts too, because it changes when a file is removed.
 * @param {string} path
 * @returns {number}
 */
function findNewestMs(path) {
  if (!existsSync(path)) return 0
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, findNewestMs(join(path, name))), entry.mtimeMs)
}
