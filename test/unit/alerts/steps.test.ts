// The steps before and after a last free day: which are due, and what happens to their rows.
import { describe, expect, test } from 'vitest'
import { type StepRow, type Steps, planSteps, computeSteps, getTodayAt } from '#engine/alerts/steps.ts'
import { createTrustedClock } from '#engine/mirror/trusted.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { startMirror } from '#support/mirror.ts'

const LA = 'America/Los_Angeles'
const rules = { leadDays: 2, dayStart: '08:00', homeZone: LA }
const ms = (at: string) => Date.parse(at)
const deadline = (over: Partial<Parameters<typeof computeSteps>[0]> = {}) => ({
  date: '2026-11-20',
  zone: LA,
  isRunning: true,
  ...over,
})
const names = ({ due }: Steps) => due.map(({ name }) => name)

describe('steps that are due', () => {
  test.each<[string, string, string[], string | null]>([
    ['are none ten days before', '2026-11-10T20:00:00Z', [], '2026-11-18T16:00:00Z'],
    ['are none a minute before the first', '2026-11-18T15:59:00Z', [], '2026-11-18T16:00:00Z'],
    ['begin exactly at the first step', '2026-11-18T16:00:00Z', ['T2'], '2026-11-19T16:00:00Z'],
    ['are all three on the last free day', '2026-11-20T16:00:00Z', ['T2', 'T1', 'T0'], '2026-11-21T16:00:00Z'],
    [
      'are still those of the last free day in the following night',
      '2026-11-21T09:00:00Z',
      ['T2', 'T1', 'T0'],
      '2026-11-21T16:00:00Z',
    ],
    ['include the day after', '2026-11-21T16:00:00Z', ['T2', 'T1', 'T0', 'OVER:2026-11-21'], '2026-11-22T16:00:00Z'],
    [
      'include only the newest of the days past',
      '2026-11-25T20:00:00Z',
      ['T2', 'T1', 'T0', 'OVER:2026-11-25'],
      '2026-11-26T16:00:00Z',
    ],
    ['end with the fourteenth day past', '2026-12-04T20:00:00Z', ['T2', 'T1', 'T0', 'OVER:2026-12-04'], null],
    ['are none after the fourteenth day past, when the container has probably left', '2026-12-05T20:00:00Z', [], null],
    ['are none a year later', '2027-11-20T20:00:00Z', [], null],
  ])('%s', (_, now, due, next) => {
    const steps = computeSteps(deadline(), rules, ms(now))
    expect([names(steps), steps.nextMs === null ? null : new Date(steps.nextMs).toISOString()]).toEqual([
      due,
      next === null ? null : new Date(next).toISOString(),
    ])
  })

  test('are none if the date is past before discharge, which is a conflict of data', () => {
    expect(names(computeSteps(deadline({ isRunning: false }), rules, ms('2026-11-21T20:00:00Z')))).toEqual([])
    expect(names(computeSteps(deadline({ isRunning: false }), rules, ms('2026-11-20T20:00:00Z')))).toEqual([
      'T2',
      'T1',
      'T0',
    ])
  })

  test('begin as many days before as the user set', () => {
    expect(names(computeSteps(deadline(), { ...rules, leadDays: 1 }, ms('2026-11-19T20:00:00Z')))).toEqual(['T1'])
    expect(names(computeSteps(deadline(), { ...rules, leadDays: 7 }, ms('2026-11-15T20:00:00Z')))).toEqual([
      'T7',
      'T6',
      'T5',
    ])
  })

  test('use the user’s zone if the zone of the place is unknown', () => {
    const at = ms('2026-11-20T16:00:00Z')
    expect(computeSteps(deadline({ zone: null }), rules, at)).toEqual(computeSteps(deadline(), rules, at))
    expect(computeSteps(deadline({ zone: 'Mars/Olympus' }), rules, at)).toEqual(computeSteps(deadline(), rules, at))
  })

  test('are due at the right hour across a change of daylight saving time', () => {
    const due = (date: string) => computeSteps(deadline({ date }), rules, ms('2026-10-01T00:00:00Z')).nextMs
    expect([due('2026-11-02'), due('2026-11-04')]).toEqual([ms('2026-10-31T15:00:00Z'), ms('2026-11-02T16:00:00Z')])
  })
})

