// Counts the calendar days since the pickup of a container, in the zone of the place. Runs in each zone of the computer
// (vitest.config.ts).
import { expect, test } from 'vitest'
import { daysOutAt } from '#engine/mirror/containers/days-out.ts'

const LA = 'America/Los_Angeles'
const BERLIN = 'Europe/Berlin'

test.each([
  ['the day of the pickup is day 0', LA, '2026-11-20T15:00:00Z', '2026-11-20T23:00:00Z', 0],
  ['a pickup at 23:50 is a day ago ten minutes later', LA, '2026-11-20T07:50:00Z', '2026-11-20T08:00:00Z', 1],
  ['a pickup at 23:50 is day 0 until midnight of the place', LA, '2026-11-20T07:50:00Z', '2026-11-20T07:59:59Z', 0],
  ['UTC midnight changes nothing in Los Angeles', LA, '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z', 0],
  ['UTC midnight changes nothing in Shanghai', 'Asia/Shanghai', '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z', 0],
  [
    'midnight in Shanghai is eight hours before UTC',
    'Asia/Shanghai',
    '2026-11-20T15:59:00Z',
    '2026-11-20T16:00:00Z',
    1,
  ],
  ['a week is seven days', LA, '2026-11-13T18:00:00Z', '2026-11-20T18:00:00Z', 7],
  ['a day of 25 hours at the end of summer time is one day', LA, '2026-10-31T20:00:00Z', '2026-11-02T08:00:00Z', 2],
  ['the last hour of a day of 25 hours belongs to that day', LA, '2026-10-31T20:00:00Z', '2026-11-02T07:59:00Z', 1],
  ['a day of 23 hours at the start of summer time is one day', LA, '2027-03-13T20:00:00Z', '2027-03-15T07:00:00Z', 2],
  ['a day of 23 hours in Berlin is one day', BERLIN, '2027-03-27T23:30:00Z', '2027-03-28T22:00:00Z', 1],
  ['the new year is the next day', BERLIN, '2026-12-31T22:59:00Z', '2026-12-31T23:00:00Z', 1],
  ['no day is skipped near the date line', 'Pacific/Auckland', '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z', 1],
])('%s', (_name, zone, fullOutAt, now, days) =>
  expect(daysOutAt({ fullOutAt, pickupZone: zone, todayZone: zone, now })).toBe(days),
)

test('a pickup without a zone has the day as sent, and today is that of the last free day', () => {
  const atSix = { fullOutAt: '2026-11-20T06:00:00Z', pickupZone: null, todayZone: LA }
  expect(daysOutAt({ ...atSix, now: '2026-11-21T07:59:00Z' })).toBe(0)
  expect(daysOutAt({ ...atSix, now: '2026-11-21T08:00:00Z' })).toBe(1)
})

test.each([
  ['the pickup was not reported', null, LA],
  ['the pickup is in the future', '2026-11-22T18:00:00Z', LA],
  ['the reported pickup is not a date', 'soon', LA],
  ['this computer does not know the zone', '2026-11-10T18:00:00Z', 'Mars/Olympus'],
])('the days out are unknown if %s', (_name, fullOutAt, zone) =>
  expect(daysOutAt({ fullOutAt, pickupZone: zone, todayZone: zone, now: '2026-11-20T18:00:00Z' })).toBeNull(),
)
