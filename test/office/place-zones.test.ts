// The zones of terminals: those of the leader are on every desktop, and the office lacks none that a container reports.
import { expect, test } from 'vitest'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { MIRROR_NOW, container } from '#support/mirror.ts'
import { readValue } from '#support/office-calls.ts'
import { compareDumps } from '#support/dumps.ts'
import { type Desktop, dumpMirror } from '#support/office-desktop.ts'
import { openDesktops } from '#support/three-desktops.ts'

const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const [WEST, SOUTH] = ['America/Los_Angeles', 'Pacific/Auckland']
const makeZoned = (id: string, zone: string | null) => ({
  ...container(id, `MSCU${id}`, null, { pod_timezone: zone, pickup_lfd: '2026-11-24T04:00:00Z' }),
  relationships: { pod_terminal: { type: 'terminal', id: 't1' } },
})
const readZones = ({ db }: Desktop) => db.all('SELECT * FROM place_zone')
const readTodayZone = ({ db }: Desktop, id: string) => loadRows(db, [id])[0]?.lastFreeDay.zone

test('a place has the zone that the leader knows, also on a desktop that did not see the same reports', async () => {
  const { lea, rita } = await openDesktops()
  const records = [makeZoned('1', WEST), makeZoned('2', SOUTH), makeZoned('3', null)]
  lea.read(records, { requestSeq: 1, readAt: at(0) })
  lea.read([makeZoned('2', WEST)], { requestSeq: 2, readAt: at(1) })
  await lea.runUntilIdle()
  await rita.runUntilIdle()
  expect(readZones(rita)).toEqual([{ place: 't1', zone: null }])
  expect(compareDumps(dumpMirror(lea.db), dumpMirror(rita.db))).toEqual([])
})

test('a deposed leader that leads again sends the zone of the container that only it has', async () => {
  const { lea, leo, rita, startLea, startLeo } = await openDesktops()
  lea.read([makeZoned('1', null)], { requestSeq: 1, readAt: at(0) })
  await lea.runUntilIdle()
  lea.read([makeZoned('2', WEST)], { requestSeq: 2, readAt: at(1) })
  await startLeo()
  for (const desktop of [lea, lea]) await desktop.runUntilIdle()
  expect(readZones(lea)).toEqual([])
  await startLea()
  for (const desktop of [leo, rita]) await desktop.runUntilIdle()
  for (const desktop of [lea, leo, rita]) expect(readTodayZone(desktop, '1')).toBe(WEST)
  for (const { db } of [leo, rita]) expect(compareDumps(dumpMirror(lea.db), dumpMirror(db))).toEqual([])
})

test('a new leader sends the zone that the earlier one could not send after its containers', async () => {
  const { owner, lea, leo, rita, startLeo } = await openDesktops()
  const records = Array.from({ length: 500 }, (_, n) => makeZoned(String(n), n === 0 ? WEST : null))
  lea.read(records, { requestSeq: 1, readAt: at(0) })
  // The page has the containers. That of the zone would be the next one.
  await lea.turn()
  const zones = `(SELECT count(*) FROM office.record WHERE type = 'place_zone')`
  expect(await readValue(owner, zones)).toBe(0)
  await startLeo()
  for (const desktop of [lea, rita]) await desktop.runUntilIdle()
  for (const desktop of [lea, leo, rita]) expect(readTodayZone(desktop, '1')).toBe(WEST)
  for (const { db } of [lea, rita]) expect(compareDumps(dumpMirror(leo.db), dumpMirror(db))).toEqual([])
})
