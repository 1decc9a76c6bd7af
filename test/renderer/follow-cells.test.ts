// Cells that the user marks by dragging the mouse, inside the visible part of the grid and beyond its edges.
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import DataGrid from '../../src/renderer/src/ui/grid/DataGrid.vue'
import { NO_LAYOUT, type Column } from '../../src/renderer/src/ui/grid/columns.ts'
import { NOTHING } from '../../src/renderer/src/ui/grid/selection.ts'
import type { CellRange } from '../../src/renderer/src/ui/grid/useCellRange.ts'

type Row = { id: string; name: string; count: number }

const columns: Column<Row>[] = [
  { key: 'name', title: 'Name', width: 100, isPinned: true, text: (row) => row.name, copy: (row) => row.name },
  { key: 'count', title: 'Count', width: 80, text: (row) => String(row.count), copy: (row) => String(row.count) },
]
const VIEW_HEIGHT = 310
let wrapper: VueWrapper | undefined
/** Each range that the grid reported. */
let ranges: (CellRange | null)[] = []

async function mountGrid() {
  ranges = []
  const mounted = mount(DataGrid<Row>, {
    attachTo: document.body,
    props: {
      label: 'Rows',
      columns,
      layout: NO_LAYOUT,
      sort: [],
      rowHeight: 28,
      total: 1_000,
      before: new Map<string, Row>(),
      now: 5,
      selection: NOTHING,
      openId: null,
      isBusy: false,
      rowAt: (index: number) => ({ id: `r${index}`, name: `Row ${index}`, count: index }),
      onRange: (range: CellRange | null) => {
        ranges.push(range)
      },
    },
  })
  wrapper = mounted
  await nextTick()
  await nextTick()
  const root = document.querySelector<HTMLElement>('[role=grid]')!
  return {
    mounted,
    root,
    cell: (row: number, key: string) => root.querySelector<HTMLElement>(`[data-row="${row}"] [data-key="${key}"]`)!,
  }
}

/** In happy-dom everything is at 0. The header is 30 px high, a row 28 px. The columns begin after the checkboxes. */
const pointAt = (row: number, left: number) => ({ clientX: left, clientY: 30 + row * 28 + 14, buttons: 1 })
/** The x position of each column. */
const [NAME, COUNT] = [60, 160]
const pressOn = (element: HTMLElement, point: MouseEventInit) =>
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0, ...point }))
const move = (point: MouseEventInit) => window.dispatchEvent(new MouseEvent('mousemove', { buttons: 1, ...point }))
const release = async () => {
  window.dispatchEvent(new MouseEvent('mouseup'))
  await nextTick()
}
const getLastRange = () => ranges.at(-1)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})
afterEach(() => {
  wrapper?.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a drag marks the cells from its start to its end, and a movement of 2 px marks none', async () => {
  const { cell } = await mountGrid()
  pressOn(cell(2, 'name'), pointAt(2, NAME))
  move({ ...pointAt(2, NAME), clientX: NAME + 2 })
  await nextTick()
  expect(ranges).toEqual([])
  move(pointAt(5, COUNT))
  await release()
  move(pointAt(8, COUNT))
  expect(getLastRange()).toEqual({ first: 2, last: 5, keys: ['name', 'count'] })
})

test('a marked range leaves out columns without a title, as the copy does', async () => {
  const { cell, mounted } = await mountGrid()
  await mounted.setProps({
    columns: [columns[0]!, { key: 'sign', title: '', width: 34, text: () => '', copy: () => '' }, columns[1]!],
  })
  pressOn(cell(2, 'name'), pointAt(2, NAME))
  move(pointAt(3, COUNT + 40))
  await release()
  expect(getLastRange()?.keys).toEqual(['name', 'count'])
})

test('a drag below the lower edge scrolls and marks rows, faster with distance, until the button is released', async () => {
  const { cell, root } = await mountGrid()
  const scrollWhileHeldAt = async (clientY: number) => {
    move({ clientX: NAME, clientY })
    const topBefore = root.scrollTop
    vi.advanceTimersByTime(1_000)
    await nextTick()
    return root.scrollTop - topBefore
  }
  pressOn(cell(2, 'name'), pointAt(2, NAME))
  const [scrolledNearEdge, scrolledFarBelow] = [
    await scrollWhileHeldAt(VIEW_HEIGHT + 4),
    await scrollWhileHeldAt(VIEW_HEIGHT + 30),
  ]
  expect([scrolledNearEdge > 60, scrolledNearEdge < 130, scrolledFarBelow > 1_000]).toEqual([true, true, true])
  expect(getLastRange()).toEqual({
    first: 2,
    last: Math.floor((root.scrollTop + VIEW_HEIGHT - 1 - 30) / 28),
    keys: ['name'],
  })
  await release()
  const stoppedAt = root.scrollTop
  vi.advanceTimersByTime(1_000)
  expect(root.scrollTop).toBe(stoppedAt)
})

test('a scroll by wheel during a drag extends the marked range', async () => {
  const { cell, root } = await mountGrid()
  pressOn(cell(2, 'name'), pointAt(2, NAME))
  move(pointAt(4, NAME))
  root.scrollTop = 280
  root.dispatchEvent(new Event('scroll'))
  await release()
  expect(getLastRange()).toEqual({ first: 2, last: 14, keys: ['name'] })
})

test('a drag to pinned columns scrolls the list to its left end before it marks them', async () => {
  const { cell, root } = await mountGrid()
  root.scrollLeft = 40
  pressOn(cell(2, 'count'), pointAt(2, COUNT))
  move(pointAt(2, NAME))
  expect(getLastRange()?.keys ?? ['count']).toEqual(['count'])
  vi.advanceTimersByTime(2_000)
  await release()
  expect([root.scrollLeft, getLastRange()?.keys]).toEqual([0, ['name', 'count']])
})
