// A container that missed its appointment needs a new one, as if it had none.
import { expect, test } from 'vitest'
import { orderContainers } from '#engine/mirror/board/list.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { container, startMirror } from '#support/mirror.ts'

const NUMBER = 'MSCU1234566'

/** A container that is ready, whose last free day is 21 November. */
function startWith(attributes: Record<string, unknown>) {
  const mirror = startMirror()
  const board = mirror.openBoard()
  const ready = {
    current_status: 'available',
    availability_known: true,
    available_for_pickup: true,
    pod_timezone: 'America/New_York',
    pod_arrived_at: '2026-11-17T10:00:00Z',
    pod_discharged_at: '2026-11-18T10:00:00Z',
    terminal_checked_at: '2026-11-20T16:00:00Z',
    import_deadlines: { pickup_lfd_terminal: '2026-11-21', pickup_lfd_line: null, pickup_lfd_rail: null },
  }
  mirror.read(container('1', NUMBER, null, { ...ready, ...attributes }))
  const readAt = async (now: string) => {
    mirror.write((db) => setMoment(db, Date.parse(now), { tomorrow: 1, soon: 3, week: 7 }))
    const row = loadRows(mirror.db, ['1'])[0]!
    await board.loadPart('all')
    const filter = { scope: 'all' as const, hasAppointment: false }
    const needsOne = orderContainers(board, filter, [{ column: 'number', direction: 'asc' }]).length === 1
    return [row.risks.some(({ reason }) => reason === 'no-appointment'), needsOne]
  }
  return { readAt }
}

test('needs an appointment from the time at which it missed one', async () => {
  const { readAt } = startWith({ pickup_appointment_at: '2026-11-20T18:00:00Z' })
  expect(await readAt('2026-11-20T17:59:59.999Z')).toEqual([false, false])
  expect(await readAt('2026-11-20T18:00:00.000Z')).toEqual([true, true])
})

test('misses an appointment without a zone and a time only when the day ends', async () => {
  const { readAt } = startWith({ pod_timezone: null, pickup_appointment_at: '2026-11-20T00:00:00Z' })
  expect(await readAt('2026-11-20T23:59:59.999Z')).toEqual([false, false])
  expect(await readAt('2026-11-21T00:00:00.000Z')).toEqual([true, true])
})

test('misses no appointment once it was picked up', async () => {
  const { readAt } = startWith({
    pickup_appointment_at: '2026-11-20T15:00:00Z',
    pod_full_out_at: '2026-11-20T14:30:00Z',
    current_status: 'picked_up',
  })
  expect(await readAt('2026-11-20T17:00:00.000Z')).toEqual([false, false])
})
