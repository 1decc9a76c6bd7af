// Keys that work anywhere on a screen: single keys, combinations ("ctrl+,") and two in a row ("g l"). They are heard
// before the grid hears them, or the "c" of "g c" would copy. Off while the user types, and behind an open dialog. What
// the keys do is declared as verbs (useVerbs.ts), which are heard through here, once; what a press means is told by
// keys/strokes.ts.
import { onBeforeUnmount, onMounted } from 'vue'
import { isControlHeld, strokesOf } from './keys/strokes.ts'

/** By stroke. */
export type Hotkeys = ReadonlyMap<string, () => void>

/** How long the second key of a pair may take. */
const PAIR_MS = 1_200

/** What a text field does with these is its own, whatever they are bound to: undo, cut, copy, paste, all of it. */
const OF_A_FIELD = /^ctrl\+(shift\+)?[acvxyz]$/

/** CheckCounts up at each key, so that what is not there just now is not heard. */
export function useHotkeys(current: () => Hotkeys) {
  let previous: { strokes: readonly string[]; at: number } = { strokes: [], at: -PAIR_MS }
  const onKeydown = (event: KeyboardEvent) => {
    const strokes = strokesOf(event)
    if (strokes.length === 0 || isInDialog(event.target)) return
    if (isTyping(event.target) && (!isControlHeld(event) || strokes.some((stroke) => OF_A_FIELD.test(stroke)))) return
    const hotkeys = current()
    const first = event.timeStamp - previous.at < PAIR_MS ? beginnings(previous.strokes, hotkeys) : []
    // Whoever began a pair and missed its second key did not mean what that key does by itself.
    const meant = first.length > 0 ? first.flatMap((one) => strokes.map((other) => `${one} ${other}`)) : strokes
    const run = meant.map((stroke) => hotkeys.get(stroke)).find((each) => each !== undefined)
    previous = { strokes: run || event.repeat ? [] : strokes, at: event.timeStamp }
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    // Held down, a key goes on moving in a list; here it was meant once.
    if (!event.repeat) run()
  }
  onMounted(() => {
    window.addEventListener('keydown', onKeydown, { capture: true })
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKeydown, { capture: true })
  })
}

/** Those that begin a pair. */
function beginnings(strokes: readonly string[], hotkeys: Hotkeys): readonly string[] {
  return strokes.filter((stroke) => [...hotkeys.keys()].some((pair) => pair.startsWith(`${stroke} `)))
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open]') !== null
}

/** Letters mean nothing to a tick or a choice of one, which keep the focus once they were clicked. */
const WITHOUT_TEXT = ['checkbox', 'radio']

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && WITHOUT_TEXT.includes(target.type)) return false
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
