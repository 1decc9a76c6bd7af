// The page uses the language that the host sets. Texts are in tables that are created once, so for another language the
// page is loaded again, at the current screen.
import { watch } from 'vue'
import { type Language, chooseLanguage } from '#contract/rules/language.ts'
import type { HostState } from '#contract/shell.ts'
import { language } from './language.ts'

/**
 * The language for which the page was last reloaded, so that a host without that language does not cause endless
 * reloads.
 */
const KEY = 'quaywatch.language'

export function useLanguage(state: () => Pick<HostState, 'language' | 'systemLanguages'> | undefined): void {
  watch(
    () => getChosenLanguage(state()),
    (chosen) => {
      if (chosen === null) return
      if (chosen === language) sessionStorage.removeItem(KEY)
      else if (sessionStorage.getItem(KEY) !== chosen) {
        sessionStorage.setItem(KEY, chosen)
        location.reload()
      }
    },
    { immediate: true },
  )
}

function getChosenLanguage(state: Pick<HostState, 'language' | 'systemLanguages'> | undefined): Language | null {
  return state ? chooseLanguage(state.language, state.systemLanguages ?? navigator.languages) : null
}
