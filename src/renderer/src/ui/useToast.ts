// The one way to say something in passing. What must not be missed is a banner, not a toast.
import { useMessage, type MessageApi, type MessageReactive } from 'naive-ui'
import { type ComputedRef, computed, h, shallowReactive } from 'vue'
import type { AppError } from '#contract/errors.ts'
import { describeError } from '../engine/errors.ts'
import { sentences, t } from '../words/words.ts'

const SHORT_MS = 2_500
const LONG_MS = 7_000

/** Long enough to notice a slip and take it back. */
const UNDO_MS = 10_000

const MOST_AT_ONCE = 3

/**
 * Where only the footer of a list has room for them: side by side, for a second line would stand over rows. CSS has no
 * constants for this bound: base.css, SummaryStrip.vue, ContainerList.vue and ExposureLine.vue name the same one.
 */
const LOW_WINDOW = '(max-height: 480px)'
/** So many beside each other leave each its first words. */
const MOST_BUTTONS_LOW = 2

export type Toast = {
  say: (text: string) => void
  /** About the accounts themselves: another one is opened before or after it is said, and it stands all the same. */
  sayOfAccounts: (text: string) => void
  /**
   * Said with a button that takes the act back; the button goes with the text. Answers how to take it away: what was
   * taken back by keys cannot be taken back by its button once more.
   */
  sayUndoable: (text: string, undo: () => void) => () => void
  /** Said with a button that leads on. */
  sayWith: (text: string, label: string, act: () => void) => void
  fail: (error: AppError) => void
  failWith: (text: string) => void
  /** Takes away what stands there of one account, with its buttons. */
  clear: () => void
}

type Said = {
  message: MessageReactive
  timer: ReturnType<typeof setTimeout> | undefined
  isOfAccounts: boolean
  hasButton: boolean
}

/** What stands there now, by its text and oldest first. */
const present = new WeakMap<MessageApi, Map<string, Said>>()

export function useToast(): Toast {
  const api = useMessage()
  const failWith = (text: string) => {
    sayOnce(api, 'error', text, LONG_MS)
  }
  const sayWith = (text: string, label: string, act: () => void, testId: string) => {
    const { focusKept, giveBack } = keptFocus()
    const onClick = () => {
      giveBack()
      end(said, text)
      act()
    }
    const said = saidBy(api)
    // The act of the one before is no longer what its button promises.
    end(said, text)
    makeRoom(said, true)
    const message = api.info(
      () => [
        wordsOf(text),
        h('button', { type: 'button', class: 'toast-undo', 'data-testid': testId, onClick, ...focusKept }, label),
      ],
      {
        duration: UNDO_MS,
        keepAliveOnHover: true,
        onLeave: () => {
          forget(said, text, message)
        },
      },
    )
    said.set(text, { message, timer: undefined, isOfAccounts: false, hasButton: true })
    return () => {
      if (said.get(text)?.message === message) end(said, text)
    }
  }
  return {
    say: (text) => {
      sayOnce(api, 'info', text, SHORT_MS)
    },
    sayOfAccounts: (text) => {
      sayOnce(api, 'info', text, SHORT_MS, true)
    },
    sayUndoable: (text, undo) => sayWith(text, t('looked.undo'), undo, 'undo'),
    sayWith: (text, label, act) => {
      sayWith(text, label, act, 'toast-act')
    },
    fail: (error) => {
      const { what, next } = describeError(error)
      failWith(sentences(what, next))
    },
    failWith,
    clear: () => {
      const said = saidBy(api)
      for (const [text, { isOfAccounts }] of [...said]) if (!isOfAccounts) end(said, text)
    },
  }
}

/**
 * The button goes with its press, and must not take with it where somebody was: the row he stood on, the note he
 * writes. A pointer leaves focus there; who came to it by keys is sent back.
 */
function keptFocus() {
  let cameFrom: HTMLElement | null = null
  return {
    focusKept: {
      onMousedown: (event: MouseEvent) => {
        event.preventDefault()
      },
      onFocus: ({ relatedTarget }: FocusEvent) => {
        cameFrom = relatedTarget instanceof HTMLElement ? relatedTarget : null
      },
    },
    giveBack: () => {
      if (cameFrom?.isConnected) cameFrom.focus()
      cameFrom = null
    },
  }
}

/** Said again while it stands there, it stays longer and does not stand there twice. */
function sayOnce(api: MessageApi, type: 'info' | 'error', text: string, ms: number, isOfAccounts = false) {
  const said = saidBy(api)
  const known = said.get(text)
  // It stands there longer than this would.
  if (known?.hasButton) return
  clearTimeout(known?.timer)
  if (!known) makeRoom(said, false)
  // A message's own time cannot be begun anew, so it has none.
  const message: MessageReactive = known?.message ?? api.create(() => wordsOf(text), { type, duration: 0 })
  said.set(text, {
    message,
    timer: setTimeout(() => {
      end(said, text)
    }, ms),
    isOfAccounts,
    hasButton: false,
  })
}

/** What stands there, oldest first, for whoever listens. */
export function useSaid(): ComputedRef<string[]> {
  const said = saidBy(useMessage())
  return computed(() => [...said.keys()])
}

function saidBy(api: MessageApi): Map<string, Said> {
  const said = present.get(api) ?? shallowReactive(new Map<string, Said>())
  present.set(api, said)
  return said
}

/**
 * Where they have one line and no more, the rest of it is told to the pointer; who listens hears the whole anyway
 * (SpokenToasts).
 */
const wordsOf = (text: string) => h('span', { class: 'toast-words', title: text }, text)

/**
 * Words alone replace words alone: what can still be taken back goes only for another button, where there are too many.
 */
function makeRoom(said: Map<string, Said>, hasButton: boolean) {
  const isLow = matchMedia(LOW_WINDOW).matches
  const texts = (ofButtons: boolean) =>
    [...said].filter(([, each]) => each.hasButton === ofButtons).map(([text]) => text)
  const endOldest = (of: string[], left: number) => {
    for (const text of of.slice(0, Math.max(0, of.length - left))) end(said, text)
  }
  if (hasButton) endOldest(texts(true), (isLow ? MOST_BUTTONS_LOW : MOST_AT_ONCE) - 1)
  endOldest(texts(false), isLow && !hasButton ? 0 : Math.max(0, MOST_AT_ONCE - 1 - texts(true).length))
}

function end(said: Map<string, Said>, text: string) {
  const known = said.get(text)
  if (!known) return
  clearTimeout(known.timer)
  said.delete(text)
  known.message.destroy()
}

/** It went by itself, or was followed by another of the same words already. */
function forget(said: Map<string, Said>, text: string, message: MessageReactive) {
  if (said.get(text)?.message === message) said.delete(text)
}
