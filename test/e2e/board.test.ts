// The board in daily use: order, filters, tiles, keys, the detail panel, and the texts for screen readers.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Board, eventually, showSavedColumns } from './board.ts'
import { type Connected, createStage, startOnFixedDay } from './stage.ts'

const stage = createStage()
let connected: Connected
let board: Board

beforeAll(async () => {
  connected = await startOnFixedDay({ containers: 60 })
})
beforeEach(async () => {
  board = await stage.open(connected.host, {}, showSavedColumns)
  await board.waitForContainers(60)
})

const parseNumbers = (texts: string[]) =>
  texts.filter((text) => text !== '').map((text) => Number(text.replace('−', '-')))
const isRising = (values: readonly (number | string)[]) =>
  values.every((value, index) => index === 0 || value >= values[index - 1]!)

describe('order', () => {
  test('the most urgent container is first until the user sorts by a header', async () => {
    expect(parseNumbers(await board.column('daysLeft'))).toSatisfy(isRising)
    expect((await board.column('band'))[0]).toBe('8 days past LFD')
  })

  test('a click on a header sorts by it, a second click reverses the order, and rows without a value stay last', async () => {
    await board.sortBy('number')
    expect(await board.header('number').getAttribute('aria-sort')).toBe('ascending')
    expect(await board.column('number')).toSatisfy(isRising)
    await board.sortBy('number')
    expect(await board.header('number').getAttribute('aria-sort')).toBe('descending')
    expect((await board.column('number')).reverse()).toSatisfy(isRising)
    await board.sortBy('lastFreeDay')
    expect((await board.column('lastFreeDay')).at(-1)).toBe('No LFD reported')
    await board.sortBy('lastFreeDay')
    expect((await board.column('lastFreeDay')).at(-1)).toBe('No LFD reported')
    expect((await board.column('lastFreeDay'))[0]).toMatch(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}/)
  })

  test('a click with Shift adds a sort level, and the header shows its number', async () => {
    await board.sortBy('verdict')
    await board.sortBy('number', { addsSortLevel: true })
    expect(await board.header('number').innerText()).toMatch(/2/)
    const rows = await board.rows()
    const [firstVerdict, ...otherVerdicts] = [...new Set(rows.map(({ cells }) => cells['verdict']))]
    expect(otherVerdicts.length).toBeGreaterThan(1)
    expect(
      rows.filter(({ cells }) => cells['verdict']?.startsWith(firstVerdict!)).map(({ cells }) => cells['number']!),
    ).toSatisfy(isRising)
  })
})

describe('filters', () => {
  test('typing filters the list, the count follows, and a number is found with and without spaces', async () => {
    const [, secondNumber] = await board.column('number')
    await board.filterText(secondNumber!.replaceAll(' ', '').toLowerCase())
    await eventually(() => board.count()).toEqual({ shown: 1, all: 60 })
    expect(await board.column('number')).toEqual([secondNumber])
    await board.filterText('there is no such thing')
    await eventually(() => board.textOf('empty-state')).toMatch(
      /^No match for “there is no such thing” in 60 saved records\./,
    )
    expect(await board.page.locator('[role=columnheader]').count()).toBeGreaterThan(3)
    await board.by('empty-state').getByRole('button').click()
    await eventually(async () => (await board.count()).shown).toBeGreaterThan(1)
  })

  test('a chip names the filter that the menu set, and removes it', async () => {
    const countBefore = await board.count()
    await board.by('filter-menu').click()
    const dialog = board.page.getByRole('dialog', { name: 'Filter by' }).or(board.page.locator('.menu'))
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await dialog.getByText('Customs', { exact: true }).click()
    await board.page.keyboard.press('Escape')
    await eventually(() => board.chips()).toEqual(['Hold includes Customs'])
    await eventually(() => board.column('holds')).toSatisfy(
      (holds: string[]) => holds.length > 0 && holds.every((hold) => hold.includes('Customs')),
    )
    await board.by('filter-chip').getByRole('button', { name: 'Hold includes Customs', exact: true }).press('Delete')
    await eventually(() => board.count()).toEqual(countBefore)
  })

  test.for(['past', 'today', 'tomorrow', 'soon', 'ready', 'held', 'due', 'not-assessed'])(
    'the tile %s opens as many rows as it counts',
    async (key) => {
      const tileCount = await board.readTileCount(key)
      const countBefore = await board.count()
      await board.by(`tile-${key}`).click()
      await eventually(async () => (await board.count()).shown).toBe(tileCount)
      await eventually(async () => (await board.rows()).length).toBe(tileCount)
      expect(await board.by(`tile-${key}`).getAttribute('aria-pressed')).toBe('true')
      await board.by(`tile-${key}`).click()
      await eventually(() => board.count()).toEqual(countBefore)
    },
  )
})

