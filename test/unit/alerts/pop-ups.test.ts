// From alerts that wait to pop-ups: every rule, one after the other.
import { describe, expect, test } from 'vitest'
import type { AlertFacts, AlertKind, AlertRules } from '#contract/alerts.ts'
import { type Situation, type Waiting, planPopUps } from '#engine/alerts/pop-ups.ts'
import { presetRules } from '#engine/alerts/rules.ts'
import { clockMs } from '#engine/alerts/quiet.ts'

const ZONE = 'America/Los_Angeles'
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A Wednesday, without quiet hours until the evening. */
const WEDNESDAY = '2026-11-18'
const at = (clock: string, date = WEDNESDAY) => clockMs(date, clock, ZONE)
const NOON = at('12:00')

const lfd = { date: '2026-11-18', daysLeft: 0, holds: [], fees: [], isReady: false }
const hold = { name: 'customs', since: '2026-11-18T18:00:00.000Z', daysLeft: 2 }
const moved = { before: '2026-11-23', after: '2026-11-20', source: 'terminal' as const, daysBefore: 5, daysAfter: 2 }
const facts = {
  'lfd-past': { kind: 'lfd-past', ...lfd, daysLeft: -1 },
  'lfd-today': { kind: 'lfd-today', ...lfd },
  'lfd-soon': { kind: 'lfd-soon', ...lfd, daysLeft: 2 },
  'lfd-earlier': { kind: 'lfd-earlier', ...moved },
  'lfd-later': { kind: 'lfd-later', ...moved },
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
function alert(kind: AlertKind, more: Partial<Omit<Waiting, 'facts'>> & { facts?: object } = {}): Waiting {
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

type Asked = Partial<Omit<Situation, 'rules'>> & {
  rules?: Partial<AlertRules>
  quiet?: Partial<AlertRules['quiet']>
  channel?: Partial<AlertRules['channels']>
}
function plan(waiting: Waiting[], { rules = {}, quiet = {}, channel = {}, ...more }: Asked = {}) {
  const standard = { ...presetRules('standard'), ...rules }
  return planPopUps(waiting, {
    nowMs: NOON,
    zone: ZONE,
    stamps: [],
    seen: new Map(),
    isFirst: false,
    ...more,
    rules: { ...standard, quiet: { ...standard.quiet, ...quiet }, channels: { ...standard.channels, ...channel } },
  })
}
const shapes = (answer: ReturnType<typeof plan>) => answer.popUps.map(({ shape, keys }) => [shape, keys.length])
const keys = (...alerts: Waiting[]) => alerts.map(({ key }) => key).sort()

describe('the channel of a kind', () => {
  test('off: it is in the centre and nowhere else', () => {
    const one = alert('lfd-today')
    expect(plan([one], { channel: { 'lfd-today': 'off' } })).toEqual({ popUps: [], silent: [one.key], nextAtMs: null })
  })
  test('pop-up: now, under an id of 64 letters that depends on nothing but what it tells of', () => {
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
  ])('digest: what came at %s waits until %s', (came, clock, date) => {
    const one = alert('lfd-later', { dueMs: at(came) })
    const digest = at(clock, date)
    expect(plan([one], { nowMs: digest - 1 })).toEqual({ popUps: [], silent: [], nextAtMs: digest })
    expect(shapes(plan([one], { nowMs: digest }))).toEqual([['digest', 1]])
  })
  test('digest: all of it is one pop-up, what came after it waits for the next, and an empty one is none', () => {
    const waiting = [
      alert('lfd-later', { dueMs: at('09:00') }),
      alert('hold-expected', { dueMs: at('15:59') }),
      alert('lfd-later', { dueMs: at('16:01') }),
    ]
    const answer = plan(waiting, { nowMs: at('16:05') })
    expect([shapes(answer), answer.nextAtMs]).toEqual([[['digest', 2]], at('08:02', '2026-11-19')])
    expect(plan([], { nowMs: at('16:05') })).toEqual({ popUps: [], silent: [], nextAtMs: null })
  })
  test('digest: a step that is due when the day starts is in that of the morning, found a minute late or not', () => {
    const step = alert('lfd-soon', { dueMs: at('08:00'), raisedMs: at('08:01'), facts: { daysLeft: 1 } })
    const calm = { channel: { 'lfd-soon': 'digest' } as const }
    expect(plan([step], { ...calm, nowMs: at('08:01') })).toEqual({ popUps: [], silent: [], nextAtMs: at('08:02') })
    expect(shapes(plan([step], { ...calm, nowMs: at('08:02') }))).toEqual([['digest', 1]])
  })
  test('digest: at the start of the user’s own day, and never in quiet hours', () => {
    expect(plan([alert('lfd-later')], { nowMs: at('17:00'), rules: { dayStart: '17:30' } }).nextAtMs).toBeNull()
    expect(
      plan([alert('lfd-later', { dueMs: at('16:30') })], { nowMs: at('17:00'), rules: { dayStart: '17:30' } }).nextAtMs,
    ).toBe(at('17:32'))
    // From Friday 16:30 over the weekend, and not at its end but when the day starts.
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

describe('what is told together', () => {
  test('containers that became ready at one place wait fifteen minutes from the first for others', () => {
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
  test('documents of every outcome wait five minutes for one another', () => {
    const waiting = [
      alert('document-read'),
      alert('document-failed', { dueMs: NOON + MINUTE }),
      alert('document-unlinked', { dueMs: NOON + 2 * MINUTE }),
    ]
    const asked = { channel: { 'document-read': 'popup' } as const }
    expect(plan(waiting, { ...asked, nowMs: NOON + 5 * MINUTE - 1 }).popUps).toEqual([])
    expect(shapes(plan(waiting, { ...asked, nowMs: NOON + 5 * MINUTE }))).toEqual([['group', 3]])
  })
  test('numbers that could not be tracked wait five minutes', () => {
    expect(plan([alert('request-failed')]).nextAtMs).toBe(NOON + 5 * MINUTE)
    expect(shapes(plan([alert('request-failed'), alert('request-failed')], { nowMs: NOON + 5 * MINUTE }))).toEqual([
      ['group', 2],
    ])
  })
  test('shipments of one voyage are one, those of another are another', () => {
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
  test('last free days of one moment are one for those that are past and one for today, wherever the containers are', () => {
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
  test('more than five at once are one summary, and more than five of one kind are still a group that names them', () => {
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
  test('what the very first look found is one summary', () => {
    expect(shapes(plan([alert('lfd-past'), alert('lfd-today'), alert('lfd-soon')], { isFirst: true }))).toEqual([
      ['overflow', 3],
    ])
    expect(shapes(plan([alert('lfd-past')], { isFirst: true }))).toEqual([['group', 1]])
  })
})

describe('at most six an hour', () => {
  // Who wants to hear everything hears it as it comes.
  const asItComes = (waiting: Waiting[], asked: Asked) => plan(waiting, { ...asked, rules: { preset: 'everything' } })
  const stamps = (n: number) => Array.from({ length: n }, (_, i) => NOON - HOUR + (i + 1) * MINUTE)
  test('what is over waits for the hour to allow it, then goes as one summary', () => {
    const waiting = [alert('fee-posted'), alert('lfd-today'), alert('lfd-earlier')]
    expect(asItComes(waiting, { stamps: stamps(6) })).toEqual({ popUps: [], silent: [], nextAtMs: NOON + MINUTE })
    expect(asItComes(waiting, { stamps: stamps(6), nowMs: NOON + MINUTE }).popUps).toMatchObject([
      { shape: 'overflow', keys: keys(...waiting) },
    ])
  })
  test('the most severe have the places that are left, and the summary has the last of them', () => {
    const [fee, today] = [alert('fee-posted'), alert('lfd-today')]
    const answer = asItComes([fee, alert('hold-placed'), today], { stamps: stamps(4) })
    expect(answer.popUps.map(({ shape, keys: own }) => [shape, own.includes(today.key)])).toEqual([
      ['group', true],
      ['overflow', false],
    ])
  })
  test('what was longer ago does not count, nor what the clock says is still to come', () => {
    expect(shapes(asItComes([alert('fee-posted')], { stamps: [...stamps(4), NOON - HOUR] }))).toEqual([['group', 1]])
    expect(
      shapes(asItComes([alert('fee-posted')], { stamps: Array.from({ length: 6 }, () => NOON + 24 * HOUR) })),
    ).toEqual([['group', 1]])
  })
  test('the last place is kept for what is most urgent', () => {
    const [fee, today] = [alert('fee-posted'), alert('lfd-today')]
    expect(asItComes([fee], { stamps: stamps(5) })).toEqual({ popUps: [], silent: [], nextAtMs: NOON + MINUTE })
    expect(asItComes([fee, today], { stamps: stamps(5) }).popUps).toMatchObject([{ keys: keys(fee, today) }])
    expect(shapes(asItComes([fee, alert('hold-placed')], { stamps: stamps(4) }))).toEqual([['overflow', 2]])
  })
  test('what lies ahead gives way, and is never a number in a sum', () => {
    const waiting = [alert('look-ahead', { containerId: null }), alert('fee-posted'), alert('lfd-today')]
    expect(shapes(asItComes(waiting, { stamps: stamps(4) }))).toEqual([
      ['overflow', 2],
      ['look-ahead', 1],
    ])
    const answer = asItComes(waiting, { stamps: stamps(5) })
    expect([shapes(answer), answer.nextAtMs]).toEqual([[['overflow', 2]], NOON + MINUTE])
  })
  test('no day of any kind has an hour with seven, and nothing of it is lost', () => {
    const kinds = Object.keys(facts) as AlertKind[]
    const all = Array.from({ length: 400 }, (_, i) =>
      alert(kinds[(i * 7) % kinds.length]!, { dueMs: at('00:00') + i * 4 * MINUTE, place: `Pier ${i % 5}` }),
    )
    const made: number[] = []
    const told = new Map<string, number>()
    for (let now = at('00:00'); now <= at('00:00', '2026-11-21'); now += MINUTE) {
      const answer = asItComes(
        all.filter(({ key, dueMs }) => dueMs <= now && !told.has(key)),
        { nowMs: now, stamps: made, isFirst: made.length === 0 },
      )
      for (const { keys: own } of answer.popUps) {
        made.push(now)
        for (const key of own) told.set(key, (told.get(key) ?? 0) + 1)
      }
    }
    expect(made.filter((first) => made.filter((other) => other >= first && other < first + HOUR).length > 6)).toEqual(
      [],
    )
    expect([told.size, Math.max(...told.values())]).toEqual([400, 1])
  })
})

describe('over a day', () => {
  const early = (n: number) => Array.from({ length: n }, (_, i) => at('06:30') + i * MINUTE)
  test('six come as they come, and then what costs nothing today is a summary every ninety minutes', () => {
    const waiting = [alert('fee-posted'), alert('hold-placed'), alert('lfd-earlier')]
    expect(shapes(plan(waiting, { stamps: early(3) }))).toEqual([
      ['group', 1],
      ['group', 1],
      ['group', 1],
    ])
    expect(shapes(plan(waiting, { stamps: early(4) }))).toEqual([['overflow', 3]])
    expect(plan(waiting, { stamps: [...early(6), NOON - HOUR] })).toEqual({
      popUps: [],
      silent: [],
      nextAtMs: NOON + HOUR / 2,
    })
    expect(shapes(plan(waiting, { stamps: [...early(6), NOON - HOUR], nowMs: NOON + HOUR / 2 }))).toEqual([
      ['overflow', 3],
    ])
  })
  test('what costs money today, and what lies ahead, wait for none of it', () => {
    const [today, ahead] = [alert('lfd-today'), alert('look-ahead', { containerId: null })]
    expect(
      plan([today, ahead, alert('fee-posted')], { stamps: [...early(6), NOON - HOUR] })
        .popUps.flatMap(({ keys: own }) => own)
        .toSorted(),
    ).toEqual([today.key, ahead.key].toSorted())
  })
  test('the day before is another day', () => {
    expect(shapes(plan([alert('fee-posted')], { stamps: early(9).map((ms) => ms - 24 * HOUR) }))).toEqual([
      ['group', 1],
    ])
  })
})

describe('in quiet hours', () => {
  const night = at('23:00')
  const morning = at('06:30', '2026-11-19')
  const came = (kind: AlertKind, clock = '22:00') => alert(kind, { dueMs: at(clock) })
  test('nothing pops up, and at their end what is still there goes out together', () => {
    const waiting = [came('lfd-earlier'), came('fee-posted'), came('ready')]
    expect(plan(waiting, { nowMs: night })).toEqual({ popUps: [], silent: [], nextAtMs: morning })
    expect(plan(waiting, { nowMs: morning }).popUps).toMatchObject([{ shape: 'overflow', keys: keys(...waiting) }])
    expect(shapes(plan(waiting.slice(1, 2), { nowMs: morning }))).toEqual([['group', 1]])
  })
  test('a computer that woke later tells it together all the same, apart from what came since', () => {
    const waiting = [
      came('lfd-earlier'),
      came('fee-posted'),
      alert('hold-placed', { dueMs: at('09:59', '2026-11-19') }),
    ]
    expect(shapes(plan(waiting, { nowMs: at('10:00', '2026-11-19') }))).toEqual([
      ['overflow', 2],
      ['group', 1],
    ])
  })
  test('the most urgent comes through where the user lets it', () => {
    const waiting = [came('lfd-today'), came('lfd-earlier')]
    const answer = plan(waiting, { nowMs: night, quiet: { letsUrgentThrough: true } })
    expect([answer.popUps.map((popUp) => popUp.keys), answer.nextAtMs]).toEqual([[keys(waiting[0]!)], morning])
  })
  test('are none where they are switched off', () => {
    expect(shapes(plan([came('lfd-earlier')], { nowMs: night, quiet: { isOn: false } }))).toEqual([['group', 1]])
  })
})

describe('what the user said or sees', () => {
  test('a muted container raises none, for good', () => {
    const one = alert('lfd-today', { isMuted: true })
    expect(plan([one])).toEqual({ popUps: [], silent: [one.key], nextAtMs: null })
  })
  test('a snoozed one raises none until that is over', () => {
    const one = alert('lfd-today', { snoozedUntilMs: NOON + HOUR })
    expect(plan([one])).toEqual({ popUps: [], silent: [], nextAtMs: NOON + HOUR })
    expect(shapes(plan([one], { nowMs: NOON + HOUR }))).toEqual([['group', 1]])
  })
  test('a container on screen is told by that, and a shipment of the same id is none', () => {
    const [seen, other] = [alert('lfd-earlier', { containerId: 'box' }), alert('request-failed', { containerId: null })]
    const answer = plan([seen, other], {
      seen: new Map([
        ['box', NOON],
        ['null', NOON],
      ]),
    })
    expect([answer.silent, answer.popUps, answer.nextAtMs]).toEqual([[seen.key], [], NOON + 5 * MINUTE])
  })
  test('what was raised more than a minute before its container was on screen is still told', () => {
    const seen = new Map([['box', NOON]])
    const told = (dueMs: number, raisedMs = dueMs) =>
      plan([alert('lfd-today', { containerId: 'box', dueMs, raisedMs })], { seen }).popUps.length
    expect([told(NOON - 61_000), told(NOON - MINUTE), told(NOON - HOUR, NOON - 1_000)]).toEqual([1, 0, 0])
  })
  test('what is not due yet waits for its time', () => {
    expect(plan([alert('lfd-today', { dueMs: NOON + HOUR })])).toEqual({
      popUps: [],
      silent: [],
      nextAtMs: NOON + HOUR,
    })
  })
})
