// Runs one step of a longer script in its own process, and returns its output and duration. Each step has a process
// group of its own, so that a test that hangs, and its browser, end with the step.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './project.mjs'

/**
 * `args`: the arguments of Node, with the script first. `isLive`: output appears while the step runs. `timeoutMs`: the
 * step is ended after this time.
 * @typedef {{ name: string, args: string[], env?: Record<string, string>, isLive?: boolean, timeoutMs?: number }} Step
 * @typedef {{ name: string, isOk: boolean, isLate: boolean, seconds: number, stdout: string, output: string }} Outcome
 * @typedef {import('node:child_process').ChildProcess} ChildProcess
 */

/** The time limit of a step. The slowest step takes a tenth of it on two idle cores, so only a hang reaches it. */
const HANG_MS = 45 * 60_000

/**
 * The folder of Node's compile cache. Without it, dozens of processes compile the same packages, which takes a tenth of
 * the time of screen tests.
 */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled')

/** A step that another step starts stays in the group of the outer step, so ending that step ends both. */
const WITHIN_STEP = 'QUAYWATCH_WITHIN_STEP'
const hasGroups = process.platform !== 'win32' && process.env[WITHIN_STEP] === undefined

/** @type {Set<ChildProcess>} */
const runningChildren = new Set()

/**
 * @param {Step} step
 * @returns {Promise<Outcome>}
 */
export async function runStep({ name, args, env = {}, isLive = false, timeoutMs = HANG_MS }) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env, [WITHIN_STEP]: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  })
  startWatching(child)
  let stdout = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    output += text
    if (isLive) process.stdout.write(text)
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
    if (isLive) process.stderr.write(text)
  })
  let isLate = false
  const timeout = setTimeout(() => {
    isLate = true
    endGroup(child, 'SIGKILL')
  }, timeoutMs)
  const code = await waitForExit(child)
  clearTimeout(timeout)
  stopWatching(child)
  if (isLate) output += `\nIt was ended because it took longer than ${Math.round(timeoutMs / 1000)} s.\n`
  return { name, isOk: code === 0, isLate, seconds: (performance.now() - startedAt) / 1000, stdout, output }
}

/**
 * Prints one line for a step that passed, and the whole output of one that failed.
 * @param {Outcome} outcome
 * @param {string} [counts] the counts of the step
 */
export function printOutcome({ name, isOk, seconds, output }, counts = '') {
  const mark = isOk ? 'ok    ' : 'FAILED'
  process.stdout.write(
    `${isOk ? '' : `\n${output.trimEnd()}\n`}${mark}  ${name}${counts === '' ? '' : `: ${counts}`}  ${seconds.toFixed(1)} s\n`,
  )
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number | null>} null when a signal ended it
 */
function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    // Processes that the step left running keep its output open, so without this `close` would never be emitted.
    child.once('exit', () => {
      endGroup(child, 'SIGKILL')
    })
    child.once('close', resolve)
  })
}

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @param {NodeJS.Signals} signal */
function endWithSteps(signal) {
  for (const child of runningChildren) endGroup(child, 'SIGKILL')
  process.exit(128 + constants.signals[signal])
}

/** @param {ChildProcess} child */
function startWatching(child) {
  if (runningChildren.size === 0) for (const signal of SIGNALS) process.on(signal, endWithSteps)
  runningChildren.add(child)
}

/** @param {ChildProcess} child */
function stopWatching(child) {
  runningChildren.delete(child)
  // Without a running step, signals are handled by the program that this script starts next.
  if (runningChildren.size === 0) for (const signal of SIGNALS) process.off(signal, endWithSteps)
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch {
    // ESRCH: all of its processes have already ended.
  }
}
