// The rules that decide which waiting alerts become pop-ups, and when.
import { describe, expect, test } from 'vitest'
import type { AlertFacts, AlertKind, AlertRules } from '#contract/alerts.ts'
import { type Situation, type WaitingAlert, planPopUps } from '#engine/alerts/pop-ups.ts'
import { createPresetRules } from '#engine/alerts/rules.ts'
import { getClockMs } from '#engine/alerts/quiet.ts'

const ZONE = 'America/Los_Angeles'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A Wednesday. Quiet hours begin only in the evening. */
const WEDNESDAY = '2026-11-18'
const at = (clock: string, date = WEDNESDAY) => getClockMs(date, clock, ZONE)
const NOON = at('12:00')

const lfd = { date: '2026-11-18', daysLeft: 0, holds: [], fees: [], isReady: false }
const hold = { name: 'customs', since: '2026-11-18T18:00:00.000Z', daysLeft: 2 }
const dateChange = {
  before: '2026-11-23',
  after: '2026-11-20',
  source: 'terminal' as const,
  daysBefore: 5,
  daysAfter: 2,
}
const facts = {
  'lfd-past': { kind: 'lfd-past', ...lfd, daysLeft: -1 },
  'lfd-today': { kind: 'lfd-today', ...lfd },
  'lfd-soon': { kind: 'lfd-soon', ...lfd, daysLeft: 2 },
  'lfd-earlier': { kind: 'lfd-earlier', ...dateChange },
  'lfd-later': { kind: 'lfd-later', ...dateChange },
  'lfd-withdrawn': { kind: 'lfd-withdrawn', before: '2026-11-20' },
  'hold-placed': { kind: 'hold-placed', ...hold },
  'hold-expected': { kind: 'hold-expected', ...hold },
  'hold-cleared': { kind: 'hold-cleared', ...hold },
  ready: { kind: 'ready', date: null, daysLeft: null },
  'fee-posted': { kind: 'fee-posted', name: 'demurrage', amount: 850, currency: 'USD', before: null },
  'arrival-moved': {
    kind: 'arrival-moved',
    before: '2026-11-20T08:00:00Z',
    after: '2026-11-23T08:00:00Z',
    vessel: 'EVER GIVEN',
    voyage: '123E',
    port: 'Los Angeles',
    containers: 9,
  },
  'request-failed': { kind: 'request-failed', reason: null },
  'document-read': { kind: 'document-read', type: null },
  'document-failed': { kind: 'document-failed', type: null },
  'document-unlinked': { kind: 'document-unlinked', type: null },
  'not-updating': { kind: 'not-updating', since: null },
  'look-ahead': { kind: 'look-ahead', until: '2026-11-23T14:30:00Z', containers: [] },
} satisfies { [Kind in AlertKind]: Extract<AlertFacts, { kind: Kind }> }

const URGENT: AlertKind[] = ['lfd-past', 'lfd-today']
let count = 0
function alert(kind: AlertKind, more: Partial<Omit<WaitingAlert, 'facts'>> & { facts?: object } = {}): WaitingAlert {
  const key = `${kind}:${++count}`
  return {
    key,
    severity: URGENT.includes(kind) ? 1 : 2,
    containerId: key,
    place: 'Pier 400',
    dueMs: NOON,
    raisedMs: more.dueMs ?? NOON,
    isMuted: false,
    snoozedUntilMs: null,
    ...more,
    facts: { ...facts[kind], ...more.facts },
  }
}

type PlanOptions = Partial<Omit<Situation, 'rules'>> & {
  rules?: Partial<AlertRules>
  quiet?: Partial<AlertRules['quiet']>
  channel?: Partial<AlertRules['channels']>
}
function plan(waiting: WaitingAlert[], { rules = {}, quiet = {}, channel = {}, ...more }: PlanOptions = {}) {
  const standard = { ...createPresetRules('standard'), ...rules }
  return planPopUps(waiting, {
    nowMs: NOON,
    zone: ZONE,
    recentMs: [],
    seenMsById: new Map(),
    isFirst: false,
    ...more,
    rules: { ...standard, quiet: { ...standard.quiet, ...quiet }, channels: { ...standard.channels, ...channel } },
  })
}
const shapes = (answer: ReturnType<typeof plan>) => answer.popUps.map(({ shape, keys }) => [shape, keys.length])
const keys = (...alerts: WaitingAlert[]) => alerts.map(({ key }) => key).sort()

