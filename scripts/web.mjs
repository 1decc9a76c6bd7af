// `npm run web`: runs the browser host for other programs. Its standard output is only the ready line.
import { ensureBuilt } from './build-state.mjs'
import { exitLike, runProgram } from './program.mjs'
import { checkProject, printUsage, runScript } from './project.mjs'
import { createHostArgs } from './web-host.mjs'

await runScript(async () => {
  checkProject()
  const args = process.argv.slice(2)
  // The options are read from the sources, so that help needs no build.
  if (args.includes('--help')) return printUsage((await import('../src/web/options.ts')).USAGE)
  await ensureBuilt((line) => process.stderr.write(`${line}\n`))
  return exitLike(await runProgram({ file: process.execPath, args: createHostArgs(args) }))
})
