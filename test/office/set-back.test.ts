// An office that was restored from an older copy. Its numbers are lower, or soon as high again, so only beats show it.
import { expect, test, vi } from 'vitest'
import { startFeeds } from '#engine/office/feeds.ts'
import { loadBeats } from '#engine/mirror/feed/beats.ts'
import { loadCursor } from '#engine/mirror/feed/cursor.ts'
import { markHandedOver } from '#engine/outbox/office-store.ts'
import { insertEntry } from '#engine/outbox/store.ts'
import { createRandom } from '#engine/outside/random.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { MIRROR_NOW } from '#support/mirror.ts'
import { CLIENT, MAIN, readValue } from '#support/office-calls.ts'
import { type Desktop, readEvents } from '#support/office-desktop.ts'
import { at, copyOffice, expectEqual, listFields, makeContainer, openWithBeats } from '#support/restored-office.ts'
import { openDesktops } from '#support/three-desktops.ts'

const event = { type: 'transport_event', id: 'e1', attributes: { event: 'vessel_loaded' }, relationships: {} }
const readHolds = ({ db }: Desktop) =>
  db.column<string>(
    `SELECT id || rtrim(' ' || coalesce(json_extract(active_holds, '$[0]'), '')) FROM container_row ORDER BY id`,
  )

test('after an office was restored, its new leader sends what it lacks, and no change is in the history twice', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'))
  readEvents(lea.write, '1', [event], at(2))
  await publish(3, makeContainer('2', 'usda'))
  await restore()
  await startLeo()
  expect(loadCursor(leo.db, 'restored')).toBe(leo.fence)
  await runAllUntilIdle()
  leo.read([makeContainer('1', 'customs'), makeContainer('2', 'usda'), makeContainer('3', 'freight')], {
    requestSeq: 9,
    readAt: at(30),
  })
  await runAllUntilIdle()
  expectEqual(leo, lea, rita)
  expect(listFields(leo)).toEqual(['customs', 'freight', 'usda'].map((name) => `holds_at_pod_terminal/${name}`))
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(3)
  for (const { logged } of [lea, leo, rita]) expect(logged).toEqual(['the office was restored from an older copy'])
})

test('what the new leader had not received is added to the history by the desktop that has it', async () => {
  const { owner, lea, leo, rita, runAllUntilIdle, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  lea.read([makeContainer('1', 'customs')], { requestSeq: 2, readAt: at(2) })
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  await lea.beat()
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  await restore()
  await startLeo()
  leo.read([makeContainer('1')], { requestSeq: 2, readAt: at(4) })
  await runAllUntilIdle()
  // From the next beat on, the office has everything again.
  leo.read([makeContainer('4')], { requestSeq: 3, readAt: at(5) })
  await leo.runUntilIdle()
  await leo.beat()
  await runAllUntilIdle()
  expectEqual(leo, lea, rita)
  expect(listFields(leo)).toEqual(['holds_at_pod_terminal/customs'])
})

test('what a desktop had handed over may have been sent after the copy', async () => {
  const { owner, rita, publish, startLeo, runAllUntilIdle } = await openWithBeats()
  const entry = { lane: '', kind: 'order', payload: '{}', payloadVersion: 1, createdAt: at(1) }
  for (const opId of ['1', '2']) rita.write((db) => insertEntry(db, { ...entry, opId }))
  rita.write((db) => markHandedOver(db, ['1']))
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'))
  await restore()
  await startLeo()
  await runAllUntilIdle()
  expect(rita.db.column('SELECT op_id FROM outbox WHERE maybe_sent = 1')).toEqual(['1'])
})

test('a leader of the time before the restoration is no leader of the restored office', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLea, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  await startLea()
  const { fence } = lea
  await publish(2, makeContainer('1', 'customs'))
  await restore()
  await lea.runUntilIdle()
  expect(lea.fence).toBeNull()
  await startLeo()
  expect(leo.fence).toBe(fence)
  leo.read([makeContainer('1', 'freight')], { requestSeq: 9, readAt: at(9) })
  await leo.runUntilIdle()
  await leo.beat()
  await runAllUntilIdle()
  expectEqual(leo, lea, rita)
  expect(readHolds(lea)).toEqual(['1 freight', '2', '3'])
})

test('a restored office is noticed although its numbers are as high as the cursor again', async () => {
  const { owner, leo, rita, publish, runAllUntilIdle, startLeo } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'))
  await restore()
  // Rita is away meanwhile.
  await startLeo()
  for (let n = 3; n < 9; n++) {
    leo.read([makeContainer(String(n))], { requestSeq: 10 + n, readAt: at(n) })
    await leo.runUntilIdle()
  }
  await leo.beat()
  await runAllUntilIdle()
  expectEqual(leo, rita)
  expect(rita.logged).toHaveLength(1)
  expect(loadBeats(rita.db).map(({ stamp }) => stamp)).toEqual(loadBeats(leo.db).map(({ stamp }) => stamp))
})

