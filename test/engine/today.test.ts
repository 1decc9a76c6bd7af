// The briefing has the money, the tiles and their lists, groups of decisions, new holds, and the changes since they
// were last marked as seen.
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { DECISIONS_SHOWN, type TodayTile } from '#contract/today.ts'
import { type Dice, createDice } from '#service/world/chance.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { listContainers, isClockRunning, markSeen, createCustomsHold, findRow } from '#support/today.ts'
import { rateTable } from '#support/rate-table.ts'

const getLargestFee = ({ feesDue }: ContainerRow) => Math.max(-1, ...feesDue.map(({ amount }) => amount))
const createOrder =
  (...keys: ((row: ContainerRow) => number)[]) =>
  (one: ContainerRow, other: ContainerRow) =>
    keys.map((key) => key(one) - key(other)).find((difference) => difference !== 0) ??
    (one.number < other.number ? -1 : 1)
const getDays = ({ lastFreeDay }: ContainerRow) => lastFreeDay.daysLeft ?? 999
const byDays = createOrder(getDays, (row) => -getLargestFee(row))
const byMoney = createOrder((row) => -getLargestFee(row), getDays)
const verdictOrder = ['ready', 'ready-unverified', 'conflict', 'held', 'not-released', 'unknown', 'not-arrived']
const orders: Partial<Record<string, typeof byDays>> = {
  'past-last-free-day': byMoney,
  'last-free-day-today': createOrder(
    ({ verdict }) => verdictOrder.indexOf(verdict),
    (row) => -getLargestFee(row),
  ),
}

/** A last free day from two days before to three days after the day of these tests, or none. */
function randomDeadlines(dice: Dice) {
  return { pickup_lfd_terminal: dice.drawBoolean(0.2) ? null : `2026-11-${dice.drawInteger(18, 23)}` }
}

const loadToday = ({ client }: SyncedEngine) => client.call('today.get', {})
const loadTile = async (engine: SyncedEngine, name: TodayTile['tile']) =>
  (await loadToday(engine)).tiles.find((loadTile) => loadTile.tile === name)!

describe('the time of the count', () => {
  const getMinute = (instant: string) => instant.slice(0, 16)
  const loadMinute = async (engine: SyncedEngine) => getMinute((await loadToday(engine)).asOf)

  test('is never earlier than the counted data, whenever the engine started', async () => {
    const engine = await startSyncedEngine({ containers: 200, start: '2026-11-20T17:00:37Z' })
    const loadNewestTime = async () =>
      (await engine.client.call('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 1 } })).rows[0]
        ?.seenAt
    const seenTimes = new Set<string>()
    for (let n = 0; n < 240; n++) {
      await engine.clock.advance(5_000)
      const at = await loadNewestTime()
      if (at === undefined) continue
      seenTimes.add(at)
      expect((await loadMinute(engine)) >= getMinute(at)).toBe(true)
    }
    expect(seenTimes.size).toBeGreaterThan(3)
  })

  test('is not in the future after the service reports an earlier time', async () => {
    const engine = await startSyncedEngine({ containers: 12 })
    await engine.clock.advance(30_000)
    engine.network.fault(() => ({
      kind: 'alter',
      alter: (response) => ({ ...response, headers: { ...response.headers, date: 'Fri, 20 Nov 2026 14:00:00 GMT' } }),
    }))
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('sync.status', {})).now < '2026-11-20T15',
      45_000,
    )
    expect(await loadMinute(engine)).toBe('2026-11-20T14:00')
  })
})

