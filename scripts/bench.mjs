// `npm run bench`: the measurements of test/bench, in a separate process. Some use the build with data that the sources
// write: an older build cannot open that data, and its page would wait in vain.
import { ensureBuilt } from './build-state.mjs'
import { checkProject, runScript } from './project.mjs'
import { runProgram } from './program.mjs'

await runScript(async () => {
  checkProject()
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const { code } = await runProgram({ file: process.execPath, args: ['test/bench/main.ts', ...process.argv.slice(2)] })
  return code ?? 1
})
