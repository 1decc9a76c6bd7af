// Alerts are delivered as pop-ups: each is stored before it is shown, is shown once even if the program ends in
// between, and is withdrawn when it is no longer true.
import { describe, expect, test } from 'vitest'
import type { AlertFacts, PopUp } from '#contract/alerts.ts'
import { listAlertsOfPopUp, loadShowing, saveDone, saveMute, saveRules } from '#engine/alerts/store.ts'
import { createPresetRules } from '#engine/alerts/rules.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { instantOf } from '#engine/outside/calendar.ts'
import { feeFacts, insertAlert, todayFacts } from '#support/alert-rows.ts'
import { DELIVERY_WAIT_MS, formatAlertIds, startDeliveryWorld } from '#support/delivery-world.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const readyFacts: AlertFacts = { kind: 'ready', date: '2026-11-21', daysLeft: 3 }

describe('a program that ends', () => {
  test.each(['write', 'raise', null] as const)(
    'after the step %s shows the same pop-up under the same id after its restart, and has each alert once',
    async (step) => {
      const world = startDeliveryWorld()
      world.endProgramAfter(step)
      await world.addAlerts({ key: 'fee:a', facts: feeFacts }, { key: 'fee:b', facts: feeFacts })
      const raisedIds = world.raised.map(({ id }) => id)
      expect([raisedIds.length, world.db.all('SELECT * FROM popup').length]).toEqual([step === 'write' ? 0 : 1, 2])
      await world.restart(MINUTE)
      const id = formatAlertIds(world.raised.at(-1)!)
      expect([new Set(world.raised.map((popUp) => popUp.id)).size, id]).toEqual([1, 'fee:a fee:b'])
      await world.report(world.raised.at(-1)!.id, 'shown')
      expect([world.listStates(), world.unreadCount()]).toEqual([{ 'fee:a': 'notified', 'fee:b': 'notified' }, 2])
      const raisedBefore = world.raised.length
      await world.restart(MINUTE)
      await world.clock.advance(HOUR)
      expect([world.raised.length, world.db.all(`SELECT * FROM popup WHERE id <> 'long ago'`).length]).toEqual([
        raisedBefore,
        1,
      ])
    },
  )

  test('before anything was written loses no alert', async () => {
    const world = startDeliveryWorld()
    world.delivery().stop()
    world.write((db) => insertAlert(db, world.now(), { key: 'fee:a', facts: feeFacts }))
    await world.restart(MINUTE)
    expect(world.raised.map(formatAlertIds)).toEqual(['fee:a'])
  })

  test('for longer than ten minutes shows no old pop-ups: the alert centre has them, unread', async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'fee:a', facts: feeFacts })
    await world.restart(10 * MINUTE)
    expect([world.raised.length, world.listStates(), world.lastPopUp()?.outcome, world.unreadCount()]).toEqual([
      1,
      { 'fee:a': 'silent' },
      'unseen',
      1,
    ])
  })

  test('while the disk was full shows the pop-up as soon as the disk has space', async () => {
    const world = startDeliveryWorld()
    world.endProgramAfter('write')
    await world.addAlerts({ key: 'fee:a', facts: feeFacts })
    world.endProgramAfter(null)
    world.delivery().wake()
    await world.clock.advance(DELIVERY_WAIT_MS)
    expect([world.raised.map(formatAlertIds), world.warnings.length]).toEqual([['fee:a'], 1])
  })
})

