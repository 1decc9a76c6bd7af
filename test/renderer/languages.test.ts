// Plurals, numbers, money and days in each of the four languages, and numbers as users type them. Values for other
// programs do not depend on the language.
import { mount } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import { requireEveryLanguage } from '#support/every-language.ts'
import { formatCell } from '#words/container-cells.ts'
import { makeRow } from '#support/row-factories.ts'
import { loadLanguage } from '#support/languages.ts'

const COUNTS = [0, 1, 2, 5, 1_234] as const
const NOW = Date.parse('2026-11-20T17:00:00Z')

describe('a count', () => {
  test.each<[Language, RegExp[]]>(
    requireEveryLanguage([
      ['en', [/^0 rows /, /^1 row /, /^2 rows /, /^5 rows /, /^1,234 rows /]],
      ['de', [/^0 Zeilen /, /^1 Zeile /, /^2 Zeilen /, /^5 Zeilen /, /^1\.234 Zeilen /]],
      [
        'es',
        [
          /^(Se movieron )?0 filas/,
          /^(Se movió )?1 fila\b(?!s)/,
          /^(Se movieron )?2 filas/,
          /^(Se movieron )?5 filas/,
          /^(Se movieron )?1234 filas/,
        ],
      ],
      ['zh', [/0/, /1/, /2/, /5/, /1,234/]],
    ]),
  )('has the plural form of %s', async (language, expected) => {
    const { tn } = (await loadLanguage(language)).words
    const shown = COUNTS.map((n) => tn('grid.reordered', n))
    shown.forEach((text, i) => expect(text).toMatch(expected[i]!))
    // A "|" would separate plural forms. Chinese has one form for all counts.
    expect(shown.join()).not.toContain('|')
    if (language === 'zh') expect(new Set(shown.map((text) => text.replace(/[\d,]+/, '#')))).toHaveLength(1)
  })

  test('is never an empty text', async () => {
    for (const language of LANGUAGES) {
      const { tn } = (await loadLanguage(language)).words
      expect(new Set([0, 1, 2].map((n) => tn('band.past', n)))).not.toContain('')
    }
  })
})

describe('the data that is deleted with an account', () =>
  test.each<[Language, string[]]>(
    requireEveryLanguage([
      ['en', ['history', 'notes', 'tags', 'assignees', 'saved views', 'LFD overrides']],
      [
        'de',
        ['Änderungshistorie', 'Notizen', 'Schlagwörter', 'Zuständige', 'gespeicherte Ansichten', 'von Hand gesetzte'],
      ],
      ['es', ['historial', 'notas', 'etiquetas', 'asignaciones', 'vistas guardadas', 'fechas manuales']],
      ['zh', ['变更历史', '备注', '标签', '负责人', '已保存的视图', '手动设定的日期']],
    ]),
  )('is named in %s before it is deleted', async (language, parts) => {
    const { t } = (await loadLanguage(language)).words
    for (const text of [t('settings.removeDeleteNote'), t('keep.removedWhat')])
      expect(parts.filter((part) => !text.includes(part))).toEqual([])
  }))

describe('joined texts', () =>
  test('have the separators of the language', async () => {
    const shown: string[][] = []
    for (const language of LANGUAGES) {
      const { t, joinList } = (await loadLanguage(language)).words
      shown.push([joinList(['A', 'B']), t('phrase.labelled', { what: 'A', how: 'B' })])
    }
    expect(shown).toEqual([
      ['A, B', 'A: B'],
      ['A, B', 'A: B'],
      ['A, B', 'A: B'],
      ['A、B', 'A：B'],
    ])
  }))

describe('a count of further currencies beside an amount', () =>
  test.each<[Language, string]>(
    requireEveryLanguage([
      ['en', '+ 2 more currencies'],
      ['de', '+ 2 weitere Währungen'],
      ['es', '+ 2 monedas más'],
      ['zh', '另有 2 种货币'],
    ]),
  )('has one sign or word for the addition in %s', async (language, expected) =>
    expect((await loadLanguage(language)).words.tn('strip.dueElsewhere', 2)).toBe(expected),
  ))

