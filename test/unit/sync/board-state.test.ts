// The state of the board depends on the connection, the end of the last complete sweep, and later failures.
import { expect, test } from 'vitest'
import { type Sweeps, computeBoardState } from '#engine/sync/board-state.ts'
import type { Health } from '#engine/sync/health.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 17) + seconds * 1_000).toISOString()
const connected: Health = { state: 'live', since: at(0), error: null }
const completeSweep = (endedS: number, tookMs = 2_000) => ({ endedAt: at(endedS), tookMs })
const failedSweep: Sweeps['fault'] = {
  since: at(70),
  failure: { code: 'api/server-error', details: {} },
  read: { done: 100, total: 300 },
}

// Times are in seconds. The sweep ended at 60 and the period is 15, so the board is live until 90.
test.each<[name: string, connection: Health, sweeps: Partial<Sweeps>, nowS: number, state: string]>([
  ['read completely within two periods', connected, { complete: completeSweep(60) }, 90, 'live'],
  [
    'read completely within two periods, although a later sweep failed',
    connected,
    { complete: completeSweep(60), fault: failedSweep },
    90,
    'live',
  ],
  ['read completely longer ago, without a failure', connected, { complete: completeSweep(60) }, 91, 'checking'],
  [
    'read completely longer ago, with a later failure',
    connected,
    { complete: completeSweep(60), fault: failedSweep },
    91,
    'incomplete',
  ],
  [
    'read completely longer ago, while the service requires a pause',
    connected,
    { complete: completeSweep(60), isPaused: true },
    91,
    'rate-limited',
  ],
  [
    'read completely within two periods, while the service requires a pause',
    connected,
    { complete: completeSweep(60), isPaused: true },
    90,
    'live',
  ],
  ['never read completely', connected, {}, 5, 'checking'],
  ['never read completely, with a failed sweep', connected, { fault: failedSweep }, 75, 'incomplete'],
  [
    'whose sweep takes four minutes, within twice that time',
    connected,
    { complete: completeSweep(60, 240_000) },
    540,
    'live',
  ],
  [
    'read only on request',
    connected,
    { complete: completeSweep(60), everyMs: Number.POSITIVE_INFINITY },
    86_400,
    'live',
  ],
  [
    'of an unreachable service',
    { ...connected, state: 'offline', error: { code: 'api/offline', details: {} } },
    { complete: completeSweep(60), fault: failedSweep },
    61,
    'offline',
  ],
  ['with a refused key', { ...connected, state: 'key-rejected' }, { fault: failedSweep }, 61, 'key-rejected'],
])('a board %s has the expected state', (_name, connection, sweeps, nowS, state) =>
  expect(
    computeBoardState(
      connection,
      { complete: null, everyMs: 15_000, fault: null, isPaused: false, ...sweeps },
      Date.parse(at(nowS)),
    ).state,
  ).toBe(state),
)

test('an incomplete board has the time, the reason and the progress of the failed sweep', () =>
  expect(
    computeBoardState(
      connected,
      { complete: completeSweep(60), everyMs: 15_000, fault: failedSweep, isPaused: false },
      Date.parse(at(200)),
    ),
  ).toEqual({ state: 'incomplete', since: at(70), error: failedSweep.failure, incomplete: { done: 100, total: 300 } }))
