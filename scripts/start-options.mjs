// The options of `npm start` itself, apart from those it hands on. What it does not know is not its to judge: the
// program it starts complains.
import { Problem } from './project.mjs'

export const USAGE = `npm start -- [options]
  --web             open in the browser, even where Electron is installed
  --desktop         open the desktop app or fail: never fall back to the browser
  --retry-electron  download Electron again, even if that failed within the last day
  --sample          open the sample data
  --help            show this
  --data-dir D      use D as the data folder
All other options are for the browser version; "npm run web -- --help" lists them.
`

/** What the desktop app does not know; silently dropped, it would show other data than was asked for. */
const BROWSER_ONLY = ['--port', '--service-url', '--api-key', '--watch', '--no-open', '--clock-rate']

/**
 * @param {string[]} args what goes on to the desktop app
 * @returns {void}
 */
export function refuseBrowserOptions(args) {
  const found = args.find((arg) => BROWSER_ONLY.includes(arg.split('=', 1)[0] ?? ''))
  if (found !== undefined)
    throw new Problem(`${found} is for the browser version only. Add --web to open that, or leave it out.`)
}

/** @typedef {{ web: boolean, desktop: boolean, retryElectron: boolean, help: boolean, rest: string[] }} StartOptions */

/**
 * @param {string[]} args
 * @returns {StartOptions}
 */
export function splitArguments(args) {
  const own = ['--web', '--desktop', '--retry-electron', '--help']
  const has = (/** @type {string} */ name) => args.includes(name)
  if (has('--web') && has('--desktop'))
    throw new Problem('--web and --desktop ask for two different programs. Give one of them.')
  return {
    web: has('--web'),
    desktop: has('--desktop'),
    retryElectron: has('--retry-electron'),
    help: has('--help'),
    rest: args.filter((arg) => !own.includes(arg)),
  }
}
