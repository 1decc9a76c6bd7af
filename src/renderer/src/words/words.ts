// All texts on screen are read here, from the catalogue of the page's language. Keys and placeholder values are
// typed: a misspelt key or a missing value does not compile.
import type { NLocale } from 'naive-ui'
import { createI18n } from 'vue-i18n'
import { type Language, LANGUAGE_TAGS, joinSentencesIn } from '#contract/rules/language.ts'
import type { AlertWording } from '#words/alert-words/wording.ts'
import { language } from './language.ts'
import type { en } from './en.ts'
import type { Translation } from './translation.ts'

/**
 * `{ 'band.past': '{n} day past LFD | …', … }`: every message by its key. A mapped type with lookups, because the
 * compiler cannot compare an intersection of two thousand types.
 */
type Messages = { [Key in Path<typeof en>]: MessageAt<typeof en, Key> }
type Path<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? `${Prefix}${Key}` : Path<Tree[Key], `${Prefix}${Key}.`>
}[keyof Tree & string]
type MessageAt<Tree, Key extends string> = Key extends keyof Tree
  ? Tree[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? MessageAt<Tree[Head], Rest>
      : never
    : never

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never
type Values<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>]

/** The key of a message. */
export type Word = keyof Messages
/** The key of a message without placeholders, for tables of names. */
export type PlainWord = { [Key in Word]: [Placeholders<Messages[Key]>] extends [never] ? Key : never }[Word]

type Catalogue = { messages: Translation<typeof en>; alerts: AlertWording; fields: NLocale | null }

/** Each language has a file of its own, because a page loads only one. */
const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => import('./catalogue-en.ts'),
  de: () => import('./catalogue-de.ts'),
  es: () => import('./catalogue-es.ts'),
  zh: () => import('./catalogue-zh.ts'),
}

// Awaited here, so that no module that needs a text is evaluated before the texts are loaded. A catalogue must not
// import modules of the page, because each would then wait for the other.
const catalogue = await catalogues[language]()

/** The texts of alerts and pop-ups, which the operating system shows as well. */
export const alertWording: AlertWording = catalogue.alerts
const NO_HINT = { placeholder: '' }
/**
 * The texts of naive-ui's own fields, which are in English where one is missing. An empty field has no hint of
 * naive-ui, such as “Please Input”.
 */
export const fieldWords = { ...catalogue.fields, Input: NO_HINT, InputNumber: NO_HINT, Select: NO_HINT } as NLocale

/** The locale for numbers, days and sorting. */
export const LANGUAGE = LANGUAGE_TAGS[language]

const pluralRules = new Intl.PluralRules(LANGUAGE)

/**
 * Forms are separated by `|`: one and many, or none, one and many. A language without a singular uses the last form.
 */
function getPluralForm(n: number, forms: number): number {
  if (forms > 2 && n === 0) return 0
  return pluralRules.select(n) === 'one' ? Math.max(forms - 2, 0) : forms - 1
}

const i18n = createI18n({
  legacy: false,
  locale: language,
  messages: { [language]: catalogue.messages as Translation<typeof en> & Record<string, string> },
  pluralRules: { [language]: getPluralForm },
})
const wholeNumberFormat = new Intl.NumberFormat(LANGUAGE)
/** The maximum number of decimals of a custom field. */
const decimalFormat = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 6 })

export function t<Key extends Word>(key: Key, ...[values]: Values<Placeholders<Messages[Key]>>): string {
  return i18n.global.t(key, values ?? {})
}

/** Translates a message with a singular and a plural; `{n}` is the number with thousands separators. */
export function tn<Key extends Word>(
  key: Key,
  n: number,
  ...[values]: Values<Exclude<Placeholders<Messages[Key]>, 'n'>>
): string {
  return i18n.global.t(key, { ...values, n: formatCount(n) }, { plural: n })
}

export function formatCount(n: number): string {
  return wholeNumberFormat.format(n)
}

export function formatNumber(n: number): string {
  return decimalFormat.format(n)
}

/** Joins the non-empty parts with the separator. */
export function joinParts(separator: string, ...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator)
}

/** Joins the non-empty sentences with the language's separator. */
export function joinSentences(...parts: (string | null)[]): string {
  return joinSentencesIn(language, parts)
}

/** Ends each non-empty statement with the language's full stop and joins them. */
export function joinStated(...parts: (string | null)[]): string {
  return joinParts(t('phrase.sentenceSeparator'), ...parts)
}

/** Joins words with the language's list separator. */
export function joinList(words: readonly string[]): string {
  return words.join(t('phrase.listSeparator'))
}

// The British form has no comma before "and", as everywhere in the texts.
const listFormat = new Intl.ListFormat(language === 'en' ? 'en-GB' : LANGUAGE, { type: 'conjunction' })

/** `freight, customs and USDA`. */
export function joinAnd(words: readonly string[]): string {
  return listFormat.format(words)
}

/** Shows a name of the service for which there is no text: as it is spelled, with blanks. */
export function addSpaces(name: string): string {
  return name.replaceAll('_', ' ')
}

/** The text for a name of the service; null if there is none. */
export function translateName(words: Record<string, PlainWord>, name: string): string | null {
  const word = Object.hasOwn(words, name) ? words[name] : undefined
  return word === undefined ? null : t(word)
}
