// Waits before any test until the engine has some data. `eventually` (board.ts) uses `expect.poll`, which works
// only inside a test.
import { vi } from 'vitest'
import { HANG_MS } from '#support/hang.ts'

export async function waitForEngine(condition: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error(`the condition is still false: ${String(condition)}`)
    },
    { timeout: HANG_MS, interval: 40 },
  )
}
