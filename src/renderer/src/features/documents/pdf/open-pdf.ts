// The way to a PDF's pages, without the weight of what draws them until one is there to be drawn.
import { inject, type InjectionKey } from 'vue'
import type { Pdf } from './pages.ts'

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
