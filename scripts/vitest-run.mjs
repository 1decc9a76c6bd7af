// Runs Vitest projects as one step, counts what happened in it and names what failed.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT, toolFile } from './project.mjs'
import { runStep } from './steps.mjs'

/** Long enough for most reasons; a list may be in an assertion. */
const LONGEST_REASON = 300

/** Of what no report tells the reason. */
export const SAID_ABOVE = 'what it said stands above'

/**
 * `failures`: a line for each, to be said once more at the end: of a long output often only the last lines are kept.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestReport
 * @typedef {{ status: string, name: string, message: string, assertionResults: TestReport[] }} FileReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: FileReport[] }} VitestReport
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
    return { outcome, counts: countTests(outcome, readReport(file)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * A file that did not load has no tests to count, and a run can fail with every test green (an error outside a test):
 * each is one failure.
 * @param {Pick<import('./steps.mjs').Outcome, 'name' | 'isOk' | 'isLate'>} run
 * @param {VitestReport | null} found null when the run left no report
 * @returns {Counts}
 */
export function countTests({ name, isOk, isLate }, found) {
  const whole = (/** @type {string} */ why) => [`${name}: ${isLate ? 'it took too long and was ended' : why}`]
  if (!found) return { passed: 0, failed: 1, skipped: 0, failures: whole('it ended before it could say anything') }
  const filesNotLoaded = found.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
  const failed = found.numFailedTests + filesNotLoaded.length
  const failures = found.testResults.flatMap(namesOfFailed)
  const counts = { passed: found.numPassedTests, skipped: found.numPendingTests + found.numTodoTests }
  return isOk || failed > 0 ? { ...counts, failed, failures } : { ...counts, failed: 1, failures: whole('an error outside its tests') }
}

/** @param {FileReport} file */
function namesOfFailed({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length > 0) return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName.trim()}: ${firstLine(failureMessages[0] ?? '')}`)
  if (status !== 'failed') return []
  // Of a process that ended in the middle, and of what a group of tests begins with, the report has no message.
  const isCutShort = assertionResults.some((test) => test.status === 'pending')
  return [`${file}: ${firstLine(message) || (isCutShort ? 'it did not come to its end' : SAID_ABOVE)}`]
}

/** @param {string} text */
function firstLine(text) {
  return stripVTControlCharacters(text).split('\n', 1)[0]?.slice(0, LONGEST_REASON) ?? ''
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
