// Collects the results of all tasks, and prints them as text or as one JSON line.
import type { BulkDropResult } from './bulk-drop.ts'
import type { Freshness } from './freshness.ts'
import type { DayResult } from './long-runs.ts'
import type { OfficeResult } from './office/scenario.ts'
import { FILE_ORACLES, LONG_ORACLES, ORACLES, RUNNING_ORACLES } from './oracles/index.ts'
import { OFFICE_ORACLES } from './oracles/office.ts'
import { RECIPES, type TestName } from './recipes.ts'
import type { Result, Violation } from './scenario.ts'
import type { NotificationDelay } from './notification-delay.ts'
import type { Day } from './standard-day.ts'
import type { UserWait } from './user-wait.ts'
import type { TaskResult } from './worker.ts'

export type Totals = {
  startedAt: number
  worlds: Result[]
  offices: OfficeResult[]
  days: { test: 'T7' | 'T8'; seed: string; day: DayResult }[]
  drops: BulkDropResult[]
  fresh: Freshness[]
  waits: UserWait[]
  standards: Day[]
  reaches: NotificationDelay[]
  violations: Violation[]
}

export function createTotals(): Totals {
  return {
    startedAt: performance.now(),
    worlds: [],
    offices: [],
    days: [],
    drops: [],
    fresh: [],
    waits: [],
    standards: [],
    reaches: [],
    violations: [],
  }
}

/** The limits of `Freshness`. */
const MAX_BOUND_RATIO = 1.15
const MIN_ONE_BY_ONE_RATIO = 40
/** The limit for p95 of the time that a user waits for a request to be sent. */
const MAX_USER_WAIT_MS = 200

export function addResult(totals: Totals, taskResult: TaskResult, isTraceWanted: boolean): void {
  switch (taskResult.kind) {
    case 'world':
      totals.worlds.push({ ...taskResult.result, trace: [] })
      addSeed(totals, taskResult.result, isTraceWanted)
      return
    case 'office':
      totals.offices.push({ ...taskResult.result, trace: [] })
      addSeed(totals, taskResult.result, isTraceWanted)
      return
    case 'day':
      totals.days.push(taskResult)
      addViolations(
        totals,
        taskResult.seed,
        taskResult.day.violations.map((violation) => ({ ...violation, seed: taskResult.seed })),
      )
      return
    case 'drop':
      totals.drops.push(taskResult.drop)
      addViolations(
        totals,
        taskResult.drop.seed,
        taskResult.drop.violations.map((violation) => ({ ...violation, seed: taskResult.drop.seed })),
      )
      return
    case 'fresh':
      totals.fresh.push(taskResult.row)
      addViolations(
        totals,
        `fresh-${taskResult.row.containers}-${taskResult.row.page}`,
        findFreshnessViolations(taskResult.row),
      )
      return
    case 'wait':
      totals.waits.push(taskResult.wait)
      addViolations(totals, 'wait', findWaitViolations(taskResult.wait))
      return
    case 'standard':
      totals.standards.push(taskResult.standard)
      addViolations(
        totals,
        taskResult.standard.seed,
        taskResult.standard.violations.map((violation) => ({ ...violation, seed: taskResult.standard.seed })),
      )
      return
    case 'reach':
      totals.reaches.push(taskResult.reach)
      addViolations(
        totals,
        `reach-${taskResult.reach.window}`,
        taskResult.reach.violations.map((violation) => ({ ...violation, seed: taskResult.reach.seed })),
      )
      return
    case 'broken':
      addViolations(totals, taskResult.seed, [
        { oracle: '0-bugs', seed: taskResult.seed, what: `the simulator failed: ${taskResult.error}` },
      ])
  }
}

function addSeed(
  totals: Totals,
  { seed, trace, violations }: Pick<Result, 'seed' | 'trace' | 'violations'>,
  isTraceWanted: boolean,
): void {
  if (isTraceWanted) process.stdout.write(`${trace.join('\n')}\n`)
  addViolations(totals, seed, violations)
}

