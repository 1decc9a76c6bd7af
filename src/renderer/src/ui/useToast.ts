// The only function for toasts. A message that must not be missed is a banner.
import { useMessage, type MessageApi, type MessageReactive } from 'naive-ui'
import { type ComputedRef, computed, h, shallowReactive } from 'vue'
import type { AppError } from '#contract/errors.ts'
import { describeError } from '../engine/errors.ts'
import { sentences, t } from '../words/words.ts'

const SHORT_MS = 2_500
const LONG_MS = 7_000

/** Long enough to notice a mistake and undo it. */
const UNDO_MS = 10_000

const MAX_AT_ONCE = 3

/**
 * In a window this low, toasts fit only in the footer of a list: side by side, because a second line would cover rows.
 * CSS has no constants for this limit: base.css, SummaryStrip.vue, ContainerList.vue and ExposureLine.vue have the same
 * one.
 */
const LOW_WINDOW = '(max-height: 480px)'
/** With this many side by side, the first words of each are readable. */
const MAX_BUTTONS_LOW = 2

export type Toast = {
  say: (text: string) => void
  /** A message about accounts: it stays when another account opens before or after it. */
  sayOfAccounts: (text: string) => void
  /**
   * A toast with an Undo button, which closes the toast. Returns a function that closes it, for when Undo was run by a
   * key.
   */
  sayUndoable: (text: string, undo: () => void) => () => void
  /** A toast with a button for a further action. */
  sayWith: (text: string, label: string, act: () => void) => void
  fail: (error: AppError) => void
  failWith: (text: string) => void
  /** Closes the toasts of one account, with their buttons. */
  clear: () => void
}

type OpenToast = {
  message: MessageReactive
  timer: ReturnType<typeof setTimeout> | undefined
  isOfAccounts: boolean
  hasButton: boolean
}

/** The visible toasts by text, oldest first. */
const openToasts = new WeakMap<MessageApi, Map<string, OpenToast>>()

export function useToast(): Toast {
  const api = useMessage()
  const failWith = (text: string) => sayOnce(api, 'error', text, LONG_MS)
  const sayWith = (text: string, label: string, act: () => void, testId: string) => {
    const { focusHandlers, giveBack } = createFocusReturn()
    const onClick = () => {
      giveBack()
      end(toasts, text)
      act()
    }
    const toasts = toastsOf(api)
    // The button of the earlier toast would undo another action.
    end(toasts, text)
    makeRoom(toasts, true)
    const message = api.info(
      () => [
        wordsOf(text),
        h('button', { type: 'button', class: 'toast-undo', 'data-testid': testId, onClick, ...focusHandlers }, label),
      ],
      { duration: UNDO_MS, keepAliveOnHover: true, onLeave: () => forget(toasts, text, message) },
    )
    toasts.set(text, { message, timer: undefined, isOfAccounts: false, hasButton: true })
    return () => {
      if (toasts.get(text)?.message === message) end(toasts, text)
    }
  }
  return {
    say: (text) => sayOnce(api, 'info', text, SHORT_MS),
    sayOfAccounts: (text) => sayOnce(api, 'info', text, SHORT_MS, true),
    sayUndoable: (text, undo) => sayWith(text, t('changeList.undo'), undo, 'undo'),
    sayWith: (text, label, act) => {
      sayWith(text, label, act, 'toast-act')
    },
    fail: (error) => {
      const { what, next } = describeError(error)
      failWith(sentences(what, next))
    },
    failWith,
    clear: () => {
      const toasts = toastsOf(api)
      for (const [text, { isOfAccounts }] of [...toasts]) if (!isOfAccounts) end(toasts, text)
    },
  }
}

/**
 * The button disappears when pressed, and focus must return to where it was: a row, or a note being written. A pointer
 * does not move focus; keyboard focus is restored.
 */
function createFocusReturn() {
  let cameFrom: HTMLElement | null = null
  return {
    focusHandlers: {
      onMousedown: (event: MouseEvent) => event.preventDefault(),
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

/** A repeated message extends the visible toast instead of adding a second one. */
function sayOnce(api: MessageApi, type: 'info' | 'error', text: string, ms: number, isOfAccounts = false) {
  const toasts = toastsOf(api)
  const known = toasts.get(text)
  // It stays longer than this one would.
  if (known?.hasButton) return
  clearTimeout(known?.timer)
  if (!known) makeRoom(toasts, false)
  // A toast's own timer cannot be restarted, so it has none.
  const message: MessageReactive = known?.message ?? api.create(() => wordsOf(text), { type, duration: 0 })
  toasts.set(text, { message, timer: setTimeout(() => end(toasts, text), ms), isOfAccounts, hasButton: false })
}

/** The visible messages, oldest first, for screen readers. */
export function useToastTexts(): ComputedRef<string[]> {
  const toasts = toastsOf(useMessage())
  return computed(() => [...toasts.keys()])
}

function toastsOf(api: MessageApi): Map<string, OpenToast> {
  const toasts = openToasts.get(api) ?? shallowReactive(new Map<string, OpenToast>())
  openToasts.set(api, toasts)
  return toasts
}

/** If toasts are limited to one line, the tooltip has the rest. Screen readers get the whole text (SpokenToasts). */
const wordsOf = (text: string) => h('span', { class: 'toast-words', title: text }, text)

/**
 * Toasts without a button replace each other. One with Undo is removed only for another with a button, if there are too
 * many.
 */
function makeRoom(toasts: Map<string, OpenToast>, hasButton: boolean) {
  const isLow = matchMedia(LOW_WINDOW).matches
  const texts = (ofButtons: boolean) =>
    [...toasts].filter(([, each]) => each.hasButton === ofButtons).map(([text]) => text)
  const endOldest = (of: string[], left: number) => {
    for (const text of of.slice(0, Math.max(0, of.length - left))) end(toasts, text)
  }
  if (hasButton) endOldest(texts(true), (isLow ? MAX_BUTTONS_LOW : MAX_AT_ONCE) - 1)
  endOldest(texts(false), isLow && !hasButton ? 0 : Math.max(0, MAX_AT_ONCE - 1 - texts(true).length))
}

function end(toasts: Map<string, OpenToast>, text: string) {
  const known = toasts.get(text)
  if (!known) return
  clearTimeout(known.timer)
  toasts.delete(text)
  known.message.destroy()
}

/** It closed by itself, or a toast with the same text has already replaced it. */
function forget(toasts: Map<string, OpenToast>, text: string, message: MessageReactive) {
  if (toasts.get(text)?.message === message) toasts.delete(text)
}
