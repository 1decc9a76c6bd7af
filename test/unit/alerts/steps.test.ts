// Which rows about a last free day stand, as a table: what is due, what there is, what is to become of it.
import { describe, expect, test } from 'vitest'
import { type StepRow, type Steps, planSteps, stepsOf, todayAt } from '#engine/alerts/steps.ts'
import { createTrustedClock } from '#engine/mirror/trusted.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { startMirror } from '#support/mirror.ts'

const LA = 'America/Los_Angeles'
const rules = { leadDays: 2, dayStart: '08:00', homeZone: LA }
const ms = (at: string) => Date.parse(at)
const deadline = (over: Partial<Parameters<typeof stepsOf>[0]> = {}) => ({
  date: '2026-11-20',
  zone: LA,
  isRunning: true,
  ...over,
})
const names = ({ due }: Steps) => due.map(({ name }) => name)

describe('steps that are due', () => {
  test.each<[string, string, string[], string | null]>([
    ['none long before', '2026-11-10T20:00:00Z', [], '2026-11-18T16:00:00Z'],
    ['none a minute before the first', '2026-11-18T15:59:00Z', [], '2026-11-18T16:00:00Z'],
    ['the first, to the second', '2026-11-18T16:00:00Z', ['T2'], '2026-11-19T16:00:00Z'],
    ['all of them on the day', '2026-11-20T16:00:00Z', ['T2', 'T1', 'T0'], '2026-11-21T16:00:00Z'],
    ['none in the night after it: what was due is no longer true', '2026-11-21T09:00:00Z', [], '2026-11-21T16:00:00Z'],
    ['the day after', '2026-11-21T16:00:00Z', ['T2', 'T1', 'T0', 'OVER:2026-11-21'], '2026-11-22T16:00:00Z'],
    [
      'of days past only the newest (D5)',
      '2026-11-25T20:00:00Z',
      ['T2', 'T1', 'T0', 'OVER:2026-11-25'],
      '2026-11-26T16:00:00Z',
    ],
    ['the last of fourteen', '2026-12-04T20:00:00Z', ['T2', 'T1', 'T0', 'OVER:2026-12-04'], null],
    ['none of a box that must have left without anybody noting it', '2026-12-05T20:00:00Z', [], null],
    ['none a year later (D7)', '2027-11-20T20:00:00Z', [], null],
  ])('%s', (_, now, due, next) => {
    const steps = stepsOf(deadline(), rules, ms(now))
    expect([names(steps), steps.nextMs === null ? null : new Date(steps.nextMs).toISOString()]).toEqual([
      due,
      next === null ? null : new Date(next).toISOString(),
    ])
  })

  test('of a date that is past before discharge are none: it is a conflict of data', () => {
    expect(names(stepsOf(deadline({ isRunning: false }), rules, ms('2026-11-21T20:00:00Z')))).toEqual([])
    expect(names(stepsOf(deadline({ isRunning: false }), rules, ms('2026-11-20T20:00:00Z')))).toEqual([
      'T2',
      'T1',
      'T0',
    ])
  })

  test('begin as many days before as the user wants', () => {
    expect(names(stepsOf(deadline(), { ...rules, leadDays: 1 }, ms('2026-11-19T20:00:00Z')))).toEqual(['T1'])
    expect(names(stepsOf(deadline(), { ...rules, leadDays: 7 }, ms('2026-11-15T20:00:00Z')))).toEqual([
      'T7',
      'T6',
      'T5',
    ])
  })

  test('are those of the user’s zone where the place has none that is known (D9)', () => {
    const at = ms('2026-11-20T16:00:00Z')
    expect(stepsOf(deadline({ zone: null }), rules, at)).toEqual(stepsOf(deadline(), rules, at))
    expect(stepsOf(deadline({ zone: 'Mars/Olympus' }), rules, at)).toEqual(stepsOf(deadline(), rules, at))
  })

  test('come neither early nor late over a change of clocks (D8)', () => {
    const due = (date: string) => stepsOf(deadline({ date }), rules, ms('2026-10-01T00:00:00Z')).nextMs
    expect([due('2026-11-02'), due('2026-11-04')]).toEqual([ms('2026-10-31T15:00:00Z'), ms('2026-11-02T16:00:00Z')])
  })
})

