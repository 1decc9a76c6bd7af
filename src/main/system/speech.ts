// The language of main's texts: the user's choice, or the computer's language. It is read again for each text, because
// the choice may have changed.
import { app } from 'electron'
import { type Language, languageOf } from '#contract/rules/language.ts'
import type { HostSettings } from '#contract/shell.ts'
import { type Words, getWords } from '../words.ts'

export type Speech = {
  /** The computer's own languages, best first. */
  system: readonly string[]
  language: () => Language
  words: () => Words
}

export function createSpeech(settings: { read(): HostSettings }): Speech {
  const system = app.getPreferredSystemLanguages()
  const language = () => languageOf(settings.read().language, system)
  return { system, language, words: () => getWords(language()) }
}
