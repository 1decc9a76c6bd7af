// Every action that can be undone shows a toast with Undo for ten seconds, and is a step for Ctrl+Z after that, newest
// first.
import { useUndoHistory, type UndoStep } from './undo.ts'
import { t } from '../words/words.ts'
import { useToast } from './useToast.ts'

export type Undo = {
  /** `about`: the name of what it would undo, for `forget`. */
  offer: (said: string, act: () => unknown, about?: string) => void
  /** It is already undone. */
  forget: (about: string) => void
  /** Undoes the newest step; shows a message if there is none. */
  undoLast: () => Promise<void>
  /** The message of the newest step, or null. */
  lastSaid: () => string | null
}

export function useUndo(): Undo {
  const toast = useToast()
  const history = useUndoHistory()

  async function take(step: UndoStep) {
    if (!history.take(step)) return
    step.unsay()
    await step.act()
  }

  return {
    forget: history.forget,
    offer: (said, act, about) => {
      const step: UndoStep = { said, act, about: about ?? null, unsay: () => undefined }
      history.push(step)
      step.unsay = toast.sayUndoable(said, () => void take(step))
    },
    undoLast: async () => {
      const step = history.steps.at(-1)
      if (step) await take(step)
      else toast.say(t('edit.nothingToUndo'))
    },
    lastSaid: () => history.steps.at(-1)?.said ?? null,
  }
}
