// The type of an open PDF.

/** Size on screen, in CSS pixels. */
export type DrawnPage = { width: number; height: number }

export type Pdf = {
  pageCount: number
  /**
   * Draws a page. `width` is that of the available space, which `zoom` 1 fills. Resolves with null if another page was
   * requested in the meantime.
   * Throws `documents/damaged`; other pages can still be requested.
   */
  draw: (
    pageNumber: number,
    canvas: HTMLCanvasElement,
    size: { width: number; zoom: number },
  ) => Promise<DrawnPage | null>
  close: () => void
}
