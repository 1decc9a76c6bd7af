// The rules of the last free day, as test vectors. They run once for each zone of the computer (vitest.config.ts), and
// the results must be the same.
import { describe, expect, test } from 'vitest'
import type { Band, GoverningRule } from '#contract/deadlines.ts'
import { dateInZone, daysBetween, instantMs } from '#engine/outside/calendar.ts'
import { unreportedDeadlines } from '#support/container-reports.ts'
import {
  type ReportedDeadlines,
  bandOf,
  clockAt,
  isDisputed,
  readDeadlines,
  reportedFingerprint,
} from '#engine/mirror/containers/lfd.ts'

const LA = 'America/Los_Angeles'
const NY = 'America/New_York'
const CHICAGO = 'America/Chicago'

const HOME = 'Europe/Berlin'
const readReported = (reported: Partial<ReportedDeadlines>, rule: GoverningRule = 'earliest') =>
  readDeadlines({ ...unreportedDeadlines, ...reported }, null, rule, HOME)
const findGoverning = (reported: Partial<ReportedDeadlines>, rule?: GoverningRule) => readReported(reported, rule)[0]
/** Days left as the lists count them: from the calendar date in that zone to the deadline. */
const daysLeft = (zone: string, date: string, now: string) => daysBetween(dateInZone(instantMs(now)!, zone)!, date)

test('this run really uses the zone in TZ', () => {
  const offsets: Record<string, number> = {
    UTC: 0,
    'America/Los_Angeles': 480,
    'Asia/Kolkata': -330,
    'Pacific/Auckland': -780,
  }
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(offsets[process.env['TZ'] ?? ''])
})

describe('the test vectors of the last free day', () => {
  test.each([
    // zone, reported, now, date, days left, flags
    [LA, '2026-11-20T08:00Z', '2026-11-20T22:00Z', '2026-11-20', 0, []],
    [LA, '2026-11-20T08:00Z', '2026-11-21T07:59Z', '2026-11-20', 0, []],
    [LA, '2026-11-20T08:00Z', '2026-11-21T08:00Z', '2026-11-20', -1, []],
    [NY, '2026-11-20T05:00Z', '2026-11-20T02:00Z', '2026-11-20', 1, []],
    [LA, '2026-11-20T23:59Z', '2026-11-20T17:00Z', '2026-11-20', 0, []],
    [LA, '2026-11-20T00:00Z', '2026-11-20T17:00Z', '2026-11-19', -1, ['may-be-later']],
    [LA, '2026-11-20', '2026-11-20T17:00Z', '2026-11-20', 0, []],
    [LA, '2026-11-02T08:00Z', '2026-10-31T20:00Z', '2026-11-02', 2, []],
    [LA, '2027-03-15T07:00Z', '2027-03-13T20:00Z', '2027-03-15', 2, []],
    ['Asia/Shanghai', '2026-11-19T16:00Z', '2026-11-19T15:30Z', '2026-11-20', 1, []],
  ])('%s: %s at %s is %s, %i days left', (zone, terminal, now, date, days, flags) => {
    const deadline = findGoverning({ terminal, podZone: zone })
    expect(deadline).toMatchObject({ date, flags, zone })
    expect(daysLeft(deadline!.todayZone, deadline!.date, now)).toBe(days)
  })

  test('a deadline without a zone has its date as written, and a flag', () =>
    expect(findGoverning({ terminal: '2026-11-20T00:00Z', shipmentPodZone: LA })).toMatchObject({
      date: '2026-11-20',
      zone: null,
      todayZone: LA,
      flags: ['zone-unknown', 'today-from-shipment-zone'],
    }))
})

