// Quiet hours in the home zone, complete weekends, and changes of daylight saving time.
import { describe, expect, test } from 'vitest'
import { findLookAhead } from '#engine/alerts/look-ahead.ts'
import { type QuietRules, getClockMs, findNextQuiet, findQuietEnd } from '#engine/alerts/quiet.ts'
import { instantOf } from '#engine/outside/calendar.ts'

const rules: QuietRules = { isOn: true, from: '19:00', to: '06:30', includesWeekends: true, letsUrgentThrough: false }
const nightsOnly = { ...rules, includesWeekends: false }
const LA = 'America/Los_Angeles'
const quietEnd = (date: string, clock: string, quiet = rules, zone = LA) => {
  const end = findQuietEnd(getClockMs(date, clock, zone), quiet, zone)
  return end === null ? null : instantOf(end)
}
const createInstant = (date: string, clock: string, zone = LA) => instantOf(getClockMs(date, clock, zone))

describe('a clock time on a day', () =>
  test.each([
    ['2026-11-20', '08:00', LA, '2026-11-20T16:00:00.000Z'],
    ['2026-11-20', '08:00', 'Asia/Kolkata', '2026-11-20T02:30:00.000Z'],
    // 02:30 does not exist, and 01:30 occurs twice.
    ['2026-03-08', '02:30', LA, '2026-03-08T10:30:00.000Z'],
    ['2026-11-01', '01:30', LA, '2026-11-01T08:30:00.000Z'],
    // Midnight does not exist in Cairo on this day.
    ['2026-04-24', '00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // Samoa skipped this day.
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
    ['2026-11-20', '08:00', 'No/Where', '2026-11-20T08:00:00.000Z'],
  ])('%s %s in %s is %s', (date, clock, zone, instant) => expect(createInstant(date, clock, zone)).toBe(instant)))

describe('the night', () => {
  // 2026-11-18 is a Wednesday.
  test.each([
    ['18:59', null],
    ['19:00', createInstant('2026-11-19', '06:30')],
    ['23:59', createInstant('2026-11-19', '06:30')],
    ['00:00', createInstant('2026-11-18', '06:30')],
    ['06:29', createInstant('2026-11-18', '06:30')],
    ['06:30', null],
    ['12:00', null],
  ])('at %s on a Wednesday lasts until %s', (clock, end) => expect(quietEnd('2026-11-18', clock)).toBe(end))

  test('is not quiet if quiet hours are off or begin and end at the same hour', () =>
    expect([
      quietEnd('2026-11-18', '23:00', { ...rules, isOn: false }),
      quietEnd('2026-11-18', '19:00', { ...rules, to: '19:00' }),
    ]).toEqual([null, null]))

  test('can be a period within one day', () => {
    const noon = { ...nightsOnly, from: '12:00', to: '13:00' }
    expect([
      quietEnd('2026-11-18', '11:59', noon),
      quietEnd('2026-11-18', '12:30', noon),
      quietEnd('2026-11-18', '13:00', noon),
    ]).toEqual([null, createInstant('2026-11-18', '13:00'), null])
  })

  test('ends at the same hour after a change of daylight saving time', () =>
    expect([quietEnd('2026-03-07', '20:00', nightsOnly), quietEnd('2026-10-31', '20:00', nightsOnly)]).toEqual([
      '2026-03-08T13:30:00.000Z',
      '2026-11-01T14:30:00.000Z',
    ]))
})

describe('the weekend', () => {
  test.each([
    ['2026-11-20', '18:59', null],
    ['2026-11-20', '19:00', createInstant('2026-11-23', '06:30')],
    ['2026-11-21', '12:00', createInstant('2026-11-23', '06:30')],
    ['2026-11-22', '23:00', createInstant('2026-11-23', '06:30')],
    ['2026-11-23', '06:29', createInstant('2026-11-23', '06:30')],
    ['2026-11-23', '06:30', null],
  ])('%s %s: quiet until %s', (date, clock, end) => expect(quietEnd(date, clock)).toBe(end))

  test('is like other days if weekends are not quiet', () =>
    expect([quietEnd('2026-11-21', '12:00', nightsOnly), quietEnd('2026-11-20', '20:00', nightsOnly)]).toEqual([
      null,
      createInstant('2026-11-21', '06:30'),
    ]))

  test.each([
    ['00:00', '06:30', '2026-11-20', '12:00', null],
    ['00:00', '06:30', '2026-11-20', '23:59', null],
    ['00:00', '06:30', '2026-11-21', '00:00', createInstant('2026-11-23', '06:30')],
    ['00:00', '06:30', '2026-11-22', '12:00', createInstant('2026-11-23', '06:30')],
    ['12:00', '13:00', '2026-11-20', '14:00', null],
    ['12:00', '13:00', '2026-11-21', '09:00', createInstant('2026-11-23', '00:00')],
    ['12:00', '13:00', '2026-11-23', '09:00', null],
    ['19:00', '19:00', '2026-11-20', '20:00', null],
  ])(
    'with quiet hours from %s to %s within one day is Saturday and Sunday: %s %s is quiet until %s',
    (from, to, date, clock, end) => expect(quietEnd(date, clock, { ...rules, from, to })).toBe(end),
  )

  test('begins and ends in the local time of each zone', () => {
    for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Auckland', 'Pacific/Honolulu', 'America/St_Johns']) {
      expect(quietEnd('2026-11-21', '12:00', rules, zone)).toBe(createInstant('2026-11-23', '06:30', zone))
    }
  })
})

