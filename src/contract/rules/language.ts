// The languages of the program, and the choice of one of them. The host chooses it before the page is loaded. This file
// does not use zod, because the page imports it too.

export const LANGUAGES = ['en', 'de', 'es', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** `system`: the first of the computer's languages that the program has. */
export type LanguageChoice = 'system' | Language

/** The locales of numbers and dates. Chinese is simplified. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' }

/** Chinese punctuation, which needs no space after it. */
const WIDE_END = /[。！？；：，、）」』]$/

/** Joins sentences; skips missing ones. Adds a space between them, except after Chinese punctuation. */
export function joinSentencesIn(language: Language, parts: readonly (string | null)[]): string {
  return parts.reduce<string>(
    (sentence, part) =>
      part === null || part === ''
        ? sentence
        : `${sentence}${sentence === '' || (language === 'zh' && WIDE_END.test(sentence)) ? '' : ' '}${part}`,
    '',
  )
}

/** `preferred`: language tags of the system or browser, best first. English if the program has none of them. */
export function chooseLanguage(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of preferred) {
    const languageCode = tag.split(/[-_]/, 1)[0]?.toLowerCase()
    const supportedLanguage = LANGUAGES.find((language) => language === languageCode)
    if (supportedLanguage) return supportedLanguage
  }
  return 'en'
}

/** Parses the name of a language; null if the program does not have it. */
export function parseLanguage(name: string): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}

const MAX_ACCEPTED_TAGS = 20

/** The tags of an `Accept-Language` header, best first. Tolerates any input. */
export function parseAcceptLanguage(header: string | undefined): string[] {
  const parts = (header ?? '')
    .split(',')
    .slice(0, MAX_ACCEPTED_TAGS)
    .map((part) => {
      const [, tag = '', weight = '1'] = /^\s*([\w-]{1,40})\s*(?:;\s*q=([\d.]{1,6}))?\s*$/.exec(part) ?? []
      return { tag, weight: Number(weight) }
    })
  return parts
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
