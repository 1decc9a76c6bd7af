// The way back from an edit. What has not left is taken back as if it had never been; what has left by an edit that writes
// the value before it, over what this window wrote: where somebody else changed it in between, that is a conflict.
import type { Edit, EditValue } from '#contract/edits.ts'
import { useLinks } from '../engine.ts'
import { useEditing } from '../stores/editing.ts'
import { t } from '../words.ts'
import { useCommand, type Outcome } from './useCommand.ts'
import { useToast } from './useToast.ts'

/** `earlier`: what stood there before. `save` puts a value in the place of an edit that waits, or, without one, over what that wrote. */
type WayBack = { id: string; before: Edit | null; earlier: EditValue; save: (value: EditValue, insteadOf: string | null) => Promise<Outcome<{ id: string | null }>> }

export function useEditUndo() {
  const { engine } = useLinks()
  const toast = useToast()
  const editing = useEditing()
  const undoCommand = useCommand(engine, 'edits.undo')

  const told = (outcome: Outcome<unknown>, said: string): boolean => {
    if (outcome.ok) toast.say(said)
    else toast.fail(outcome.error)
    return outcome.ok
  }

  return {
    told,
    undo: async (id: string) => told(await undoCommand.run({ id }), t('edit.undone')),
    /** An edit that was changed where it stood goes back to what it was before, not to the beginning. */
    takeBack: async ({ id, before, earlier, save }: WayBack) => {
      const isChanged = before?.id === id
      const outcome = isChanged ? await save(before.value, id) : await undoCommand.run({ id })
      if (outcome.ok || outcome.error.code !== 'edits/already-sent') told(outcome, t('edit.undone'))
      else told(await save(isChanged ? before.value : earlier, null), t('edit.undoneLate'))
    },
    offerUndo: (said: string, undoIt: () => Promise<unknown>) => {
      let isTaken = false
      let unsay = () => {}
      // Reached from the toast and by keys: once is enough, and what was saved since keeps its own way back.
      const act = async () => {
        if (isTaken) return
        isTaken = true
        unsay()
        if (editing.undoLast === act) editing.undoLast = null
        await undoIt()
      }
      editing.undoLast = act
      unsay = toast.sayUndoable(said, () => void act())
    },
    undoLast: async () => {
      if (editing.undoLast) await editing.undoLast()
      else toast.say(t('edit.nothingToUndo'))
    },
  }
}
