// The type of an open PDF.

/** Size on screen, in CSS pixels. */
export type DrawnPage = { width: number; height: number }

export type Pdf = {
  pageCount: number
  /**
   * `width`: of the available space; `zoom` 1 fills it. Returns null if another page was requested in the meantime.
   * Throws `documents/damaged`; other pages can still be requested.
   */
  draw: (page: number, canvas: HTMLCanvasElement, size: { width: number; zoom: number }) => Promise<DrawnPage | null>
  close: () => void
}
