// Alerts are shown at the right time: by the clock, after a start or sleep, before a quiet period, and after the clock
// was wrong.
import { describe, expect, test } from 'vitest'
import { saveDone, saveRules, saveSnooze } from '#engine/alerts/store.ts'
import { createPresetRules } from '#engine/alerts/rules.ts'
import { setMoment } from '#engine/mirror/containers/moment.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { feeFacts, insertAlert, laterFacts, pastFacts, todayFacts } from '#support/alert-rows.ts'
import {
  type DeliveryWorld,
  NOON,
  DELIVERY_WAIT_MS,
  formatAlertIds,
  startDeliveryWorld,
} from '#support/delivery-world.ts'
import { container } from '#support/mirror.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe('timing', () => {
  test('alerts that arrive one by one wait at most five seconds and then share a pop-up', async () => {
    const world = startDeliveryWorld()
    for (let n = 0; n < 12; n++) {
      world.write((db) => insertAlert(db, world.now(), { key: `fee:${String(n).padStart(2, '0')}`, facts: feeFacts }))
      world.delivery().wake()
      await world.clock.advance(500)
    }
    await world.clock.advance(DELIVERY_WAIT_MS)
    // One pop-up for the first five seconds, and one for the rest.
    expect(world.raised.map(({ alerts }) => alerts.length)).toEqual([10, 2])
  })
  test('alerts that follow within a second become one pop-up', async () => {
    const world = startDeliveryWorld()
    world.write((db) => insertAlert(db, world.now(), { key: 'fee:a', facts: feeFacts }))
    world.delivery().wake()
    await world.clock.advance(900)
    await world.addAlerts({ key: 'fee:b', facts: feeFacts })
    expect(world.raised.map(formatAlertIds)).toEqual(['fee:a fee:b'])
  })
  test('the digest is shown at four and at the start of the next day, and not at all without alerts', async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'a', facts: laterFacts })
    await world.clock.advance(4 * HOUR - 10_000)
    expect(world.raised).toEqual([])
    await world.clock.advance(10_000)
    expect(world.raised.map(({ shape }) => shape)).toEqual(['digest'])
    await world.report(world.raised[0]!.id, 'shown')
    await world.addAlerts({ key: 'b', facts: laterFacts })
    await world.clock.advance(16 * HOUR + 2 * MINUTE)
    expect(world.raised.map(formatAlertIds)).toEqual(['a', 'b'])
    await world.clock.advance(24 * HOUR)
    expect(world.raised.length).toBe(2)
  })
  test('alerts wait for the end of the night during sleep too, and snoozed alerts for the end of their snooze', async () => {
    const world = startDeliveryWorld({ start: '2026-11-19T05:00:00.000Z' })
    await world.change((db) => saveSnooze(db, ['b'], '2026-11-19T17:00:00.000Z'))
    await world.addAlerts(
      { key: 'a', facts: feeFacts },
      { key: 'b', facts: feeFacts },
      { key: 'c', facts: todayFacts, severity: 1 },
    )
    expect([world.raised, world.delivery().getQuietUntil()]).toEqual([[], '2026-11-19T14:30:00.000Z'])
    world.clock.sleepMachine(10 * HOUR)
    world.delivery().wake()
    await world.clock.advance(DELIVERY_WAIT_MS)
    expect([
      world.raised.map(({ shape, alerts }) => [shape, alerts.map(({ id }) => id)]),
      world.delivery().getQuietUntil(),
    ]).toEqual([[['overflow', ['c', 'a']]], null])
    await world.clock.advance(2 * HOUR)
    expect(world.raised.map(formatAlertIds)).toEqual(['c a', 'b'])
  })
  test('an hour has at most six pop-ups, the last one for the most urgent alerts; a later one has the rest', async () => {
    const world = startDeliveryWorld()
    await world.change((db) => saveRules(db, createPresetRules('everything')))
    for (let n = 0; n < 9; n++) await world.addAlerts({ key: `fee:${n}`, facts: feeFacts })
    expect(world.raised.length).toBe(5)
    await world.addAlerts({ key: 'today', severity: 1, facts: todayFacts })
    expect(world.raised.at(-1)!.alerts.map(({ id }) => id)).toContain('today')
    await world.addAlerts({ key: 'past', severity: 1, facts: pastFacts })
    expect(world.raised.length).toBe(6)
    await world.clock.advance(HOUR)
    expect(world.raised.map(({ alerts }) => alerts.length)).toEqual([1, 1, 1, 1, 1, 5, 1])
  })
  test('the first alerts of an account become one summary that names the most urgent ones', async () => {
    const world = startDeliveryWorld({ isFirst: true })
    await world.addAlerts(
      { key: 'a', facts: todayFacts, severity: 1 },
      { key: 'b', facts: pastFacts, severity: 1 },
      { key: 'c', facts: feeFacts },
    )
    expect(world.raised.map(({ shape, alerts }) => [shape, alerts.length])).toEqual([['overflow', 3]])
  })
})

