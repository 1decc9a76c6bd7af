// Opens Quaywatch: the desktop app, or the browser version where there is no Electron, or where Electron cannot run.
// The person at the keyboard is told why in one sentence.
import { ensureBuilt } from './build-state.mjs'
import { fetchElectron } from './electron-download.mjs'
import { whyElectronCannotRun, whyElectronEnded } from './electron-reasons.mjs'
import { electronVersion, findElectron } from './electron.mjs'
import { exitLike, runProgram } from './program.mjs'
import { Problem, ROOT, checkProject } from './project.mjs'
import { forPeople } from './ready-line.mjs'
import { USAGE, refuseBrowserOptions, splitArguments } from './start-options.mjs'
import { webHostArgs } from './web-host.mjs'

const ERROR_TEXT_CHARACTERS = 20_000

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

/** @typedef {import('./start-options.mjs').StartOptions} StartOptions */

/**
 * @param {string[]} args
 * @param {import('./electron-reasons.mjs').Computer} computer
 * @returns {Promise<number>} the exit code
 */
export async function start(args, computer) {
  const options = splitArguments(args)
  if (options.help) {
    process.stdout.write(USAGE)
    return 0
  }
  checkProject()
  if (options.web) return await openInBrowser(options.rest)
  const reason = whyElectronCannotRun(computer)
  if (reason !== null) return await openInstead([reason], options)
  const executable = findElectron(ROOT, computer.env)
  if (executable !== null) return await openDesktop(executable, options)
  const fetched = await fetchElectron({ env: computer.env, isRetry: options.retryElectron, say })
  return 'executable' in fetched
    ? await openDesktop(fetched.executable, options)
    : await openInstead(explanation(fetched), options)
}

/** @param {{ reason: string, isRemembered: boolean }} fetched */
function explanation({ reason, isRemembered }) {
  return [
    `Electron ${electronVersion(ROOT)} ${isRemembered ? 'could not be fetched within the last day' : 'is not here and could not be fetched'}: ${reason}.`,
    'To try again: npm start -- --retry-electron. Behind an office proxy, set HTTPS_PROXY=http://proxy:port before; where another address has Electron, set ELECTRON_MIRROR=https://that-address/.',
  ]
}

/**
 * @param {string} executable
 * @param {StartOptions} options
 */
async function openDesktop(executable, options) {
  refuseBrowserOptions(options.rest)
  await ensureBuilt(say)
  say('Opening Quaywatch…')
  const { end, reason } = await runElectron(executable, options.rest)
  return reason === null ? exitLike(end) : await openInstead([reason], options)
}

/**
 * `reason`: why it could not run here; null when it did.
 * @param {string} executable
 * @param {string[]} args
 * @returns {Promise<{ end: import('./program.mjs').End, reason: null } | { end: null, reason: string }>}
 */
async function runElectron(executable, args) {
  const env = { ...process.env }
  // Editors built on Electron leave this in their terminals, and it would make ours a plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  let errorText = ''
  const onErrorText = (/** @type {string} */ text) => (errorText = (errorText + text).slice(-ERROR_TEXT_CHARACTERS))
  try {
    const end = await runProgram({ file: executable, args: ['.', ...args], env, isWindowed: true, onErrorText })
    const reason = whyElectronEnded(end, errorText, executable)
    return reason === null ? { end, reason } : { end: null, reason }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { end: null, reason: error.message }
  }
}

/**
 * The browser version, on the data folder that the desktop app would have used; nothing where only the desktop app is
 * wanted.
 * @param {string[]} explained
 * @param {StartOptions} options
 */
async function openInstead(explained, { desktop, rest }) {
  for (const line of explained) say(line)
  if (desktop) {
    say('The desktop app was asked for with --desktop, so nothing was opened.')
    return 1
  }
  say('Quaywatch opens in your browser instead, with the same screens and the same data folder.')
  if (!rest.includes('--sample'))
    say(
      'The browser version cannot read the keychain of the system: it keeps an API key until it ends, or in a file of the data folder that only you can read, as you choose.',
    )
  return await openInBrowser(rest)
}

/** @param {string[]} args */
async function openInBrowser(args) {
  await ensureBuilt(say)
  say('Starting Quaywatch…')
  // The host's own rule for opening a page, so that what is said here is true.
  const opensPage = !args.includes('--no-open') && process.stderr.isTTY && process.env['CI'] === undefined
  return exitLike(
    await runProgram({
      file: process.execPath,
      args: webHostArgs(args),
      onLine: (line) => say(forPeople(line, { opensPage })),
    }),
  )
}
