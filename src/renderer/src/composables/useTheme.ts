// Which of the two themes is on: the user's choice, or what the system says while that is the choice.
import { computed, onScopeDispose, shallowRef, watchEffect, type ComputedRef } from 'vue'
import type { Theme } from '#contract/shell.ts'
import { applyTheme, type ThemeName } from '../colours.ts'

export function useTheme(choice: () => Theme): ComputedRef<ThemeName> {
  const query = matchMedia('(prefers-color-scheme: dark)')
  const isSystemDark = shallowRef(query.matches)
  const onChange = () => {
    isSystemDark.value = query.matches
  }
  query.addEventListener('change', onChange)
  onScopeDispose(() => {
    query.removeEventListener('change', onChange)
  })
  const name = computed<ThemeName>(() => {
    const wanted = choice()
    return wanted === 'system' ? (isSystemDark.value ? 'dark' : 'light') : wanted
  })
  watchEffect(() => {
    applyTheme(name.value)
  })
  return name
}
