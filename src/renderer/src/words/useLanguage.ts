// The page speaks what the host wants spoken. Words stand in tables that are made once, so another language is another
// page: it is loaded again, at the screen it is on.
import { watch } from 'vue'
import { type Language, languageOf } from '#contract/rules/language.ts'
import type { HostState } from '#contract/shell.ts'
import { language } from './language.ts'

/** What the page was last loaded again for: a host that cannot hand it out in that language is not asked for ever. */
const KEY = 'quaywatch.language'

export function useLanguage(state: () => Pick<HostState, 'language' | 'systemLanguages'> | undefined): void {
  watch(
    () => wantedBy(state()),
    (wanted) => {
      if (wanted === null) return
      if (wanted === language) sessionStorage.removeItem(KEY)
      else if (sessionStorage.getItem(KEY) !== wanted) {
        sessionStorage.setItem(KEY, wanted)
        location.reload()
      }
    },
    { immediate: true },
  )
}

function wantedBy(state: Pick<HostState, 'language' | 'systemLanguages'> | undefined): Language | null {
  return state ? languageOf(state.language, state.systemLanguages ?? navigator.languages) : null
}
