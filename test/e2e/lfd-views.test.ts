// The views of the last free days as board and calendar, and the list of empties out, with a real engine. Their counts
// equal the counts of the list.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Board, eventually } from './board.ts'
import { type Connected, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()
let connected: Connected
let board: Board

beforeAll(async () => {
  connected = await startOnFixedDay({ containers: 60 })
})
beforeEach(async () => {
  board = await stage.open(connected.host)
  await board.waitForContainers(60)
})

const readColumnCounts = async () =>
  (await board.by('lane-count').allInnerTexts()).map((text) => Number(text.replaceAll(',', '')))

test('the columns of the board add up to the list, and a card opens its container by keys', async () => {
  const { shown } = await board.count()
  await board.press('g', 'w')
  await eventually(async () => (await readColumnCounts()).reduce((sum, count) => sum + count, 0)).toBe(shown)
  expect((await readColumnCounts()).length).toBe(8)
  await board.page.locator('[role=option][data-id]').first().waitFor()
  await eventually(() => board.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox')
  const number = await board.page.locator('.card.active .number').innerText()
  await board.press('Enter')
  await eventually(() => board.textOf('panel-number')).toBe(number)
})

test('a day of the calendar leads to as many rows as it counts', async () => {
  await board.press('g', 'k')
  const day = board.page.locator('[data-date="2026-11-20"]')
  await day.locator('.count').waitFor()
  expect(await day.getAttribute('aria-current')).toBe('date')
  const count = Number(await day.locator('.count').innerText())
  await eventually(() => board.page.evaluate(() => (document.activeElement as HTMLElement).dataset['date'])).toBe(
    '2026-11-20',
  )
  await board.press('Enter')
  await eventually(() => board.chips()).toEqual(['LFD is Fri 20 Nov'])
  await eventually(async () => (await board.count()).shown).toBe(count)
  expect(new Set((await board.column('lastFreeDay')).map((text) => text.slice(0, 10)))).toEqual(new Set(['Fri 20 Nov']))
})

test('a day of the calendar shows whole container numbers at 960 px, also on Sundays', async () => {
  await board.page.setViewportSize({ width: 960, height: 640 })
  await board.press('g', 'k')
  const numbers = board.page.locator('[data-date] .container .code')
  await numbers.first().waitFor()
  const readCutNumbers = () =>
    numbers.evaluateAll((all) =>
      all
        .filter((number) => {
          const day = number.closest('[data-date]')!.getBoundingClientRect()
          return number.getBoundingClientRect().right > Math.min(day.right, innerWidth) - 4
        })
        .map((number) => number.textContent),
    )
  await eventually(readCutNumbers).toEqual([])
})

test('five columns of the board are whole at 1280 px', async () => {
  await board.page.setViewportSize({ width: 1280, height: 800 })
  await board.press('g', 'w')
  const fifthCount = board.by('lane-count').nth(4)
  await fifthCount.waitFor()
  await eventually(() => fifthCount.evaluate((count) => count.getBoundingClientRect().right <= innerWidth)).toBe(true)
})

test('empties out show the days since pickup, and a dash while no terms are set', async () => {
  await board.press('g', 'x')
  await board.waitForRows()
  const days = (await board.column('daysOut')).filter((text) => text !== 'Unknown').map(Number)
  expect(days.length).toBeGreaterThan(0)
  expect(days).toEqual(days.toSorted((a, b) => b - a))
  // The grid draws the columns on the right a moment after the first ones.
  await eventually(async () => [...new Set(await board.column('freeDays'))]).toEqual(['—'])
})

test('if the next day has begun at some places only, the calendar names these places', async () => {
  // 22:30 in Los Angeles is half past one at night in New York.
  const nightBoard = await stage.open((await startOnFixedDay({ containers: 60, day: '2026-11-21T06:30:00Z' })).host)
  await nightBoard.waitForContainers(60)
  await nightBoard.press('g', 'k')
  await eventually(() => nightBoard.textOf('calendar-todays')).toMatch(
    /^The date differs: Sat 21 Nov in .*New York.* · Fri 20 Nov in .*Los Angeles.*\.$/,
  )
  const current = nightBoard.page.locator('[data-date][aria-current=date]')
  await eventually(() =>
    current.evaluateAll((days) => days.map((day) => (day as HTMLElement).dataset['date'])),
  ).toEqual(['2026-11-20', '2026-11-21'])
  expect(await current.nth(1).locator('.spoken').getAttribute('data-spoken')).toMatch(
    /^Saturday 21 November, Today in .*New York/,
  )
})