describe('the channel of a kind', () => {
  test('off: the alert is silent and creates no pop-up', () => {
    const one = alert('lfd-today')
    expect(plan([one], { channel: { 'lfd-today': 'off' } })).toEqual({ popUps: [], silent: [one.key], nextAtMs: null })
  })
  test('pop-up: it is shown at once, and its id of 64 hexadecimal digits depends only on its alerts', () => {
    const [one, two] = [alert('lfd-earlier'), alert('lfd-earlier')]
    const { popUps, silent, nextAtMs } = plan([one, two])
    expect([popUps[0]?.keys, silent, nextAtMs]).toEqual([keys(one, two), [], null])
    expect(popUps[0]?.id).toMatch(/^[0-9a-f]{64}$/)
    expect(plan([two, one], { nowMs: NOON + MINUTE }).popUps[0]?.id).toBe(popUps[0]?.id)
    expect(plan([one]).popUps[0]?.id).not.toBe(popUps[0]?.id)
  })
  test.each([
    ['09:00', '16:00', WEDNESDAY],
    ['07:00', '08:02', WEDNESDAY],
    ['16:00', '08:02', '2026-11-19'],
  ])('digest: an alert of %s waits until %s', (dueClock, clock, date) => {
    const one = alert('lfd-later', { dueMs: at(dueClock) })
    const digest = at(clock, date)
    expect(plan([one], { nowMs: digest - 1 })).toEqual({ popUps: [], silent: [], nextAtMs: digest })
    expect(shapes(plan([one], { nowMs: digest }))).toEqual([['digest', 1]])
  })
  test('digest: one pop-up has all earlier alerts, later alerts wait for the next digest, and an empty digest is not shown', () => {
    const waiting = [
      alert('lfd-later', { dueMs: at('09:00') }),
      alert('hold-expected', { dueMs: at('15:59') }),
      alert('lfd-later', { dueMs: at('16:01') }),
    ]
    const answer = plan(waiting, { nowMs: at('16:05') })
    expect([shapes(answer), answer.nextAtMs]).toEqual([[['digest', 2]], at('08:02', '2026-11-19')])
    expect(plan([], { nowMs: at('16:05') })).toEqual({ popUps: [], silent: [], nextAtMs: null })
  })
  test('digest: a step that is due when the day starts is part of the morning digest, even if it is found a minute late', () => {
    const step = alert('lfd-soon', { dueMs: at('08:00'), raisedMs: at('08:01'), facts: { daysLeft: 1 } })
    const calm = { channel: { 'lfd-soon': 'digest' } as const }
    expect(plan([step], { ...calm, nowMs: at('08:01') })).toEqual({ popUps: [], silent: [], nextAtMs: at('08:02') })
    expect(shapes(plan([step], { ...calm, nowMs: at('08:02') }))).toEqual([['digest', 1]])
  })
  test('digest: it is shown at the start of the day that the user chose, and never in quiet hours', () => {
    expect(plan([alert('lfd-later')], { nowMs: at('17:00'), rules: { dayStart: '17:30' } }).nextAtMs).toBeNull()
    expect(
      plan([alert('lfd-later', { dueMs: at('16:30') })], { nowMs: at('17:00'), rules: { dayStart: '17:30' } }).nextAtMs,
    ).toBe(at('17:32'))
    // An alert of Friday 16:30 waits over the weekend: not only until quiet hours end, but until the day starts.
    const friday = alert('lfd-later', { dueMs: at('16:30', '2026-11-20') })
    expect(plan([friday], { nowMs: at('16:30', '2026-11-20') }).nextAtMs).toBe(at('08:02', '2026-11-23'))
    expect(plan([friday], { nowMs: at('06:30', '2026-11-23') }).popUps).toEqual([])
  })
  test.each([
    ['hold-placed', { daysLeft: 5 }, true],
    ['hold-placed', { daysLeft: 6 }, false],
    ['hold-placed', { daysLeft: null }, false],
    ['hold-placed', { daysLeft: -2 }, true],
    ['hold-cleared', { daysLeft: 5 }, true],
    ['hold-cleared', { daysLeft: 6 }, false],
    ['lfd-soon', { daysLeft: 2, isReady: false }, true],
    ['lfd-soon', { daysLeft: 2, isReady: true }, false],
    ['lfd-soon', { daysLeft: 1, isReady: true }, true],
  ] as const)('%s with %o pops up at once: %s', (kind, more, isNow) => {
    const answer = plan([alert(kind, { facts: more })])
    expect([answer.popUps.length, answer.nextAtMs]).toEqual(isNow ? [1, null] : [0, at('16:00')])
  })
})

