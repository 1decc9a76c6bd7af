// `npm test`: everything. Goes on after a failure, so that one run shows all of them, and ends with one line of counts.
import { statfsSync } from 'node:fs'
import { check } from './check.mjs'
import { checkProject, runScript } from './project.mjs'
import { report, runStep } from './steps.mjs'
import { SAID_ABOVE, runVitest } from './vitest-run.mjs'

const BUILD_CAP_MS = 300_000
const TESTS_CAP_MS = 480_000
/** More than the suite gives itself in a browser, so that it can still say what happened; on the stand-in only few specs run here. */
const END_TO_END_CAP_MS = 540_000
/** The real bundles of the desktop app and a page that means ill; all specs run on the stand-in by hand and in public: npm run e2e -- --on standin. */
const ON_STAND_IN = ['e2e/hostile-page']
/** Eighty worlds: half a minute on two cores of their own. */
const SIMULATOR_CAP_MS = 480_000

/** Linux keeps this folder in memory. Containers may give it a few megabytes only, too few for databases and browsers. */
const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 4e9

/** @typedef {import('./vitest-run.mjs').Counts} Counts */

await runScript(async () => {
  checkProject()
  // What is thrown away need not reach a disk: waiting for it takes a fifth of the engine's tests.
  if (isRoomy(MEMORY_FOLDER)) process.env['TMPDIR'] = MEMORY_FOLDER
  const startedAt = performance.now()
  const all = [await check(), ...(await buildAndTest())]
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) => all.reduce((total, counts) => total + counts[name], 0)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  for (const failure of all.flatMap(({ failures }) => failures)) process.stdout.write(`\nFAILED  ${failure}`)
  process.stdout.write(`\n${sum('skipped')} skipped, ${minutes} minutes\n${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') === 0 ? 0 : 1
})

/** @returns {Promise<Counts[]>} */
async function buildAndTest() {
  const build = await runStep({ name: 'build', args: ['scripts/build.mjs'], capMs: BUILD_CAP_MS })
  report(build)
  const inside = [await runProjects('service', ['service']), await runProjects('engine', ['engine'])]
  // Programs mostly wait for each other, on one core: simulated worlds fill the other.
  if (build.isOk) return [...inside, ...(await Promise.all([runProjects('processes and bundles', ['process', 'bundles']), runSimulator()])), await runEndToEnd('browser', []), await runEndToEnd('standin', ON_STAND_IN)]
  inside.push(await runSimulator())
  process.stdout.write('Without a build there is nothing to run the process, bundle and end-to-end tests on; they were left out.\n')
  return [...inside, oneFailure('build')]
}

/**
 * @param {string} name
 * @param {string[]} projects
 */
async function runProjects(name, projects) {
  const { outcome, counts } = await runVitest({ name, projects, capMs: TESTS_CAP_MS })
  report(outcome)
  return counts
}

/** @returns {Promise<Counts>} each world is a test */
async function runSimulator() {
  const outcome = await runStep({ name: 'simulator', args: ['scripts/sim.mjs', '--seeds', '80', '--json'], capMs: SIMULATOR_CAP_MS })
  report(outcome)
  try {
    /** @type {{ seeds: number, violations: { seed: string }[] }} */
    const { seeds, violations } = JSON.parse(outcome.stdout.trimEnd().split('\n').at(-1) ?? '')
    const broken = [...new Set(violations.map(({ seed }) => seed))]
    if (broken.length === 0 && !outcome.isOk) return { ...oneFailure(outcome.name), passed: seeds - 1 }
    return { passed: seeds - broken.length, failed: broken.length, skipped: 0, failures: broken.length === 0 ? [] : [`${outcome.name}: ${broken.join(', ')}`] }
  } catch {
    return oneFailure(outcome.name)
  }
}

/**
 * @param {import('./e2e-options.mjs').Place} on
 * @param {string[]} specs all of them where none is named
 * @returns {Promise<Counts>}
 */
async function runEndToEnd(on, specs) {
  const outcome = await runStep({ name: `end to end on ${on}`, args: ['scripts/e2e.mjs', '--json', '--on', on, ...specs], capMs: END_TO_END_CAP_MS })
  report(outcome)
  return countsIn(outcome.stdout) ?? oneFailure(outcome.name)
}

/**
 * @param {string} stdout
 * @returns {Counts | null} null when it ended before it could count
 */
function countsIn(stdout) {
  try {
    const { passed, failed, skipped, failures } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
    return { passed, failed, skipped, failures }
  } catch {
    return null
  }
}

/**
 * Of a step that ended before it could count.
 * @param {string} name
 * @returns {Counts}
 */
function oneFailure(name) {
  return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${SAID_ABOVE}`] }
}

/** @param {string} folder */
function isRoomy(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ENOUGH_BYTES
  } catch {
    return false
  }
}
