// Cells marked with the button of the mouse held: within what is in view, and beyond its edges.
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
/** What was last said to be marked, if anything ever was. */
let said: (CellRange | null)[] = []

async function grid() {
  said = []
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
        said.push(range)
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

/** happy-dom puts everything at 0: the header is 30 high, a row 28, and the columns begin after the ticks. */
const at = (row: number, left: number) => ({ clientX: left, clientY: 30 + row * 28 + 14, buttons: 1 })
const [NAME, COUNT] = [60, 160]
const pressOn = (element: HTMLElement, where: MouseEventInit) =>
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true, button: 0, ...where }))
const move = (where: MouseEventInit) => window.dispatchEvent(new MouseEvent('mousemove', { buttons: 1, ...where }))
const letGo = async () => {
  window.dispatchEvent(new MouseEvent('mouseup'))
  await nextTick()
}
const last = () => said.at(-1)

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

it('are those from where it was pressed to where it is; a hand that trembles marks none', async () => {
  const { cell } = await grid()
  pressOn(cell(2, 'name'), at(2, NAME))
  move({ ...at(2, NAME), clientX: NAME + 2 })
  await nextTick()
  expect(said).toEqual([])
  move(at(5, COUNT))
  await letGo()
  move(at(8, COUNT))
  expect(last()).toEqual({ first: 2, last: 5, keys: ['name', 'count'] })
})

it('are counted without a column that has no title, as they are copied', async () => {
  const { cell, mounted } = await grid()
  await mounted.setProps({
    columns: [columns[0]!, { key: 'sign', title: '', width: 34, text: () => '', copy: () => '' }, columns[1]!],
  })
  pressOn(cell(2, 'name'), at(2, NAME))
  move(at(3, COUNT + 40))
  await letGo()
  expect(last()?.keys).toEqual(['name', 'count'])
})

it('go on beyond the lower edge as long as the button is held there, the farther the faster, and end with it', async () => {
  const { cell, root } = await grid()
  const heldAt = async (clientY: number) => {
    move({ clientX: NAME, clientY })
    const from = root.scrollTop
    vi.advanceTimersByTime(1_000)
    await nextTick()
    return root.scrollTop - from
  }
  pressOn(cell(2, 'name'), at(2, NAME))
  const [near, far] = [await heldAt(VIEW_HEIGHT + 4), await heldAt(VIEW_HEIGHT + 30)]
  expect([near > 60, near < 130, far > 1_000]).toEqual([true, true, true])
  expect(last()).toEqual({ first: 2, last: Math.floor((root.scrollTop + VIEW_HEIGHT - 1 - 30) / 28), keys: ['name'] })
  await letGo()
  const there = root.scrollTop
  vi.advanceTimersByTime(1_000)
  expect(root.scrollTop).toBe(there)
})

it('are those a wheel brought under the mouse as well', async () => {
  const { cell, root } = await grid()
  pressOn(cell(2, 'name'), at(2, NAME))
  move(at(4, NAME))
  root.scrollTop = 280
  root.dispatchEvent(new Event('scroll'))
  await letGo()
  expect(last()).toEqual({ first: 2, last: 14, keys: ['name'] })
})

it('reach columns that stay from one that scrolls once nothing lies behind them', async () => {
  const { cell, root } = await grid()
  root.scrollLeft = 40
  pressOn(cell(2, 'count'), at(2, COUNT))
  move(at(2, NAME))
  expect(last()?.keys ?? ['count']).toEqual(['count'])
  vi.advanceTimersByTime(2_000)
  await letGo()
  expect([root.scrollLeft, last()?.keys]).toEqual([0, ['name', 'count']])
})
