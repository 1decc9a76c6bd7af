// Saves and resolves edits and shows a message. Saving labels and changing the tracking offer Undo (useEditUndo.ts).
import type { EditTarget } from '#contract/edits.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatFieldName } from './edits.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useEditUndo } from './useEditUndo.ts'
import { useToast } from '../../ui/useToast.ts'

/** `name`: the name of the record. `seen`: the labels that the user saw before the edit. */
type LabelsEdit = { target: EditTarget; name: string; field: 'refs' | 'tags'; words: string[]; seen: readonly string[] }

export function useEditActions() {
  const { engine } = useLinks()
  const toast = useToast()
  const { showOutcome, undo, offerUndo } = useEditUndo()
  const saveLabelsCommand = useCommand(engine, 'edits.saveLabels')
  const setTrackingCommand = useCommand(engine, 'edits.setTracking')
  const resolveCommand = useCommand(engine, 'edits.resolve')

  async function saveLabels({ target, name, field, words, seen }: LabelsEdit): Promise<boolean> {
    const outcome = await saveLabelsCommand.run({ target, field, words, seen: [...seen] })
    if (!outcome.ok) return showOutcome(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else
      offerUndo(
        t('edit.saved', { field: formatFieldName(field), name }),
        () => undoLabels(id, { target, field, words: [...seen], seen: words }),
        id,
      )
    return true
  }

  /** Saves the inverse change. Labels that another window added in the meantime remain. */
  async function undoLabels(
    id: string,
    inverseEdit: Pick<LabelsEdit, 'target' | 'field' | 'words'> & { seen: string[] },
  ) {
    const outcome = await saveLabelsCommand.run(inverseEdit)
    const isWithdrawn = outcome.ok && (outcome.value.id === null || outcome.value.id === id)
    showOutcome(outcome, t(isWithdrawn ? 'edit.undone' : 'edit.undoneLate'))
  }

  /** Stops or resumes tracking. Undo does not reverse a request that was sent, because the plan may count it again. */
  async function setTracking(shipmentId: string, name: string, isTracked: boolean): Promise<boolean> {
    const outcome = await setTrackingCommand.run({ shipmentId, isTracked })
    if (!outcome.ok) return showOutcome(outcome, '')
    const { id } = outcome.value
    if (id === null) toast.say(t('edit.unchanged'))
    else offerUndo(t(isTracked ? 'edit.savedResumed' : 'edit.savedStopped', { name }), () => undo(id), id)
    return true
  }

  return {
    showOutcome,
    saveLabels,
    setTracking,
    undo,
    /** Resolves a conflict or a refusal: sends the user's value again, or discards it. */
    keep: async (id: string, version: 'mine' | 'theirs') =>
      showOutcome(
        await resolveCommand.run({ id, keep: version }),
        t(version === 'mine' ? 'edit.sentAgain' : 'edit.discarded'),
      ),
    isSavingLabels: saveLabelsCommand.isPending,
  }
}

export type EditActions = ReturnType<typeof useEditActions>
