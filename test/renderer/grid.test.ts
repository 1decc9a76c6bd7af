import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick } from 'vue'
import DataGrid from '../../src/renderer/src/ui/grid/DataGrid.vue'
import { NO_LAYOUT, type Column, type ColumnLayout, type SortLevel } from '../../src/renderer/src/ui/grid/columns.ts'
import { EVERYTHING, NOTHING, type Selection } from '../../src/renderer/src/ui/grid/selection.ts'

type Row = { id: string; name: string; count: number }

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', width: 100, isPinned: true, sort: 'name', text: (row) => row.name, copy: (row) => row.name },
  { key: 'count', title: 'Count', width: 80, sort: 'count', text: (row) => String(row.count), copy: (row) => String(row.count), spoken: (row) => `${row.count} pieces` },
  { key: 'age', title: 'Age', width: 80, isAge: true, text: (row, now) => `${String(now)} after ${row.count}`, copy: () => '', draw: (row) => h('em', row.id) },
]
const rows: Row[] = Array.from({ length: 1_000 }, (_, index) => ({ id: `r${index}`, name: `Row ${index}`, count: index }))

const VIEW_HEIGHT = 310
let wrapper: VueWrapper | undefined
let events: Record<string, unknown[][]> = {}

/** happy-dom lays nothing out, so the grid's window is given its size here. */
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
})

const spokenOf = (cell: HTMLElement) => cell.querySelector<HTMLElement>('.spoken')?.dataset['spoken']

async function grid(props: { total?: number; sort?: SortLevel[]; selection?: Selection; layout?: ColumnLayout; loaded?: (index: number) => boolean; before?: Map<string, Row>; openId?: string } = {}) {
  events = {}
  const listen = (name: string) => (...payload: unknown[]) => {
    events[name] = [...(events[name] ?? []), payload]
  }
  const { total = rows.length, loaded = () => true } = props
  const mounted = mount(DataGrid<Row>, {
    attachTo: document.body,
    props: {
      label: 'Rows',
      columns,
      layout: props.layout ?? NO_LAYOUT,
      sort: props.sort ?? [{ column: 'name', direction: 'asc' }],
      rowHeight: 28,
      total,
      rowAt: (index: number) => (loaded(index) ? rows[index] : undefined),
      before: props.before ?? new Map<string, Row>(),
      now: 5,
      selection: props.selection ?? NOTHING,
      openId: props.openId ?? null,
      isBusy: false,
      'onUpdate:layout': listen('layout'),
      'onUpdate:sort': listen('sort'),
      'onUpdate:selection': listen('selection'),
      onSelectRange: listen('range'),
      onNeed: listen('need'),
      onActive: listen('active'),
      onPeek: listen('peek'),
      onOpen: listen('open'),
      onCopy: listen('copy'),
      onCopyRange: listen('copyRange'),
      onRange: listen('cells'),
      onCopyNumber: listen('number'),
      onEscape: listen('escape'),
    },
  })
  wrapper = mounted
  await nextTick()
  await nextTick()
  const root = document.querySelector<HTMLElement>('[role=grid]')!
  const focused = () => {
    const cell = document.activeElement as HTMLElement
    return [cell.closest('[role=row]')?.getAttribute('aria-rowindex'), cell.dataset.key].join(' ')
  }
  return {
    root,
    mounted,
    focused,
    cell: (row: number, key: string) => root.querySelector<HTMLElement>(`[data-row="${row}"] [data-key="${key}"]`)!,
    header: (key: string) => root.querySelector<HTMLElement>(`[role=columnheader][data-key="${key}"]`)!,
    press: async (key: string, held: KeyboardEventInit = {}) => {
      ;(document.activeElement ?? root).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }))
      await nextTick()
      await nextTick()
    },
    click: async (element: HTMLElement, held: MouseEventInit = {}) => {
      for (const kind of ['mousedown', 'mouseup']) element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0, ...held }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...held }))
      await nextTick()
      await nextTick()
    },
  }
}

