// The state of the connection, with the failure that caused it. Every answer and every failure updates it. A failure
// does not change the age of the data. board-state.ts computes whether the board is current.
import type { AppError, ErrorCode } from '#contract/errors.ts'
import type { SyncState } from '#contract/sync.ts'
import type { Failure } from '#contract/values.ts'

export type Health = { state: SyncState; since: string; error: Failure | null }

export type HealthMonitor = {
  get(): Health
  /** Call this after each usable answer. */
  answered(now: string): void
  /** Call this after each failure. */
  failed(error: AppError, now: string): void
  /** Call this after status 429: the request is not lost, it waits for its retry. */
  refused(now: string): void
}

const states: Partial<Record<ErrorCode, SyncState>> = {
  'api/unauthorized': 'key-rejected',
  'api/forbidden': 'key-rejected',
  'api/other-account': 'other-account',
  'api/account-unclear': 'other-account',
  'api/offline': 'offline',
  'api/timeout': 'offline',
  'api/certificate': 'offline',
  'api/proxy-login': 'offline',
  'api/proxy-refused': 'offline',
}

export function syncStateOf(code: ErrorCode): SyncState {
  return states[code] ?? 'trouble'
}

/**
 * `onChange` is called when the state or the error changed, and with every failure, because each failure postpones the
 * next attempt. An answer that changes nothing does not call it.
 */
export function createHealth(hasKey: boolean, now: string, onChange: () => void): HealthMonitor {
  let health: Health = { state: hasKey ? 'starting' : 'no-key', since: now, error: null }
  const update = (state: SyncState, error: Failure | null, at: string) => {
    // Without an error, the same state is nothing new.
    if (health.state === state && health.error?.code === error?.code && error === null) return
    health = { state, since: health.state === state ? health.since : at, error }
    onChange()
  }
  return {
    get: () => health,
    answered: (at) => update('live', null, at),
    refused: (at) => update('rate-limited', { code: 'api/rate-limited', details: {} }, at),
    failed: ({ code, details }, at) => update(syncStateOf(code), { code, details }, at),
  }
}
