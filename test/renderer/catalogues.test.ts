// The same words in every language: that each has every key the compiler knows. Here: the same places for values, as many
// forms as the language counts with, nothing that breaks the syntax of messages, and nothing left in English.
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#contract/language.ts'
import { de } from '../../src/renderer/src/locales/de.ts'
import { en } from '../../src/renderer/src/locales/en.ts'
import { es } from '../../src/renderer/src/locales/es.ts'
import { zh } from '../../src/renderer/src/locales/zh.ts'
import { inLanguage } from '#support/languages.ts'

const others = { de, es, zh } as const
const english = messagesOf(en)

function messagesOf(tree: object, path = ''): Map<string, string> {
  return new Map(Object.entries(tree).flatMap(([key, value]: [string, unknown]): [string, string][] => (typeof value === 'string' ? [[`${path}${key}`, value]] : [...messagesOf(value as object, `${path}${key}.`)])))
}

function placesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].toSorted()
}

/** Forms of a message stand between bars; a bar that is meant as one is written `{'|'}`. */
function formsOf(message: string): string[] {
  return message.replaceAll("{'|'}", '').split('|')
}

/** Names, units, and words of the trade that are said so everywhere. */
const SAME_EVERYWHERE = /^(app\.name|connect\.addressHint|settings\.version|room\.versionNames\.\w+|weight\.\w+|export\.fileName|keyName\.\w+|folder\.pathHint\.\w+|source\.\w+|timeline\.source\.\w+|equipment\.\w+|age\.\w+)$/
/** Words that happen to be the same in one language. */
const SAME: Readonly<Record<keyof typeof others, readonly string[]>> = {
  de: [],
  es: ['field.pickup_lfd_terminal', 'changes.no', 'priority.normal', 'rate.about', 'rate.form.place', 'rate.plan.total', 'shipmentColumn.destination', 'batchOutcome.house-bill', 'terminal.place'],
  zh: ['addTracking.anotherHint'],
}

describe.each(Object.entries(others) as [keyof typeof others, object][])('the catalogue in %s', (language, tree) => {
  const messages = messagesOf(tree)

  it('has every message and no other', () => {
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  it('has the same places for values in each', () => {
    const differing = [...messages].filter(([key, message]) => placesOf(message).join() !== placesOf(english.get(key) ?? '').join())
    expect(differing).toEqual([])
  })

  it('counts with as many forms; Chinese may have one', () => {
    const differing = [...messages].filter(([key, message]) => {
      const [own, theirs] = [formsOf(message), formsOf(english.get(key) ?? '')]
      return own.some((form) => form.trim() === '') || (own.length !== theirs.length && !(language === 'zh' && own.length === 1))
    })
    expect(differing).toEqual([])
  })

  it('says nothing in English by mistake', () => {
    const left = [...messages].filter(([key, message]) => message === english.get(key) && /\p{Ll}{2}/u.test(message.replaceAll(/\{\w+\}/g, '')) && !SAME_EVERYWHERE.test(key) && !SAME[language].includes(key))
    expect(left).toEqual([])
  })

  it('names no word as the same that is not', () => {
    expect(SAME[language].filter((key) => messages.get(key) !== english.get(key))).toEqual([])
  })
})

describe.each(LANGUAGES.map((language) => [language] as [Language]))('every message in %s', (language) => {
  it('can be read: none breaks the message syntax or keeps a placeholder unfilled', async () => {
    const { t } = (await inLanguage(language)).words
    const say = t as (word: string, values: Record<string, string>) => string
    const unread = [...english].filter(([key, message]) => /[{}|@]/.test(say(key, Object.fromEntries(placesOf(message).map((place) => [place, 'x'])))))
    expect(unread).toEqual([])
  })
})
