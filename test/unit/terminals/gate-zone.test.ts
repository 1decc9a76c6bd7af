// The hours of a gate are those of the place of pickup. A last free day can count in the zone of the destination.
import { expect, test } from 'vitest'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { loadRows } from '#engine/mirror/containers/store.ts'
import { saveCalendar } from '#engine/settings/terminals.ts'
import { container, startMirror } from '#support/mirror.ts'

test('the gate in Los Angeles is open until its hour there, although the last free day counts in Chicago', () => {
  const mirror = startMirror()
  mirror.read(
    { type: 'terminal', id: 't', attributes: { name: 'Pier 400' }, relationships: {} },
    {
      ...container('1', 'MSCU1234566', null, {
        final_destination_timezone: 'America/Chicago',
        pod_discharged_at: '2026-11-18T10:00:00Z',
        import_deadlines: { pickup_lfd_line: '2026-11-20' },
      }),
      relationships: { pod_terminal: { type: 'terminal', id: 't' } },
    },
  )
  const isOverAt = (now: string) => {
    mirror.write((db) => setMoment(db, Date.parse(now), { tomorrow: 1, soon: 3, week: 7 }))
    return loadRows(mirror.db, ['1'])[0]!.gateDay!.isOver
  }
  mirror.write((db) => {
    const hours = { days: [1, 2, 3, 4, 5], closed: [], opens: '07:00', closes: '16:00' }
    saveCalendar(db, { place: 'Pier 400', ...hours }, '2026-11-20T00:00:00.000Z')
  })
  expect(loadRows(mirror.db, ['1'])[0]!.lastFreeDay.zone).toBe('America/Chicago')
  expect([isOverAt('2026-11-20T23:59:00Z'), isOverAt('2026-11-21T00:00:00Z')]).toEqual([false, true])
})

test('a gate that opened on Friday at 23:00 is over when it closes on the last free day, a Saturday', () => {
  const mirror = startMirror()
  mirror.read(
    { type: 'terminal', id: 't', attributes: { name: 'Pier 400' }, relationships: {} },
    {
      ...container('1', 'MSCU1234566', null, {
        pod_timezone: 'America/Los_Angeles',
        pod_discharged_at: '2026-11-18T10:00:00Z',
        import_deadlines: { pickup_lfd_line: '2026-11-21' },
      }),
      relationships: { pod_terminal: { type: 'terminal', id: 't' } },
    },
  )
  mirror.write((db) => {
    const hours = { days: [1, 2, 3, 4, 5], closed: [], opens: '23:00', closes: '22:45' }
    saveCalendar(db, { place: 'Pier 400', ...hours }, '2026-11-20T00:00:00.000Z')
  })
  const loadGateDayAt = (now: string) => {
    mirror.write((db) => setMoment(db, Date.parse(now), { tomorrow: 1, soon: 3, week: 7 }))
    return loadRows(mirror.db, ['1'])[0]!.gateDay
  }
  expect(loadGateDayAt('2026-11-22T06:44:00Z')).toMatchObject({ date: '2026-11-21', isOver: false })
  expect(loadGateDayAt('2026-11-22T06:45:00Z')).toMatchObject({ date: '2026-11-21', isOver: true })
})
