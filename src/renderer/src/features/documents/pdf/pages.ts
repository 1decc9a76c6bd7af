// What can be done with a PDF that is open.

/** Size on screen, in CSS pixels. */
export type DrawnPage = { width: number; height: number }

export type Pdf = {
  pages: number
  /**
   * `width`: of the place it is to fit into; `zoom` 1 fills it. Null when another page was asked for meanwhile. Throws
   * `documents/damaged`; other pages can still be asked for.
   */
  draw: (page: number, canvas: HTMLCanvasElement, size: { width: number; zoom: number }) => Promise<DrawnPage | null>
  close: () => void
}
