// Changes at the service raise alerts. Each alert exists once, even if the program restarts in between.
import { describe, expect, test } from 'vitest'
import type { Alert, AlertKind } from '#contract/alerts.ts'
import { createDeadline, sleepUntil, startOneContainer } from '#support/one-container.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { loadAllRows, loadDecisionIds, waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import type { TestEngine } from '#support/test-engine.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Loads all alerts. The delivery decides between the states of `DELIVERY_STATES`, so each becomes `waiting`. */
async function loadAlerts({ client }: TestEngine, kinds?: AlertKind[]): Promise<Alert[]> {
  const { rows } = await client.call('alerts.list', {
    filter: { scope: 'all', ...(kinds ? { kinds } : {}) },
    window: { offset: 0, limit: 500 },
  })
  return rows.map((row) => ({ ...row, state: DELIVERY_STATES.includes(row.state) ? 'waiting' : row.state }))
}
const DELIVERY_STATES: readonly Alert['state'][] = ['waiting', 'notified', 'silent']
const STEPS: AlertKind[] = ['lfd-soon', 'lfd-today', 'lfd-past']
const loadAbout = async (engine: TestEngine, row: { id: string }, kinds?: AlertKind[]) =>
  (await loadAlerts(engine, kinds)).filter(({ objectId }) => objectId === row.id)
const listSteps = async (engine: TestEngine, row: { id: string }) =>
  (await loadAbout(engine, row, STEPS))
    .toReversed()
    .map(({ id, facts, state }) => [id.split(':').slice(3).join(':'), facts.kind, state])
const keysOf = (list: readonly Alert[]) =>
  list.map(({ id }) =>
    id
      .split(':')
      .filter((_, i) => i !== 1)
      .join(':'),
  )

