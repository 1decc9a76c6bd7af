// `npm start`: the desktop app, or the same app in the browser if the desktop app cannot run. Plain Node without
// packages, so that it can still report missing packages.
import { thisComputer } from './electron-reasons.mjs'
import { start } from './open-app.mjs'
import { runScript } from './project.mjs'

await runScript(() => start(process.argv.slice(2), thisComputer()))