describe('the date of a source', () => {
  test.each([
    ['is read with seconds and fractions', '2026-11-20T08:00:00.000Z', '2026-11-20'],
    ['is read with its own offset', '2026-11-20T00:00:00-08:00', '2026-11-20'],
    [
      'is the local day of midnight UTC, also if the instant has another offset',
      '2026-11-19T17:00:00-07:00',
      '2026-11-19',
    ],
    ['is read from the last minute of the day', '2026-11-21T07:59:59Z', '2026-11-20'],
    ['is read as UTC without an offset', '2026-11-20T08:00:00', '2026-11-20'],
    ['is the previous day one second before local midnight', '2026-11-20T07:59:59.000', '2026-11-19'],
    ['is read with an offset without a colon', '2026-11-20T00:00:00-0800', '2026-11-20'],
  ])('%s', (_name, terminal, date) => expect(findGoverning({ terminal, podZone: LA })?.date).toBe(date))

  test('midnight UTC is the same day without a flag east of Greenwich', () =>
    expect(findGoverning({ terminal: '2026-11-20T00:00:00Z', podZone: 'Asia/Shanghai' })).toMatchObject({
      date: '2026-11-20',
      flags: [],
    }))

  test('midnight without an offset is midnight UTC, with a flag', () =>
    expect(findGoverning({ terminal: '2026-11-20T00:00:00', podZone: LA })).toMatchObject({
      date: '2026-11-19',
      flags: ['may-be-later'],
    }))

  test.each(['', 'soon', '2026-13-40', '20 Nov 2026', '2026-02-30', '2026-11-20T', '2026-11-20T08:00 PST'])(
    '"%s" is not a date',
    (terminal) => expect(readReported({ terminal, podZone: LA })).toEqual([]),
  )

  test('a plain date needs no zone, and its days are counted in the home zone', () =>
    expect(findGoverning({ terminal: '2026-11-20' })).toMatchObject({
      date: '2026-11-20',
      todayZone: HOME,
      flags: ['today-from-home-zone'],
    }))
})

describe('a container without a zone', () => {
  const zones = { otherPodZone: LA, otherDestinationZone: CHICAGO }
  const at = '2026-11-20T00:00Z'
  test.each([
    ['the port', { terminal: at }, LA, 'today-from-place-zone'],
    ['the rail ramp', { rail: at, isInland: true }, CHICAGO, 'today-from-place-zone'],
    ['the destination of an inland move', { line: at, isInland: true }, CHICAGO, 'today-from-place-zone'],
    [
      'its shipment, before that of other containers',
      { terminal: at, shipmentPodZone: NY },
      NY,
      'today-from-shipment-zone',
    ],
    [
      'the port before that of another place',
      { terminal: at, shipmentDestinationZone: NY },
      LA,
      'today-from-place-zone',
    ],
  ])('counts in the zone of %s', (_name, reported, todayZone, flag) =>
    expect(findGoverning({ ...zones, ...reported })).toMatchObject({
      date: '2026-11-20',
      zone: null,
      todayZone,
      flags: ['zone-unknown', flag],
    }),
  )

  test('has a date by hand in the zone of its place', () =>
    expect(
      readDeadlines(
        { ...unreportedDeadlines, ...zones },
        { date: '2026-11-20', reportedThen: '' },
        'earliest',
        HOME,
      )[0],
    ).toMatchObject({ todayZone: LA }))
})

describe('zones', () => {
  const at = '2026-11-20T05:30:00Z'
  test('the terminal counts in the zone of the port', () =>
    expect(findGoverning({ terminal: at, podZone: LA, finalDestinationZone: CHICAGO })).toMatchObject({
      zone: LA,
      date: '2026-11-19',
    }))
  test('rail counts in the zone of the destination', () =>
    expect(findGoverning({ rail: at, podZone: LA, finalDestinationZone: NY, isInland: true })).toMatchObject({
      zone: NY,
      date: '2026-11-20',
    }))
  test('the line counts in the zone of the destination, or else of the port', () => {
    expect(findGoverning({ line: at, podZone: LA, finalDestinationZone: NY })?.zone).toBe(NY)
    expect(findGoverning({ line: at, podZone: LA })?.zone).toBe(LA)
  })
  test('the zone of the shipment gives the current day, but never changes the date of the deadline', () => {
    const deadline = findGoverning({ rail: at, shipmentDestinationZone: LA, isInland: true })
    expect(deadline).toMatchObject({ date: '2026-11-20', zone: null, todayZone: LA })
  })
})

