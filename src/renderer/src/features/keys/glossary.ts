// The marks and terms on screen, explained under "?". The texts are not in the catalogue, because they are loaded only
// when the user asks for them.
import type { Language } from '#contract/rules/language.ts'
import type { Glossary } from './glossary-terms.ts'

export const glossaries: Readonly<Record<Language, () => Promise<{ glossary: Glossary }>>> = {
  en: () => import('./glossary-messages/en.ts'),
  de: () => import('./glossary-messages/de.ts'),
  es: () => import('./glossary-messages/es.ts'),
  zh: () => import('./glossary-messages/zh.ts'),
}
