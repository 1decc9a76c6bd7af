// Whether `out/` holds what the sources say. The stamp is written last and carries the moment the build began, so a
// build that failed or was interrupted, and a file changed while it ran, both count as "not built".
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Problem, ROOT } from './project.mjs'
import { runStep } from './steps.mjs'

const SOURCES = ['src', 'resources', 'package.json', 'package-lock.json', 'electron.vite.config.ts', 'scripts/build.mjs', 'scripts/shipped-packages.mjs']
const BUILD_CAP_MS = 300_000

/** @param {string} root */
const stampFile = (root) => join(root, 'out', 'built.json')

/** @param {string} root */
export function isBuildNeeded(root) {
  const builtFrom = readStamp(root)
  return builtFrom === null || SOURCES.some((source) => newestMs(join(root, source)) > builtFrom)
}

/** @param {string} root */
export function forgetBuild(root) {
  rmSync(stampFile(root), { force: true })
}

/**
 * @param {string} root
 * @param {number} startedAt
 */
export function rememberBuild(root, startedAt) {
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(stampFile(root), `${JSON.stringify({ startedAt })}\n`)
}

/**
 * Builds when it has to. Throws a Problem when that fails.
 * @param {(line: string) => void} say
 */
export async function ensureBuilt(say) {
  if (!isBuildNeeded(ROOT)) return
  say('Building Quaywatch, less than half a minute…')
  const { isOk, output } = await runStep({ name: 'build', args: ['scripts/build.mjs', 'scripts/shipped-packages.mjs'], capMs: BUILD_CAP_MS })
  if (!isOk) throw new Problem(`${output.trimEnd()}\nThe build failed; what it said stands above. When the sources are unchanged, "npm ci" and then "npm run build" helps.`)
}

/**
 * @param {string} root
 * @returns {number | null}
 */
function readStamp(root) {
  try {
    const { startedAt } = JSON.parse(readFileSync(stampFile(root), 'utf8'))
    return typeof startedAt === 'number' ? startedAt : null
  } catch {
    return null
  }
}

/**
 * Folders count too: their own time changes when a file in them goes.
 * @param {string} path
 * @returns {number}
 */
function newestMs(path) {
  if (!existsSync(path)) return 0
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), entry.mtimeMs)
}
