// `npm run dev`: every change is visible at once. With Electron, electron-vite does that. Without it, Vite serves the
// view from its sources, and the browser host runs from its own and restarts when the host, the engine or the contract
// changes.
import { describeComputer, findStartObstacle } from './electron-reasons.mjs'
import { findElectron } from './electron.mjs'
import { runInBrowser } from './dev-browser.mjs'
import { exitLike, runProgram } from './program.mjs'
import { ROOT, checkProject, runScript, getToolFile } from './project.mjs'

const USAGE = `npm run dev -- [options]
  --web     in the browser, even where Electron is installed
  --sample  the sample data
  --help    show this
All other options go to the program itself.
`

await runScript(async () => {
  const args = process.argv.slice(2)
  if (args.includes('--help')) {
    process.stdout.write(USAGE)
    return 0
  }
  checkProject()
  const rest = args.filter((arg) => arg !== '--web')
  const reason = args.includes('--web') ? null : findStartObstacle(describeComputer())
  if (reason !== null) process.stdout.write(`${reason}\n`)
  const executable = args.includes('--web') || reason !== null ? null : findElectron(ROOT, process.env)
  if (executable === null) return await runInBrowser(rest)
  const env = { ...process.env, ELECTRON_EXEC_PATH: executable }
  return exitLike(
    await runProgram({
      file: process.execPath,
      args: [getToolFile('electron-vite'), 'dev', '--watch', '--', ...rest],
      env,
    }),
  )
})
