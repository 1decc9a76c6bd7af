// `npm start` on a simulated computer: `start-on.ts COMPUTER [options]`, where COMPUTER is JSON that replaces values
// found on the real one. The tests themselves may run as root and without a screen.
import { type Computer, thisComputer } from '../../scripts/electron-reasons.mjs'
import { start } from '../../scripts/open-app.mjs'
import { runScript } from '../../scripts/project.mjs'

const [computer = '{}', ...args] = process.argv.slice(2)
await runScript(() => start(args, { ...thisComputer(), ...(JSON.parse(computer) as Partial<Computer>) }))
