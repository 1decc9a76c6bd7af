// The mirror feed between desktops with real files: what the leader reads is on every other one, with its history.
import { expect, test } from 'vitest'
import { countVerified, loadRows } from '#engine/mirror/containers/store.ts'
import { loadCursor, saveCursor } from '#engine/mirror/feed/cursor.ts'
import { loadReadMark } from '#engine/mirror/history/read-marks.ts'
import { loadLastSuccess, lastCompleteSweep } from '#engine/mirror/records.ts'
import { PostgresFailure } from '#engine/outside/postgres-failure.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'
import { endLease, lead, readCounter, readValue } from '#support/office-calls.ts'
import { compareDumps } from '#support/dumps.ts'
import { Crash, type Desktop, dumpMirror, readEvents } from '#support/office-desktop.ts'
import { openDesktops } from '#support/three-desktops.ts'
import { createSweep } from '#support/sweeps.ts'

const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const makeContainer = (id: string, attributes: Record<string, unknown> = {}) =>
  container(id, `MSCU${id}`, 's1', attributes)
const hold = (name: string) => ({ holds_at_pod_terminal: [{ name, status: 'hold', description: null }] })
const makeContainers = (count: number) => Array.from({ length: count }, (_, n) => makeContainer(String(1_000_000 + n)))
const listFields = ({ db }: Desktop) => db.column<string>('SELECT field FROM change ORDER BY id')
const countMarks = ({ db }: Desktop) =>
  db.value<number>('SELECT (SELECT count(*) FROM office_out) + (SELECT count(*) FROM office_change_out)')

test('what the leader reads is on a follower, row for row, with its history', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([shipment('s1'), ...makeContainers(3)], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  lea.read([makeContainer('1000000', hold('customs')), makeContainer('1000001', { terminal_checked_at: at(1) })], {
    requestSeq: 2,
    readAt: at(1),
  })
  createSweep(lea.write, at(2))
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs'])
})

