// Saves a sheet as a PDF. Only the desktop app offers this, because a browser's print dialog does not report the file.
import { computed, type ComputedRef } from 'vue'
import { useLinks } from '../engine/engine.ts'
import type { Sheet } from './print.ts'
import { useFileSave } from './useFileSave.ts'
import { useSession } from '../engine/useSession.ts'

export type SavedFile = { name: string; sha256: string }

/** `savePdf` returns null if the file was not saved; the user has already seen the reason. */
export function usePdfSave(): {
  hasPdf: ComputedRef<boolean>
  savePdf: (sheet: Sheet, name: string) => Promise<SavedFile | null>
} {
  const { shell } = useLinks()
  const { host } = useSession()
  const saveFile = useFileSave()
  return {
    hasPdf: computed(() => host.data.value?.host === 'electron'),
    savePdf: async (sheet, name) => {
      let sha256 = ''
      const savedName = await saveFile(async () => {
        const { withSheet } = await import('./print.ts')
        // The content is stored under its own hash.
        sha256 = (await withSheet(sheet, () => shell.call('page.toPdf', { isLandscape: sheet.layout !== 'text' }))).file
        return { file: sha256, name }
      })
      return savedName === null ? null : { name: savedName, sha256 }
    },
  }
}
