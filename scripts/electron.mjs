// Finds Electron without importing it, because its own index.js would start a download in the importing program. Also
// remembers for a day that a download failed, so that not every start waits for a missing network.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from './project.mjs'

/**
 * @typedef {Record<string, string | undefined>} Environment
 * `proxy`: its host, or '' for none. `at`: in ms since 1970.
 * @typedef {{ version: string, mirror: string, proxy: string, reason: string, at: number }} Absence
 */

const OWN_HOME = 'https://github.com/electron/electron/releases/download/'
const REMEMBERED_MS = 24 * 3_600_000

/** @param {string} root */
export function electronVersion(root) {
  return String(JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')).version)
}

/**
 * The executable, or null if there is none of the right version. Throws a Problem if the environment names one that
 * does not exist.
 * @param {string} root
 * @param {Environment} env
 */
export function findElectron(root, env) {
  const named = env['ELECTRON_EXEC_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Problem(`ELECTRON_EXEC_PATH names ${named}, and there is no such file. Correct it, or leave it out.`)
  }
  const folder = join(root, 'node_modules', 'electron')
  const inside = readText(join(folder, 'path.txt'))
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) {
    const executable = join(override, inside ?? 'electron')
    return existsSync(executable) ? executable : null
  }
  const version = readText(join(folder, 'dist', 'version'))
  // The installer writes path.txt last, so an incomplete folder has none.
  if (inside === null || version === null || version.replace(/^v/, '') !== electronVersion(root)) return null
  const executable = join(folder, 'dist', inside)
  return existsSync(executable) ? executable : null
}

/**
 * The mirrors in the order of Electron's installer.
 * @param {Environment} env
 */
export function electronMirror(env) {
  const mirror =
    env['npm_config_electron_mirror'] ||
    env['NPM_CONFIG_ELECTRON_MIRROR'] ||
    env['npm_package_config_electron_mirror'] ||
    env['ELECTRON_MIRROR'] ||
    OWN_HOME
  if (URL.canParse(mirror)) return mirror
  throw new Problem(`ELECTRON_MIRROR must be a full address such as https://host/electron/, not "${mirror}".`)
}

/**
 * Why Electron could not be downloaded within the last day, in the same version, from the same address, through the
 * same proxy; otherwise null.
 * @param {string} root
 * @param {{ version: string, mirror: string, proxy: string, nowMs: number }} asked
 */
export function readAbsence(root, { version, mirror, proxy, nowMs }) {
  const text = readText(absenceFile(root))
  if (text === null) return null
  try {
    const absence = /** @type {Absence} */ (JSON.parse(text))
    const ageMs = nowMs - absence.at
    const isSame = absence.version === version && absence.mirror === mirror && absence.proxy === proxy
    return isSame && ageMs >= 0 && ageMs < REMEMBERED_MS ? absence.reason : null
  } catch {
    return null
  }
}

/**
 * @param {string} root
 * @param {Absence} absence
 */
export function writeAbsence(root, absence) {
  mkdirSync(dirname(absenceFile(root)), { recursive: true })
  writeFileSync(absenceFile(root), `${JSON.stringify(absence)}\n`)
}

/** @param {string} root */
export function forgetAbsence(root) {
  rmSync(absenceFile(root), { force: true })
}

/** @param {string} root */
const absenceFile = (root) => join(root, 'node_modules', '.cache', 'quaywatch', 'electron-unavailable.json')

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
