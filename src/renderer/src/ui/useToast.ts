// Shows toasts, which close by themselves. A message that must not be missed is a banner.
import { useMessage, type MessageApi, type MessageReactive } from 'naive-ui'
import { type ComputedRef, computed, h, shallowReactive } from 'vue'
import type { AppError } from '#contract/errors.ts'
import { describeError } from '../engine/errors.ts'
import { joinSentences, t } from '../words/words.ts'

const SHORT_MS = 2_500
const LONG_MS = 7_000

/** Long enough to notice a mistake and undo it. */
const UNDO_MS = 10_000

/** More toasts than this would cover rows. */
const MAX_AT_ONCE = 3

/**
 * In a window this low, toasts fit only in the footer of a list: side by side, because a second line would cover rows.
 * CSS has no constants for this limit: base.css, SummaryStrip.vue, ContainerList.vue and ExposureLine.vue have the same
 * one.
 */
const LOW_WINDOW_QUERY = '(max-height: 480px)'
/** With this many side by side, the first words of each are readable. */
const MAX_BUTTONS_IN_LOW_WINDOW = 2

export type Toast = {
  /** Shows a text for a short time. */
  say: (text: string) => void
  /** Shows a message about accounts, which stays when another account opens before or after it. */
  sayOfAccounts: (text: string) => void
  /**
   * Shows a toast with an Undo button, which closes the toast. Returns a function that closes it, for when Undo was run
   * by a key.
   */
  sayUndoable: (text: string, undo: () => void) => () => void
  /** Shows a toast with a button for a further action. Returns a function that closes it. */
  sayWith: (text: string, label: string, run: () => void) => () => void
  /** Shows an error and its next step. */
  fail: (error: AppError) => void
  /** Shows an error that is already described. */
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
  const failWith = (text: string) => showOnce(api, 'error', text, LONG_MS)
  const sayWith = (text: string, label: string, run: () => void, testId: string) => {
    const { focusHandlers, restoreFocus } = createFocusReturn()
    const onClick = () => {
      restoreFocus()
      closeToast(toasts, text)
      run()
    }
    const toasts = getToasts(api)
    // The button of the earlier toast would undo another action.
    closeToast(toasts, text)
    closeExcessToasts(toasts, true)
    const message = api.info(
      () => [
        drawText(text),
        h('button', { type: 'button', class: 'toast-undo', 'data-testid': testId, onClick, ...focusHandlers }, label),
      ],
      { duration: UNDO_MS, keepAliveOnHover: true, onLeave: () => forgetToast(toasts, text, message) },
    )
    toasts.set(text, { message, timer: undefined, isOfAccounts: false, hasButton: true })
    return () => {
      if (toasts.get(text)?.message === message) closeToast(toasts, text)
    }
  }
  return {
    say: (text) => showOnce(api, 'info', text, SHORT_MS),
    sayOfAccounts: (text) => showOnce(api, 'info', text, SHORT_MS, true),
    sayUndoable: (text, undo) => sayWith(text, t('changeList.undo'), undo, 'undo'),
    sayWith: (text, label, run) => sayWith(text, label, run, 'toast-act'),
    fail: (error) => {
      const { what, next } = describeError(error)
      failWith(joinSentences(what, next))
    },
    failWith,
    clear: () => {
      const toasts = getToasts(api)
      for (const [text, { isOfAccounts }] of [...toasts]) if (!isOfAccounts) closeToast(toasts, text)
    },
  }
}

/**
 * The button disappears when pressed, and focus must return to where it was: a row, or a note being written. A pointer
 * does not move focus; keyboard focus is restored.
 */
function createFocusReturn() {
  let previousFocus: HTMLElement | null = null
  return {
    focusHandlers: {
      onMousedown: (event: MouseEvent) => event.preventDefault(),
      onFocus: ({ relatedTarget }: FocusEvent) => {
        previousFocus = relatedTarget instanceof HTMLElement ? relatedTarget : null
      },
    },
    restoreFocus: () => {
      if (previousFocus?.isConnected) previousFocus.focus()
      previousFocus = null
    },
  }
}

/** A repeated message extends the visible toast instead of adding a second one. */
function showOnce(api: MessageApi, type: 'info' | 'error', text: string, visibleMs: number, isOfAccounts = false) {
  const toasts = getToasts(api)
  const openToast = toasts.get(text)
  // A toast with a button stays longer than this one would.
  if (openToast?.hasButton) return
  clearTimeout(openToast?.timer)
  if (!openToast) closeExcessToasts(toasts, false)
  // A toast's own timer cannot be restarted, so it has none.
  const message: MessageReactive = openToast?.message ?? api.create(() => drawText(text), { type, duration: 0 })
  toasts.set(text, {
    message,
    timer: setTimeout(() => closeToast(toasts, text), visibleMs),
    isOfAccounts,
    hasButton: false,
  })
}

/** The visible messages, oldest first, for screen readers. */
export function useToastTexts(): ComputedRef<string[]> {
  const toasts = getToasts(useMessage())
  return computed(() => [...toasts.keys()])
}

function getToasts(api: MessageApi): Map<string, OpenToast> {
  const toasts = openToasts.get(api) ?? shallowReactive(new Map<string, OpenToast>())
  openToasts.set(api, toasts)
  return toasts
}

/** If toasts are limited to one line, the tooltip has the rest. Screen readers get the whole text (SpokenToasts). */
const drawText = (text: string) => h('span', { class: 'toast-words', title: text }, text)

/**
 * Closes toasts before a new one is shown. Toasts without a button replace each other. One with Undo is removed only
 * for another with a button, if there are too many.
 */
function closeExcessToasts(toasts: Map<string, OpenToast>, hasButton: boolean) {
  const isLow = matchMedia(LOW_WINDOW_QUERY).matches
  const listTexts = (withButton: boolean) =>
    [...toasts].filter(([, toast]) => toast.hasButton === withButton).map(([text]) => text)
  const endOldest = (texts: string[], remainingCount: number) => {
    for (const text of texts.slice(0, Math.max(0, texts.length - remainingCount))) closeToast(toasts, text)
  }
  if (hasButton) endOldest(listTexts(true), (isLow ? MAX_BUTTONS_IN_LOW_WINDOW : MAX_AT_ONCE) - 1)
  endOldest(listTexts(false), isLow && !hasButton ? 0 : Math.max(0, MAX_AT_ONCE - 1 - listTexts(true).length))
}

function closeToast(toasts: Map<string, OpenToast>, text: string) {
  const openToast = toasts.get(text)
  if (!openToast) return
  clearTimeout(openToast.timer)
  toasts.delete(text)
  openToast.message.destroy()
}

/** Runs when a toast has closed by itself. A toast with the same text may already have replaced it. */
function forgetToast(toasts: Map<string, OpenToast>, text: string, message: MessageReactive) {
  if (toasts.get(text)?.message === message) toasts.delete(text)
}
