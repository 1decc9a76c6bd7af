// `npm start`: the desktop app, or the same app in the browser where Electron is missing and cannot be fetched. Plain
// Node without packages, so that it can still say what is missing when everything is.
import { ensureBuilt } from './build-state.mjs'
import { fetchElectron } from './electron-download.mjs'
import { EARLY_MS, electronHint } from './electron-hints.mjs'
import { electronVersion, findElectron } from './electron.mjs'
import { exitLike, runProgram } from './program.mjs'
import { ROOT, checkProject, runScript } from './project.mjs'
import { forPeople } from './ready-line.mjs'
import { USAGE, refuseBrowserOptions, splitArguments } from './start-options.mjs'
import { webHostArgs } from './web-host.mjs'

const KEPT_ERROR_CHARACTERS = 20_000

const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`)

await runScript(async () => {
  const options = splitArguments(process.argv.slice(2))
  if (options.help) {
    process.stdout.write(USAGE)
    return 0
  }
  checkProject()
  if (options.web) return await openInBrowser(options.rest)
  const executable = findElectron(ROOT, process.env)
  if (executable !== null) return await openDesktop(executable, options.rest)
  const fetched = await fetchElectron({ env: process.env, isRetry: options.retryElectron, say })
  if ('executable' in fetched) return await openDesktop(fetched.executable, options.rest)
  explain(fetched)
  if (options.desktop) {
    say('The desktop app was asked for with --desktop, so nothing was opened.')
    return 1
  }
  say('Quaywatch opens in your browser instead, with the same screens and data.')
  return await openInBrowser(options.rest)
})

/** @param {{ reason: string, isRemembered: boolean }} fetched */
function explain({ reason, isRemembered }) {
  say(`Electron ${electronVersion(ROOT)} ${isRemembered ? 'could not be fetched within the last day' : 'is not here and could not be fetched'}: ${reason}.`)
  say('To try again: npm start -- --retry-electron. Where another address has it, set ELECTRON_MIRROR=https://that-address/ before.')
}

/**
 * @param {string} executable
 * @param {string[]} args
 */
async function openDesktop(executable, args) {
  refuseBrowserOptions(args)
  await ensureBuilt(say)
  say('Opening Quaywatch…')
  const env = { ...process.env }
  // Editors built on Electron leave this in their terminals, and it would make ours a plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  let errorText = ''
  const end = await runProgram({
    file: executable,
    args: ['.', ...args],
    env,
    onErrorText: (text) => (errorText = (errorText + text).slice(-KEPT_ERROR_CHARACTERS)),
  })
  const hint = end.code !== 0 && end.ranMs < EARLY_MS ? electronHint(errorText) : null
  if (hint !== null) process.stderr.write(`\n${hint}\nTo use Quaywatch in the browser meanwhile: npm start -- --web\n`)
  return exitLike(end)
}

/** @param {string[]} args */
async function openInBrowser(args) {
  await ensureBuilt(say)
  say('Starting Quaywatch…')
  // The host's own rule for opening a page, so that what is said here is true.
  const opensPage = !args.includes('--no-open') && process.stderr.isTTY && process.env['CI'] === undefined
  return exitLike(await runProgram({ file: process.execPath, args: webHostArgs(args), onLine: (line) => say(forPeople(line, { opensPage })) }))
}
