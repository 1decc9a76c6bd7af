// Saves values of custom fields, with Undo.
import type { Edit } from '#contract/edits.ts'
import type { CustomField, FieldTarget, FieldValue } from '#contract/fields.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useEditActs } from './useEditActs.ts'
import { useEditUndo } from './useEditUndo.ts'
import { useToast } from '../../ui/useToast.ts'

type FieldEdit = {
  target: FieldTarget
  name: string
  field: CustomField
  value: FieldValue
  seen: FieldValue
  before: Edit | null
}

export function useFieldActs() {
  const { engine } = useLinks()
  const toast = useToast()
  const { undo, keep } = useEditActs()
  const { showOutcome, offerUndo, takeBack } = useEditUndo()
  const save = useCommand(engine, 'edits.saveField')

  async function saveField({ target, name, field, value, seen, before }: FieldEdit): Promise<boolean> {
    const { slug } = field
    const outcome = await save.run({ target, slug, value, seen })
    if (!outcome.ok) return showOutcome(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else {
      const saveEarlier = (old: FieldValue, insteadOf: string | null) =>
        save.run({ target, slug, value: old, ...(insteadOf === null ? { seen: value } : { insteadOf }) })
      offerUndo(
        t('edit.saved', { field: field.name, name }),
        () => takeBack({ id, before, earlier: seen, save: saveEarlier }),
        id,
      )
    }
    return true
  }

  return { saveField, undo, keep, isSaving: save.isPending }
}
