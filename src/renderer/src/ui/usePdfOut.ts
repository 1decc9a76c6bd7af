// What would be printed, saved as a PDF: only the desktop app can write one. A browser's own print dialog saves it too,
// but keeps to itself what it wrote.
import { computed, type ComputedRef } from 'vue'
import { useLinks } from '../engine/engine.ts'
import { type Sheet, withSheet } from './print.ts'
import { useFileOut } from './useFileOut.ts'
import { useSession } from '../engine/useSession.ts'

export type SavedFile = { name: string; sha256: string }

/** `savePdf` answers null where it was not saved; why has been said. */
export function usePdfOut(): {
  hasPdf: ComputedRef<boolean>
  savePdf: (sheet: Sheet, name: string) => Promise<SavedFile | null>
} {
  const { shell } = useLinks()
  const { host } = useSession()
  const handOut = useFileOut()
  return {
    hasPdf: computed(() => host.data.value?.host === 'electron'),
    savePdf: async (sheet, name) => {
      let sha256 = ''
      const saved = await handOut(async () => {
        // Content stands under its own hash.
        sha256 = (await withSheet(sheet, () => shell.call('page.toPdf', { isLandscape: !sheet.isText }))).file
        return { file: sha256, name }
      })
      return saved === null ? null : { name: saved, sha256 }
    },
  }
}
