// `npm run sim`: worlds by their seeds, on two threads. Every failing seed is printed with what is needed to see it again.
import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { makeWorkFolder } from './disk.ts'
import { FILE_ORACLES, INACTIVE, ORACLES, RUNNING_ORACLES } from './oracles/index.ts'
import { RECIPES, TESTS, type TestName } from './plan.ts'
import type { Result, Violation } from './scenario.ts'
import type { Task } from './worker.ts'

const USAGE = `npm run sim -- [options]
  --seeds N        how many worlds (default 200)
  --from N         the first seed (default 0)
  --only T7,T8     only these faults of the list in the design
  --seed T9-17     one world, with its whole trace
  --once           without the second run that shows that a seed is a whole story
  --json           the figures as the last line
`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    once: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(USAGE)
else process.exitCode = await main()

function tasksOf(): Task[] {
  if (values.seed !== '') return [{ test: values.seed.split('-')[0] as TestName, seed: values.seed, isTraceKept: true, isTwice: !values.once }]
  const only = values.only.split(',').filter((name): name is TestName => TESTS.includes(name as TestName))
  const tests = only.length > 0 ? only : TESTS
  const first = Number(values.from)
  return Array.from({ length: Number(values.seeds) }, (_, i) => {
    const test = tests[(first + i) % tests.length] as TestName
    return { test, seed: `${test}-${first + i}`, isTraceKept: false, isTwice: !values.once }
  })
}

async function main(): Promise<number> {
  const startedAt = performance.now()
  const results = await runAll(tasksOf())
  const violations = results.flatMap((result) => result.violations)
  report(results, violations, (performance.now() - startedAt) / 1000)
  if (values.json) process.stdout.write(`${JSON.stringify(summary(results, violations))}\n`)
  return violations.length > 0 ? 1 : 0
}

async function runAll(tasks: Task[]): Promise<Result[]> {
  const workFolder = makeWorkFolder()
  const results: Result[] = []
  const threads = Math.min(2, cpus().length, tasks.length)
  try {
    await Promise.all(Array.from({ length: threads }, (_, n) => work(`${workFolder}/${n}`, tasks, results)))
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
  return results.sort((a, b) => a.seed.localeCompare(b.seed, 'en', { numeric: true }))
}

/** One thread; takes the next task until there is none. */
function work(workFolder: string, tasks: Task[], results: Result[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { workFolder } })
    const next = () => {
      const task = tasks.shift()
      if (task) worker.postMessage(task)
      else void worker.terminate().then(() => { resolve() })
    }
    worker.on('message', (result: Result) => {
      results.push(result)
      tell(result)
      next()
    })
    worker.on('error', reject)
    next()
  })
}

function tell({ seed, violations, trace }: Result): void {
  if (values.seed !== '') process.stdout.write(`${trace.join('\n')}\n`)
  for (const { oracle, what } of violations) process.stdout.write(`VIOLATION ${oracle} SEED=${seed}\n  ${what.slice(0, 1_500)}\n`)
  if (violations.length > 0) process.stdout.write(`  again: npm run sim -- --seed ${seed}\n`)
}

function report(results: Result[], violations: Violation[], seconds: number): void {
  for (const test of TESTS) {
    const own = results.filter((result) => result.test === test)
    if (own.length === 0) continue
    const sum = (of: (result: Result) => number) => own.reduce((total, result) => total + of(result), 0)
    const wrong = own.filter((result) => result.violations.length > 0).length
    process.stdout.write(`${wrong > 0 ? 'FAILED' : 'ok    '}  ${test.padEnd(4)} ${String(own.length).padStart(4)} worlds, ${(sum((r) => r.simulatedMs) / 3.6e6).toFixed(1)} h, ${sum((r) => r.mishaps)} mishaps  ${RECIPES[test].what}\n`)
  }
  const cpu = results.reduce((total, { cpuMs }) => total + cpuMs, 0) / Math.max(1, results.length)
  for (const { id, says, issue } of INACTIVE) process.stdout.write(`inactive  ${id}: ${says} (issue ${issue})\n`)
  process.stdout.write(`${results.length} worlds, ${violations.length} violations, ${seconds.toFixed(0)} s, ${cpu.toFixed(0)} ms of processor each run\n`)
}

function summary(results: Result[], violations: Violation[]) {
  const faults = Object.fromEntries(TESTS.map((test) => [test, results.filter((result) => result.test === test).length]).filter(([, n]) => n !== 0))
  return {
    seeds: results.length,
    faults,
    oracles: [...ORACLES, ...FILE_ORACLES, ...RUNNING_ORACLES].map(({ id }) => id),
    inactive: INACTIVE.map(({ id, issue }) => ({ id, issue })),
    violations: violations.map(({ oracle, seed }) => ({ oracle, seed })),
    refusals: results.reduce((sum, { refusals }) => sum + refusals, 0),
    maxRolling: results.reduce((most, { maxRolling }) => Math.max(most, maxRolling), 0),
    freshness: [],
  }
}
