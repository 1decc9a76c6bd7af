// Exports all languages, for a process that changes its language while it runs. The page loads only its own language.
import type { Language } from '#contract/rules/language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import type { AlertWording } from './wording.ts'
import { zh } from './zh.ts'

export const alertWordings: Readonly<Record<Language, AlertWording>> = { en, de, es, zh }
