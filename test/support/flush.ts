// Lets `flush` of screens.ts wait for work outside the page, such as engines with a stopped clock (screen-engine.ts).
import { onTestFinished } from 'vitest'

const waits = new Set<() => Promise<void>>()

/** Registers a function for `flushAll` until the test ends. */
export function onFlush(wait: () => Promise<void>): void {
  waits.add(wait)
  onTestFinished(() => {
    waits.delete(wait)
  })
}

export async function flushAll(): Promise<void> {
  for (const wait of waits) await wait()
}