describe('the governing source', () => {
  const port = { podZone: LA, finalDestinationZone: null }
  const inland = { podZone: LA, finalDestinationZone: CHICAGO, isInland: true }
  const [d18, d19, d20] = ['2026-11-18', '2026-11-19', '2026-11-20']
  const summarize = (reported: Partial<ReportedDeadlines>, rule?: GoverningRule) =>
    readReported(reported, rule).map(
      ({ source, date, isRelevant, isGoverning }) =>
        `${source} ${date.slice(8)}${isRelevant ? ' relevant' : ''}${isGoverning ? ' governs' : ''}`,
    )

  test('is the earlier of line and terminal at the port', () =>
    expect(summarize({ ...port, line: d20, terminal: d19 })).toEqual([
      'terminal 19 relevant governs',
      'line 20 relevant',
    ]))
  test('is the line if both have the same day', () =>
    expect(findGoverning({ ...port, line: d19, terminal: d19 })?.source).toBe('line'))
  test('is not the terminal inland if another source has a date', () =>
    expect(summarize({ ...inland, line: d20, terminal: d18, rail: d19 })).toEqual([
      'rail 19 relevant governs',
      'line 20 relevant',
      'terminal 18',
    ]))
  test('is the terminal inland if there is no other date, with a flag', () =>
    expect(findGoverning({ ...inland, terminal: d18 })).toMatchObject({
      source: 'terminal',
      isGoverning: true,
      flags: ['port-date-inland-move'],
    }))
  test('is not the port’s date after the container left by rail, and the date stays in the list', () => {
    expect(summarize({ ...inland, terminal: d18, hasLeftPort: true })).toEqual(['terminal 18'])
    expect(summarize({ ...inland, terminal: d18, rail: d20, hasLeftPort: true })).toEqual([
      'rail 20 relevant governs',
      'terminal 18',
    ])
  })
  test('is the service’s own value only if no source has a date', () => {
    expect(summarize({ ...port, pickup: d18 })).toEqual(['service 18 relevant governs'])
    expect(summarize({ ...port, pickup: d18, line: d20 })).toEqual(['line 20 relevant governs'])
  })
  test('is the deprecated facility date only if rail has none, with a flag', () => {
    expect(findGoverning({ ...inland, facility: d18 })).toMatchObject({
      source: 'rail',
      date: d18,
      flags: ['deprecated-field'],
    })
    expect(findGoverning({ ...inland, facility: d18, rail: d20 })).toMatchObject({
      source: 'rail',
      date: d20,
      flags: [],
    })
  })
  test('is the source that the user prefers if that source has a date', () => {
    const both = { ...port, line: d20, terminal: d19 }
    expect(findGoverning(both, 'line-first')?.source).toBe('line')
    expect(findGoverning(both, 'terminal-first')?.source).toBe('terminal')
    expect(findGoverning({ ...port, terminal: d19 }, 'line-first')?.source).toBe('terminal')
    expect(findGoverning({ ...port, line: d20 }, 'terminal-first')?.source).toBe('line')
  })
  test('is not an irrelevant terminal inland, although the user prefers it', () =>
    expect(findGoverning({ ...inland, terminal: d18, rail: d19 }, 'terminal-first')?.source).toBe('rail'))
  test('does not exist without a date', () => expect(readReported(port)).toEqual([]))
  test('relevant sources on different days are a dispute; an irrelevant one is not', () => {
    expect(isDisputed(readReported({ ...port, line: d20, terminal: d19 }))).toBe(true)
    expect(isDisputed(readReported({ ...port, line: d19, terminal: d19 }))).toBe(false)
    expect(isDisputed(readReported({ ...inland, terminal: d18, rail: d19, line: d19 }))).toBe(false)
  })

  describe('a manual date', () => {
    const reported = { ...unreportedDeadlines, ...port, line: d20 }
    const manual = { date: d18, reportedThen: reportedFingerprint(reported) }
    test('governs, and the reported dates remain listed', () => {
      const deadlines = readDeadlines(reported, manual, 'earliest', HOME)
      expect(deadlines.map(({ source, isGoverning }) => [source, isGoverning])).toEqual([
        ['manual', true],
        ['line', false],
      ])
      expect(deadlines[0]).toMatchObject({ date: d18, todayZone: LA, flags: [] })
    })
    test('has a flag after a report has changed', () => {
      const later = readDeadlines({ ...reported, terminal: d19 }, manual, 'earliest', HOME)
      expect(later[0]).toMatchObject({ source: 'manual', date: d18, flags: ['reported-since-manual'] })
    })
    test('governs also without a reported date', () =>
      expect(
        readDeadlines(
          unreportedDeadlines,
          { date: d18, reportedThen: reportedFingerprint(unreportedDeadlines) },
          'earliest',
          HOME,
        )[0],
      ).toMatchObject({ source: 'manual', date: d18 }))
  })
})

