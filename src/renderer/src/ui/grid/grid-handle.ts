// The interface between a grid and its parent.

/** The heading of a group of rows. */
export type GroupHeading = { isCollapsed: boolean }

export type GridHandle = {
  /** Focuses the active cell. */
  focus(): void
  /** Moves the active row from outside the grid, without moving focus. Skips the headings of groups. */
  step(by: 1 | -1): void
  /** Sets the active row after a new sort, without scrolling to it. */
  setActiveRow(row: number): void
  scrollToTop(): void
  /** Makes a row active, and scrolls it to the middle if it is not visible. Focus stays where it is. */
  reveal(row: number): void
  /** Selects all rows, and focuses the active cell. */
  selectAll(): void
  /** Clears the marked range. */
  clearRange(): void
  /** Indexes of the rows that are entirely visible. `last` before `first`: there are none. */
  inView(): { first: number; last: number }
}
