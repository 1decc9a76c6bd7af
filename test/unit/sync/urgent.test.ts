// Which boxes cannot wait for a sparing pace, in which order, and when whole pages are cheaper.
import { expect, test } from 'vitest'
import { createUrgent } from '#engine/sync/urgent.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { container, MIRROR_NOW, startMirror } from '#support/mirror.ts'

const box = (n: number, lastFreeDay: string) => {
  const made = container(`box-${String(n).padStart(3, '0')}`, `ABCU${String(1_000_000 + n)}`, null)
  const attributes = {
    ...made.attributes,
    pod_discharged_at: '2026-11-10T00:00:00Z',
    import_deadlines: { pickup_lfd_line: lastFreeDay },
  }
  return { ...made, attributes }
}
const boxes = (count: number, lastFreeDay: string, from = 0) =>
  Array.from({ length: count }, (_, n) => box(from + n, lastFreeDay))

function start(...records: ReturnType<typeof box>[]) {
  const mirror = startMirror()
  mirror.read(...records)
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const urgent = createUrgent({ db: mirror.db, clock })
  const taken = () => {
    const ids: string[] = []
    if (!urgent.isDue()) return ids
    for (let id = urgent.next(); id !== null; id = urgent.next()) ids.push(id)
    return ids
  }
  return { ...mirror, clock, urgent, taken }
}

test('of more than a minute can ask for, those not read for longest are next', async () => {
  const { clock, taken, write } = start(...boxes(90, '2026-11-20'))
  const first = taken()
  write((w) => {
    for (const id of first)
      w.run(
        `UPDATE mirror.seen SET verified_at = '2026-11-20T17:00:30.000Z' WHERE key = (SELECT key FROM container_row WHERE id = ?)`,
        id,
      )
  })
  await clock.advance(60_000)
  expect(new Set([...first, ...taken()]).size).toBe(90)
})

test('what has been due for months is not urgent, and spoils no sparing pace', () => {
  const { taken, urgent } = start(
    ...boxes(30, '2026-08-01'),
    box(30, '2026-11-21'),
    box(31, '2026-11-17'),
    box(32, '2026-11-16'),
  )
  expect([taken(), urgent.isMany()]).toEqual([['box-030', 'box-031'], false])
})

test('they are many where the pages of all containers weigh less', () => {
  expect(start(...boxes(21, '2026-11-20')).urgent.isMany()).toBe(true)
  expect(start(...boxes(21, '2026-11-20'), ...boxes(400, '2027-02-01', 21)).urgent.isMany()).toBe(false)
})
