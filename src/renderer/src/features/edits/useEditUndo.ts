// Undo for edits. An unsent edit is withdrawn. A sent edit is undone by an edit that restores the previous value over
// this window's value; if it was changed in between, that is a conflict.
import type { Edit, EditValue } from '#contract/edits.ts'
import { useLinks } from '../../engine/engine.ts'
import { t } from '../../words/words.ts'
import { useCommand, type Outcome } from '../../engine/useCommand.ts'
import { useToast } from '../../ui/useToast.ts'
import { useUndo } from '../../ui/useUndo.ts'

/** `earlier`: the previous value. `save` replaces a waiting edit, or, without one, writes over its sent value. */
type EditReversal = {
  id: string
  before: Edit | null
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
    /** An edit that was changed while waiting goes back to its previous version, not to the original value. */
    takeBack: async ({ id, before, earlier, save }: EditReversal) => {
      const isChanged = before?.id === id
      const outcome = isChanged ? await save(before.value, id) : await undoCommand.run({ id })
      if (outcome.ok || outcome.error.code !== 'edits/already-sent') showOutcome(outcome, t('edit.undone'))
      else showOutcome(await save(isChanged ? before.value : earlier, null), t('edit.undoneLate'))
    },
    /** `id`: of the edit, which can also be undone from its own mark. */
    offerUndo: (message: string, undoIt: () => Promise<unknown>, id: string) => offer(message, undoIt, id),
  }
}