describe('the result of a pop-up', () => {
  const showOneAlert = async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'fee:a', facts: feeFacts })
    return { ...world, id: world.raised[0]!.id }
  }
  test('shown: its alerts count as shown and stay unread, and its id leads to them', async () => {
    const { id, report, listStates, unreadCount, db, lastPopUp } = await showOneAlert()
    await report(id, 'shown')
    expect([
      listStates(),
      unreadCount(),
      listAlertsOfPopUp(db, id),
      listAlertsOfPopUp(db, 'other'),
      lastPopUp(),
    ]).toMatchObject([{ 'fee:a': 'notified' }, 1, ['fee:a'], [], { id, outcome: 'shown', reason: null }])
    expect(db.get('SELECT told_at AS at FROM alert')).toEqual({ at: '2026-11-18T20:00:03.000Z' })
  })
  test('refused: its alerts are only in the centre, unread, with the message of the system', async () => {
    const { id, report, listStates, unreadCount, lastPopUp } = await showOneAlert()
    await report(id, 'refused', 'denied')
    expect([listStates(), unreadCount(), lastPopUp()]).toMatchObject([
      { 'fee:a': 'silent' },
      1,
      { outcome: 'refused', reason: 'denied' },
    ])
  })
  test('not confirmed within a minute: it counts as not seen, unless a client shows it later', async () => {
    const { id, clock, listStates, db, now, report, lastPopUp, raised } = await showOneAlert()
    await clock.advance(MINUTE + DELIVERY_WAIT_MS)
    expect([listStates(), lastPopUp()?.outcome, loadShowing(db, now()).map((popUp) => popUp.id)]).toEqual([
      { 'fee:a': 'silent' },
      'unseen',
      [id],
    ])
    await report(id, 'shown')
    expect([listStates(), lastPopUp()?.outcome, loadShowing(db, now()), raised.length]).toEqual([
      { 'fee:a': 'notified' },
      'shown',
      [],
      1,
    ])
  })
  test('after ten more minutes it is no longer offered to clients', async () => {
    const { clock, db, now } = await showOneAlert()
    await clock.advance(11 * MINUTE)
    expect(loadShowing(db, now())).toEqual([])
  })
  test.each([
    [['refused', 'shown'], 'shown'],
    [['shown', 'refused'], 'shown'],
    [['shown', 'clicked', 'closed'], 'clicked'],
    [['clicked', 'shown'], 'clicked'],
    [['shown', 'closed', 'shown'], 'closed'],
  ] as const)('reports %o: %s is the final outcome', async (outcomes, finalOutcome) => {
    const { id, report, lastPopUp, listStates } = await showOneAlert()
    for (const outcome of outcomes) await report(id, outcome)
    expect([lastPopUp()?.outcome, listStates()]).toEqual([finalOutcome, { 'fee:a': 'notified' }])
  })
  test('a report about another pop-up changes nothing', async () => {
    const { report, lastPopUp } = await showOneAlert()
    await report('no such', 'clicked')
    expect(lastPopUp()?.outcome).toBeNull()
  })
})

describe('an alert that is no longer true', () => {
  const showTwoAlerts = async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'fee:a', facts: feeFacts }, { key: 'fee:b', facts: feeFacts })
    const id = world.raised[0]!.id
    await world.report(id, 'shown')
    return { ...world, id }
  }
  test('is removed from the screen, once, when no alert of its pop-up is open', async () => {
    const { change, withdrawn, id, clock, delivery } = await showTwoAlerts()
    await change((db) => db.run(`UPDATE alert SET state = 'CANCELLED' WHERE key = 'fee:a'`))
    expect(withdrawn).toEqual([])
    await change((db) => saveDone(db, ['fee:b'], '2026-11-18T20:01:00.000Z'))
    delivery().wake()
    await clock.advance(HOUR)
    expect(withdrawn).toEqual([id])
  })
  test('is removed from the screen when newer alerts replaced all alerts of its pop-up', async () => {
    const { change, withdrawn, id } = await showTwoAlerts()
    await change((db) => db.run(`UPDATE alert SET state = 'INHIBITED' WHERE key = 'fee:a'`))
    expect(withdrawn).toEqual([])
    await change((db) => db.run(`UPDATE alert SET state = 'INHIBITED' WHERE key = 'fee:b'`))
    expect(withdrawn).toEqual([id])
  })
  test('is not raised again after a restart, nor by a late report', async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'fee:a', facts: feeFacts })
    const id = world.raised[0]!.id
    await world.change((db) => db.run(`UPDATE alert SET state = 'CANCELLED'`))
    await world.report(id, 'shown')
    await world.restart()
    expect([world.withdrawn, world.raised.length, world.listStates()]).toEqual([[id], 1, { 'fee:a': 'withdrawn' }])
  })
  test('never pops up if it ended before it was shown', async () => {
    const world = startDeliveryWorld()
    world.write((db) => {
      insertAlert(db, world.now(), { key: 'fee:a', facts: feeFacts })
      insertAlert(db, world.now(), { key: 'fee:b', facts: feeFacts })
      db.run(`UPDATE alert SET state = 'CANCELLED' WHERE key = 'fee:a'`)
      saveDone(db, ['fee:b'], world.now())
    })
    await world.restart()
    expect([world.raised, world.listStates()]).toEqual([[], { 'fee:a': 'withdrawn', 'fee:b': 'done' }])
  })
  test('pops up once if it was marked as done by mistake and the mark was removed', async () => {
    const world = startDeliveryWorld()
    world.write((db) => {
      insertAlert(db, world.now(), { key: 'fee:b', facts: feeFacts })
      saveDone(db, ['fee:b'], world.now())
    })
    await world.change((db) => saveDone(db, ['fee:b'], null))
    await world.report(world.raised[0]!.id, 'shown')
    await world.restart()
    expect([world.raised.length, world.listStates()]).toEqual([1, { 'fee:b': 'notified' }])
  })
})

