// `npm run kill -- --trials 500`: kills the engine at random moments. It needs a build, because it runs the program
// that users run.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { KILL_HELP, readKillOptions } from './kill-options.mjs'
import { runProgram } from './program.mjs'
import { Problem, ROOT, checkProject, runScript } from './project.mjs'

await runScript(async () => {
  if (readKillOptions(process.argv.slice(2)).help) {
    process.stdout.write(KILL_HELP)
    return 0
  }
  checkProject()
  if (!existsSync(join(ROOT, 'out/web/host.js')))
    throw new Problem('There is no build to be killed. Run "npm run build" first.')
  const { code } = await runProgram({ file: process.execPath, args: ['test/kill/main.ts', ...process.argv.slice(2)] })
  return code ?? 1
})
