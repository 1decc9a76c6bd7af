// The way to a PDF's pages, without the weight of what draws them until one is there to be drawn.
import { inject, type InjectionKey } from 'vue'

/** Size on screen, in CSS pixels. */
export type DrawnPage = { width: number; height: number }

export type Pdf = {
  pages: number
  /** `width`: of the place it is to fit into; `zoom` 1 fills it. Null when another page was asked for meanwhile. Throws `documents/damaged`. */
  draw: (page: number, canvas: HTMLCanvasElement, size: { width: number; zoom: number }) => Promise<DrawnPage | null>
  close: () => void
}

/** Throws `documents/password` and `documents/damaged`. */
export type OpenPdf = (bytes: Uint8Array<ArrayBuffer>) => Promise<Pdf>

/** Where nothing can be drawn another way is provided under this key. */
export const openPdfKey: InjectionKey<OpenPdf> = Symbol('open PDF')

export function useOpenPdf(): OpenPdf {
  return inject(openPdfKey, openWhenNeeded)
}

async function openWhenNeeded(bytes: Uint8Array<ArrayBuffer>): Promise<Pdf> {
  const { openPdf } = await import('./pdf.ts')
  return openPdf(bytes)
}
