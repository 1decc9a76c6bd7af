// What a desktop read alone while its office was away, on desktops with real files: after the office is back, all
// mirrors are equal, and the history has each change once.
import { expect, test } from 'vitest'
import { loadCursor } from '#engine/mirror/feed/cursor.ts'
import { noteLoneReading } from '#engine/office/lone-marks.ts'
import { MIRROR_NOW, container } from '#support/mirror.ts'
import { readValue } from '#support/office-calls.ts'
import { compareDumps } from '#support/dumps.ts'
import { type Desktop, dumpMirror } from '#support/office-desktop.ts'
import { createSweep } from '#support/sweeps.ts'
import { openDesktops } from '#support/three-desktops.ts'

const at = (minutes: number) => new Date(Date.parse(MIRROR_NOW) + minutes * 60_000).toISOString()
const withSeal = (seal: string | null) => container('1', 'MSCU1', 's1', { seal_number: seal })
const listSeals = ({ db }: Desktop) =>
  db.all<{ before: string; after: string }>(
    `SELECT json_extract(before, '$') AS before, json_extract(after, '$') AS after FROM change ORDER BY seen_at, id`,
  )
const toSteps = (seals: readonly string[]) => seals.slice(1).map((after, index) => ({ before: seals[index], after }))

/** Lea led, and everything is on each desktop. Then the office is away, and no desktop leads. */
async function loseOffice() {
  const office = await openDesktops()
  const { lea, leo, rita } = office
  lea.read([withSeal('A')], { requestSeq: 1, readAt: at(0) })
  createSweep(lea.write, at(0))
  await lea.beat()
  for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  lea.crash()
  let requestSeq = 1
  const readAlone = (desktop: Desktop, seal: string, minutes: number) => {
    desktop.write(noteLoneReading)
    desktop.read([withSeal(seal)], { requestSeq: ++requestSeq, readAt: at(minutes) })
    createSweep(desktop.write, at(minutes))
  }
  const readLeading = (desktop: Desktop, seal: string, minutes: number) => {
    desktop.read([withSeal(seal)], { requestSeq: ++requestSeq, readAt: at(minutes) })
    createSweep(desktop.write, at(minutes))
  }
  const exchange = async () => {
    for (let round = 0; round < 3; round++) for (const desktop of [lea, leo, rita]) await desktop.runUntilIdle()
  }
  const expectEqual = (seals: readonly string[]) => {
    for (const desktop of [leo, rita]) expect(compareDumps(dumpMirror(lea.db), dumpMirror(desktop.db))).toEqual([])
    expect(listSeals(lea)).toEqual(toSteps(seals))
    for (const { db } of [lea, leo, rita]) expect(loadCursor(db, 'alone')).toBe(0)
  }
  return { ...office, readAlone, readLeading, exchange, expectEqual }
}

test('a desktop that read alone and leads first sends what it read, as it saw it', async () => {
  const { leo, startLeo, readAlone, exchange, expectEqual } = await loseOffice()
  for (const [index, seal] of ['B', 'C'].entries()) readAlone(leo, seal, 20 + index)
  await leo.runUntilIdle()
  await startLeo()
  await exchange()
  expectEqual(['A', 'B', 'C'])
})

test('if another desktop leads first, a change that both saw is in the history once', async () => {
  const { lea, leo, startLea, readAlone, readLeading, exchange, expectEqual } = await loseOffice()
  readAlone(leo, 'B', 20)
  await startLea()
  await leo.runUntilIdle()
  readLeading(lea, 'B', 60)
  await exchange()
  expectEqual(['A', 'B'])
})

test('if another desktop leads first, what only the lone one saw is added late, when it is known', async () => {
  const { lea, leo, owner, startLea, readAlone, readLeading, exchange, expectEqual } = await loseOffice()
  for (const [index, seal] of ['B', 'A', 'B'].entries()) readAlone(leo, seal, 20 + index)
  await startLea()
  readLeading(lea, 'B', 31)
  await exchange()
  expect(await readValue(owner, '(SELECT count(*) FROM office.change)')).toBe(1)
  readLeading(lea, 'B', 45)
  await exchange()
  expectEqual(['A', 'B', 'A', 'B'])
})

test('a desktop that read alone while its office had a leader gets that leader’s rows', async () => {
  const { lea, leo, startLea, readAlone, readLeading, exchange, expectEqual } = await loseOffice()
  await startLea()
  readAlone(leo, 'B', 20)
  readLeading(lea, 'B', 21)
  readLeading(lea, 'C', 40)
  await exchange()
  expectEqual(['A', 'B', 'C'])
})

test('a desktop that leads after another one, which read nothing, keeps what it read alone', async () => {
  const { lea, leo, startLea, startLeo, readAlone, exchange, expectEqual } = await loseOffice()
  readAlone(leo, 'B', 20)
  await startLea()
  createSweep(lea.write, at(21))
  for (const desktop of [lea, leo]) await desktop.runUntilIdle()
  await startLeo()
  expect(leo.db.column('SELECT seal FROM container_row')).toEqual(['B'])
  await exchange()
  expectEqual(['A', 'B'])
})

test('two desktops that read alone have each change in the history once', async () => {
  const { lea, leo, startLeo, readAlone, readLeading, exchange, expectEqual } = await loseOffice()
  for (const [index, seal] of ['B', 'C'].entries()) {
    readAlone(lea, seal, 20 + index)
    readAlone(leo, seal, 40 + index)
  }
  await startLeo()
  readLeading(leo, 'C', 60)
  await exchange()
  expectEqual(['A', 'B', 'C'])
})

test('what only a member saw who may not lead is not in the history', async () => {
  const { lea, rita, startLea, readAlone, readLeading, exchange, expectEqual } = await loseOffice()
  for (const [index, seal] of ['B', 'C'].entries()) readAlone(rita, seal, 20 + index)
  await startLea()
  readLeading(lea, 'C', 60)
  await exchange()
  expectEqual(['A', 'C'])
})

test('an office that was restored from an older copy gets what was read alone', async () => {
  const { lea, leo, owner, startLeo, readAlone, exchange, expectEqual } = await loseOffice()
  readAlone(leo, 'B', 20)
  await owner.query('DELETE FROM office.record')
  await owner.query('DELETE FROM office.beat')
  await owner.query('UPDATE office.counter SET seq = 0')
  await startLeo()
  await exchange()
  expectEqual(['A', 'B'])
  expect(lea.logged).toContain('the office was restored from an older copy')
})
