// The text of alerts: days in the zone of the place, amounts as reported, and a limited length for notifications.
import { describe, expect, test } from 'vitest'
import type { Alert, AlertFacts, PopUp } from '#contract/alerts.ts'
import { describeAlert as describeAlertIn, describePopUp as describePopUpIn } from '#words/alert-words.ts'
import { alertWordings } from '#words/alert-words/all.ts'

const describeAlert = (value: Alert) => describeAlertIn(value, alertWordings.en)
const describePopUp = (popUp: PopUp) => describePopUpIn(popUp, alertWordings.en)

function alert(facts: AlertFacts, more: Partial<Alert> = {}): Alert {
  return {
    id: 'key',
    severity: 2,
    object: 'container',
    objectId: 'c1',
    number: 'MSCU1234567',
    place: 'Pier 400',
    zone: 'America/Los_Angeles',
    masterBill: null,
    customer: null,
    field: null,
    raisedAt: '2026-11-20T17:00:00.000Z',
    state: 'notified',
    isRead: false,
    isLate: false,
    snoozedUntil: null,
    isMuted: false,
    ...more,
    facts,
  }
}

describe('one alert', () => {
  const eta: AlertFacts = {
    kind: 'arrival-moved',
    before: '2026-11-18T07:59:00Z',
    after: '2026-11-21T04:00:00Z',
    vessel: 'EVER GIVEN',
    voyage: '123E',
    port: 'Los Angeles',
    containers: 9,
  }
  test('of an arrival has the days of the port, or those of UTC if its zone is unknown', () => {
    expect(describeAlert(alert(eta)).body).toBe('Was Tue 17 Nov · now Fri 20 Nov')
    expect(describeAlert(alert(eta, { zone: null })).body).toBe('Was Wed 18 Nov · now Sat 21 Nov')
  })

  test.each<[string | null, string]>([
    ['USD', '$850'],
    ['CAD', 'CA$850'],
    [null, '850 (currency not given)'],
  ])('of a fee in %s has its currency, or says that none was reported', (currency, figure) =>
    expect(
      describeAlert(alert({ kind: 'fee-posted', name: 'demurrage', amount: 850, currency, before: null })).title,
    ).toBe(`Demurrage posted: ${figure} on MSCU 123456 7`),
  )

  test('of a document has its name on one line, without marks of writing direction', () => {
    const read = alert(
      { kind: 'document-read', type: 'commercial invoice' },
      { object: 'document', number: 'two\nlines \u202Efdp.exe', place: null },
    )
    expect(describeAlert(read).body).toBe('two lines fdp.exe')
    expect(
      describePopUp({ id: 'id', shape: 'group', alerts: [read, read], hidesDetails: false, isSilent: true }).body,
    ).not.toMatch(/[\n\u202E]/)
  })

  test('of a second hold with the same name also says who clears it', () => {
    const hold = { kind: 'hold-placed', name: 'customs#2', since: '2026-11-18T18:00:00.000Z', daysLeft: 2 } as const
    expect(describeAlert(alert(hold))).toEqual({
      title: 'Customs hold: MSCU 123456 7',
      body: 'LFD in 2 days · The broker clears it',
    })
  })
})

test.each([
  [{ isReady: false, notReached: 'port' }, 'Pier 400 · not discharged'],
  [{ isReady: false, notReached: 'destination' }, 'Pier 400 · not at destination'],
  [{ isReady: false }, 'Pier 400 · not released'],
  [{ isReady: null }, 'Pier 400'],
] as const)('an alert of a last free day has the state of the container as lists name it: %j', (state, body) =>
  expect(
    describeAlert(alert({ kind: 'lfd-today', date: '2026-11-20', daysLeft: 0, holds: [], fees: [], ...state })).body,
  ).toBe(body),
)

test('an alert of a last free day that is today has the fee to pay', () => {
  const fees = [{ amount: 525, currency: 'USD', isPending: false }]
  expect(
    describeAlert(alert({ kind: 'lfd-today', date: '2026-11-20', daysLeft: 0, holds: [], fees, isReady: true })).body,
  ).toBe('Pier 400 · no hold · terminal reports $525')
})

describe('a pop-up', () => {
  const day = { date: '2026-11-20', daysLeft: 0, holds: [], fees: [], isReady: true }
  const number = (n: number) => `MSCU${String(1_000_000 + n)}`
  const today = (n: number, place: string) =>
    alert({ kind: 'lfd-today', ...day }, { severity: 1, number: number(n), place })
  const soon = (n: number, place: string) =>
    alert({ kind: 'lfd-soon', ...day }, { severity: 3, number: number(n), place })
  const describeGroup = (alerts: Alert[], shape: 'group' | 'overflow' | 'look-ahead' = 'group') =>
    describePopUp({ id: 'id', shape, alerts, hidesDetails: false, isSilent: true })

  test('lists as many containers as fit, and the number of the others', () => {
    const many = Array.from({ length: 400 }, (_, n) => today(n, 'Pier 400'))
    const { title, body } = describeGroup(many)
    expect(title).toBe('Last free day today: 400 containers at Pier 400')
    const names = body.split(', ')
    expect([body.length < 3_000, names.at(-1), names[0]]).toEqual([
      true,
      `+${400 - (names.length - 1)} more`,
      'MSCU 100000 0',
    ])
    expect(describeGroup(many.slice(0, 50)).body.split(', ')).toHaveLength(50)
  })

  test('omits the least urgent containers if not all fit', () => {
    const { body } = describeGroup([
      ...Array.from({ length: 300 }, (_, n) => soon(n, 'Pier 300')),
      today(999, 'Pier 400'),
    ])
    expect(body.split('\n')[0]).toBe('Pier 400: MSCU 100099 9')
    expect(body).toMatch(/\n\+\d+ more$/)
    expect(
      describeGroup(
        Array.from({ length: 400 }, (_, n) => today(n, 'Pier 400')),
        'overflow',
      ).body.length,
    ).toBeLessThan(3_000)
  })

  test('of a look-ahead lists the first 20 containers, and the alert lists all of them', () => {
    const containers = Array.from({ length: 100 }, (_, n) => ({
      id: `c${n}`,
      number: number(n),
      date: '2026-11-21',
      place: 'Pier 400',
    }))
    const ahead = alert({ kind: 'look-ahead', until: '2026-11-23T14:30:00.000Z', containers })
    const lines = describeGroup([ahead], 'look-ahead').body.split('\n')
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([21, 'Sat 21 Nov · MSCU 100000 0 · Pier 400', '+80 more'])
    expect(describeAlert(ahead).body.split('\n')).toHaveLength(100)
  })
})
