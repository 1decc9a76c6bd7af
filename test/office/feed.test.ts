// The mirror feed: what the leader publishes, in the order in which followers read it.
import { describe, expect, inject, test, vi } from 'vitest'
import { OFFICES, openOffice } from '#support/office-kinds.ts'
import {
  ask,
  beat,
  endLease,
  lead,
  makeChange,
  makeRecord,
  publish,
  publishAfter,
  publishLate,
  readCounter,
  readValue,
  refusal,
} from '#support/office-calls.ts'

const WRITERS = 16
const TASKS_OF_EACH = 20

describe.each(OFFICES)('in an office of the %s', (kind) => {
  const open = async () => {
    const office = await openOffice(inject('officeTemplates'), kind)
    const [lea, rita] = await Promise.all([office.connectAs('lea'), office.connectAs('rita')])
    return { ...office, lea, rita, fence: await lead(lea) }
  }

  test('each record of a page has its own number, and changes and checks have the last one', async () => {
    const { lea, rita, fence } = await open()
    const checks = [{ type: 'container', id: 'c9', checked_at: '2026-11-28T10:00:00.000Z', hash: 'h' }]
    const records = ['c1', 'c2', 'c3'].map((id) => makeRecord(id))
    expect(await publish(lea, fence, { records, changes: [makeChange('lea:1'), makeChange('lea:2')], checks })).toBe(4)
    expect(await rita.query('SELECT seq, id FROM office.record ORDER BY seq')).toEqual([
      { seq: 1, id: 'c1' },
      { seq: 2, id: 'c2' },
      { seq: 3, id: 'c3' },
    ])
    expect(await rita.query('SELECT seq, uid FROM office.change ORDER BY uid')).toEqual([
      { seq: 4, uid: 'lea:1' },
      { seq: 4, uid: 'lea:2' },
    ])
    expect(await rita.query('SELECT seq, id FROM office.checked')).toEqual([{ seq: 4, id: 'c9' }])
    expect(await readCounter(rita, 'mirror')).toBe(4)
  })

  test('a page that needs the last row is stored only if its leader has read every row of others', async () => {
    const { lea, rita, fence } = await open()
    expect(await publishAfter(lea, fence, 0, { records: [makeRecord('c1')] })).toBe(2)
    await publishLate(lea, [makeChange('leo:1')])
    expect(await publishAfter(lea, fence, 2, { records: [makeRecord('c2')], changes: [makeChange('lea:1')] })).toBe(0)
    expect(await rita.query('SELECT id FROM office.record')).toEqual([{ id: 'c1' }])
    expect(await rita.query('SELECT uid FROM office.change')).toEqual([{ uid: 'leo:1' }])
    expect(await publishAfter(lea, fence, 3, { records: [makeRecord('c2')] })).toBe(5)
    expect(await publishAfter(lea, fence - 1, 5, {})).toBeNull()
  })

  test('a follower that was away reads the newest body of each record once', async () => {
    const { lea, rita, fence } = await open()
    await publish(lea, fence, { records: [makeRecord('c1'), makeRecord('c2')] })
    await publish(lea, fence, { records: [makeRecord('c1', 2)] })
    expect(await rita.query('SELECT seq, id, hash, first_seen_at, read_at FROM office.record ORDER BY seq')).toEqual([
      { seq: 2, id: 'c2', hash: 'hash 1', first_seen_at: 'first seen 1', read_at: 'read 1' },
      { seq: 4, id: 'c1', hash: 'hash 2', first_seen_at: 'first seen 1', read_at: 'read 2' },
    ])
  })

  test('a body is stored letter by letter', async () => {
    const { lea, rita, fence } = await open()
    const body = '{"b":1,  "a":"Müller 港 \\u0041 \\"","a":2}'
    await publish(lea, fence, { records: [makeRecord('c1')], bodies: [body] })
    expect(await readValue(rita, '(SELECT body FROM office.record)')).toBe(body)
  })

  test('a page is stored as a whole or not at all', async () => {
    const { lea, rita, fence } = await open()
    const incomplete = { ...makeRecord('c2'), hash: null }
    expect(await refusal(publish(lea, fence, { records: [makeRecord('c1'), incomplete] }))).toBe('23502')
    expect(await refusal(publish(lea, fence, { records: [makeRecord('c1'), makeRecord('c2')], bodies: ['{}'] }))).toBe(
      '23502',
    )
    expect(await readValue(rita, '(SELECT count(*) FROM office.record)')).toBe(0)
    expect(await readCounter(rita, 'mirror')).toBe(0)
  })

  test('a page that is too long is refused', async () => {
    const { lea, fence } = await open()
    const records = Array.from({ length: 1001 }, (_, index) => makeRecord(`c${index}`))
    expect(await refusal(publish(lea, fence, { records }))).toBe('22023')
  })

  test('a change that is published twice is stored once', async () => {
    const { lea, rita, fence } = await open()
    await publish(lea, fence, { changes: [makeChange('lea:1')] })
    await publish(lea, fence, { changes: [makeChange('lea:1'), makeChange('lea:2')] })
    expect(await rita.query('SELECT uid, seq FROM office.change ORDER BY uid')).toEqual([
      { uid: 'lea:1', seq: 1 },
      { uid: 'lea:2', seq: 2 },
    ])
  })

  test('every column of a change reaches the follower', async () => {
    const { lea, rita, fence } = await open()
    const change = makeChange('lea:1', { source_at: '2026-11-28T09:00:00Z', is_hidden: 1, reverts_uid: 'lea:0' })
    await publish(lea, fence, { changes: [change] })
    expect(await rita.query('SELECT * FROM office.change')).toEqual([{ space: 1, seq: 1, ...change }])
  })

  test('late changes are stored, except those that the new leader saw within ten minutes', async () => {
    const { owner: admin, connectAs, lea, rita } = await open()
    const leo = await connectAs('leo')
    await endLease(admin)
    await publish(leo, await lead(leo), { changes: [makeChange('leo:1', { seen_at: '2026-11-28T10:00:00.000Z' })] })
    const late = [
      makeChange('lea:1', { seen_at: '2026-11-28T09:51:00.000Z' }),
      makeChange('lea:2', { seen_at: '2026-11-28T09:49:00.000Z' }),
      makeChange('lea:3', { after: null }),
      makeChange('lea:4', { field: 'pickup_appointment_at' }),
      makeChange('lea:5', { rid: 'c2' }),
    ]
    expect(await publishLate(lea, late)).toBe(2)
    expect(await publishLate(lea, late)).toBe(3)
    expect(await rita.query('SELECT uid, seq FROM office.change ORDER BY uid')).toEqual([
      { uid: 'lea:2', seq: 2 },
      { uid: 'lea:3', seq: 2 },
      { uid: 'lea:4', seq: 2 },
      { uid: 'lea:5', seq: 2 },
      { uid: 'leo:1', seq: 1 },
    ])
  })

  test('a late change is stored although its computer published the same one minutes before', async () => {
    const { owner: admin, lea, rita, fence } = await open()
    await publish(lea, fence, { changes: [makeChange('lea:1'), makeChange('lea:2', { after: null })] })
    await endLease(admin)
    await publishLate(lea, [makeChange('lea:2', { after: null }), makeChange('lea:3')])
    expect(await rita.query('SELECT uid, seq FROM office.change ORDER BY uid')).toEqual([
      { uid: 'lea:1', seq: 1 },
      { uid: 'lea:2', seq: 1 },
      { uid: 'lea:3', seq: 2 },
    ])
  })

  test('an operator who may not lead publishes no late changes', async () => {
    const { connectAs } = await open()
    expect(await refusal(publishLate(await connectAs('max'), [makeChange('max:1')]))).toBe('QW002')
  })

  test('a notification names the feed and its last number, and carries no data', async () => {
    const { lea, rita, fence, connectAs } = await open()
    const notifications: string[] = []
    await rita.listen('office_1', (payload) => notifications.push(payload))
    await publish(lea, fence, { records: [makeRecord('c1')] })
    await ask(await connectAs('ben'), crypto.randomUUID())
    await vi.waitFor(() => expect(notifications).toEqual(['mirror 2', 'task 1']))
  })

  test('a beat has a new stamp and the last numbers of both feeds', async () => {
    const { lea, rita, fence, connectAs } = await open()
    await publish(lea, fence, { records: [makeRecord('c1')] })
    await ask(await connectAs('ben'), crypto.randomUUID())
    const stamp = await beat(lea, fence)
    expect(await rita.query('SELECT stamp, mirror, task FROM office.beat')).toEqual([{ stamp, mirror: 2, task: 1 }])
    expect(await beat(lea, fence)).not.toBe(stamp)
  })

  test('beats are removed after 60 days', async () => {
    const { owner: admin, lea, rita, fence } = await open()
    const [old, kept] = [await beat(lea, fence), await beat(lea, fence)]
    await admin.query(`UPDATE office.beat SET at = at - interval '61 days' WHERE stamp = $1`, [old])
    await admin.query(`UPDATE office.beat SET at = at - interval '59 days' WHERE stamp = $1`, [kept])
    const newest = await beat(lea, fence)
    const stamps = await rita.query<{ stamp: string }>('SELECT stamp FROM office.beat ORDER BY at')
    expect(stamps.map(({ stamp }) => stamp)).toEqual([kept, newest])
  })

  test(`of ${WRITERS} writers at once a follower reads each row once, in order and without a gap`, async () => {
    const { connectAs, rita } = await open()
    const writers = await Promise.all(Array.from({ length: WRITERS }, () => connectAs('ben')))
    const sent: string[] = []
    const seen: { seq: number; op: string }[] = []
    const readMore = async () => {
      const sql = 'SELECT seq, op FROM office.task WHERE space = 1 AND seq > $1 ORDER BY seq'
      seen.push(...(await rita.query<{ seq: number; op: string }>(sql, [seen.at(-1)?.seq ?? 0])))
    }
    const writing = Promise.all(
      writers.map(async (writer) => {
        for (let i = 0; i < TASKS_OF_EACH; i++) {
          const op = crypto.randomUUID()
          await ask(writer, op)
          sent.push(op)
        }
      }),
    )
    const progress = { isOver: false }
    const finished = writing.finally(() => {
      progress.isOver = true
    })
    while (!progress.isOver) await readMore()
    await finished
    await readMore()
    expect(seen.map(({ seq }) => seq)).toEqual(sent.map((_, index) => index + 1))
    expect(seen.map(({ op }) => op).toSorted()).toEqual(sent.toSorted())
  })
})
