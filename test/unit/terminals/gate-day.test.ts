// The last gate day is the last working day of a terminal's gate on or before a last free day.
import { describe, expect, test } from 'vitest'
import { computeGateNow, findGateDay, isGateOver } from '#engine/settings/terminals.ts'

const weekdays = { days: [1, 2, 3, 4, 5], closed: [], opens: null, closes: null }
const LATE_NIGHT = { opens: '23:00', closes: '22:45' }

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
    [
      'a Saturday until 22:45 if the gate opened on Friday at 23:00',
      '2026-11-21',
      { ...weekdays, ...LATE_NIGHT },
      '2026-11-21',
    ],
    ['this Saturday before a Sunday', '2026-11-22', { ...weekdays, ...LATE_NIGHT }, '2026-11-21'],
    [
      'the Friday if such a gate is closed on the Saturday',
      '2026-11-21',
      { ...weekdays, ...LATE_NIGHT, closed: ['2026-11-21'] },
      '2026-11-20',
    ],
    [
      'the Thursday if such a gate is closed on Friday and Saturday',
      '2026-11-21',
      { ...weekdays, ...LATE_NIGHT, closed: ['2026-11-20', '2026-11-21'] },
      '2026-11-19',
    ],
    [
      'the Friday on which a night shift begins that ends on Saturday at 03:00',
      '2026-11-21',
      { ...weekdays, opens: '18:00', closes: '03:00' },
      '2026-11-20',
    ],
    [
      'the Friday if the gate closes at midnight',
      '2026-11-21',
      { ...weekdays, opens: '07:00', closes: '00:00' },
      '2026-11-20',
    ],
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

describe('a gate in Los Angeles that works Monday to Friday', () => {
  const DAY = { opens: '07:00', closes: '16:30' }
  const NIGHT = { opens: '18:00', closes: '03:00' }
  const NONE = { opens: null, closes: null }
  test.each([
    ['is open at its opening time', '2026-11-20T15:00:00Z', DAY, false, null],
    ['is closed a minute before, and opens the same day', '2026-11-20T14:59:00Z', DAY, true, '2026-11-20'],
    ['is closed from its closing time on Friday until Monday', '2026-11-21T00:30:00Z', DAY, true, '2026-11-23'],
    ['is closed on a Sunday', '2026-11-22T20:00:00Z', NONE, true, '2026-11-23'],
    ['without hours is open on a Friday until midnight', '2026-11-21T07:59:00Z', NONE, false, null],
    ['that works at night is open on Saturday before it closes', '2026-11-21T10:59:00Z', NIGHT, false, null],
    ['that works at night is closed on Saturday after that', '2026-11-21T11:00:00Z', NIGHT, true, '2026-11-23'],
    ['that closes at midnight is open before', '2026-11-21T07:59:00Z', { opens: null, closes: '00:00' }, false, null],
    ['without a closing time is open until midnight', '2026-11-21T07:59:00Z', { ...DAY, closes: null }, false, null],
    [
      'without an opening time is closed in the evening',
      '2026-11-20T03:00:00Z',
      { ...DAY, opens: null },
      true,
      '2026-11-20',
    ],
  ])('%s', (_, now, hours, isClosedNow, opensNext) =>
    expect(computeGateNow({ ...weekdays, ...hours }, 'America/Los_Angeles', Date.parse(now))).toEqual({
      isClosedNow,
      opensNext,
    }),
  )

  test('has no next opening if every day of the next month is closed', () => {
    const closed = Array.from({ length: 32 }, (_, daysAhead) =>
      new Date(Date.UTC(2026, 10, 22) + daysAhead * 86_400_000).toISOString().slice(0, 10),
    )
    const calendar = { ...weekdays, ...DAY, closed }
    expect(computeGateNow(calendar, 'America/Los_Angeles', Date.parse('2026-11-22T20:00:00Z'))).toEqual({
      isClosedNow: true,
      opensNext: null,
    })
  })
})
