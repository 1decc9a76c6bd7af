// Undo for edits. An unsent edit is withdrawn. A sent edit is undone by an edit that restores the previous value over
// this window's value; if it was changed in between, that is a conflict.
import type { Edit, EditValue } from '#contract/edits.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/**
 * `id`: the edit to undo. `previousEdit`: the unfinished edit before it, which may have the same id. `earlier`: the
 * value before it. `save` replaces the waiting edit `insteadOf`. If that is null, it creates an edit after the sent
 * one.
 */
type EditReversal = {
  id: string
  previousEdit: Edit | null
  earlier: EditValue
  save: (value: EditValue, insteadOf: string | null) => Promise<Outcome<{ id: string | null }>>
}

export function useEditUndo() {
  const { engine } = useLinks()
  const toast = useToast()
  const { offer, forget } = useUndo()
  const undoCommand = useCommand(engine, 'edits.undo')

  const showOutcome = (outcome: Outcome<unknown>, message: string): boolean => {
    if (outcome.ok) toast.say(message)
    else toast.fail(outcome.error)
    return outcome.ok
  }

  return {
    showOutcome,
    undo: async (id: string) => {
      const isUndone = showOutcome(await undoCommand.run({ id }), t('edit.undone'))
      if (isUndone) forget(id)
      return isUndone
    },
    /** Undoes an edit. If it replaced a waiting edit, the value of that edit is restored, not the original value. */
    revert: async ({ id, previousEdit, earlier, save }: EditReversal) => {
      const isReplacement = previousEdit?.id === id
      const outcome = isReplacement ? await save(previousEdit.value, id) : await undoCommand.run({ id })
      if (outcome.ok || outcome.error.code !== 'edits/already-sent') showOutcome(outcome, t('edit.undone'))
      else showOutcome(await save(isReplacement ? previousEdit.value : earlier, null), t('edit.undoneLate'))
    },
    /** Offers to undo the edit with this id. The offer ends if the user undoes the edit in its note. */
    offerUndo: (message: string, undoEdit: () => Promise<unknown>, id: string) => offer(message, undoEdit, id),
  }
}