function findFreshnessViolations({ containers, page, p50, p95, vsBlindBound, vsOneByOne }: Freshness): Violation[] {
  const seed = `fresh-${containers}-${page}`
  const isMeasured = containers === 1_000 && page === 100
  const problems = [
    ...(vsBlindBound > MAX_BOUND_RATIO ? [`${vsBlindBound} of the bound`] : []),
    ...(isMeasured && (p50 > 10 || p95 > 20) ? [`p50 ${p50} s, p95 ${p95} s`] : []),
    ...(isMeasured && vsOneByOne < MIN_ONE_BY_ONE_RATIO ? [`only ${vsOneByOne} times fresher than one by one`] : []),
  ]
  return problems.map((what) => ({ oracle: '6-fresh', seed, what }))
}

function findWaitViolations({ asked, p95Ms, bugs, busy }: UserWait): Violation[] {
  const problems = [
    ...(p95Ms > MAX_USER_WAIT_MS ? [`p95 of ${asked} is ${p95Ms} ms`] : []),
    ...(busy.some((requests) => requests === 0) ? [`a priority had no requests: ${busy.join(' ')}`] : []),
    ...bugs,
  ]
  return problems.map((what) => ({ oracle: '6-wait', seed: 'wait', what }))
}

function addViolations(totals: Totals, seed: string, violations: Violation[]): void {
  totals.violations.push(...violations)
  for (const { oracle, what } of violations)
    process.stdout.write(`VIOLATION ${oracle} SEED=${seed}\n  ${what.slice(0, 1_500)}\n`)
  if (violations.length > 0 && !/^(fresh|wait|day|reach)/.test(seed))
    process.stdout.write(
      `  again: npm run sim -- --${/^T(7|8|17)-/.test(seed) ? `only ${seed.split('-')[0]}` : `seed ${seed}`}\n`,
    )
}

export function printTotals({
  worlds,
  offices,
  days,
  drops,
  fresh,
  waits,
  standards,
  reaches,
  violations,
  startedAt,
}: Totals): void {
  for (const test of Object.keys(RECIPES) as TestName[]) {
    const testWorlds = worlds.filter((world) => world.test === test)
    if (testWorlds.length === 0) continue
    const sum = (select: (world: Result) => number) => testWorlds.reduce((total, world) => total + select(world), 0)
    const verdict = testWorlds.some((world) => world.violations.length > 0) ? 'FAILED' : 'ok    '
    process.stdout.write(
      `${verdict}  ${test.padEnd(4)} ${String(testWorlds.length).padStart(4)} worlds, ${(sum((world) => world.simulatedMs) / 3.6e6).toFixed(1)} h, ${sum((world) => world.faults)} faults  ${RECIPES[test].description}\n`,
    )
  }
  printOffices(offices)
  for (const { test, seed, day } of days) {
    process.stdout.write(
      `${day.violations.length > 0 ? 'FAILED' : 'ok    '}  ${test}   ${seed}: ${day.hours} h, ${day.requests} requests, ${day.perMinute.toFixed(1)} a minute, ${day.refusals} refused, at most ${day.maxRolling} in 60 s, by desktop ${day.shares.join(' ')}\n`,
    )
  }
  for (const {
    seed,
    violations: ownViolations,
    files,
    contents,
    documents,
    containers,
    minutes,
    requests,
    refusals,
    maxRolling,
    sweeps,
    gapP50,
    gapP95,
  } of drops) {
    process.stdout.write(
      `${ownViolations.length > 0 ? 'FAILED' : 'ok    '}  T17  ${seed}: ${files} files with ${contents} contents at once, ${documents} documents in ${minutes} minutes; ${requests} requests, ${refusals} refused, at most ${maxRolling} in 60 s; meanwhile ${sweeps} sweeps of ${containers} containers, one every ${gapP50} s (p50), ${gapP95} s (p95)\n`,
    )
  }
  for (const row of fresh) process.stdout.write(`fresh   ${JSON.stringify(row)}\n`)
  for (const wait of waits) process.stdout.write(`wait    ${JSON.stringify(wait)}\n`)
  for (const day of standards) printDay(day)
  for (const { containers, window, changes, notified, p50S, p95S, violations: ownViolations } of reaches) {
    process.stdout.write(
      `${ownViolations.length > 0 ? 'FAILED' : 'ok    '}  reach  ${containers} containers, window ${window}: ${notified} of ${changes} changes in a pop-up, p50 ${p50S} s, p95 ${p95S} s after the change at the service\n`,
    )
  }
  const all = [...worlds, ...offices]
  const cpuMsPerWorld = all.reduce((total, { cpuMs }) => total + cpuMs, 0) / Math.max(1, all.length)
  process.stdout.write(
    `${all.length} worlds, ${violations.length} violations, ${((performance.now() - startedAt) / 1000).toFixed(0)} s, ${cpuMsPerWorld.toFixed(0)} ms of processor each\n`,
  )
}

