// An engine in an office: only the leader reads the service and sends what its user saved.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { hashKey } from '#engine/api/client.ts'
import { damageFile } from '#support/broken-files.ts'
import { OWN_TRIGGER, changeSeed } from '#support/changed-seed.ts'
import { getErrorCode } from '#support/error-code.ts'
import { listChanges, readStatus, startOffice } from '#support/engine-office.ts'
import { HANG_MS } from '#support/hang.ts'
import type { Handle } from '#support/network.ts'
import { MAIN } from '#support/office-calls.ts'
import { openDesktop } from '#support/office-desktop.ts'
import type { OfficeModel } from '#support/office-model/model.ts'
import { listStableRows, loadAllRows, waitForFirstSweep } from '#support/synced-engine.ts'
import type { TestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'
import { VALID_NUMBER, getRequest, hasBeenSent, newBillRequest } from '#support/tracking-requests.ts'

const MINUTE_MS = 60_000

type StartEngine = Awaited<ReturnType<typeof startOffice>>['startEngine']

/** The same account under another key. */
const withKey =
  (handle: Handle, key: string): Handle =>
  (request) =>
    handle(
      request.headers['authorization'] === `Token ${key}`
        ? { ...request, headers: { ...request.headers, authorization: 'Token test-key' } }
        : request,
    )

function readLastRequestSeq({ dir }: TestEngine): number {
  const db = new Database(join(dir, 'mirror.db'), { readonly: true })
  const seq = db.prepare<[], number>('SELECT max(req_seq) FROM seen').pluck().get() ?? 0
  db.close()
  return seq
}

test('the leader reads the service as a desktop without an office does', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  expect(await readStatus(engine)).toMatchObject({
    state: 'live',
    office: { reader: { member: null, device: 'its computer' } },
  })
})

test('a follower shows the rows that the leader read, with their age and the name of the leader', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  expect(await listStableRows(follower)).toEqual(await listStableRows(leader))
  expect(follower.network.sent).toEqual([])
  // The leader reports with each renewal of its lease, and the follower asks every 5 s.
  await leader.clock.advance(10_000)
  const { lastCompleteAt } = await readStatus(leader)
  expect(await readStatus(follower)).toMatchObject({
    state: 'live',
    lastCompleteAt,
    office: { reader: { member: 'lea', device: 'its computer' } },
  })
})

test('changes at the service reach the follower with their history', async () => {
  const leader = await startOffice(false, { speed: 600 })
  const follower = await leader.startEngine('other')
  await leader.clock.advance(2 * MINUTE_MS)
  await leader.clock.advanceUntil(async () => {
    const changes = await listChanges(leader)
    return changes.length > 20 && isDeepStrictEqual(changes, await listChanges(follower))
  })
})

test('a follower whose mirror was damaged gets the records and the history from its office', async () => {
  const leader = await startOffice(false, { speed: 600 })
  const follower = await leader.startEngine('other')
  await leader.clock.advanceUntil(async () => (await listChanges(leader)).length > 5)
  // What the leader has read does not change any more.
  leader.network.unplug()
  await leader.clock.advance(10_000)
  const expected = [await listChanges(leader), await listStableRows(leader)]
  await follower.stop()
  damageFile(join(follower.dir, 'mirror.db'))
  await follower.restart()
  expect(await readStatus(follower)).toMatchObject({ notices: [{ code: 'db/mirror-rebuilt' }] })
  follower.errors.length = 0
  await leader.clock.advanceUntil(async () =>
    isDeepStrictEqual([await listChanges(follower), await listStableRows(follower)], expected),
  )
  expect(follower.network.sent).toEqual([])
})

test('the requests of a follower that takes over are later than those of the leader', async () => {
  const leader = await startOffice(false)
  const follower = await leader.startEngine('other')
  await leader.clock.advance(10 * MINUTE_MS)
  await leader.stop()
  const lastOfLeader = readLastRequestSeq(follower)
  await leader.clock.advance(10_000)
  expect(follower.network.sent.length).toBeLessThan(lastOfLeader)
  expect(readLastRequestSeq(follower)).toBeGreaterThan(lastOfLeader)
})