describe('alerts that share a pop-up', () => {
  test('ready containers of one place share a pop-up 15 minutes after the first one', () => {
    const [first, second, elsewhere] = [
      alert('ready'),
      alert('ready', { dueMs: NOON + 14 * MINUTE }),
      alert('ready', { place: 'Pier 300', dueMs: NOON + 10 * MINUTE }),
    ]
    expect(plan([first])).toMatchObject({ popUps: [], nextAtMs: NOON + 15 * MINUTE })
    const answer = plan([first, second, elsewhere], { nowMs: NOON + 15 * MINUTE })
    expect([answer.popUps.map((popUp) => popUp.keys), answer.nextAtMs]).toEqual([
      [keys(first, second)],
      NOON + 25 * MINUTE,
    ])
  })
  test('documents of every outcome share a pop-up five minutes after the first one', () => {
    const waiting = [
      alert('document-read'),
      alert('document-failed', { dueMs: NOON + MINUTE }),
      alert('document-unlinked', { dueMs: NOON + 2 * MINUTE }),
    ]
    const options = { channel: { 'document-read': 'popup' } as const }
    expect(plan(waiting, { ...options, nowMs: NOON + 5 * MINUTE - 1 }).popUps).toEqual([])
    expect(shapes(plan(waiting, { ...options, nowMs: NOON + 5 * MINUTE }))).toEqual([['group', 3]])
  })
  test('tracking requests that failed share a pop-up after five minutes', () => {
    expect(plan([alert('request-failed')]).nextAtMs).toBe(NOON + 5 * MINUTE)
    expect(shapes(plan([alert('request-failed'), alert('request-failed')], { nowMs: NOON + 5 * MINUTE }))).toEqual([
      ['group', 2],
    ])
  })
  test('shipments of one voyage share a pop-up, and another voyage has its own', () => {
    const other = alert('arrival-moved', { facts: { voyage: '124W' } })
    const answer = plan([alert('arrival-moved'), other, alert('arrival-moved')], {
      channel: { 'arrival-moved': 'popup' },
      nowMs: NOON + 5 * MINUTE,
    })
    expect(shapes(answer)).toEqual([
      ['group', 2],
      ['group', 1],
    ])
  })
  test('past last free days share one pop-up and those of today another, at any terminal', () => {
    const answer = plan([
      alert('lfd-past'),
      alert('lfd-past', { place: 'Pier 300' }),
      alert('lfd-today'),
      alert('lfd-today', { place: null }),
    ])
    expect(shapes(answer)).toEqual([
      ['group', 2],
      ['group', 2],
    ])
  })
  test('more than five pop-ups at once become one summary, but more than five alerts of one kind remain a group', () => {
    const five = [
      alert('lfd-past'),
      alert('lfd-today'),
      alert('fee-posted'),
      alert('lfd-earlier'),
      alert('hold-placed'),
    ]
    expect(shapes(plan(five)).length).toBe(5)
    expect(shapes(plan([...five, alert('lfd-today')]))).toEqual([['overflow', 6]])
    expect(shapes(plan(Array.from({ length: 9 }, () => alert('lfd-today'))))).toEqual([['group', 9]])
  })
  test('different alerts of the very first evaluation become one summary, and a single alert remains a group', () => {
    expect(shapes(plan([alert('lfd-past'), alert('lfd-today'), alert('lfd-soon')], { isFirst: true }))).toEqual([
      ['overflow', 3],
    ])
    expect(shapes(plan([alert('lfd-past')], { isFirst: true }))).toEqual([['group', 1]])
  })
})