describe('rows of a container', () => {
  const NOW = '2026-11-20T17:00:00Z'
  const row = (name: string, over: Partial<StepRow> & { date?: string } = {}): StepRow => ({
    key: `lfd:c1:${over.date ?? '2026-11-20'}:${name}`,
    state: 'PENDING',
    dueMs: ms('2026-11-20T16:00:00Z'),
    raisedMs: ms('2026-11-20T16:00:30Z'),
    announcedMs: null,
    isDone: false,
    ...over,
  })
  const plan = (rows: StepRow[], { now = NOW, date = '2026-11-20' }: { now?: string; date?: string | null } = {}) => {
    const { due } = date === null ? { due: [] } : stepsOf(deadline({ date }), rules, ms(now))
    const short = (key: string) => key.replace('lfd:c1:', '')
    const made = planSteps(
      { containerId: 'c1', date, due, nowMs: ms(now), dayOf: (at) => todayAt(LA, rules, at) },
      rows,
    )
    return {
      insert: made.insert.map(({ key, state }) => `${short(key)} ${state}`),
      revive: made.revive.map(({ key, state }) => `${short(key)} ${state}`),
      inhibit: made.inhibit.map(short),
      cancel: made.cancel.map(short),
    }
  }
  const nothing = { insert: [], revive: [], inhibit: [], cancel: [] }

  test('of several that were missed only the most urgent is to be told (D16)', () => {
    expect(plan([])).toEqual({
      ...nothing,
      insert: ['2026-11-20:T2 INHIBITED', '2026-11-20:T1 INHIBITED', '2026-11-20:T0 PENDING'],
    })
  })
  test('steps long before the one that is due are nothing, of a box met for the first time and after', () => {
    const { due } = stepsOf(deadline(), rules, ms(NOW))
    const made = planSteps(
      {
        containerId: 'c1',
        date: '2026-11-20',
        due,
        nowMs: ms(NOW),
        dayOf: (at) => todayAt(LA, rules, at),
        isNew: true,
      },
      [],
    )
    expect(made.insert.map(({ key }) => key)).toEqual(['lfd:c1:2026-11-20:T0'])
    expect(plan([row('T0', { state: 'SHOWN' })])).toEqual(nothing)
  })
  test('one that waits gives way to a more urgent one; one that was told stays', () => {
    const others = [
      row('T2', { state: 'SHOWN', raisedMs: ms('2026-11-18T16:00:00Z') }),
      row('T1', { raisedMs: ms('2026-11-19T16:00:00Z') }),
    ]
    expect(plan(others)).toEqual({ ...nothing, insert: ['2026-11-20:T0 PENDING'], inhibit: ['2026-11-20:T1'] })
  })
  test('nothing is done twice (D1, D4)', () => {
    expect(plan([row('T2', { state: 'INHIBITED' }), row('T1', { state: 'SHOWN' }), row('T0')])).toEqual(nothing)
  })
  test('all that stand are withdrawn once it is out (D17), but for what the user has done', () => {
    const rows = [
      row('T2', { state: 'INHIBITED' }),
      row('T1', { state: 'SHOWN' }),
      row('T0'),
      row('T3', { state: 'SILENT' }),
      row('T4', { state: 'SHOWN', isDone: true }),
    ]
    expect(plan(rows, { date: null })).toEqual({
      ...nothing,
      cancel: ['2026-11-20:T1', '2026-11-20:T0', '2026-11-20:T3'],
    })
  })
  test('those of a date that is no longer the date are withdrawn', () => {
    expect(plan([row('T1', { date: '2026-11-21', state: 'SHOWN' })], { date: '2026-11-27' })).toEqual({
      ...nothing,
      cancel: ['2026-11-21:T1'],
    })
  })
  test('a date that comes back is not told again (D14), unless nobody was told of it', () => {
    const others = [row('T2', { state: 'INHIBITED' }), row('T1', { state: 'INHIBITED' })]
    expect(plan([...others, row('T0', { state: 'CANCELLED', announcedMs: ms('2026-11-20T16:01:00Z') })])).toEqual({
      ...nothing,
      revive: ['2026-11-20:T0 SHOWN'],
    })
    expect(plan([...others, row('T0', { state: 'CANCELLED' })])).toEqual({
      ...nothing,
      revive: ['2026-11-20:T0 PENDING'],
    })
  })
  test('one raised by a clock that was ahead is withdrawn, and told when it is due (D7)', () => {
    const early = {
      raisedMs: ms('2026-11-21T17:00:00Z'),
      announcedMs: ms('2026-11-21T17:01:00Z'),
      dueMs: ms('2026-11-21T16:00:00Z'),
    }
    const others = [row('T2', { state: 'SHOWN' }), row('T1', { state: 'SHOWN' }), row('T0', { state: 'SHOWN' })]
    expect(plan([...others, row('OVER:2026-11-21', { ...early, state: 'SHOWN' })])).toEqual({
      ...nothing,
      cancel: ['2026-11-20:OVER:2026-11-21'],
    })
    const later = row('OVER:2026-11-21', {
      ...early,
      announcedMs: ms('2026-11-20T16:01:00Z'),
      raisedMs: ms('2026-11-20T16:01:00Z'),
      state: 'CANCELLED',
    })
    expect(plan([...others, later], { now: '2026-11-21T17:00:00Z' })).toEqual({
      ...nothing,
      revive: ['2026-11-20:OVER:2026-11-21 PENDING'],
    })
  })
  test('one held back until the day turned is not told: it would say "today" of yesterday', () => {
    const others = [row('T2', { state: 'SHOWN' }), row('T1', { state: 'SHOWN' })]
    expect(plan([...others, row('T0')], { now: '2026-11-21T09:00:00Z' })).toEqual({
      ...nothing,
      inhibit: ['2026-11-20:T0'],
    })
  })
})

test('the product’s clock does not follow a computer’s that is set a year ahead (D6, D7)', () => {
  const { db, write } = startMirror()
  const clock = createFakeClock(ms('2026-11-18T15:00:00Z'))
  const trusted = createTrustedClock(clock, db, write)
  trusted.onServerTime(ms('2026-11-18T15:00:00Z'), 0)
  clock.setWall(ms('2027-11-18T15:00:00Z'))
  expect(names(stepsOf(deadline(), rules, trusted.nowMs()))).toEqual([])
  clock.sleepMachine(3_600_000)
  expect(names(stepsOf(deadline(), rules, trusted.nowMs()))).toEqual(['T2'])
})
