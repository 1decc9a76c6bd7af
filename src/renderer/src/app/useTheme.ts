// The appearance on this computer: theme and contrast, by the user's choice or by the system setting.
import { computed, onScopeDispose, shallowRef, watchEffect, type ComputedRef, type ShallowRef } from 'vue'
import type { Looks, Theme } from '#contract/shell.ts'
import { applyTheme, type ThemeName } from '../ui/colours.ts'
import { dateStyle } from '../words/dates.ts'

export type Drawn = { name: ThemeName; hasMoreContrast: boolean }

export function useTheme(theme: () => Theme, looks: () => Looks | null): ComputedRef<Drawn> {
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const isSystemContrasty = useMedia('(prefers-contrast: more)')
  const drawn = computed<Drawn>(() => {
    const [wanted, contrast] = [theme(), looks()?.contrast ?? 'system']
    return {
      name: wanted === 'system' ? (isSystemDark.value ? 'dark' : 'light') : wanted,
      hasMoreContrast: contrast === 'system' ? isSystemContrasty.value : contrast === 'more',
    }
  })
  watchEffect(() => {
    applyTheme(drawn.value.name, drawn.value.hasMoreContrast)
  })
  watchEffect(() => {
    dateStyle.value = looks()?.dateStyle ?? 'words'
  })
  return drawn
}

function useMedia(media: string): Readonly<ShallowRef<boolean>> {
  const query = matchMedia(media)
  const isSo = shallowRef(query.matches)
  const onChange = () => {
    isSo.value = query.matches
  }
  query.addEventListener('change', onChange)
  onScopeDispose(() => {
    query.removeEventListener('change', onChange)
  })
  return isSo
}
