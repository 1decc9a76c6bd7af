// `npm run check`, which every commit must pass. It runs the types and then the unit tests, and in parallel the linters
// and then the boundaries, so that two cores are busy. Compiler, ESLint and dependency-cruiser have their own caches.
// oxlint has none, so its step is omitted if no input changed since it last passed.
import { join } from 'node:path'
import { removeBuildStamp, isBuildNeeded, writeBuildStamp } from './build-state.mjs'
import { ROOT, checkProject, runScript, getToolFile } from './project.mjs'
import { printOutcome, runStep } from './steps.mjs'
import { createCounts, sumCounts } from './test-reporter.mjs'
import { printFailures, printSums, runVitest } from './vitest-run.mjs'

/** @typedef {import('./test-reporter.mjs').Counts} Counts */

/** The projects that need no build and no browser, and run for only a few seconds. */
export const UNIT_PROJECTS = ['unit', 'zones *']
/** The projects that `npm test` runs beside them. They need no build. */
export const SAMPLE_PROJECTS = ['shell', 'renderer', 'renderer pages', 'service', 'engine']
const CACHE = join(ROOT, 'node_modules/.cache')

/** The input of the rules that need types. */
const TYPED_LINT = {
  stamp: 'node_modules/.cache/oxlint/passed.json',
  sources: ['src', 'test', '.oxlintrc.json', 'tsconfig.base.json', 'package-lock.json'],
}

/**
 * The checks of the source text. `isCached`: unchanged files are not checked again; CI checks everything.
 * @param {{ isCached: boolean }} options
 * @returns {Record<'format' | 'types' | 'lint' | 'boundaries', () => Promise<Counts>>}
 */
export function createSourceChecks({ isCached }) {
  const eslintCache = ['--cache', '--cache-strategy', 'content', '--cache-location', join(CACHE, 'eslint/')]
  const prettierCache = [
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    join(CACHE, 'prettier/.prettier-cache'),
  ]
  const cruiserCache = ['--cache', join(CACHE, 'dependency-cruiser'), '--cache-strategy', 'content']
  return {
    format: () =>
      checkSource(
        'format',
        [getToolFile('prettier'), '--check', '.', '--log-level', 'warn', ...(isCached ? prettierCache : [])],
        'npm run format',
      ),
    types: () => checkSource('types', [getToolFile('vue-tsc'), '-b'], 'npm run types'),
    lint: async () =>
      sumCounts([
        await checkSource('lint', [getToolFile('eslint'), '.', ...(isCached ? eslintCache : [])], 'npm run lint'),
        await checkTypedLint(isCached),
      ]),
    boundaries: () =>
      checkSource(
        'boundaries',
        [
          getToolFile('dependency-cruiser', 'depcruise'),
          'src',
          '--config',
          'test/architecture/dependency-cruiser.cjs',
          ...(isCached ? cruiserCache : []),
        ],
        'npm run boundaries',
      ),
  }
}

/**
 * A check has no tests to count, so only a failure counts.
 * @param {string} name
 * @param {string[]} args
 * @param {string} command
 */
async function checkSource(name, args, command) {
  const outcome = await runStep({ name, args })
  printOutcome(outcome)
  return outcome.isOk
    ? createCounts()
    : { ...createCounts(), failed: 1, failures: [{ name, reason: 'its output is above', command }] }
}

/** @param {boolean} isCached */
async function checkTypedLint(isCached) {
  if (isCached && !isBuildNeeded(ROOT, TYPED_LINT)) {
    process.stdout.write('ok      typed lint: nothing has changed since it passed\n')
    return createCounts()
  }
  const startedAt = Date.now()
  removeBuildStamp(ROOT, TYPED_LINT)
  const counts = await checkSource('typed lint', [getToolFile('oxlint'), 'src', 'test'], 'npx oxlint src test')
  if (counts.failed === 0) writeBuildStamp(ROOT, startedAt, TYPED_LINT)
  return counts
}

if (import.meta.main) {
  await runScript(async () => {
    checkProject()
    const { format, types, lint, boundaries } = createSourceChecks({ isCached: process.env['CI'] === undefined })
    const typesThenTests = async () => [
      await types(),
      (await runVitest({ name: 'unit tests', projects: UNIT_PROJECTS })).counts,
    ]
    const linters = async () => [await format(), await lint(), await boundaries()]
    const counts = sumCounts((await Promise.all([typesThenTests(), linters()])).flat())
    printFailures(counts)
    printSums(counts)
    return counts.failed === 0 ? 0 : 1
  })
}
