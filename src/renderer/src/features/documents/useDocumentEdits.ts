// Saves corrections of extracted fields and of the document type, with Undo, and asks the service to process a document
// again.
import type { Edit, EditValue } from '#contract/edits.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Input } from '#contract/rpc.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatRequestedStep } from './documents.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useEditActions } from '../edits/useEditActions.ts'
import { useEditUndo } from '../edits/useEditUndo.ts'
import { useToast } from '../../ui/useToast.ts'

type DocumentField = Input<EngineContract, 'edits.saveDocument'>['field']
export type Act = Input<EngineContract, 'documents.ask'>['act']
export type DocumentEdit = {
  documentId: string
  name: string
  field: DocumentField
  label: string
  value: EditValue
  seen: EditValue
  previousEdit: Edit | null
}

export function useDocumentEdits() {
  const { engine } = useLinks()
  const toast = useToast()
  const { keep } = useEditActions()
  const { showOutcome, offerUndo, revert, undo } = useEditUndo()
  const saveCommand = useCommand(engine, 'edits.saveDocument')
  const askCommand = useCommand(engine, 'documents.ask')

  async function saveField({
    documentId,
    name,
    field,
    label,
    value,
    seen,
    previousEdit,
  }: DocumentEdit): Promise<boolean> {
    const outcome = await saveCommand.run({ documentId, field, value, seen })
    if (!outcome.ok) return showOutcome(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else {
      const saveEarlier = (earlier: EditValue, insteadOf: string | null) =>
        saveCommand.run({
          documentId,
          field,
          value: earlier,
          ...(insteadOf === null ? { seen: value } : { insteadOf }),
        })
      offerUndo(
        t('edit.saved', { field: label, name }),
        () => revert({ id, previousEdit, earlier: seen, save: saveEarlier }),
        id,
      )
    }
    return true
  }

  async function requestEdit(documentId: string, name: string, act: Act): Promise<void> {
    const outcome = await askCommand.run({ documentId, act })
    if (outcome.ok)
      offerUndo(t('ask.said', { act: formatRequestedStep(act), name }), () => undo(outcome.value.id), outcome.value.id)
    else toast.fail(outcome.error)
  }

  return { saveField, requestEdit, undo, keep, isSaving: saveCommand.isPending }
}
