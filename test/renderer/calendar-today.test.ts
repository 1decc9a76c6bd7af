// The mark of today in a cell of the calendar.
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import DayCell from '../../src/renderer/src/features/lfd/calendar/DayCell.vue'
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

test('a narrow cell has only the word, which is not cut, and a wide one also the places', () => {
  const day = { date: '2026-11-20', total: 0, ready: 0, held: 0, bands: [], first: [] }
  const cell = mount(DayCell, {
    props: {
      day,
      todayMark: 'Today in Los Angeles, New York',
      shortTodayMark: 'Today, 2 places',
      isOutside: false,
      isWeekend: false,
      maxDayCount: 1,
      maxRows: 3,
      hasMonth: false,
      isWide: false,
    },
  })
  expect([
    cell.get('.mark .short').text(),
    cell.get('.mark .long').text(),
    cell.get('.mark').attributes('title'),
  ]).toEqual(['Today', 'Today, 2 places', 'Today in Los Angeles, New York'])
})
