// The keys with the user's changes: the meaning of a press, and the labels. The root provides them from the host's
// settings; a component without a root uses the defaults.
import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { ShortcutSettings } from '#contract/shell.ts'
import { formatKeys } from './keys.ts'
import { actions, type Action } from './actions.ts'
import { DEFAULT_KEYS, getStroke } from './bindings.ts'
import { listStrokes, type KeyPress } from './strokes.ts'

export type Keys = {
  choice: ComputedRef<ShortcutSettings>
  /** The current stroke; null if there is none, or single keys are off. */
  strokeOf: (action: Action) => string | null
  /** The label; empty if there is none. */
  shown: (action: Action) => string
  /** The action of this press, if it has a single stroke. */
  actionOf: (event: KeyPress) => Action | null
  /** A text followed by the key, for a tooltip. */
  titled: (words: string, action: Action) => string
}

const keysKey: InjectionKey<Keys> = Symbol('keys')

export function createKeys(current: () => ShortcutSettings | null | undefined): Keys {
  const choice = computed(() => current() ?? DEFAULT_KEYS)
  const byStroke = computed(
    () =>
      new Map(
        actions.flatMap((action) => {
          const stroke = getStroke(choice.value, action)
          return stroke === null ? [] : [[stroke, action] as const]
        }),
      ),
  )
  const shown = (action: Action) => formatKeys(getStroke(choice.value, action) ?? '')
  return {
    choice,
    strokeOf: (action) => getStroke(choice.value, action),
    shown,
    actionOf: (event) =>
      listStrokes(event)
        .map((stroke) => byStroke.value.get(stroke))
        .find((action) => action !== undefined) ?? null,
    titled: (words, action) => [words, shown(action)].filter((part) => part !== '').join('  '),
  }
}

const defaultKeys = createKeys(() => null)

/** The root component calls this once. */
export function provideKeys(current: () => ShortcutSettings | null | undefined): Keys {
  const keys = createKeys(current)
  provide(keysKey, keys)
  return keys
}

export function useKeys(): Keys {
  return inject(keysKey, defaultKeys)
}
