// Finds the reason why the desktop app cannot run on this computer: before Electron is started, and after it ended
// early. Each reason is one sentence for the user. No reason suggests `--no-sandbox`, because the sandbox protects the
// user from the page.
import { dirname, join } from 'node:path'

/**
 * `uid` is null on Windows.
 * @typedef {import('./electron.mjs').Environment} Environment
 * @typedef {{ platform: NodeJS.Platform, uid: number | null, isMusl: boolean, env: Environment }} Computer
 */

/** If Electron cannot run on this computer, it ends within this time. A later failure has another cause. */
const EARLY_MS = 10_000
/** The longer time for a failure whose cause Electron prints, because a slow disk may delay its start. */
const EARLY_WITH_CAUSE_MS = 60_000

/** Signals that end a program on request. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

const NO_SCREEN = 'There is no screen to open a window on, because'
const NOT_AS_ROOT =
  'Electron does not run as root, because its sandbox cannot; start Quaywatch as an ordinary user to get the desktop app.'

/** @returns {Computer} */
export function describeComputer() {
  return { platform: process.platform, uid: process.getuid?.() ?? null, isMusl: isMusl(), env: process.env }
}

/**
 * The reason that can be found without starting Electron; null if there is none. Root is checked first, because
 * Electron refuses root before it opens a screen.
 * @param {Computer} computer
 * @returns {string | null}
 */
export function findStartObstacle({ platform, uid, isMusl, env }) {
  if (platform !== 'linux') return null
  if (uid === 0) return NOT_AS_ROOT
  if (isMusl) return 'Electron needs the C library glibc, and this system has musl.'
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? null : `${NO_SCREEN} neither DISPLAY nor WAYLAND_DISPLAY is set.`
}

/**
 * The reason why Electron ended right after its start; null if it ended normally, on request, or later.
 * @param {import('./program.mjs').End} end
 * @param {string} errorText what Electron wrote to standard error
 * @param {string} executable
 * @returns {string | null}
 */
export function findFailureReason({ code, signal, ranMs, wasSignalled }, errorText, executable) {
  if (code === 0 || wasSignalled || (signal !== null && STOP_SIGNALS.includes(signal))) return null
  const namedReason = ranMs < EARLY_WITH_CAUSE_MS ? findNamedReason(errorText, executable) : null
  if (namedReason !== null || ranMs >= EARLY_MS) return namedReason
  return `Electron failed ${(ranMs / 1000).toFixed(1)} s after its start, with ${signal ?? `code ${code}`}.`
}

/**
 * @param {string} errorText
 * @param {string} executable
 */
function findNamedReason(errorText, executable) {
  const library = /error while loading shared libraries: (\S+?):/.exec(errorText)?.[1]
  if (library !== undefined) {
    return `Electron needs the system library ${library}, which is not installed; on Debian and Ubuntu: sudo apt install libgtk-3-0 libnss3 libasound2t64 libgbm1 (older ones: libasound2).`
  }
  if (/Running as root without --no-sandbox/.test(errorText)) return NOT_AS_ROOT
  if (/SUID sandbox helper|No usable sandbox/.test(errorText)) return describeSandboxProblem(errorText, executable)
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
function describeSandboxProblem(errorText, executable) {
  const helper =
    /make sure that (.+?) is owned by root/.exec(errorText)?.[1] ?? join(dirname(executable), 'chrome-sandbox')
  return `The system does not let Electron build its sandbox; this allows it to this copy of Electron: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`
}

function isMusl() {
  if (process.platform !== 'linux') return false
  // Without this, the report resolves the host name of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime === undefined
}
