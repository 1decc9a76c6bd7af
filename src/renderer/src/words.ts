// Every word on screen comes through here from the one catalogue, under a key the compiler knows.
import { createI18n } from 'vue-i18n'
import { en } from './locales/en.ts'

type Leaves<Tree, Path extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Path}${Key}` : Leaves<Tree[Key], `${Path}${Key}.`>
}[keyof Tree & string]

export type Word = Leaves<typeof en>
type Values = Record<string, string | number>

const i18n = createI18n({ legacy: false, locale: 'en', messages: { en } })

/** The language numbers and names of days are written in. Always this one, whatever the computer speaks. */
export const LANGUAGE = 'en-US'
const wholeNumber = new Intl.NumberFormat(LANGUAGE)

export function t(word: Word, values: Values = {}): string {
  return i18n.global.t(word, values)
}

/** For messages with a singular and a plural; `{n}` is the number with its thousands set apart. */
export function tn(word: Word, n: number, values: Values = {}): string {
  return i18n.global.t(word, { ...values, n: formatCount(n) }, { plural: n })
}

export function formatCount(n: number): string {
  return wholeNumber.format(n)
}

/** A name the service uses, in our words; null for one we have no words for. */
export function translated(words: Record<string, Word>, name: string): string | null {
  const word = Object.hasOwn(words, name) ? words[name] : undefined
  return word === undefined ? null : t(word)
}
