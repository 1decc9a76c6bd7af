// The few words main says itself: in menus, in the tray, on notifications, and in dialogs for when no page can say them.
// The catalogue of the page cannot be read from here.
import type { Language } from '#contract/language.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { zh } from './words/zh.ts'

/** `[0]` and `[1]` of `buttons`: what is done when nobody chose, and the other thing. */
type Question = { message: string; buttons: readonly [string, string] }

export type Words = {
  open: string
  quit: string
  urgent: (count: number) => string
  notification: { show: string; snooze: string }
  menu: { about: string; settings: string; file: string; edit: string; view: string; help: string; logs: string; releases: string }
  failing: Question & { detail: (logPath: string) => string }
  stuck: Question & { detail: string }
  link: Question & { remember: (host: string) => string }
  fault: { title: string; detail: (logId: string, logPath: string) => string }
}

/** The same in every language. */
export const NAME = 'Quaywatch'

const tables: Readonly<Record<Language, Words>> = { en, de, es, zh }

export function wordsOf(language: Language): Words {
  return tables[language]
}
