// `npm run web`: runs the browser host for other programs. Its standard output is only the ready line.
import { ensureBuilt } from './build-state.mjs'
import { exitLike, runProgram } from './program.mjs'
import { checkProject, runScript } from './project.mjs'
import { createHostArgs } from './web-host.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  return exitLike(await runProgram({ file: process.execPath, args: createHostArgs(process.argv.slice(2)) }))
})
