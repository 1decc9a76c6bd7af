// `npm run sim`: Node runs the simulator's TypeScript directly. This script only checks that it can run.
import { checkProject, runScript } from './project.mjs'

await runScript(async () => {
  checkProject()
  await import('../test/sim/main.ts')
  return Number(process.exitCode ?? 0)
})
