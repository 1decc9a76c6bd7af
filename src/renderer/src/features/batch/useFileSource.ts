// Takes a list that the user pasted, chose or dropped, and opens it as the draft. Files are read in a worker.
import { ref, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { AppError } from '#contract/errors.ts'
import { asAppError } from '../../engine/useQuery.ts'
import { useToast } from '../../ui/useToast.ts'
import { parseCsv } from './files/csv.ts'
import { MAX_ROWS } from './files/limits.ts'
import { useOpenFile } from './files/open-file.ts'
import { useAddTracking } from '../tracking/add-tracking.ts'
import { useBatchDraft } from './batch-draft.ts'
import { t } from '../../words/words.ts'

/** `takeText` returns whether the text was taken. Both functions show the reason if they refuse a list. */
export type FileSource = {
  takeFiles: (files: Iterable<File> | null | undefined) => Promise<void>
  takeText: (text: string) => boolean
  readingFileName: Ref<string | null>
}

export function useFileSource(): FileSource {
  const router = useRouter()
  const toast = useToast()
  const openFile = useOpenFile()
  const draft = useBatchDraft()
  const adding = useAddTracking()
  const readingFileName = ref<string | null>(null)
  return {
    readingFileName,
    takeText: (text) => {
      const rows = parseCsv(text)
      if (rows.length > MAX_ROWS) toast.fail(new AppError('import/too-many-lines', { lines: rows.length }))
      else draft.offer(null, [{ name: null, rows }])
      return rows.length <= MAX_ROWS
    },
    takeFiles: async (files) => {
      const [file, ...others] = files ?? []
      if (!file || readingFileName.value !== null) return
      if (others.length > 0) toast.say(t('batch.oneFile'))
      readingFileName.value = file.name
      try {
        draft.offer(file.name, await openFile(file))
        adding.isOpen = false
        await router.push({ name: 'add-list' })
      } catch (reason) {
        toast.fail(asAppError(reason))
      } finally {
        readingFileName.value = null
      }
    },
  }
}
