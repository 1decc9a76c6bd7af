// The last day a gate works before a last free day has gone by.
import { describe, expect, test } from 'vitest'
import { gateDayOf } from '#engine/settings/terminals.ts'

const weekdays = { days: [1, 2, 3, 4, 5], closed: [], opens: '07:00', closes: '16:30' }

describe('the last gate day', () => {
  test.each([
    ['a working day itself', '2026-11-20', weekdays, '2026-11-20'],
    ['the Friday before a Sunday', '2026-11-22', weekdays, '2026-11-20'],
    ['the Friday before a Saturday', '2026-11-21', weekdays, '2026-11-20'],
    ['the day before a holiday', '2026-11-26', { ...weekdays, closed: ['2026-11-26'] }, '2026-11-25'],
    [
      'before a holiday at the end of a weekend',
      '2026-11-23',
      { ...weekdays, closed: ['2026-11-20', '2026-11-23'] },
      '2026-11-19',
    ],
    ['across the end of a year', '2027-01-03', { ...weekdays, closed: ['2027-01-01'] }, '2026-12-31'],
    ['a Sunday where the gate works on Sundays only', '2026-11-21', { ...weekdays, days: [7] }, '2026-11-15'],
    ['a Monday', '2026-11-29', { ...weekdays, days: [1] }, '2026-11-23'],
  ])('is %s', (_, lastFreeDay, calendar, date) => {
    expect(gateDayOf(calendar, lastFreeDay)).toEqual({ date, opens: '07:00', closes: '16:30' })
  })

  test('is none where the gate is closed for more than a month', () => {
    const closed = Array.from({ length: 32 }, (_, back) =>
      new Date(Date.UTC(2026, 10, 20) - back * 86_400_000).toISOString().slice(0, 10),
    )
    expect(gateDayOf({ ...weekdays, days: [1, 2, 3, 4, 5, 6, 7], closed }, '2026-11-20').date).toBeNull()
  })
})
