// Runs a program in place of the script: passes signals on to it, and ends with its exit code.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Problem, ROOT } from './project.mjs'

/**
 * `onLine`: gets each line of standard output, which is otherwise passed through. `onErrorText`: also gets standard
 * error.
 * `isWindowed`: a program with windows of its own, which Windows runs apart from the terminal.
 * @typedef {{
 *   file: string, args: string[], env?: NodeJS.ProcessEnv, isWindowed?: boolean,
 *   onLine?: (line: string) => void, onErrorText?: (text: string) => void
 * }} Program
 */

/**
 * `wasSignalled`: this process received a signal while the program ran, so the end was requested.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, ranMs: number, wasSignalled: boolean }} End
 */

/** The reason in words for each error code of a program that cannot be started. @type {Record<string, string>} */
const START_ERRORS = {
  EACCES: 'it is not a program, or may not be run by you',
  ENOENT: 'it is not there',
  ENOEXEC: 'it is not a program for this computer',
}

/** The last output of a program arrives within this time after its end. */
const LAST_OUTPUT_MS = 1_000

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Whether a signal must be passed on to the program. A terminal sends Ctrl+C to every program in it, and the program
 * would treat a second signal as a request to end at once. On Windows, Ctrl+C does not reach programs with windows.
 * @param {NodeJS.Signals} signal
 * @param {{ platform: NodeJS.Platform, isTerminal: boolean, isWindowed: boolean }} program
 */
export function mustPassOn(signal, { platform, isTerminal, isWindowed }) {
  return signal !== 'SIGINT' || !isTerminal || (platform === 'win32' && isWindowed)
}

/**
 * Rejects with a Problem if the program cannot be started.
 * @param {Program} program
 * @returns {Promise<End>}
 */
export async function runProgram({ file, args, env = process.env, isWindowed = false, onLine, onErrorText }) {
  const startedAt = performance.now()
  let wasSignalled = false
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    wasSignalled = true
    if (mustPassOn(signal, { platform: process.platform, isTerminal: process.stdin.isTTY, isWindowed }))
      child.kill(signal)
  }
  // The handlers are added before the child exists. Otherwise a signal right after its start would end only this
  // process, and the child would keep running.
  for (const signal of SIGNALS) process.on(signal, passOn)
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { UV_THREADPOOL_SIZE: '16', ...env },
    stdio: ['inherit', onLine ? 'pipe' : 'inherit', onErrorText ? 'pipe' : 'inherit'],
  })
  if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine)
  if (child.stderr && onErrorText) {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text)
      onErrorText(text)
    })
  }
  try {
    const { code, signal, ranMs } = await waitForEnd(child, file, startedAt)
    return { code, signal, ranMs, wasSignalled }
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn)
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} file
 * @param {number} startedAt
 * @returns {Promise<Omit<End, 'wasSignalled'>>}
 */
function waitForEnd(child, file, startedAt) {
  return new Promise((resolve, reject) => {
    child.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
      reject(new Problem(`${file} cannot be started: ${START_ERRORS[code ?? ''] ?? message}.`))
    })
    child.once('exit', (code, signal) => {
      const end = { code, signal, ranMs: performance.now() - startedAt }
      child.once('close', () => {
        resolve(end)
      })
      // Its own children may outlive it and keep the output open.
      setTimeout(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      }, LAST_OUTPUT_MS).unref()
    })
  })
}

/**
 * The exit code of the program. If a signal ended it, the same signal ends this process too.
 * @param {End} end
 */
export function exitLike({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? 1
}
