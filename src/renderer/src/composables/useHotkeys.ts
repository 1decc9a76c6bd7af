// Keys that work anywhere on a screen: single keys, combinations ("ctrl+,") and two in a row ("g l"). They are heard
// before the grid hears them, or the "c" of "g c" would copy. Off while the user types, and behind an open dialog.
// Ctrl and ⌘ are one. What the keys do is declared as verbs (useVerbs.ts), which are heard through here, once.
import { onBeforeUnmount, onMounted } from 'vue'

export type Hotkeys = Record<string, () => void>

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200

/** Looked up at each key, so that what is not there just now is not heard. */
export function useHotkeys(current: () => Hotkeys) {
  let previous = { key: '', at: -PAIR_MS }
  const onKeydown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || isInDialog(event.target)) return
    const hasControl = event.ctrlKey || event.metaKey
    // Undo belongs to the field while somebody types in one.
    // Ctrl+Shift with a letter is another combination, such as "do it again"; of signs Shift is a part where a keyboard has it so.
    if (hasControl && event.shiftKey && /^[a-z]$/i.test(event.key)) return
    if ((!hasControl || event.key.toLowerCase() === 'z') && isTyping(event.target)) return
    const key = `${hasControl ? 'ctrl+' : ''}${event.key.toLowerCase()}`
    const isPair = event.timeStamp - previous.at < PAIR_MS
    const hotkeys = current()
    const run = (isPair ? hotkeys[`${previous.key} ${key}`] : undefined) ?? hotkeys[key]
    previous = { key, at: event.timeStamp }
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  onMounted(() => {
    window.addEventListener('keydown', onKeydown, { capture: true })
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKeydown, { capture: true })
  })
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open]') !== null
}

/** Letters mean nothing to a tick or a choice of one, which keep the focus once they were clicked. */
const WITHOUT_TEXT = ['checkbox', 'radio']

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && WITHOUT_TEXT.includes(target.type)) return false
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}
