// The last free days as a board and as a calendar, and the list of empties to return.
import { describe, expect, test } from 'vitest'
import { makeRow } from '#support/row-factories.ts'
import { rateTable } from '#support/rate-table.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
} from '#support/screens.ts'
import { describeCard } from '../../src/renderer/src/features/lfd/board/card-words.ts'
import { listBoardColumns, getColumnCount } from '../../src/renderer/src/features/lfd/board/board-columns.ts'
import { createChips } from '../../src/renderer/src/features/containers/filter-parts.ts'
import { formatDate } from '../../src/renderer/src/words/dates.ts'
import {
  addMonths,
  formatSpanTitle,
  formatTodayMark,
  describeToday,
  getWeekStart,
  listWeeks,
} from '../../src/renderer/src/features/lfd/calendar.ts'

setScreens()

const NOW_MS = Date.parse('2026-11-20T17:32:00Z')
const findDay = (date: string) => document.querySelector<HTMLElement>(`[data-date="${date}"]`)
const getFocusedDate = () => (document.activeElement as HTMLElement | null)?.dataset['date']

describe('days of a calendar', () => {
  test('weeks begin on Monday and contain the whole month', () => {
    expect(getWeekStart('2026-11-22')).toBe('2026-11-16')
    const weeks = listWeeks('2026-11-20', 'month')
    expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06'])
    expect(listWeeks('2027-02-10', 'month')).toHaveLength(4)
    expect(listWeeks('2026-11-20', 'week')).toEqual([
      ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'],
    ])
  })

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', -1, '2025-12-31'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-03-31', -1, '2026-02-28'],
  ])('%s plus %i months is %s', (date, months, then) => expect(addMonths(date, months)).toBe(then))

  test('titles name the month or the days of the week', () => {
    expect(formatSpanTitle('2026-11-20', 'month', NOW_MS)).toBe('November 2026')
    expect(formatSpanTitle('2026-12-30', 'week', NOW_MS)).toBe('Mon 28 Dec – Sun 3 Jan 2027')
  })
})

describe('today', () => {
  const zones = [
    { zone: 'America/Los_Angeles', today: '2026-11-20', count: 40 },
    { zone: 'America/New_York', today: '2026-11-20', count: 9 },
    { zone: 'Asia/Shanghai', today: '2026-11-21', count: 3 },
  ]
  test('is one day if all places have the same date', () => {
    expect(describeToday(zones.slice(0, 2), NOW_MS)).toBe('It is Fri 20 Nov at every terminal on this calendar.')
    expect([
      formatTodayMark(zones.slice(0, 2), '2026-11-20'),
      formatTodayMark(zones.slice(0, 2), '2026-11-21'),
    ]).toEqual(['Today', null])
    expect([describeToday([], NOW_MS), formatTodayMark([], '2026-11-20')]).toEqual(['', null])
  })
  test('is listed by place if the next day has begun at some of them', () => {
    expect(describeToday(zones, NOW_MS)).toBe(
      'The date differs: Sat 21 Nov in Shanghai · Fri 20 Nov in Los Angeles, New York.',
    )
    expect(formatTodayMark(zones, '2026-11-20')).toBe('Today in Los Angeles, New York')
    expect(formatTodayMark(zones, '2026-11-21')).toBe('Today in Shanghai')
  })
  test('names three places and counts the others', () => {
    const fiveZones = [
      ...zones,
      { zone: 'America/Chicago', today: '2026-11-20', count: 1 },
      { zone: 'America/Denver', today: '2026-11-20', count: 1 },
    ]
    expect(formatTodayMark(fiveZones, '2026-11-20')).toBe('Today in Los Angeles, New York, Chicago +1')
  })
})

test.each([
  [{ from: '2026-11-20', to: '2026-11-20' }, 'LFD is Fri 20 Nov'],
  [{ from: '2026-11-16', to: '2026-11-22' }, 'LFD is Mon 16 Nov to Sun 22 Nov'],
  [{ to: '2026-10-25' }, 'LFD is Sun 25 Oct or earlier'],
  [{ from: '2026-12-07' }, 'LFD is Mon 7 Dec or later'],
])('the days %j read as %s', (lastFreeDays, text) =>
  expect(createChips({ scope: 'board', lastFreeDays }, null)).toEqual([{ part: 'lastFreeDays', text }]),
)

