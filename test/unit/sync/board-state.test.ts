// Which word the board goes by: what the connection is, when the last complete sweep ended, and what failed since.
import { expect, test } from 'vitest'
import { type Sweeps, boardState } from '#engine/sync/board-state.ts'
import type { Health } from '#engine/sync/health.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 17) + seconds * 1_000).toISOString()
const live: Health = { state: 'live', since: at(0), error: null }
const complete = (endedS: number, tookMs = 2_000) => ({ endedAt: at(endedS), tookMs })
const fault: Sweeps['fault'] = {
  since: at(70),
  failure: { code: 'api/server-error', details: {} },
  read: { done: 100, total: 300 },
}

test.each<[string, Health, Partial<Sweeps>, number, string]>([
  ['read whole within two periods', live, { complete: complete(60) }, 90, 'live'],
  [
    'read whole within two periods, though a sweep has failed since',
    live,
    { complete: complete(60), fault },
    90,
    'live',
  ],
  ['read whole longer ago, with nothing wrong', live, { complete: complete(60) }, 91, 'checking'],
  ['read whole longer ago, and a sweep has failed since', live, { complete: complete(60), fault }, 91, 'incomplete'],
  [
    'read whole longer ago, while the service wants a pause',
    live,
    { complete: complete(60), isPaused: true },
    91,
    'rate-limited',
  ],
  [
    'read whole within two periods, while the service wants a pause',
    live,
    { complete: complete(60), isPaused: true },
    90,
    'live',
  ],
  ['never read whole', live, {}, 5, 'checking'],
  ['never read whole, and the sweep failed', live, { fault }, 75, 'incomplete'],
  ['of so many containers that a sweep takes four minutes', live, { complete: complete(60, 240_000) }, 540, 'live'],
  ['read only when asked', live, { complete: complete(60), everyMs: Number.POSITIVE_INFINITY }, 86_400, 'live'],
  [
    'behind a service that is away',
    { ...live, state: 'offline', error: { code: 'api/offline', details: {} } },
    { complete: complete(60), fault },
    61,
    'offline',
  ],
  ['behind a key that is refused', { ...live, state: 'key-rejected' }, { fault }, 61, 'key-rejected'],
])('a board %s', (_name, connection, sweeps, nowS, state) => {
  expect(
    boardState(
      connection,
      { complete: null, everyMs: 15_000, fault: null, isPaused: false, ...sweeps },
      Date.parse(at(nowS)),
    ).state,
  ).toBe(state)
})

test('what is incomplete says since when, why, and how far it came', () => {
  expect(
    boardState(live, { complete: complete(60), everyMs: 15_000, fault, isPaused: false }, Date.parse(at(200))),
  ).toEqual({ state: 'incomplete', since: at(70), error: fault.failure, incomplete: { done: 100, total: 300 } })
})
