// The language of main's texts: the user's choice, or the system's language. The settings are read for each text,
// because the user can change the language at any time.
import { app } from 'electron'
import { type Language, chooseLanguage } from '#contract/rules/language.ts'
import type { HostSettings } from '#contract/shell.ts'
import { type Words, getWords } from '../words.ts'

export type Localization = {
  /** The languages of the operating system, the preferred one first. */
  systemLanguages: readonly string[]
  language: () => Language
  words: () => Words
}

export function createLocalization(settings: { read(): HostSettings }): Localization {
  const systemLanguages = app.getPreferredSystemLanguages()
  const language = () => chooseLanguage(settings.read().language, systemLanguages)
  return { systemLanguages, language, words: () => getWords(language()) }
}
