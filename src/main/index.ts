// Entry under Electron, as a list of steps. All that must come before `ready` stands here and runs while this module is
// evaluated. Nothing here may be awaited at top level: Electron gets ready only when this module has been evaluated.
import { join } from 'node:path'
import { app, crashReporter, dialog } from 'electron'
import { readCommandLine } from './command-line.ts'
import { startDesktop } from './desktop.ts'
import { chooseFolders } from './folders.ts'
import { guardEveryContents } from './guards.ts'
import { openLog } from './log.ts'
import { createOrigin } from './origin.ts'
import { registerPageScheme } from './page.ts'
import { drainBeforeQuit } from './quit.ts'

const out = join(import.meta.dirname, '..')
const bundles = {
  engine: join(out, 'main/engine.js'),
  service: join(out, 'main/service.js'),
  preload: join(out, 'preload/index.cjs'),
  view: join(out, 'renderer'),
}
const origin = createOrigin(app.isPackaged ? null : (process.env['ELECTRON_RENDERER_URL'] ?? null))
const { dataDir, useSample } = readCommandLine(process.argv.slice(1))
const folders = chooseFolders(dataDir)

app.enableSandbox()
registerPageScheme()
guardEveryContents(origin)
// Dumps stay on this computer.
crashReporter.start({ uploadToServer: false })

if (app.requestSingleInstanceLock()) run()
else app.quit()

function run(): void {
  const log = openLog(folders.logs)
  const fail = (error: unknown) => {
    const id = log.bug(error)
    dialog.showErrorBox('Quaywatch has to close', `Something unexpected happened (${id}). Nothing saved is lost.\n\nThe log is in ${log.path}`)
    app.exit(1)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', (error) => log.bug(error))
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    log.write('warn', 'process gone', { type, name, reason, exitCode })
  })
  app.whenReady().then(() => {
    const desktop = startDesktop({ folders, bundles, origin, useSample, isPackaged: app.isPackaged, log })
    drainBeforeQuit(desktop.stop, log)
    app.on('second-instance', desktop.show)
    app.on('activate', desktop.show)
    app.on('window-all-closed', () => {
      // On macOS a program stays until it is told to quit; without a listener Electron would quit everywhere.
      if (process.platform !== 'darwin') app.quit()
    })
  }).catch(fail)
}
