// Two functions for utility processes that Electron lacks: reading the output to its last line, and ending a process
// that has not started yet.
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { UtilityProcess } from 'electron'

/**
 * Calls `work` with each line of a child's output and resolves after the last one. Electron removes all listeners of
 * the stream when it emits `exit` (lib/browser/api/utility-process.ts). The last lines of a crash may arrive later, so
 * our listeners are added again.
 */
export function onLines(
  child: UtilityProcess,
  output: NodeJS.ReadableStream | null,
  work: (line: string) => void,
): Promise<unknown> {
  if (!output) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const input = new PassThrough()
  createInterface({ input })
    .on('line', work)
    .once('close', () => {
      resolve(undefined)
    })
  const take = (chunk: Buffer) => {
    input.write(chunk)
  }
  const end = () => {
    input.end()
  }
  const listen = () => {
    output.off('data', take).on('data', take)
    output.off('end', end).on('end', end)
    if ('readableEnded' in output && output.readableEnded === true) end()
  }
  listen()
  child.once('exit', () => {
    process.nextTick(listen)
  })
  return promise
}

/**
 * Before the process has started, Electron's own `kill` does nothing and returns false
 * (electron_api_utility_process.cc).
 */
export function endChild(child: UtilityProcess): void {
  if (!child.kill())
    child.once('spawn', () => {
      child.kill()
    })
}
