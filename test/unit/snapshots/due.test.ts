// The next snapshot is written at its time in the home zone, across both changes of daylight saving time, and only once
// for all missed times.
import { describe, expect, test } from 'vitest'
import type { SnapshotTimes } from '#contract/snapshots.ts'
import { computeNextRunMs } from '#engine/snapshots/due.ts'
import { createFileName } from '#engine/snapshots/worker.ts'

const NY = 'America/New_York'
const nextRun = (times: SnapshotTimes, last: string, hasFailed = false, zone = NY) =>
  new Date(computeNextRunMs(times, zone, { ms: Date.parse(last), hasFailed, nowMs: Date.parse(last) })).toISOString()
const everyDay = (at: string): SnapshotTimes => ({ every: 'day', at })

describe('the next run', () => {
  test.each<[string, SnapshotTimes, string, string]>([
    ['later today', everyDay('07:00'), '2026-11-20T11:59:59Z', '2026-11-20T12:00:00.000Z'],
    ['tomorrow, if it has just run', everyDay('07:00'), '2026-11-20T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    [
      'only one, however long ago the last one was',
      everyDay('07:00'),
      '2026-10-01T12:00:00Z',
      '2026-10-02T11:00:00.000Z',
    ],
    // Daylight saving time begins at 02:00 on 8 March 2026 and ends at 02:00 on 1 November 2026.
    [
      'at the same hour on the day when daylight saving time begins',
      everyDay('07:00'),
      '2026-03-07T12:00:00Z',
      '2026-03-08T11:00:00.000Z',
    ],
    [
      'at the same hour on the day when daylight saving time ends',
      everyDay('07:00'),
      '2026-10-31T11:00:00Z',
      '2026-11-01T12:00:00.000Z',
    ],
    ['an hour later if its hour does not exist', everyDay('02:30'), '2026-03-07T07:30:00Z', '2026-03-08T07:30:00.000Z'],
    ['at the first of two equal hours', everyDay('01:30'), '2026-10-31T05:30:00Z', '2026-11-01T05:30:00.000Z'],
    ['not at the second of two equal hours', everyDay('01:30'), '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
    ['on Monday after a Friday', { every: 'weekday', at: '18:00' }, '2026-11-20T23:00:00Z', '2026-11-23T23:00:00.000Z'],
    [
      'on a Friday evening that is Saturday in UTC',
      { every: 'weekday', at: '23:00' },
      '2026-11-20T22:00:00Z',
      '2026-11-21T04:00:00.000Z',
    ],
    ['after the interval in hours', { every: 'hours', hours: 4 }, '2026-11-01T04:00:00Z', '2026-11-01T08:00:00.000Z'],
  ])('is %s', (_, times, last, expected) => expect(nextRun(times, last)).toBe(expected))

  test('is 15 minutes after a failure, or at its usual time if that is earlier', () => {
    expect(nextRun(everyDay('07:00'), '2026-11-20T12:00:30Z', true)).toBe('2026-11-20T12:15:30.000Z')
    expect(nextRun(everyDay('07:00'), '2026-11-20T11:50:00Z', true)).toBe('2026-11-20T12:00:00.000Z')
  })

  test('does not wait for a clock that was years ahead', () => {
    const nowMs = Date.parse('2026-11-20T17:00:00Z')
    expect(
      computeNextRunMs(everyDay('07:00'), NY, { ms: Date.parse('9999-12-31T23:00:00Z'), hasFailed: false, nowMs }),
    ).toBe(Date.parse('2026-11-20T12:00:00Z'))
  })

  test('is in UTC if the zone is unknown', () =>
    expect(nextRun(everyDay('07:00'), '2026-11-20T06:00:00Z', false, 'Mars/Olympus')).toBe('2026-11-20T07:00:00.000Z'))
})

describe('the name of a file', () => {
  const getFileName = (base: string, rest: object = {}) =>
    createFileName(
      {
        plan: {
          base,
          fileName: 'dated',
          kind: 'csv',
          times: everyDay('07:00'),
          screen: 'lfd',
          view: '',
          filter: { scope: 'open' },
          sort: [],
          title: '',
          columns: [],
          words: {},
          ...rest,
        },
      },
      Date.parse('2026-11-21T03:30:00Z'),
      NY,
    )

  test('has the day of the home zone, and the time if a day has several snapshots', () => {
    expect(getFileName('quaywatch-lfd')).toBe('quaywatch-lfd-2026-11-20.csv')
    expect(getFileName('quaywatch-lfd', { times: { every: 'hours', hours: 4 }, kind: 'xlsx' })).toBe(
      'quaywatch-lfd-2026-11-20-2230.xlsx',
    )
    expect(getFileName('quaywatch-lfd', { fileName: 'same' })).toBe('quaywatch-lfd.csv')
  })

  test('never leaves its folder, and is valid on every system', () => {
    expect(
      ['../../etc/passwd', 'a:b\\c', '..', 'CON', 'Sendung "ü" 📦?'].map((base) =>
        getFileName(base, { fileName: 'same' }),
      ),
    ).toEqual(['-..-etc-passwd.csv', 'a-b-c.csv', 'quaywatch-.csv', 'quaywatch-CON.csv', 'Sendung -ü- 📦-.csv'])
    expect(['nul.tms', 'COM¹', 'console'].map((base) => getFileName(base, { fileName: 'same' }))).toEqual([
      'quaywatch-nul.tms.csv',
      'quaywatch-COM¹.csv',
      'console.csv',
    ])
    expect(Buffer.byteLength(getFileName('货'.repeat(80)))).toBeLessThanOrEqual(255)
  })
})
