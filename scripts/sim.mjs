// `npm run sim`: the simulator is TypeScript that Node runs as it is; this only checks that it can be run at all.
import { checkProject, runScript } from './project.mjs'

await runScript(async () => {
  checkProject()
  await import('../test/sim/main.ts')
  return Number(process.exitCode ?? 0)
})