test('an office without a leader says so on each desktop', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  await leader.model.owner.query('UPDATE office.member SET can_lead = 0')
  await leader.clock.advance(MINUTE_MS)
  expect(await readStatus(follower)).toMatchObject({ state: 'office-away', error: { code: 'office/no-leader' } })
  expect(await loadAllRows(follower)).toHaveLength(12)
})

test('an account of another key stays out of the office', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const stranger = await leader.startEngine('other', { apiKey: 'another key' })
  await leader.clock.advance(MINUTE_MS)
  expect(await readStatus(stranger)).toMatchObject({ state: 'office-away', error: { code: 'office/other-account' } })
  expect([stranger.network.sent, await loadAllRows(stranger)]).toEqual([[], []])
})

/** A folder with data of the first key, in an office with a new key. `service`: what the new key reads. */
async function restartWithNewKey(
  leader: TestEngine & { model: OfficeModel; startEngine: StartEngine },
  handle: Handle,
) {
  await waitForFirstSweep(leader)
  await leader.stop()
  await leader.model.owner.query('UPDATE office.space SET key_hash = $1', [hashKey('new-key')])
  return leader.startEngine('other', { dir: leader.dir, apiKey: 'new-key', handle })
}

test('a folder with data of another account stays out of the office', async () => {
  const leader = await startOffice(false)
  const { handle } = startTrackingService(leader.clock, { containers: 3, seed: 2, key: 'new-key' })
  const engine = await restartWithNewKey(leader, handle)
  await leader.clock.advance(MINUTE_MS)
  expect(await readStatus(engine)).toMatchObject({
    state: 'other-account',
    error: { code: 'api/other-account' },
    office: { reader: null },
  })
  expect(engine.network.sent.every(({ method }) => method === 'GET')).toBe(true)
  expect([engine.network.sent.length <= 6, await loadAllRows(engine)]).toMatchObject([true, { length: 12 }])
})

test('a folder with data of an earlier key of the account joins the office', async () => {
  const leader = await startOffice(false)
  const engine = await restartWithNewKey(leader, withKey(leader.service.handle, 'new-key'))
  await engine.clock.advanceUntil(async () => (await readStatus(engine)).state === 'live')
  expect(await readStatus(engine)).toMatchObject({ office: { reader: { device: 'its computer' } } })
})

/** A folder with data of the first key, which its user replaced by a new key of the same account. */
async function restartAfterRotation(login: string) {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  await leader.stop()
  const handle = withKey(leader.service.handle, 'new-key')
  const engine = await leader.startEngine('other', { dir: leader.dir, apiKey: 'new-key', handle, login })
  await engine.clock.advance(MINUTE_MS)
  return { engine, loadKey: () => leader.model.owner.query('SELECT key_hash FROM office.space WHERE id = 1') }
}

test('an administrator’s desktop gives the office the new key of the account', async () => {
  const { engine, loadKey } = await restartAfterRotation('ada')
  expect(await loadKey()).toEqual([{ key_hash: hashKey('new-key') }])
  // Ada may not lead.
  expect(await readStatus(engine)).toMatchObject({ state: 'office-away', error: { code: 'office/no-leader' } })
})

test('the desktop of another member with the new key says who can give it to the office', async () => {
  const { engine, loadKey } = await restartAfterRotation('lea')
  expect(await loadKey()).toEqual([{ key_hash: hashKey('test-key') }])
  expect(await readStatus(engine)).toMatchObject({ state: 'office-away', error: { code: 'office/key-changed' } })
})

test('a new key in a folder without data says nothing about the account of the office', async () => {
  const { clock, service, model, startEngine } = await startOffice(true)
  const handle = withKey(service.handle, 'new-key')
  const first = await startEngine('empty', { login: 'ada' })
  await first.stop()
  const engine = await startEngine('other', { dir: first.dir, apiKey: 'new-key', handle, login: 'ada' })
  await clock.advance(MINUTE_MS)
  expect(await readStatus(engine)).toMatchObject({ error: { code: 'office/other-account' } })
  expect(await model.owner.query('SELECT key_hash FROM office.space WHERE id = 1')).toEqual([
    { key_hash: hashKey('test-key') },
  ])
})

