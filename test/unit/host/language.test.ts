// The language of the program is the chosen one, or the first language of the computer that the program has.
import { describe, expect, test } from 'vitest'
import { type LanguageChoice, parseAcceptLanguage, chooseLanguage } from '#contract/rules/language.ts'
import { HostSettings } from '#contract/shell.ts'
import { openHost as open } from '#support/host.ts'

describe('the language', () => {
  test.each<[LanguageChoice, string[], string]>([
    ['system', ['de-AT', 'en-US'], 'de'],
    ['system', ['fr-FR', 'es-419', 'de'], 'es'],
    ['system', ['zh-Hans-CN'], 'zh'],
    ['system', ['zh_TW.UTF-8'], 'zh'],
    ['system', ['EN-GB', 'de'], 'en'],
    ['system', ['fr', 'nl', 'denmark'], 'en'],
    ['system', [], 'en'],
    ['es', ['de'], 'es'],
    ['en', ['zh'], 'en'],
  ])('for the choice %s and the preferred %j is %s', (choice, preferred, expected) =>
    expect(chooseLanguage(choice, preferred)).toBe(expected),
  )

  test.each<[string | undefined, string[]]>([
    [undefined, []],
    ['de-DE,de;q=0.9,en;q=0.8', ['de-DE', 'de', 'en']],
    ['en;q=0.3, es ; q=0.7, zh', ['zh', 'es', 'en']],
    ['en;q=0, de', ['de']],
    ['*, <script>, de;q=x, fr;q=0.5', ['fr']],
    [`${'x'.repeat(100)},de`, ['de']],
    [`${'fr,'.repeat(5_000)}de`, Array.from({ length: 20 }, () => 'fr')],
  ])('of a browser is read from its header %j', (header, expected) =>
    expect(parseAcceptLanguage(header)).toEqual(expected),
  )

  test('is stored and announced, and settings with no or an unknown language follow the system', async () => {
    const { host, get, log } = open()
    expect(await get()).toMatchObject({ language: 'system', systemLanguages: null })
    await host.handlers['host.setLanguage']({ language: 'zh' })
    expect([(await get()).language, log]).toEqual(['zh', ['changed']])
    expect([HostSettings.parse({}).language, HostSettings.parse({ language: 'fr', theme: 'dark' })]).toMatchObject([
      'system',
      { language: 'system', theme: 'dark' },
    ])
  })
})
