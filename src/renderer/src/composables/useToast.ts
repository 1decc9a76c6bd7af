// The one way to say something in passing. What must not be missed is a banner, not a toast.
import { useMessage } from 'naive-ui'
import { h } from 'vue'
import type { AppError } from '#contract/errors.ts'
import { describeError } from '../errors.ts'
import { t } from '../words.ts'

const SHORT_MS = 2_500
const LONG_MS = 7_000

/** Long enough to notice a slip and take it back. */
const UNDO_MS = 10_000

export type Toast = {
  say: (text: string) => void
  /** Said with a button that takes the act back; the button goes with the text. */
  sayUndoable: (text: string, undo: () => void) => void
  /** Said with a button that leads on. */
  sayWith: (text: string, label: string, act: () => void) => void
  fail: (error: AppError) => void
  failWith: (text: string) => void
}

export function useToast(): Toast {
  const message = useMessage()
  const failWith = (text: string) => void message.error(text, { duration: LONG_MS })
  const sayWith = (text: string, label: string, act: () => void, testId: string) => {
    const onClick = () => {
      said.destroy()
      act()
    }
    const said = message.info(() => [text, h('button', { type: 'button', class: 'toast-undo', 'data-testid': testId, onClick }, label)], {
      duration: UNDO_MS,
      keepAliveOnHover: true,
    })
  }
  return {
    say: (text) => void message.info(text, { duration: SHORT_MS }),
    sayUndoable: (text, undo) => {
      sayWith(text, t('looked.undo'), undo, 'undo')
    },
    sayWith: (text, label, act) => {
      sayWith(text, label, act, 'toast-act')
    },
    fail: (error) => {
      const { what, next } = describeError(error)
      failWith(`${what} ${next}`)
    },
    failWith,
  }
}
