// Entry under Electron, as a list of steps. All that must come before `ready` stands here and runs while this module is
// evaluated. Nothing here may be awaited at top level: Electron gets ready only when this module has been evaluated.
import { join } from 'node:path'
import { app, crashReporter } from 'electron'
import { readCommandLine } from './command-line.ts'
import { NO_LINK, linkIn, readDeepLink, registerDeepLinks } from './system/deep-link.ts'
import { startDesktop } from './desktop.ts'
import { createFault } from './fault.ts'
import { chooseFolders } from './folders.ts'
import { guardEveryContents } from './window/guards.ts'
import { openLog } from './log.ts'
import { createOrigin } from './window/origin.ts'
import { registerPageScheme } from './window/page.ts'
import { createPending } from './window/pending.ts'
import { appImageOf, createRestart } from './system/relaunch.ts'
import { releasesUrl } from './releases.ts'
import { drainBeforeQuit } from './quit.ts'
import { identifyToWindows } from './system/windows-identity.ts'

// Before all else: what fails from here on ends the program with a box that says why.
const fault = createFault()
process.on('uncaughtException', fault.fail)

const out = join(import.meta.dirname, '..')
const bundles = {
  engine: join(out, 'main/engine.js'),
  service: join(out, 'main/service.js'),
  preload: join(out, 'preload/index.cjs'),
  view: join(out, 'renderer'),
  resources: join(out, '../resources'),
}
const origin = createOrigin(app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null))
const { dataDir, useSample, isHidden } = readCommandLine(process.argv.slice(1))
const folders = chooseFolders(dataDir)
const links = createPending(NO_LINK)
const appImage = app.isPackaged ? appImageOf(process.env, process.execPath) : null
/** None with a data folder of its own: it would be started on another one. */
const executable = app.isPackaged && dataDir === null ? (appImage ?? process.execPath) : null

app.enableSandbox()
if (process.platform === 'win32') identifyToWindows(app.isPackaged)
// What started the program on macOS is told here, and may be told before `ready`.
app.on('open-url', (event, url) => {
  event.preventDefault()
  links.set(readDeepLink(url))
})
registerPageScheme()
guardEveryContents(origin)
// Dumps stay on this computer.
crashReporter.start({ uploadToServer: false })

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  links.set(linkIn(process.argv.slice(1)) ?? links.take())
  registerDeepLinks(process.platform, app.isPackaged, process.execPath)
  const log = openLog(folders.logs)
  fault.logTo(log)
  process.on('unhandledRejection', (error) => log.bug(error))
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    log.write('warn', 'process gone', { type, name, reason, exitCode })
  })
  app
    .whenReady()
    .then(() => {
      const desktop = startDesktop({
        folders,
        bundles,
        origin,
        useSample,
        isPackaged: app.isPackaged,
        isHidden,
        executable,
        restart: createRestart(appImage, process.argv.slice(1)),
        releasesUrl: releasesUrl(join(out, '../package.json')),
        links,
        log,
      })
      drainBeforeQuit(desktop.stop, log)
      app.on('second-instance', (_event, args) => {
        const link = linkIn(args.slice(1))
        if (link) links.set(link)
        else desktop.show()
      })
      app.on('activate', desktop.show)
      app.on('window-all-closed', () => {
        // On macOS a program stays until it is told to quit; without a listener Electron would quit everywhere.
        if (process.platform !== 'darwin' && !desktop.staysInTray()) app.quit()
      })
    })
    .catch(fault.fail)
}
