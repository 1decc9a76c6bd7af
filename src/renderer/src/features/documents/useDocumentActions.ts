// Actions on documents: retry, review and undo review, save a copy, upload again.
import type { DocumentRow } from '#contract/documents.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useFileSave } from '../../ui/useFileSave.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'
import { useLinks } from '../../engine/engine.ts'
import { canRetry } from './documents.ts'
import { t, tn } from '../../words/words.ts'

/** The contract's limit of ids in one call. */
const MAX_IDS = 1_000

export type DocumentActions = {
  retry: (rows: readonly DocumentRow[]) => Promise<void>
  /** Marks one document as reviewed or not reviewed; with several, marks all as reviewed. */
  review: (rows: readonly DocumentRow[]) => Promise<void>
  save: (row: Pick<DocumentRow, 'id' | 'fileName'>) => Promise<void>
  uploadAgain: (row: DocumentRow) => Promise<void>
}

/** Provides the actions. `onRowsChanged` runs after an action added or removed rows. */
export function useDocumentActions(onRowsChanged: () => void = () => undefined): DocumentActions {
  const { engine } = useLinks()
  const toast = useToast()
  const retryCommand = useCommand(engine, 'documents.retry')
  const reviewCommand = useCommand(engine, 'documents.review')
  const saveFile = useFileSave()
  const uploadAgainCommand = useCommand(engine, 'documents.uploadAgain')
  const { offer } = useUndo()

  async function setReviewed(ids: readonly string[], isReviewed: boolean): Promise<boolean> {
    const outcome = await reviewCommand.run({ ids: ids.slice(0, MAX_IDS), isReviewed })
    if (outcome.ok) onRowsChanged()
    else toast.fail(outcome.error)
    return outcome.ok
  }

  async function undoReview(ids: readonly string[]) {
    if (await setReviewed(ids, false)) toast.say(t('document.markedOpen'))
  }

  return {
    retry: async (rows) => {
      const ids = rows
        .filter(canRetry)
        .map(({ id }) => id)
        .slice(0, MAX_IDS)
      if (ids.length === 0) return
      const outcome = await retryCommand.run({ ids })
      if (outcome.ok) toast.say(tn('document.retried', ids.length))
      else toast.fail(outcome.error)
    },
    review: async (rows) => {
      const ids = rows
        .filter(({ needsMe }) => needsMe)
        .map(({ id }) => id)
        .slice(0, MAX_IDS)
      if (ids.length === 0) toast.say(t('document.nothingToMark'))
      else if (await setReviewed(ids, true)) offer(tn('document.markedDone', ids.length), () => undoReview(ids))
    },
    save: async ({ id, fileName }) => {
      await saveFile(async () => ({ file: (await engine.call('documents.open', { id })).file, name: fileName }))
    },
    uploadAgain: async ({ id, fileName }) => {
      const outcome = await uploadAgainCommand.run({ id })
      if (outcome.ok) toast.say(t('document.againSaid', { name: fileName }))
      else toast.fail(outcome.error)
    },
  }
}