describe('after a start or sleep', () => {
  test('stored alerts are shown only after they were compared with the current data', async () => {
    const world = startDeliveryWorld({ isUnevaluated: true })
    await world.addAlerts({ key: 'yesterday', severity: 1, facts: todayFacts })
    expect(world.raised).toEqual([])
    await world.change((db) => db.run(`UPDATE alert SET state = 'CANCELLED'`))
    await world.addAlerts({ key: 'today', severity: 1, facts: todayFacts })
    await world.completeEvaluation()
    expect(world.raised.map(formatAlertIds)).toEqual(['today'])
  })
  test('stored alerts also wait before the host reports the sleep, and for at most five minutes', async () => {
    const world = startDeliveryWorld({ isUnevaluated: true })
    await world.completeEvaluation()
    world.clock.sleepMachine(22 * HOUR)
    await world.addAlerts({ key: 'a', severity: 1, facts: todayFacts })
    world.delivery().resume()
    await world.clock.advance(DELIVERY_WAIT_MS)
    expect(world.raised).toEqual([])
    await world.clock.advance(5 * MINUTE)
    world.delivery().wake()
    await world.clock.advance(DELIVERY_WAIT_MS)
    expect(world.raised.map(formatAlertIds)).toEqual(['a'])
  })
  test('less urgent alerts wait for the first reading, which arrives page by page, and become one summary', async () => {
    const world = startDeliveryWorld({ isUnevaluated: true })
    await world.completeEvaluation()
    for (let n = 0; n < 6; n++) {
      await world.addAlerts({ key: `fee:${n}`, facts: feeFacts })
      await world.clock.advance(8_000)
    }
    await world.addAlerts({ key: 'urgent', severity: 1, facts: todayFacts })
    expect(world.raised.map(formatAlertIds)).toEqual(['urgent'])
    world.completeSweep()
    await world.clock.advance(5_000)
    expect(world.raised.map(({ alerts }) => alerts.length)).toEqual([1, 6])
  })
  test('less urgent alerts wait at most two minutes for a reading that does not end', async () => {
    const world = startDeliveryWorld({ isUnevaluated: true })
    await world.completeEvaluation()
    await world.addAlerts({ key: 'a', facts: feeFacts })
    await world.clock.advance(2 * MINUTE - 15_000)
    expect(world.raised).toEqual([])
    await world.clock.advance(20_000)
    expect(world.raised.map(formatAlertIds)).toEqual(['a'])
  })
})

