// `npm run bench`: the measurements of test/bench, in a process of their own. Some measure what is built
// on data that the sources write: a build older than they are cannot open it, and its page would wait in vain.
import { ensureBuilt } from './build-state.mjs'
import { checkProject, runScript } from './project.mjs'
import { runProgram } from './program.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const { code } = await runProgram({ file: process.execPath, args: ['test/bench/main.ts', ...process.argv.slice(2)] })
  return code ?? 1
})
