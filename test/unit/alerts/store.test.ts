// The order of the alert centre, the number on the bell, and what marks alerts as read.
import { describe, expect, test } from 'vitest'
import type { AlertFilter } from '#contract/alerts.ts'
import { savePlan } from '#engine/alerts/pop-up-store.ts'
import { addPresentState, loadPresentPopUps } from '#engine/alerts/present.ts'
import {
  loadAlerts,
  loadNewestTime,
  orderAlerts,
  saveDone,
  saveMute,
  saveRead,
  saveSnooze,
  summarize,
} from '#engine/alerts/store.ts'
import { feeFacts, insertAlert, laterFacts, todayFacts } from '#support/alert-rows.ts'
import { MIRROR_NOW, container, shipment, startMirror } from '#support/mirror.ts'

const OPEN: AlertFilter = { scope: 'open' }
const at = (minute: number) => new Date(Date.parse(MIRROR_NOW) - minute * 60_000).toISOString()

/** Containers at the terminal, each with its fees and its last free day. */
function start() {
  const mirror = startMirror()
  const createContainer = (id: string, amounts: number[], date: string | null, over: Record<string, unknown> = {}) =>
    container(id, `ABCU${id.padStart(7, '0')}`, 's', {
      pod_arrived_at: '2026-11-10T00:00:00Z',
      pod_discharged_at: '2026-11-11T00:00:00Z',
      fees_at_pod_terminal: amounts.map((amount) => ({ type: 'demurrage', amount, currency_code: 'USD' })),
      import_deadlines: date === null ? null : { pickup_lfd_terminal: date },
      ...over,
    })
  mirror.read(
    shipment('s'),
    createContainer('1', [], '2026-11-25'),
    createContainer('2', [900], '2026-11-15'),
    createContainer('3', [100], '2026-11-10'),
    createContainer('4', [], '2026-11-20'),
    createContainer('5', [], null),
    createContainer('6', [5_000], '2026-11-10', { pod_full_out_at: '2026-11-12T00:00:00Z' }),
  )
  const add = (objectId: string, key: string, minute: number, severity = 2, facts = feeFacts, object = 'container') =>
    mirror.write((db) => insertAlert(db, at(minute), { key, objectId, severity, facts, object }))
  return {
    ...mirror,
    add,
    order: (filter = OPEN, decisions: string[] = []) =>
      orderAlerts(mirror.db, filter, Date.parse(MIRROR_NOW), decisions),
  }
}

describe('open alerts', () => {
  test('are sorted by severity, then by the order of decisions; within one severity other records follow', () => {
    const { add, order } = start()
    add('s', 'shipment', 1, 3, laterFacts, 'shipment')
    add('', 'app', 9, 2, laterFacts, 'none')
    for (const id of ['1', '2', '3', '4']) add(id, `c${id}`, Number(id))
    add('5', 'c5 minor', 0, 3)
    add('6', 'c6 urgent', 60, 1)
    expect(order(OPEN, ['5', '4', '2', '6'])).toEqual([
      'c6 urgent',
      'c4',
      'c2',
      'c1',
      'c3',
      'app',
      'c5 minor',
      'shipment',
    ])
  })

  test('of one container are consecutive, the most severe first and then the newest', () => {
    const { add, order } = start()
    add('1', '1 old', 30)
    add('4', '4 minor', 5, 3)
    add('1', '1 new', 10)
    add('4', '4 urgent', 50, 1)
    add('1', '1 minor', 1, 4)
    expect(order()).toEqual(['4 urgent', '4 minor', '1 new', '1 old', '1 minor'])
  })

  test('of containers without a decision are sorted by their most severe alert, then by their newest', () => {
    const { add, order } = start()
    for (const [id, key, minute, severity] of [
      ['7', '7', 1, 3],
      ['8', '8', 9, 2],
      ['9', '9 old', 20, 3],
      ['9', '9 new', 0, 3],
    ] as const)
      add(id, key, minute, severity)
    expect(order()).toEqual(['8', '9 new', '9 old', '7'])
  })

  test('about a last free day have the kind, the severity and the place of their days left until they are closed', () => {
    const { add, order, write, db } = start()
    const nowMs = Date.parse(MIRROR_NOW)
    const soonFacts = { kind: 'lfd-soon' as const, holds: ['customs'], fees: [], isReady: false }
    add('1', 'later', 1, 3, { ...soonFacts, date: '2026-11-25', daysLeft: 6 })
    add('2', 'past', 1, 1, { ...soonFacts, kind: 'lfd-today', date: '2026-11-15', daysLeft: 0 })
    add('3', 'other date', 2, 3, { ...soonFacts, date: '2026-11-20', daysLeft: 2 })
    add('4', 'due', 3, 3, { ...soonFacts, date: '2026-11-20', daysLeft: 2 })
    expect(order(OPEN, ['4', '3', '2'])).toEqual(['due', 'past', 'other date', 'later'])
    const listShown = (keys: string[]) =>
      addPresentState(db, loadAlerts(db, keys, MIRROR_NOW), nowMs).map(({ severity, facts }) => [severity, facts.kind])
    expect(listShown(['due', 'past', 'other date', 'later'])).toEqual([
      [1, 'lfd-today'],
      [1, 'lfd-past'],
      [3, 'lfd-soon'],
      [3, 'lfd-soon'],
    ])
    expect([order({ ...OPEN, kinds: ['lfd-today'] }), order({ ...OPEN, kinds: ['lfd-past'] })]).toEqual([
      ['due'],
      ['past'],
    ])
    write((db) => saveDone(db, ['due'], MIRROR_NOW))
    expect([order({ scope: 'all', kinds: ['lfd-today'] }), listShown(['due'])]).toEqual([[], [[3, 'lfd-soon']]])
  })

  test('of a pop-up have the kind and the severity of their days left, the most severe first', () => {
    const { add, write, db } = start()
    const facts = { kind: 'lfd-soon' as const, holds: [], fees: [], isReady: false, date: '2026-11-20', daysLeft: 2 }
    add('3', 'a fee', 1, 2)
    add('4', 'due', 1, 3, facts)
    write((db) =>
      savePlan(db, { popUps: [{ id: 'p', shape: 'group', keys: ['a fee', 'due'] }], silent: [] }, MIRROR_NOW),
    )
    expect(
      loadPresentPopUps(db, MIRROR_NOW)[0]?.alerts.map(({ id, severity, facts: { kind } }) => [id, severity, kind]),
    ).toEqual([
      ['due', 1, 'lfd-today'],
      ['a fee', 2, 'fee-posted'],
    ])
  })

  test('have the current customer of their container or shipment, and are found by it', () => {
    const alerts = start()
    const { db, add, order } = alerts
    add('1', 'box', 1)
    add('s', 'shipment', 2, 3, laterFacts, 'shipment')
    add('', 'app', 3, 4, laterFacts, 'none')
    alerts.read(
      shipment('s', { customer_name: 'Juniper Ash Home' }),
      shipment('t', { customer_name: 'Roswyn Textiles' }),
    )
    expect(loadAlerts(db, order(), MIRROR_NOW).map(({ id, customer }) => [id, customer])).toEqual([
      ['box', 'Juniper Ash Home'],
      ['shipment', 'Juniper Ash Home'],
      ['app', null],
    ])
    expect(order({ scope: 'open', text: 'juniper ash' })).toEqual(['box', 'shipment'])
    expect(order({ scope: 'open', text: 'roswyn' })).toEqual([])
    alerts.read(shipment('s', { customer_name: 'ÖLMÜHLE NORD' }))
    expect(order({ scope: 'open', text: 'Ölmühle' }), 'capitals beyond ASCII').toEqual(['box', 'shipment'])
  })

  test('can be filtered by text, kind and unread', () => {
    const { add, order, write } = start()
    add('1', 'fee', 1)
    add('1', 'today', 2, 1, todayFacts)
    write((db) => saveRead(db, { ids: ['fee'] }, MIRROR_NOW))
    expect([
      order({ ...OPEN, text: 'mscu 123' }),
      order({ ...OPEN, kinds: ['fee-posted'] }),
      order({ ...OPEN, isUnread: true }),
      order({ ...OPEN, text: 'no such' }),
    ]).toEqual([['today', 'fee'], ['fee'], ['today'], []])
  })
})