describe('settings and visible containers', () => {
  test('a visible container gets no pop-up for a minute, and a muted container gets none', async () => {
    const world = startDeliveryWorld()
    await world.change((db) => saveMute(db, ['muted'], world.now()))
    world.delivery().markSeen(['visible'])
    await world.addAlerts(
      { key: 'a', objectId: 'visible', facts: todayFacts },
      { key: 'b', objectId: 'muted', facts: todayFacts },
    )
    expect([world.raised, world.listStates(), world.unreadCount()]).toEqual([[], { a: 'silent', b: 'silent' }, 2])
    await world.clock.advance(MINUTE)
    await world.addAlerts({ key: 'c', objectId: 'visible', facts: todayFacts })
    expect(world.raised.map(formatAlertIds)).toEqual(['c'])
  })
  test('containers on screen before sleep, or behind a locked screen, count as not seen', async () => {
    const world = startDeliveryWorld()
    world.delivery().markSeen(['a', 'b'])
    world.clock.sleepMachine(22 * HOUR)
    await world.addAlerts({ key: 'a', facts: todayFacts })
    world.delivery().markSeen(['b'])
    world.lock()
    await world.addAlerts({ key: 'b', facts: todayFacts })
    expect(world.raised.map(formatAlertIds)).toEqual(['a', 'b'])
  })
  test('an alert that waits since the night pops up although its container is on screen in the morning', async () => {
    const world = startDeliveryWorld({ start: '2026-11-19T14:00:00.000Z' })
    await world.addAlerts({ key: 'a', facts: feeFacts })
    await world.clock.advance(HOUR / 2 - MINUTE)
    world.delivery().markSeen(['a'])
    await world.clock.advance(MINUTE)
    expect(world.raised.map(formatAlertIds)).toEqual(['a'])
  })
  test('details and sound follow the settings', async () => {
    const world = startDeliveryWorld()
    await world.change((db) => saveRules(db, { ...createPresetRules('standard'), hidesDetails: true, hasSound: true }))
    await world.addAlerts({ key: 'a', facts: todayFacts })
    expect(world.raised).toMatchObject([{ hidesDetails: true, isSilent: false }])
  })
  test('the test button raises a pop-up at once, whatever the rules are, and it is not counted', async () => {
    const world = startDeliveryWorld({ start: '2026-11-21T20:00:00.000Z' })
    const ids = Array.from({ length: 8 }, () => world.delivery().showTest())
    expect([world.raised.map(({ id, shape }) => [id, shape]).at(-1), world.raised.length, new Set(ids).size]).toEqual([
      [ids[7], 'test'],
      8,
      8,
    ])
    await world.clock.advance(MINUTE + DELIVERY_WAIT_MS)
    expect(world.lastPopUp()?.outcome).toBe('unseen')
  })
})

