import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  formatDate,
  formatDay,
  formatDayTime,
  formatOwnTime,
  formatTime,
  formatUtc,
  formatIsoLocal,
  formatIsoOwn,
  toKnownZone,
  describeDate,
  formatPlaceOfZone,
} from '../../src/renderer/src/words/dates.ts'

const NOW = Date.parse('2026-11-20T17:32:00Z')

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a calendar date', () => {
  test('is shown with its weekday and is never shifted by the zone of this computer', () => {
    const texts = ['Pacific/Auckland', 'America/Los_Angeles', 'UTC'].map((zone) => {
      vi.stubEnv('TZ', zone)
      return formatDate('2026-11-20', NOW)
    })
    expect(texts).toEqual(['Fri 20 Nov', 'Fri 20 Nov', 'Fri 20 Nov'])
  })

  test('names its year when that is not the current one', () =>
    expect(formatDate('2027-01-06', NOW)).toBe('Wed 6 Jan 2027'))

  test('is spoken in full', () => expect(describeDate('2026-11-18')).toBe('Wednesday 18 November'))
})

describe('an instant', () => {
  test.each([
    ['2026-11-20T07:59:00Z', 'America/Los_Angeles', 'Thu 19 Nov', '23:59 PST'],
    ['2026-11-20T08:00:00Z', 'America/Los_Angeles', 'Fri 20 Nov', '00:00 PST'],
    ['2026-11-19T16:00:00Z', 'Asia/Shanghai', 'Fri 20 Nov', '00:00 GMT+8'],
    ['2026-11-01T08:30:00Z', 'America/Los_Angeles', 'Sun 1 Nov', '01:30 PDT'],
    ['2026-11-01T09:30:00Z', 'America/Los_Angeles', 'Sun 1 Nov', '01:30 PST'],
    ['2026-03-08T10:30:00Z', 'America/Los_Angeles', 'Sun 8 Mar', '03:30 PDT'],
  ])('%s in %s is %s %s', (instant, zone, day, time) =>
    expect([formatDay(instant, zone, NOW), formatTime(instant, zone)]).toEqual([day, time]),
  )

  test.each([
    ['2026-11-20T07:59:00Z', 'America/Los_Angeles', '2026-11-19T23:59-08:00'],
    ['2026-11-01T08:30:00Z', 'America/Los_Angeles', '2026-11-01T01:30-07:00'],
    ['2026-11-19T18:30:00Z', 'Asia/Kolkata', '2026-11-20T00:00+05:30'],
    ['2026-11-20T07:59:00Z', 'Etc/UTC', '2026-11-20T07:59Z'],
    ['2026-11-20T07:59:00Z', 'Moon/Base', '2026-11-20T07:59Z'],
  ])('%s in %s is copied as %s: the day on screen, and one instant', (instant, zone, iso) =>
    expect([formatIsoLocal(instant, zone), Date.parse(iso)]).toEqual([iso, Date.parse(instant)]),
  )

  test('of this computer is copied in the computer’s zone', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(formatIsoOwn('2026-11-20T07:59:00Z')).toBe('2026-11-20T02:59-05:00')
  })

  test('without a zone is the day and time as sent, because the service sends that of a clock at the place', () =>
    expect([
      formatDay('2026-11-20T23:30:00Z', null, NOW),
      formatDayTime('2026-11-20T23:30:00Z', null, NOW),
      formatIsoLocal('2026-11-20T23:30:00Z', null),
    ]).toEqual(['Fri 20 Nov', 'Fri 20 Nov 23:30 local', '2026-11-20T23:30']))

  test('in a zone this computer does not know is treated as one without a zone', () =>
    expect([toKnownZone('Mars/Olympus'), formatTime('2026-11-20T23:30:00Z', 'Mars/Olympus')]).toEqual([
      null,
      '23:30 UTC',
    ]))

  test('shows UTC beside it in a form that cannot be mistaken for local time', () =>
    expect(formatUtc('2026-11-20T08:00:00.000Z')).toBe('2026-11-20 08:00 UTC'))
})

describe('times of this computer', () =>
  test('are shown as a time if they are today, else with their day', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect([formatOwnTime('2026-11-20T14:05:00Z', NOW), formatOwnTime('2026-11-20T07:05:00Z', NOW)]).toEqual([
      '06:05',
      'Thu 19 Nov 23:05',
    ])
  }))

test('a zone has the name of its place', () =>
  expect([
    formatPlaceOfZone('America/Los_Angeles'),
    formatPlaceOfZone('America/Indiana/Knox'),
    formatPlaceOfZone('UTC'),
  ]).toEqual(['Los Angeles', 'Knox', 'UTC']))
