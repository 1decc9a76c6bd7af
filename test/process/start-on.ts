// `npm start` on a simulated computer: `start-on.ts COMPUTER [options]`, where COMPUTER is JSON that replaces values
// found on the real one. The tests themselves may run as root and without a screen.
import { type Computer, describeComputer } from '../../scripts/electron-reasons.mjs'
import { openApp } from '../../scripts/open-app.mjs'
import { runScript } from '../../scripts/project.mjs'

const [computer = '{}', ...args] = process.argv.slice(2)
await runScript(() => openApp(args, { ...describeComputer(), ...(JSON.parse(computer) as Partial<Computer>) }))
