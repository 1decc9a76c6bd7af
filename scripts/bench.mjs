// `npm run bench`: runs the measurements of test/bench in a separate process. Some start the build on data that the
// sources wrote. An older build could not open that data, so this script builds first if necessary.
import { ensureBuilt } from './build-state.mjs'
import { checkProject, runScript } from './project.mjs'
import { runProgram } from './program.mjs'

await runScript(async () => {
  checkProject()
  const args = process.argv.slice(2)
  if (!args.includes('--help')) await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  const { code } = await runProgram({ file: process.execPath, args: ['test/bench/main.ts', ...args] })
  return code ?? 1
})
