// Which rows to draw. All rows have one height, so this is arithmetic.
import type { Viewport } from './useViewport.ts'

export type RowWindow = { first: number; last: number }

export const HEADER_HEIGHT_PX = 30

/** Rows drawn beyond each edge, so that a small scroll shows no blank rows. */
const OVERSCAN = 8

/** Whether one frame scrolled beyond the overscan, so that rows that are not drawn become visible. */
export function isFastScroll(scrolledPx: number, rowHeight: number): boolean {
  return Math.abs(scrolledPx) > OVERSCAN * rowHeight
}

/**
 * Whether the user drags the list so fast that no cell can be read: each of two successive frames scrolled by more than
 * half a screen. Page Down scrolls by a screen, but in one frame only.
 */
export function isSweep({ scrolledPx, previousScrolledPx, height }: Viewport): boolean {
  return Math.min(Math.abs(scrolledPx), Math.abs(previousScrolledPx)) > height / 2
}

/** `last` is -1 if there is nothing to draw. `overscan`: rows to draw beyond each edge. */
export function getRowWindow(
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  total: number,
  overscan = OVERSCAN,
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const last = Math.min(total - 1, Math.ceil((scrollTop + viewport) / rowHeight) + overscan)
  return { first: Math.min(first, Math.max(0, last)), last }
}

/** More rows than are ever drawn at once: row n uses the reusable element n % countSlots(). */
export function countSlots(viewport: number, rowHeight: number): number {
  return Math.ceil(Math.max(0, viewport) / rowHeight) + 2 * OVERSCAN + 2
}

/** The scroll position in which a row is entirely visible; unchanged if it already is. `header` covers the top. */
export function scrollTopFor(
  row: number,
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  header: number,
): number {
  const top = row * rowHeight
  if (top < scrollTop) return top
  const bottom = top + rowHeight - (viewport - header)
  return bottom > scrollTop ? bottom : scrollTop
}

/** The scroll position in which a row is in the middle; unchanged if the row is already entirely visible. */
export function scrollTopAround(...[row, scrollTop, viewport, rowHeight, header]: Parameters<typeof scrollTopFor>) {
  if (scrollTopFor(row, scrollTop, viewport, rowHeight, header) === scrollTop) return scrollTop
  return Math.max(0, row * rowHeight - (viewport - header - rowHeight) / 2)
}
