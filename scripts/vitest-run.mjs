// Runs Vitest projects as one step and counts what happened in it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolFile } from './project.mjs'
import { runStep } from './steps.mjs'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} VitestReport
 */

/**
 * @param {{ name: string, projects: string[], filters?: string[], env?: Record<string, string>, isLive?: boolean, capMs: number }} run
 * @returns {Promise<{ outcome: import('./steps.mjs').Outcome, counts: Counts }>}
 */
export async function runVitest({ projects, filters = [], ...step }) {
  const folder = mkdtempSync(join(tmpdir(), 'quaywatch-vitest-'))
  const file = join(folder, 'report.json')
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = [toolFile('vitest'), 'run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  try {
    const outcome = await runStep({ ...step, args })
    return { outcome, counts: countTests(readReport(file), outcome.isOk) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A file that did not load has no tests to count, and a run can fail with every test green (an error outside a test):
 * each is one failure.
 * @param {VitestReport | null} found null when the run left no report
 * @param {boolean} isOk
 * @returns {Counts}
 */
export function countTests(found, isOk) {
  if (!found) return { passed: 0, failed: 1, skipped: 0 }
  const filesNotLoaded = found.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
  const failed = found.numFailedTests + filesNotLoaded.length
  return { passed: found.numPassedTests, failed: isOk ? failed : Math.max(failed, 1), skipped: found.numPendingTests + found.numTodoTests }
}

/**
 * @param {string} file
 * @returns {VitestReport | null}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
