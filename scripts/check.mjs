// `npm run check`, which every commit passes: types and then unit tests, and beside them the linter and then the
// boundaries, so that two cores stay busy. Compiler, linter and dependency-cruiser keep their own caches.
import { join } from 'node:path'
import { ROOT, checkProject, runScript, toolFile } from './project.mjs'
import { printFailures, printSums } from './summary.mjs'
import { report, runStep } from './steps.mjs'
import { noCounts, sumCounts } from './test-reporter.mjs'
import { runVitest } from './vitest-run.mjs'

/** @typedef {import('./test-reporter.mjs').Counts} Counts */

/** The projects that need neither a build nor a browser, and seconds only. */
export const UNIT_PROJECTS = ['unit', 'shell', 'zones *']
const CACHE = join(ROOT, 'node_modules/.cache')

/**
 * The checks of the source as it is written. `isCached`: the linter trusts its cache, which does not see that a type
 * changed in another file; CI lints everything.
 * @param {{ isCached: boolean }} options
 * @returns {{ types: () => Promise<Counts>, lint: () => Promise<Counts>, boundaries: () => Promise<Counts> }}
 */
export function sourceChecks({ isCached }) {
  const eslintCache = ['--cache', '--cache-strategy', 'content', '--cache-location', join(CACHE, 'eslint/')]
  const cruiserCache = ['--cache', join(CACHE, 'dependency-cruiser'), '--cache-strategy', 'content']
  return {
    types: () => checkSource('types', [toolFile('vue-tsc'), '-b'], 'npm run types'),
    lint: () => checkSource('lint', [toolFile('eslint'), '.', ...(isCached ? eslintCache : [])], 'npm run lint'),
    boundaries: () => checkSource('boundaries', [toolFile('dependency-cruiser', 'depcruise'), 'src', '--config', 'test/architecture/dependency-cruiser.cjs', ...(isCached ? cruiserCache : [])], 'npm run boundaries'),
  }
}

/**
 * A check has no tests to count: it counts when it fails.
 * @param {string} name
 * @param {string[]} args
 * @param {string} command
 */
async function checkSource(name, args, command) {
  const outcome = await runStep({ name, args })
  report(outcome)
  return outcome.isOk ? noCounts() : { ...noCounts(), failed: 1, failures: [{ name, reason: 'its output stands above', command }] }
}

if (import.meta.main) {
  await runScript(async () => {
    checkProject()
    const { types, lint, boundaries } = sourceChecks({ isCached: process.env['CI'] === undefined })
    const typesThenTests = async () => [await types(), (await runVitest({ name: 'unit tests', projects: UNIT_PROJECTS })).counts]
    const lintThenBoundaries = async () => [await lint(), await boundaries()]
    const counts = sumCounts((await Promise.all([typesThenTests(), lintThenBoundaries()])).flat())
    printFailures(counts)
    printSums(counts)
    return counts.failed === 0 ? 0 : 1
  })
}
