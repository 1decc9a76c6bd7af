// Saves, takes back and decides edits, and says so. What is saved can be taken back for as long as it has not left.
import type { Edit, EditTarget, EditValue } from '#contract/edits.ts'
import { useLinks } from '../engine.ts'
import { fieldWord } from '../format/edits.ts'
import { useEditing } from '../stores/editing.ts'
import { t } from '../words.ts'
import { useCommand, type Outcome } from './useCommand.ts'
import { useToast } from './useToast.ts'

type WordsEdit = { target: EditTarget; name: string; field: 'refs' | 'tags'; words: string[]; seen: readonly string[]; before: Edit | null }

export function useEditActs() {
  const { engine } = useLinks()
  const toast = useToast()
  const editing = useEditing()
  const saveWordsCommand = useCommand(engine, 'edits.saveWords')
  const setTrackingCommand = useCommand(engine, 'edits.setTracking')
  const undoCommand = useCommand(engine, 'edits.undo')
  const resolveCommand = useCommand(engine, 'edits.resolve')

  const told = <Answer>(outcome: Outcome<Answer>, said: string): boolean => {
    if (outcome.ok) toast.say(said)
    else toast.fail(outcome.error)
    return outcome.ok
  }
  const undo = async (id: string) => told(await undoCommand.run({ id }), t('edit.undone'))

  /** An edit that was changed where it stood goes back to what it was before, not to the beginning. */
  function offerUndo(said: string, id: string, before: Edit | null, back: (value: EditValue) => Promise<unknown>) {
    const act = async () => {
      editing.undoLast = null
      await (before?.id === id ? back(before.value) : undo(id))
    }
    editing.undoLast = act
    toast.sayUndoable(said, () => void act())
  }

  async function saveWords({ target, name, field, words, seen, before }: WordsEdit): Promise<boolean> {
    const outcome = await saveWordsCommand.run({ target, field, words, seen: [...seen] })
    if (!outcome.ok) return told(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else offerUndo(t('edit.saved', { field: fieldWord(field), name }), id, before, async (value) => told(await saveWordsCommand.run({ target, field, words: Array.isArray(value) ? value : [], insteadOf: id }), t('edit.undone')))
    return true
  }

  async function setTracking(shipmentId: string, name: string, isTracked: boolean): Promise<boolean> {
    const outcome = await setTrackingCommand.run({ shipmentId, isTracked })
    if (!outcome.ok) return told(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else offerUndo(t(isTracked ? 'edit.savedResumed' : 'edit.savedStopped', { name }), id, null, () => undo(id))
    return true
  }

  return {
    told,
    offerUndo,
    saveWords,
    setTracking,
    undo,
    keep: async (id: string, whose: 'mine' | 'theirs') => told(await resolveCommand.run({ id, keep: whose }), t(whose === 'mine' ? 'edit.sentAgain' : 'edit.givenUp')),
    undoLast: async () => {
      if (editing.undoLast) await editing.undoLast()
      else toast.say(t('edit.nothingToUndo'))
    },
    isSaving: saveWordsCommand.isPending,
  }
}

export type EditActs = ReturnType<typeof useEditActs>
