// Keys that work anywhere on a screen: single keys, combinations ("ctrl+,") and two in a row ("g l"). They are heard
// before the grid hears them, or the "c" of "g c" would copy. Off while the user types or is in a dialog, behind which
// nothing may happen. Ctrl and ⌘ are one.
import { onBeforeUnmount, onMounted } from 'vue'

export type Hotkeys = Record<string, () => void>

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200

export function useHotkeys(hotkeys: Hotkeys) {
  let previous = { key: '', at: -PAIR_MS }
  const onKeydown = (event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || isInDialog(event.target)) return
    const hasControl = event.ctrlKey || event.metaKey
    // Undo belongs to the field while somebody types in one.
    if ((!hasControl || event.key.toLowerCase() === 'z') && isTyping(event.target)) return
    const key = `${hasControl ? 'ctrl+' : ''}${event.key.toLowerCase()}`
    const isPair = event.timeStamp - previous.at < PAIR_MS
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

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}
