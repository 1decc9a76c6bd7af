// The page's words and formats in another language than the tests': its modules anew, as a page that is handed out in that
// language would have them.
import { afterAll, vi } from 'vitest'
import type { Language } from '#contract/language.ts'

export async function inLanguage(language: Language) {
  document.documentElement.lang = language
  vi.resetModules()
  const root = '../../src/renderer/src'
  return {
    words: (await import(`${root}/words.ts`)) as typeof import('../../src/renderer/src/words.ts'),
    dates: (await import(`${root}/format/dates.ts`)) as typeof import('../../src/renderer/src/format/dates.ts'),
    money: (await import(`${root}/format/money.ts`)) as typeof import('../../src/renderer/src/format/money.ts'),
    cargo: (await import(`${root}/format/cargo.ts`)) as typeof import('../../src/renderer/src/format/cargo.ts'),
    calendar: (await import(`${root}/format/calendar.ts`)) as typeof import('../../src/renderer/src/format/calendar.ts'),
    fields: (await import(`${root}/format/fields.ts`)) as typeof import('../../src/renderer/src/format/fields.ts'),
    typed: (await import(`${root}/format/typed-number.ts`)) as typeof import('../../src/renderer/src/format/typed-number.ts'),
  }
}

/** Back to English for whatever else runs in this process. */
afterAll(() => {
  document.documentElement.lang = ''
  vi.resetModules()
})
