// Runs Vitest projects as one step, reads the counts of test-reporter.mjs, and prints failures and totals.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getToolFile } from './project.mjs'
import { runStep } from './steps.mjs'
import { COUNTS_FILE, createCounts } from './test-reporter.mjs'

/** @typedef {import('./test-reporter.mjs').Counts} Counts */

/**
 * @param {{ name: string, projects: string[], filters?: string[], tag?: string, env?: Record<string, string> }} run
 * @returns {Promise<{ outcome: import('./steps.mjs').Outcome, counts: Counts }>}
 */
export async function runVitest({ name, projects, filters = [], tag, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-vitest-'))
  const countsFile = join(folder, 'counts.json')
  const projectArgs = projects.flatMap((project) => ['--project', project])
  const args = [
    getToolFile('vitest'),
    'run',
    ...projectArgs,
    '--reporter=minimal',
    '--reporter=./scripts/test-reporter.mjs',
    ...(tag === undefined ? [] : [`--tagsFilter=${tag}`]),
    ...filters,
  ]
  try {
    const outcome = await runStep({ name, args, env: { ...env, [COUNTS_FILE]: countsFile }, isLive: true })
    const counts = readCounts(countsFile) ?? createCounts()
    if (outcome.isOk || counts.failed > 0) return { outcome, counts }
    const reason = `Vitest ended with an error outside its tests${outcome.isLate ? ': it took too long' : ''}`
    return {
      outcome,
      counts: { ...counts, failed: 1, failures: [{ name, reason, command: `npx vitest ${args.slice(1).join(' ')}` }] },
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs end-to-end specs; without a browser, returns one failure with a hint.
 * @param {import('./e2e-targets.mjs').Target} on
 * @param {string[]} filters an empty list means all that can run there
 * @param {string} [tag] only the tests that have it
 * @returns {Promise<Counts>}
 */
export async function runEndToEnd(on, filters, tag) {
  const name = `end to end on ${on}`
  const problem = on === 'electron' ? null : await findBrowserProblem()
  if (problem !== null) {
    const command = `npm run e2e -- --on ${on}`
    return { ...createCounts(), failed: 1, failures: [{ name, reason: problem, command }] }
  }
  const run = { name, projects: ['e2e-alone', 'e2e'], filters, env: { QUAYWATCH_E2E_ON: on } }
  return (await runVitest(tag === undefined ? run : { ...run, tag })).counts
}

async function findBrowserProblem() {
  const { findChromium } = await import('../test/support/browser.ts')
  try {
    findChromium()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * @param {string} file
 * @returns {Counts | null}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** @param {Counts} counts */
export function printFailures({ failures }) {
  for (const { name, reason, command, traces = [] } of failures) {
    process.stdout.write(`\nFAILED  ${name}\n        ${reason}\n        run it alone: ${command}\n`)
    for (const trace of traces) process.stdout.write(`        see its pages: ${trace}\n`)
  }
}

/**
 * Prints the totals. Programs read the last line.
 * @param {Counts} counts
 * @param {number} [startedAt] of the run, on the clock of `performance.now`
 */
export function printSums({ passed, failed, skipped }, startedAt) {
  const minutes = startedAt === undefined ? '' : `, ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`
  process.stdout.write(`\n${skipped} skipped${minutes}\n${passed} passed, ${failed} failed\n`)
}
