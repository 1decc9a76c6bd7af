// Saves and resolves edits and shows a message. Each action offers Undo (useEditUndo.ts).
import type { EditTarget } from '#contract/edits.ts'
import { useLinks } from '../../engine/engine.ts'
import { formatFieldName } from './edits.ts'
import { t } from '../../words/words.ts'
import { useCommand } from '../../engine/useCommand.ts'
import { useEditUndo } from './useEditUndo.ts'
import { useToast } from '../../ui/useToast.ts'

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
        () => restoreLabels(id, { target, field, words: [...seen], seen: words }),
        id,
      )
    return true
  }

  /** Applies the inverse change, so that words another window added before it was sent stay. */
  async function restoreLabels(id: string, back: Pick<LabelsEdit, 'target' | 'field' | 'words'> & { seen: string[] }) {
    const outcome = await saveLabelsCommand.run(back)
    const isUnsent = outcome.ok && (outcome.value.id === null || outcome.value.id === id)
    showOutcome(outcome, t(isUnsent ? 'edit.undone' : 'edit.undoneLate'))
  }

  /** Undo does not resume tracking after the stop was sent, because a plan may count it again. */
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
    keep: async (id: string, version: 'mine' | 'theirs') =>
      showOutcome(
        await resolveCommand.run({ id, keep: version }),
        t(version === 'mine' ? 'edit.sentAgain' : 'edit.discarded'),
      ),
    isSaving: saveLabelsCommand.isPending,
  }
}

export type EditActions = ReturnType<typeof useEditActions>