test('all alerts are listed newest first, and the time of the newest is found', () => {
  const { add, order, db } = start()
  add('2', 'old', 30, 1)
  add('1', 'new', 10)
  add('1', 'same time', 10, 1)
  expect(order({ scope: 'all' })).toEqual(['same time', 'new', 'old'])
  expect([loadNewestTime(db, order()), loadNewestTime(db, ['old']), loadNewestTime(db, [])]).toEqual([
    at(10),
    at(30),
    null,
  ])
})

describe('the number on the bell', () => {
  const countsOf = ({ db }: ReturnType<typeof start>) => {
    const { unread, toReview, urgent } = summarize(db, MIRROR_NOW)
    return [unread, toReview, urgent]
  }

  test('counts each alert, as the list does', () => {
    const started = start()
    const { add } = started
    add('1', 'a', 1, 1)
    add('1', 'b', 1, 1)
    add('2', 'c', 1, 3)
    add('s', 'd', 1, 3, laterFacts, 'shipment')
    add('s', 'e', 1, 2, laterFacts, 'shipment')
    expect(countsOf(started)).toEqual([5, 5, 2])
  })

  test('does not count alerts for information, and containers that are muted or snoozed', () => {
    const started = start()
    const { add, write } = started
    for (const id of ['1', '2', '3', '4']) add(id, id, 1, id === '1' ? 4 : 1)
    write((db) => {
      saveMute(db, ['2'], MIRROR_NOW)
      saveSnooze(db, ['3'], at(-60))
      saveSnooze(db, ['4'], at(60))
    })
    expect(countsOf(started)).toEqual([4, 1, 1])
    const { toReview, read, information, snoozed, muted } = summarize(started.db, MIRROR_NOW)
    expect([toReview, read, information, snoozed, muted]).toEqual([1, 0, 1, 1, 1])
    write((db) => saveRead(db, { ids: ['3', '4'] }, MIRROR_NOW))
    expect(summarize(started.db, MIRROR_NOW)).toMatchObject({ toReview: 0, read: 1, snoozed: 1, muted: 1 })
  })

  test('counts an alert as urgent by its days left now, not by those when it was raised', () => {
    const started = start()
    const facts = { kind: 'lfd-soon' as const, holds: [], fees: [], isReady: false, date: '2026-11-20', daysLeft: 2 }
    started.add('3', 'other date', 1, 3, facts)
    started.add('4', 'due', 1, 3, facts)
    expect(countsOf(started)).toEqual([2, 2, 1])
  })

  test('falls when an alert is read, done or replaced', () => {
    const started = start()
    const { add, write } = started
    for (const id of ['1', '2', '3', '4']) add(id, id, 1)
    write((db) => {
      saveRead(db, { ids: ['1'] }, MIRROR_NOW)
      saveDone(db, ['2'], MIRROR_NOW)
      db.run(`UPDATE alert SET state = 'INHIBITED' WHERE key = '3'`)
    })
    expect(countsOf(started)).toEqual([1, 1, 0])
    write((db) => saveRead(db, { through: MIRROR_NOW }, MIRROR_NOW))
    expect(countsOf(started)).toEqual([0, 0, 0])
  })
})
