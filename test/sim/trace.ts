// The log of a world's events. Its hash shows whether two runs of a seed are equal, and its last lines show the cause
// of a violation.
import { createHash } from 'node:crypto'

export type Trace = {
  add(atMs: number, event: string): void
  hash(): string
  /** Returns the newest 60 lines, or all of them if the trace is full. */
  lines(): string[]
}

const MAX_LINES = 60

export function createTrace(isFull: boolean): Trace {
  const hash = createHash('sha1')
  let lines: string[] = []
  let unhashedText = ''
  return {
    add: (atMs, event) => {
      const line = `${(atMs / 1000).toFixed(3)} ${event}`
      unhashedText += `${line}\n`
      if (unhashedText.length > 16_384) {
        hash.update(unhashedText)
        unhashedText = ''
      }
      lines.push(line)
      if (!isFull && lines.length > 2 * MAX_LINES) lines = lines.slice(-MAX_LINES)
    },
    hash: () => hash.copy().update(unhashedText).digest('hex').slice(0, 16),
    lines: () => (isFull ? lines : lines.slice(-MAX_LINES)),
  }
}