test('changes that arrive together are listed in the order in which the leader saw them', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  lea.read([makeContainer('1', hold('customs')), makeContainer('2', hold('line'))], { requestSeq: 2, readAt: at(1) })
  lea.read([makeContainer('1', { ...hold('customs'), seal_number: 'S1' })], { requestSeq: 3, readAt: at(2) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs', 'holds_at_pod_terminal/line', 'seal_number'])
  expect(listFields(lea)).toEqual(listFields(rita))
})

test('a follower marks the events of a container as due if its links to them changed, and not otherwise', async () => {
  const { lea, rita } = await openDesktops()
  const withEvents = (ids: string[], attributes: Record<string, unknown> = {}) => {
    const record = makeContainer('1', attributes)
    const links = ids.map((id) => ({ type: 'transport_event', id }))
    return { ...record, relationships: { ...record.relationships, transport_events: links } }
  }
  const read = async (requestSeq: number, record: ReturnType<typeof withEvents>) => {
    lea.read([record], { requestSeq, readAt: at(requestSeq) })
    await lea.runUntilIdle()
    await rita.runUntilIdle()
    return rita.db.column('SELECT container_id FROM event_due')
  }
  expect(await read(1, withEvents(['e1']))).toEqual(['1'])
  readEvents(lea.write, '1', [], at(1))
  expect(await read(2, withEvents(['e1'], { seal_number: 'S1' }))).toEqual([])
  expect(await read(3, withEvents(['e1', 'e2'], { seal_number: 'S1' }))).toEqual(['1'])
})

test('a follower announces what a reading would announce', async () => {
  const { lea, rita } = await openDesktops()
  const announced = new Set<string>()
  rita.onAnnounce = (topic, id) => announced.add(`${topic} ${id ?? ''}`)
  lea.read([shipment('s1'), makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  createSweep(lea.write, at(2))
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect([...announced].toSorted()).toEqual(['changes ', 'containers ', 'containers 1', 'shipments s1', 'sync '])
})

test('the age of a follower’s board is that of the leader’s last complete sweep, when all of it has arrived', async () => {
  const { lea, rita } = await openDesktops()
  lea.read(makeContainers(600), { requestSeq: 1, readAt: at(0) })
  createSweep(lea.write, at(1))
  await lea.runUntilIdle()
  await rita.turn()
  expect(lastCompleteSweep(rita.db, 'containers')).toBeNull()
  await rita.runUntilIdle()
  expect(lastCompleteSweep(rita.db, 'containers')).toMatchObject({ endedAt: at(1), state: 'COMPLETE' })
  expect([loadLastSuccess(rita.db), loadReadMark(rita.db)?.at]).toEqual([at(1), at(1)])
})

test('a complete sweep of the leader makes the ages of all containers equal, also of those that did not change', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1'), makeContainer('2', { seal_number: 'S1' })], { requestSeq: 2, readAt: at(60) })
  createSweep(lea.write, at(60))
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  for (const { db } of [lea, rita]) {
    expect(loadRows(db, ['1', '2']).map(({ ages }) => ages.service)).toEqual([at(60), at(60)])
    expect(countVerified(db, { fresh: at(60), used: at(0) })).toMatchObject({ total: 2, fresh: 2 })
  }
})

test('a record that the last sweep did not list is as old on a follower as on the leader', async () => {
  const { lea, rita } = await openDesktops()
  const read = async (ids: string[], second: number, missed: string[]) => {
    lea.read(
      ids.map((id) => makeContainer(id)),
      { requestSeq: second, readAt: at(second) },
    )
    createSweep(lea.write, at(second), { missed })
    await lea.runUntilIdle()
    await rita.runUntilIdle()
  }
  const readAges = ({ db }: Desktop) => loadRows(db, ['1', '2']).map(({ ages }) => ages.service)
  await read(['1', '2'], 1, [])
  await read(['1'], 60, ['2'])
  for (const desktop of [lea, rita]) expect(readAges(desktop)).toEqual([at(60), at(1)])
  await read(['1', '2'], 120, [])
  for (const desktop of [lea, rita]) expect(readAges(desktop)).toEqual([at(120), at(120)])
})

test('a leader does not read back what it sent', async () => {
  const { lea, connections } = await openDesktops()
  lea.read(makeContainers(3), { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  expect(loadCursor(lea.db, 'feed')).toBe(await readCounter(connections[0]!, 'mirror'))
})

test('a turn without news is one question to the office, and writes nothing', async () => {
  const { rita } = await openDesktops()
  expect([await rita.turn(), await rita.turn({ kind: 'crash', steps: 3 })]).toEqual([false, false])
})

test('the first copy is stored in several transactions, and continues after a crash where it ended', async () => {
  const { lea, rita } = await openDesktops()
  lea.read(makeContainers(400), { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await expect(rita.turn({ kind: 'crash', steps: 5 })).rejects.toThrow(Crash)
  rita.restart()
  const stored = rita.db.value<number>(`SELECT count(*) FROM res WHERE type = 'container'`) ?? 0
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(400)
  expect(loadCursor(rita.db, 'feed')).toBe(stored)
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
})

test('a candidate may read only after it has the whole feed', async () => {
  const { lea, leo, owner, connections } = await openDesktops()
  lea.read(makeContainers(1_200), { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await endLease(owner)
  leo.fence = await lead(connections[1]!)
  await leo.turn()
  expect(leo.isReady).toBe(false)
  await leo.runUntilIdle()
  expect(leo.isReady).toBe(true)
})

test('a leader whose answer was lost sends the page again, and the history has each change once', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  // The steps of a turn: the feed is read (1, 2), the page is sent (3, 4).
  await expect(lea.turn({ kind: 'lost', steps: 4 })).rejects.toThrow(PostgresFailure)
  expect(countMarks(lea)).toBe(2)
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs'])
  expect(countMarks(lea)).toBe(0)
})

test('a leader whose answer was lost keeps what it read since', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await expect(lea.turn({ kind: 'lost', steps: 4 })).rejects.toThrow(PostgresFailure)
  lea.read([makeContainer('1', { seal_number: 'S1' })], { requestSeq: 2, readAt: at(1) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  for (const { db } of [lea, rita]) expect(db.column('SELECT seal FROM container_row')).toEqual(['S1'])
})

test('a refused fence stops the sending and keeps the marks', async () => {
  const { lea, owner, connections } = await openDesktops()
  await endLease(owner)
  await lead(connections[1]!)
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  expect([lea.fence, lea.isReady, countMarks(lea)]).toEqual([null, false, 1])
  expect(await readValue(owner, '(SELECT count(*) FROM office.record)')).toBe(0)
})

test('what only a deposed leader saw is in the history, and what both saw is in it once', async () => {
  const { lea, leo, rita, startLeo } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1', hold('customs')), makeContainer('2', hold('usda'))], { requestSeq: 2, readAt: at(1) })
  await startLeo()
  leo.read([makeContainer('1'), makeContainer('2', hold('usda'))], { requestSeq: 2, readAt: at(3) })
  await leo.runUntilIdle()
  for (const desktop of [lea, lea, leo, rita]) await desktop.runUntilIdle()
  for (const desktop of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(desktop.db))).toEqual([])
  expect(listFields(leo).toSorted()).toEqual(['holds_at_pod_terminal/customs', 'holds_at_pod_terminal/usda'])
})

test.each(['after', 'before'])(
  'a change of a deposed leader that arrives %s the new leader saw it is in the history once',
  async (order) => {
    const { lea, leo, rita, startLeo } = await openDesktops()
    lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
    for (const desktop of [lea, leo]) await desktop.runUntilIdle()
    lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
    await startLeo()
    const readAsLeo = () => leo.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(2) })
    if (order === 'after') readAsLeo()
    lea.crash()
    await lea.runUntilIdle()
    await leo.runUntilIdle()
    if (order === 'before') readAsLeo()
    for (const desktop of [leo, lea, rita]) await desktop.runUntilIdle()
    expect(listFields(leo)).toEqual(['holds_at_pod_terminal/customs'])
    for (const { db } of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(db))).toEqual([])
  },
)

test('a deposed leader who may not lead any more follows, without what only it saw', async () => {
  const { lea, leo, owner, startLeo } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  await owner.query(`UPDATE office.member SET can_lead = false WHERE name = 'lea'`)
  await startLeo()
  for (const desktop of [lea, lea]) await desktop.runUntilIdle()
  expect(compareDumps(dumpMirror(leo.db), dumpMirror(lea.db))).toEqual([])
})

test('a record whose name the office cannot store does not stop a deposed leader', async () => {
  const { lea, leo, startLeo } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('c\0')], { requestSeq: 1, readAt: at(0) })
  await startLeo()
  leo.read([makeContainer('1', { seal_number: 'S1' })], { requestSeq: 2, readAt: at(1) })
  await leo.runUntilIdle()
  for (const desktop of [lea, lea]) await desktop.runUntilIdle()
  expect(countMarks(lea)).toBe(0)
  expect(lea.db.column('SELECT seal FROM container_row ORDER BY id')).toEqual(['S1', null])
})

/** Lea was deposed. The office has container 1 as Leo read it, and lacks container 2, which only Lea read. */
async function deposeLea() {
  const office = await openDesktops()
  const { lea, leo, startLeo } = office
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await startLeo()
  leo.read([makeContainer('1', { seal_number: 'S1' })], { requestSeq: 2, readAt: at(1) })
  await leo.runUntilIdle()
  for (const desktop of [lea, lea]) await desktop.runUntilIdle()
  return office
}

test('a deposed leader asks once for the records that only it has', async () => {
  const { lea } = await deposeLea()
  expect(countMarks(lea)).toBe(1)
  // The two questions are the fence and the feed.
  expect(await lea.turn({ kind: 'crash', steps: 5 })).toBe(false)
})

test('a deposed leader replaces the record that only it had when the new leader reads it', async () => {
  const { lea, leo, rita } = await deposeLea()
  leo.read([makeContainer('2', { seal_number: 'S2' })], { requestSeq: 3, readAt: at(2) })
  for (const desktop of [leo, lea, rita]) await desktop.runUntilIdle()
  expect(countMarks(lea)).toBe(0)
  for (const desktop of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(desktop.db))).toEqual([])
})

test('a deposed leader has to read the events again that only it had', async () => {
  const { lea, startLeo } = await openDesktops()
  const events = ['e1', 'e2'].map((id) => ({ type: 'transport_event', id, attributes: {}, relationships: {} }))
  readEvents(lea.write, '1', events.slice(0, 1), at(1))
  await lea.runUntilIdle()
  readEvents(lea.write, '1', events, at(2))
  await startLeo()
  lea.crash()
  await lea.runUntilIdle()
  expect(lea.db.column('SELECT id FROM event UNION ALL SELECT container_id FROM event_due')).toEqual(['e1', '1'])
})

test('a deposed leader that leads again sends the record that only it has', async () => {
  const { lea, leo, rita, startLea } = await deposeLea()
  await startLea()
  for (const desktop of [leo, rita]) await desktop.runUntilIdle()
  expect(countMarks(lea)).toBe(0)
  for (const desktop of [leo, rita]) expect(compareDumps(dumpMirror(lea.db), dumpMirror(desktop.db))).toEqual([])
})

test('a page that a deposed leader stores late does not stay', async () => {
  const { lea, leo } = await deposeLea()
  lea.read([makeContainer('1', { seal_number: 'late' })], { requestSeq: 2, readAt: at(1) })
  await lea.runUntilIdle()
  expect(lea.db.column(`SELECT seal FROM container_row WHERE id = '1'`)).toEqual(['S1'])
  await leo.runUntilIdle()
  expect(leo.db.column(`SELECT seal FROM container_row WHERE id = '1'`)).toEqual(['S1'])
})

test('a leader that restarts and leads again sends what it had read, and its history has no change twice', async () => {
  const { lea, rita, startLea } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  lea.restart()
  await lea.runUntilIdle()
  await startLea()
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 3, readAt: at(2) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs'])
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
})

test('a row that cannot be read is logged, and the rows after it are stored', async () => {
  const { lea, rita, owner } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  await owner.query(`UPDATE office.record SET body = '{' WHERE id = '1'`)
  await rita.runUntilIdle()
  expect(rita.db.column('SELECT id FROM res')).toEqual(['2'])
  expect(rita.logged).toEqual(['row of the office cannot be read'])
})

test('a row that could not be read is read again after an update of the program', async () => {
  const { lea, rita, owner } = await openDesktops()
  lea.read([makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  const setBody = (body: string) => owner.query(`UPDATE office.record SET body = $1 WHERE id = '1'`, [body])
  const body = await readValue<string>(owner, `(SELECT body FROM office.record WHERE id = '1')`)
  await setBody('{')
  await rita.runUntilIdle()
  await setBody(body)
  await rita.runUntilIdle()
  expect(rita.db.column('SELECT id FROM res')).toEqual(['2'])
  rita.write((db) => saveCursor(db, 'skipped-by', loadCursor(db, 'skipped-by') - 1))
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
})

test('a follower that reads the feed from its beginning again stores each change once', async () => {
  const { lea, rita } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  rita.write((db) => saveCursor(db, 'feed', 0))
  await rita.runUntilIdle()
  expect(listFields(rita)).toEqual(['holds_at_pod_terminal/customs'])
})

test('a change that a former leader adds between the leader’s reading and its page is in the history once', async () => {
  const { lea, leo, rita, connections, owner, startLeo } = await openDesktops()
  lea.read([makeContainer('1')], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(1) })
  await startLeo()
  leo.read([makeContainer('1', hold('customs'))], { requestSeq: 3, readAt: at(2) })
  const [, leosConnection] = connections
  const query = leosConnection!.query.bind(leosConnection)
  let isFirst = true
  leosConnection!.query = async (sql, values) => {
    if (isFirst && sql.includes('office.publish')) {
      isFirst = false
      lea.fence = null
      await lea.runUntilIdle()
    }
    return query(sql, values)
  }
  await leo.runUntilIdle()
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(1)
  expect([lea, leo, rita].map(listFields)).toEqual(Array(3).fill(['holds_at_pod_terminal/customs']))
})
