// A record that a complete sweep did not list counts as missed.
import { expect, test } from 'vitest'
import { runAtOnce } from '#engine/db/slices.ts'
import { countMissing } from '#engine/sync/missing.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'

const createId = (n: number) => `c${String(n).padStart(5, '0')}`

/** 4,500 containers, of which sweep 7 listed every third. */
function startMirrorWithSweep() {
  const mirror = startMirror()
  mirror.read(
    ...Array.from({ length: 4_500 }, (_, n) => container(createId(n), `MSCU${1_000_000 + n}`, null)),
    shipment('s1'),
  )
  mirror.write((db) => {
    db.run(`UPDATE seen SET sweep_id = 6 + (key % 3 = 0) WHERE key IN (SELECT key FROM res WHERE type = 'container')`)
  })
  const groupCounts = () =>
    mirror.db.all<{ n: number; listed: number; type: string }>(
      `SELECT type, sweep_id = 7 AS listed, missing_count AS n, count(*) AS records FROM res JOIN seen USING (key) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    )
  return { ...mirror, groupCounts }
}

const sweep = { id: 7, kind: 'containers' } as const

test('a record that the sweep did not list counts as missed, up to two times', () => {
  const { db, write, groupCounts } = startMirrorWithSweep()
  for (let round = 0; round < 3; round++) runAtOnce(countMissing(db, write, sweep, []))
  expect(groupCounts()).toEqual([
    { type: 'container', listed: 0, n: 2, records: 3_000 },
    { type: 'container', listed: 1, n: 0, records: 1_500 },
    { type: 'shipment', listed: null, n: 0, records: 1 },
  ])
})

test('one transaction counts at most 1,000 records', () => {
  const { write, db } = startMirrorWithSweep()
  const countMissed = () => db.get<{ n: number }>('SELECT count(*) AS n FROM seen WHERE missing_count > 0')?.n ?? 0
  const steps = countMissing(db, write, sweep, [])
  const missedCounts = new Set<number>()
  do missedCounts.add(countMissed())
  while (steps.next().done !== true)
  expect([...missedCounts, countMissed()]).toEqual([0, 1_000, 2_000, 3_000])
})

test('a listed but unreadable record, and one that a later sweep listed, are not missed', () => {
  const { write, db } = startMirrorWithSweep()
  const [unreadableId, laterId] = [createId(10), createId(4_001)]
  write((db) => {
    db.run(
      `UPDATE seen SET sweep_id = 8 WHERE key = (SELECT key FROM res WHERE type = 'container' AND id = ?)`,
      laterId,
    )
  })
  runAtOnce(countMissing(db, write, sweep, [unreadableId]))
  expect(
    db.all(`SELECT missing_count AS n FROM res JOIN seen USING (key) WHERE id IN (?, ?)`, unreadableId, laterId),
  ).toEqual([{ n: 0 }, { n: 0 }])
})
