// The index and the query use the same normalized spelling.
import { describe, expect, test } from 'vitest'
import {
  findBestField,
  fieldsFromText,
  fieldsToText,
  createIndexText,
  createMatch,
  toNeedle,
  parseQuestion,
  type Entry,
} from '#engine/mirror/search/entry.ts'
import { asOneWord, containerNumberKey, exactKey, wordsOf } from '#engine/mirror/search/fold.ts'

describe('words', () => {
  test.each([
    ['MSCU 123456-7', ['mscu', '1234567']],
    ['Hapag-Lloyd', ['hapaglloyd']],
    ['  Gdańsk\tŁódź  København ', ['gdansk', 'lodz', 'kobenhavn']],
    ['Straße Æsir', ['strasse', 'aesir']],
    ['İSTANBUL', ['istanbul']],
    ["O'Brien, Söhne & Co.", ['obrien', 'sohne', 'co']],
    ['PO#2024/117', ['po2024117']],
    ['上海 港', ['上海', '港']],
    ['% _ " - *', []],
    ['', []],
  ])('of %j are %j', (text, words) => expect(wordsOf(text)).toEqual(words))
  test('are the same for each Unicode form of a letter', () =>
    expect(wordsOf('Mu\u0308nchen')).toEqual(wordsOf('M\u00fcnchen')))
})

test('a number is one word with any separators', () =>
  expect(['MSCU1234567', 'mscu 123456 7', 'MSCU-123456-7'].map(asOneWord)).toEqual(Array(3).fill('mscu1234567')))

test('a direct link ignores spaces and dashes in container numbers, and only the case elsewhere', () => {
  expect(['mscu 123456-7', 'MSCU–1234567'].map(containerNumberKey)).toEqual(['mscu1234567', 'mscu1234567'])
  expect(containerNumberKey('MSCU.1234567')).not.toBe('mscu1234567')
  expect(exactKey(' GRU\u0308N-7 ')).toBe(exactKey('gr\u00fcn-7'))
  expect(exactKey('PO-7')).not.toBe(exactKey('PO 7'))
  expect(exactKey('Grün')).not.toBe(exactKey('Grun'))
})

const entry: Entry = {
  kind: 'container',
  id: 'c',
  number: 'MSCU 123456-7',
  isOpen: true,
  isGone: false,
  fields: [
    { field: 'number', text: 'MSCU 123456-7' },
    { field: 'master-bill', text: 'MEDU778899' },
    { field: 'reference', text: 'PO 20-17' },
    { field: 'vessel', text: 'Ever Given' },
    { field: 'place', text: 'Los Angeles' },
    { field: 'place', text: 'Givenchy Yard' },
  ],
}

describe('an entry', () => {
  test('is indexed with its own findNumbers and its other words in separate fields, findNumbers also as one word', () =>
    expect(createIndexText(entry)).toEqual({
      numberWord: 'mscu1234567',
      numbers: '  mscu  1234567  mscu1234567  po  2017  po2017  ',
      words: '  medu778899  ever  given  los  angeles  givenchy  yard  ',
    }))
  test('of a shipment is indexed with its bill as its own number', () =>
    expect(
      createIndexText({
        ...entry,
        kind: 'shipment',
        fields: [
          { field: 'master-bill', text: 'MEDU1' },
          { field: 'seal', text: 'UL9' },
        ],
      }),
    ).toMatchObject({ numbers: '  medu1  ', words: '  ul9  ' }))
  test('gets its fields back from their stored text unchanged, in their order', () =>
    expect(fieldsFromText(fieldsToText(entry.fields))).toEqual(entry.fields))
})

describe('a query', () => {
  const findBestText = (text: string) => {
    const best = findBestField(entry.fields, parseQuestion(text)!)
    return best && best.text
  }
  test.each([
    ['mscu1234567', 'MSCU 123456-7'],
    ['34567', 'MSCU 123456-7'],
    ['po2017', 'PO 20-17'],
    ['given', 'Ever Given'],
    ['ever given', 'Ever Given'],
    ['given yard', 'Givenchy Yard'],
    ['l', 'Los Angeles'],
    ['an', 'Los Angeles'],
    ['ngeles', 'Los Angeles'],
    ['ge', null],
    ['nothing', null],
  ])('%j finds %j', (text, field) => expect(findBestText(text)).toBe(field))
  test('without a letter or digit is null', () =>
    expect([parseQuestion(' - '), parseQuestion('%'), parseQuestion('')]).toEqual([null, null, null]))
  test('of one or two letters matches the beginning of words, and a longer one also their middle', () => {
    expect(['m', 'ma', 'mae', '港', '𠮷'].map(toNeedle)).toEqual(['  m', ' ma', 'mae', '  港', '  𠮷'])
    expect(createMatch(['  𠮷'])).toBe('("  𠮷")')
    expect(createMatch(['  m', 'maers'])).toBe('("  m" AND "mae" AND "aer" AND "ers")')
  })
})
