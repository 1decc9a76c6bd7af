// The languages the program speaks, and which of them is spoken. Apart from the schemas: the host decides it before the
// page is there, and the page, which takes no zod, says it again.

export const LANGUAGES = ['en', 'de', 'es', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** `system`: the first of the computer's own languages that there is. */
export type LanguageChoice = 'system' | Language

/** How numbers and days are written. Chinese is the simplified one. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' }

/** Marks of Chinese that bring their own room. */
const WIDE_END = /[。！？；：，、）」』]$/

/**
 * Sentences one after the other; those that are not there leave no gap. After a wide mark nothing stands, elsewhere a
 * blank.
 */
export function sentencesIn(language: Language, parts: readonly (string | null)[]): string {
  return parts.reduce<string>(
    (said, part) =>
      part === null || part === ''
        ? said
        : `${said}${said === '' || (language === 'zh' && WIDE_END.test(said)) ? '' : ' '}${part}`,
    '',
  )
}

/** `preferred`: tags as systems and browsers name them, best first. English where none of them is spoken. */
export function languageOf(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of preferred) {
    const name = tag.split(/[-_]/, 1)[0]?.toLowerCase()
    const found = LANGUAGES.find((language) => language === name)
    if (found) return found
  }
  return 'en'
}

/** Null for what is none of ours. */
export function knownLanguage(name: string): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}

const MOST_ACCEPTED = 20

/** The tags of an `Accept-Language` header, best first; anybody may send anything there. */
export function acceptedLanguages(header: string | undefined): string[] {
  const parts = (header ?? '')
    .split(',')
    .slice(0, MOST_ACCEPTED)
    .map((part) => {
      const [, tag = '', weight = '1'] = /^\s*([\w-]{1,40})\s*(?:;\s*q=([\d.]{1,6}))?\s*$/.exec(part) ?? []
      return { tag, weight: Number(weight) }
    })
  return parts
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
