import { describe, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { events, mountGrid, rows, useGridSize } from '#support/grid-screen.ts'

useGridSize()

const getSpokenText = (cell: HTMLElement) => cell.querySelector<HTMLElement>('.spoken')?.dataset['spoken']

describe('for assistive technology', () => {
  test('the grid has the count of all rows, although few are drawn', async () => {
    const { root } = await mountGrid()
    const drawnRowCount = root.querySelectorAll('[data-row]').length
    expect([
      root.getAttribute('role'),
      root.getAttribute('aria-rowcount'),
      root.getAttribute('aria-colcount'),
      root.getAttribute('aria-label'),
    ]).toEqual(['grid', '1001', '4', 'Rows'])
    expect(drawnRowCount).toBeGreaterThan(9)
    expect(drawnRowCount).toBeLessThan(40)
  })

  test('each row and cell has its index and its own spoken text', async () => {
    const { root, cell } = await mountGrid()
    expect(root.querySelector('[data-row="3"]')?.getAttribute('aria-rowindex')).toBe('5')
    expect([
      cell(3, 'count').getAttribute('aria-colindex'),
      getSpokenText(cell(3, 'count')),
      getSpokenText(cell(3, 'name')),
    ]).toEqual(['3', '3 pieces', undefined])
  })

  test('one header has the sort order, further levels are in its text, and other headers have none', async () => {
    const { header } = await mountGrid({
      sort: [
        { column: 'count', direction: 'desc' },
        { column: 'name', direction: 'asc' },
      ],
    })
    expect(['name', 'count', 'age'].map((key) => header(key).getAttribute('aria-sort'))).toEqual([
      'none',
      'descending',
      null,
    ])
    expect([
      header('name').querySelector('.sr-only')?.textContent.trim(),
      header('age').classList.contains('sortable'),
    ]).toEqual(['sort level 2, ascending', false])
    expect(header('name').querySelector<HTMLElement>('.order')?.title).toBe('sort level 2, ascending')
  })

  test('the grid is a single Tab stop', async () => {
    const { root } = await mountGrid()
    expect(root.querySelectorAll('[tabindex="0"]').length).toBe(1)
  })
})

describe('the mouse', () => {
  test('shows a row and leaves the selection; selects with the checkbox and Ctrl, and ranges with Shift', async () => {
    const { click, cell } = await mountGrid()
    await click(cell(1, 'name'))
    expect([events.show, events.selection]).toEqual([[[rows[1]]], undefined])
    await click(cell(3, 'name'), { ctrlKey: true })
    await click(cell(5, 'name'), { shiftKey: true })
    await click(cell(6, '#select'))
    expect(events.selection).toEqual([
      [{ mode: 'some', ids: new Set(['r3']) }],
      [{ mode: 'some', ids: new Set(['r6']) }],
    ])
    expect(events.range).toEqual([[3, 5]])
    expect(events.show).toHaveLength(1)
  })

  test('the right button asks for the menu of its row; rows selected elsewhere are not acted on', async () => {
    const { cell, focused } = await mountGrid({ selection: { mode: 'some', ids: new Set(['r4', 'r5']) } })
    const press = (row: number) => {
      const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 20, clientY: 30 })
      cell(row, 'name').dispatchEvent(event)
      return event.defaultPrevented
    }
    expect([press(5), events.selection, events.menu]).toEqual([true, undefined, [[{ x: 20, y: 30 }]]])
    expect([press(2), events.selection]).toEqual([true, [[{ mode: 'some', ids: new Set() }]]])
    await nextTick()
    expect(focused()).toBe('4 name')
  })

  test('sorts by a sortable header, adds a level with Shift, and does nothing on other headers', async () => {
    const { click, header } = await mountGrid()
    await click(header('count'))
    await click(header('count'), { shiftKey: true })
    await click(header('age'))
    expect(events.sort?.length).toBe(2)
  })

  test('opens by a double click', async () => {
    const { cell } = await mountGrid()
    cell(2, 'count').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    expect(events.open).toEqual([[rows[2]]])
  })
})

describe('drawing', () => {
  test('requests the visible rows', async () => {
    await mountGrid()
    expect(events.need?.at(-1)).toEqual([0, 18])
  })

  test('shows a placeholder of the same height while rows load', async () => {
    const { root } = await mountGrid({ isLoaded: (index) => index < 5 })
    expect([
      root.querySelectorAll('[data-row="4"] .placeholder').length,
      root.querySelectorAll('[data-row="5"] .placeholder').length,
    ]).toEqual([0, 3])
    expect(root.querySelector<HTMLElement>('[data-row="5"]')?.style.top).toBe(`${30 + 5 * 28}px`)
  })

  test('marks changed cells, but not cells that show an age', async () => {
    const { cell } = await mountGrid({ before: new Map([['r1', { id: 'r1', name: 'Row 1', count: 99 }]]) })
    expect(['name', 'count', 'age'].map((key) => cell(1, key).classList.contains('changed'))).toEqual([
      false,
      true,
      false,
    ])
    expect(cell(2, 'count').classList.contains('changed')).toBe(false)
  })

  test('marks the selected rows and the one whose detail is open', async () => {
    const { root } = await mountGrid({ selection: { mode: 'all', except: new Set(['r2']) }, openId: 'r3' })
    expect(['1', '2'].map((row) => root.querySelector(`[data-row="${row}"]`)?.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
    ])
    expect(root.querySelector('.row.open')?.getAttribute('data-id')).toBe('r3')
  })

  test('shows the headers and can have focus without rows', async () => {
    const { root } = await mountGrid({ total: 0 })
    expect([
      root.querySelectorAll('[role=columnheader]').length,
      root.querySelectorAll('[data-row]').length,
      root.querySelectorAll('[tabindex="0"]').length,
    ]).toEqual([4, 0, 1])
  })

  test('without rows the header reacts to keys, and focus moves to the first new row', async () => {
    const { root, mounted, press, focused } = await mountGrid({ total: 0 })
    root.querySelector<HTMLElement>('[tabindex="0"]')!.focus()
    expect(focused()).toBe('1 name')
    await press('Enter')
    expect(events['sort']).toEqual([[[{ column: 'name', direction: 'desc' }]]])
    await mounted.setProps({ total: 3 })
    await nextTick()
    await nextTick()
    expect(focused()).toBe('2 name')
  })
})