test('a leader keeps what another one read after the office was restored', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLeo, startLea } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'), makeContainer('2', 'usda'))
  await restore()
  await startLeo()
  leo.read([makeContainer('1', 'freight')], { requestSeq: 9, readAt: at(9) })
  await leo.runUntilIdle()
  // Lea gets Leo's rows only after she leads.
  await startLea()
  await runAllUntilIdle()
  expectEqual(lea, leo, rita)
  expect(readHolds(lea)).toEqual(['1 freight', '2 usda', '3'])
})

test('a leader keeps what it read after the copy from which the office was restored', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLea } = await openWithBeats()
  // The copy has rows after the last beat that it shares with Lea.
  lea.read([makeContainer('1', 'customs')], { requestSeq: 2, readAt: at(2) })
  readEvents(lea.write, '1', [event], at(2))
  await lea.runUntilIdle()
  const restore = await copyOffice(owner)
  readEvents(lea.write, '1', [{ ...event, id: 'e2' }], at(3))
  await publish(3, makeContainer('1', 'freight'))
  await restore()
  await startLea()
  expect(readHolds(lea)).toEqual(['1 freight', '2', '3'])
  await runAllUntilIdle()
  expectEqual(lea, leo, rita)
  expect(rita.db.column('SELECT id FROM event')).toEqual(['e1', 'e2'])
})

test('events that became due after the copy are due on all desktops after the office was restored', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLeo } = await openWithBeats()
  readEvents(lea.write, '1', [event], at(1))
  await lea.runUntilIdle()
  const restore = await copyOffice(owner)
  const read = makeContainer('1')
  const links = [{ type: 'transport_event', id: 'e2' }]
  await publish(3, { ...read, relationships: { ...read.relationships, transport_events: links } })
  await restore()
  await startLeo()
  await runAllUntilIdle()
  const listDue = ({ db }: Desktop) => db.column<string>('SELECT container_id FROM event_due ORDER BY 1')
  expect([lea, leo, rita].map(listDue)).toEqual(Array(3).fill(['1', '2', '3']))
  // Lea and Rita compare all records with those of the office.
  leo.read([makeContainer('4')], { requestSeq: 4, readAt: at(4) })
  await leo.runUntilIdle()
  await leo.beat()
  await runAllUntilIdle()
  expect([lea, leo, rita].map(listDue)).toEqual(Array(3).fill(['1', '2', '3', '4']))
  readEvents(leo.write, '1', [event, { ...event, id: 'e2' }], at(4))
  await runAllUntilIdle()
  expect([lea, leo, rita].map(listDue)).toEqual(Array(3).fill(['2', '3', '4']))
})

test('a desktop forgets the zone that it alone has after the office was restored', async () => {
  const { owner, lea, leo, rita, runAllUntilIdle, startLeo } = await openWithBeats()
  const readZoned = (desktop: Desktop, zone: string | null, minutes: number) => {
    const record = { ...makeContainer('1'), relationships: { pod_terminal: { type: 'terminal', id: 't1' } } }
    Object.assign(record.attributes, { pod_timezone: zone })
    desktop.read([record], { requestSeq: minutes, readAt: at(minutes) })
  }
  const restore = await copyOffice(owner)
  await lea.beat()
  for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  // Lea does not send it.
  readZoned(lea, 'America/Los_Angeles', 2)
  await restore()
  await startLeo()
  await runAllUntilIdle()
  readZoned(leo, null, 3)
  await leo.runUntilIdle()
  await leo.beat()
  await runAllUntilIdle()
  expect(lea.db.all('SELECT * FROM place_zone')).toEqual([])
  expectEqual(leo, lea, rita)
})

test('a beat of the copy does not show that the office has everything again', async () => {
  const { owner, lea, leo, rita, publish, runAllUntilIdle, startLea } = await openWithBeats()
  await lea.beat()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'))
  // All desktops were away when the second of three beats was the last one.
  for (const desktop of [lea, leo, rita]) desktop.write((db) => db.run('DELETE FROM office_beat WHERE n = 2'))
  await restore()
  await owner.query('DELETE FROM office.record')
  await startLea()
  await runAllUntilIdle()
  expect(await readValue(owner, '(SELECT count(*) FROM office.record)')).toBe(3)
  expectEqual(lea, leo, rita)
})

test('a desktop that shares no beat with its office follows it from the beginning', async () => {
  const { owner, lea, leo, rita, runAllUntilIdle, startLeo } = await openWithBeats()
  await owner.query('DELETE FROM office.beat')
  await startLeo()
  await runAllUntilIdle()
  expectEqual(leo, lea, rita)
  expect(loadBeats(rita.db)).toEqual([])
})

