// The texts of alerts in each language: every kind has its own text, with the date format and plurals of the language.
import { describe, expect, test } from 'vitest'
import { type Alert, type AlertFacts, AlertKind } from '#contract/alerts.ts'
import { describeAlert, describeAlertBeside, describePopUp } from '#words/alert-words.ts'
import { alertWordings } from '#words/alert-words/all.ts'
import { LANGUAGES, type Language } from '#contract/rules/language.ts'
import { requireEveryLanguage } from '#support/every-language.ts'

const day = { date: '2026-11-20', daysLeft: 1, holds: ['customs'], fees: [], isReady: false }
const dateChange = {
  before: '2026-11-23',
  after: '2026-11-20',
  source: 'terminal',
  daysBefore: 3,
  daysAfter: 0,
} as const
const hold = { name: 'freight', since: '2026-11-18T18:00:00.000Z', daysLeft: -2 }

const facts: { [Kind in AlertKind]: Extract<AlertFacts, { kind: Kind }> } = {
  'lfd-past': {
    kind: 'lfd-past',
    ...day,
    daysLeft: -1,
    fees: [{ amount: 1_240.5, currency: 'USD', isPending: false }],
  },
  'lfd-today': { kind: 'lfd-today', ...day, daysLeft: 0 },
  'lfd-soon': { kind: 'lfd-soon', ...day },
  'lfd-earlier': { kind: 'lfd-earlier', ...dateChange },
  'lfd-later': { kind: 'lfd-later', ...dateChange, before: '2026-11-30', after: '2026-12-04' },
  'lfd-withdrawn': { kind: 'lfd-withdrawn', before: '2026-11-20' },
  'hold-placed': { kind: 'hold-placed', ...hold },
  'hold-expected': { kind: 'hold-expected', ...hold, daysLeft: null },
  'hold-cleared': { kind: 'hold-cleared', ...hold, name: 'port_police' },
  ready: { kind: 'ready', date: '2026-11-20', daysLeft: 5 },
  'fee-posted': { kind: 'fee-posted', name: 'exam', amount: 850, currency: 'CAD', before: 0 },
  'arrival-moved': {
    kind: 'arrival-moved',
    before: '2026-11-18T07:59:00Z',
    after: '2026-11-21T04:00:00Z',
    vessel: null,
    voyage: '123E',
    port: null,
    containers: 1,
  },
  'request-failed': { kind: 'request-failed', reason: 'not_found' },
  'document-read': { kind: 'document-read', type: null },
  'document-failed': { kind: 'document-failed', type: null },
  'document-unlinked': { kind: 'document-unlinked', type: null },
  'not-updating': { kind: 'not-updating', since: '2026-11-20T14:30:00Z' },
  'look-ahead': {
    kind: 'look-ahead',
    until: '2026-11-23T14:30:00Z',
    containers: [{ id: 'a', number: 'MSCU1234567', date: '2026-11-21', place: 'Pier 400' }],
  },
}

function alert(alertFacts: AlertFacts, more: Partial<Alert> = {}): Alert {
  return {
    id: 'key',
    severity: 2,
    object: 'container',
    objectId: 'box',
    number: 'MSCU1234567',
    place: 'Pier 400',
    zone: 'America/Los_Angeles',
    masterBill: 'OBLN61234567',
    customer: null,
    field: null,
    raisedAt: '2026-11-20T17:00:00.000Z',
    state: 'notified',
    isRead: false,
    isLate: false,
    snoozedUntil: null,
    isMuted: false,
    ...more,
    facts: alertFacts,
  }
}
const describeKind = (language: Language, kind: AlertKind) => describeAlert(alert(facts[kind]), alertWordings[language])
const groupTitle = (language: Language, kind: AlertKind, n: number) =>
  describePopUp(
    {
      id: 'id',
      shape: 'group',
      alerts: Array.from({ length: n }, (_, i) => alert(facts[kind], { place: `Pier ${i}` })),
      hidesDetails: false,
      isSilent: true,
    },
    alertWordings[language],
  ).title

