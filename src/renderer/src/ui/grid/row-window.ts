// Which rows to draw. All rows have one height, so this is arithmetic.

export type RowWindow = { first: number; last: number }

export const HEADER_HEIGHT = 30

/** Rows drawn beyond each edge, so that a small scroll shows no blank rows. */
const OVERSCAN = 8

/** Whether the list moved so far within one frame that no drawn row is visible any more. */
export function isFastScroll(scrolledPx: number, rowHeight: number): boolean {
  return Math.abs(scrolledPx) > OVERSCAN * rowHeight
}

/** `last` is -1 if there is nothing to draw. `beyond`: rows to draw beyond each edge. */
export function rowWindow(
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  total: number,
  beyond = OVERSCAN,
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - beyond)
  const last = Math.min(total - 1, Math.ceil((scrollTop + viewport) / rowHeight) + beyond)
  return { first: Math.min(first, Math.max(0, last)), last }
}

/** More rows than can ever be drawn at once, so that two rows never share the slot n % slots. */
export function slotCount(viewport: number, rowHeight: number): number {
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
