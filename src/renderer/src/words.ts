// Every word on screen comes through here from the one catalogue, under a key the compiler knows, with the values the
// message has places for: neither a misspelt key nor a forgotten value compiles.
import { createI18n } from 'vue-i18n'
import { en } from './locales/en.ts'

/** `{ 'band.past': '{n} day past LFD | …', … }`: every message by its key. Looked up one by one: two thousand types in one intersection are more than the compiler compares. */
type Messages = { [Key in Path<typeof en>]: At<typeof en, Key> }
type Path<Tree, Above extends string = ''> = { [Key in keyof Tree & string]: Tree[Key] extends string ? `${Above}${Key}` : Path<Tree[Key], `${Above}${Key}.`> }[keyof Tree & string]
type At<Tree, Way extends string> = Way extends keyof Tree ? Tree[Way] : Way extends `${infer Head}.${infer Rest}` ? (Head extends keyof Tree ? At<Tree[Head], Rest> : never) : never

type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]

export type Word = keyof Messages
/** A word that stands by itself: what tables of names may hold. */
export type PlainWord = { [Key in Word]: [Places<Messages[Key]>] extends [never] ? Key : never }[Word]

const i18n = createI18n({ legacy: false, locale: 'en', messages: { en } })

/** The language numbers and names of days are written in. Always this one, whatever the computer speaks. */
export const LANGUAGE = 'en-US'
const wholeNumber = new Intl.NumberFormat(LANGUAGE)
/** As many decimals as a custom field can hold. */
const anyNumber = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 6 })

export function t<Key extends Word>(word: Key, ...[values]: Values<Places<Messages[Key]>>): string {
  return i18n.global.t(word, values ?? {})
}

/** For messages with a singular and a plural; `{n}` is the number with its thousands set apart. */
export function tn<Key extends Word>(word: Key, n: number, ...[values]: Values<Exclude<Places<Messages[Key]>, 'n'>>): string {
  return i18n.global.t(word, { ...values, n: formatCount(n) }, { plural: n })
}

export function formatCount(n: number): string {
  return wholeNumber.format(n)
}

export function formatNumber(n: number): string {
  return anyNumber.format(n)
}

/** Parts that are there, side by side; those that are not leave no gap. */
export function joined(separator: string, ...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator)
}

/** A name nobody gave us words for, as the service spells it, with blanks. */
export function spaced(name: string): string {
  return name.replaceAll('_', ' ')
}

/** A name the service uses, in our words; null for one we have no words for. */
export function translated(words: Record<string, PlainWord>, name: string): string | null {
  const word = Object.hasOwn(words, name) ? words[name] : undefined
  return word === undefined ? null : t(word)
}
