// Every act that can be undone says so with a button for ten seconds, and is a step that Ctrl+Z takes back after that,
// the newest first.
import { useUndoHistory, type UndoStep } from './undo.ts'
import { t } from '../words/words.ts'
import { useToast } from './useToast.ts'

export type Undo = {
  /** `about`: a name of what it would undo, for `forget`. */
  offer: (said: string, act: () => unknown, about?: string) => void
  /** That is undone already. */
  forget: (about: string) => void
  /** The newest step that is left; says so where there is none. */
  undoLast: () => Promise<void>
  /** What the newest step did; null where there is none. */
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