describe('the rows of a container', () => {
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
  /** A row of the days before. */
  const earlier = (name: 'T2' | 'T1', over: Partial<StepRow> = {}) => {
    const day = name === 'T2' ? '2026-11-18' : '2026-11-19'
    return row(name, { dueMs: ms(`${day}T16:00:00Z`), raisedMs: ms(`${day}T16:00:30Z`), ...over })
  }
  type At = { now?: string; date?: string | null; dayStart?: string }
  const plan = (rows: StepRow[], { now = NOW, date = '2026-11-20', dayStart = '08:00' }: At = {}) => {
    const { due } = date === null ? { due: [] } : computeSteps(deadline({ date }), { ...rules, dayStart }, ms(now))
    const short = (key: string) => key.replace('lfd:c1:', '')
    const planned = planSteps(
      { containerId: 'c1', date, due, nowMs: ms(now), getDay: (at) => getTodayAt(LA, rules, at) },
      rows,
    )
    return {
      insert: planned.insert.map(({ key, state }) => `${short(key)} ${state}`),
      revive: planned.revive.map(({ key, state }) => `${short(key)} ${state}`),
      silence: planned.silence.map(short),
      inhibit: planned.inhibit.map(short),
      cancel: planned.cancel.map(short),
    }
  }
  const NO_CHANGES = { insert: [], revive: [], silence: [], inhibit: [], cancel: [] }

  test('only the most urgent of several missed steps waits to be shown', () =>
    expect(plan([])).toEqual({
      ...NO_CHANGES,
      insert: ['2026-11-20:T2 INHIBITED', '2026-11-20:T1 INHIBITED', '2026-11-20:T0 PENDING'],
    }))
  test('steps before the due one get no row for a new container, and none later either', () => {
    const { due } = computeSteps(deadline(), rules, ms(NOW))
    const planned = planSteps(
      {
        containerId: 'c1',
        date: '2026-11-20',
        due,
        nowMs: ms(NOW),
        getDay: (at) => getTodayAt(LA, rules, at),
        isNew: true,
      },
      [],
    )
    expect(planned.insert.map(({ key }) => key)).toEqual(['lfd:c1:2026-11-20:T0'])
    expect(plan([row('T0', { state: 'SHOWN' })])).toEqual(NO_CHANGES)
  })
  test.each(['PENDING', 'SHOWING', 'SHOWN', 'SILENT'] as const)('a newer step replaces one that is %s', (state) =>
    expect(plan([earlier('T1', { state })])).toEqual({
      ...NO_CHANGES,
      insert: ['2026-11-20:T0 PENDING'],
      inhibit: ['2026-11-20:T1'],
    }),
  )
  test('a step that the user marked as done stays done, and the newer one is open', () =>
    expect(plan([earlier('T1', { state: 'SHOWN', isDone: true })])).toEqual({
      ...NO_CHANGES,
      insert: ['2026-11-20:T0 PENDING'],
    }))
  test('all open rows of an earlier version but the newest are closed, also while no step is due', () => {
    const open = (name: string, day: string) =>
      row(name, { state: 'SHOWN', dueMs: ms(`${day}T16:00:00Z`), raisedMs: ms(`${day}T16:00:30Z`) })
    const rows = [
      open('T1', '2026-11-19'),
      open('T0', '2026-11-20'),
      open('OVER:2026-11-21', '2026-11-21'),
      open('OVER:2026-11-22', '2026-11-22'),
    ]
    const others = ['2026-11-20:T1', '2026-11-20:T0', '2026-11-20:OVER:2026-11-21']
    expect(plan(rows, { now: '2026-11-22T20:00:00Z' }), 'it is due').toEqual({ ...NO_CHANGES, inhibit: others })
    expect(plan(rows, { now: '2026-12-20T20:00:00Z' }), 'no step is due').toEqual({ ...NO_CHANGES, inhibit: others })
  })
  test('rows that exist are not changed again', () =>
    expect(plan([earlier('T2', { state: 'INHIBITED' }), earlier('T1', { state: 'INHIBITED' }), row('T0')])).toEqual(
      NO_CHANGES,
    ))
  test('a later start of the day reopens no earlier step, also after the user marked the newer one as done', () => {
    for (const isDone of [false, true]) {
      const rows = [earlier('T1', { state: 'INHIBITED', announcedMs: ms(NOW) }), row('T0', { state: 'SHOWN', isDone })]
      expect(plan(rows, { dayStart: '12:00' }), String(isDone)).toEqual(NO_CHANGES)
    }
  })
  test('open rows are withdrawn when the container is picked up, except those that the user marked as done', () => {
    const rows = [
      row('T2', { state: 'INHIBITED' }),
      row('T1', { state: 'SHOWN' }),
      row('T0'),
      row('T3', { state: 'SILENT' }),
      row('T4', { state: 'SHOWN', isDone: true }),
    ]
    expect(plan(rows, { date: null })).toEqual({
      ...NO_CHANGES,
      cancel: ['2026-11-20:T1', '2026-11-20:T0', '2026-11-20:T3'],
    })
  })
  test('rows of an earlier date are withdrawn', () =>
    expect(plan([row('T1', { date: '2026-11-21', state: 'SHOWN' })], { date: '2026-11-27' })).toEqual({
      ...NO_CHANGES,
      cancel: ['2026-11-21:T1'],
    }))
  test('a date that returns is shown again only if it was never announced', () => {
    const others = [row('T2', { state: 'INHIBITED' }), row('T1', { state: 'INHIBITED' })]
    expect(plan([...others, row('T0', { state: 'CANCELLED', announcedMs: ms('2026-11-20T16:01:00Z') })])).toEqual({
      ...NO_CHANGES,
      revive: ['2026-11-20:T0 SHOWN'],
    })
    expect(plan([...others, row('T0', { state: 'CANCELLED' })])).toEqual({
      ...NO_CHANGES,
      revive: ['2026-11-20:T0 PENDING'],
    })
  })
  test('a row raised by a clock that was ahead is withdrawn, and shown when it is due', () => {
    const raisedEarly = {
      raisedMs: ms('2026-11-21T17:00:00Z'),
      announcedMs: ms('2026-11-21T17:01:00Z'),
      dueMs: ms('2026-11-21T16:00:00Z'),
    }
    const others = [
      earlier('T2', { state: 'INHIBITED' }),
      earlier('T1', { state: 'INHIBITED' }),
      row('T0', { state: 'INHIBITED', raisedMs: ms('2026-11-20T16:00:30Z') }),
    ]
    const reopened = (announcedMs: number | null) => others.map((other) => ({ ...other, announcedMs }))
    expect(plan([...others, row('OVER:2026-11-21', { ...raisedEarly, state: 'SHOWN' })])).toEqual({
      ...NO_CHANGES,
      revive: ['2026-11-20:T0 PENDING'],
      cancel: ['2026-11-20:OVER:2026-11-21'],
    })
    const announced = reopened(ms('2026-11-20T16:01:00Z'))
    expect(
      plan([...announced, row('OVER:2026-11-21', { ...raisedEarly, state: 'SHOWN' })]).revive,
      'no second pop-up',
    ).toEqual(['2026-11-20:T0 SHOWN'])
    const later = row('OVER:2026-11-21', {
      ...raisedEarly,
      announcedMs: ms('2026-11-20T16:01:00Z'),
      raisedMs: ms('2026-11-20T16:01:00Z'),
      state: 'CANCELLED',
    })
    expect(plan([...others, later], { now: '2026-11-21T17:00:00Z' })).toEqual({
      ...NO_CHANGES,
      revive: ['2026-11-20:OVER:2026-11-21 PENDING'],
    })
  })
  test('a row that waits past midnight stays open without a pop-up until the step of the new day', () => {
    const others = [earlier('T2', { state: 'INHIBITED' }), earlier('T1', { state: 'INHIBITED' })]
    expect(plan([...others, row('T0')], { now: '2026-11-21T09:00:00Z' })).toEqual({
      ...NO_CHANGES,
      silence: ['2026-11-20:T0'],
    })
    const silent = row('T0', { state: 'SILENT' })
    expect(plan([...others, silent], { now: '2026-11-21T09:00:00Z' })).toEqual(NO_CHANGES)
    expect(plan([...others, silent], { now: '2026-11-21T16:00:00Z' })).toEqual({
      ...NO_CHANGES,
      insert: ['2026-11-20:OVER:2026-11-21 PENDING'],
      inhibit: ['2026-11-20:T0'],
    })
  })
  test.each([
    ['the last free day', '2026-11-20T10:00:00Z', 'T1'],
    ['the first day past', '2026-11-21T09:00:00Z', 'T0'],
    ['the second day past', '2026-11-22T09:00:00Z', 'OVER:2026-11-21'],
  ])('a container first read in the night of %s has an alert at once, without a pop-up', (_, now, name) =>
    expect(plan([], { now }).insert.filter((line) => !line.endsWith('INHIBITED'))).toEqual([
      `2026-11-20:${name} SILENT`,
    ]),
  )
})

test('trusted time does not follow a computer clock that is set a year ahead', () => {
  const { db, write } = startMirror()
  const clock = createFakeClock(ms('2026-11-18T15:00:00Z'))
  const trusted = createTrustedClock(clock, db, write)
  trusted.onServerTime(ms('2026-11-18T15:00:00Z'), 0)
  clock.setWall(ms('2027-11-18T15:00:00Z'))
  expect(names(computeSteps(deadline(), rules, trusted.nowMs()))).toEqual([])
  clock.sleepMachine(3_600_000)
  expect(names(computeSteps(deadline(), rules, trusted.nowMs()))).toEqual(['T2'])
})
