// The same words in every language: that each has every key the compiler knows. Here: the same places for values, as
// many forms as the language counts with, nothing that breaks the syntax of messages, and nothing left in English.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import { de } from '../../src/renderer/src/words/de.ts'
import { en } from '../../src/renderer/src/words/en.ts'
import { es } from '../../src/renderer/src/words/es.ts'
import { zh } from '../../src/renderer/src/words/zh.ts'
import { inLanguage } from '#support/languages.ts'

const others = { de, es, zh } as const
const english = messagesOf(en)

function messagesOf(tree: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] =>
      typeof value === 'string' ? [[`${path}${key}`, value]] : [...messagesOf(value as object, `${path}${key}.`)],
    ),
  )
}

function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()
}

/** Forms of a message stand between bars; a bar that is meant as one is written `{'|'}`. */
function formsOf(message: string): string[] {
  return message.replaceAll("{'|'}", '').split('|')
}

/** Names, units, keys, folders, and words of the trade that are said so everywhere. */
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
/** Words that are the same in one language as well. */
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
    'LFD, terminal',
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

const bare = (message: string) => message.replaceAll(/\s*\{\w+\}\s*/g, ' ').trim()

describe.each(Object.entries(others) as [keyof typeof others, object][])('the catalogue in %s', (language, tree) => {
  const messages = messagesOf(tree)

  it('has every message and no other', () => {
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('has the same places for values in each', () => {
    const differing = [...messages].filter(
      ([key, message]) => placesOf(message).join() !== placesOf(english.get(key) ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  it('counts with as many forms; Chinese may have one', () => {
    const differing = [...messages].filter(([key, message]) => {
      const [own, theirs] = [formsOf(message), formsOf(english.get(key) ?? '')]
      return (
        (english.get(key) !== '' && own.some((form) => form.trim() === '')) ||
        (own.length !== theirs.length && !(language === 'zh' && own.length === 1))
      )
    })
    expect(differing).toEqual([])
  })

  it('says nothing in English by mistake', () => {
    const left = [...messages].filter(
      ([key, message]) =>
        message === english.get(key) &&
        /\p{Ll}{2}/u.test(bare(message)) &&
        ![...SAME_EVERYWHERE, ...SAME[language]].includes(bare(message)),
    )
    expect(left).toEqual([])
  })

  it('has no word listed as the same that is not', () => {
    const same = new Set(
      [...messages].filter(([key, message]) => message === english.get(key)).map(([, message]) => bare(message)),
    )
    expect(SAME[language].filter((word) => !same.has(word))).toEqual([])
  })
})

describe.each(LANGUAGES.map((language) => [language] as [Language]))('every message in %s', (language) => {
  it('can be read: none breaks the message syntax or keeps a placeholder unfilled', async () => {
    const { t } = (await inLanguage(language)).words
    const say = t as (word: string, values: Record<string, string>) => string
    const filled = [...english].map(
      ([key, message]) => [key, say(key, Object.fromEntries(placesOf(message).map((place) => [place, 'x'])))] as const,
    )
    expect(filled.filter(([, said]) => /[{}|@]/.test(said))).toEqual([])
    // Nobody can tell what is added.
    expect(filled.filter(([, said]) => said.endsWith('+'))).toEqual([])
  })
})