describe('the keyboard', () => {
  const findActiveRowIndex = () =>
    board.page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? NaN))

  test('arrows, J and K move through the rows, Enter opens the detail, Escape closes it and keeps the active row', async () => {
    const numbers = await board.column('number')
    await board.row(0).locator('[data-key=number]').click()
    await board.page.keyboard.press('ArrowDown')
    await board.page.keyboard.press('j')
    await board.page.keyboard.press('j')
    await board.page.keyboard.press('k')
    await eventually(findActiveRowIndex).toBe(2)
    await board.page.keyboard.press('Enter')
    await eventually(() => board.textOf('panel-number')).toBe(numbers[2])
    await board.page.keyboard.press('ArrowDown')
    await eventually(() => board.textOf('panel-number')).toBe(numbers[3])
    await board.page.keyboard.press('Escape')
    await eventually(() => board.panel().count()).toBe(0)
    await eventually(findActiveRowIndex).toBe(3)
  })

  test('a click shows the row beside the list; its menu opens by the right button or Shift+F10', async () => {
    const numbers = await board.column('number')
    const menu = board.by('row-menu')
    await board.row(1).locator('[data-key=number]').click()
    await eventually(() => board.textOf('panel-number')).toBe(numbers[1])
    await eventually(findActiveRowIndex).toBe(1)
    await board.row(2).locator('[data-key=number]').click({ button: 'right' })
    await menu.waitFor()
    expect(await menu.innerText()).toContain(numbers[2])
    await board.row(0).locator('[data-key=number]').click({ button: 'right' })
    await eventually(() => menu.innerText()).toContain(numbers[0])
    await eventually(() => board.focusedId()).toBe('row-menu')
    await board.page.keyboard.press('Escape')
    await eventually(() => menu.count()).toBe(0)
    await eventually(findActiveRowIndex).toBe(0)
    await board.page.keyboard.press('ArrowDown')
    await board.page.keyboard.press('ArrowDown')
    await eventually(() => board.textOf('panel-number')).toBe(numbers[2])
    await board.page.keyboard.press('Shift+F10')
    await menu.waitFor()
    await menu
      .getByRole('menuitem', { name: /^Assign/ })
      .first()
      .press('Enter')
    await eventually(() => menu.count()).toBe(0)
    await eventually(() => board.focusedId()).toBe('my-name')
    await board.page.keyboard.press('Escape')
    await eventually(findActiveRowIndex).toBe(2)
    await board.page.keyboard.press('Escape')
    await eventually(() => board.panel().count()).toBe(0)
  })

  test('G C and G L change screens, the question mark shows the keys, and letters typed into a field have no other effect', async () => {
    await board.page.keyboard.press('g')
    await board.page.keyboard.press('c')
    await board.page.getByRole('grid', { name: 'Containers', exact: true }).waitFor()
    await board.page.keyboard.press('f')
    await board.page.keyboard.type('gl?')
    expect(await board.by('filter-text').inputValue()).toBe('gl?')
    expect(await board.by('cheat-sheet').isVisible()).toBe(false)
    await board.page.keyboard.press('Escape')
    await board.page.locator('[role=columnheader]').nth(2).click()
    await board.page.keyboard.press('?')
    await board.by('cheat-sheet').waitFor()
    await board.page.keyboard.press('Escape')
    await eventually(() => board.by('cheat-sheet').isVisible()).toBe(false)
    await board.page.keyboard.press('g')
    await board.page.keyboard.press('l')
    await board.page.getByRole('grid', { name: 'Containers by last free day' }).waitFor()
  })

  test('the grid is one Tab stop', async () => {
    await board.by('filter-text').focus()
    const stops = new Set<number>()
    for (let pressCount = 0; pressCount < 8; pressCount++) {
      await board.page.keyboard.press('Tab')
      if (await board.grid().evaluate((grid) => grid.contains(document.activeElement))) stops.add(pressCount)
    }
    expect(stops.size).toBe(1)
  })
})

