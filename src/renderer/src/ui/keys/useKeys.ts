// The keys with the user's changes: the meaning of a press, and the labels. The root provides them from the host's
// settings; a component without a root uses the defaults.
import { computed, inject, provide, type ComputedRef, type InjectionKey } from 'vue'
import type { ShortcutSettings } from '#contract/shell.ts'
import { formatKeys } from './keys.ts'
import { actions, type Action } from './actions.ts'
import { DEFAULT_KEYS, getStroke, isTakenByBrowser } from './bindings.ts'
import { listStrokes, type KeyPress } from './strokes.ts'

export type Keys = {
  choice: ComputedRef<ShortcutSettings>
  /** The current stroke; null if there is none, or single keys are off. */
  strokeOf: (action: Action) => string | null
  /** The browser takes the key of this action before the page. */
  isTaken: (action: Action) => boolean
  /** The label; empty if there is none, or if the browser takes the key before the page. */
  shown: (action: Action) => string
  /** The action of this press, if it has a single stroke. */
  actionOf: (event: KeyPress) => Action | null
  /** A text followed by the key, for a tooltip. */
  withKeys: (words: string, action: Action) => string
}

const keysKey: InjectionKey<Keys> = Symbol('keys')

/** `isInBrowser`: the page runs in a browser window with tabs. */
export function createKeys(
  getSettings: () => ShortcutSettings | null | undefined,
  isInBrowser: () => boolean = () => false,
): Keys {
  const choice = computed(() => getSettings() ?? DEFAULT_KEYS)
  const actionByStroke = computed(
    () =>
      new Map(
        actions.flatMap((action) => {
          const stroke = getStroke(choice.value, action)
          return stroke === null ? [] : [[stroke, action] as const]
        }),
      ),
  )
  const isTaken = (action: Action) => {
    const stroke = getStroke(choice.value, action)
    return stroke !== null && isInBrowser() && isTakenByBrowser(stroke)
  }
  const shown = (action: Action) => (isTaken(action) ? '' : formatKeys(getStroke(choice.value, action) ?? ''))
  return {
    choice,
    strokeOf: (action) => getStroke(choice.value, action),
    isTaken,
    shown,
    actionOf: (event) =>
      listStrokes(event)
        .map((stroke) => actionByStroke.value.get(stroke))
        .find((action) => action !== undefined) ?? null,
    withKeys: (words, action) => [words, shown(action)].filter((part) => part !== '').join('  '),
  }
}

const defaultKeys = createKeys(() => null)

/** The root component calls this once. */
export function provideKeys(...options: Parameters<typeof createKeys>): Keys {
  const keys = createKeys(...options)
  provide(keysKey, keys)
  return keys
}

export function useKeys(): Keys {
  return inject(keysKey, defaultKeys)
}
