// The currently available verbs, each declared once by its component. Hotkeys, the palette and the cheat sheet all use
// this list.
import { computed, inject, onScopeDispose, provide, shallowReactive, type ComputedRef, type InjectionKey } from 'vue'
import type { Action } from './keys/actions.ts'
import { useHotkeys } from './useHotkeys.ts'
import type { Keys } from './keys/useKeys.ts'

/** In the order of the palette: the verbs closest to the current record come first. */
export const verbGroups = ['container', 'screen', 'go', 'app'] as const
export type VerbGroup = (typeof verbGroups)[number]

export type Verb = {
  id: string
  group: VerbGroup
  label: string
  /** The action whose key it has: `g l`, `ctrl+,`. The user chooses the actual key (useKeys.ts). */
  keys?: Action
  /** The focused list handles the keys; they are here only to be displayed. */
  isHandledElsewhere?: boolean
  /** Additional words for the search. */
  also?: string
  /** Of no use in the palette, such as the palette itself. */
  isUnlisted?: boolean
  run: () => void
}

type Source = () => readonly Verb[]
export type Verbs = { all: ComputedRef<readonly Verb[]>; add: (source: Source) => () => void }

const verbsKey: InjectionKey<Verbs> = Symbol('verbs')

/** Called once, at the root. */
export function provideVerbs({ strokeOf }: Pick<Keys, 'strokeOf'>): Verbs {
  const sources = shallowReactive(new Set<Source>())
  const all = computed(() => [...sources].flatMap((source) => source()))
  // Later sources belong to inner components and win.
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