describe('the whole engine', () => {
  test('a pop-up and its withdrawal are sent to every client, and its report is in the summary', async () => {
    const engine = await startSyncedEngine({ containers: 6, start: '2026-11-18T20:00:00Z' })
    const { client, clock, dir } = engine
    await client.call('settings.set', { ...(await client.call('settings.get', {})), homeZone: 'America/Los_Angeles' })
    const otherClient = engine.connect()
    const raised: PopUp[] = []
    const withdrawn: string[] = []
    for (const windowClient of [client, otherClient]) {
      windowClient.on('alerts.raised', (popUp) => raised.push(popUp))
      windowClient.on('alerts.withdrawn', ({ ids }) => withdrawn.push(...ids))
    }
    const state = openConnection(dir, momentSetup)
    createWrite(state)((db) => insertAlert(db, '2026-11-18T20:00:00.000Z', { key: 'fee:a', facts: feeFacts }))
    state.close()
    await clock.advanceUntil(() => raised.some(({ alerts }) => alerts.some(({ id }) => id === 'fee:a')), 2 * MINUTE)
    const popUp = raised.find(({ alerts }) => alerts.some(({ id }) => id === 'fee:a'))!
    expect(raised.filter(({ id }) => id === popUp.id).length).toBe(2)
    expect((await client.call('alerts.popUps', {})).map(({ id }) => id)).toContain(popUp.id)
    expect(await client.call('alerts.ofPopUp', { id: popUp.id })).toContain('fee:a')
    const { now } = await client.call('sync.status', {})
    await client.call('alerts.snoozePopUp', { id: popUp.id, hours: 1 })
    const containerIds = popUp.alerts.filter(({ object }) => object === 'container').map(({ objectId }) => objectId)
    expect(containerIds.length).toBeGreaterThan(0)
    for (const id of new Set(containerIds))
      expect((await client.call('alerts.ofContainer', { id })).snoozedUntil).toBe(instantOf(Date.parse(now) + HOUR))
    await client.call('alerts.snoozePopUp', { id: 'no such', hours: 1 })
    await client.call('alerts.report', { id: popUp.id, outcome: 'clicked', reason: null })
    expect((await client.call('alerts.summary', {})).lastPopUp).toMatchObject({ id: popUp.id, outcome: 'clicked' })
    expect(await client.call('alerts.popUp', { id: popUp.id })).toEqual({
      id: popUp.id,
      outcome: 'clicked',
      reason: null,
    })
    expect(await client.call('alerts.popUp', { id: 'no such' })).toBeNull()
    await client.call('alerts.markDone', { ids: popUp.alerts.map(({ id }) => id) })
    await clock.advance(DELIVERY_WAIT_MS)
    expect(withdrawn).toEqual([popUp.id, popUp.id])
  })

  test('on Friday afternoon one look-ahead has the last free days of the weekend, without muted containers', async () => {
    const engine = await startSyncedEngine({ containers: 200, start: '2026-11-20T22:57:00Z' })
    const { client, clock } = engine
    await client.call('settings.set', { ...(await client.call('settings.get', {})), homeZone: 'America/Los_Angeles' })
    const rows = (await loadAllRows(engine)).filter(
      ({ lastFreeDay: { clock: phase, date } }) =>
        phase !== 'stopped' && date !== null && date > '2026-11-20' && date <= '2026-11-23',
    )
    const [muted, ...notMuted] = rows.map(({ id }) => id)
    await client.call('alerts.mute', { containerIds: [muted!], isMuted: true })
    expect(notMuted.length).toBeGreaterThan(1)
    const loadLookAheads = async () =>
      (
        await client.call('alerts.list', {
          filter: { scope: 'all', kinds: ['look-ahead'] },
          window: { offset: 0, limit: 50 },
        })
      ).rows
    expect(await loadLookAheads()).toEqual([])
    const raised: PopUp[] = []
    client.on('alerts.raised', (popUp) => raised.push(popUp))
    await clock.advanceUntil(() => raised.some(({ shape }) => shape === 'look-ahead'), 6 * MINUTE)
    const [alert] = await loadLookAheads()
    if (alert?.facts.kind !== 'look-ahead') throw new Error('expected a look-ahead alert')
    expect([alert.id, alert.facts.until, alert.zone]).toEqual([
      'ahead:2026-11-21T03:00:00.000Z',
      '2026-11-23T14:30:00.000Z',
      'America/Los_Angeles',
    ])
    expect(alert.facts.containers.map(({ id }) => id).sort()).toEqual(notMuted.sort())
    await clock.advance(3 * MINUTE)
    expect([(await loadLookAheads()).length, raised.filter(({ shape }) => shape === 'look-ahead').length]).toEqual([
      1, 1,
    ])
  })
})

describe('an unchanged waiting alert', () => {
  const tickMinutes = async (world: ReturnType<typeof startDeliveryWorld>, count: number) => {
    for (let minute = 0; minute < count; minute++) {
      world.delivery().tick()
      await world.clock.advance(MINUTE)
    }
  }
  test('is not read again each minute, and is shown in the minute it is due', async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'ready:a', facts: readyFacts, place: 'Pier 400' })
    const readsBefore = world.countQueueReads()
    await tickMinutes(world, 14)
    expect([world.countQueueReads() - readsBefore, world.raised.length]).toEqual([0, 0])
    await tickMinutes(world, 2)
    expect([world.raised.map(formatAlertIds), world.countQueueReads() - readsBefore <= 3]).toEqual([['ready:a'], true])
  })

  test('is read again as soon as it, the rules, the day or the clock change', async () => {
    const world = startDeliveryWorld()
    await world.addAlerts({ key: 'ready:a', facts: readyFacts, place: 'Pier 400' })
    const countReadings = async (work: () => void | Promise<void>) => {
      const readsBefore = world.countQueueReads()
      await work()
      world.delivery().tick()
      await world.clock.advance(DELIVERY_WAIT_MS)
      return world.countQueueReads() - readsBefore
    }
    expect(
      [
        await countReadings(() => undefined),
        await countReadings(() => world.delivery().wake()),
        await countReadings(() => world.write((db) => saveRules(db, { ...createPresetRules('calm') }))),
        await countReadings(() => world.clock.setWall(Date.parse('2026-11-18T19:00:00.000Z'))),
        await countReadings(() => world.clock.setWall(Date.parse('2026-11-19T20:00:00.000Z'))),
      ].map((count) => count > 0),
    ).toEqual([false, true, true, true, true])
  })

  test('is not read every five seconds before the first reading has ended', async () => {
    const world = startDeliveryWorld({ isUnevaluated: true })
    await world.addAlerts({ key: 'ready:a', facts: readyFacts, place: 'Pier 400' })
    await world.completeEvaluation()
    const readsBefore = world.countQueueReads()
    await world.clock.advance(MINUTE)
    expect(world.countQueueReads() - readsBefore).toBe(0)
    world.completeSweep()
    await world.clock.advance(DELIVERY_WAIT_MS + 5_000)
    expect(world.countQueueReads() - readsBefore).toBe(1)
  })
})
