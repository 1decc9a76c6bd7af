// `npm run bench`: the measurements of test/bench, in a process of their own.
import { checkProject, runScript } from './project.mjs'
import { runProgram } from './program.mjs'

await runScript(async () => {
  checkProject()
  const { code } = await runProgram({ file: process.execPath, args: ['test/bench/main.ts', ...process.argv.slice(2)] })
  return code ?? 1
})
