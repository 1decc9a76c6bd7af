// What the view computes for an alert: snooze times, notes, and the place of its field in the panel.
import { describe, expect, test } from 'vitest'
import { AlertKind } from '#contract/alerts.ts'
import { todayFacts } from '#support/alert-rows.ts'
import { alertGroups, getMarkedField } from '../../src/renderer/src/features/alerts/alerts.ts'
import { findMarkedPlace } from '../../src/renderer/src/features/changes/marks.ts'
import { listPassedDays, listSnoozeChoices } from '../../src/renderer/src/features/alerts/snooze.ts'

const LA = 'America/Los_Angeles'
const listSnoozeEnds = (now: string, zone = LA) =>
  Object.fromEntries(listSnoozeChoices(Date.parse(now), zone, '08:00').map(({ key, until }) => [key, until]))

describe('snoozing', () => {
  test('offers an hour and three days from now, and starts of days in the home zone', () =>
    expect(listSnoozeEnds('2026-11-20T17:32:00.000Z')).toEqual({
      hour: '2026-11-20T18:32:00.000Z',
      tomorrow: '2026-11-21T16:00:00.000Z',
      monday: '2026-11-23T16:00:00.000Z',
      days: '2026-11-23T17:32:00.000Z',
    }))

  test('offers the earliest end first: on a Monday three days are before the next Monday', () =>
    expect(Object.keys(listSnoozeEnds('2026-11-23T20:00:00.000Z'))).toEqual(['hour', 'tomorrow', 'days', 'monday']))

  test('uses the day in the home zone, not in UTC', () =>
    expect(listSnoozeEnds('2026-11-20T06:00:00.000Z').tomorrow).toBe('2026-11-20T16:00:00.000Z'))

  test('keeps the hour of the day over a clock change', () => {
    expect(listSnoozeEnds('2026-10-31T20:00:00.000Z')).toMatchObject({
      tomorrow: '2026-11-01T16:00:00.000Z',
      monday: '2026-11-02T16:00:00.000Z',
    })
    expect(listSnoozeEnds('2027-03-13T20:00:00.000Z').tomorrow).toBe('2027-03-14T15:00:00.000Z')
  })

  test('offers the next Monday, and on a Sunday only as tomorrow', () => {
    expect(listSnoozeEnds('2026-11-23T20:00:00.000Z').monday).toBe('2026-11-30T16:00:00.000Z')
    expect(listSnoozeEnds('2026-11-22T20:00:00.000Z')).toMatchObject({ tomorrow: '2026-11-23T16:00:00.000Z' })
    expect(listSnoozeEnds('2026-11-22T20:00:00.000Z')).not.toHaveProperty('monday')
  })
})

test('a last free day passes during a snooze if the snooze ends on a later day of its place', () => {
  const days = [
    { date: '2026-11-20', zone: LA },
    { date: '2026-11-21', zone: LA },
    { date: '2026-11-20', zone: 'Asia/Singapore' },
  ]
  expect(listPassedDays(days, '2026-11-20T18:32:00.000Z')).toEqual([days[2]])
  expect(listPassedDays(days, '2026-11-21T16:00:00.000Z')).toEqual([days[0], days[2]])
})

describe('an alert', () => {
  test('has its kind in one of the groups of the settings', () =>
    expect(alertGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual(AlertKind.options.toSorted()))

  test('marks the last free day if only time passed, else its own field', () => {
    const field = 'holds_at_pod_terminal/customs'
    expect([
      getMarkedField({ field: null, facts: todayFacts }),
      getMarkedField({
        field,
        facts: { kind: 'hold-placed', name: 'customs', since: '2026-11-19T11:32:00.000Z', daysLeft: 3 },
      }),
      getMarkedField({ field: null, facts: { kind: 'document-read', type: 'commercial invoice' } }),
    ]).toEqual(['last-free-day', field, null])
  })
})

describe('a field in the panel', () => {
  const detail = {
    deadlines: [],
    holds: [{ name: 'customs', status: 'hold', description: null, firstSeenAt: null }],
    fees: [],
    servicePickupLfd: null,
    changes: [
      {
        id: 9,
        field: 'import_deadlines.pickup_lfd_line',
        before: null,
        after: null,
        zone: null,
        seenAt: '2026-11-20T00:00:00.000Z',
      },
    ],
  }

  test.each([
    ['last-free-day', 'deadline'],
    ['pickup_lfd', 'deadline'],
    ['holds_at_pod_terminal/customs', 'hold/customs'],
    ['holds_at_pod_terminal/customs#2', 'hold/customs'],
    ['holds_at_pod_terminal/usda', 'holds'],
    ['fees_at_pod_terminal/demurrage', 'fees'],
    ['available_for_pickup', 'availability'],
    ['pickup_appointment_at', 'fact/appointment'],
    ['import_deadlines.pickup_lfd_line', 'change/9'],
    ['pod_eta_at', null],
    ['constructor', null],
  ])('%s is at %s', (field, place) => expect(findMarkedPlace(field, detail)).toBe(place))
})