describe('a look-ahead before a quiet period', () => {
  const createContainerDue = (id: string, date: string) =>
    container(id, `ABCU${id.padStart(7, '0')}`, null, { import_deadlines: { pickup_lfd_terminal: date } })
  const lookAheadsOf = (world: DeliveryWorld) => {
    const rows = world.db.all<{ key: string; facts: string }>(
      `SELECT key, facts FROM alert WHERE kind = 'look-ahead' ORDER BY raised_at`,
    )
    return rows.map(({ key, facts }) => [
      key,
      (JSON.parse(facts) as { containers: { id: string }[] }).containers.map(({ id }) => id).join(' '),
    ])
  }
  const LOOK_AHEAD = 'ahead:2026-11-21T03:00:00.000Z'
  /** Starts on a Friday at three in the afternoon. */
  const startOnFriday = (start = '2026-11-20T23:00:10.000Z') => {
    const world = startDeliveryWorld({ start })
    let requestSeq = 0
    world.write((db) => setMoment(db, Date.parse(start), { tomorrow: 1, soon: 3, week: 7 }))
    const read = async (...data: ReturnType<typeof createContainerDue>[]) => {
      world.write((db, announce) => {
        applyRecords(
          db,
          announce,
          { data, included: [] },
          { requestSeq: ++requestSeq, readAt: world.now(), sweepId: null },
        )
      })
      world.delivery().wake()
      await world.clock.advance(DELIVERY_WAIT_MS)
    }
    return { ...world, read, world }
  }

  test('has each container once; containers reported within the next hour get a second one', async () => {
    const { world, read, clock } = startOnFriday()
    await read(createContainerDue('1', '2026-11-23'))
    await read(createContainerDue('2', '2026-11-23'))
    expect(lookAheadsOf(world)).toEqual([[LOOK_AHEAD, '1']])
    await read(createContainerDue('3', '2026-11-23'), createContainerDue('later', '2026-11-24'))
    await clock.advance(HOUR)
    world.delivery().wake()
    await clock.advance(DELIVERY_WAIT_MS)
    expect(lookAheadsOf(world)).toEqual([
      [LOOK_AHEAD, '1'],
      [`${LOOK_AHEAD}:2`, '2 3'],
    ])
    expect(world.raised.filter(({ shape }) => shape === 'look-ahead').length).toBe(2)
  })
  test('covers the weekend if that is switched on later, and is not repeated if the night begins later', async () => {
    const { world, read, clock } = startOnFriday()
    const quiet = createPresetRules('standard').quiet
    const setQuiet = async (more: Partial<typeof quiet>) => {
      await world.change((db) => saveRules(db, { ...createPresetRules('standard'), quiet: { ...quiet, ...more } }))
      await clock.advance(HOUR)
      world.delivery().wake()
      await clock.advance(DELIVERY_WAIT_MS)
    }
    world.write((db) =>
      saveRules(db, { ...createPresetRules('standard'), quiet: { ...quiet, includesWeekends: false } }),
    )
    await read(createContainerDue('1', '2026-11-21'), createContainerDue('2', '2026-11-23'))
    expect(lookAheadsOf(world)).toEqual([[LOOK_AHEAD, '1']])
    await setQuiet({})
    await setQuiet({ from: '20:00' })
    expect(lookAheadsOf(world)).toEqual([
      [LOOK_AHEAD, '1'],
      [`${LOOK_AHEAD}:2`, '2'],
    ])
  })
  test('is not shown after the period ended', async () => {
    const { world, read, clock } = startOnFriday()
    await world.change((db) =>
      saveRules(db, {
        ...createPresetRules('standard'),
        channels: { ...createPresetRules('standard').channels, 'look-ahead': 'digest' },
      }),
    )
    await read(createContainerDue('1', '2026-11-23'))
    expect(Object.values(world.listStates())).toEqual(['waiting'])
    clock.sleepMachine(65 * HOUR)
    world.delivery().wake()
    await clock.advance(DELIVERY_WAIT_MS)
    expect([Object.values(world.listStates()), world.raised]).toEqual([['withdrawn'], []])
  })
  test('is withdrawn from list and screen when the period ends, and its containers get no second one', async () => {
    const { world, read, clock } = startOnFriday()
    await read(createContainerDue('1', '2026-11-23'))
    const [popUp] = world.raised
    await world.report(popUp!.id, 'shown')
    await clock.advance(HOUR)
    expect(Object.values(world.listStates())).toEqual(['notified'])
    clock.sleepMachine(62 * HOUR + 40 * MINUTE)
    for (let check = 0; check < 2; check++) {
      world.delivery().wake()
      await clock.advance(DELIVERY_WAIT_MS)
    }
    expect([Object.values(world.listStates()), world.withdrawn, lookAheadsOf(world)]).toEqual([
      ['withdrawn'],
      [popUp!.id],
      [[LOOK_AHEAD, '1']],
    ])
  })
})

describe('a computer clock that was a year ahead', () =>
  test('does not stop later pop-ups, and a pop-up is withdrawn when its alert is done', async () => {
    const world = startDeliveryWorld({ start: '2027-11-18T20:00:00.000Z' })
    await world.addAlerts({ key: 'ahead', facts: feeFacts })
    await world.report(world.raised[0]!.id, 'shown')
    world.clock.setWall(Date.parse(NOON))
    await world.addAlerts({ key: 'now', facts: feeFacts })
    await world.report(world.raised[1]!.id, 'shown')
    await world.change((db) => saveDone(db, ['now'], world.now()))
    expect(world.withdrawn).toEqual([world.raised[1]!.id])
  }))
