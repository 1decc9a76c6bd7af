// Every action that can be undone shows a toast with Undo for ten seconds, and is a step for Ctrl+Z after that, newest
// first.
import { useUndoHistory, type UndoStep } from './undo.ts'
import { t } from '../words/words.ts'
import { useToast } from './useToast.ts'

export type Undo = {
  /** `about`: the id of what it would undo, for `forget`. */
  offer: (message: string, act: () => unknown, about?: string) => void
  /** It is already undone. */
  forget: (about: string) => void
  /** Undoes the newest step; shows a message if there is none. */
  undoLast: () => Promise<void>
  /** The message of the newest step, or null. */
  lastMessage: () => string | null
}

export function useUndo(): Undo {
  const toast = useToast()
  const history = useUndoHistory()

  async function take(step: UndoStep) {
    if (!history.take(step)) return
    step.closeToast()
    await step.act()
  }

  return {
    forget: history.forget,
    offer: (message, act, about) => {
      const step: UndoStep = { message, act, about: about ?? null, closeToast: () => undefined }
      history.push(step)
      step.closeToast = toast.sayUndoable(message, () => void take(step))
    },
    undoLast: async () => {
      const step = history.steps.at(-1)
      if (step) await take(step)
      else toast.say(t('edit.nothingToUndo'))
    },
    lastMessage: () => history.steps.at(-1)?.message ?? null,
  }
}