describe('a last free day', () => {
  test('raises an alert two days before, the day before, on the day, and on each day after it until the container is picked up', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    expect(await listSteps(engine, row)).toEqual([])
    for (const day of ['22', '23', '24', '25', '26']) {
      await sleepUntil(engine, `2026-11-${day}T15:55:00Z`)
      const countBefore = (await loadAbout(engine, row, STEPS)).length
      await sleepUntil(engine, `2026-11-${day}T16:01:00Z`)
      expect((await loadAbout(engine, row, STEPS)).length, day).toBe(countBefore + 1)
    }
    const raised = await loadAbout(engine, row, STEPS)
    expect(keysOf(raised).toReversed()).toEqual([
      'lfd:2026-11-24:T2',
      'lfd:2026-11-24:T1',
      'lfd:2026-11-24:T0',
      'lfd:2026-11-24:OVER:2026-11-25',
      'lfd:2026-11-24:OVER:2026-11-26',
    ])
    expect(raised[0]).toMatchObject({
      severity: 1,
      object: 'container',
      number: row.number,
      masterBill: row.masterBill,
      field: null,
      facts: { kind: 'lfd-past', date: '2026-11-24', daysLeft: -2, isReady: false },
    })
    await engine.patch({ [row.id]: { pod_full_out_at: '2026-11-26T16:00:00Z', current_status: 'picked_up' } })
    expect(
      (await loadAbout(engine, row, STEPS)).filter(({ state }) => !['withdrawn', 'covered'].includes(state)),
    ).toEqual([])
    await sleepUntil(engine, '2026-11-27T16:30:00Z')
    expect((await loadAbout(engine, row, STEPS)).length).toBe(raised.length)
  })

  test('has the present fees, holds and days while it is open, and those of its time once it is covered', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-21'))
    await sleepUntil(engine, '2026-11-22T16:01:00Z')
    const loadPast = async () => (await loadAbout(engine, row, ['lfd-past'])).map(({ facts }) => facts)
    expect(await loadPast()).toMatchObject([{ daysLeft: -1, fees: [], holds: [] }])
    const fee = { type: 'demurrage', amount: 305, currency_code: 'USD' }
    const hold = { name: 'customs', status: 'hold', description: 'CUSTOMS' }
    await engine.patch({ [row.id]: { fees_at_pod_terminal: [fee], holds_at_pod_terminal: [hold] } })
    const present = { fees: [{ amount: 305, currency: 'USD' }], holds: ['customs'] }
    expect(await loadPast()).toMatchObject([{ daysLeft: -1, ...present }])
    await sleepUntil(engine, '2026-11-23T16:01:00Z')
    expect(await loadPast()).toMatchObject([
      { daysLeft: -2, ...present },
      { daysLeft: -1, fees: [], holds: [] },
    ])
  })

  test('that passed while the program was closed raises its most urgent step, marked late, once, also across a restart', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    await engine.stop()
    engine.clock.sleepMachine(Date.parse('2026-11-25T20:00:00Z') - engine.clock.wall())
    await engine.restart()
    await engine.clock.advance(3 * MINUTE)
    const raised = await listSteps(engine, row)
    expect(new Set(raised.map((values) => values.join(' ')))).toEqual(
      new Set([
        'T2 lfd-soon covered',
        'T1 lfd-soon covered',
        'T0 lfd-today covered',
        'OVER:2026-11-25 lfd-past waiting',
      ]),
    )
    expect((await loadAbout(engine, row, ['lfd-past']))[0]).toMatchObject({ isLate: true })
    await engine.restart()
    await engine.clock.advance(3 * MINUTE)
    expect(await listSteps(engine, row)).toEqual(raised)
  })

  test('that comes closer while the program is closed raises the step of the new day', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    await sleepUntil(engine, '2026-11-22T16:01:00Z')
    expect(await listSteps(engine, row)).toEqual([['T2', 'lfd-soon', 'waiting']])
    await engine.stop()
    engine.clock.sleepMachine(Date.parse('2026-11-23T16:30:00Z') - engine.clock.wall())
    await engine.restart()
    await engine.clock.advance(20_000)
    expect((await listSteps(engine, row)).toSorted()).toEqual([
      ['T1', 'lfd-soon', 'waiting'],
      ['T2', 'lfd-soon', 'covered'],
    ])
  })

  test('that changes raises one alert for each change, also back to the former date, and withdraws its old steps', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-21'))
    expect((await listSteps(engine, row)).toSorted()).toEqual([
      ['T1', 'lfd-soon', 'waiting'],
      ['T2', 'lfd-soon', 'covered'],
    ])
    const changeKinds = ['lfd-earlier', 'lfd-later'] as AlertKind[]
    await engine.patch({ [row.id]: createDeadline('2026-11-27') })
    await engine.patch({ [row.id]: createDeadline('2026-11-21') })
    await engine.patch({ [row.id]: createDeadline('2026-11-27') })
    const raised = (await loadAbout(engine, row, changeKinds)).toReversed()
    const [n] = raised.map(({ id }) => Number(id.split(':').at(-1)))
    expect(raised.map(({ id, facts }) => [Number(id.split(':').at(-1)) - n!, facts.kind])).toEqual([
      [0, 'lfd-later'],
      [1, 'lfd-earlier'],
      [2, 'lfd-later'],
    ])
    expect(raised[0]).toMatchObject({
      field: 'pickup_lfd',
      facts: { before: '2026-11-21', after: '2026-11-27', daysBefore: 1, daysAfter: 7, source: 'terminal' },
    })
    expect((await listSteps(engine, row)).find(([name]) => name === 'T1')).toEqual(['T1', 'lfd-soon', 'withdrawn'])
  })

  test('set by hand raises no alert, and neither does the return to the reported date', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-12-05'))
    const countBefore = (await loadAbout(engine, row)).length
    await engine.client.call('containers.setManualLastFreeDay', {
      id: row.id,
      manual: { date: '2026-12-09', reason: 'reported on the phone' },
    })
    await engine.clock.advance(5 * MINUTE)
    await engine.client.call('containers.setManualLastFreeDay', { id: row.id, manual: null })
    await engine.clock.advance(5 * MINUTE)
    expect((await loadAbout(engine, row)).length).toBe(countBefore)
  })

  test('that its source withdraws raises one alert after a second read confirms it', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-12-05'))
    await engine.patch({ [row.id]: { import_deadlines: null } })
    expect(await loadAbout(engine, row, ['lfd-withdrawn'])).toEqual([])
    await engine.clock.advance(12 * MINUTE)
    expect(await loadAbout(engine, row, ['lfd-withdrawn'])).toMatchObject([
      { facts: { kind: 'lfd-withdrawn', before: '2026-12-05' } },
    ])
  })
})

