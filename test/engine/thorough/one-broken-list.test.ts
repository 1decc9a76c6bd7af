// If the service answers but one list fails, the other lists are read at their usual pace.
import { expect, test } from 'vitest'
import type { Fault } from '#support/network.ts'
import { waitForNewSweep, startSyncedEngine } from '#support/synced-engine.ts'

const MINUTE = 60_000
const error: Fault = {
  kind: 'answer',
  status: 500,
  contentType: 'application/json',
  body: '{"errors":[{"status":"500"}]}',
}

test.each([
  ['tracking requests', '/tracking_requests'],
  ['shipments', '/shipments'],
  ['timelines', '/transport_events'],
])('while each read of %s fails, containers are read as before and the state is live', async (_name, path) => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(({ url }) => (new URL(url).pathname.endsWith(path) ? error : null))
  await engine.client.call('sync.refresh', {})
  const countSweeps = () =>
    engine.network.sent.filter(({ url }) => new URL(url).pathname.endsWith('/containers')).length
  const sweepsBefore = countSweeps()
  const states = new Set<string>()
  for (let minute = 0; minute < 20; minute++) {
    await engine.clock.advance(MINUTE)
    states.add((await engine.client.call('sync.status', {})).state)
  }
  expect([[...states], countSweeps() - sweepsBefore >= 20 * 3.5]).toEqual([['live'], true])
  // The retries have growing intervals: 15 s, 30 s, ... 10 minutes.
  const countTries = () => engine.network.sent.filter(({ url }) => new URL(url).pathname.endsWith(path)).length
  const triesBefore = countTries()
  await engine.clock.advance(10 * MINUTE)
  expect(countTries() - triesBefore).toBeLessThan(6)
})

test('a service that answers 503 with a retry time gets no request before that time', async () => {
  const engine = await startSyncedEngine({ containers: 12 })
  engine.network.fault(() => ({ kind: 'answer', status: 503, body: '', headers: { 'retry-after': '180' } }))
  await engine.clock.advanceUntil(async () => (await engine.client.call('sync.status', {})).state === 'trouble')
  // Waits for requests that were sent in parallel to the first.
  await engine.clock.advance(2_000)
  const sentBefore = engine.network.sent.length
  await engine.clock.advance(170_000)
  expect(engine.network.sent.length).toBe(sentBefore)
  engine.network.fault(null)
  await waitForNewSweep(engine)
  expect((await engine.client.call('sync.status', {})).state).toBe('live')
})
