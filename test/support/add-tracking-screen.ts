// Opens and fills the dialog *Add tracking*.
import { afterEach, beforeEach, vi } from 'vitest'
import { all, flush, open, press, type } from './screens.ts'
import { PAUSE_MS } from '../../src/renderer/src/features/tracking/useInference.ts'

/** Fakes the timers of the page, because the dialog waits for `PAUSE_MS` before it calls the service. */
export function useDialogTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export async function openAddDialog(options: Parameters<typeof open>[0] = {}) {
  const opened = await open({ rows: 7, ...options })
  await press('n', { ctrlKey: true })
  return opened
}

/** Types the number and waits for the answer of the service. */
export async function enterNumber(value: string) {
  await type('add-number', value)
  await waitForInference()
}

export async function waitForInference() {
  await vi.advanceTimersByTimeAsync(PAUSE_MS)
  await flush()
}

export const chosenLines = () =>
  all('[data-testid="add-line"] .option')
    .filter((option) => option.querySelector('input')?.checked)
    .map(({ dataset }) => dataset.testid)
