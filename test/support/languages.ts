// Loads the texts and formats of the page in another language. It loads the modules again, as a page does that is
// served in that language.
import { afterAll, vi } from 'vitest'
import type { Language } from '#contract/rules/language.ts'
import type * as Words from '../../src/renderer/src/words/words.ts'
import type * as Dates from '../../src/renderer/src/words/dates.ts'
import type * as Money from '../../src/renderer/src/words/money.ts'
import type * as Cargo from '../../src/renderer/src/words/cargo.ts'
import type * as Calendar from '../../src/renderer/src/features/lfd/calendar.ts'
import type * as Fields from '../../src/renderer/src/features/edits/fields.ts'
import type * as Typed from '../../src/renderer/src/words/typed-number.ts'

export async function loadLanguage(language: Language) {
  document.documentElement.lang = language
  vi.resetModules()
  const root = '../../src/renderer/src'
  return {
    words: (await import(`${root}/words/words.ts`)) as typeof Words,
    dates: (await import(`${root}/words/dates.ts`)) as typeof Dates,
    money: (await import(`${root}/words/money.ts`)) as typeof Money,
    cargo: (await import(`${root}/words/cargo.ts`)) as typeof Cargo,
    calendar: (await import(`${root}/features/lfd/calendar.ts`)) as typeof Calendar,
    fields: (await import(`${root}/features/edits/fields.ts`)) as typeof Fields,
    typed: (await import(`${root}/words/typed-number.ts`)) as typeof Typed,
  }
}

/** Loads English again for other tests in this process. */
afterAll(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})
