import { describe, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { NO_LAYOUT } from '../../src/renderer/src/ui/grid/columns.ts'
import { EVERYTHING } from '../../src/renderer/src/ui/grid/selection.ts'
import { columns, events, mountGrid, rows, useGridSize } from '#support/grid-screen.ts'

useGridSize()

async function waitForFrame() {
  await new Promise((done) => {
    requestAnimationFrame(done)
  })
  await nextTick()
  await nextTick()
}

describe('the keyboard', () => {
  test('moves over cells and rows and up into the header', async () => {
    const { press, click, cell, focused } = await mountGrid()
    await click(cell(0, 'name'))
    await press('ArrowDown')
    await press('j')
    await press('ArrowRight')
    expect(focused()).toBe('4 count')
    await press('Home')
    expect(focused()).toBe('4 #select')
    await press('End')
    expect(focused()).toBe('4 age')
    await press('Home', { ctrlKey: true })
    expect(focused()).toBe('2 age')
    await press('k')
    expect(focused()).toBe('1 age')
    await press('ArrowUp')
    expect(focused()).toBe('1 age')
  })

  test('moves by a page and to the ends, with focus', async () => {
    const { press, click, cell, focused } = await mountGrid()
    await click(cell(0, 'name'))
    await press('PageDown')
    expect(focused()).toBe('12 name')
    await press('PageUp')
    expect(focused()).toBe('2 name')
    await press('End', { ctrlKey: true })
    expect(focused()).toBe('1001 name')
  })

  test('keeps focus when the active row scrolls out of view', async () => {
    const { root, click, cell, focused, press } = await mountGrid()
    await click(cell(3, 'count'))
    root.scrollTop = 20_000
    root.dispatchEvent(new Event('scroll'))
    await waitForFrame()
    expect([focused(), root.querySelector('[data-row="714"]') !== null]).toEqual(['5 count', true])
    await press('ArrowDown')
    expect(focused()).toBe('6 count')
  })

  test('draws visible rows once each while scrolling, and rows beyond when scrolling ends', async () => {
    const { root, click, cell } = await mountGrid()
    const drawnRows = () =>
      [...root.querySelectorAll<HTMLElement>('[data-row]')]
        .map(({ dataset }) => Number(dataset.row))
        .sort((a, b) => a - b)
    await click(cell(3, 'count'))
    root.scrollTop = 14_000
    root.dispatchEvent(new Event('scroll'))
    await waitForFrame()
    const rowsDuringScroll = drawnRows()
    await waitForFrame()
    const rowsAfterScroll = drawnRows()
    // Row 500 is the first visible one, row 492 is above it, and row 3 is the active one.
    expect([
      rowsDuringScroll.includes(500),
      rowsDuringScroll.includes(492),
      rowsAfterScroll.includes(492),
      rowsDuringScroll.filter((row) => row === 3),
    ]).toEqual([true, false, true, [3]])
    expect(new Set(rowsDuringScroll).size).toBe(rowsDuringScroll.length)
  })

  test('draws few cells of a row during a fast drag, the focused one among them, but all after a Page Down', async () => {
    const copies = ['second', 'third', 'fourth'].map((key) => ({ ...columns[0]!, key, isPinned: false }))
    const { root, click, cell, focused } = await mountGrid({ columns: [...columns, ...copies] })
    const scrollTo = async (row: number) => {
      root.scrollTop = row * 28
      root.dispatchEvent(new Event('scroll'))
      await waitForFrame()
      return [...root.querySelectorAll<HTMLElement>(`[data-row="${row}"] [role=gridcell]`)].map(
        ({ dataset }) => dataset.key,
      )
    }
    const all = ['#select', 'name', 'count', 'age', 'second', 'third', 'fourth']
    await click(cell(0, 'third'))
    expect(await scrollTo(11)).toEqual(all)
    expect(await scrollTo(31)).toEqual(['#select', 'name', 'count', 'age', 'third'])
    expect(focused()).toBe('2 third')
    expect(await scrollTo(31)).toEqual(all)
  })

  test('previews, opens, copies, selects and leaves', async () => {
    const { press, click, cell } = await mountGrid()
    await click(cell(2, 'name'))
    await press(' ')
    await press('Enter')
    await press('c')
    await press('c', { ctrlKey: true })
    await press('x')
    await press('Escape')
    expect([events.peek, events.open, events.number, events.copy?.length, events.escape?.length]).toEqual([
      [[rows[2]]],
      [[rows[2]]],
      [[rows[2]]],
      1,
      1,
    ])
    expect(events.selection?.at(-1)).toEqual([{ mode: 'some', ids: new Set(['r2']) }])
  })

  test('selects all filtered rows, and ranges from their first row', async () => {
    const { press, click, cell } = await mountGrid()
    await click(cell(4, 'name'))
    await press('a', { ctrlKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    await press('ArrowDown', { ctrlKey: true, shiftKey: true })
    expect([events.selection?.at(-1), events.range]).toEqual([
      [EVERYTHING],
      [
        [4, 5],
        [4, 6],
      ],
    ])
  })

  test('selects a rectangle of cells with Shift, copies it, and clears it with Escape', async () => {
    const { press, click, cell, focused } = await mountGrid()
    await click(cell(4, 'count'))
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowLeft', { shiftKey: true })
    await press('ArrowLeft', { shiftKey: true })
    const marked = [...document.querySelectorAll<HTMLElement>('.marked')].map(
      (cell) => `${cell.closest<HTMLElement>('[data-row]')?.dataset.row} ${cell.dataset.key}`,
    )
    expect([marked.toSorted(), focused()]).toEqual([['4 count', '4 name', '5 count', '5 name'], '7 name'])
    await press('c', { ctrlKey: true })
    await press('C', { ctrlKey: true, shiftKey: true })
    expect([events.copyRange, events.copy]).toEqual([
      [
        [{ first: 4, last: 5, keys: ['name', 'count'] }, false],
        [{ first: 4, last: 5, keys: ['name', 'count'] }, true],
      ],
      undefined,
    ])
    await press('Escape')
    expect([document.querySelectorAll('.marked').length, events.escape, events.cells?.at(-1)]).toEqual([
      0,
      undefined,
      [null],
    ])
  })

  test('a step without Shift clears the cell selection, and the checkbox column selects rows', async () => {
    const { press, click, cell } = await mountGrid()
    await click(cell(4, 'count'))
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown')
    expect(document.querySelectorAll('.marked').length).toBe(0)
    await click(cell(2, '#select'))
    await press('ArrowDown', { shiftKey: true })
    expect([events.range, document.querySelectorAll('.marked').length]).toEqual([[[2, 3]], 0])
  })

  test('fits, hides and pins the column of the focused header, and focus stays on a header', async () => {
    const { press, click, header, focused } = await mountGrid()
    await click(header('count'))
    events.layout = []
    await press('ArrowLeft', { ctrlKey: true, shiftKey: true })
    await press('Delete', { altKey: true })
    expect(events.layout).toEqual([[{ ...NO_LAYOUT, pinned: ['count'] }], [{ ...NO_LAYOUT, hidden: ['count'] }]])
    expect(focused()).toBe('1 age')
  })

  test('sorts, widens and moves the column of the focused header', async () => {
    const { press, click, header } = await mountGrid()
    await click(header('count'))
    events.sort = []
    await press('Enter')
    await press('Enter', { shiftKey: true })
    await press('ArrowRight', { altKey: true, shiftKey: true })
    await press('ArrowRight', { altKey: true })
    expect(events.sort).toEqual([
      [[{ column: 'count', direction: 'asc' }]],
      [
        [
          { column: 'name', direction: 'asc' },
          { column: 'count', direction: 'asc' },
        ],
      ],
    ])
    expect(events.layout).toEqual([
      [{ ...NO_LAYOUT, widths: { count: 88 } }],
      [{ ...NO_LAYOUT, order: ['name', 'age', 'count'] }],
    ])
  })

  test('collapses and expands the group of the focused heading, and moves past it', async () => {
    const { press, click, cell, focused } = await mountGrid({ headings: { 0: false, 3: true } })
    await click(cell(1, 'name'))
    await press('ArrowUp')
    expect([focused(), events.active?.at(-1)]).toEqual(['2 name', [undefined]])
    await press('ArrowRight')
    expect(events.toggle).toBeUndefined()
    for (const key of ['Home', 'ArrowLeft', 'Enter', ' ']) await press(key)
    expect(events.toggle).toEqual([[0], [0], [0]])
    for (let step = 0; step < 3; step++) await press('ArrowDown')
    expect(focused()).toBe('5 name')
    await press('ArrowLeft')
    expect(events.toggle).toHaveLength(3)
    await press('ArrowRight')
    expect(events.toggle?.at(-1)).toEqual([3])
    await press('x')
    await press('c')
    expect([events.selection, events.number, events.open]).toEqual([undefined, undefined, undefined])
  })

  test('toggles a group by a click on its heading', async () => {
    const { click, root } = await mountGrid({ headings: { 2: false } })
    await click(root.querySelector<HTMLElement>('[data-row="2"] [role=gridcell]')!)
    expect([events.toggle, events.show]).toEqual([[[2]], undefined])
  })

  test('steps over headings from outside the grid', async () => {
    const { click, cell, mounted } = await mountGrid({ headings: { 1: true, 2: true } })
    await click(cell(0, 'name'))
    ;(mounted.vm as unknown as { step: (by: 1 | -1) => void }).step(1)
    expect(events.active?.at(-1)).toEqual([rows[3]])
  })

  test('leaves other keys to the page', async () => {
    const { root } = await mountGrid()
    const event = new KeyboardEvent('keydown', { key: 'g', bubbles: true, cancelable: true })
    root.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })
})
