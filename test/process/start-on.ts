// Runs `npm start` on a simulated computer, because tests may run as root and without a screen. The command is
// `node start-on.ts COMPUTER [options]`. COMPUTER is JSON with values that replace those of the real computer.
import { type Computer, describeComputer } from '../../scripts/electron-reasons.mjs'
import { openApp } from '../../scripts/open-app.mjs'
import { runScript } from '../../scripts/project.mjs'

const [computer = '{}', ...args] = process.argv.slice(2)
await runScript(() => openApp(args, { ...describeComputer(), ...(JSON.parse(computer) as Partial<Computer>) }))
