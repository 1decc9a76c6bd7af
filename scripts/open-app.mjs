// Opens Quaywatch: the desktop app, or the browser version if Electron is missing or cannot run. Prints the reason in
// one sentence.
import { ensureBuilt } from './build-state.mjs'
import { fetchElectron } from './electron-download.mjs'
import { findStartObstacle, findFailureReason } from './electron-reasons.mjs'
import { readElectronVersion, findElectron } from './electron.mjs'
import { exitLike, runProgram } from './program.mjs'
import { ROOT, Problem, checkProject } from './project.mjs'
import { createHostArgs, formatForUser } from './web-host.mjs'

const MAX_ERROR_TEXT_CHARACTERS = 20_000

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

/**
 * @param {string[]} args
 * @param {import('./electron-reasons.mjs').Computer} computer
 * @returns {Promise<number>} the exit code
 */
export async function openApp(args, computer) {
  const options = splitArguments(args)
  if (options.help) {
    process.stdout.write(USAGE)
    return 0
  }
  checkProject()
  if (options.web) return await openInBrowser(options.rest)
  const reason = findStartObstacle(computer)
  if (reason !== null) return await openBrowserInstead([reason], options)
  const executable = findElectron(ROOT, computer.env)
  if (executable !== null) return await openDesktop(executable, options)
  const fetched = await fetchElectron({ env: computer.env, isRetry: options.retryElectron, print })
  return 'executable' in fetched
    ? await openDesktop(fetched.executable, options)
    : await openBrowserInstead(explainFailure(fetched), options)
}

/** @param {{ reason: string, isRemembered: boolean }} fetched */
function explainFailure({ reason, isRemembered }) {
  return [
    `Electron ${readElectronVersion(ROOT)} ${isRemembered ? 'could not be fetched within the last day' : 'is not here and could not be fetched'}: ${reason}.`,
    'To try again: npm start -- --retry-electron. Behind an office proxy, set HTTPS_PROXY=http://proxy:port before; where another address has Electron, set ELECTRON_MIRROR=https://that-address/.',
  ]
}

/**
 * @param {string} executable
 * @param {StartOptions} options
 */
async function openDesktop(executable, options) {
  checkNoBrowserOptions(options.rest)
  await ensureBuilt(print)
  print('Opening Quaywatch…')
  const { end, reason } = await runElectron(executable, options.rest)
  return reason === null ? exitLike(end) : await openBrowserInstead([reason], options)
}

/**
 * `reason`: why it could not run here; null if it did.
 * @param {string} executable
 * @param {string[]} args
 * @returns {Promise<{ end: import('./program.mjs').End, reason: null } | { end: null, reason: string }>}
 */
async function runElectron(executable, args) {
  const env = { ...process.env }
  // Editors built on Electron set this in their terminals, and Electron would then start as plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  let errorText = ''
  const onErrorText = (/** @type {string} */ text) => (errorText = (errorText + text).slice(-MAX_ERROR_TEXT_CHARACTERS))
  try {
    const end = await runProgram({ file: executable, args: ['.', ...args], env, isWindowed: true, onErrorText })
    const reason = findFailureReason(end, errorText, executable)
    return reason === null ? { end, reason } : { end: null, reason }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { end: null, reason: error.message }
  }
}

/**
 * Prints the reason, and opens the browser version on the data folder of the desktop app. With `--desktop` it opens
 * nothing.
 * @param {string[]} lines
 * @param {StartOptions} options
 */
async function openBrowserInstead(lines, { desktop, rest }) {
  for (const line of lines) print(line)
  if (desktop) {
    print('The desktop app was asked for with --desktop, so nothing was opened.')
    return 1
  }
  print('Quaywatch opens in your browser instead, with the same screens and the same data folder.')
  if (!rest.includes('--sample'))
    print(
      'The browser version cannot read the keychain of the system: it keeps an API key until it ends, or in a file of the data folder that only you can read, as you choose.',
    )
  return await openInBrowser(rest)
}

/** @param {string[]} args */
async function openInBrowser(args) {
  await ensureBuilt(print)
  print('Starting Quaywatch…')
  // The host's own rule for opening a page, so that the printed text is correct.
  const opensPage = !args.includes('--no-open') && process.stderr.isTTY && process.env['CI'] === undefined
  return exitLike(
    await runProgram({
      file: process.execPath,
      args: createHostArgs(args),
      onLine: (line) => print(formatForUser(line, { opensPage })),
    }),
  )
}

const USAGE = `npm start -- [options]
  --web             open in the browser, even where Electron is installed
  --desktop         open the desktop app or fail: never fall back to the browser
  --retry-electron  download Electron again, even if that failed within the last day
  --sample          open the sample data
  --help            show this
  --data-dir D      use D as the data folder
All other options are for the browser version; "npm run web -- --help" lists them.
`

/**
 * Options that the desktop app does not know. If they were dropped silently, it would show other data than requested.
 */
const BROWSER_ONLY = ['--port', '--service-url', '--api-key', '--watch', '--office', '--no-open', '--clock-rate']

/**
 * @param {string[]} args the arguments for the desktop app
 * @returns {void}
 */
export function checkNoBrowserOptions(args) {
  const browserOption = args.find((arg) => BROWSER_ONLY.includes(arg.split('=', 1)[0] ?? ''))
  if (browserOption !== undefined)
    throw new Problem(`${browserOption} is for the browser version only. Add --web to open that, or leave it out.`)
}

/** @typedef {{ web: boolean, desktop: boolean, retryElectron: boolean, help: boolean, rest: string[] }} StartOptions */

/**
 * @param {string[]} args
 * @returns {StartOptions}
 */
export function splitArguments(args) {
  const ownOptions = ['--web', '--desktop', '--retry-electron', '--help']
  const hasOption = (/** @type {string} */ name) => args.includes(name)
  if (hasOption('--web') && hasOption('--desktop'))
    throw new Problem('--web and --desktop ask for two different programs. Give one of them.')
  return {
    web: hasOption('--web'),
    desktop: hasOption('--desktop'),
    retryElectron: hasOption('--retry-electron'),
    help: hasOption('--help'),
    rest: args.filter((arg) => !ownOptions.includes(arg)),
  }
}