describe('the columns of the board', () => {
  test('are in the order of urgency, also empty ones', () => {
    expect(listBoardColumns({ scope: 'board' }).map(({ title }) => title)).toEqual([
      'Past LFD',
      'Today',
      'Tomorrow / Soon',
      'Within a week',
      'Later',
      'No LFD reported',
      'Needs confirmation',
      'Not discharged',
    ])
    expect(listBoardColumns({ scope: 'open' }).at(-1)?.title).toBe('Picked up')
    expect(listBoardColumns({ scope: 'board', bands: ['soon', 'today'] }).map(({ title }) => title)).toEqual([
      'Today',
      'Soon',
    ])
  })
  test('add up the containers of their bands, and fees per currency', () => {
    const usd = (amount: number, isPending = false) => ({ currency: 'USD', amount, isPending })
    const [column] = listBoardColumns({ scope: 'board', bands: ['tomorrow', 'soon'] })
    const counts = [
      { band: 'tomorrow' as const, count: 2, feesDue: [usd(100)] },
      { band: 'soon' as const, count: 3, feesDue: [usd(50, true), { currency: 'CAD', amount: 7, isPending: false }] },
      { band: 'past' as const, count: 9, feesDue: [usd(999)] },
    ]
    expect(getColumnCount(column!, counts)).toEqual({
      count: 5,
      feesDue: [usd(150, true), { currency: 'CAD', amount: 7, isPending: false }],
    })
  })
})

describe('the board', () => {
  test('reads each column in its own windows, and shows its count', async () => {
    const { engine } = await open({ path: '/lfd/board' })
    const lists = engine.calls
      .filter(({ name }) => name === 'containers.list')
      .map(({ input }) => input as { filter: { bands: string[] }; window: { limit: number } })
    expect(new Set(lists.map(({ filter }) => filter.bands.join()))).toEqual(
      new Set(['past', 'today', 'tomorrow,soon', 'week', 'later', 'none', 'confirm', 'not-discharged']),
    )
    expect(lists.every(({ window }) => window.limit <= 200)).toBe(true)
    const past = (await engine.rows()).filter(({ lastFreeDay }) => lastFreeDay.band === 'past').length
    expect(byTestId('lane-past').querySelector('[data-testid=lane-count]')?.textContent).toBe(String(past))
    expect(byTestId('lane-past').querySelector('[role=listbox]')?.getAttribute('aria-label')).toMatch(
      new RegExp(`^Past LFD, ${past} containers, .*\\$`),
    )
    // Only the visible cards of a long column are drawn.
    expect(all('[role=option]').length).toBeLessThan(30)
  })

  test('is used by keys: down, across, peek and open, and focus returns to the column', async () => {
    const { router } = await open({ path: '/lfd/board' })
    const lane = () => document.activeElement?.closest('section')?.dataset['testid']
    const activeCard = () =>
      document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.dataset['id']
    expect(lane()).toBe('lane-past')
    const first = activeCard()
    await press('ArrowDown')
    expect(activeCard()).not.toBe(first)
    await press('ArrowRight')
    expect(lane()).toBe('lane-today')
    await press(' ')
    expect(router.currentRoute.value.query['container']).toBe(activeCard())
    await press('ArrowDown')
    expect(router.currentRoute.value.query['container']).toBe(activeCard())
    await press(' ')
    expect([isShown('detail-panel'), lane()]).toEqual([false, 'lane-today'])
    await press(' ')
    await press('Escape')
    expect([isShown('detail-panel'), lane()]).toEqual([false, 'lane-today'])
    await press('Enter')
    expect(document.activeElement?.getAttribute('data-testid')).toBe('detail-panel')
  })

  test('opens a card on a click, and keeps it open on a second click', async () => {
    const { router } = await open({ path: '/lfd/board' })
    const card = all('[data-testid=lane-past] [role=option]')[1]!
    await click(card)
    await click(card)
    expect([router.currentRoute.value.query['container'], isShown('detail-panel')]).toEqual([card.dataset['id'], true])
    await press('c')
    expect(copied.at(-1)).toMatch(/^[A-Z]{4}\d{7}$/)
  })

  test('keeps cards in place until the user sorts again', async () => {
    const { engine } = await open({ path: '/lfd/board' })
    const first = all('[data-testid=lane-today] [role=option]')[0]!
    const id = first.dataset['id']
    await engine.patch({ [id!]: { import_deadlines: { pickup_lfd_terminal: '2026-11-12' }, pickup_lfd: null } })
    await flush()
    const ids = () => all('[data-testid=lane-today] [role=option]').map((card) => card.dataset['id'])
    expect(ids()[0]).toBe(id)
    await click(byTestId('lane-today').querySelector<HTMLElement>('[data-testid=resort-pill]')!)
    await flush()
    expect(ids()).not.toContain(id)
  })

  test('shares its filter with the list, and says why it is empty', async () => {
    const { engine, router } = await open({ path: '/lfd' })
    await click('tile-past')
    await click('tab-lfd-board')
    await flush()
    expect([
      router.currentRoute.value.name,
      text('filter-chip'),
      all('[data-testid^=lane-]').filter((lane) => lane.matches('section')).length,
    ]).toEqual(['lfd-board', 'Past LFD', 1])
    expect(engine.lastInput('containers.bands')).toEqual({ filter: { scope: 'board', bands: ['past'] } })
    const { engine: emptyEngine } = await open({ path: '/lfd/board', rows: 0 })
    expect(await emptyEngine.rows()).toHaveLength(0)
    expect(text('empty-state')).toMatch(/No containers yet\./)
  })
})

