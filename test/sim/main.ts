import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { makeFirstFolder, makeWorkFolder } from './disk.ts'
import { TESTS, type TestName } from './plan.ts'
import { runScenario } from './scenario.ts'

const n = Number(process.argv[2] ?? 20)
const only = process.argv[3] ? (process.argv[3].split(',') as TestName[]) : TESTS
const first = Number(process.argv[4] ?? 0)
const workFolder = makeWorkFolder()
const firstFolder = join(workFolder, 'first')
makeFirstFolder(firstFolder)
const c0 = process.cpuUsage(); const t0 = performance.now()
for (let i = first; i < first + n; i++) {
  const test = only[i % only.length]!
  const c1 = process.cpuUsage()
  const r = await runScenario(test, `${test}-${i}`, { workFolder, firstFolder })
  const c = process.cpuUsage(c1)
  console.log(r.seed, r.hash, ((c.user + c.system) / 1000).toFixed(0), 'ms', 'dur', (r.plan.durationMs / 60000).toFixed(1), 'n', r.plan.containers, 'ev', r.events, 'mis', r.mishaps, 'max', r.maxRolling)
  for (const v of r.violations) console.log('   !!', v.oracle, v.what.slice(0, 300))
  if (process.env.TRACE) console.log(r.trace.join('\n'))
}
const c = process.cpuUsage(c0)
console.log('cpu per scenario', (c.user + c.system) / 1000 / n, 'wall', (performance.now() - t0) / n)
rmSync(workFolder, { recursive: true, force: true })