describe('to assistive tools', () => {
  it('it is a grid of all its rows, though few are drawn', async () => {
    const { root } = await grid()
    const drawn = root.querySelectorAll('[data-row]').length
    expect([root.getAttribute('role'), root.getAttribute('aria-rowcount'), root.getAttribute('aria-colcount'), root.getAttribute('aria-label')]).toEqual(['grid', '1001', '4', 'Rows'])
    expect(drawn).toBeGreaterThan(9)
    expect(drawn).toBeLessThan(40)
  })

  it('each row and cell says where it stands, and speaks its own words', async () => {
    const { root, cell } = await grid()
    expect(root.querySelector('[data-row="3"]')?.getAttribute('aria-rowindex')).toBe('5')
    expect([cell(3, 'count').getAttribute('aria-colindex'), spokenOf(cell(3, 'count')), spokenOf(cell(3, 'name'))]).toEqual(['3', '3 pieces', undefined])
  })

  it('one header carries the order, further levels are told in words, and what cannot be sorted says nothing', async () => {
    const { header } = await grid({ sort: [{ column: 'count', direction: 'desc' }, { column: 'name', direction: 'asc' }] })
    expect(['name', 'count', 'age'].map((key) => header(key).getAttribute('aria-sort'))).toEqual(['none', 'descending', null])
    expect([header('name').querySelector('.sr-only')?.textContent.trim(), header('age').classList.contains('sortable')]).toEqual(['sort level 2, ascending', false])
  })

  it('it is a single Tab stop', async () => {
    const { root } = await grid()
    expect(root.querySelectorAll('[tabindex="0"]').length).toBe(1)
  })
})