describe('the detail panel', () => {
  test('shows every block of a container, in the fixed order', async () => {
    await board.openRow(0)
    const panel = board.panel()
    await eventually(() => panel.locator('h3').allInnerTexts()).toEqual([
      'Next action',
      'Last free day',
      'Ready for pickup',
      'Cost of waiting',
      'Pickup & customer',
      'Yours',
      'Alerts',
      'Documents',
      'Changes',
      'Timeline',
      'ETA history',
      'Facts',
      'As the service sent it',
    ])
    expect(await board.textOf('deadline-sources')).toMatch(/Terminal.*in effect/)
    expect(await board.textOf('three-ages')).toMatch(/Synced .+ Terminal checked .+ Line checked .+/)
    expect(await board.textOf('fees')).toMatch(/\$[\d,]+/)
    await panel.getByText('No active holds reported.').waitFor()
    expect(await board.textOf('timeline')).toMatch(/Discharged/i)
    await panel.getByText('No changes since the first sync.').waitFor()
    const raw = panel.locator('details', { hasText: 'As the service sent it' })
    await raw.locator('summary').click()
    const record = JSON.parse(await raw.locator('pre').first().innerText()) as { type: string }
    expect(record.type).toBe('container')
  })

  test('names for each hold who clears it', async () => {
    await board.openRow((await board.column('holds')).indexOf('Customs'))
    expect(await board.textOf('holds')).toMatch(/^Customs Hold Cleared by: Broker/)
  })

  test('story 1: shows each source of a disputed last free day, lets the earlier one govern, and flags the dispute', async () => {
    const rowIndex = (await board.rows()).find(({ cells }) => /\d.*\d/.test(cells['sources'] ?? ''))!.index
    await board.row(rowIndex).locator('[data-key=lastFreeDay] .dispute').waitFor()
    await board.openRow(rowIndex)
    const sources = board.by('deadline-sources').locator('tbody tr')
    expect(await sources.count()).toBeGreaterThanOrEqual(2)
    const [date] = /^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}/.exec((await board.column('lastFreeDay'))[rowIndex]!)!
    expect(await board.by('deadline-sources').locator('tr', { hasText: 'in effect' }).innerText()).toContain(date)
  })

  test('a date set by hand stays until it is removed', async () => {
    const rowBefore = (await board.rows())[4]!
    await board.openRow(4)
    await board.panel().getByRole('button', { name: 'Override the LFD' }).click()
    await board.panel().locator('input[type=date]').fill('2026-12-24')
    await board.panel().getByLabel('Reason').fill('agreed by phone')
    await board.panel().getByRole('button', { name: 'Save' }).click()
    await eventually(() => board.textOf('deadline-sources')).toMatch(/Thu 24 Dec.*in effect/)
    await board.panel().getByRole('button', { name: 'Clear' }).click()
    await eventually(() => board.textOf('deadline-sources')).not.toContain('24 Dec')
    await eventually(async () => (await board.rows()).find(({ id }) => id === rowBefore.id)?.cells['lastFreeDay']).toBe(
      rowBefore.cells['lastFreeDay'],
    )
  })
})

describe('texts for screen readers', () => {
  test('the grid counts its rows and columns, and every row and cell has its index', async () => {
    const { shown } = await board.count()
    const grid = board.grid()
    expect(await grid.getAttribute('aria-rowcount')).toBe(String(shown + 1))
    expect(await board.page.locator('[role=columnheader]').count()).toBe(
      Number(await grid.getAttribute('aria-colcount')),
    )
    const parts = await grid.evaluate((element) =>
      [...element.querySelectorAll<HTMLElement>('[data-row]')].map((row) => ({
        role: row.role,
        isInPlace: Number(row.ariaRowIndex) === Number(row.dataset['row']) + 2,
        cells: [...row.children].every((cell) => cell.role === 'gridcell' && Number(cell.ariaColIndex) > 0),
      })),
    )
    expect(parts).toHaveLength(shown)
    expect(parts).toSatisfy((all: typeof parts) =>
      all.every(({ role, isInPlace, cells }) => role === 'row' && isInPlace && cells),
    )
    expect(await board.page.locator('main [aria-live=polite]').allTextContents()).toContain(`${shown} rows, filtered`)
  })

  test('a band is read as a sentence with day and place', async () => {
    const name = 'eight days past last free day, Thursday 12 November, Los Angeles'
    const cells = board.row(0).getByRole('gridcell', { name, exact: true })
    expect(await cells.evaluateAll((all) => all.map((cell) => (cell as HTMLElement).dataset['key']))).toEqual([
      'band',
      'lastFreeDay',
    ])
  })
})