describe('with at most six pop-ups an hour', () => {
  // The preset "everything" has no daily limit, so only the hourly limit applies.
  const planEverything = (waiting: WaitingAlert[], options: PlanOptions) =>
    plan(waiting, { ...options, rules: { preset: 'everything' } })
  const times = (n: number) => Array.from({ length: n }, (_, i) => NOON - HOUR + (i + 1) * MINUTE)
  test('alerts above the limit wait until the hour allows another pop-up, which is one summary', () => {
    const waiting = [alert('fee-posted'), alert('lfd-today'), alert('lfd-earlier')]
    expect(planEverything(waiting, { recentMs: times(6) })).toEqual({ popUps: [], silent: [], nextAtMs: NOON + MINUTE })
    expect(planEverything(waiting, { recentMs: times(6), nowMs: NOON + MINUTE }).popUps).toMatchObject([
      { shape: 'overflow', keys: keys(...waiting) },
    ])
  })
  test('the most severe alerts get the remaining pop-ups, and the last one is the summary', () => {
    const [fee, today] = [alert('fee-posted'), alert('lfd-today')]
    const answer = planEverything([fee, alert('hold-placed'), today], { recentMs: times(4) })
    expect(answer.popUps.map(({ shape, keys: own }) => [shape, own.includes(today.key)])).toEqual([
      ['group', true],
      ['overflow', false],
    ])
  })
  test('pop-ups that are older than an hour or have a time in the future do not count', () => {
    expect(shapes(planEverything([alert('fee-posted')], { recentMs: [...times(4), NOON - HOUR] }))).toEqual([
      ['group', 1],
    ])
    expect(
      shapes(planEverything([alert('fee-posted')], { recentMs: Array.from({ length: 6 }, () => NOON + 24 * HOUR) })),
    ).toEqual([['group', 1]])
  })
  test('the last pop-up of the hour is reserved for the most urgent alerts', () => {
    const [fee, today] = [alert('fee-posted'), alert('lfd-today')]
    expect(planEverything([fee], { recentMs: times(5) })).toEqual({ popUps: [], silent: [], nextAtMs: NOON + MINUTE })
    expect(planEverything([fee, today], { recentMs: times(5) }).popUps).toMatchObject([{ keys: keys(fee, today) }])
    expect(shapes(planEverything([fee, alert('hold-placed')], { recentMs: times(4) }))).toEqual([['overflow', 2]])
  })
  test('a look-ahead waits for other alerts, and a summary never includes it', () => {
    const waiting = [alert('look-ahead', { containerId: null }), alert('fee-posted'), alert('lfd-today')]
    expect(shapes(planEverything(waiting, { recentMs: times(4) }))).toEqual([
      ['overflow', 2],
      ['look-ahead', 1],
    ])
    const answer = planEverything(waiting, { recentMs: times(5) })
    expect([shapes(answer), answer.nextAtMs]).toEqual([[['overflow', 2]], NOON + MINUTE])
  })
  test('no hour has more than six pop-ups, and each of 400 alerts is shown exactly once', () => {
    const kinds = Object.keys(facts) as AlertKind[]
    const all = Array.from({ length: 400 }, (_, i) =>
      alert(kinds[(i * 7) % kinds.length]!, { dueMs: at('00:00') + i * 4 * MINUTE, place: `Pier ${i % 5}` }),
    )
    const shownMs: number[] = []
    const showings = new Map<string, number>()
    for (let now = at('00:00'); now <= at('00:00', '2026-11-21'); now += MINUTE) {
      const answer = planEverything(
        all.filter(({ key, dueMs }) => dueMs <= now && !showings.has(key)),
        { nowMs: now, recentMs: shownMs, isFirst: shownMs.length === 0 },
      )
      for (const { keys: own } of answer.popUps) {
        shownMs.push(now)
        for (const key of own) showings.set(key, (showings.get(key) ?? 0) + 1)
      }
    }
    expect(
      shownMs.filter((first) => shownMs.filter((other) => other >= first && other < first + HOUR).length > 6),
    ).toEqual([])
    expect([showings.size, Math.max(...showings.values())]).toEqual([400, 1])
  })
})

describe('over a day', () => {
  const earlyTimes = (n: number) => Array.from({ length: n }, (_, i) => at('06:30') + i * MINUTE)
  test('six pop-ups are shown at once; later, alerts without costs today become a summary every 90 minutes', () => {
    const waiting = [alert('fee-posted'), alert('hold-placed'), alert('lfd-earlier')]
    expect(shapes(plan(waiting, { recentMs: earlyTimes(3) }))).toEqual([
      ['group', 1],
      ['group', 1],
      ['group', 1],
    ])
    expect(shapes(plan(waiting, { recentMs: earlyTimes(4) }))).toEqual([['overflow', 3]])
    expect(plan(waiting, { recentMs: [...earlyTimes(6), NOON - HOUR] })).toEqual({
      popUps: [],
      silent: [],
      nextAtMs: NOON + HOUR / 2,
    })
    expect(shapes(plan(waiting, { recentMs: [...earlyTimes(6), NOON - HOUR], nowMs: NOON + HOUR / 2 }))).toEqual([
      ['overflow', 3],
    ])
  })
  test('alerts about costs today and look-aheads do not wait for the daily limit', () => {
    const [today, ahead] = [alert('lfd-today'), alert('look-ahead', { containerId: null })]
    expect(
      plan([today, ahead, alert('fee-posted')], { recentMs: [...earlyTimes(6), NOON - HOUR] })
        .popUps.flatMap(({ keys: own }) => own)
        .toSorted(),
    ).toEqual([today.key, ahead.key].toSorted())
  })
  test('pop-ups of the day before do not count', () =>
    expect(shapes(plan([alert('fee-posted')], { recentMs: earlyTimes(9).map((ms) => ms - 24 * HOUR) }))).toEqual([
      ['group', 1],
    ]))
})

