// The positions of the grid's columns, and which of their cells are drawn.
import { computed, type ComputedRef } from 'vue'
import { NARROWEST, SELECT, placeWithinWidth, type Column, type ColumnLayout, type PlacedColumn } from './columns.ts'
import { isSweep } from './row-window.ts'
import type { Viewport } from './useViewport.ts'
import { t } from '../../words/words.ts'

/** Columns this far outside the view are drawn too. */
const COLUMN_OVERSCAN = 120

type ColumnParts<Row> = { columns: () => readonly Column<Row>[]; layout: () => ColumnLayout; viewport: Viewport }

export type GridColumns<Row> = {
  /** The columns of the list, after the grid's own column for the selection. */
  all: ComputedRef<readonly Column<Row>[]>
  cells: ComputedRef<readonly PlacedColumn<Row>[]>
  /** At least the width of the view, because rows extend to its right edge. */
  width: ComputedRef<number>
  pinnedWidth: ComputedRef<number>
}

export function useGridColumns<Row>({ columns, layout, viewport }: ColumnParts<Row>): GridColumns<Row> {
  const all = computed<readonly Column<Row>[]>(() => [
    {
      key: SELECT,
      title: '',
      width: NARROWEST,
      align: 'center',
      isPinned: true,
      text: () => '',
      copy: () => '',
      spoken: () => t('grid.selectRow'),
    },
    ...columns(),
  ])
  const cells = computed(() =>
    placeWithinWidth(all.value, { ...layout(), order: [SELECT, ...layout().order] }, viewport.width),
  )
  return {
    all,
    cells,
    width: computed(() => Math.max(viewport.width, sumWidths(cells.value))),
    pinnedWidth: computed(() => sumWidths(cells.value.filter(({ column }) => column.isPinned))),
  }
}

const sumWidths = (cells: readonly { width: number }[]) => cells.reduce((sum, cell) => sum + cell.width, 0)

/** How many cells of a row are drawn while the user drags the list too fast to read. They show where the list is. */
const CELLS_OF_SWEEP = 4

/**
 * Columns in view, the pinned ones and the active one. A row may have thirty columns, and most are out of view. While
 * the user drags the list too fast to read, only the first ones are drawn, because drawing all makes the drag jerky.
 * The active one is always drawn, because its cell may have the focus.
 */
export function useDrawnCells<Row>(
  { cells, pinnedWidth }: GridColumns<Row>,
  viewport: Viewport,
  activeKey: () => string,
) {
  const inView = computed(() => {
    const from = viewport.left + pinnedWidth.value - COLUMN_OVERSCAN
    const to = viewport.left + viewport.width + COLUMN_OVERSCAN
    return cells.value.filter(
      ({ column, left, width }) => column.isPinned || column.key === activeKey() || (left + width > from && left < to),
    )
  })
  const firstOnly = computed(() =>
    inView.value.filter(({ column }, index) => index < CELLS_OF_SWEEP || column.key === activeKey()),
  )
  const isSweeping = computed(() => isSweep(viewport))
  return computed(() => (isSweeping.value ? firstOnly.value : inView.value))
}
