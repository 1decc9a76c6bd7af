// The naive-ui theme with our colours and sizes, and the appearance that the user or the system chose.
import { darkTheme, lightTheme, type GlobalTheme, type GlobalThemeOverrides } from 'naive-ui'
import { listColours, type ThemeName, applyTheme } from '../ui/colours.ts'
import { computed, onScopeDispose, shallowRef, watchEffect, type ComputedRef, type ShallowRef } from 'vue'
import type { Appearance, Theme } from '#contract/shell.ts'
import { dateStyle } from '../words/dates.ts'

const fonts = {
  // Depends on the language (base.css).
  fontFamily: 'var(--font)',
  fontFamilyMono: 'var(--mono)',
}

export function createNaiveTheme({ name, hasMoreContrast }: { name: ThemeName; hasMoreContrast: boolean }): {
  theme: GlobalTheme
  overrides: GlobalThemeOverrides
} {
  const colour = listColours(name, hasMoreContrast)
  return {
    theme: name === 'dark' ? darkTheme : lightTheme,
    overrides: {
      common: {
        ...fonts,
        fontSize: 'var(--type-3)',
        fontSizeMedium: 'var(--type-3)',
        fontSizeSmall: 'var(--type-3)',
        heightMedium: '30px',
        heightSmall: '26px',
        borderRadius: '4px',
        bodyColor: colour.canvas,
        cardColor: colour.surface,
        modalColor: colour.raised,
        popoverColor: colour.raised,
        inputColor: colour.raised,
        borderColor: colour.line,
        dividerColor: colour.line,
        textColorBase: colour.text,
        textColor1: colour.text,
        textColor2: colour.text,
        textColor3: colour['text-3'],
        placeholderColor: colour['text-3'],
        primaryColor: colour.accent,
        primaryColorHover: colour.accent,
        primaryColorPressed: colour.accent,
        primaryColorSuppl: colour.accent,
        errorColor: colour.past,
      },
      // In the dark theme naive-ui draws fields without a border, which is hard to see on our surfaces. A field and an
      // empty checkbox must be recognisable (WCAG 1.4.11).
      Input: { border: `1px solid ${colour['line-strong']}`, color: colour.raised },
      InternalSelection: { border: `1px solid ${colour['line-strong']}`, color: colour.raised },
      Checkbox: { border: `1px solid ${colour['line-strong']}` },
      Radio: { boxShadow: `inset 0 0 0 1px ${colour['line-strong']}` },
      Button: {
        textColorPrimary: colour['on-accent'],
        textColorHoverPrimary: colour['on-accent'],
        textColorPressedPrimary: colour['on-accent'],
        textColorFocusPrimary: colour['on-accent'],
        textColorDisabledPrimary: colour['on-accent'],
      },
    },
  }
}

/** The appearance on this computer, by the user's choice or by the system setting. */
type ShownTheme = { name: ThemeName; hasMoreContrast: boolean }

export function useTheme(theme: () => Theme, appearance: () => Appearance | null): ComputedRef<ShownTheme> {
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const hasSystemMoreContrast = useMedia('(prefers-contrast: more)')
  const shownTheme = computed<ShownTheme>(() => {
    const [chosenTheme, contrast] = [theme(), appearance()?.contrast ?? 'system']
    return {
      name: chosenTheme === 'system' ? (isSystemDark.value ? 'dark' : 'light') : chosenTheme,
      hasMoreContrast: contrast === 'system' ? hasSystemMoreContrast.value : contrast === 'more',
    }
  })
  watchEffect(() => applyTheme(shownTheme.value.name, shownTheme.value.hasMoreContrast))
  watchEffect(() => {
    dateStyle.value = appearance()?.dateStyle ?? 'words'
  })
  return shownTheme
}

function useMedia(media: string): Readonly<ShallowRef<boolean>> {
  const query = matchMedia(media)
  const matches = shallowRef(query.matches)
  const onChange = () => {
    matches.value = query.matches
  }
  query.addEventListener('change', onChange)
  onScopeDispose(() => query.removeEventListener('change', onChange))
  return matches
}