describe('the calendar', () => {
  test('starts at today in this month, and says which day it is at the places', async () => {
    await open({ path: '/lfd/calendar' })
    expect([text('calendar-title'), text('calendar-todays'), getFocusedDate()]).toEqual([
      'November 2026',
      'It is Fri 20 Nov at every terminal on this calendar.',
      '2026-11-20',
    ])
    expect(findDay('2026-11-20')?.getAttribute('aria-current')).toBe('date')
    expect(findDay('2026-11-20')?.querySelector<HTMLElement>('.spoken')?.dataset['spoken']).toMatch(
      /^Friday 20 November, Today, \d+ containers?, Today \d+/,
    )
    expect(text('undated')).toMatch(/^\d+ without a last free day$/)
  })

  test('moves by day, week and month, and has one Tab stop', async () => {
    const { engine } = await open({ path: '/lfd/calendar' })
    await press('ArrowRight')
    await press('ArrowDown')
    expect(getFocusedDate()).toBe('2026-11-28')
    await press('Home')
    expect(getFocusedDate()).toBe('2026-11-23')
    await press('PageDown')
    expect([getFocusedDate(), text('calendar-title')]).toEqual(['2026-12-23', 'December 2026'])
    expect(engine.lastInput('containers.calendar')).toMatchObject({ from: '2026-11-30', to: '2027-01-03' })
    expect(all('[data-date][tabindex="0"]')).toHaveLength(1)
    await click('scope-week')
    expect([all('[data-date]').length, text('calendar-title')]).toEqual([7, 'Mon 21 Dec – Sun 27 Dec'])
    await click('calendar-today')
    await click('calendar-previous')
    expect(text('calendar-title')).toBe('Mon 9 Nov – Sun 15 Nov')
  })

  test('makes weeks without containers low, so that the others are higher', async () => {
    const { engine } = await open({ path: '/lfd/calendar' })
    const { days } = await engine.ask('containers.calendar', {
      from: '2026-10-26',
      to: '2026-12-06',
      filter: { scope: 'board' },
      first: 0,
    })
    const totals = Array.from({ length: 6 }, (_, week) =>
      days.slice(7 * week, 7 * week + 7).reduce((sum, { total }) => sum + total, 0),
    )
    expect([totals[0], totals.some((total) => total > 0)]).toEqual([0, true])
    const heights = totals.map((total) => (total === 0 ? '30px' : 'minmax(64px, 1fr)'))
    expect(document.querySelector<HTMLElement>('.weeks')?.style.gridTemplateRows).toBe(heights.join(' '))
  })

  test('opens the list of a day, and does not keep that filter', async () => {
    const { engine, router } = await open({ path: '/lfd/calendar' })
    const count = Number(
      /(\d+) containers?/.exec(findDay('2026-11-20')?.querySelector<HTMLElement>('.spoken')?.dataset.spoken ?? '')?.[1],
    )
    await press('Enter')
    await flush()
    expect([router.currentRoute.value.name, text('filter-chip')]).toEqual(['lfd', 'LFD is Fri 20 Nov'])
    expect(engine.lastInput('containers.list')).toMatchObject({
      filter: { scope: 'board', lastFreeDays: { from: '2026-11-20', to: '2026-11-20' } },
    })
    expect(text('list-count')).toMatch(new RegExp(`^${count} of ${(await engine.rows()).length}`))
    await click('tab-lfd-calendar')
    await flush()
    expect(isShown('filter-chip')).toBe(false)
    await click('undated')
    await flush()
    expect([router.currentRoute.value.name, text('filter-chip')]).toEqual(['lfd', 'No LFD reported'])
  })

  test('opens nothing from a day without a container', async () => {
    const { engine, router } = await open({ path: '/lfd/calendar', rows: 7 })
    const days = (await engine.rows()).map(({ lastFreeDay }) => lastFreeDay.date)
    do await press('ArrowLeft')
    while (days.includes(getFocusedDate() ?? null))
    const emptyDay = getFocusedDate()
    await press('Enter')
    expect([typeof emptyDay, getFocusedDate(), router.currentRoute.value.name]).toEqual([
      'string',
      emptyDay,
      'lfd-calendar',
    ])
  })
})