function printOffices(offices: readonly OfficeResult[]): void {
  if (offices.length === 0) return
  const { hours, leases, changes, maxRolling } = sumOffices(offices)
  const verdict = offices.some(({ violations }) => violations.length > 0) ? 'FAILED' : 'ok    '
  process.stdout.write(
    `${verdict}  office ${offices.length} worlds, ${hours.toFixed(1)} h, ${leases} leases, ${changes} changes, at most ${maxRolling} requests in 60 s\n`,
  )
}

function sumOffices(offices: readonly OfficeResult[]) {
  const faults: Record<string, number> = {}
  for (const office of offices)
    for (const [fault, count] of Object.entries(office.faults)) faults[fault] = (faults[fault] ?? 0) + count
  const sum = (select: (office: OfficeResult) => number) => offices.reduce((total, office) => total + select(office), 0)
  return {
    worlds: offices.length,
    hours: sum(({ simulatedMs }) => simulatedMs) / 3.6e6,
    leases: sum(({ leases }) => leases),
    changes: sum(({ changes }) => changes),
    maxRolling: Math.max(0, ...offices.map(({ maxRolling }) => maxRolling)),
    faults,
  }
}

/** Prints each pop-up with its time, title and text, and then the totals of the day. */
function printDay({ popUps, alerts, outsideQuiet, urgent, unnamed, containers, seed, violations }: Day): void {
  for (const { at, title, body } of popUps)
    process.stdout.write(`\n${at}\n  ${[title, ...body.split('\n')].filter((line) => line !== '').join('\n  ')}\n`)
  process.stdout.write(
    `\n${violations.length > 0 ? 'FAILED' : 'ok    '}  day  ${seed}: ${containers} containers, ${alerts} alerts, ${popUps.length} pop-ups, ${outsideQuiet} outside of quiet hours; ${urgent} containers of severity 1, ${unnamed.length} of them named in none\n`,
  )
}

/** `refusals` and `maxRolling` include only runs with one client for the key. */
export function createSummary({ worlds, offices, days, drops, fresh, waits, standards, reaches, violations }: Totals) {
  const faults: Record<string, number> = {}
  for (const { test } of [...worlds, ...days, ...drops.map(() => ({ test: 'T17' }))])
    faults[test] = (faults[test] ?? 0) + 1
  const alone = [...worlds, ...days.filter(({ test }) => test === 'T7').map(({ day }) => day), ...drops]
  return {
    seeds: worlds.length + offices.length + days.length + drops.length,
    faults,
    oracles: [...ORACLES, ...FILE_ORACLES, ...RUNNING_ORACLES, ...LONG_ORACLES, ...OFFICE_ORACLES].map(({ id }) => id),
    violations: violations.map(({ oracle, seed }) => ({ oracle, seed })),
    refusals: alone.reduce((sum, { refusals }) => sum + refusals, 0),
    maxRolling: alone.reduce((max, { maxRolling }) => Math.max(max, maxRolling), 0),
    drops,
    freshness: fresh,
    userWait: waits,
    standards,
    reaches,
    ...(offices.length > 0 ? { offices: sumOffices(offices) } : {}),
  }
}
