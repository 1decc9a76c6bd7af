// Work outside the page that `settled` waits for: engines whose clock stands still (screen-engine.ts).
import { onTestFinished } from 'vitest'

const waits = new Set<() => Promise<void>>()

/** Registered until the test ends. */
export function onSettle(wait: () => Promise<void>): void {
  waits.add(wait)
  onTestFinished(() => {
    waits.delete(wait)
  })
}

export async function settleAll(): Promise<void> {
  for (const wait of waits) await wait()
}
