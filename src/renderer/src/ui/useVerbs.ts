// What can be done here and now, declared once by whoever can do it: heard as keys, offered by the palette and listed
// in the cheat sheet. There is no second table of any of the three.
import { computed, inject, onScopeDispose, provide, shallowReactive, type ComputedRef, type InjectionKey } from 'vue'
import type { Action } from './keys/actions.ts'
import { useHotkeys } from './useHotkeys.ts'
import type { Keys } from './keys/useKeys.ts'

/** In the order of the palette: the closest to what the user looks at comes first. */
export const verbGroups = ['container', 'screen', 'go', 'app'] as const
export type VerbGroup = (typeof verbGroups)[number]

export type Verb = {
  id: string
  group: VerbGroup
  label: string
  /** The action whose key it has: `g l`, `ctrl+,`. What is pressed for it is the user's choice (useKeys.ts). */
  keys?: Action
  /** The keys are heard by the list that has focus; they stand here only to be shown beside the words. */
  isHandledElsewhere?: boolean
  /** Further words somebody may look for it by. */
  also?: string
  /** No use in a list one opens to choose from: the list itself. */
  isUnlisted?: boolean
  run: () => void
}

type Source = () => readonly Verb[]
export type Verbs = { all: ComputedRef<readonly Verb[]>; add: (source: Source) => () => void }

const verbsKey: InjectionKey<Verbs> = Symbol('verbs')

/** Once, at the root. */
export function provideVerbs({ strokeOf }: Pick<Keys, 'strokeOf'>): Verbs {
  const sources = shallowReactive(new Set<Source>())
  const all = computed(() => [...sources].flatMap((source) => source()))
  // Later ones belong to something further in, and win.
  const heard = computed(
    () =>
      new Map(
        all.value.flatMap(({ keys, isHandledElsewhere, run }) => {
          const stroke = keys === undefined || isHandledElsewhere ? null : strokeOf(keys)
          return stroke === null ? [] : [[stroke, run] as const]
        }),
      ),
  )
  useHotkeys(() => heard.value)
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

/** Adds verbs for as long as the component is there. `source` is asked again when something it reads changes. */
export function useVerbs(source: Source = () => []): Verbs {
  const verbs = inject(verbsKey)
  if (!verbs) throw new Error('No verbs were provided by the root.')
  onScopeDispose(verbs.add(source))
  return verbs
}