describe('joined sentences', () => {
  test.each<[Language, string]>(
    requireEveryLanguage([
      ['en', 'One. Two. (Three)'],
      ['de', 'One. Two. (Three)'],
      ['es', 'One. Two. (Three)'],
      ['zh', 'One. Two. (Three)'],
    ]),
  )('have a space between them in %s', async (language, expected) => {
    const { joinSentences } = (await loadLanguage(language)).words
    expect(joinSentences('One.', null, 'Two.', '', '(Three)')).toBe(expected)
  })

  test.each<[Language, string]>(
    requireEveryLanguage([
      ['en', 'One. Two'],
      ['de', 'One. Two'],
      ['es', 'One. Two'],
      ['zh', 'One。Two'],
    ]),
  )('without a full stop get the full stop of %s', async (language, expected) =>
    expect((await loadLanguage(language)).words.joinStated('One', null, '', 'Two')).toBe(expected),
  )

  test('have no space in Chinese after full-width punctuation, and only there', async () => {
    const { joinSentences, t } = (await loadLanguage('zh')).words
    expect([
      joinSentences('一。', '二！', null, '三'),
      joinSentences('一', '二。'),
      joinSentences('Not found.', '请重试。'),
      joinSentences(null, ''),
    ]).toEqual(['一。二！三', '一 二。', 'Not found. 请重试。', ''])
    expect(joinSentences(t('keep.wipeNote'), t('keep.wipeDisk'))).not.toMatch(/。\s/)
  })
})

describe('numbers and money', () => {
  test.each<[Language, string, string, string, string, string]>(
    requireEveryLanguage([
      ['en', '1,234.5', '$1,240.50', 'CA$850', '12,346 lb', '$850'],
      ['de', '1.234,5', '1.240,50 $', '850 CA$', '12.346 lb', '850 $'],
      ['es', '1234,5', '1240,50 US$', '850 CAD', '12.346 lb', '850 US$'],
      ['zh', '1,234.5', 'US$1,240.50', 'CA$850', '12,346 lb', 'US$850'],
    ]),
  )('are written as read in %s', async (language, number, cents, canadian, pounds, whole) => {
    const { words, money, cargo } = await loadLanguage(language)
    const replaceHardSpaces = (text: string) => text.replaceAll('\u00a0', ' ')
    expect(
      [
        words.formatNumber(1_234.5),
        money.formatMoney(1_240.5, 'USD'),
        money.formatMoney(850, 'CAD'),
        cargo.formatPounds(12_346),
        money.formatMoney(850, 'USD'),
      ].map(replaceHardSpaces),
    ).toEqual([number, cents, canadian, pounds, whole])
  })

  test.each<[Language, [string, string | null][]]>(
    requireEveryLanguage([
      [
        'en',
        [
          ['1,234.50', '1234.50'],
          ['1,234', '1234'],
          ['12,5', '12.5'],
          ['0,125', '0.125'],
          ['125.', '125.'],
          ['.5', '.5'],
          ['1,2,3', null],
          ['12a', null],
          ['', null],
        ],
      ],
      [
        'de',
        [
          ['1.234,50', '1234.50'],
          ['1.234', '1234'],
          ['12.5', '12.5'],
          ['125.50', '125.50'],
          ['0.125', '0.125'],
          ['1 234,5', '1234.5'],
          ['1,234', '1.234'],
          ['1,2,3', null],
        ],
      ],
      [
        'es',
        [
          ['1.234,50', '1234.50'],
          ['1234,5', '1234.5'],
          ['1.250', '1250'],
          ['-3,5', '-3.5'],
        ],
      ],
      [
        'zh',
        [
          ['1,234.50', '1234.50'],
          ['1234.5', '1234.5'],
        ],
      ],
    ]),
  )('are understood as typed in %s', async (language, typed) => {
    const { parsePlainNumber } = (await loadLanguage(language)).typed
    expect(typed.map(([text]) => [text, parsePlainNumber(text)])).toEqual(typed)
  })

  test('are shown in a field as the user would type them', async () => {
    const { typed, fields } = await loadLanguage('de')
    expect([
      typed.formatTypedNumber('1250.50'),
      fields.toDraft(1_200.5, { name: 'Weight', type: 'number', options: [] }),
    ]).toEqual(['1250,50', '1200,5'])
    expect(
      fields.parseFieldValue({ text: '1.200,5', chosen: [] }, { name: 'Weight', type: 'number', options: [] }, true),
    ).toEqual({ value: 1_200.5 })
  })

  test('for other programs have a decimal point in every language', async () => {
    await loadLanguage('de')
    const estimate = {
      state: 'costed' as const,
      minor: 125_050,
      currency: 'USD',
      days: 2,
      counting: 'calendar' as const,
      table: { id: 'a', name: 'A' },
      parts: [],
    }
    expect(formatCell('exposure', { ...makeRow(0), exposure: estimate }, { words: {}, zone: 'Europe/Berlin' })).toBe(
      '1250.50 USD',
    )
  })
})

