// A computer that reads the service alone, because its office has been away for 15 minutes.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { getErrorCode } from '#support/error-code.ts'
import { listChanges, readStatus, startOffice } from '#support/engine-office.ts'
import { listStableRows, waitForFirstSweep } from '#support/synced-engine.ts'
import type { TestEngine } from '#support/test-engine.ts'
import type { TrackingServiceOptions } from '#support/tracking-service.ts'
import { VALID_NUMBER, getRequest, newBillRequest } from '#support/tracking-requests.ts'

const MINUTE_MS = 60_000

/** A leader and a follower without their office, for this long. The follower's user lets it read alone after that. */
async function startWithoutOffice(awayMs = 16 * MINUTE_MS, options: TrackingServiceOptions = {}) {
  const leader = await startOffice(false, options)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  leader.model.setOff(true)
  await leader.clock.advance(awayMs)
  return { leader, follower, ...leader }
}

test('reading alone is offered and allowed after the office has been away for 15 minutes, and not before', async () => {
  const { follower, clock } = await startWithoutOffice(14 * MINUTE_MS)
  expect((await readStatus(follower)).office).toEqual({ reader: null, alone: null })
  expect(await getErrorCode(follower.client.call('sync.readAlone', {}))).toBe('office/not-away')
  await clock.advance(2 * MINUTE_MS)
  const { since, office } = await readStatus(follower)
  expect(office).toEqual({ reader: null, alone: { isReading: false, since } })
  expect(follower.network.sent).toEqual([])
})

test('a computer that reads alone is live, within a fifth of the limit, and sends nothing', async () => {
  const { follower, clock } = await startWithoutOffice(16 * MINUTE_MS, { containers: 900 })
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await follower.client.call('sync.readAlone', {})
  await clock.advance(2 * MINUTE_MS)
  const status = await readStatus(follower)
  expect(status).toMatchObject({ state: 'live', office: { reader: null, alone: { isReading: true } } })
  expect(status.requests.lastMinute).toBeGreaterThan(10)
  expect(status.requests.lastMinute).toBeLessThanOrEqual(19)
  expect(status.requests.allowed).toBe(19)
  expect(new Set(follower.network.sent.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect((await getRequest(follower, id)).failure?.code).toBe('office/unreachable')
  expect(await getErrorCode(follower.client.call('tracking.infer', { number: VALID_NUMBER }))).toBe(
    'office/unreachable',
  )
})

/** Changes of one field that follow each other with the same value: two computers recorded one change. */
function listRepeated({ dir }: TestEngine): unknown[] {
  const db = new Database(join(dir, 'mirror.db'), { readonly: true })
  const sql = `SELECT type, rid, field, after, seen_at FROM (
      SELECT *, lag(after) OVER w AS previous, lag(id) OVER w AS n FROM change
      WINDOW w AS (PARTITION BY type, rid, field ORDER BY seen_at, id))
    WHERE n IS NOT NULL AND after IS previous`
  const rows = db.prepare(sql).all()
  db.close()
  return rows
}

/** The order of changes that arrive together is each desktop's own. */
const sortChanges = async (engine: TestEngine) =>
  (await listChanges(engine)).map((change) => JSON.stringify(change)).toSorted()

/** Until both have every row of the other, with its history. */
async function waitUntilEqual(one: TestEngine, other: TestEngine) {
  await one.clock.advanceUntil(async () => isDeepStrictEqual(await sortChanges(one), await sortChanges(other)))
  await one.clock.advanceUntil(async () => isDeepStrictEqual(await listStableRows(one), await listStableRows(other)))
}

test('what one computer read alone is in the history of each, once, after the office is back', async () => {
  const { leader, follower, clock, model } = await startWithoutOffice(16 * MINUTE_MS, { speed: 600 })
  await follower.client.call('sync.readAlone', {})
  await clock.advance(10 * MINUTE_MS)
  const seenAlone = await listChanges(follower)
  expect(seenAlone.length).toBeGreaterThan((await listChanges(leader)).length)
  model.setOff(false)
  await clock.advance(MINUTE_MS)
  await waitUntilEqual(leader, follower)
  expect([listRepeated(leader), listRepeated(follower)]).toEqual([[], []])
})

test('the first answer of the office ends reading alone, also without a leader', async () => {
  const { follower, clock, model } = await startWithoutOffice()
  await follower.client.call('sync.readAlone', {})
  await clock.advance(MINUTE_MS)
  await model.owner.query('UPDATE office.member SET can_lead = 0')
  model.setOff(false)
  await clock.advanceUntil(async () => (await readStatus(follower)).office?.alone === null)
  const sent = follower.network.sent.length
  await clock.advance(10 * MINUTE_MS)
  expect(follower.network.sent).toHaveLength(sent)
  expect(await readStatus(follower)).toMatchObject({ state: 'office-away', error: { code: 'office/no-leader' } })
})

test('reading alone is not remembered over a restart', async () => {
  const { follower, clock } = await startWithoutOffice()
  await follower.client.call('sync.readAlone', {})
  await clock.advance(MINUTE_MS)
  await follower.restart()
  const sent = follower.network.sent.length
  await clock.advance(10 * MINUTE_MS)
  expect(follower.network.sent).toHaveLength(sent)
  expect(await readStatus(follower)).toMatchObject({ state: 'office-away', office: { alone: null } })
})

test('a computer may read alone if none of the office leads, until one does', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  await leader.model.owner.query('UPDATE office.member SET can_lead = 0')
  await leader.clock.advance(17 * MINUTE_MS)
  await follower.client.call('sync.readAlone', {})
  await leader.clock.advance(MINUTE_MS)
  expect(await readStatus(follower)).toMatchObject({ state: 'live', office: { alone: { isReading: true } } })
  await leader.model.owner.query('UPDATE office.member SET can_lead = 1')
  for (const name of ['this', 'other']) leader.model.endSessions(name)
  await leader.clock.advance(2 * MINUTE_MS)
  for (const engine of [leader, follower])
    expect(await readStatus(engine)).toMatchObject({ state: 'live', office: { alone: null } })
  await waitUntilEqual(leader, follower)
})

test('a leader that stops just after it lost its office leaves no timer', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  engine.model.setOff(true)
  await engine.clock.advance(1_000)
  await engine.stop()
  expect(engine.clock.countTimers()).toBe(0)
})
