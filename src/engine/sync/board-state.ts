// The state of the board in one word: the state of the connection while no usable answer comes, otherwise the result of
// the container sweeps. An answer to another request does not make the board current.
import type { SyncState, SyncStatus } from '#contract/sync.ts'
import type { Failure } from '#contract/values.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Health } from './health.ts'
import type { SweepTiming } from '../mirror/records.ts'

/**
 * Why no container sweep was completed since the last complete one. `read`: how much of the list the last failed sweep
 * read.
 */
export type SweepFault = { since: string; failure: Failure; read: NonNullable<SyncStatus['incomplete']> }

export type Sweeps = {
  /** The last complete sweep of the containers; null before the first. */
  complete: SweepTiming | null
  /** The time between two sweeps; Infinity: only on request. */
  everyMs: number
  fault: SweepFault | null
  /** The service requested a pause: nothing is read until it is over. */
  isPaused: boolean
}

export type BoardState = {
  state: SyncState
  since: string
  error: Failure | null
  incomplete: SyncStatus['incomplete']
}

/**
 * Periods after the last complete sweep in which the board counts as current: one sweep may fail or be late before the
 * state changes.
 */
const CURRENT_PERIODS = 2

export function computeBoardState(connection: Health, sweeps: Sweeps, nowMs: number): BoardState {
  if (connection.state !== 'live') return { ...connection, incomplete: null }
  const untilMs = currentUntilMs(sweeps)
  if (untilMs !== null && nowMs <= untilMs) return { ...connection, incomplete: null }
  const { fault } = sweeps
  if (fault) return { state: 'incomplete', since: fault.since, error: fault.failure, incomplete: fault.read }
  const overdueMs = Math.max(instantMs(connection.since) ?? 0, untilMs ?? 0)
  const since = instantOf(overdueMs)
  if (sweeps.isPaused)
    return { state: 'rate-limited', since, error: { code: 'api/rate-limited', details: {} }, incomplete: null }
  return { state: 'checking', since, error: null, incomplete: null }
}

/**
 * Until when the last complete sweep keeps the board current; Infinity if sweeps run only on request, null before the
 * first.
 */
export function currentUntilMs({ complete, everyMs }: Pick<Sweeps, 'complete' | 'everyMs'>): number | null {
  if (complete === null) return null
  // In a large account one sweep can take longer than the period.
  return (instantMs(complete.endedAt) ?? 0) + CURRENT_PERIODS * Math.max(everyMs, complete.tookMs)
}
