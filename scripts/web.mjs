// `npm run web`: the plain browser host, for programs. Standard output has its one ready line and nothing else.
import { ensureBuilt } from './build-state.mjs'
import { exitLike, runProgram } from './program.mjs'
import { checkProject, runScript } from './project.mjs'
import { webHostArgs } from './web-host.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  return exitLike(await runProgram({ file: process.execPath, args: webHostArgs(process.argv.slice(2)) }))
})
