// Starts the programs of a measurement, each in its own process with its own event loop.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export type Child = {
  /** Returns the next line of the child's output, parsed as JSON. */
  readAnswer<T>(): Promise<T>
  stop(): Promise<void>
}

export function startChild(file: string, args: string[]): Child {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  const ended = once(child, 'exit').then(() => {
    running.delete(child)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    readAnswer: async <T>() => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${file} ended without an answer`)
      return JSON.parse(value) as T
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