test('a folder whose account the service cannot tell joins the office when the user confirms the key', async () => {
  const leader = await startOffice(false)
  const engine = await restartWithNewKey(leader, withKey(leader.service.handle, 'new-key'))
  engine.network.fault(({ url }) =>
    /\/(containers|shipments|documents)\//.test(url) ? { kind: 'answer', status: 403 } : null,
  )
  await leader.clock.advance(MINUTE_MS)
  expect(await readStatus(engine)).toMatchObject({
    state: 'other-account',
    error: { code: 'api/account-unclear', details: { isAsked: true } },
  })
  engine.network.fault(() => null)
  await engine.client.call('sync.acceptKey', { connection: null })
  await leader.clock.advance(5_000)
  expect(await readStatus(engine)).toMatchObject({ state: 'live', office: { reader: { device: 'its computer' } } })
})

test('a follower sends nothing, and says that another computer does', async () => {
  const engine = await startOffice(true)
  await engine.clock.advance(10 * MINUTE_MS)
  const { client } = engine
  const { id } = await client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await engine.clock.advance(MINUTE_MS)
  expect((await getRequest(engine, id)).failure?.code).toBe('office/handed-over')
  // The other computer does not answer.
  expect(await engine.clock.advanceUntilSettled(getErrorCode(client.call('sync.refresh', {})))).toBe('office/follows')
  expect(engine.network.sent).toEqual([])
})

test('a follower that takes over reads the service and sends what waits', async () => {
  const engine = await startOffice(true)
  const { id } = await engine.client.call('tracking.create', newBillRequest(VALID_NUMBER))
  await engine.clock.advance(MINUTE_MS)
  await engine.releaseForOther()
  await waitForFirstSweep(engine)
  await engine.clock.advanceUntil(async () => hasBeenSent(await getRequest(engine, id)))
  expect(engine.network.sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a leader that lost its lease stops reading, and begins again when it leads again', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  engine.model.endSessions('this')
  await engine.takeForOther()
  await engine.clock.advance(MINUTE_MS)
  const sent = engine.network.sent.length
  await engine.clock.advance(10 * MINUTE_MS)
  const [container] = await loadAllRows(engine)
  const reread = engine.client.call('containers.reread', { id: container!.id })
  expect(await engine.clock.advanceUntilSettled(getErrorCode(reread))).toBe('api/timeout')
  expect((await readStatus(engine)).state).not.toBe('live')
  expect(engine.network.sent).toHaveLength(sent)
  await engine.releaseForOther()
  await engine.clock.advance(10_000)
  expect(engine.network.sent.length).toBeGreaterThan(sent)
})

test('a leader that slept asks the office before it sends anything', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  engine.clock.sleepMachine(60 * MINUTE_MS)
  await engine.takeForOther()
  const sent = engine.network.sent.length
  await engine.clock.advance(10 * MINUTE_MS)
  expect(engine.network.sent).toHaveLength(sent)
})

test.each([true, false])(
  'an engine stops within 2 s although its office is silent (it leads: %s)',
  async (isLeader) => {
    const leader = await startOffice(false)
    await waitForFirstSweep(leader)
    const follower = await leader.startEngine('other')
    await waitForFirstSweep(follower)
    const name = isLeader ? 'this' : 'other'
    leader.model.setFrozen(name, true)
    await follower.client.call('tracking.create', newBillRequest(VALID_NUMBER))
    await leader.clock.advance(200)
    let isOver = false
    void (isLeader ? leader : follower).stop().then(() => {
      isOver = true
    })
    await leader.clock.advance(2_000)
    // The files are closed in real time.
    await vi.waitFor(() => expect(isOver).toBe(true), HANG_MS)
    leader.model.setFrozen(name, false)
  },
)