describe('the clock of free time', () => {
  const now = '2026-11-20T12:00:00.000Z'
  const [yesterday, tomorrow] = ['2026-11-19T12:00:00.000Z', '2026-11-21T12:00:00.000Z']
  test.each([
    ['has not started if no date is known', null, null, 'not-started'],
    ['has not started before the discharge', tomorrow, null, 'not-started'],
    ['runs after the discharge', yesterday, null, 'running'],
    ['runs from the moment of the discharge', now, null, 'running'],
    ['has stopped after the pickup', yesterday, yesterday, 'stopped'],
    ['runs before a pickup in the future', yesterday, tomorrow, 'running'],
    ['has stopped after the pickup without a reported discharge', null, yesterday, 'stopped'],
  ] as const)('%s', (_name, startedAt, stoppedAt, clock) => expect(clockAt({ startedAt, stoppedAt }, now)).toBe(clock))
})

describe('the band', () => {
  const days = { tomorrow: 1, soon: 3, week: 7 }
  test.each<[number | null, Band]>([
    [-1, 'past'],
    [0, 'today'],
    [1, 'tomorrow'],
    [2, 'soon'],
    [3, 'soon'],
    [4, 'week'],
    [7, 'week'],
    [8, 'later'],
    [null, 'none'],
  ])('of a running clock with %s days left is %s', (left, band) =>
    expect(bandOf('running', left, 0.1, days)).toBe(band),
  )
  test('of a stopped clock is "out" for every date', () =>
    expect([-400, -1, 0, 5, null].map((left) => bandOf('stopped', left, 0, days))).toEqual(Array(5).fill('out')))
  test('depends on the date before the discharge, but is never past', () =>
    expect([null, -2, 0, 1, 9].map((left) => bandOf('not-started', left, 0, days))).toEqual([
      'not-discharged',
      'not-discharged',
      'today',
      'tomorrow',
      'later',
    ]))
  test('is "confirm" after more than 14 days past without a check in the last 7 days, else "past"', () => {
    expect(bandOf('running', -15, 8, days)).toBe('confirm')
    expect(bandOf('running', -15, null, days)).toBe('confirm')
    expect(bandOf('running', -15, 6.9, days)).toBe('past')
    expect(bandOf('running', -14, 30, days)).toBe('past')
  })
  test('depends on the user’s thresholds', () =>
    expect([2, 5, 6, 15].map((left) => bandOf('running', left, 0, { tomorrow: 2, soon: 5, week: 14 }))).toEqual([
      'tomorrow',
      'soon',
      'week',
      'later',
    ]))
})
