// `npm run office`: runs the office daemon. Its standard output is only the ready line.
import { ensureBuilt } from './build-state.mjs'
import { exitLike, runProgram } from './program.mjs'
import { checkProject, runScript } from './project.mjs'
import { createDaemonArgs } from './web-host.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  return exitLike(await runProgram({ file: process.execPath, args: createDaemonArgs(process.argv.slice(2)) }))
})
