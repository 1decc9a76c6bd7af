// The gate at the time of an appointment for the pickup.
import { expect, test } from 'vitest'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { isClosedAtAppointment, saveCalendar } from '#engine/settings/terminals.ts'
import { container, startMirror } from '#support/mirror.ts'

const hours = { days: [1, 2, 3, 4, 5], closed: ['2026-11-26'], opens: '07:00', closes: '16:00' }

test.each([
  ['a Friday within the hours', '2026-11-20T23:59:00.000Z', false],
  ['a Friday when the gate closes', '2026-11-21T00:00:00.000Z', true],
  ['a Saturday', '2026-11-21T20:00:00.000Z', true],
  ['a Monday before the gate opens', '2026-11-23T14:59:00.000Z', true],
  ['a Monday when it opens', '2026-11-23T15:00:00.000Z', false],
  ['a holiday', '2026-11-26T20:00:00.000Z', true],
])('the gate in Los Angeles at an appointment on %s', (_, at, isClosed) =>
  expect(isClosedAtAppointment(hours, 'America/Los_Angeles', at)).toBe(isClosed),
)

test.each([
  ['a Monday', '2026-11-23T00:00:00.000Z', false],
  ['a Saturday', '2026-11-21T00:00:00.000Z', true],
  ['a holiday', '2026-11-26T00:00:00.000Z', true],
])('the gate on the day of an appointment without a time: %s', (_, at, isClosed) =>
  expect(isClosedAtAppointment(hours, null, at)).toBe(isClosed),
)

test('without a zone, an appointment with a time is at no gate that is known to be closed', () =>
  expect(isClosedAtAppointment(hours, null, '2026-11-21T20:00:00.000Z')).toBe(false))

test('a row says that the gate is closed until the appointment is missed, or the container is picked up', () => {
  const mirror = startMirror()
  const readAppointment = (at: string | null, attributes = {}) => {
    mirror.read(
      { type: 'terminal', id: 't', attributes: { name: 'Pier 400' }, relationships: {} },
      {
        ...container('1', 'MSCU1234566', null, {
          pod_timezone: 'America/Los_Angeles',
          pod_discharged_at: '2026-11-18T10:00:00Z',
          pickup_appointment_at: at,
          ...attributes,
        }),
        relationships: { pod_terminal: { type: 'terminal', id: 't' } },
      },
    )
    return loadRows(mirror.db, ['1'])[0]!.isGateClosedAtAppointment
  }
  const saturday = '2026-11-21T20:00:00Z'
  expect(readAppointment(saturday)).toBe(false)
  mirror.write((db) => saveCalendar(db, { place: 'Pier 400', ...hours }, '2026-11-20T00:00:00.000Z'))
  expect([readAppointment(saturday), readAppointment('2026-11-23T20:00:00Z'), readAppointment(null)]).toEqual([
    true,
    false,
    false,
  ])
  expect(readAppointment(saturday, { pod_full_out_at: '2026-11-20T10:00:00Z' })).toBe(false)
  expect(readAppointment(saturday, { pod_full_out_at: null })).toBe(true)
  mirror.write((db) => setMoment(db, Date.parse(saturday), { tomorrow: 1, soon: 3, week: 7 }))
  expect(loadRows(mirror.db, ['1'])[0]!.isGateClosedAtAppointment).toBe(false)
})
