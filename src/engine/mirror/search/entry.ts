// The searched texts of a record, and how a question matches them. Pure. The index finds only sequences of three
// letters. So that one or two letters find the words that begin with them, every word has two blanks before and after
// it: `m` is searched as "  m", `ma` as " ma", and a whole word as "  maersk  ".
import type { SearchHit } from '#contract/search.ts'
import { asOneWord, wordsOf, wordsOfName } from './fold.ts'

export type Field = { field: SearchHit['field']; text: string }

export type Entry = {
  kind: SearchHit['kind']
  id: string
  /** Container number, master bill or name of a file, as stored. */
  number: string
  isOpen: boolean
  /** No longer tracked: found, but never opened by a direct link. */
  isGone: boolean
  /** In the order of their weight: if several match, the first is shown. */
  fields: Field[]
}

/** Numbers of the record itself, by which it may be opened; numbers of related records only lead to it. */
const OWN_NUMBERS: Record<Entry['kind'], Field['field'][]> = {
  container: ['number', 'reference'],
  shipment: ['master-bill', 'booking', 'reference'],
  // Numbers in documents are those of the records that the documents are about.
  document: [],
}
/** Also searched as one word, because users type them with and without spaces. */
const NUMBERS: Field['field'][] = ['number', 'master-bill', 'booking', 'reference', 'seal']

/** JSON text by kind of field, in the order of weight: it needs a third of the space of a list of pairs. */
export function fieldsToText(fields: Field[]): string {
  const byField: Partial<Record<Field['field'], string[]>> = {}
  for (const { field, text } of fields) (byField[field] ??= []).push(text)
  return JSON.stringify(byField)
}

export function fieldsFromText(stored: string): Field[] {
  const byField = Object.entries(JSON.parse(stored) as Record<Field['field'], string[]>)
  return byField.flatMap(([field, texts]) => texts.map((text) => ({ field: field as Field['field'], text })))
}

export type IndexText = { numberWord: string; numbers: string; words: string }

export function indexText({ kind, number, fields }: Entry): IndexText {
  const ownFields = OWN_NUMBERS[kind]
  const numbers = new Set<string>()
  const words = new Set<string>()
  for (const field of fields) {
    const part = ownFields.includes(field.field) ? numbers : words
    for (const word of searchedWords(field)) part.add(word)
  }
  return { numberWord: asOneWord(number), numbers: padWords(numbers), words: padWords(words) }
}

function searchedWords({ field, text }: Field): string[] {
  if (!NUMBERS.includes(field)) return wordsOfName(text)
  const words = wordsOf(text)
  return words.length > 1 ? [...words, words.join('')] : words
}

function padWords(words: Set<string>): string {
  return words.size === 0 ? '' : `  ${[...words].join('  ')}  `
}

export type Question = {
  /** Each must be found somewhere in the record. */
  words: string[]
  /** Or all of them must be found as one word in a number. */
  oneWord: string
}

/** Null if the text contains no word. */
export function questionOf(text: string): Question | null {
  const words = [...new Set(wordsOf(text))]
  return words.length === 0 ? null : { words, oneWord: asOneWord(text) }
}

/** A word in its padded form: found anywhere in a word, or at its beginning if it is short. */
export function needleOf(word: string): string {
  return ' '.repeat(Math.max(0, 3 - codePoints(word).length)) + word
}

/** The letters as the index counts them: in some scripts a letter takes two units of a string. */
function codePoints(text: string): string[] {
  return Array.from(text)
}

/** The needle of a complete word. */
export function wholeNeedleOf(word: string): string {
  return `  ${word}  `
}

/** More trigrams make the query slower, and exclude hardly any more entries. */
const MAX_TRIGRAMS = 24

/**
 * A full-text condition that every entry with all these needles meets, and few others: their sequences of three
 * letters.
 */
export function matchOf(needles: string[]): string {
  const trigrams = needles.flatMap((needle) => {
    const letters = codePoints(needle)
    return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''))
  })
  return `(${[...new Set(trigrams)]
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram}"`)
    .join(' AND ')})`
}

/** The field that matches best: it contains most words of the question; among equals, the first. */
export function bestField(fields: Field[], { words, oneWord }: Question): Field | null {
  let best: Field | null = null
  let bestCount = 0
  for (const candidate of fields) {
    const text = padWords(new Set(searchedWords(candidate)))
    const matchCount = text.includes(needleOf(oneWord))
      ? words.length
      : words.filter((word) => text.includes(needleOf(word))).length
    if (matchCount <= bestCount) continue
    best = candidate
    bestCount = matchCount
  }
  return best
}
