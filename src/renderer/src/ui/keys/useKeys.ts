// The keys as the user has set them: what a press means, and how a key is written beside what it does. The root
// provides them from the host's settings; a component that stands alone has the defaults.
import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { KeyChoice } from '#contract/shell.ts'
import { formatKeys } from './keys.ts'
import { actions, type Action } from './actions.ts'
import { DEFAULT_KEYS, strokeOf } from './bindings.ts'
import { strokesOf, type KeyPress } from './strokes.ts'

export type Keys = {
  choice: ComputedRef<KeyChoice>
  /** As pressed now; null where there is none, or single keys are off. */
  strokeOf: (action: Action) => string | null
  /** As written on a keyboard; empty where there is none. */
  shown: (action: Action) => string
  /** Which of the actions with a single stroke is meant. */
  actionOf: (event: KeyPress) => Action | null
  /** Words with the key behind them, for a tooltip. */
  titled: (words: string, action: Action) => string
}

const keysKey: InjectionKey<Keys> = Symbol('keys')

export function createKeys(current: () => KeyChoice | null | undefined): Keys {
  const choice = computed(() => current() ?? DEFAULT_KEYS)
  const byStroke = computed(
    () =>
      new Map(
        actions.flatMap((action) => {
          const stroke = strokeOf(choice.value, action)
          return stroke === null ? [] : [[stroke, action] as const]
        }),
      ),
  )
  const shown = (action: Action) => formatKeys(strokeOf(choice.value, action) ?? '')
  return {
    choice,
    strokeOf: (action) => strokeOf(choice.value, action),
    shown,
    actionOf: (event) =>
      strokesOf(event)
        .map((stroke) => byStroke.value.get(stroke))
        .find((action) => action !== undefined) ?? null,
    titled: (words, action) => [words, shown(action)].filter((part) => part !== '').join('  '),
  }
}

const standing = createKeys(() => null)

/** Once, at the root. */
export function provideKeys(current: () => KeyChoice | null | undefined): Keys {
  const keys = createKeys(current)
  provide(keysKey, keys)
  return keys
}

export function useKeys(): Keys {
  return inject(keysKey, standing)
}
