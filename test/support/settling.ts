// What a page waits for beside itself: engines whose time stands still (screen-engine.ts).
import { onTestFinished } from 'vitest'

const waits = new Set<() => Promise<void>>()

/** Until the test ends. */
export function onSettle(wait: () => Promise<void>): void {
  waits.add(wait)
  onTestFinished(() => {
    waits.delete(wait)
  })
}

export async function settleAll(): Promise<void> {
  for (const wait of waits) await wait()
}