describe('empties to return', () => {
  const firstId = () => all('[data-row="0"]')[0]!.dataset['id']!

  test('are sorted by days out, and show missing terms as a dash, not as 0', async () => {
    const { engine } = await open({ path: '/empties' })
    expect(engine.lastInput('containers.list')).toMatchObject({
      filter: { scope: 'open', isEmptyOut: true },
      sort: [
        { column: 'daysOut', direction: 'desc' },
        { column: 'number', direction: 'asc' },
      ],
    })
    const days = column('daysOut').map(Number)
    expect(days.length).toBeGreaterThan(3)
    expect(days).toEqual(days.toSorted((a, b) => b - a))
    expect([new Set(column('freeDays')), new Set(column('returnBy')), new Set(column('detention'))]).toEqual([
      new Set(['—']),
      new Set(['—']),
      new Set(['—']),
    ])
    expect(text('empties-note')).toMatch(/follow your terms, not the line’s/)
    expect(byTestId('empties-rates').getAttribute('href')).toBe('#/settings#rates')
  })

  test('mark a return day of today, tomorrow or the past like a last free day', async () => {
    const { engine } = await open({ path: '/empties' })
    const days = column('daysOut').map(Number)
    const dayAfter = (offset: number) =>
      formatDate(new Date(Date.parse('2026-11-20') + offset * 86_400_000).toISOString().slice(0, 10), NOW_MS)
    await engine.ask('rates.save', rateTable('all', { kind: 'detention', freeDays: Math.max(...days) }))
    await flush()
    const marks = column('returnBy').map((shown) => shown.slice(dayAfter(0).length).trim())
    expect([column('returnBy')[0]!.startsWith(dayAfter(0)), marks[0]]).toEqual([true, 'Today'])
  })

  test('say so if the day a container left is unknown', async () => {
    const { engine } = await open({ path: '/empties' })
    await engine.patch({
      [firstId()]: { pod_full_out_at: null, final_destination_full_out_at: null, current_status: 'picked_up' },
    })
    await flush()
    expect([column('outOn')[0], column('daysOut')[0]]).toEqual(['No date reported', 'Unknown'])
  })

  test('show the day a container left from which its days out are counted, also if the pickup place has no zone', async () => {
    const { engine } = await open({ path: '/empties' })
    const dayBefore = (days: number) =>
      formatDate(new Date(Date.parse('2026-11-20') - days * 86_400_000).toISOString().slice(0, 10), NOW_MS)
    expect(column('outOn')).toEqual(column('daysOut').map((days) => dayBefore(Number(days))))
    // Without a zone, the service sends the time of a clock at the place: it is 02:00 on Tuesday there.
    const row = (await engine.rows()).find(({ id }) => id === firstId())!
    const withoutZones = { pod_timezone: null, final_destination_timezone: null, destination_timezone: null }
    await engine.ask('settings.set', { ...(await engine.ask('settings.get', {})), homeZone: 'America/Los_Angeles' })
    await engine.patch({
      [row.id]: {
        ...withoutZones,
        pod_full_out_at: '2026-11-17T02:00:00Z',
        final_destination_full_out_at: '2026-11-17T02:00:00Z',
      },
      [row.shipmentId!]: withoutZones,
    })
    await flush()
    expect([column('outOn')[0], column('daysOut')[0]]).toEqual(['Tue 17 Nov', '3'])
  })

  test('say so if no container is out', async () => {
    await open({ path: '/empties', rows: 3 })
    expect(text('empty-state')).toMatch(/^No containers are out with an empty to return\./)
  })
})

test('a card of the board says that sources disagree', () => {
  const row = makeRow(0)
  const spoken = (isDisputed: boolean) =>
    describeCard({ ...row, lastFreeDay: { ...row.lastFreeDay, isDisputed } }, null)
  expect([spoken(true).includes('Sources disagree'), spoken(false).includes('Sources disagree')]).toEqual([true, false])
})