/** The loop of Lea's feeds, by a fake clock. */
async function startFeedsOfLea() {
  const { lea, owner, connections } = await openDesktops()
  const { fence } = lea
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const [connection] = connections
  const feeds = startFeeds({
    db: lea.db,
    write: lea.write,
    clock,
    walGuard: null,
    random: createRandom(),
    query: (sql, values) => clock.pauseDuring(connection!.query(sql, values)),
    listen: () => undefined,
    log: vi.fn(),
    now: () => MIRROR_NOW,
    space: MAIN,
    client: CLIENT,
    officeVersion: () => CLIENT,
    ownActs: lea.ownActs,
    seedTarget: null,
    fence: () => fence,
    onUpToDate: vi.fn(),
    onReady: vi.fn(),
    onRefused: vi.fn(),
  })
  const countBeats = () => readValue<number>(owner, '(SELECT count(*) FROM office.beat)')
  return { lea, owner, clock, feeds, countBeats }
}

test('a leader makes a beat a minute, when it has sent everything', async () => {
  const { clock, feeds, countBeats } = await startFeedsOfLea()
  await clock.advanceUntil(async () => (await countBeats()) === 1)
  await clock.advance(40_000)
  expect(await countBeats()).toBe(1)
  await clock.advanceUntil(async () => (await countBeats()) === 2)
  await clock.advanceUntilSettled(feeds.stop())
})

test('a leader of a restored office makes a beat as soon as it has sent everything', async () => {
  const { lea, owner, clock, feeds, countBeats } = await startFeedsOfLea()
  // Lea has stored the beat too. Otherwise its deletion could come first.
  await clock.advanceUntil(async () => (await countBeats()) === 1 && loadBeats(lea.db).length === 1)
  const startMono = clock.mono()
  await owner.query('DELETE FROM office.beat')
  feeds.wake()
  await clock.advanceUntil(async () => (await countBeats()) === 1)
  expect(clock.mono() - startMono).toBeLessThan(10_000)
  expect(loadCursor(lea.db, 'restored')).toBe(lea.fence)
  await clock.advanceUntilSettled(feeds.stop())
})

test.each([
  { first: ['4', '5', '6', '7'], what: 'the next leader read other records' },
  { first: ['4', '1', '5', '6'], what: 'the next leader read the same record' },
  { first: ['4', '5', '9', '6'], what: 'the next leader read the same new container', hasNew: true },
  { first: ['4', '5', '6', '1'], what: 'another desktop sent the same change again', isSentAgain: true },
])(
  'a desktop notices a copy that has its last beat by the rows that came after it, although $what',
  async ({ first, hasNew = false, isSentAgain = false }) => {
    const { owner, lea, leo, rita, startLeo, runAllUntilIdle } = await openWithBeats()
    const restore = await copyOffice(owner)
    lea.read([hasNew ? makeContainer('9') : makeContainer('1', 'customs')], { requestSeq: 2, readAt: at(2) })
    for (const desktop of [lea, rita]) await desktop.runUntilIdle()
    await restore()
    await startLeo()
    if (isSentAgain) await lea.runUntilIdle()
    for (const id of first) {
      leo.read([makeContainer(id, isSentAgain ? 'customs' : undefined)], { requestSeq: 10 + Number(id), readAt: at(3) })
      await leo.runUntilIdle()
    }
    await leo.beat()
    await runAllUntilIdle()
    leo.read([makeContainer('8')], { requestSeq: 30, readAt: at(8) })
    await leo.runUntilIdle()
    await leo.beat()
    await runAllUntilIdle()
    expectEqual(leo, rita)
    expect(rita.logged).toEqual(['the office was restored from an older copy'])
  },
)

test('a desktop notices a second restoration if its last number has more changes than before', async () => {
  const { owner, lea, rita, publish, startLea, runAllUntilIdle } = await openWithBeats()
  const restore = await copyOffice(owner)
  await publish(2, makeContainer('1', 'customs'))
  await restore()
  // Lea adds the change late, under the first number after the copy, and Rita reads it.
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  await startLea()
  lea.read([makeContainer('2', 'usda')], { requestSeq: 9, readAt: at(9) })
  await lea.runUntilIdle()
  await restore()
  // Now both changes have this number.
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  await startLea()
  await runAllUntilIdle()
  await lea.beat()
  await runAllUntilIdle()
  expectEqual(lea, rita)
  expect(listFields(rita)).toEqual(['customs', 'usda'].map((name) => `holds_at_pod_terminal/${name}`))
})

test('a desktop that an earlier version has run meanwhile does not take its office for a restored one', async () => {
  const { lea, rita, publish } = await openWithBeats()
  const [saved] = rita.db.all<{ value: string }>(`SELECT value FROM mirror.meta WHERE key = 'office_witness'`)
  await publish(2, makeContainer('3', 'customs'))
  // An earlier version moves the cursor only.
  rita.write((db) => db.run(`UPDATE mirror.meta SET value = ? WHERE key = 'office_witness'`, saved!.value))
  await publish(3, makeContainer('4'))
  expectEqual(lea, rita)
  expect(rita.logged).toEqual([])
})
