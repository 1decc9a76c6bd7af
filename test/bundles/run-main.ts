// Runs a main bundle under plain Node with the stand-in for Electron. Like Electron, it emits `ready` only after the
// module was evaluated. `node run-main.ts <bundle> <folder> [arguments]` prints the actions of the program. It exits
// with 70 if the evaluation never ends.
import { registerHooks } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { shellChannels } from '#contract/shell-channels.ts'
import { BrowserWindow, app, crashReporter, dialog, ipcMain, protocol, session } from '#standin/electron.ts'
import { UtilityProcess } from '#standin/utility.ts'
import { HANG_MS } from '../support/hang.ts'

const standinUrl = new URL('../standin/electron.ts', import.meta.url).href
const [, , bundle = '', folder = ''] = process.argv
const NEVER_EVALUATED = 70
/** Node's exit code if a top-level `await` can never end. */
const UNSETTLED_AWAIT = 13

registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: standinUrl, shortCircuit: true } : next(name, context),
})
app.paths = { appData: folder, logs: folder }

process.on('exit', (code) => {
  if (code === UNSETTLED_AWAIT) process.exitCode = NEVER_EVALUATED
})
// Electron treats an error of the module like any other fatal error, and still emits `ready` (lib/browser/init.ts).
const isEvaluated = await import(pathToFileURL(bundle).href).then(
  () => true,
  (error: unknown) => {
    if (!process.emit('uncaughtException', error as Error)) throw error
    return false
  },
)
if (!isEvaluated) {
  app.becomeReady()
  const code = await pollUntil(() => app.exitCode ?? undefined)
  process.stdout.write(JSON.stringify({ errors: dialog.errors, windows: BrowserWindow.all.length, code }))
  process.exit(0)
}

// macOS emits this event before `ready`.
app.emit('open-url', { preventDefault: () => undefined }, 'quaywatch://shipments/find?q=cold')
app.becomeReady()
const engine = await pollUntil(() => UtilityProcess.all[0])
engine.emit('message', { type: 'started' })
const links = [await requestLink()]
for (const args of [
  ['exe', '--flag', 'quaywatch://shipments/find?q=second'],
  ['exe', 'quaywatch://shipments/delete?q=1'],
  ['exe', '--flag'],
]) {
  app.emit('second-instance', {}, args)
  links.push(await requestLink())
}
app.quit()
await pollUntil(
  () => engine.postedMessages.some(({ message }) => JSON.stringify(message) === '{"type":"shutdown"}') || undefined,
)
engine.end(0)
await pollUntil(() => app.isQuitting || undefined)

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
    start: engine.postedMessages[0]?.message,
  }),
)
process.exit(0)

/** Requests the next link like the page does. */
function requestLink() {
  const contents = BrowserWindow.all[0]?.webContents
  return ipcMain.invoke(shellChannels.call, { sender: contents, senderFrame: contents?.mainFrame }, 'deepLink.take', {})
}

async function pollUntil<Value>(read: () => Value | undefined): Promise<Value> {
  const end = performance.now() + HANG_MS
  while (performance.now() < end) {
    const value = read()
    if (value !== undefined) return value
    await wait(5)
  }
  throw new Error(`The condition never became true: ${String(read)}`)
}
