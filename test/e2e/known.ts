// Waits before any test until the engine has some data. `eventually` (board.ts) is for tests only.
import { vi } from 'vitest'
import { HANG_MS } from '#support/hang.ts'

export async function known(isSo: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await isSo())) throw new Error(`still not so: ${String(isSo)}`)
    },
    { timeout: HANG_MS, interval: 40 },
  )
}
