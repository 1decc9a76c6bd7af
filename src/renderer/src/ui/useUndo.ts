// Every action that can be undone shows a toast with Undo for ten seconds, and is a step for Ctrl+Z after that, newest
// first.
import { useUndoHistory, type UndoStep } from './undo.ts'
import { t } from '../words/words.ts'
import { useToast } from './useToast.ts'

export type Undo = {
  /** `about`: the id of what it would undo, for `forget`. */
  offer: (message: string, undo: () => unknown, about?: string) => void
  /** Removes the offer of an action that is already undone. */
  forget: (about: string) => void
  /** Undoes the newest step; shows a message if there is none. */
  undoLast: () => Promise<void>
  /** The message of the newest step, or null. */
  lastMessage: () => string | null
}

export function useUndo(): Undo {
  const toast = useToast()
  const history = useUndoHistory()

  async function takeStep(step: UndoStep) {
    if (!history.take(step)) return
    step.closeToast()
    await step.undo()
  }

  return {
    forget: history.forget,
    offer: (message, undo, about) => {
      const step: UndoStep = { message, undo, about: about ?? null, closeToast: () => undefined }
      history.push(step)
      step.closeToast = toast.sayUndoable(message, () => void takeStep(step))
    },
    undoLast: async () => {
      const step = history.steps.at(-1)
      if (step) await takeStep(step)
      else toast.say(t('edit.nothingToUndo'))
    },
    lastMessage: () => history.steps.at(-1)?.message ?? null,
  }
}
