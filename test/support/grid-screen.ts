// Mounts a grid of a thousand rows. Its size is set here, because happy-dom has no layout.
import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, vi } from 'vitest'
import { h, nextTick } from 'vue'
import DataGrid from '../../src/renderer/src/ui/grid/DataGrid.vue'
import { NO_LAYOUT, type Column, type ColumnLayout, type SortLevel } from '../../src/renderer/src/ui/grid/columns.ts'
import { NOTHING, type Selection } from '../../src/renderer/src/ui/grid/selection.ts'

type Row = { id: string; name: string; count: number }

export const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 100,
    isPinned: true,
    sort: 'name',
    text: (row) => row.name,
    copy: (row) => row.name,
  },
  {
    key: 'count',
    title: 'Count',
    width: 80,
    sort: 'count',
    text: (row) => String(row.count),
    copy: (row) => String(row.count),
    spoken: (row) => `${row.count} pieces`,
  },
  {
    key: 'age',
    title: 'Age',
    width: 80,
    isAge: true,
    text: (row, now) => `${String(now)} after ${row.count}`,
    copy: () => '',
    draw: (row) => h('em', row.id),
  },
]
export const rows: Row[] = Array.from({ length: 1_000 }, (_, index) => ({
  id: `r${index}`,
  name: `Row ${index}`,
  count: index,
}))

export const VIEW_HEIGHT = 310
let wrapper: VueWrapper | undefined
export let events: Record<string, unknown[][]> = {}

/** Gives all elements a size of 800 by `VIEW_HEIGHT` pixels, because happy-dom has no layout. */
export function useGridSize(): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  })
  afterEach(() => {
    wrapper?.unmount()
    vi.restoreAllMocks()
  })
}

export async function mountGrid(
  props: {
    total?: number
    sort?: SortLevel[]
    selection?: Selection
    layout?: ColumnLayout
    isLoaded?: (index: number) => boolean
    before?: Map<string, Row>
    openId?: string
    columns?: readonly Column<Row>[]
    /** The lines that are headings of groups. The value is whether the group is collapsed. */
    headings?: Readonly<Record<number, boolean>>
  } = {},
) {
  events = {}
  const recordEvent =
    (name: string) =>
    (...payload: unknown[]) => {
      events[name] = [...(events[name] ?? []), payload]
    }
  const { total = rows.length, isLoaded = () => true, headings = {} } = props
  const mounted = mount(DataGrid<Row>, {
    attachTo: document.body,
    props: {
      label: 'Rows',
      columns: props.columns ?? columns,
      layout: props.layout ?? NO_LAYOUT,
      sort: props.sort ?? [{ column: 'name', direction: 'asc' }],
      rowHeight: 28,
      total,
      rowAt: (index: number) => (isLoaded(index) && !(index in headings) ? rows[index] : undefined),
      groupAt: (index: number) => (index in headings ? { isCollapsed: headings[index]! } : undefined),
      before: props.before ?? new Map<string, Row>(),
      now: 5,
      selection: props.selection ?? NOTHING,
      openId: props.openId ?? null,
      isBusy: false,
      'onUpdate:layout': recordEvent('layout'),
      'onUpdate:sort': recordEvent('sort'),
      'onUpdate:selection': recordEvent('selection'),
      onSelectRange: recordEvent('range'),
      onNeed: recordEvent('need'),
      onActive: recordEvent('active'),
      onToggleGroup: recordEvent('toggle'),
      onPeek: recordEvent('peek'),
      onShow: recordEvent('show'),
      onOpen: recordEvent('open'),
      onMenu: recordEvent('menu'),
      onCopy: recordEvent('copy'),
      onCopyRange: recordEvent('copyRange'),
      onRange: recordEvent('cells'),
      onCopyNumber: recordEvent('number'),
      onEscape: recordEvent('escape'),
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
      ;(document.activeElement ?? root).dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }),
      )
      await nextTick()
      await nextTick()
    },
    click: async (element: HTMLElement, held: MouseEventInit = {}) => {
      for (const kind of ['mousedown', 'mouseup'])
        element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, button: 0, ...held }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...held }))
      await nextTick()
      await nextTick()
    },
  }
}
