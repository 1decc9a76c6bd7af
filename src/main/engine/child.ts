// What Electron leaves to whoever forks a utility process: to read its output to the last line, and to end one that has
// not begun yet.
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import type { UtilityProcess } from 'electron'

/**
 * Calls `work` with each line of a child's output and resolves after the last one. Electron takes all listeners off the
 * stream once it has told of the end (lib/browser/api/utility-process.ts); the last words of a crash may still be on
 * their way then, so ours are put back.
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

/** Before the process has begun, Electron's own `kill` does nothing and says so (electron_api_utility_process.cc). */
export function endChild(child: UtilityProcess): void {
  if (!child.kill())
    child.once('spawn', () => {
      child.kill()
    })
}
