// The log of a world's events. Its hash shows whether two runs of a seed are equal, and its last lines show the cause
// of a violation.
import { createHash } from 'node:crypto'

export type Trace = {
  add(atMs: number, what: string): void
  hash(): string
  /** Returns the newest 60 lines, or all of them if the trace is full. */
  lines(): string[]
}

const MAX_LINES = 60

export function createTrace(isFull: boolean): Trace {
  const hash = createHash('sha1')
  let lines: string[] = []
  let pending = ''
  return {
    add: (atMs, what) => {
      const line = `${(atMs / 1000).toFixed(3)} ${what}`
      pending += `${line}\n`
      if (pending.length > 16_384) {
        hash.update(pending)
        pending = ''
      }
      lines.push(line)
      if (!isFull && lines.length > 2 * MAX_LINES) lines = lines.slice(-MAX_LINES)
    },
    hash: () => hash.copy().update(pending).digest('hex').slice(0, 16),
    lines: () => (isFull ? lines : lines.slice(-MAX_LINES)),
  }
}
