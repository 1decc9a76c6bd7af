// Opens a PDF. The heavy drawing code is loaded only when the first PDF is opened.
import { inject, type InjectionKey } from 'vue'
import type { Pdf } from './pages.ts'

/** Throws `documents/password` and `documents/damaged`. */
export type OpenPdf = (bytes: Uint8Array<ArrayBuffer>) => Promise<Pdf>

/** A test that cannot draw provides another implementation under this key. */
export const openPdfKey: InjectionKey<OpenPdf> = Symbol('open PDF')

export function useOpenPdf(): OpenPdf {
  return inject(openPdfKey, openWhenNeeded)
}

async function openWhenNeeded(bytes: Uint8Array<ArrayBuffer>): Promise<Pdf> {
  const { openPdf } = await import('./pdf.ts')
  return openPdf(bytes)
}
