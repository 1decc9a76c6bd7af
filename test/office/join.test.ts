// Desktops that have data when they join an office: the first leader, whose data is the beginning of the office, and
// others, who join an office that has data.
import { expect, test } from 'vitest'
import type { Write } from '#engine/db/write.ts'
import { loadLastSuccess } from '#engine/mirror/records.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'
import { endLease, lead, readValue } from '#support/office-calls.ts'
import { compareDumps } from '#support/dumps.ts'
import { Crash, type Desktop, dumpMirror, readEvents, readRecords } from '#support/office-desktop.ts'
import { createSweep } from '#support/sweeps.ts'
import { openDesktops } from '#support/three-desktops.ts'

const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const hold = (name: string) => ({ holds_at_pod_terminal: [{ name, status: 'hold', description: null }] })
const cleared = { holds_at_pod_terminal: [] }
const makeContainer = (id: string, attributes: Record<string, unknown> = {}) =>
  container(id, `MSCU${id}`, 's1', attributes)
const event = { type: 'transport_event', id: 'e1', attributes: { event: 'vessel_loaded' }, relationships: {} }
const listChanges = ({ db }: Desktop) =>
  db.column<string>(`SELECT rid || ' ' || coalesce(after, before) FROM change ORDER BY rid, seen_at, id`)
const holdJson = (name: string) => `{"name":"${name}","status":"hold","description":null}`

/** Two containers, a hold that was placed and cleared, events and a complete sweep. */
function fill(write: Write): void {
  readRecords(write, [shipment('s1'), makeContainer('1'), makeContainer('2')], { requestSeq: 1, readAt: at(0) })
  readRecords(write, [makeContainer('1', hold('customs'))], { requestSeq: 2, readAt: at(10) })
  readRecords(write, [makeContainer('1', cleared)], { requestSeq: 3, readAt: at(20) })
  readEvents(write, '1', [event], at(20))
  readEvents(write, '2', [], at(20))
  createSweep(write, at(30))
}

test('what the first leader had before the office is on every desktop, with its history', async () => {
  const { lea, rita, owner } = await openDesktops({ lea: fill })
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
  expect(listChanges(rita)).toEqual([`1 ${holdJson('customs')}`, `1 ${holdJson('customs')}`])
  expect([rita.db.column('SELECT id FROM event'), loadLastSuccess(rita.db)]).toEqual([['e1'], at(30)])
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(2)
})

test('the first leader that ends while it marks its history sends each change once', async () => {
  const { leo, rita, owner, connections } = await openDesktops({ leo: fill })
  let isInterrupted = true
  for (let steps = 1; isInterrupted; steps++) {
    await endLease(owner)
    leo.fence = await lead(connections[1]!)
    isInterrupted = await leo.turn({ kind: 'crash', steps }).then(
      () => false,
      (error: unknown) => error instanceof Crash,
    )
    if (isInterrupted) leo.restart()
  }
  await leo.runUntilIdle()
  await rita.runUntilIdle()
  expect(compareDumps(dumpMirror(leo.db), dumpMirror(rita.db))).toEqual([])
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(2)
})

test('a desktop that joins gets the office’s records and history, and each change once', async () => {
  const { lea, leo, rita } = await openDesktops({
    lea: fill,
    rita: (write) => {
      readRecords(write, [makeContainer('1', { seal_number: 'old' })], { requestSeq: 1, readAt: at(-9_000) })
      readRecords(write, [makeContainer('1', { seal_number: 'older' })], { requestSeq: 2, readAt: at(-8_000) })
      readRecords(write, [makeContainer('1')], { requestSeq: 3, readAt: at(1) })
      readRecords(write, [makeContainer('1', hold('customs'))], { requestSeq: 4, readAt: at(12) })
      readRecords(write, [makeContainer('1', cleared)], { requestSeq: 5, readAt: at(18) })
    },
  })
  lea.read([makeContainer('2', hold('usda'))], { requestSeq: 9, readAt: at(40) })
  for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  const dumpShared = ({ db }: Desktop) => ({ ...dumpMirror(db), changes: [] })
  expect(compareDumps(dumpShared(leo), dumpShared(rita))).toEqual([])
  expect(listChanges(leo)).toEqual([`1 ${holdJson('customs')}`, `1 ${holdJson('customs')}`, `2 ${holdJson('usda')}`])
  // What only Rita saw stays in her own history.
  expect(listChanges(rita)).toEqual(['1 "older"', ...listChanges(leo)])
})

test('records that the office lacks stay on a desktop that joins, and are sent when it leads', async () => {
  const { lea, leo, rita, startLeo } = await openDesktops({
    lea: fill,
    leo: (write) =>
      readRecords(write, [makeContainer('1', hold('old')), makeContainer('7')], { requestSeq: 1, readAt: at(-9) }),
  })
  for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  expect([leo, rita].map(({ db }) => db.column('SELECT id FROM container_row ORDER BY id'))).toEqual([
    ['1', '2', '7'],
    ['1', '2'],
  ])
  await startLeo()
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  for (const desktop of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(desktop.db))).toEqual([])
  expect(lea.db.column('SELECT active_holds FROM container_row ORDER BY id')).toEqual(['[]', '[]', '[]'])
})
