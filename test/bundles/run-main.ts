// Runs a main bundle under plain Node with the fake Electron, in the order of Electron: `ready` comes only after the
// module was evaluated. `node run-main.ts <bundle> <folder> [arguments]` prints the actions of the program. Exit code
// 70: the evaluation never ended.
import { registerHooks } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { shellChannels } from '#contract/shell-channels.ts'
import { BrowserWindow, app, crashReporter, dialog, ipcMain, protocol, session } from '#standin/electron.ts'
import { UtilityProcess } from '#standin/utility.ts'
import { HANG_MS } from '../support/hang.ts'

const fake = new URL('../standin/electron.ts', import.meta.url).href
const [, , bundle = '', folder = ''] = process.argv
const NEVER_EVALUATED = 70
/** Node's exit code if nothing is left that could end a top-level `await`. */
const UNSETTLED_AWAIT = 13

registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: fake, shortCircuit: true } : next(name, context)),
})
app.paths = { appData: folder, logs: folder }

process.on('exit', (code) => {
  if (code === UNSETTLED_AWAIT) process.exitCode = NEVER_EVALUATED
})
// An error of the module is a fatal error like any other, and `ready` still comes (Electron's lib/browser/init.ts).
const isEvaluated = await import(pathToFileURL(bundle).href).then(
  () => true,
  (error: unknown) => {
    // Without a handler nobody would report the error.
    if (!process.emit('uncaughtException', error as Error)) throw error
    return false
  },
)
if (!isEvaluated) {
  app.becomeReady()
  const code = await until(() => app.exitCode ?? undefined)
  process.stdout.write(JSON.stringify({ errors: dialog.errors, windows: BrowserWindow.all.length, code }))
  process.exit(0)
}

// Like macOS, before `ready`.
app.emit('open-url', { preventDefault: () => undefined }, 'quaywatch://shipments/find?q=cold')
app.becomeReady()
const engine = await until(() => UtilityProcess.all[0])
engine.emit('message', { type: 'started' })
const links = [await takeLink()]
for (const args of [
  ['exe', '--flag', 'quaywatch://shipments/find?q=second'],
  ['exe', 'quaywatch://shipments/delete?q=1'],
  ['exe', '--flag'],
]) {
  app.emit('second-instance', {}, args)
  links.push(await takeLink())
}
app.quit()
await until(() => engine.posted.some(({ message }) => JSON.stringify(message) === '{"type":"shutdown"}') || undefined)
engine.end(0)
await until(() => app.hasQuit || undefined)

process.stdout.write(
  JSON.stringify({
    isSandboxed: app.isSandboxed,
    schemes: protocol.schemes,
    crashReporter: crashReporter.options,
    userData: app.getPath('userData'),
    handlers: [...session.defaultSession.handlers.keys()].sort(),
    channels: [...ipcMain.handlers.keys(), ...ipcMain.eventNames()],
    preloads: BrowserWindow.all.map(({ options }) => options.webPreferences?.preload),
    pages: BrowserWindow.all.map(({ calls }) => calls[0]),
    links,
    forks: UtilityProcess.all.map(({ entry }) => entry),
    start: engine.posted[0]?.message,
  }),
)
process.exit(0)

/** The same call as the page's. */
function takeLink() {
  const contents = BrowserWindow.all[0]?.webContents
  return ipcMain.invoke(shellChannels.call, { sender: contents, senderFrame: contents?.mainFrame }, 'deepLink.take', {})
}

async function until<Value>(read: () => Value | undefined): Promise<Value> {
  const end = performance.now() + HANG_MS
  while (performance.now() < end) {
    const value = read()
    if (value !== undefined) return value
    await wait(5)
  }
  throw new Error(`The condition never became true: ${String(read)}`)
}
