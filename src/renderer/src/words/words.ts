// Every word on screen comes through here from the catalogue of the page's language, under a key the compiler knows,
// with the values the message has places for: neither a misspelt key nor a forgotten value compiles.
import type { NLocale } from 'naive-ui'
import { createI18n } from 'vue-i18n'
import { type Language, LANGUAGE_TAGS, sentencesIn } from '#contract/rules/language.ts'
import type { AlertWording } from '#words/alert-words/wording.ts'
import { language } from './language.ts'
import type { en } from './en.ts'
import type { Translation } from './translation.ts'

/**
 * `{ 'band.past': '{n} day past LFD | …', … }`: every message by its key. CheckCounts up one by one: two thousand types
 * in one intersection are more than the compiler compares.
 */
type Messages = { [Key in Path<typeof en>]: At<typeof en, Key> }
type Path<Tree, Above extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Above}${Key}` : Path<Tree[Key], `${Above}${Key}.`>
}[keyof Tree & string]
type At<Tree, Way extends string> = Way extends keyof Tree
  ? Tree[Way]
  : Way extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? At<Tree[Head], Rest>
      : never
    : never

type Places<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]

export type Word = keyof Messages
/** A word that stands by itself: what tables of names may hold. */
export type PlainWord = { [Key in Word]: [Places<Messages[Key]>] extends [never] ? Key : never }[Word]

type Catalogue = { messages: Translation<typeof en>; alerts: AlertWording; fields: NLocale | null }

/** Each a file of its own: nobody reads more than one. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./spoken-en.ts'),
  de: () => import('./spoken-de.ts'),
  es: () => import('./spoken-es.ts'),
  zh: () => import('./spoken-zh.ts'),
}

// Awaited here, so that no module that asks for a word is evaluated before the words are there. A catalogue imports
// nothing of the page's own, or each would wait for the other.
const spoken = await catalogues[language]()

/** Of alerts and pop-ups, which the operating system shows as well. */
export const alertWording: AlertWording = spoken.alerts
/** What the fields of naive-ui say by themselves. */
export const fieldWords: NLocale | null = spoken.fields

/** What numbers, days and names are written and sorted by. */
export const LANGUAGE = LANGUAGE_TAGS[language]

const plural = new Intl.PluralRules(LANGUAGE)

/**
 * Forms are parted by `|`: one and many, or none, one and many. A language without a singular has what it says of many
 * last.
 */
function formOf(n: number, forms: number): number {
  if (forms > 2 && n === 0) return 0
  return plural.select(n) === 'one' ? Math.max(forms - 2, 0) : forms - 1
}

const i18n = createI18n({
  legacy: false,
  locale: language,
  messages: { [language]: spoken.messages as Translation<typeof en> & Record<string, string> },
  pluralRules: { [language]: formOf },
})
const wholeNumber = new Intl.NumberFormat(LANGUAGE)
/** As many decimals as a custom field can hold. */
const anyNumber = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 6 })

export function t<Key extends Word>(word: Key, ...[values]: Values<Places<Messages[Key]>>): string {
  return i18n.global.t(word, values ?? {})
}

/** For messages with a singular and a plural; `{n}` is the number with its thousands set apart. */
export function tn<Key extends Word>(
  word: Key,
  n: number,
  ...[values]: Values<Exclude<Places<Messages[Key]>, 'n'>>
): string {
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

/** Sentences that are there, one after the other, with what the language has between them. */
export function sentences(...parts: (string | null)[]): string {
  return sentencesIn(language, parts)
}

/** Statements that come without a mark of their own, as the language ends one before the next. */
export function stated(...parts: (string | null)[]): string {
  return joined(t('phrase.stated'), ...parts)
}

/** Words of ours one after the other, as the language parts them. */
export function listed(words: readonly string[]): string {
  return words.join(t('phrase.listed'))
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
