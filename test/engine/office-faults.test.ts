// An office whose desktops or network fail: who reads the service then, and that nothing is lost or sent twice.
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { createFakeClock } from '#support/fake-clock.ts'
import type { ModelNetwork } from '#support/office-model/connections.ts'
import { createFilledModel } from '#support/office-model/filled.ts'
import { createSeededRandom } from '#support/seeded.ts'
import { listStableRows, loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import { type TestEngine, startTestEngine } from '#support/test-engine.ts'
import { VALID_NUMBER, getRequest, isPost, newBillRequest } from '#support/tracking-requests.ts'
import { startTrackingService } from '#support/tracking-service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const START_MS = Date.parse('2026-11-20T17:00:00Z')

/** `login`: of the follower. */
type OfficeOptions = { network?: ModelNetwork; wrongByMs?: number; login?: string }

/** An office with a leader and a follower. Both clocks are wrong by `wrongByMs`, and that of the service is right. */
async function startOffice({ network = {}, wrongByMs = 0, login = 'lea' }: OfficeOptions = {}) {
  const clock = createFakeClock(START_MS)
  const { model } = await createFilledModel({ clock, nowMs: () => clock.up(), randomId: () => crypto.randomUUID() })
  const service = startTrackingService(clock, { containers: 12 })
  const start = (name: string, login = 'lea') =>
    startTestEngine({ clock, handle: service.handle, office: model.connectFrom(name, network), idPrefix: name, login })
  clock.setWall(START_MS + wrongByMs)
  const leader = await start('leader')
  await waitForFirstSweep(leader)
  const follower = await start('follower', login)
  await waitForFirstSweep(follower)
  await clock.advance(10_000)
  return { clock, model, leader, follower }
}

const readStatus = ({ client }: TestEngine) => client.call('sync.status', {})
const countPosts = (...engines: TestEngine[]) =>
  engines.reduce((sum, { network }) => sum + network.sent.filter(isPost).length, 0)
const readFence = async ({ owner }: Awaited<ReturnType<typeof createFilledModel>>['model']) =>
  (await owner.query<{ fence: number }>('SELECT fence FROM office.lease WHERE space = 1'))[0]?.fence ?? 0

test('a leader that cannot reach the service for a minute gives the lease to another desktop', async () => {
  const { clock, leader, follower } = await startOffice()
  leader.network.unplug()
  await clock.advance(50_000)
  expect(follower.network.sent).toEqual([])
  await clock.advance(MINUTE_MS)
  expect(await readStatus(follower)).toMatchObject({ state: 'live', office: { reader: { member: null } } })
  expect(await readStatus(leader)).toMatchObject({ state: 'live', office: { reader: { member: 'lea' } } })
})

test('a key that the service refuses to the leader is shown as refused on each desktop', async () => {
  const { clock, leader, follower } = await startOffice()
  leader.network.fault(() => ({ kind: 'answer', status: 401 }))
  for (const engine of [leader, follower]) {
    await clock.advanceUntil(async () => (await readStatus(engine)).state === 'key-rejected')
    expect((await readStatus(engine)).error?.code).toBe('api/unauthorized')
  }
  expect(follower.network.sent).toEqual([])
})

test('while the service is down for all, the lease changes more and more rarely', async () => {
  const { clock, model, leader, follower } = await startOffice()
  for (const { network } of [leader, follower]) network.unplug()
  await clock.advance(30 * MINUTE_MS)
  expect(await readFence(model)).toBeLessThan(12)
  for (const { network } of [leader, follower]) network.plug()
  await clock.advanceUntil(async () => (await readStatus(leader)).state === 'live')
  await clock.advanceUntil(async () => (await readStatus(follower)).state === 'live')
})

test('of two edits of one field on two desktops, the second becomes a conflict', async () => {
  const { clock, leader, follower } = await startOffice()
  const [row] = await loadAllRows(leader)
  const save = ({ client }: TestEngine, word: string) =>
    client.call('edits.saveLabels', { target: { type: 'container', id: row!.id }, field: 'refs', words: [word] })
  const readEdits = async ({ client }: TestEngine) => (await client.call('edits.list', { target: null })).rows
  await save(leader, 'FIRST')
  await save(follower, 'SECOND')
  await clock.advanceUntil(async () => (await readEdits(follower))[0]?.state === 'conflict')
  expect(await readEdits(follower)).toMatchObject([{ value: ['SECOND'], theirs: ['FIRST'], base: row!.refs }])
  expect(await readEdits(leader)).toEqual([])
})

test('with 300 ms between desktops and office and a loss of 5 %, each request is sent once and the rows are equal', async () => {
  const random = createSeededRandom(1)
  let delayMs = 300
  const network: ModelNetwork = {
    delayMs: () => delayMs,
    drawStatementFault: () => (random() < 0.05 ? (random() < 0.5 ? 'lost-before' : 'lost-after') : null),
  }
  const { clock, leader, follower } = await startOffice({ network })
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect(countPosts(leader, follower)).toBe(1)
  await clock.advanceUntil(async () => isDeepStrictEqual(await listStableRows(follower), await listStableRows(leader)))
  // A message that is still on its way would count as a timer that an engine left behind.
  delayMs = 0
  await clock.advance(1_000)
  await clock.advanceUntilSettled(Promise.all([leader.stop(), follower.stop()]))
})

test('without a leader the requests of users wait, and the next leader sends them', async () => {
  const { clock, leader, follower, model } = await startOffice()
  await model.owner.query('UPDATE office.member SET can_lead = 0')
  await clock.advance(MINUTE_MS)
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advance(MINUTE_MS)
  expect(await getRequest(follower, id)).toMatchObject({ state: 'waiting', failure: { code: 'office/no-leader' } })
  await model.owner.query('UPDATE office.member SET can_lead = 1')
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect(countPosts(leader, follower)).toBe(1)
})

test('what a removed member saves waits on its computer with the reason, and is sent once if it is a member again', async () => {
  const { clock, model, leader, follower } = await startOffice({ login: 'ben' })
  const rows = await listStableRows(follower)
  const setRemoved = (at: string | null) =>
    model.owner.query(`UPDATE office.member SET removed_at = $1 WHERE login = 'ben'`, [at])
  await setRemoved('2026-11-20T17:00:00Z')
  model.endSessions('follower')
  const { id } = await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await clock.advance(5 * MINUTE_MS)
  expect((await readStatus(follower)).error?.code).toBe('office/not-a-member')
  expect((await getRequest(follower, id)).state).toBe('waiting')
  expect(await listStableRows(follower)).toEqual(rows)
  expect(countPosts(leader, follower)).toBe(0)
  await setRemoved(null)
  await clock.advanceUntil(async () => (await getRequest(follower, id)).state === 'created')
  expect([countPosts(leader), countPosts(follower)]).toEqual([1, 0])
})

test.each([-DAY_MS, DAY_MS])(
  'computers whose clocks are wrong by %i ms show the time of the service',
  async (wrongByMs) => {
    const { clock, follower, leader } = await startOffice({ wrongByMs })
    const [own, other] = [await readStatus(follower), await readStatus(leader)]
    expect([own.state, own.lastCompleteAt]).toEqual(['live', other.lastCompleteAt])
    for (const { now } of [own, other]) expect(Math.abs(Date.parse(now) - START_MS - clock.mono())).toBeLessThan(2_000)
  },
)