describe('the tiles', () => {
  test('count the lists they open', async () => {
    const engine = await startSyncedEngine({ containers: 300, speed: 60 })
    await engine.clock.advance(20 * 60_000)
    const { tiles } = await loadToday(engine)
    for (const { tile: name, filter, count } of tiles)
      expect([name, count]).toEqual([name, (await listContainers(engine, filter)).total])
    expect(tiles.map(({ tile: name }) => name)).toEqual(['past', 'today', 'tomorrow', 'new-holds', 'ready', 'arriving'])
    expect(tiles.filter(({ count }) => count > 0).length).toBeGreaterThanOrEqual(4)
    expect(tiles.every(({ delta }) => delta === null)).toBe(true)
  })

  test('show the difference since changes were last marked as seen, also after that mark is undone', async () => {
    const engine = await startStillEngine({ containers: 60 })
    const tileBefore = await loadTile(engine, 'past')
    const running = (await loadAllRows(engine))
      .filter((row) => isClockRunning(row) && (row.lastFreeDay.daysLeft ?? 0) > 0)
      .slice(0, 2)
    for (const { id } of running)
      await engine.client.call('containers.setManualLastFreeDay', {
        id,
        manual: { date: '2026-11-18', reason: 'By phone' },
      })
    expect(await loadTile(engine, 'past')).toMatchObject({ count: tileBefore.count + 2, delta: 2 })
    await engine.restart()
    expect(await loadTile(engine, 'past')).toMatchObject({ delta: 2 })
    await markSeen(engine)
    expect(await loadTile(engine, 'past')).toMatchObject({ count: tileBefore.count + 2, delta: 0 })
    await engine.client.call('changes.undoSeen', {})
    expect(await loadTile(engine, 'past')).toMatchObject({ delta: 2 })
    await engine.client.call('changes.undoSeen', {})
    expect(await loadTile(engine, 'past')).toMatchObject({ delta: null })
  })

  test('count containers as arriving while they are due or overdue at the port', async () => {
    const engine = await startStillEngine({ containers: 120 })
    const { id, shipmentId } = (await loadAllRows(engine)).find(
      (row) => row.lastFreeDay.clock === 'not-started' && row.ataAt === null && row.shipmentId !== null,
    )!
    const isArriving = async (eta: string, arrivingWithinDays: number) => {
      await engine.patch({ [shipmentId!]: { pod_eta_at: eta, pod_ata_at: null } })
      return (await listContainers(engine, { scope: 'open', arrivingWithinDays })).rows.some((row) => row.id === id)
    }
    expect(await isArriving('2026-11-23T20:00:00Z', 3)).toBe(true)
    expect(await isArriving('2026-11-24T20:00:00Z', 3)).toBe(false)
    expect(await isArriving('2026-11-24T20:00:00Z', 4)).toBe(true)
    expect(await isArriving('2026-11-10T20:00:00Z', 0)).toBe(true)
    await engine.patch({ [id]: { pod_arrived_at: '2026-11-20T10:00:00Z' } })
    expect(
      (await listContainers(engine, { scope: 'open', arrivingWithinDays: 3 })).rows.some((row) => row.id === id),
    ).toBe(false)
  })
})

describe('a new hold', () => {
  const setUp = async () => {
    const engine = await startStillEngine({ containers: 60 })
    const { id } = (await loadAllRows(engine)).find(
      (row) => isClockRunning(row) && row.activeHolds.length === 0 && row.pendingHolds.length === 0,
    )!
    const isNew = async () =>
      (await listContainers(engine, { scope: 'all', hasNewHold: true })).rows.some((row) => row.id === id)
    const placeHolds = (...holds: object[]) => engine.patch({ [id]: { holds_at_pod_terminal: holds } })
    return { engine, id, isNew, placeHolds }
  }
  test('is a hold placed since changes were last marked as seen', async () => {
    const { engine, isNew, placeHolds } = await setUp()
    expect(await isNew()).toBe(false)
    await placeHolds(createCustomsHold())
    expect([await isNew(), (await loadTile(engine, 'new-holds')).count]).toEqual([true, 1])
    await markSeen(engine)
    expect([await isNew(), (await loadTile(engine, 'new-holds')).count]).toEqual([false, 0])
    await engine.client.call('changes.undoSeen', {})
    expect(await isNew()).toBe(true)
  })
  test('is also a formerly expected hold that now blocks, but not one that is only expected', async () => {
    const { isNew, placeHolds } = await setUp()
    await placeHolds(createCustomsHold('pending'))
    expect(await isNew()).toBe(false)
    await placeHolds(createCustomsHold())
    expect(await isNew()).toBe(true)
  })
  test('is not counted after it was released, or if only its text changed', async () => {
    const { engine, isNew, placeHolds } = await setUp()
    await placeHolds(createCustomsHold())
    await markSeen(engine)
    await placeHolds({ ...createCustomsHold(), description: 'EXAM SITE 3' })
    expect(await isNew()).toBe(false)
    await placeHolds()
    await markSeen(engine)
    await placeHolds(createCustomsHold())
    expect(await isNew()).toBe(true)
    await placeHolds()
    expect(await isNew()).toBe(false)
  })
})

