// `npm start`: opens the desktop app, or the same app in the browser if the desktop app cannot run. It imports no
// package before it has checked that all packages are installed.
import { describeComputer } from './electron-reasons.mjs'
import { openApp } from './open-app.mjs'
import { runScript } from './project.mjs'

await runScript(() => openApp(process.argv.slice(2), describeComputer()))
