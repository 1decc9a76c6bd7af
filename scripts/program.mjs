// Starts the program a script was asked for and steps aside: signals go to it, and its end becomes ours.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Problem, ROOT } from './project.mjs'

/**
 * `onLine`: gets standard output line by line, which otherwise passes as it is; `onErrorText`: also sees standard error.
 * @typedef {{ file: string, args: string[], env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, onErrorText?: (text: string) => void }} Program
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, ranMs: number }} End
 */

/** What the system says of a file that is no program, in words. @type {Record<string, string>} */
const STARTING = { EACCES: 'it is not a program, or may not be run by you', ENOENT: 'it is not there', ENOEXEC: 'it is not a program for this computer' }

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * @param {Program} program
 * @returns {Promise<End>}
 */
export async function runProgram({ file, args, env = process.env, onLine, onErrorText }) {
  const startedAt = performance.now()
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl+C in a terminal reaches the child by itself; twice would mean "at once" to it.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  // Before there is a child: one that is up at once can make somebody end us before the next line is reached, and would stay behind.
  for (const signal of SIGNALS) process.on(signal, passOn)
  const child = spawn(file, args, { cwd: ROOT, env: { UV_THREADPOOL_SIZE: '16', ...env }, stdio: ['inherit', onLine ? 'pipe' : 'inherit', onErrorText ? 'pipe' : 'inherit'] })
  if (child.stdout && onLine) createInterface({ input: child.stdout }).on('line', onLine)
  if (child.stderr && onErrorText) {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      process.stderr.write(text)
      onErrorText(text)
    })
  }
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
        reject(new Problem(`${file} cannot be started: ${STARTING[code ?? ''] ?? message}.`))
      })
      child.once('close', (code, signal) => {
        resolve({ code, signal, ranMs: performance.now() - startedAt })
      })
    })
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn)
  }
}

/**
 * The exit code that says how the program ended; when a signal ended it, that signal ends us too.
 * @param {End} end
 */
export function exitLike({ code, signal }) {
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? 1
}