describe('alerts', () => {
  test.each(LANGUAGES)('of %s say which language they are', (language) =>
    expect(alertWordings[language].language).toBe(language),
  )

  test.each(LANGUAGES.filter((language) => language !== 'en'))(
    'in %s have their own text for every kind, single and grouped',
    (language) => {
      for (const kind of AlertKind.options) {
        expect(describeKind(language, kind).title, kind).not.toBe(describeKind('en', kind).title)
        expect(`${describeKind(language, kind).title} ${describeKind(language, kind).body}`, kind).not.toMatch(
          /undefined|NaN|\[object|\b(hold|days?|line|was|now)\b/,
        )
        expect(groupTitle(language, kind, 3), kind).not.toBe(groupTitle('en', kind, 3))
      }
    },
  )

  test.each(LANGUAGES)('in %s name neither container nor place beside columns that show both', (language) => {
    const wording = alertWordings[language]
    for (const kindFacts of Object.values(facts)) {
      const beside = describeAlertBeside(alert(kindFacts, { number: 'TEMU7654321', place: 'Maher' }), wording)
      expect(`${beside.title} ${beside.body}`, kindFacts.kind).not.toMatch(/TEMU|Maher/)
      expect(beside.title, kindFacts.kind).toMatch(/[^\s:：，]$/)
    }
  })

  test.each<[Language, string[]]>(
    requireEveryLanguage([
      [
        'en',
        [
          'LFD moved up: Mon 23 → Fri 20 Nov',
          'LFD extended: Mon 30 Nov → Fri 4 Dec',
          'Was Fri 20 Nov · ask the line or the terminal · B/L OBLN61234567',
        ],
      ],
      [
        'de',
        [
          'LFD vorverlegt: Mo 23. → Fr 20. Nov',
          'LFD verlängert: Mo 30. Nov → Fr 4. Dez',
          'Zuvor Fr 20. Nov · Reederei oder Terminal fragen · B/L OBLN61234567',
        ],
      ],
      [
        'es',
        [
          'LFD adelantado: lun 23 → vie 20 nov',
          'LFD ampliado: lun 30 nov → vie 4 dic',
          'Antes vie 20 nov · pregunte a la naviera o a la terminal · B/L OBLN61234567',
        ],
      ],
      [
        'zh',
        [
          'LFD 提前：11月23日 周一 → 11月20日 周五',
          'LFD 延长：11月30日 周一 → 12月4日 周五',
          '原为 11月20日 周五 · 请询问船公司或码头 · 提单 OBLN61234567',
        ],
      ],
    ]),
  )('in %s write dates in the format of the language', (language, expected) =>
    expect([
      describeKind(language, 'lfd-earlier').title,
      describeKind(language, 'lfd-later').title,
      describeKind(language, 'lfd-withdrawn').body,
    ]).toEqual(expected),
  )

  test.each<[Language, string, string, string, string]>(
    requireEveryLanguage([
      ['en', '1 container', '2 containers', '1 day · terminal reports $1,240.50', 'Showing saved data from Fri 06:30.'],
      [
        'de',
        '1 Container',
        '2 Container',
        '1 Tag · Terminal meldet 1.240,50\u00a0$',
        'Gezeigt werden gespeicherte Daten von Fr 06:30.',
      ],
      [
        'es',
        '1 contenedor',
        '2 contenedores',
        '1 día · la terminal informa 1240,50\u00a0US$',
        'Se muestran los datos guardados de vie 06:30.',
      ],
      ['zh', '1 个集装箱', '2 个集装箱', '1 天 · 码头报告 US$1,240.50', '显示的是 周五 06:30 保存的数据。'],
    ]),
  )(
    'in %s have singular, plural, amounts and times in the format of the language',
    (language, one, two, past, since) => {
      const { severalTitles } = alertWordings[language]
      expect([
        severalTitles.ready(1).endsWith(one),
        severalTitles.ready(2).endsWith(two),
        describeKind(language, 'lfd-past').body.startsWith(past),
        describeKind(language, 'not-updating').body,
      ]).toEqual([true, true, true, since])
    },
  )

  test.each<[Language, string]>(
    requireEveryLanguage([
      [
        'en',
        'Pier 0: MSCU 123456 7 (customs hold), MSCU 123456 7 (customs hold)\nPier 1: MSCU 123456 7 (customs hold)',
      ],
      ['de', 'Pier 0: MSCU 123456 7 (Zollsperre), MSCU 123456 7 (Zollsperre)\nPier 1: MSCU 123456 7 (Zollsperre)'],
      [
        'es',
        'Pier 0: MSCU 123456 7 (retención de aduana), MSCU 123456 7 (retención de aduana)\nPier 1: MSCU 123456 7 (retención de aduana)',
      ],
      ['zh', 'Pier 0：MSCU 123456 7（海关扣留）、MSCU 123456 7（海关扣留）\nPier 1：MSCU 123456 7（海关扣留）'],
    ]),
  )('in %s are joined with the punctuation of the language', (language, expected) => {
    const alerts = ['Pier 0', 'Pier 0', 'Pier 1'].map((place) => alert(facts['lfd-today'], { place }))
    expect(
      describePopUp({ id: 'id', shape: 'group', alerts, hidesDetails: false, isSilent: true }, alertWordings[language])
        .body,
    ).toBe(expected)
  })

  test.each(LANGUAGES)('in %s show a name that is also a property of JavaScript objects', (language) => {
    const { title, body } = describeAlert(
      alert({ ...hold, kind: 'hold-placed', name: 'constructor' }),
      alertWordings[language],
    )
    expect([title.toLowerCase().includes('constructor'), /function|native/.test(title + body)]).toEqual([true, false])
  })

  test.each<[Language, string]>(
    requireEveryLanguage([
      ['en', 'Port police hold cleared'],
      ['de', 'Sperre (port police) aufgehoben'],
      ['es', 'Retención (port police) levantada'],
      ['zh', '扣留（port police）已解除'],
    ]),
  )('in %s show an unknown name as it is', (language, expected) =>
    expect(describeKind(language, 'hold-cleared').title).toContain(expected),
  )
})
