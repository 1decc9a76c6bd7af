// The state of the connection in one word, with the failure that caused it. Every answer and every failure updates it;
// a failure never changes an age. board-state.ts computes whether the board is current.
import type { AppError, ErrorCode } from '#contract/errors.ts'
import type { SyncState } from '#contract/sync.ts'
import type { Failure } from '#contract/values.ts'

export type Health = { state: SyncState; since: string; error: Failure | null }

export type HealthMonitor = {
  get(): Health
  answered(now: string): void
  failed(error: AppError, now: string): void
  /** Status 429: the request is not lost, it waits. */
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
 * `onChange` is called when the word or the reason changed, not with every answer; but with every failure, because each
 * one postpones the next try.
 */
export function createHealth(hasKey: boolean, now: string, onChange: () => void): HealthMonitor {
  let health: Health = { state: hasKey ? 'starting' : 'no-key', since: now, error: null }
  const become = (state: SyncState, error: Failure | null, at: string) => {
    if (health.state === state && health.error?.code === error?.code && error === null) return
    health = { state, since: health.state === state ? health.since : at, error }
    onChange()
  }
  return {
    get: () => health,
    answered: (at) => {
      become('live', null, at)
    },
    refused: (at) => {
      become('rate-limited', { code: 'api/rate-limited', details: {} }, at)
    },
    failed: ({ code, details }, at) => {
      become(syncStateOf(code), { code, details }, at)
    },
  }
}