test('one alert is found by its id, also when it is done, and an unknown id is refused', async () => {
  const { engine, row } = await startOneContainer(createDeadline('2026-11-20'))
  const { client } = engine
  const id = (await loadAbout(engine, row, STEPS))[0]!.id
  await client.call('alerts.markDone', { ids: [id] })
  expect(await client.call('alerts.get', { id })).toMatchObject({ id, objectId: row.id, state: 'done' })
  const unknown = client.call('alerts.get', { id: 'no-such' })
  await expect(unknown).rejects.toMatchObject({ code: 'alerts/unknown', details: { id: 'no-such' } })
})

describe('an alert marked as done', () => {
  test('is unread again after the mark is removed, if it was unread before', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-20'))
    const { client, clock } = engine
    const loadSteps = async () => (await loadAbout(engine, row, STEPS)).map(({ id, isRead }) => ({ id, isRead }))
    const [step] = await loadSteps()
    expect(step).toMatchObject({ isRead: false })
    const markAndUnmark = async () => {
      await client.call('alerts.markDone', { ids: [step!.id] })
      expect((await loadSteps())[0]).toEqual({ id: step!.id, isRead: true })
      await clock.advance(MINUTE)
      await client.call('alerts.undoDone', { ids: [step!.id] })
      return (await loadSteps())[0]!.isRead
    }
    expect(await markAndUnmark()).toBe(false)
    expect((await client.call('alerts.summary', {})).unread).toBeGreaterThan(0)
    await client.call('alerts.markRead', { through: (await client.call('sync.status', {})).now })
    await clock.advance(MINUTE)
    expect(await markAndUnmark()).toBe(true)
  })

  test('is waiting again after the mark is removed, and otherwise remains done', async () => {
    const { engine, row } = await startOneContainer()
    await engine.patch({
      [row.id]: {
        holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }],
        terminal_checked_at: '2026-11-20T17:20:00Z',
      },
    })
    const listStates = async () => (await loadAbout(engine, row, ['hold-placed'])).map(({ state }) => state)
    const [{ id } = { id: '' }] = await loadAbout(engine, row, ['hold-placed'])
    expect(await listStates()).toEqual(['waiting'])
    await engine.client.call('alerts.markDone', { ids: [id] })
    expect(await listStates()).toEqual(['done'])
    await engine.client.call('alerts.undoDone', { ids: [id] })
    expect(await listStates()).toEqual(['waiting'])
    await engine.client.call('alerts.markDone', { ids: [id] })
    await engine.client.call('alerts.markDone', { ids: [id] })
    await engine.clock.advance(MINUTE)
    expect(await listStates(), 'stays done').toEqual(['done'])
  })
})

test('open alerts of one severity are in the order in which Today shows their containers', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  await engine.clock.advance(2 * MINUTE)
  const decisions = await loadDecisionIds(engine)
  const { rows } = await engine.client.call('alerts.list', {
    filter: { scope: 'open' },
    window: { offset: 0, limit: 500 },
  })
  const firstRows = rows.filter(({ objectId }, index) => rows[index - 1]?.objectId !== objectId)
  expect(firstRows.map(({ severity }) => severity)).toEqual(firstRows.map(({ severity }) => severity).toSorted())
  const urgent = firstRows.filter(({ severity }) => severity === 1).map(({ objectId }) => objectId)
  expect(urgent.length).toBeGreaterThan(9)
  expect(urgent).toEqual(decisions.filter((id) => urgent.includes(id)))
})

