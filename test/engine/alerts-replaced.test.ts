// A container has one open alert for each fact. A newer alert replaces the open one about the same fact, also one that
// an earlier version left open. The pop-up of the replaced alert is removed from the screen.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Alert, AlertKind, PopUp } from '#contract/alerts.ts'
import { createDeadline, sleepUntil, startOneContainer } from '#support/one-container.ts'
import { loadAllRows } from '#support/synced-engine.ts'
import type { TestEngine } from '#support/test-engine.ts'

const MINUTE = 60_000
const STEPS: AlertKind[] = ['lfd-soon', 'lfd-today', 'lfd-past']
const DATES: AlertKind[] = ['lfd-earlier', 'lfd-later', 'lfd-withdrawn']

async function loadOpenAlerts({ client }: TestEngine, { id }: { id: string }, kinds?: AlertKind[]): Promise<Alert[]> {
  const { alerts } = await client.call('alerts.ofContainer', { id })
  return alerts.filter(
    ({ state, facts }) =>
      !['covered', 'withdrawn', 'done'].includes(state) && (kinds === undefined || kinds.includes(facts.kind)),
  )
}
const listStepNames = async (engine: TestEngine, row: { id: string }) =>
  (await loadOpenAlerts(engine, row, STEPS)).map(({ id }) => id.split(':').slice(3).join(':'))

