// The program of `npm run sim`. It runs worlds by their seeds on two threads, and prints how to repeat each failing
// seed.
import { parseArgs } from 'node:util'
import { type Totals, createTotals, addResult, printTotals, createSummary } from './totals.ts'
import { RECIPES, TESTS, type TestName } from './recipes.ts'
import { runAll } from './threads.ts'
import type { Task } from './worker.ts'

const USAGE = `npm run sim -- [options]
  --seeds N        number of worlds (default 200); above 100 only every tenth is run twice to compare the two runs
  --from N         the first seed (default 0)
  --office N       worlds of N desktops that share an office
  --only T9,T30    only these kinds of faults; T7, T8, T17, T33, fresh, wait, day and reach are long runs
  --long           the long runs: saturated days (T7, T8), a thousand files at once (T17), a week (T33), the table of freshness, how long a user waits, how soon a change is shown
  --day            one day of a thousand containers with the rules of Standard; prints its pop-ups (--containers N: with fewer containers)
  --hours N        length of the days of T7 and T8 (default 24 and 8)
  --seed T9-17     one world, with its whole trace; O3-17 is world 17 of an office of 3 desktops
  --once           runs no world twice
  --until-failed   ends with the first violation
  --mutate NAME    runs until the first violation on a copy of the tree with test/mutations/sim-NAME.patch or NAME.patch applied; "all": each
  --json           prints the figures as the last line
`

const FRESHNESS_SIZES: [containers: number, page: number][] = [
  [300, 100],
  [300, 30],
  [1_000, 100],
  [1_000, 30],
  [5_000, 100],
  [5_000, 30],
  [20_000, 100],
  [20_000, 30],
]
const MAX_SEEDS_ALL_TWICE = 100

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    hours: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    office: { type: 'string', default: '' },
    mutate: { type: 'string', default: '' },
    long: { type: 'boolean', default: false },
    day: { type: 'boolean', default: false },
    containers: { type: 'string', default: '1000' },
    once: { type: 'boolean', default: false },
    'until-failed': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) process.stdout.write(USAGE)
else if (values.mutate !== '')
  process.exitCode = await (await import('./mutate.ts')).mutate(values.mutate, Number(values.seeds))
else process.exitCode = await main()

async function main(): Promise<number> {
  const totals = createTotals()
  const only = values.only.split(',').filter((name) => name !== '')
  const tasks = values.seed !== '' ? [createTask(values.seed)] : [...createShortTasks(only), ...createLongTasks(only)]
  await runAll(tasks, (taskResult) => {
    addResult(totals, taskResult, values.seed !== '')
    return !(values['until-failed'] && totals.violations.length > 0)
  })
  printTotals(totals)
  if (values.json) process.stdout.write(`${JSON.stringify(createSummary(totals))}\n`)
  return getExitCode(totals, tasks.length)
}

/** Returns 1 after a violation, or if no world ran. */
function getExitCode(
  { violations, worlds, offices, days, drops, fresh, waits, standards, reaches }: Totals,
  requestedCount: number,
): number {
  return violations.length > 0 ||
    worlds.length +
      offices.length +
      days.length +
      drops.length +
      fresh.length +
      waits.length +
      standards.length +
      reaches.length ===
      0 ||
    requestedCount === 0
    ? 1
    : 0
}

function isTest(name: string): name is TestName {
  return Object.hasOwn(RECIPES, name)
}

function createTask(seed: string): Task {
  const test = seed.split('-')[0] ?? ''
  const desktops = Number(/^O(\d+)$/.exec(test)?.[1])
  if (desktops > 0) return { kind: 'office', seed, desktops, hasFullTrace: true, isTwice: !values.once }
  if (!isTest(test)) throw new Error(`${seed} is no seed: it begins with one of ${Object.keys(RECIPES).join(', ')}`)
  return { kind: 'world', test, seed, hasFullTrace: true, isTwice: !values.once }
}

function createShortTasks(only: string[]): Task[] {
  if ((values.long || values.day) && only.length === 0) return []
  const tests = only.length > 0 ? TESTS.filter((test) => only.includes(test)) : TESTS
  const [firstSeed, count] = [Number(values.from), tests.length > 0 ? Number(values.seeds) : 0]
  const desktops = Number(values.office)
  return Array.from({ length: count }, (_, i) => {
    const shared = { hasFullTrace: false, isTwice: !values.once && (count <= MAX_SEEDS_ALL_TWICE || i % 10 === 0) }
    if (desktops > 0) return { kind: 'office', seed: `O${desktops}-${firstSeed + i}`, desktops, ...shared }
    const test = tests[(firstSeed + i) % tests.length] as TestName
    return { kind: 'world', test, seed: `${test}-${firstSeed + i}`, ...shared }
  })
}

function createLongTasks(only: string[]): Task[] {
  const isSelected = (name: string) => (only.length > 0 ? only.includes(name) : values.long)
  const getHours = (defaultHours: number) => (values.hours === '' ? defaultHours : Number(values.hours))
  const createSharedTask = (index: number, desktops: number, foreignPerMinute: number): Task => ({
    kind: 'shared',
    seed: `T8-${index}`,
    hours: getHours(8),
    desktops,
    foreignPerMinute,
  })
  return [
    ...(isSelected('T7') ? [{ kind: 'alone', seed: `T7-${values.from}`, hours: getHours(24) } as const] : []),
    ...(isSelected('T8') ? [createSharedTask(0, 2, 0), createSharedTask(1, 3, 0), createSharedTask(2, 1, 40)] : []),
    ...(isSelected('T17') ? [{ kind: 'drop', seed: `T17-${values.from}` } as const] : []),
    ...(isSelected('T33')
      ? [{ kind: 'world', test: 'T33', seed: `T33-${values.from}`, hasFullTrace: false, isTwice: false } as const]
      : []),
    ...(isSelected('reach')
      ? (['open', 'tray'] as const).map((window): Task => ({
          kind: 'reach',
          seed: `reach-${values.from}`,
          containers: Number(values.containers),
          window,
        }))
      : []),
    ...(values.day || isSelected('day')
      ? [{ kind: 'standard', seed: `day-${values.from}`, containers: Number(values.containers) } as const]
      : []),
    ...(isSelected('wait') ? [{ kind: 'wait', hours: getHours(1) } as const] : []),
    ...(isSelected('fresh')
      ? FRESHNESS_SIZES.map(([containers, page]): Task => ({ kind: 'fresh', containers, page }))
      : []),
  ]
}
