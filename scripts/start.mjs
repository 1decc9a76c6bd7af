// `npm start`: the desktop app, or the same app in the browser where the desktop app cannot run. Plain Node without
// packages, so that it can still say what is missing when everything is.
import { thisComputer } from './electron-reasons.mjs'
import { start } from './open-app.mjs'
import { runScript } from './project.mjs'

await runScript(() => start(process.argv.slice(2), thisComputer()))
