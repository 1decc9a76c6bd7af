// Why the desktop app cannot run on this computer: what is known before Electron is started, and what its early end
// shows. Each reason is one sentence. No reason suggests `--no-sandbox`, because it removes the protection under which
// the page runs.
import { dirname, join } from 'node:path'

/**
 * `uid` is null on Windows.
 * @typedef {import('./electron.mjs').Environment} Environment
 * @typedef {{ platform: NodeJS.Platform, uid: number | null, isMusl: boolean, env: Environment }} Computer
 */

/** Electron that fails because of the computer ends within this time; a later failure has another cause. */
const EARLY_MS = 10_000
/** The same if Electron names the cause. It does that before it opens a window, and a slow disk may delay it. */
const EARLY_BY_NAME_MS = 60_000

/** Signals that end a program on request. */
const REQUESTS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const NO_SCREEN = 'There is no screen to open a window on, because'
const NOT_AS_ROOT =
  'Electron does not run as root, because its sandbox cannot; start Quaywatch as an ordinary user to get the desktop app.'

/** @returns {Computer} */
export function thisComputer() {
  return { platform: process.platform, uid: process.getuid?.() ?? null, isMusl: isMusl(), env: process.env }
}

/**
 * Null if only a start of Electron shows the reason. Root is checked first, because Electron refuses it before it looks
 * for a screen.
 * @param {Computer} computer
 * @returns {string | null}
 */
export function whyElectronCannotRun({ platform, uid, isMusl, env }) {
  if (platform !== 'linux') return null
  if (uid === 0) return NOT_AS_ROOT
  if (isMusl) return 'Electron needs the C library glibc, and this system has musl.'
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? null : `${NO_SCREEN} neither DISPLAY nor WAYLAND_DISPLAY is set.`
}

/**
 * Why Electron ended right after its start. Null when it ended normally, on request or later.
 * @param {import('./program.mjs').End} end
 * @param {string} errorText what Electron wrote to standard error
 * @param {string} executable
 * @returns {string | null}
 */
export function whyElectronEnded({ code, signal, ranMs, wasSignalled }, errorText, executable) {
  if (code === 0 || wasSignalled || (signal !== null && REQUESTS.includes(signal))) return null
  const known = ranMs < EARLY_BY_NAME_MS ? knownReason(errorText, executable) : null
  if (known !== null || ranMs >= EARLY_MS) return known
  return `Electron failed ${(ranMs / 1000).toFixed(1)} s after its start, with ${signal ?? `code ${code}`}.`
}

/**
 * @param {string} errorText
 * @param {string} executable
 */
function knownReason(errorText, executable) {
  const library = /error while loading shared libraries: (\S+?):/.exec(errorText)?.[1]
  if (library !== undefined) {
    return `Electron needs the system library ${library}, which is not installed; on Debian and Ubuntu: sudo apt install libgtk-3-0 libnss3 libasound2t64 libgbm1 (older ones: libasound2).`
  }
  if (/Running as root without --no-sandbox/.test(errorText)) return NOT_AS_ROOT
  if (/SUID sandbox helper|No usable sandbox/.test(errorText)) return sandboxReason(errorText, executable)
  return /Missing X server or \$DISPLAY|cannot open display|Failed to connect to Wayland/i.test(errorText)
    ? `${NO_SCREEN} the display cannot be reached.`
    : null
}

/**
 * Since Ubuntu 24.04 a program without an AppArmor profile cannot create namespaces. Electron's helper builds the same
 * sandbox if it belongs to root, and the rest of the system keeps its protection.
 * @param {string} errorText
 * @param {string} executable
 */
function sandboxReason(errorText, executable) {
  const helper =
    /make sure that (.+?) is owned by root/.exec(errorText)?.[1] ?? join(dirname(executable), 'chrome-sandbox')
  return `The system does not let Electron build its sandbox; this allows it to this copy of Electron: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`
}

function isMusl() {
  if (process.platform !== 'linux') return false
  // Otherwise the report looks up the name of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime === undefined
}