describe('ready since', () => {
  const ready = { available_for_pickup: true, availability_known: true, holds_at_pod_terminal: [] }
  const setUp = async (attributes: object) => {
    const engine = await startStillEngine({ containers: 60 })
    const { id } = (await loadAllRows(engine)).find(
      (row) =>
        isClockRunning(row) &&
        !['ready', 'ready-unverified'].includes(row.verdict) &&
        row.dischargedAt !== null &&
        !row.isInland,
    )!
    await engine.patch({ [id]: { ...attributes } })
    return { engine, id }
  }
  test('is the time when the last obstacle ended, and empty while one is left', async () => {
    const { engine, id } = await setUp({
      ...ready,
      available_for_pickup: false,
      holds_at_pod_terminal: [createCustomsHold()],
    })
    await engine.patch({ [id]: { available_for_pickup: true } })
    expect(await findRow(engine, id)).toMatchObject({ verdict: 'conflict', readySince: null })
    await engine.patch({ [id]: { holds_at_pod_terminal: [] } })
    const row = await findRow(engine, id)
    const { changes } = await engine.client.call('containers.get', { id })
    expect(row.verdict).toMatch(/^ready/)
    expect(row.readySince).toBe(
      changes.find(({ field, after }) => field === 'holds_at_pod_terminal/customs' && after === null)!.seenAt,
    )
    expect(
      (await listContainers(engine, { scope: 'all' }, [{ column: 'readySince', direction: 'asc' }])).rows[0]?.id,
    ).toBe(id)
    await engine.restart()
    expect((await findRow(engine, id)).readySince).toBe(row.readySince)
    await engine.patch({ [id]: { current_status: 'picked_up' } })
    expect(await findRow(engine, id)).toMatchObject({ verdict: 'out', readySince: null, risks: [] })
  })
  test('is unknown if the container was ready at the first sync', async () => {
    const engine = await startSyncedEngine({ containers: 100 })
    const rows = (await loadAllRows(engine)).filter(({ verdict }) => verdict === 'ready')
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.every(({ readySince }) => readySince === null)).toBe(true)
  })
})

describe('the money', () => {
  test('is the sum of the reported fees of the list that it opens', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { money } = await loadToday(engine)
    const { rows, total } = await listContainers(engine, money.dueFilter)
    expect(total).toBe(money.dueCount)
    expect(total).toBeGreaterThan(3)
    const fees = Map.groupBy(
      rows.flatMap(({ feesDue }) => feesDue),
      ({ currency }) => currency,
    )
    expect(money.due.map(({ currency, amount }) => [currency, Math.round(amount * 100)])).toEqual(
      [...fees]
        .map(([currency, fees]) => [currency, Math.round(fees.reduce((sum, { amount }) => sum + amount, 0) * 100)])
        .toSorted(([, one], [, other]) => Number(other) - Number(one)),
    )
  })

  test('is estimated only by the user’s rates: one more day for containers past LFD, and the first chargeable day for containers whose LFD is today', async () => {
    const engine = await startStillEngine({ containers: 120 })
    expect((await loadToday(engine)).money).toMatchObject({ accruing: [], saveable: [], hasRates: false })
    await engine.client.call('rates.save', rateTable('usd'))
    const { money } = await loadToday(engine)
    const count = async (name: TodayTile['tile']) => (await loadTile(engine, name)).count
    const ready = await listContainers(engine, {
      scope: 'board',
      bands: ['today'],
      verdicts: ['ready', 'ready-unverified'],
    })
    expect(await count('today')).toBeGreaterThan(0)
    expect(money).toMatchObject({
      accruing: [{ currency: 'USD', minor: 10_000 * (await count('past')) }],
      saveable: [{ currency: 'USD', minor: 10_000 * (await count('today')) }],
      accruingUncosted: 0,
      saveableReady: ready.total,
      saveableUnverified: ready.rows.filter(({ verdict }) => verdict === 'ready-unverified').length,
      saveableUncosted: 0,
      saveableClosed: 0,
      hasRates: true,
    })
  })

  test('counts the containers that no rate covers', async () => {
    const engine = await startStillEngine({ containers: 60 })
    await engine.client.call('rates.save', rateTable('usd', { scac: 'NONE' }))
    expect((await loadToday(engine)).money).toMatchObject({
      accruing: [],
      saveable: [],
      accruingUncosted: (await loadTile(engine, 'past')).count,
      saveableUncosted: (await loadTile(engine, 'today')).count,
    })
  })
})

