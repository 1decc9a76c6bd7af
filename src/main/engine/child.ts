// Two functions for Electron's utility processes: one reads the output up to its last line, the other ends a process,
// even if it has not started yet.
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { UtilityProcess } from 'electron'

/**
 * Calls `onLine` with each line of a child's output and resolves after the last one. When the child emits `exit`,
 * Electron removes all listeners of its output streams (lib/browser/api/utility-process.ts). The last lines of a crash
 * may arrive later, so our listeners are added again.
 */
export function readLines(
  child: UtilityProcess,
  output: NodeJS.ReadableStream | null,
  onLine: (line: string) => void,
): Promise<void> {
  if (!output) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const lineSource = new PassThrough()
  createInterface({ input: lineSource })
    .on('line', onLine)
    .once('close', () => resolve(undefined))
  const forward = (chunk: Buffer) => {
    lineSource.write(chunk)
  }
  const end = () => {
    lineSource.end()
  }
  const addListeners = () => {
    // `off` first, so that no listener is added twice.
    output.off('data', forward).on('data', forward)
    output.off('end', end).on('end', end)
    // A stream that has already ended emits no further `end`.
    if ('readableEnded' in output && output.readableEnded === true) end()
  }
  addListeners()
  child.once('exit', () => {
    // Electron removes the listeners after all `exit` listeners have run, so this waits until the next tick.
    process.nextTick(addListeners)
  })
  return promise
}

/**
 * Ends the process, also if it has not started yet. Before the start, Electron's `kill` does nothing and returns false
 * (electron_api_utility_process.cc).
 */
export function killChild(child: UtilityProcess): void {
  if (!child.kill())
    child.once('spawn', () => {
      child.kill()
    })
}
