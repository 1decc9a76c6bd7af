// The texts of every language. The compiler checks that each language has every key. This test checks placeholders,
// plural forms and message syntax, and finds texts that are still in English.
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import { de } from '../../src/renderer/src/words/de.ts'
import { en } from '../../src/renderer/src/words/en.ts'
import { es } from '../../src/renderer/src/words/es.ts'
import { zh } from '../../src/renderer/src/words/zh.ts'
import { glossaries } from '../../src/renderer/src/features/keys/glossary.ts'
import { loadLanguage } from '#support/languages.ts'

const others = { de, es, zh } satisfies Record<Exclude<Language, 'en'>, object>
const english = flattenMessages(en)

function flattenMessages(tree: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...flattenMessages(value as object, `${path}${key}.`)],
    ),
  )
}

function listPlaceholders(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()
}

/** Plural forms of a message are separated by bars. A literal bar is written `{'|'}`. */
function splitPluralForms(message: string): string[] {
  return message.replaceAll("{'|'}", '').split('|')
}

/** Names, units, keys, folders and terms of the trade that are the same in every language. */
const SAME_EVERYWHERE = [
  'Quaywatch',
  'Node',
  'SQLite',
  'kg',
  'lb',
  'https://…/v2',
  'Ctrl',
  'Alt',
  'Del',
  'Esc',
  'Ctrl+Enter',
  'C:\\Users\\you\\Documents\\Inbox',
  '/Users/you/Documents/Inbox',
  '/home/you/Documents/Inbox',
  'House B/L',
]
/** Texts that are the same in English and in this language. */
const SAME: Readonly<Record<keyof typeof others, readonly string[]>> = {
  de: [
    'min',
    'ft',
    'in',
    'App',
    'Board',
    'Chassis',
    'Container',
    'Demurrage',
    'Detention',
    'Detention (per diem)',
    'Equipment',
    'Filter',
    'Gate-out',
    'Links',
    'Name',
    'Normal',
    'Route',
    'Standard',
    'Start',
    'Status',
    'Terminal',
    'Text',
    'Tracking',
    'Version',
  ],
  es: [
    'min',
    '~ est.',
    'Dest.',
    'Gate-out',
    'LFD, terminal',
    'local',
    'Manual',
    'no',
    'Normal',
    'Terminal',
    'terminal',
    'Total',
    'reefer',
    'open top',
    'flat rack',
  ],
  zh: ['Shift', 'Home', 'End'],
}

const removePlaceholders = (message: string) => message.replaceAll(/\s*\{\w+\}\s*/g, ' ').trim()

describe.each(Object.entries(others) as [keyof typeof others, object][])('the catalogue in %s', (language, tree) => {
  const messages = flattenMessages(tree)

  test('has every message and no other', () =>
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted()))

  test('has the same placeholders in each message', () => {
    const differing = [...messages].filter(
      ([key, message]) => listPlaceholders(message).join() !== listPlaceholders(english.get(key) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  test('has as many plural forms as English, and Chinese may have one', () => {
    const differing = [...messages].filter(([key, message]) => {
      const [forms, englishForms] = [splitPluralForms(message), splitPluralForms(english.get(key) ?? '')]
      return (
        (english.get(key) !== '' && forms.some((form) => form.trim() === '')) ||
        (forms.length !== englishForms.length && !(language === 'zh' && forms.length === 1))
      )
    })
    expect(differing).toEqual([])
  })

  test('has no text in English by mistake', () => {
    const untranslated = [...messages].filter(
      ([key, message]) =>
        message === english.get(key) &&
        /\p{Ll}{2}/u.test(removePlaceholders(message)) &&
        ![...SAME_EVERYWHERE, ...SAME[language]].includes(removePlaceholders(message)),
    )
    expect(untranslated).toEqual([])
  })

  test('has no text that is listed as the same as in English and is not', () => {
    const same = new Set(
      [...messages]
        .filter(([key, message]) => message === english.get(key))
        .map(([, message]) => removePlaceholders(message)),
    )
    expect(SAME[language].filter((word) => !same.has(word))).toEqual([])
  })
})

describe.each(Object.entries({ en, ...others }))('the catalogue in %s', (_, tree) => {
  const messages = flattenMessages(tree)

  test('has different heads for the columns of one workbook', () => {
    const heads = ['grouping.count', 'column.number', 'column.lastFreeDay', 'grouping.earliest']
    expect(new Set(heads.map((head) => messages.get(head))).size).toBe(heads.length)
  })

  test('has no search word twice in one message', () => {
    const searched = [...messages].filter(([key]) => /also$/i.test(key))
    const repeated = searched.filter(([, message]) => {
      const searchWords = message.toLowerCase().split(' ')
      return new Set(searchWords).size < searchWords.length
    })
    expect(repeated).toEqual([])
  })
})

describe.each(LANGUAGES.map((language) => [language] as [Language]))('every message in %s', (language) =>
  test('has a valid syntax and no unfilled placeholder', async () => {
    const { t } = (await loadLanguage(language)).words
    const translate = t as (word: string, values: Record<string, string>) => string
    const filled = [...english].map(
      ([key, message]) =>
        [
          key,
          translate(key, Object.fromEntries(listPlaceholders(message).map((placeholder) => [placeholder, 'x']))),
        ] as const,
    )
    expect(filled.filter(([, translation]) => /[{}|@]/.test(translation))).toEqual([])
    // A text that ends with "+" does not say what is added.
    expect(filled.filter(([, translation]) => translation.endsWith('+'))).toEqual([])
  }),
)

describe('the glossary', () =>
  test.each(LANGUAGES.filter((language) => language !== 'en'))('explains every term in %s', async (language) => {
    const [{ glossary: translated }, { glossary: english }] = await Promise.all([
      glossaries[language](),
      glossaries.en(),
    ])
    const same = Object.keys(translated.entries).filter((word) => {
      const key = word as keyof typeof translated.entries
      return translated.entries[key][1] === english.entries[key][1]
    })
    expect(same).toEqual([])
  }))