describe('the briefing', () => {
  test('has each container that needs a decision in one group, and counts the list that the group opens', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { decisions, decisionCount, decisionFilter } = await loadToday(engine)
    const { rows, total } = await listContainers(engine, decisionFilter)
    expect(decisionCount).toBe(total)
    const getGroup = ({ risks, lastFreeDay: { band } }: ContainerRow) =>
      `${risks[0]!.reason} ${risks[0]!.reason === 'past-last-free-day' && band === 'confirm'}`
    const byReason = Map.groupBy(rows, getGroup)
    expect(new Set(decisions.map(({ reason, isToConfirm }) => `${reason} ${isToConfirm}`))).toEqual(
      new Set(byReason.keys()),
    )
    for (const { reason, isToConfirm, count, filter, sort, rows: first } of decisions) {
      const group = byReason.get(`${reason} ${isToConfirm}`)!
      expect([reason, count]).toEqual([reason, group.length])
      // The list that the group opens shows these columns, so that its headers show the sort.
      expect(['lastFreeDay', 'fees', 'verdict']).toContain(sort[0]!.column)
      const listed = await listContainers(engine, filter, sort)
      expect(listed.rows.slice(0, DECISIONS_SHOWN)).toEqual(first)
      expect(new Set(listed.rows.map(({ id }) => id))).toEqual(new Set(group.map(({ id }) => id)))
      expect(first.map(({ id }) => id)).toEqual(
        group
          .toSorted(orders[reason] ?? byDays)
          .slice(0, DECISIONS_SHOWN)
          .map(({ id }) => id),
      )
    }
    expect(decisions.some(({ count }) => count > DECISIONS_SHOWN)).toBe(true)
    const pastGroups = decisions.filter(({ reason }) => reason === 'past-last-free-day')
    expect(pastGroups[0]!.count).toBe((await loadTile(engine, 'past')).count)
  })

  test('begins with what can still be saved, and then has costs that are running', async () => {
    const engine = await startSyncedEngine({ containers: 500 })
    const reasons = (await loadToday(engine)).decisions.map(({ reason }) => reason)
    const order = [
      'last-free-day-today',
      'not-ready-in-time',
      'last-free-day-tomorrow',
      'no-appointment',
      'appointment-too-late',
      'past-last-free-day',
    ] as const
    const expected = order.filter((reason) => reasons.includes(reason))
    expect(reasons.slice(0, expected.length)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(3)
  })

  test('counts every container with its last free day today, on random boards', async () => {
    const engine = await startStillEngine({ containers: 120 })
    const dice = createDice('boards of Today')
    const rows = await loadAllRows(engine)
    for (let board = 0; board < 5; board++) {
      const patches = rows.map(({ id }) => [id, { import_deadlines: randomDeadlines(dice), pickup_lfd: null }] as const)
      await engine.patch(Object.fromEntries(patches))
      const expected = (await loadAllRows(engine)).filter(
        ({ lastFreeDay: { daysLeft, clock } }) => daysLeft === 0 && clock !== 'stopped',
      )
      expect(expected.length).toBeGreaterThan(3)
      const { decisions, tiles } = await loadToday(engine)
      const group = decisions.find(({ reason }) => reason === 'last-free-day-today')!
      const listed = await listContainers(engine, group.filter)
      expect([group.count, listed.total, tiles.find(({ tile: name }) => name === 'today')!.count]).toEqual(
        Array(3).fill(expected.length),
      )
      expect(new Set(listed.rows.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    }
  })

  test('lists the ten most important changes since the last mark, newest first among equals', async () => {
    const engine = await startSyncedEngine({ containers: 200, speed: 240 })
    await engine.clock.advance(10 * 60_000)
    const { changes, changeCount } = await loadToday(engine)
    const unseen = (
      await engine.client.call('changes.list', { filter: { scope: 'unseen' }, window: { offset: 0, limit: 500 } })
    ).rows
    expect(changeCount).toBeGreaterThan(10)
    expect(changeCount).toBe(unseen.length)
    expect(changes).toEqual(
      unseen
        .filter(({ isReverted }) => !isReverted)
        .toSorted((a, b) => a.severity - b.severity || b.id - a.id)
        .slice(0, 10),
    )
    await markSeen(engine)
    expect(await loadToday(engine)).toMatchObject({ changes: [], changeCount: 0 })
  })

  test('counts containers with unknown risk, and opens their list', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { notAssessed } = await loadToday(engine)
    const { rows, total } = await listContainers(engine, notAssessed.filter)
    expect(notAssessed).toMatchObject({
      total,
      noDate: rows.filter(({ lastFreeDay }) => lastFreeDay.date === null).length,
    })
    expect(total).toBe((await engine.client.call('containers.summary', {})).notAssessed)
    expect([
      notAssessed.noDate > 0,
      notAssessed.unchecked > 0,
      notAssessed.noDate + notAssessed.unchecked >= total,
    ]).toEqual([true, true, true])
  })

  test('of an empty account is empty', async () => {
    const engine = await startSyncedEngine({ containers: 0 })
    const { tiles, ...rest } = await loadToday(engine)
    expect(tiles.map(({ count }) => count)).toEqual(Array(6).fill(0))
    expect(rest).toMatchObject({
      money: {
        due: [],
        dueCount: 0,
        accruing: [],
        saveable: [],
        accruingUncosted: 0,
        saveableUncosted: 0,
        hasRates: false,
      },
      decisions: [],
      decisionCount: 0,
      changes: [],
      changeCount: 0,
      notAssessed: { total: 0, noDate: 0, unchecked: 0 },
    })
  })
})
