// The currently available verbs, each declared once by its component. Hotkeys, the palette and the cheat sheet all use
// this list.
import {
  computed,
  inject,
  onScopeDispose,
  provide,
  shallowReactive,
  type ComputedRef,
  type InjectionKey,
  onBeforeUnmount,
  onMounted,
} from 'vue'
import type { Action } from './keys/actions.ts'
import type { Keys } from './keys/useKeys.ts'
import { isControlHeld, listStrokes } from './keys/strokes.ts'

/**
 * In the order of the palette: the verbs closest to the current record come first. `container`: verbs for the current
 * record, which can also be a shipment, a request, an alert, a document or an e-mail.
 */
export const verbGroups = ['container', 'screen', 'go', 'app'] as const
export type VerbGroup = (typeof verbGroups)[number]

export type Verb = {
  id: string
  group: VerbGroup
  label: string
  /** The action whose key the verb has: `g l`, `ctrl+,`. The user chooses the actual key (useKeys.ts). */
  keys?: Action
  /** The focused list handles the keys; they are here only to be displayed. */
  isHandledElsewhere?: boolean
  /** In the menu of a row: the record, which is the heading, and the label without it. */
  inMenu?: { record: string; label: string }
  /** In the menu of a row: the first of several commands that belong together, with a line above it. */
  isFirstOfKind?: boolean
  /** Additional words for the search. */
  also?: string
  /** The verb concerns the whole list, so the menu of a row leaves it out. */
  isOfList?: boolean
  /** The verb concerns the selected rows, so the palette lists it first. */
  isOfSelection?: boolean
  /** The verb is of no use in the palette, such as the one that opens it. */
  isUnlisted?: boolean
  /** The id of a verb that replaces this one while a component has it. */
  unless?: string
  run: () => void
}

export const ofSelection = (verbs: readonly Verb[]): Verb[] => verbs.map((verb) => ({ ...verb, isOfSelection: true }))

type Source = () => readonly Verb[]
export type Verbs = { all: ComputedRef<readonly Verb[]>; add: (source: Source) => () => void }

const verbsKey: InjectionKey<Verbs> = Symbol('verbs')

/** The root component calls this once. */
export function provideVerbs({ strokeOf }: Pick<Keys, 'strokeOf'>): Verbs {
  const sources = shallowReactive(new Set<Source>())
  // Later sources belong to inner components and replace earlier ones with the same id or the same key.
  const all = computed(() => {
    const listed = [...sources].flatMap((source) => source())
    const byId = new Map(listed.map((verb) => [verb.id, verb]))
    return [...byId.values()].filter(({ unless }) => unless === undefined || !byId.has(unless))
  })
  const hotkeys = computed(
    () =>
      new Map(
        all.value.flatMap(({ keys, isHandledElsewhere, run }) => {
          const stroke = keys === undefined || isHandledElsewhere ? null : strokeOf(keys)
          return stroke === null ? [] : [[stroke, run] as const]
        }),
      ),
  )
  useHotkeys(() => hotkeys.value)
  const verbs: Verbs = {
    all,
    add: (source) => {
      sources.add(source)
      return () => sources.delete(source)
    },
  }
  provide(verbsKey, verbs)
  return verbs
}

/** Adds verbs while the component is mounted. `source` runs again when its dependencies change. */
export function useVerbs(source: Source = () => []): Verbs {
  const verbs = inject(verbsKey)
  if (!verbs) throw new Error('No verbs were provided by the root.')
  onScopeDispose(verbs.add(source))
  return verbs
}

// Keys that work anywhere on a screen: single keys, combinations ("ctrl+,") and pairs ("g l"). They are handled before
// the grid's keys, because otherwise the "c" of "g c" would copy. They are off while the user types, and behind an open
// dialog. keys/strokes.ts converts a press to a stroke.

/** Commands by stroke. */
type Hotkeys = ReadonlyMap<string, () => void>

/** The maximum time between the keys of a pair. */
const PAIR_MS = 1_200

/** In a text field these always edit the text: undo, cut, copy, paste, select all. */
const FIELD_KEYS = /^ctrl\+(shift\+)?[acvxyz]$/

/** Reads the hotkeys at each key press, so that currently unavailable ones have no effect. */
function useHotkeys(getHotkeys: () => Hotkeys) {
  let previous: { strokes: readonly string[]; atMs: number } = { strokes: [], atMs: -PAIR_MS }
  const onKeydown = (event: KeyboardEvent) => {
    const strokes = listStrokes(event)
    if (strokes.length === 0 || isInDialog(event.target)) return
    if (isTyping(event.target) && (!isControlHeld(event) || strokes.some((stroke) => FIELD_KEYS.test(stroke)))) return
    const hotkeys = getHotkeys()
    const pairStarts = event.timeStamp - previous.atMs < PAIR_MS ? listPairStarts(previous.strokes, hotkeys) : []
    // After the first key of a pair, a wrong second key does not run its own action.
    const candidates =
      pairStarts.length > 0 ? pairStarts.flatMap((start) => strokes.map((stroke) => `${start} ${stroke}`)) : strokes
    const run = candidates.map((stroke) => hotkeys.get(stroke)).find((verb) => verb !== undefined)
    previous = { strokes: run || event.repeat ? [] : strokes, atMs: event.timeStamp }
    if (!run) return
    event.preventDefault()
    event.stopPropagation()
    // A held key repeats moves in a list, but runs a verb only once.
    if (!event.repeat) run()
  }
  onMounted(() => window.addEventListener('keydown', onKeydown, { capture: true }))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKeydown, { capture: true }))
}

/** The strokes that begin a pair. */
function listPairStarts(strokes: readonly string[], hotkeys: Hotkeys): readonly string[] {
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
