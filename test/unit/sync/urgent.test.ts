// Urgent containers are read at once even at a slow pace. If there are many, reading whole pages needs fewer requests.
import { expect, test } from 'vitest'
import { createUrgent } from '#engine/sync/urgent.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { container, MIRROR_NOW, startMirror } from '#support/mirror.ts'

const containerDue = (n: number, lastFreeDay: string) => {
  const record = container(`c-${String(n).padStart(3, '0')}`, `ABCU${String(1_000_000 + n)}`, null)
  const attributes = {
    ...record.attributes,
    pod_discharged_at: '2026-11-10T00:00:00Z',
    import_deadlines: { pickup_lfd_line: lastFreeDay },
  }
  return { ...record, attributes }
}
const containersDue = (count: number, lastFreeDay: string, from = 0) =>
  Array.from({ length: count }, (_, n) => containerDue(from + n, lastFreeDay))

function start(...records: ReturnType<typeof containerDue>[]) {
  const mirror = startMirror()
  mirror.read(...records)
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const urgent = createUrgent({ db: mirror.db, clock })
  const takeAll = () => {
    const ids: string[] = []
    if (!urgent.isDue()) return ids
    for (let id = urgent.removeNext(); id !== null; id = urgent.removeNext()) ids.push(id)
    return ids
  }
  return { ...mirror, clock, urgent, takeAll }
}

test('if more are urgent than one minute allows, the ones not read for the longest time are next', async () => {
  const { clock, takeAll, write } = start(...containersDue(90, '2026-11-20'))
  const first = takeAll()
  write((db) => {
    for (const id of first)
      db.run(
        `UPDATE mirror.seen SET verified_at = '2026-11-20T17:00:30.000Z' WHERE key = (SELECT key FROM container_row WHERE id = ?)`,
        id,
      )
  })
  await clock.advance(60_000)
  expect(new Set([...first, ...takeAll()]).size).toBe(90)
})

test('containers that have been due for months are not urgent', () => {
  const { takeAll, urgent } = start(
    ...containersDue(30, '2026-08-01'),
    containerDue(30, '2026-11-21'),
    containerDue(31, '2026-11-17'),
    containerDue(32, '2026-11-16'),
  )
  expect([takeAll(), urgent.hasTooMany()]).toEqual([['c-030', 'c-031'], false])
})

test('urgent containers are many if reading all pages needs fewer requests', () => {
  expect(start(...containersDue(21, '2026-11-20')).urgent.hasTooMany()).toBe(true)
  expect(start(...containersDue(21, '2026-11-20'), ...containersDue(400, '2027-02-01', 21)).urgent.hasTooMany()).toBe(
    false,
  )
})
