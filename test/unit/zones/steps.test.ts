// Steps before a last free day are due at the same instants in each zone of this computer.
import { describe, expect, test } from 'vitest'
import { computeStepMs } from '#engine/alerts/steps.ts'
import { instantInZone } from '#engine/outside/calendar.ts'

const LA = 'America/Los_Angeles'
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

describe('the instant of a local time', () => {
  test.each([
    ['is found on a usual day', '2026-11-20', '08:00', LA, '2026-11-20T16:00:00.000Z'],
    ['is later if the hour is skipped', '2026-03-08', '02:30', LA, '2026-03-08T10:30:00.000Z'],
    ['is the first of two equal hours', '2026-11-01', '01:30', LA, '2026-11-01T08:30:00.000Z'],
    [
      'is found if clocks change by half an hour',
      '2026-10-04',
      '02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00.000Z',
    ],
    ['is found if midnight is skipped', '2026-04-24', '00:30', 'Africa/Cairo', '2026-04-23T22:30:00.000Z'],
  ])('%s', (_, date, clockTime, zone, instant) => expect(iso(instantInZone(date, clockTime, zone))).toBe(instant))

  test('is null in an unknown zone', () => expect(instantInZone('2026-11-20', '08:00', 'Mars/Olympus')).toBeNull())
})

describe('a step is due', () => {
  const rules = (homeZone: string, dayStart = '08:00') => ({ leadDays: 2, dayStart, homeZone })

  test.each([
    ['at the user’s day start if the terminal is open', LA, 'America/Chicago', '07:00', '2026-11-20T14:00:00.000Z'],
    [
      'when the terminal opens if the user’s day starts earlier',
      LA,
      'Europe/Berlin',
      '08:00',
      '2026-11-20T14:00:00.000Z',
    ],
    [
      'at the user’s day start if the terminal opened hours ago',
      'America/New_York',
      LA,
      '08:00',
      '2026-11-20T16:00:00.000Z',
    ],
    [
      'on the terminal’s own day if it ends before the user’s day begins',
      'Asia/Shanghai',
      LA,
      '08:00',
      '2026-11-19T22:00:00.000Z',
    ],
    [
      'on the terminal’s own day if the user’s day starts in its morning',
      'Pacific/Auckland',
      'Pacific/Honolulu',
      '08:00',
      '2026-11-19T18:00:00.000Z',
    ],
    [
      'in the user’s zone if the terminal’s zone is unknown',
      'Mars/Olympus',
      'Europe/Berlin',
      '08:00',
      '2026-11-20T07:00:00.000Z',
    ],
    ['in the user’s zone if the terminal has none', null, 'Europe/Berlin', '05:00', '2026-11-20T05:00:00.000Z'],
  ])('%s', (_, zone, homeZone, dayStart, instant) =>
    expect(iso(computeStepMs('2026-11-20', zone, rules(homeZone, dayStart)))).toBe(instant),
  )
})
