// Runs the steps of `npm test` and `npm run test:all`, and adds up their counts. A failed step does not stop the
// others, so that one run shows every failure.
import { statfsSync } from 'node:fs'
import { isBuildNeeded } from './build-state.mjs'
import { TARGETS, listSkippedSpecs } from './e2e-targets.mjs'
import { ROOT } from './project.mjs'
import { printOutcome, runStep } from './steps.mjs'
import { createCounts, sumCounts } from './test-reporter.mjs'
import { printFailures, printSums, runEndToEnd, runVitest } from './vitest-run.mjs'

/**
 * @typedef {import('./test-reporter.mjs').Counts} Counts
 * @typedef {{ name: string, run: () => Promise<Counts> }} TestStep
 */

/** The specs with the stories of docs/testing.md. `npm test` runs only their tests with the tag `story`. */
export const STORY_SPECS = [
  'stories-1',
  'stories-2-3-4',
  'offline',
  'working-day',
  'stories-7',
  'documents',
  'stories-9',
  'story-10',
  'story-11',
  'story-12',
]

/**
 * A folder in memory, which Linux has. In a Docker container it may have only a few megabytes, which is not enough for
 * databases and browsers.
 */
const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 4e9

/**
 * Runs the steps in order and prints the failures and the totals. Resolves to the exit code.
 * @param {TestStep[]} steps
 */
export async function runPlan(steps) {
  // With the test data on a disk, the engine's tests would spend a fifth of their time on writing it.
  if (hasEnoughSpace(MEMORY_FOLDER)) process.env['TMPDIR'] = MEMORY_FOLDER
  process.env['QUAYWATCH_TRACE'] = 'off'
  const startedAt = performance.now()
  const stepCounts = []
  for (const [index, { name, run }] of steps.entries()) {
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    process.stdout.write(`\nStep ${index + 1} of ${steps.length}: ${name} (${minutes} minutes so far)\n`)
    stepCounts.push(await run())
  }
  const counts = sumCounts(stepCounts)
  printFailures(counts)
  printSums(counts, startedAt)
  return counts.failed === 0 ? 0 : 1
}

/** The number of worlds that `npm test` simulates. `test:all` continues from there. */
export const SAMPLE_WORLDS = 12

/** @returns {Promise<Counts>} one failure if the build fails; nothing is built if the build is up to date */
export async function buildIfNeeded() {
  if (!isBuildNeeded(ROOT)) return createCounts()
  const outcome = await runStep({ name: 'build', args: ['scripts/build.mjs'] })
  printOutcome(outcome)
  return outcome.isOk ? createCounts() : createFailure('build', 'npm run build')
}

/**
 * @param {string[]} projects
 * @returns {Promise<Counts>}
 */
export async function runProjects(projects) {
  return (await runVitest({ name: projects.join(', '), projects })).counts
}

/**
 * Runs the tests of the office on the first PostgreSQL of this computer, or on the one of OFFICE_TEST_URL.
 * @returns {Promise<Counts>}
 */
export async function runOffice() {
  if (process.env['OFFICE_TEST_URL'] !== undefined || (await findPostgres()).length > 0) return runProjects(['office'])
  process.stdout.write('left out  the office: this computer has no PostgreSQL, and npm has none for it\n')
  return { ...createCounts(), skipped: 1 }
}

/** @returns {Promise<Counts>} the same tests on every other PostgreSQL, usually of another version */
export async function runOfficeElsewhere() {
  const stepCounts = []
  for (const programs of (await findPostgres()).slice(1)) {
    const run = { name: `office on ${programs}`, projects: ['office'], env: { OFFICE_TEST_PROGRAMS: programs } }
    stepCounts.push((await runVitest(run)).counts)
  }
  return sumCounts(stepCounts)
}

async function findPostgres() {
  const { findPrograms } = await import('../test/support/office-server.ts')
  return findPrograms()
}

/**
 * @param {number} from the first world
 * @param {number} to the first world that is not run
 * @param {string[]} options
 * @returns {Promise<Counts>} each world is one test
 */
export async function runSimulator(from, to, options = []) {
  const worldArguments = [...options, '--seeds', String(to - from), '--from', String(from)]
  const outcome = await runStep({ name: 'simulator', args: ['scripts/sim.mjs', ...worldArguments, '--json'] })
  /** @type {{ seeds: number, violations: { seed: string }[] } | null} */
  const summary = parseLastLine(outcome.stdout)
  const failedSeeds = [...new Set((summary?.violations ?? []).map(({ seed }) => seed))]
  const failures = failedSeeds.map((seed) => ({
    name: `simulator: world ${seed}`,
    reason: 'a violation; the output above has it',
    command: `npm run sim -- --seed ${seed}`,
  }))
  const passed = (summary?.seeds ?? 0) - failedSeeds.length
  printOutcome(outcome, `${passed} passed, ${failedSeeds.length} failed worlds`)
  if (outcome.isOk || failures.length > 0) return { passed, failed: failures.length, skipped: 0, failures }
  return createFailure('simulator', `npm run sim -- ${worldArguments.join(' ')}`)
}

/**
 * @param {string[]} args
 * @returns {Promise<Counts>} each trial is one test
 */
export async function runKillTrials(args) {
  const command = ['scripts/kill.mjs', ...args]
  const outcome = await runStep({ name: 'kill trials', args: [...command, '--json'] })
  /** @type {{ trials: number, kills: number } | null} */
  const summary = parseLastLine(outcome.stdout)
  printOutcome(outcome, `${summary?.kills ?? 0} kills in ${summary?.trials ?? 0} trials`)
  return outcome.isOk
    ? { ...createCounts(), passed: summary?.trials ?? 0 }
    : createFailure('kill trials', `npm run kill -- ${args.join(' ')}`)
}

/** @returns {Promise<Counts>} every spec that can run on the stand-in for Electron */
export function runStandInSpecs() {
  return runEndToEnd(STAND_IN, [])
}

/** @returns {Promise<Counts>} in Chromium, the specs that the stand-in skips; the others would only run twice */
export function runBrowserSpecs() {
  const elsewhere = new Set(listSkippedSpecs(BROWSER, {}).map(({ spec }) => spec))
  const specs = listSkippedSpecs(STAND_IN, {}).flatMap(({ spec }) => (elsewhere.has(spec) ? [] : [spec]))
  return runEndToEnd(BROWSER, specs.map(getSpecFile))
}

/** @param {string} spec */
const getSpecFile = (spec) => `test/e2e/${spec}.test.ts`

/** @returns {Promise<Counts>} one test for each story, with the tests that prepare it, in Chromium */
export function runStories() {
  return runEndToEnd(BROWSER, STORY_SPECS.map(getSpecFile), 'story')
}

const [BROWSER, STAND_IN] = TARGETS

/**
 * @param {string} name
 * @param {string} command
 * @returns {Counts}
 */
function createFailure(name, command) {
  return { ...createCounts(), failed: 1, failures: [{ name, reason: 'its output is above', command }] }
}

/** @param {string} stdout */
function parseLastLine(stdout) {
  try {
    return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  } catch {
    return null
  }
}

/** @param {string} folder */
function hasEnoughSpace(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}
