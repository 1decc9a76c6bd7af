// Selects the texts that main shows: in menus, in the tray, on notifications, and in dialogs that no page can show.
// Main cannot read the page's catalogue.
import type { Language } from '#contract/rules/language.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import type { MenuRole, Words } from './words/wording.ts'
import { zh } from './words/zh.ts'

export type { MenuRole, Words }

/** The program's name, which is the same in every language. */
export const PRODUCT_NAME = 'Quaywatch'

const WORDS_BY_LANGUAGE: Readonly<Record<Language, Words>> = { en, de, es, zh }

export function getWords(language: Language): Words {
  return WORDS_BY_LANGUAGE[language]
}
