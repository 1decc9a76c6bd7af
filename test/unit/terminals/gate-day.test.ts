// The last gate day is the last working day of a terminal's gate on or before a last free day.
import { describe, expect, test } from 'vitest'
import { findGateDay } from '#engine/settings/terminals.ts'

const weekdays = { days: [1, 2, 3, 4, 5], closed: [], opens: '07:00', closes: '16:30' }

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
  ])('is %s', (_, lastFreeDay, calendar, date) =>
    expect(findGateDay(calendar, lastFreeDay)).toEqual({ date, opens: '07:00', closes: '16:30' }),
  )

  test('is null if the gate is closed for more than a month', () => {
    const closed = Array.from({ length: 32 }, (_, daysBefore) =>
      new Date(Date.UTC(2026, 10, 20) - daysBefore * 86_400_000).toISOString().slice(0, 10),
    )
    expect(findGateDay({ ...weekdays, days: [1, 2, 3, 4, 5, 6, 7], closed }, '2026-11-20').date).toBeNull()
  })
})