test.each(LANGUAGES)('the sources of a last free day have the same letters in %s', async (language) => {
  await loadLanguage(language)
  const { default: SourcesCell } = await import('../../src/renderer/src/features/containers/cells/SourcesCell.vue')
  const sources = (['line', 'terminal', 'rail', 'manual'] as const).map((source) => ({
    source,
    date: '2026-11-20',
    isRelevant: true,
  }))
  expect(mount(SourcesCell, { props: { sources, isDisputed: false } }).text()).toBe('STRM')
})

describe('days', () => {
  test.each<
    [
      Language,
      { day: string; year: string; short: string; spoken: string; iso: string; month: string; weekday: string },
    ]
  >(
    requireEveryLanguage([
      [
        'en',
        {
          day: 'Fri 20 Nov',
          year: 'Fri 1 Jan 2027',
          short: '20 Nov',
          spoken: 'Friday 20 November',
          iso: 'Fri 2026-11-20',
          month: 'November 2026',
          weekday: 'Fri',
        },
      ],
      [
        'de',
        {
          day: 'Fr 20. Nov',
          year: 'Fr 1. Jan 2027',
          short: '20. Nov',
          spoken: 'Freitag, 20. November',
          iso: 'Fr 2026-11-20',
          month: 'November 2026',
          weekday: 'Fr',
        },
      ],
      [
        'es',
        {
          day: 'vie 20 nov',
          year: 'vie 1 ene 2027',
          short: '20 nov',
          spoken: 'viernes 20 de noviembre',
          iso: 'vie 2026-11-20',
          month: 'noviembre de 2026',
          weekday: 'vie',
        },
      ],
      [
        'zh',
        {
          day: '11月20日 周五',
          year: '2027年1月1日 周五',
          short: '11月20日',
          spoken: '11月20日星期五',
          iso: '2026-11-20 周五',
          month: '2026年11月',
          weekday: '周五',
        },
      ],
    ]),
  )('are written as read in %s', async (language, expected) => {
    const { dates, calendar } = await loadLanguage(language)
    const shown = {
      day: dates.formatDate('2026-11-20', NOW),
      year: dates.formatDate('2027-01-01', NOW),
      short: dates.formatShortDate('2026-11-20'),
      spoken: dates.describeDate('2026-11-20'),
      month: calendar.formatSpanTitle('2026-11-20', 'month', NOW),
      weekday: calendar.formatWeekday('2026-11-20'),
    }
    dates.dateStyle.value = 'iso'
    expect({ ...shown, iso: dates.formatDate('2026-11-20', NOW) }).toEqual(expected)
  })

  test.each<[Language, string, string]>(
    requireEveryLanguage([
      ['en', '06:05 PST', '15:05 GMT+1'],
      ['de', '06:05 PST', '15:05 MEZ'],
      ['es', '06:05 PST', '15:05 CET'],
      ['zh', '06:05 PST', '15:05 GMT+1'],
    ]),
  )('have 24 hours in %s, with the usual letters of the zone', async (language, west, berlin) => {
    const { dates } = await loadLanguage(language)
    expect([
      dates.formatTime('2026-11-20T14:05:00Z', 'America/Los_Angeles'),
      dates.formatTime('2026-11-20T14:05:00Z', 'Europe/Berlin'),
    ]).toEqual([west, berlin])
  })

  test('for other programs are ISO dates in every language', async () => {
    for (const language of LANGUAGES) {
      const { dates } = await loadLanguage(language)
      expect([
        dates.formatIsoLocal('2026-11-20T22:32:00Z', 'America/Los_Angeles'),
        dates.formatIsoLocal('2026-11-20T22:32:00Z', 'UTC'),
      ]).toEqual(['2026-11-20T14:32-08:00', '2026-11-20T22:32Z'])
    }
  })
})