test('a refresh on a follower makes the leader read everything', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  const countLists = () => leader.network.sent.filter(({ url }) => url.includes('/v2/containers?')).length
  const before = countLists()
  await leader.clock.advanceUntil(() => countLists() > before)
  // The leader reads the list again 15 s after this.
  const refreshed = follower.client.call('sync.refresh', {})
  await leader.clock.advance(5_000)
  await refreshed
  expect([countLists() - before, follower.network.sent]).toEqual([2, []])
})

test('an engine that stops gives its lease to the next computer', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  await engine.stop()
  expect(await engine.takeForOther()).toBe(2)
})

test('without its database an office shows its saved data, and the engine goes on when it is back', async () => {
  const engine = await startOffice(false)
  await waitForFirstSweep(engine)
  engine.model.setOff(true)
  await engine.clock.advance(MINUTE_MS)
  const sent = engine.network.sent.length
  expect(await loadAllRows(engine)).not.toEqual([])
  expect(await readStatus(engine)).toMatchObject({ state: 'office-away', error: { code: 'office/unreachable' } })
  expect(await getErrorCode(engine.client.call('tracking.infer', { number: VALID_NUMBER }))).toBe('office/unreachable')
  engine.model.setOff(false)
  await engine.clock.advance(30_000)
  expect(engine.network.sent.length).toBeGreaterThan(sent)
})

test('without the office for an hour, a former leader and a follower each say once that nothing is updated', async () => {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const follower = await leader.startEngine('other')
  await waitForFirstSweep(follower)
  const listWithdrawn = async ({ client }: TestEngine) => {
    const filter = { scope: 'all' as const, kinds: ['not-updating' as const] }
    const { rows } = await client.call('alerts.list', { filter, window: { offset: 0, limit: 10 } })
    return rows.map(({ state }) => state === 'withdrawn')
  }
  leader.model.setOff(true)
  await leader.clock.advance(50 * MINUTE_MS)
  for (const engine of [leader, follower]) expect(await listWithdrawn(engine)).toEqual([])
  await leader.clock.advance(30 * MINUTE_MS)
  for (const engine of [leader, follower]) expect(await listWithdrawn(engine)).toEqual([false])
  leader.model.setOff(false)
  await leader.clock.advance(5 * MINUTE_MS)
  for (const engine of [leader, follower]) expect(await listWithdrawn(engine)).toEqual([true])
})

/** An office as small as this one makes no seed by itself. */
async function startOfficeWithSeed() {
  const leader = await startOffice(false)
  await waitForFirstSweep(leader)
  const expected = await listStableRows(leader)
  await leader.stop()
  const maker = openDesktop({ connection: leader.other, space: MAIN, folder: leader.dir })
  maker.fence = await leader.takeForOther()
  await maker.runUntilIdle()
  await maker.makeSeed()
  maker.close()
  return { leader, expected }
}

test('a new desktop begins with the seed of its office, and follows from there', async () => {
  const { leader, expected } = await startOfficeWithSeed()
  const engine = await leader.startEngine('new')
  await vi.waitFor(() => expect(engine.mirrorReadyCount()).toBe(1), HANG_MS)
  expect(await loadAllRows(engine)).toEqual([])
  await engine.restart({})
  expect(await listStableRows(engine)).toEqual(expected)
  const unseen = { filter: { scope: 'unseen' as const }, window: { offset: 0, limit: 9 } }
  expect(await engine.client.call('changes.list', unseen)).toMatchObject({ rows: [] })
  await leader.releaseForOther()
  await leader.clock.advanceUntil(async () => (await readStatus(engine)).state === 'live')
  expect(engine.network.sent.length).toBeGreaterThan(0)
})

test('a new desktop does not restart for a seed that no start would accept, and reads the feed', async () => {
  const { leader, expected } = await startOfficeWithSeed()
  await changeSeed(leader.model.owner, leader.dir, OWN_TRIGGER)
  const engine = await leader.startEngine('new')
  await leader.clock.advanceUntil(async () => isDeepStrictEqual(await listStableRows(engine), expected))
  await engine.restart({})
  expect(await listStableRows(engine)).toEqual(expected)
  const rejections = engine.records.filter((record) => record.includes('the seed cannot be used'))
  expect([engine.mirrorReadyCount(), rejections.length]).toEqual([0, 1])
})