describe('in quiet hours', () => {
  const night = at('23:00')
  const morning = at('06:30', '2026-11-19')
  const eveningAlert = (kind: AlertKind, clock = '22:00') => alert(kind, { dueMs: at(clock) })
  test('no pop-up is shown, and the waiting alerts become one pop-up when quiet hours end', () => {
    const waiting = [eveningAlert('lfd-earlier'), eveningAlert('fee-posted'), eveningAlert('ready')]
    expect(plan(waiting, { nowMs: night })).toEqual({ popUps: [], silent: [], nextAtMs: morning })
    expect(plan(waiting, { nowMs: morning }).popUps).toMatchObject([{ shape: 'overflow', keys: keys(...waiting) }])
    expect(shapes(plan(waiting.slice(1, 2), { nowMs: morning }))).toEqual([['group', 1]])
  })
  test('a computer that wakes after quiet hours shows their alerts together, and newer alerts separately', () => {
    const waiting = [
      eveningAlert('lfd-earlier'),
      eveningAlert('fee-posted'),
      alert('hold-placed', { dueMs: at('09:59', '2026-11-19') }),
    ]
    expect(shapes(plan(waiting, { nowMs: at('10:00', '2026-11-19') }))).toEqual([
      ['overflow', 2],
      ['group', 1],
    ])
  })
  test('the most urgent alerts are shown if the user allows it', () => {
    const waiting = [eveningAlert('lfd-today'), eveningAlert('lfd-earlier')]
    const answer = plan(waiting, { nowMs: night, quiet: { letsUrgentThrough: true } })
    expect([answer.popUps.map((popUp) => popUp.keys), answer.nextAtMs]).toEqual([[keys(waiting[0]!)], morning])
  })
  test('pop-ups are shown as usual if the user switched quiet hours off', () =>
    expect(shapes(plan([eveningAlert('lfd-earlier')], { nowMs: night, quiet: { isOn: false } }))).toEqual([
      ['group', 1],
    ]))
})

describe('muted, snoozed and visible containers', () => {
  test('a muted container never creates a pop-up', () => {
    const one = alert('lfd-today', { isMuted: true })
    expect(plan([one])).toEqual({ popUps: [], silent: [one.key], nextAtMs: null })
  })
  test('a snoozed container creates no pop-up until the snooze ends', () => {
    const one = alert('lfd-today', { snoozedUntilMs: NOON + HOUR })
    expect(plan([one])).toEqual({ popUps: [], silent: [], nextAtMs: NOON + HOUR })
    expect(shapes(plan([one], { nowMs: NOON + HOUR }))).toEqual([['group', 1]])
  })
  test('a container on screen creates no pop-up, and an alert without a container is never on screen', () => {
    const [visible, other] = [
      alert('lfd-earlier', { containerId: 'c1' }),
      alert('request-failed', { containerId: null }),
    ]
    const answer = plan([visible, other], {
      seenMsById: new Map([
        ['c1', NOON],
        ['null', NOON],
      ]),
    })
    expect([answer.silent, answer.popUps, answer.nextAtMs]).toEqual([[visible.key], [], NOON + 5 * MINUTE])
  })
  test('an alert that was raised more than a minute before its container was on screen still creates a pop-up', () => {
    const seen = new Map([['c1', NOON]])
    const popUpCount = (dueMs: number, raisedMs = dueMs) =>
      plan([alert('lfd-today', { containerId: 'c1', dueMs, raisedMs })], { seenMsById: seen }).popUps.length
    expect([popUpCount(NOON - 61_000), popUpCount(NOON - MINUTE), popUpCount(NOON - HOUR, NOON - 1_000)]).toEqual([
      1, 0, 0,
    ])
  })
  test('an alert that is not due yet waits for its time', () =>
    expect(plan([alert('lfd-today', { dueMs: NOON + HOUR })])).toEqual({
      popUps: [],
      silent: [],
      nextAtMs: NOON + HOUR,
    }))
})
