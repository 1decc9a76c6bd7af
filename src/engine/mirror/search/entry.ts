// The searched texts of a record, and how a search question matches them. Pure. The index finds only sequences of three
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
  /** The record is no longer tracked. A search finds it, but a direct link never opens it. */
  isGone: boolean
  /** In the order of their weight: if several match, the first is shown. */
  fields: Field[]
}

/** The fields with numbers of the record itself. A direct link opens a record only by one of these. */
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

export function createIndexText({ kind, number, fields }: Entry): IndexText {
  const ownFields = OWN_NUMBERS[kind]
  const numbers = new Set<string>()
  const words = new Set<string>()
  for (const field of fields) {
    const target = ownFields.includes(field.field) ? numbers : words
    for (const word of listSearchedWords(field)) target.add(word)
  }
  return { numberWord: asOneWord(number), numbers: padWords(numbers), words: padWords(words) }
}

function listSearchedWords({ field, text }: Field): string[] {
  if (!NUMBERS.includes(field)) return wordsOfName(text)
  const words = wordsOf(text)
  return words.length > 1 ? [...words, words.join('')] : words
}

function padWords(words: Set<string>): string {
  return words.size === 0 ? '' : `  ${[...words].join('  ')}  `
}

export type Question = {
  /** Each word must be found somewhere in the record. */
  words: string[]
  /** The joined words. A record also matches if one of its numbers contains them as one word. */
  oneWord: string
}

/** Null if the text has no word. */
export function parseQuestion(text: string): Question | null {
  const words = [...new Set(wordsOf(text))]
  return words.length === 0 ? null : { words, oneWord: asOneWord(text) }
}

/** Pads a short word with blanks, so that it is found only at the beginning of a word. Others are found anywhere. */
export function toNeedle(word: string): string {
  return ' '.repeat(Math.max(0, 3 - splitLetters(word).length)) + word
}

/** Splits into letters as the index counts them: in some scripts a letter takes two units of a string. */
function splitLetters(text: string): string[] {
  return Array.from(text)
}

/** The needle of a complete word. */
export function toWholeNeedle(word: string): string {
  return `  ${word}  `
}

/** More trigrams make the query slower, and exclude hardly any more entries. */
const MAX_TRIGRAMS = 24

/**
 * A full-text condition that every entry with all these needles meets, and few others: their sequences of three
 * letters.
 */
export function createMatch(needles: string[]): string {
  const trigrams = needles.flatMap((needle) => {
    const letters = splitLetters(needle)
    return letters.slice(2).map((_, i) => letters.slice(i, i + 3).join(''))
  })
  return `(${[...new Set(trigrams)]
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram}"`)
    .join(' AND ')})`
}

/** The field that matches best: it contains most words of the question; among equals, the first. */
export function findBestField(fields: Field[], { words, oneWord }: Question): Field | null {
  let best: Field | null = null
  let bestCount = 0
  for (const candidate of fields) {
    const text = padWords(new Set(listSearchedWords(candidate)))
    const matchCount = text.includes(toNeedle(oneWord))
      ? words.length
      : words.filter((word) => text.includes(toNeedle(word))).length
    if (matchCount <= bestCount) continue
    best = candidate
    bestCount = matchCount
  }
  return best
}