test('the next quiet period is the one that begins next, also during a quiet period', () => {
  const next = (date: string, clock: string) => {
    const span = findNextQuiet(getClockMs(date, clock, LA), rules, LA)
    return span && [instantOf(span.fromMs), instantOf(span.untilMs)]
  }
  expect(next('2026-11-18', '12:00')).toEqual([
    createInstant('2026-11-18', '19:00'),
    createInstant('2026-11-19', '06:30'),
  ])
  expect(next('2026-11-18', '23:00')).toEqual([
    createInstant('2026-11-19', '19:00'),
    createInstant('2026-11-20', '06:30'),
  ])
  expect(next('2026-11-20', '12:00')).toEqual([
    createInstant('2026-11-20', '19:00'),
    createInstant('2026-11-23', '06:30'),
  ])
  expect(next('2026-11-21', '12:00')).toEqual([
    createInstant('2026-11-23', '19:00'),
    createInstant('2026-11-24', '06:30'),
  ])
  expect(findNextQuiet(0, { ...rules, isOn: false }, LA)).toBeNull()
})

describe('the look-ahead for a quiet period', () => {
  const lookAhead = (date: string, clock: string) => findLookAhead(getClockMs(date, clock, LA), rules, LA)
  test('begins four hours before it and ends when it begins', () => {
    expect([lookAhead('2026-11-20', '14:59'), lookAhead('2026-11-20', '19:00')]).toEqual([null, null])
    expect(lookAhead('2026-11-20', '15:00')).toEqual({
      key: `ahead:${createInstant('2026-11-20', '19:00')}`,
      untilMs: getClockMs('2026-11-23', '06:30', LA),
      after: '2026-11-20',
      through: '2026-11-23',
      partMs: getClockMs('2026-11-20', '15:00', LA),
    })
    expect(lookAhead('2026-11-20', '18:59')?.key).toBe(lookAhead('2026-11-20', '15:00')?.key)
  })
  test.each([
    ['15:00', '15:00'],
    ['15:59', '15:00'],
    ['16:00', '16:00'],
    ['18:44', '18:00'],
    ['18:45', '18:45'],
    ['18:59', '18:45'],
  ])('belongs at %s to the part that began at %s', (clock, partStart) =>
    expect(lookAhead('2026-11-20', clock)?.partMs).toBe(getClockMs('2026-11-20', partStart, LA)),
  )
  test('covers a single night up to the day of its end', () =>
    expect(lookAhead('2026-11-18', '16:00')).toMatchObject({ after: '2026-11-18', through: '2026-11-19' }))
})