describe('a hold', () => {
  const createHolds = (...names: string[]) => ({
    holds_at_pod_terminal: names.map((name) => ({ name, status: 'hold', description: null })),
  })
  const HOLDS: AlertKind[] = ['hold-placed', 'hold-expected', 'hold-cleared']

  test('raises an alert when it is placed, and when two reads no longer list it', async () => {
    const { engine, row } = await startOneContainer()
    await engine.patch({ [row.id]: { ...createHolds('customs'), terminal_checked_at: '2026-11-20T17:20:00Z' } })
    expect(await loadAbout(engine, row, ['hold-placed'])).toMatchObject([
      { field: 'holds_at_pod_terminal/customs', facts: { kind: 'hold-placed', name: 'customs' }, state: 'waiting' },
    ])
    await engine.patch({ [row.id]: { holds_at_pod_terminal: [] } })
    expect(await loadAbout(engine, row, ['hold-cleared'])).toEqual([])
    await engine.patch({ [row.id]: { terminal_checked_at: '2026-11-20T17:40:00Z' } })
    await engine.clock.advance(MINUTE)
    expect(keysOf(await loadAbout(engine, row, HOLDS)).toSorted()).toEqual(['hold+:customs:1', 'hold-:customs:1'])
    expect(await loadAbout(engine, row, ['hold-placed']), 'it was not shown yet').toMatchObject([
      { state: 'withdrawn' },
    ])
    await engine.patch({ [row.id]: createHolds('customs') })
    expect(keysOf(await loadAbout(engine, row, HOLDS)).toSorted()).toEqual([
      'hold+:customs:1',
      'hold+:customs:2',
      'hold-:customs:1',
    ])
  })

  test('raises one alert if a single failed read of the terminal lacks it', async () => {
    const { engine, row } = await startOneContainer()
    for (let i = 0; i < 2; i++) {
      await engine.patch({ [row.id]: createHolds('freight') })
      await engine.patch({ [row.id]: { holds_at_pod_terminal: [] } })
    }
    await engine.patch({ [row.id]: createHolds('freight') })
    await engine.clock.advance(15 * MINUTE)
    expect(keysOf(await loadAbout(engine, row, HOLDS))).toEqual(['hold+:freight:1'])
  })

  test('with the same name as another raises its own alert', async () => {
    const { engine, row } = await startOneContainer(createHolds('customs'))
    await engine.patch({ [row.id]: createHolds('customs', 'customs') })
    expect(keysOf(await loadAbout(engine, row, ['hold-placed'])).filter((key) => key.includes('#'))).toEqual([
      'hold+:customs#2:1',
    ])
  })
})

describe('values from the first reading of the account', () => {
  test('raise no alerts, except for last free days that are due', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    await engine.clock.advance(30_000)
    const kinds = new Set((await loadAlerts(engine)).map(({ facts }) => facts.kind))
    expect([...kinds].filter((kind) => !STEPS.includes(kind) && kind !== 'look-ahead')).toEqual([])
    expect(kinds.has('lfd-past') || kinds.has('lfd-today')).toBe(true)
  })

  test('raise their alerts once, however often the program starts', async () => {
    const engine = await startSyncedEngine({ containers: 60 })
    await engine.clock.advance(2 * MINUTE)
    const keysBefore = keysOf(await loadAlerts(engine)).toSorted()
    await engine.restart()
    await waitForFirstSweep(engine)
    await engine.clock.advance(2 * MINUTE)
    const keysAfter = keysOf(await loadAlerts(engine)).toSorted()
    expect(keysBefore.length).toBeGreaterThan(0)
    expect(keysAfter.filter((key) => key.startsWith('lfd:'))).toEqual(
      keysBefore.filter((key) => key.startsWith('lfd:')),
    )
    expect(new Set(keysAfter).size).toBe(keysAfter.length)
  })
})

