// The entry under Electron, as a list of steps. Everything that must run before `ready` is here and runs while this
// module is evaluated. Do not await at top level: Electron becomes ready only after this module was evaluated.
import { join } from 'node:path'
import { app, crashReporter } from 'electron'
import { readCommandLine } from './command-line.ts'
import { NO_LINK, findLink, readDeepLink, registerDeepLinks } from './system/deep-link.ts'
import { startDesktop } from './desktop.ts'
import { createFatalErrorHandler } from './fatal-error.ts'
import { chooseFolders } from './folders.ts'
import { guardEveryContents } from './window/guards.ts'
import { openLog } from './log.ts'
import { createOrigin } from './window/origin.ts'
import { registerPageScheme } from './window/page.ts'
import { createPending } from './window/pending.ts'
import { findAppImage, createRestart } from './system/relaunch.ts'
import { readReleasesUrl } from './releases.ts'
import { drainBeforeQuit } from './quit.ts'
import { identifyToWindows } from './system/windows-identity.ts'

// This handler is installed first, so that any later error is shown in a dialog before the program ends.
const fatalErrors = createFatalErrorHandler()
process.on('uncaughtException', fatalErrors.fail)

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
const appImage = app.isPackaged ? findAppImage(process.env, process.execPath) : null
/** The file that the system starts at sign-in. Null with --data-dir, because that start would use another folder. */
const executable = app.isPackaged && dataDir === null ? (appImage ?? process.execPath) : null

app.enableSandbox()
if (process.platform === 'win32') identifyToWindows(app.isPackaged)
// On macOS this event reports the link that started the program, possibly before `ready`.
app.on('open-url', (event, url) => {
  event.preventDefault()
  links.set(readDeepLink(url))
})
registerPageScheme()
guardEveryContents(origin)
// Crash dumps are not uploaded.
crashReporter.start({ uploadToServer: false })

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  links.set(findLink(process.argv.slice(1)) ?? links.take())
  registerDeepLinks(process.platform, app.isPackaged, process.execPath)
  const log = openLog(folders.logs)
  fatalErrors.setLog(log)
  process.on('unhandledRejection', (error) => log.bug(error))
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) =>
    log.write('warn', 'process gone', { type, name, reason, exitCode }),
  )
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
        releasesUrl: readReleasesUrl(join(out, '../package.json')),
        links,
        log,
      })
      drainBeforeQuit(desktop.stop, log)
      app.on('second-instance', (_event, args) => {
        const link = findLink(args.slice(1))
        if (link) links.set(link)
        else desktop.show()
      })
      app.on('activate', desktop.show)
      app.on('window-all-closed', () => {
        // On macOS a program runs until the user quits it; without a listener Electron would quit on every system.
        if (process.platform !== 'darwin' && !desktop.staysInTray()) app.quit()
      })
    })
    .catch(fatalErrors.fail)
}
