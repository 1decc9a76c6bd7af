// Keys that work anywhere on a screen: single keys, combinations ("ctrl+,") and pairs ("g l"). They are handled before
// the grid's keys, because otherwise the "c" of "g c" would copy. They are off while the user types, and behind an open
// dialog. Verbs declare the actions (useVerbs.ts) and use one call of this. keys/strokes.ts converts a press to a
// stroke.
import { onBeforeUnmount, onMounted } from 'vue'
import { isControlHeld, strokesOf } from './keys/strokes.ts'

/** Commands by stroke. */
export type Hotkeys = ReadonlyMap<string, () => void>

/** The maximum time between the keys of a pair. */
const PAIR_MS = 1_200

/** A text field handles these itself, whatever they are bound to: undo, cut, copy, paste, select all. */
const OF_A_FIELD = /^ctrl\+(shift\+)?[acvxyz]$/

/** Looked up at each key press, so that currently unavailable hotkeys have no effect. */
export function useHotkeys(current: () => Hotkeys) {
  let previous: { strokes: readonly string[]; at: number } = { strokes: [], at: -PAIR_MS }
  const onKeydown = (event: KeyboardEvent) => {
    const strokes = strokesOf(event)
    if (strokes.length === 0 || isInDialog(event.target)) return
    if (isTyping(event.target) && (!isControlHeld(event) || strokes.some((stroke) => OF_A_FIELD.test(stroke)))) return
    const hotkeys = current()
    const first = event.timeStamp - previous.at < PAIR_MS ? beginnings(previous.strokes, hotkeys) : []
    // After the first key of a pair, a wrong second key does not run its own action.
    const meant = first.length > 0 ? first.flatMap((one) => strokes.map((other) => `${one} ${other}`)) : strokes
    const run = meant.map((stroke) => hotkeys.get(stroke)).find((each) => each !== undefined)
    previous = { strokes: run || event.repeat ? [] : strokes, at: event.timeStamp }
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    // A held key repeats moves in a list, but runs a verb only once.
    if (!event.repeat) run()
  }
  onMounted(() => {
    window.addEventListener('keydown', onKeydown, { capture: true })
  })
  onBeforeUnmount(() => {
    window.removeEventListener('keydown', onKeydown, { capture: true })
  })
}

/** The strokes that begin a pair. */
function beginnings(strokes: readonly string[], hotkeys: Hotkeys): readonly string[] {
  return strokes.filter((stroke) => [...hotkeys.keys()].some((pair) => pair.startsWith(`${stroke} `)))
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open]') !== null
}

/** Checkboxes and radio buttons keep focus after a click, but do not use letters. */
const WITHOUT_TEXT = ['checkbox', 'radio']

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && WITHOUT_TEXT.includes(target.type)) return false
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
