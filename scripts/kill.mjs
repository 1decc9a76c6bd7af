// `npm run kill -- --trials 500`: the engine is killed at random moments; needs a build, as users have it.
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
