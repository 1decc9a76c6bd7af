// What an owner may ask of a grid beyond its props.

export type GridHandle = {
  /** To the active cell. */
  focus(): void
  /** To another row from outside the grid, leaving focus where it is. */
  step(by: 1 | -1): void
  /** The row to call active after the list was ordered anew, without scrolling to it. */
  setActiveRow(row: number): void
  scrollToTop(): void
  /** Marks no cells any more. */
  clearRange(): void
  /** Places of the rows that are wholly on screen. `last` before `first`: none is. */
  inView(): { first: number; last: number }
}
