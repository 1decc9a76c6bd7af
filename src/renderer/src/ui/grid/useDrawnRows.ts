// Which rows are drawn, and the element of each.
import { computed, type ComputedRef } from 'vue'
import { isFastScroll, getRowWindow, countSlots, type RowWindow } from './row-window.ts'
import type { Viewport } from './useViewport.ts'

type DrawnRow = { index: number; slot: number }

/** Slot of the active row while it is not visible. */
const PARKED = -1

type DrawnParts = {
  viewport: Viewport
  headerHeight: number
  rowHeight: () => number
  total: () => number
  activeRow: () => number
}

export function useDrawnRows({ viewport, headerHeight, rowHeight, total, activeRow }: DrawnParts): {
  shown: ComputedRef<RowWindow>
  /** The active row is scrolled out of view. It stays drawn, because otherwise focus would be lost. */
  isParked: ComputedRef<boolean>
  /**
   * Rows to draw, each in a slot that another row reuses later, which is far cheaper than new elements. They are in the
   * order of slots, not of rows, so that no element moves in the document: a moved element loses focus.
   */
  drawn: ComputedRef<readonly DrawnRow[]>
} {
  const isFast = computed(() => isFastScroll(viewport.scrolledPx, rowHeight()))
  /** Returns the same object while it is unchanged, so that a scroll within a row renders nothing. */
  const shown = computed<RowWindow>((before) => {
    const now = getRowWindow(
      viewport.top,
      viewport.height - headerHeight,
      rowHeight(),
      total(),
      isFast.value ? 0 : undefined,
    )
    return before?.first === now.first && before.last === now.last ? before : now
  })
  const isParked = computed(() => {
    const row = activeRow()
    return row >= 0 && row < total() && (row < shown.value.first || row > shown.value.last)
  })
  const drawn = computed<readonly DrawnRow[]>((before) => {
    const { first, last } = shown.value
    const slots = countSlots(viewport.height, rowHeight())
    const rows: (DrawnRow | undefined)[] = []
    // During a fast scroll only visible rows are drawn. The other elements keep their places until scrolling pauses.
    if (isFast.value)
      for (const row of before ?? [])
        if (row.index !== activeRow() && row.index < total() && row.index % slots === row.slot) rows[row.slot] = row
    for (let index = first; index <= last; index++) rows[index % slots] = { index, slot: index % slots }
    if (isParked.value) rows.push({ index: activeRow(), slot: PARKED })
    return rows.filter((row) => row !== undefined)
  })
  return { shown, isParked, drawn }
}
