// This module does what Electron's executable does at its start. It reads the command line, evaluates the main bundle,
// starts Chromium, and only then becomes ready. A main bundle that awaits `ready` at top level hangs here as in
// Electron.
import inspector from 'node:inspector'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HANG_MS } from '../support/hang.ts'
import { startServer } from './addresses.ts'
import { app, appDataFolder } from './app.ts'
import { Chromium } from './chromium.ts'
import { connectWindows } from './chromium-page.ts'
import { keyring } from './keyring.ts'
import { Notification, dialog } from './native.ts'
import { connectSession } from './session.ts'
import { UtilityProcess, startChild } from './utility.ts'

/** Exit codes of the stand-in itself. */
const NEVER_EVALUATED = 70
const CHROMIUM_ENDED = 71
/** Node's own exit code. */
const UNSETTLED_AWAIT = 13

const [node = '', , ...args] = process.argv
const folder = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.')
const { main, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  main: string
  version: string
}

process.argv = [node, ...args]
Object.assign(process, { type: 'browser', defaultApp: true })
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true })
app.version = version
const appData = appDataFolder()
Object.assign(app.paths, { appData, userData: join(appData, 'Electron') })
dialog.isUserAway = false
Notification.isShownByItself = true
UtilityProcess.start = startChild
app.endProcess = (code) => process.exit(code)
// Node prints the address of the inspector on stderr, as Playwright expects.
if (args.some((arg) => arg.startsWith('--inspect'))) inspector.open(0)
process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())

const endUnevaluated = () => {
  process.stderr.write('The main bundle was not evaluated. Does it await app.whenReady() at top level?\n')
  process.exit(NEVER_EVALUATED)
}
const watchdog = setTimeout(endUnevaluated, HANG_MS).unref()
// Without other work, Node ends at once if a module still waits.
process.once('exit', (code) => {
  if (code === UNSETTLED_AWAIT) endUnevaluated()
})
try {
  await import(pathToFileURL(join(folder, main)).href)
} catch (error) {
  // As in Electron: if the error has no listener, an error box is shown and the process continues without a window.
  if (!process.emit('uncaughtException', error as Error))
    process.stderr.write(`A JavaScript error occurred in the main process\nUncaught Exception:\n${String(error)}\n`)
}
clearTimeout(watchdog)
if (app.hasQuitBeforeReady) {
  app.becomeReady()
  await new Promise((resolve) => setImmediate(resolve))
  process.exit(0)
}

const { resolverSwitch } = await startServer()
const profile = join(app.getPath('userData'), 'Chromium')
mkdirSync(profile, { recursive: true })
const debuggingSwitches = args.filter((arg) => arg.startsWith('--remote-debugging-port'))
const chromium = new Chromium({ profile, switches: [resolverSwitch, ...debuggingSwitches] })
app.endProcess = (code) => {
  chromium.process.kill('SIGKILL')
  process.exit(code)
}
chromium.process.once('exit', () => {
  process.exit(CHROMIUM_ENDED)
})
await chromium.browser.send('Browser.getVersion')
connectWindows(chromium)
connectSession(chromium)
keyring.useFile()
app.becomeReady()
