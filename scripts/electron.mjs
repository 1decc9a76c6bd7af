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

const DEFAULT_MIRROR = 'https://github.com/electron/electron/releases/download/'
const ABSENCE_VALID_MS = 24 * 3_600_000

/** @param {string} root */
export function readElectronVersion(root) {
  return String(JSON.parse(readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8')).version)
}

/**
 * The executable, or null if there is none of the right version. Throws a Problem if the environment names one that
 * does not exist.
 * @param {string} root
 * @param {Environment} env
 */
export function findElectron(root, env) {
  const configured = env['ELECTRON_EXEC_PATH']
  if (configured) {
    if (existsSync(configured)) return configured
    throw new Problem(`ELECTRON_EXEC_PATH names ${configured}, and there is no such file. Correct it, or leave it out.`)
  }
  const folder = join(root, 'node_modules', 'electron')
  const executableName = readText(join(folder, 'path.txt'))
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override) {
    const executable = join(override, executableName ?? 'electron')
    return existsSync(executable) ? executable : null
  }
  const version = readText(join(folder, 'dist', 'version'))
  // The installer writes path.txt last, so an incomplete folder has none.
  if (executableName === null || version === null || version.replace(/^v/, '') !== readElectronVersion(root))
    return null
  const executable = join(folder, 'dist', executableName)
  return existsSync(executable) ? executable : null
}

/**
 * The address from which Electron is downloaded. The variables are read in the order of Electron's installer.
 * @param {Environment} env
 */
export function getElectronMirror(env) {
  const mirror =
    env['npm_config_electron_mirror'] ||
    env['NPM_CONFIG_ELECTRON_MIRROR'] ||
    env['npm_package_config_electron_mirror'] ||
    env['ELECTRON_MIRROR'] ||
    DEFAULT_MIRROR
  if (URL.canParse(mirror)) return mirror
  throw new Problem(`ELECTRON_MIRROR must be a full address such as https://host/electron/, not "${mirror}".`)
}

/**
 * Why Electron could not be downloaded within the last day, in the same version, from the same address, through the
 * same proxy; otherwise null.
 * @param {string} root
 * @param {{ version: string, mirror: string, proxy: string, nowMs: number }} download
 */
export function readAbsence(root, { version, mirror, proxy, nowMs }) {
  const text = readText(getAbsenceFile(root))
  if (text === null) return null
  try {
    const absence = /** @type {Absence} */ (JSON.parse(text))
    const ageMs = nowMs - absence.at
    const isSame = absence.version === version && absence.mirror === mirror && absence.proxy === proxy
    return isSame && ageMs >= 0 && ageMs < ABSENCE_VALID_MS ? absence.reason : null
  } catch {
    return null
  }
}

/**
 * @param {string} root
 * @param {Absence} absence
 */
export function writeAbsence(root, absence) {
  mkdirSync(dirname(getAbsenceFile(root)), { recursive: true })
  writeFileSync(getAbsenceFile(root), `${JSON.stringify(absence)}\n`)
}

/** @param {string} root */
export function removeAbsence(root) {
  rmSync(getAbsenceFile(root), { force: true })
}

/** @param {string} root */
const getAbsenceFile = (root) => join(root, 'node_modules', '.cache', 'quaywatch', 'electron-unavailable.json')

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
