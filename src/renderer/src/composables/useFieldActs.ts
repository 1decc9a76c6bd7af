// Saves what a custom field is to hold, with the way back that every edit offers.
import type { Edit } from '#contract/edits.ts'
import type { CustomField, FieldTarget, FieldValue } from '#contract/fields.ts'
import { useLinks } from '../engine.ts'
import { t } from '../words.ts'
import { useCommand } from './useCommand.ts'
import { useEditActs } from './useEditActs.ts'
import { useToast } from './useToast.ts'

type FieldEdit = { target: FieldTarget; name: string; field: CustomField; value: FieldValue; seen: FieldValue; before: Edit | null }

export function useFieldActs() {
  const { engine } = useLinks()
  const toast = useToast()
  const { told, offerUndo, undo, keep } = useEditActs()
  const save = useCommand(engine, 'edits.saveField')

  async function saveField({ target, name, field, value, seen, before }: FieldEdit): Promise<boolean> {
    const { slug } = field
    const outcome = await save.run({ target, slug, value, seen })
    if (!outcome.ok) return told(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else offerUndo(t('edit.saved', { field: field.name, name }), id, before, async (old) => told(await save.run({ target, slug, value: old, insteadOf: id }), t('edit.undone')))
    return true
  }

  return { saveField, undo, keep, isSaving: save.isPending }
}
