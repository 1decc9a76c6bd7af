// Checks the local days at ports, also when the clocks change, against an independent computation (local-days.ts).
import { describe, expect, test } from 'vitest'
import { formatDay, toInstant, formatIso, getLocalDay, getOffsetMs, formatInstant } from '#service/world/calendar.ts'
import { PLACES } from '#service/world/data/places.ts'
import { DAY, HOUR, MINUTE } from './client.ts'
import { formatLocalTime, computeLocalDay } from './local-days.ts'

const parseDay = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY

describe('local midnight', () => {
  test.each([
    ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00Z'],
    ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00Z'],
    ['America/Los_Angeles', '2027-03-14', '2027-03-14T08:00:00Z'],
    ['America/Los_Angeles', '2027-03-15', '2027-03-15T07:00:00Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00Z'],
    ['Europe/Amsterdam', '2026-10-26', '2026-10-25T23:00:00Z'],
    ['Europe/Amsterdam', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00Z'],
    ['America/Halifax', '2026-07-01', '2026-07-01T03:00:00Z'],
  ])('in %s on %s is %s', (zone, date, expected) => {
    expect(formatIso(toInstant(zone, parseDay(date), 0))).toBe(expected)
    expect(getLocalDay(zone, toInstant(zone, parseDay(date), 0))).toBe(parseDay(date))
    expect(getLocalDay(zone, toInstant(zone, parseDay(date), 0) - 1)).toBe(parseDay(date) - 1)
  })

  test('agrees with the zone database at every place on every day of two years', () => {
    const zones = [...new Set(PLACES.map(({ zone }) => zone))]
    const wrong = zones.flatMap((zone) =>
      Array.from({ length: 731 }, (_, index) => parseDay('2026-01-01') + index)
        .filter((day) => {
          const midnight = toInstant(zone, day, 0)
          return computeLocalDay(zone, midnight) !== day || formatLocalTime(zone, midnight) !== '00:00:00'
        })
        .map((day) => `${zone} ${formatDay(day)}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('a time of day', () =>
  test.each([
    ['after the clocks went back', '2026-11-01', 3, '2026-11-01T11:00:00Z'],
    ['before the clocks went forward', '2027-03-14', 1, '2027-03-14T09:00:00Z'],
    ['after the clocks went forward', '2027-03-14', 3, '2027-03-14T10:00:00Z'],
    ['the clocks skip', '2027-03-14', 2, '2027-03-14T09:00:00Z'],
  ])('%s is the right instant in Los Angeles', (_, date, hour, expected) =>
    expect(formatIso(toInstant('America/Los_Angeles', parseDay(date), hour * HOUR))).toBe(expected),
  ))

describe('writing an instant', () => {
  test('truncates to whole seconds', () => {
    expect(formatIso(Date.parse('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28T23:59:59Z')
    expect(formatIso(Date.parse('2028-02-29T00:00:00.001Z'))).toBe('2028-02-29T00:00:00Z')
  })

  test('without a known zone writes the digits of the local clock', () => {
    const noon = toInstant('America/Los_Angeles', parseDay('2026-07-01'), 12 * HOUR)
    expect(formatInstant(noon, 'America/Los_Angeles', true)).toBe('2026-07-01T19:00:00Z')
    expect(formatInstant(noon, 'America/Los_Angeles', false)).toBe('2026-07-01T12:00:00Z')
    expect(getOffsetMs('Asia/Kolkata', noon)).toBe(5.5 * 60 * MINUTE)
  })
})
