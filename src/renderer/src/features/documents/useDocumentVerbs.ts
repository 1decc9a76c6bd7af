// Verbs of the inbox: for the active row, for the selected rows, and for the screen.
import type { DocumentRow } from '#contract/documents.ts'
import { displayFileName } from '#words/file-name.ts'
import { ofSelection, useVerbs, type Verb } from '../../ui/useVerbs.ts'
import { canRetry } from './documents.ts'
import { t } from '../../words/words.ts'
import type { DocumentActions } from './useDocumentActions.ts'

type DocumentVerbs = {
  active: () => DocumentRow | null
  hasSeveral: () => boolean
  /** Reads the selected rows, including rows that are not loaded. */
  selected: () => Promise<readonly DocumentRow[]>
  actions: DocumentActions
  open: (row: DocumentRow) => void
  addFiles: () => void
}

function createRowVerbs({ actions, open }: Pick<DocumentVerbs, 'actions' | 'open'>, row: DocumentRow): Verb[] {
  const name = displayFileName(row.fileName)
  const retry: Verb = {
    id: 'document-retry',
    group: 'screen',
    label: t('documentVerb.retry', { name }),
    keys: 'r',
    run: () => void actions.retry([row]),
  }
  return [
    {
      id: 'document-open',
      group: 'container',
      label: t('documentVerb.open', { name }),
      keys: 'enter',
      isHandledElsewhere: true,
      run: () => open(row),
    },
    {
      id: 'document-settle',
      group: 'screen',
      label: t('documentVerb.markDone'),
      keys: 'e',
      run: () => void actions.review([row]),
    },
    ...(canRetry(row) ? [retry] : []),
    {
      id: 'document-save',
      group: 'screen',
      label: t('documentVerb.save', { name }),
      keys: 's',
      run: () => void actions.save(row),
    },
  ]
}

function createSelectedVerbs({ selected, actions }: Pick<DocumentVerbs, 'selected' | 'actions'>): Verb[] {
  const forSelectedRows = (run: (rows: readonly DocumentRow[]) => Promise<void>) => () => void selected().then(run)
  return [
    {
      id: 'document-settle',
      group: 'screen',
      label: t('documentVerb.markSelectedDone'),
      keys: 'e',
      run: forSelectedRows(actions.review),
    },
    {
      id: 'document-retry',
      group: 'screen',
      label: t('documentVerb.retrySelected'),
      keys: 'r',
      run: forSelectedRows(actions.retry),
    },
  ]
}

export function useDocumentVerbs({ active, hasSeveral, addFiles, ...rest }: DocumentVerbs): void {
  useVerbs(() => {
    const row = active()
    return [
      ...(hasSeveral() ? ofSelection(createSelectedVerbs(rest)) : row ? createRowVerbs(rest, row) : []),
      {
        id: 'document-add',
        group: 'screen',
        label: t('documentVerb.add'),
        keys: 'u',
        isOfList: true,
        also: t('documentVerb.addAlso'),
        run: addFiles,
      },
    ]
  })
}
