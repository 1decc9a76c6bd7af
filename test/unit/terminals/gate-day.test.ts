// The last gate day is the last working day of a terminal's gate on or before a last free day.
import { describe, expect, test } from 'vitest'
import { findGateDay, isGateOver } from '#engine/settings/terminals.ts'

const weekdays = { days: [1, 2, 3, 4, 5], closed: [] }

describe('the last gate day', () => {
  test.each([
    ['the last free day if it is a working day', '2026-11-20', weekdays, '2026-11-20'],
    ['the Friday before a Sunday', '2026-11-22', weekdays, '2026-11-20'],
    ['the Friday before a Saturday', '2026-11-21', weekdays, '2026-11-20'],
    ['the day before a holiday', '2026-11-26', { ...weekdays, closed: ['2026-11-26'] }, '2026-11-25'],
    [
      'the day before a weekend with holidays at both ends',
      '2026-11-23',
      { ...weekdays, closed: ['2026-11-20', '2026-11-23'] },
      '2026-11-19',
    ],
    ['a day of the year before', '2027-01-03', { ...weekdays, closed: ['2027-01-01'] }, '2026-12-31'],
    ['a Sunday if the gate works only on Sundays', '2026-11-21', { ...weekdays, days: [7] }, '2026-11-15'],
    ['a Monday if the gate works only on Mondays', '2026-11-29', { ...weekdays, days: [1] }, '2026-11-23'],
  ])('is %s', (_, lastFreeDay, calendar, date) => expect(findGateDay(calendar, lastFreeDay)).toBe(date))

  test('is null if the gate is closed for more than a month', () => {
    const closed = Array.from({ length: 32 }, (_, daysBefore) =>
      new Date(Date.UTC(2026, 10, 20) - daysBefore * 86_400_000).toISOString().slice(0, 10),
    )
    expect(findGateDay({ ...weekdays, days: [1, 2, 3, 4, 5, 6, 7], closed }, '2026-11-20')).toBeNull()
  })
})

describe('a gate in Los Angeles on Friday 20 November', () =>
  test.each([
    ['is not over on the day before', '2026-11-20T07:59:00Z', { opens: '07:00', closes: '16:30' }, false],
    ['is not over a minute before it closes', '2026-11-21T00:29:00Z', { opens: '07:00', closes: '16:30' }, false],
    ['is over when it closes', '2026-11-21T00:30:00Z', { opens: '07:00', closes: '16:30' }, true],
    ['that works at night is over when it closes', '2026-11-21T11:00:00Z', { opens: '18:00', closes: '03:00' }, true],
    ['that works at night is not over before', '2026-11-21T10:59:00Z', { opens: '18:00', closes: '03:00' }, false],
    ['that closes at midnight is not over at noon', '2026-11-20T20:00:00Z', { opens: null, closes: '00:00' }, false],
    ['that closes at midnight is over then', '2026-11-21T08:00:00Z', { opens: null, closes: '00:00' }, true],
    ['without hours is not over before midnight', '2026-11-21T07:59:00Z', { opens: null, closes: null }, false],
    ['without hours is over at midnight', '2026-11-21T08:00:00Z', { opens: null, closes: null }, true],
  ])('%s', (_, now, hours, isOver) =>
    expect(isGateOver(hours, '2026-11-20', 'America/Los_Angeles', Date.parse(now))).toBe(isOver),
  ))