describe('the keyboard', () => {
  it('moves over cells and rows and up into the header', async () => {
    const { press, click, cell, focused } = await grid()
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

  it('leaps by a screen and to the ends, and focus arrives there', async () => {
    const { press, click, cell, focused } = await grid()
    await click(cell(0, 'name'))
    await press('PageDown')
    expect(focused()).toBe('12 name')
    await press('PageUp')
    expect(focused()).toBe('2 name')
    await press('End', { ctrlKey: true })
    expect(focused()).toBe('1001 name')
  })

  it('keeps focus when the active row scrolls out of view', async () => {
    const { root, click, cell, focused, press } = await grid()
    await click(cell(3, 'count'))
    root.scrollTop = 20_000
    root.dispatchEvent(new Event('scroll'))
    await new Promise((done) => { requestAnimationFrame(done) })
    await nextTick()
    await nextTick()
    expect([focused(), root.querySelector('[data-row="714"]') !== null]).toEqual(['5 count', true])
    await press('ArrowDown')
    expect(focused()).toBe('6 count')
  })

  it('draws what is in view while it flies, each row once, and what lies beyond when it rests', async () => {
    const { root, click, cell } = await grid()
    const drawnRows = () => [...root.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => Number(dataset.row)).sort((a, b) => a - b)
    const frame = async () => {
      await new Promise((done) => { requestAnimationFrame(done) })
      await nextTick()
      await nextTick()
    }
    await click(cell(3, 'count'))
    root.scrollTop = 14_000
    root.dispatchEvent(new Event('scroll'))
    await frame()
    const inFlight = drawnRows()
    await frame()
    const atRest = drawnRows()
    expect([inFlight.includes(500), inFlight.includes(492), atRest.includes(492), inFlight.filter((row) => row === 3)]).toEqual([true, false, true, [3]])
    expect(new Set(inFlight).size).toBe(inFlight.length)
  })

  it('peeks, opens, copies, ticks and leaves', async () => {
    const { press, click, cell } = await grid()
    await click(cell(2, 'name'))
    await press(' ')
    await press('Enter')
    await press('c')
    await press('c', { ctrlKey: true })
    await press('x')
    await press('Escape')
    expect([events.peek, events.open, events.number, events.copy?.length, events.escape?.length]).toEqual([[[rows[2]]], [[rows[2]]], [[rows[2]]], 1, 1])
    expect(events.selection?.at(-1)).toEqual([{ mode: 'some', ids: new Set(['r2']) }])
  })

  it('selects all filtered rows, and ranges from where the range began', async () => {
    const { press, click, cell } = await grid()
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

  it('marks a rectangle of cells from where Shift began, copies it, and lets go of it with Escape', async () => {
    const { press, click, cell, focused } = await grid()
    await click(cell(4, 'count'))
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowLeft', { shiftKey: true })
    await press('ArrowLeft', { shiftKey: true })
    const marked = [...document.querySelectorAll<HTMLElement>('.marked')].map((each) => `${each.closest<HTMLElement>('[data-row]')?.dataset.row} ${each.dataset.key}`)
    expect([marked.toSorted(), focused()]).toEqual([['4 count', '4 name', '5 count', '5 name'], '7 name'])
    await press('c', { ctrlKey: true })
    await press('C', { ctrlKey: true, shiftKey: true })
    expect([events.copyRange, events.copy]).toEqual([[[{ first: 4, last: 5, keys: ['name', 'count'] }, false], [{ first: 4, last: 5, keys: ['name', 'count'] }, true]], undefined])
    await press('Escape')
    expect([document.querySelectorAll('.marked').length, events.escape, events.cells?.at(-1)]).toEqual([0, undefined, [null]])
  })

  it('a plain step lets go of marked cells, and the column of ticks marks rows instead', async () => {
    const { press, click, cell } = await grid()
    await click(cell(4, 'count'))
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown')
    expect(document.querySelectorAll('.marked').length).toBe(0)
    await click(cell(2, '#select'))
    await press('ArrowDown', { shiftKey: true })
    expect([events.range, document.querySelectorAll('.marked').length]).toEqual([[[2, 3]], 0])
  })

  it('fits, hides and pins the column whose header it is on, and the cursor stays on a header', async () => {
    const { press, click, header, focused } = await grid()
    await click(header('count'))
    events.layout = []
    await press('ArrowLeft', { ctrlKey: true, shiftKey: true })
    await press('Delete', { altKey: true })
    expect(events.layout).toEqual([[{ ...NO_LAYOUT, pinned: ['count'] }], [{ ...NO_LAYOUT, hidden: ['count'] }]])
    expect(focused()).toBe('1 age')
  })

  it('sorts, widens and moves the column whose header it is on', async () => {
    const { press, click, header } = await grid()
    await click(header('count'))
    events.sort = []
    await press('Enter')
    await press('Enter', { shiftKey: true })
    await press('ArrowRight', { altKey: true, shiftKey: true })
    await press('ArrowRight', { altKey: true })
    expect(events.sort).toEqual([[[{ column: 'count', direction: 'asc' }]], [[{ column: 'name', direction: 'asc' }, { column: 'count', direction: 'asc' }]]])
    expect(events.layout).toEqual([[{ ...NO_LAYOUT, widths: { count: 88 } }], [{ ...NO_LAYOUT, order: ['name', 'age', 'count'] }]])
  })

  it('leaves keys that are not its own to the page', async () => {
    const { root } = await grid()
    const event = new KeyboardEvent('keydown', { key: 'g', bubbles: true, cancelable: true })
    root.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })
})

describe('the mouse', () => {
  it('selects one row, adds with Ctrl, ranges with Shift, and ticks in the first column', async () => {
    const { click, cell } = await grid()
    await click(cell(1, 'name'))
    await click(cell(3, 'name'), { ctrlKey: true })
    await click(cell(5, 'name'), { shiftKey: true })
    await click(cell(6, '#select'))
    expect(events.selection).toEqual([
      [{ mode: 'some', ids: new Set(['r1']) }],
      [{ mode: 'some', ids: new Set(['r3']) }],
      [{ mode: 'some', ids: new Set(['r6']) }],
    ])
    expect(events.range).toEqual([[3, 5]])
  })

  it('sorts by a header that can, adds a level with Shift, and does nothing on one that cannot', async () => {
    const { click, header } = await grid()
    await click(header('count'))
    await click(header('count'), { shiftKey: true })
    await click(header('age'))
    expect(events.sort?.length).toBe(2)
  })

  it('opens by a double click', async () => {
    const { cell } = await grid()
    cell(2, 'count').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    expect(events.open).toEqual([[rows[2]]])
  })
})

describe('what is drawn', () => {
  it('asks for the rows in view', async () => {
    await grid()
    expect(events.need?.at(-1)).toEqual([0, 18])
  })

  it('is a placeholder where rows are still on their way, in the same place', async () => {
    const { root } = await grid({ loaded: (index) => index < 5 })
    expect([root.querySelectorAll('[data-row="4"] .placeholder').length, root.querySelectorAll('[data-row="5"] .placeholder').length]).toEqual([0, 3])
    expect(root.querySelector<HTMLElement>('[data-row="5"]')?.style.top).toBe(`${30 + 5 * 28}px`)
  })

  it('marks cells that changed, but not those that merely age', async () => {
    const { cell } = await grid({ before: new Map([['r1', { id: 'r1', name: 'Row 1', count: 99 }]]) })
    expect(['name', 'count', 'age'].map((key) => cell(1, key).classList.contains('changed'))).toEqual([false, true, false])
    expect(cell(2, 'count').classList.contains('changed')).toBe(false)
  })

  it('marks the selected rows and the one whose detail is open', async () => {
    const { root } = await grid({ selection: { mode: 'all', except: new Set(['r2']) }, openId: 'r3' })
    expect(['1', '2'].map((row) => root.querySelector(`[data-row="${row}"]`)?.getAttribute('aria-selected'))).toEqual(['true', 'false'])
    expect(root.querySelector('.row.open')?.getAttribute('data-id')).toBe('r3')
  })

  it('keeps the headers when there are no rows, and a place for focus', async () => {
    const { root } = await grid({ total: 0 })
    expect([root.querySelectorAll('[role=columnheader]').length, root.querySelectorAll('[data-row]').length, root.querySelectorAll('[tabindex="0"]').length]).toEqual([4, 0, 1])
  })

  it('without rows its header is pressed by keys, and focus goes on to the first row that comes', async () => {
    const { root, mounted, press, focused } = await grid({ total: 0 })
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