describe('the step of a last free day', () => {
  test('replaces the open one on each day, and its pop-up is removed from the screen', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    const { client } = engine
    const others = (await loadAllRows(engine)).filter(({ id }) => id !== row.id).map(({ id }) => id)
    await client.call('alerts.mute', { containerIds: others, isMuted: true })
    const raised: PopUp[] = []
    const withdrawn: string[] = []
    client.on('alerts.raised', (popUp) => {
      raised.push(popUp)
      void client.call('alerts.report', { id: popUp.id, outcome: 'shown', reason: null })
    })
    client.on('alerts.withdrawn', ({ ids }) => withdrawn.push(...ids))
    const popUpsOf = (id: string) => raised.filter(({ alerts }) => alerts.some((alert) => alert.id === id))
    let popUpsOnScreen: string[] = []
    for (const [day, name] of [
      ['23', 'T1'],
      ['24', 'T0'],
      ['25', 'OVER:2026-11-25'],
      ['26', 'OVER:2026-11-26'],
    ] as const) {
      await sleepUntil(engine, `2026-11-${day}T16:01:00Z`)
      await engine.clock.advance(5 * MINUTE)
      expect(await listStepNames(engine, row), day).toEqual([name])
      const [alert] = await loadOpenAlerts(engine, row, STEPS)
      expect(alert, day).toMatchObject({ isRead: false, state: 'notified' })
      expect(withdrawn, day).toEqual(expect.arrayContaining(popUpsOnScreen))
      popUpsOnScreen = popUpsOf(alert!.id).map(({ id }) => id)
      expect(popUpsOnScreen.length, day).toBe(1)
    }
  })

  test('of the day before is open in the night without a pop-up, as past its day', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-28'))
    await sleepUntil(engine, '2026-11-22T09:00:00Z')
    await engine.patch({ [row.id]: createDeadline('2026-11-21') })
    const past = { severity: 1, facts: { kind: 'lfd-past', daysLeft: -1 } }
    expect(await listStepNames(engine, row)).toEqual(['T0'])
    expect(await loadOpenAlerts(engine, row, STEPS)).toMatchObject([{ ...past, state: 'silent' }])
    await sleepUntil(engine, '2026-11-22T16:01:00Z')
    await engine.clock.advance(5 * MINUTE)
    expect(await listStepNames(engine, row)).toEqual(['OVER:2026-11-22'])
    const [alert] = await loadOpenAlerts(engine, row, STEPS)
    expect(alert).toMatchObject(past)
    expect(alert?.state).not.toBe('silent')
  })

  test('is the open one, also after the user marked the one before it as done, and removed that mark', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    await sleepUntil(engine, '2026-11-23T16:01:00Z')
    const [first] = await loadOpenAlerts(engine, row, STEPS)
    await engine.client.call('alerts.markDone', { ids: [first!.id] })
    await sleepUntil(engine, '2026-11-24T16:01:00Z')
    expect(await listStepNames(engine, row)).toEqual(['T0'])
    expect(await engine.client.call('alerts.get', { id: first!.id })).toMatchObject({ state: 'done' })
    await engine.client.call('alerts.undoDone', { ids: [first!.id] })
    await engine.clock.advance(2 * MINUTE)
    expect(await listStepNames(engine, row), 'the mark was removed').toEqual(['T0'])
  })

  test('and a changed date close what an earlier version left open, without a pop-up', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
    await sleepUntil(engine, '2026-11-26T16:01:00Z')
    await engine.patch({ [row.id]: createDeadline('2026-11-25') })
    await engine.patch({ [row.id]: createDeadline('2026-11-24') })
    const db = new Database(join(engine.dir, 'state.db'))
    onTestFinished(() => {
      db.close()
    })
    const countRows = (sql: string) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${sql}`).get()!.n
    db.prepare(`UPDATE alert SET state = 'SHOWN' WHERE object_id = ? AND kind LIKE 'lfd-%'`).run(row.id)
    const popUpCount = countRows('popup')
    expect((await loadOpenAlerts(engine, row)).length).toBeGreaterThan(3)
    await engine.restart()
    await engine.clock.advance(3 * MINUTE)
    expect(await listStepNames(engine, row)).toEqual(['OVER:2026-11-26'])
    expect((await loadOpenAlerts(engine, row, DATES)).length).toBe(1)
    expect(countRows('popup')).toBe(popUpCount)
  })
})

describe('a newer change of the last free day', () => {
  const listDateFacts = async (engine: TestEngine, row: { id: string }) =>
    (await loadOpenAlerts(engine, row, DATES)).map(({ facts }) => facts)

  test('replaces the one before it, and begins at the date that was shown last', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-12-05'))
    await engine.patch({ [row.id]: createDeadline('2026-12-03') })
    const [first] = await loadOpenAlerts(engine, row, DATES)
    await engine.client.call('alerts.markRead', { ids: [first!.id] })
    await engine.patch({ [row.id]: createDeadline('2026-12-08') })
    expect(await listDateFacts(engine, row)).toMatchObject([
      { kind: 'lfd-later', before: '2026-12-03', after: '2026-12-08' },
    ])
  })

  test('that replaces unseen ones begins at the date before the first of them', async () => {
    const { engine, row } = await startOneContainer(createDeadline('2026-12-05'))
    await engine.patch({ [row.id]: createDeadline('2026-12-02') })
    await engine.patch({ [row.id]: createDeadline('2026-12-04') })
    expect(await listDateFacts(engine, row)).toMatchObject([
      { kind: 'lfd-earlier', before: '2026-12-05', after: '2026-12-04', daysBefore: 15, daysAfter: 14 },
    ])
    await engine.patch({ [row.id]: createDeadline('2026-12-08') })
    expect(await listDateFacts(engine, row)).toMatchObject([
      { kind: 'lfd-later', before: '2026-12-05', after: '2026-12-08' },
    ])
    await engine.patch({ [row.id]: { import_deadlines: null } })
    await engine.clock.advance(12 * MINUTE)
    expect(await listDateFacts(engine, row)).toMatchObject([{ kind: 'lfd-withdrawn', before: '2026-12-05' }])
  })
})

test('a higher fee replaces the lower one, and another fee does not', async () => {
  const { engine, row } = await startOneContainer()
  const createFees = (...list: [string, number][]) => ({
    fees_at_pod_terminal: list.map(([type, amount]) => ({ type, amount, currency_code: 'USD' })),
  })
  await engine.patch({ [row.id]: createFees(['demurrage', 275]) })
  await engine.patch({ [row.id]: createFees(['demurrage', 550], ['exam', 90]) })
  const amounts = (await loadOpenAlerts(engine, row, ['fee-posted'])).map(
    ({ facts }) => 'amount' in facts && facts.amount,
  )
  expect(amounts.toSorted()).toEqual([550, 90])
})

test('a cleared hold closes the placed one, also of a muted container, and a hold placed again closes the cleared one', async () => {
  const { engine, row } = await startOneContainer({ terminal_checked_at: '2026-11-20T17:00:00Z' })
  const createHolds = (...names: string[]) => ({
    holds_at_pod_terminal: names.map((name) => ({ name, status: 'hold', description: null })),
  })
  const listKinds = async () => (await loadOpenAlerts(engine, row)).map(({ facts }) => facts.kind)
  await engine.client.call('alerts.mute', { containerIds: [row.id], isMuted: true })
  await engine.patch({ [row.id]: createHolds('customs') })
  await engine.clock.advance(MINUTE)
  expect(await loadOpenAlerts(engine, row)).toMatchObject([{ facts: { kind: 'hold-placed' }, state: 'silent' }])
  await engine.patch({ [row.id]: createHolds() })
  await engine.clock.advance(15 * MINUTE)
  expect(await listKinds()).toEqual(['hold-cleared'])
  await engine.patch({ [row.id]: createHolds('customs') })
  expect(await listKinds()).toEqual(['hold-placed'])
})

test('a gate-out closes the alerts that were for the pickup, also those that were shown, and leaves a fee open', async () => {
  const { engine, row } = await startOneContainer(createDeadline('2026-11-24'))
  const holds = { holds_at_pod_terminal: [{ name: 'customs', status: 'hold', description: null }] }
  const fees = { fees_at_pod_terminal: [{ type: 'demurrage', amount: 275, currency_code: 'USD' }] }
  engine.client.on('alerts.raised', (popUp) => {
    void engine.client.call('alerts.report', { id: popUp.id, outcome: 'shown', reason: null })
  })
  const listKinds = async () => (await loadOpenAlerts(engine, row)).map(({ facts }) => facts.kind).toSorted()
  await engine.patch({ [row.id]: { ...createDeadline('2026-11-22'), ...holds, ...fees } })
  await engine.clock.advance(5 * MINUTE)
  expect(await listKinds()).toEqual(['fee-posted', 'hold-placed', 'lfd-earlier', 'lfd-soon'])
  expect((await loadOpenAlerts(engine, row, ['hold-placed']))[0]).toMatchObject({ state: 'notified' })

  await engine.patch({ [row.id]: { pod_full_out_at: '2026-11-20T18:00:00Z', current_status: 'picked_up' } })
  expect(await listKinds()).toEqual(['fee-posted'])

  await engine.patch({ [row.id]: { pod_full_out_at: null, current_status: 'grounded' } })
  expect(await listKinds(), 'the gate-out was withdrawn').toEqual([
    'fee-posted',
    'hold-placed',
    'lfd-earlier',
    'lfd-soon',
  ])
})