describe('an alert is raised', () => {
  test('when a container becomes ready after it was known not to be', async () => {
    const { engine, row } = await startOneContainer({ terminal_checked_at: '2026-11-20T16:00:00Z' })
    await engine.patch({ [row.id]: { available_for_pickup: true } })
    expect(await loadAbout(engine, row, ['ready'])).toMatchObject([
      { field: 'available_for_pickup', facts: { kind: 'ready' } },
    ])
    await engine.patch({ [row.id]: { available_for_pickup: null } })
    await engine.patch({ [row.id]: { available_for_pickup: true } })
    expect(keysOf(await loadAbout(engine, row, ['ready']))).toEqual(['avail:1'])
  })

  test('when a fee is posted, and when it rises', async () => {
    const { engine, row } = await startOneContainer()
    const fee = (amount: number) => ({ fees_at_pod_terminal: [{ type: 'demurrage', amount, currency_code: 'USD' }] })
    await engine.patch({ [row.id]: fee(275) })
    await engine.patch({ [row.id]: fee(275) })
    await engine.patch({ [row.id]: fee(550) })
    const raised = (await loadAbout(engine, row, ['fee-posted'])).toReversed()
    expect(raised.map(({ facts }) => facts)).toMatchObject([
      { name: 'demurrage', amount: 275, before: null },
      { name: 'demurrage', amount: 550, before: 275 },
    ])
    expect(raised[0]).toMatchObject({ field: 'fees_at_pod_terminal/demurrage' })
  })

  test('when an arrival differs by a day from the last announced one, in any number of steps', async () => {
    const engine = await startStillEngine({ containers: 20 })
    const row = (await loadAllRows(engine)).find(
      ({ shipmentId, ataAt, etaAt }) => shipmentId !== null && ataAt === null && etaAt !== null,
    )!
    const setEta = async (at: string) => {
      await engine.patch({ [row.shipmentId!]: { pod_eta_at: at, pod_ata_at: null } })
    }
    await setEta('2026-12-20T00:00:00Z')
    const countBefore = (await loadAlerts(engine, ['arrival-moved'])).length
    await setEta('2026-12-20T20:00:00Z')
    expect((await loadAlerts(engine, ['arrival-moved'])).length).toBe(countBefore)
    await setEta('2026-12-21T02:00:00Z')
    const [raised] = await loadAlerts(engine, ['arrival-moved'])
    expect((await loadAlerts(engine, ['arrival-moved'])).length).toBe(countBefore + 1)
    expect(raised).toMatchObject({
      object: 'shipment',
      objectId: row.shipmentId,
      number: row.masterBill,
      field: 'pod_eta_at',
      facts: { before: '2026-12-20T00:00:00.000Z', after: '2026-12-21T02:00:00.000Z' },
    })
  })

  test('when nothing was read for an hour, once, and not after sleep; it is withdrawn when reading works again', async () => {
    const { engine } = await startOneContainer()
    engine.network.unplug()
    engine.clock.sleepMachine(8 * HOUR)
    await engine.clock.advance(50 * MINUTE)
    expect(await loadAlerts(engine, ['not-updating'])).toEqual([])
    await engine.clock.advance(30 * MINUTE)
    expect(await loadAlerts(engine, ['not-updating'])).toMatchObject([
      { object: 'none', objectId: '', facts: { kind: 'not-updating' }, state: 'waiting' },
    ])
    engine.network.plug()
    await engine.clock.advance(10 * MINUTE)
    expect(await loadAlerts(engine, ['not-updating'])).toMatchObject([{ state: 'withdrawn' }])
  })
})

describe('a computer’s clock', () =>
  test('that is a year ahead raises no alert too early', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    engine.clock.setWall(engine.clock.wall() + 365 * 24 * HOUR)
    await engine.clock.advance(5 * MINUTE)
    await engine.restart()
    await engine.clock.advance(5 * MINUTE)
    expect(await listSteps(engine, row)).toEqual([])
    engine.clock.sleepMachine(Date.parse('2026-11-22T16:01:00Z') + 365 * 24 * HOUR - engine.clock.wall())
    await engine.clock.advance(5 * MINUTE)
    expect(await listSteps(engine, row)).toEqual([['T2', 'lfd-soon', 'waiting']])
  }))
