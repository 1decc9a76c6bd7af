// `npm run bench`: the measurements of test/bench, in a process of their own. Some take what is built and some make its data:
// of a build that is older than the sources, the one would wait for what the other cannot open.
import { ensureBuilt } from './build-state.mjs'
import { checkProject, runScript } from './project.mjs'
import { runProgram } from './program.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const { code } = await runProgram({ file: process.execPath, args: ['test/bench/main.ts', ...process.argv.slice(2)] })
  return code ?? 1
})
