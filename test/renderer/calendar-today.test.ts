// The mark of today in a cell of the calendar.
import { expect, test } from 'vitest'
import { formatShortTodayMark } from '../../src/renderer/src/features/lfd/calendar.ts'

const zones = [
  { zone: 'America/Los_Angeles', today: '2026-11-20', count: 3 },
  { zone: 'America/New_York', today: '2026-11-20', count: 1 },
  { zone: 'Asia/Shanghai', today: '2026-11-21', count: 1 },
]

test('a day that is today at several places but not at all has their number, and at one place its name', () => {
  expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((date) => formatShortTodayMark(zones, date))).toEqual([
    'Today, 2 places',
    'Today in Shanghai',
    null,
  ])
  expect(formatShortTodayMark(zones.slice(0, 2), '2026-11-20')).toBe('Today')
})
