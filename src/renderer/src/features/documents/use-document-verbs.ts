// The keys of the inbox: those of the row the user stands on, of the selected rows, and of the screen.
import type { DocumentRow } from '#contract/documents.ts'
import { fileWord } from '#words/file-word.ts'
import { useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { canRetry } from './documents.ts'
import { t } from '../../words/words.ts'
import type { DocumentActs } from './use-document-acts.ts'

export type DocumentVerbs = {
  active: () => DocumentRow | null
  hasSeveral: () => boolean
  /** The rows that are selected, read from wherever they are. */
  selected: () => Promise<readonly DocumentRow[]>
  acts: DocumentActs
  open: (row: DocumentRow) => void
  addFiles: () => void
}

export function useDocumentVerbs({ active, hasSeveral, selected, acts, open, addFiles }: DocumentVerbs): void {
  const ofSelected = (act: (rows: readonly DocumentRow[]) => Promise<void>) => () => void selected().then(act)
  const ofSeveral = (): Verb[] => [
    { id: 'document-settle', group: 'screen', label: t('documentVerb.settleSelected'), keys: 'e', run: ofSelected(acts.settle) },
    { id: 'document-retry', group: 'screen', label: t('documentVerb.retrySelected'), keys: 'r', run: ofSelected(acts.retry) },
  ]
  const ofOne = (row: DocumentRow): Verb[] => {
    const name = fileWord(row.fileName)
    return [
      { id: 'document-open', group: 'container', label: t('documentVerb.open', { name }), keys: 'enter', isHandledElsewhere: true, run: () => { open(row) } },
      { id: 'document-settle', group: 'screen', label: t('documentVerb.settle'), keys: 'e', run: () => void acts.settle([row]) },
      ...(canRetry(row) ? [{ id: 'document-retry', group: 'screen' as const, label: t('documentVerb.retry', { name }), keys: 'r' as const, run: () => void acts.retry([row]) }] : []),
      { id: 'document-save', group: 'screen', label: t('documentVerb.save', { name }), keys: 's', run: () => void acts.save(row) },
    ]
  }
  useVerbs(() => {
    const row = active()
    return [
      ...(hasSeveral() ? ofSeveral() : row ? ofOne(row) : []),
      { id: 'document-add', group: 'screen', label: t('documentVerb.add'), keys: 'u', also: t('documentVerb.addAlso'), run: addFiles },
    ]
  })
}
