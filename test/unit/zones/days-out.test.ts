// How long a box has been out: two calendar days at one place. Run once per zone this computer may sit in.
import { expect, test } from 'vitest'
import { daysOutAt } from '#engine/mirror/containers/days-out.ts'

const LA = 'America/Los_Angeles'
const BERLIN = 'Europe/Berlin'

test.each([
  ['the day it left counts as none', LA, '2026-11-20T15:00:00Z', '2026-11-20T23:00:00Z', 0],
  ['left at 23:50 it has been out a day ten minutes later', LA, '2026-11-20T07:50:00Z', '2026-11-20T08:00:00Z', 1],
  ['and not before midnight of the place', LA, '2026-11-20T07:50:00Z', '2026-11-20T07:59:59Z', 0],
  ['UTC midnight turns nothing in Los Angeles', LA, '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z', 0],
  ['nor in Shanghai', 'Asia/Shanghai', '2026-11-20T23:30:00Z', '2026-11-21T00:30:00Z', 0],
  ['Shanghai turns eight hours before UTC', 'Asia/Shanghai', '2026-11-20T15:59:00Z', '2026-11-20T16:00:00Z', 1],
  ['a week is a week', LA, '2026-11-13T18:00:00Z', '2026-11-20T18:00:00Z', 7],
  ['over the end of summer time: a day of 25 hours is one day', LA, '2026-10-31T20:00:00Z', '2026-11-02T08:00:00Z', 2],
  ['whose last hour belongs to it', LA, '2026-10-31T20:00:00Z', '2026-11-02T07:59:00Z', 1],
  ['over its beginning: a day of 23 hours is one day', LA, '2027-03-13T20:00:00Z', '2027-03-15T07:00:00Z', 2],
  ['in Berlin too', BERLIN, '2027-03-27T23:30:00Z', '2027-03-28T22:00:00Z', 1],
  ['over New Year', BERLIN, '2026-12-31T22:59:00Z', '2026-12-31T23:00:00Z', 1],
  ['over the date line nothing is skipped', 'Pacific/Auckland', '2026-11-20T10:30:00Z', '2026-11-20T11:00:00Z', 1],
])('%s', (_name, zone, fullOutAt, now, days) => {
  expect(daysOutAt({ fullOutAt, zone, now })).toBe(days)
})

test.each([
  ['nobody told when it left', null, LA],
  ['it is still to leave', '2026-11-22T18:00:00Z', LA],
  ['what was told is no moment', 'soon', LA],
  ['this computer does not know the zone', '2026-11-10T18:00:00Z', 'Mars/Olympus'],
])('is not known where %s', (_name, fullOutAt, zone) => {
  expect(daysOutAt({ fullOutAt, zone, now: '2026-11-20T18:00:00Z' })).toBeNull()
})
