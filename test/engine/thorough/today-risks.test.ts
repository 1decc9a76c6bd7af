// The reasons of a risk appear and end with the data of the container, and they filter and sort lists.
import { describe, expect, test } from 'vitest'
import type { ContainerRow } from '#contract/containers.ts'
import { RiskReason } from '#contract/risk.ts'
import { startStillEngine } from '#support/still-engine.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import {
  listContainers,
  isClockRunning,
  markSeen,
  createCustomsHold,
  findRow,
  listRiskReasons,
} from '#support/today.ts'

describe('reasons of a risk', () => {
  test('filter and sort as the rows show them', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const all = await loadAllRows(engine)
    const reasons = new Set(all.flatMap(listRiskReasons))
    expect(reasons.size).toBeGreaterThanOrEqual(6)
    for (const reason of RiskReason.options)
      expect([reason, (await listContainers(engine, { scope: 'all', risks: [reason] })).total]).toEqual([
        reason,
        all.filter((row) => listRiskReasons(row).includes(reason)).length,
      ])
    expect((await listContainers(engine, { scope: 'all', risks: [] })).total).toBe(
      all.filter(({ risks }) => risks.length > 0).length,
    )
    const two: RiskReason[] = ['sources-disagree', 'fees-running']
    expect((await listContainers(engine, { scope: 'all', risks: two })).total).toBe(
      all.filter((row) => listRiskReasons(row).some((reason) => two.includes(reason))).length,
    )
    for (const direction of ['asc', 'desc'] as const) {
      const { rows } = await listContainers(engine, { scope: 'all' }, [{ column: 'risk', direction }])
      const reasons = rows.flatMap(({ risks }) => risks[0]?.reason ?? [])
      const groups = (await engine.client.call('today.get', {})).decisions.map(({ reason }) => reason)
      expect(groups.length).toBeGreaterThan(2)
      const shown = reasons.filter((reason, index) => groups.includes(reason) && reason !== reasons[index - 1])
      expect(shown).toEqual(direction === 'asc' ? groups : groups.toReversed())
      expect(rows.slice(reasons.length).every(({ risks }) => risks.length === 0)).toBe(true)
    }
  })

  test('change with the days, without a network', async () => {
    const engine = await startStillEngine({ containers: 200 })
    const { id } = (await loadAllRows(engine)).find(
      (row) => isClockRunning(row) && row.verdict !== 'ready' && row.lastFreeDay.daysLeft === 1,
    )!
    engine.network.unplug()
    expect(listRiskReasons(await findRow(engine, id))).toContain('not-ready-in-time')
    engine.clock.sleepMachine(86_400_000)
    await engine.clock.advance(60_000)
    expect(listRiskReasons(await findRow(engine, id))[0]).toBe('last-free-day-today')
    engine.clock.sleepMachine(86_400_000)
    await engine.clock.advance(60_000)
    expect(listRiskReasons(await findRow(engine, id))[0]).toBe('past-last-free-day')
  })

  test('include an earlier last free day until the user has seen it', async () => {
    const engine = await startStillEngine({ containers: 60 })
    const row = (await loadAllRows(engine)).find(
      (candidate) => isClockRunning(candidate) && (candidate.lastFreeDay.daysLeft ?? 0) >= 4,
    )!
    const isEarlier = async () => listRiskReasons(await findRow(engine, row.id)).includes('last-free-day-earlier')
    const report = (day: string) =>
      engine.patch({
        [row.id]: {
          pickup_lfd: null,
          import_deadlines: { pickup_lfd_terminal: day, pickup_lfd_line: day, pickup_lfd_rail: day },
        },
      })
    expect(await isEarlier()).toBe(false)
    await report('2026-11-22')
    expect(await isEarlier()).toBe(true)
    await engine.restart()
    expect(await isEarlier()).toBe(true)
    await markSeen(engine)
    expect(await isEarlier()).toBe(false)
    await engine.client.call('changes.undoSeen', {})
    expect(await isEarlier()).toBe(true)
    await report('2026-12-20')
    expect(await isEarlier()).toBe(false)
  })

  test('include an arrival that changed by a day while it is near', async () => {
    const engine = await startStillEngine({ containers: 120 })
    const { id, shipmentId } = (await loadAllRows(engine)).find(
      (row) => row.lastFreeDay.clock === 'not-started' && row.ataAt === null && row.shipmentId !== null,
    )!
    const isMovedBy = async (eta: string) => {
      await engine.patch({ [shipmentId!]: { pod_eta_at: eta } })
      return listRiskReasons(await findRow(engine, id)).includes('arrival-moved')
    }
    await isMovedBy('2026-11-23T08:00:00Z')
    await markSeen(engine)
    expect(await isMovedBy('2026-11-24T07:59:00Z')).toBe(false)
    expect(await isMovedBy('2026-11-24T08:00:00Z')).toBe(true)
    expect(await isMovedBy('2026-11-22T08:00:00Z')).toBe(true)
    expect(await isMovedBy('2026-12-24T08:00:00Z')).toBe(false)
  })

  test('include an official hold from the second day after its first reading', async () => {
    const engine = await startStillEngine({ containers: 60 })
    const [one, other] = (await loadAllRows(engine)).filter(
      (row) => isClockRunning(row) && row.activeHolds.length === 0,
    ) as [ContainerRow, ContainerRow]
    const isOld = async ({ id }: ContainerRow) => listRiskReasons(await findRow(engine, id)).includes('hold-ageing')
    await engine.patch({
      [one.id]: { holds_at_pod_terminal: [{ ...createCustomsHold(), name: 'Usda' }] },
      [other.id]: { holds_at_pod_terminal: [{ ...createCustomsHold(), name: 'freight' }] },
    })
    engine.clock.sleepMachine(47 * 3_600_000)
    await engine.clock.advance(60_000)
    expect(await isOld(one)).toBe(false)
    engine.clock.sleepMachine(3_600_000)
    await engine.clock.advance(60_000)
    expect([await isOld(one), await isOld(other)]).toEqual([true, false])
  })

  test('count the age of a hold from the first reading if it existed then', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    engine.network.unplug()
    const rowWithHold = (await loadAllRows(engine)).find(
      (row) => isClockRunning(row) && row.activeHolds.some((name) => ['customs', 'USDA', 'VACIS'].includes(name)),
    )!
    expect(listRiskReasons(rowWithHold)).not.toContain('hold-ageing')
    engine.clock.sleepMachine(48 * 3_600_000)
    await engine.clock.advance(60_000)
    expect(listRiskReasons(await findRow(engine, rowWithHold.id))).toContain('hold-ageing')
  })

  test.each([
    ['demurrage', true],
    ['Extended Dwell Time', true],
    ['exam', false],
    ['total', false],
  ])('include a running fee of type %s with the amount 0: %s', async (type, isRunningFee) => {
    const engine = await startStillEngine({ containers: 60 })
    const { id } = (await loadAllRows(engine)).find((row) => isClockRunning(row) && row.feesDue.length === 0)!
    await engine.patch({ [id]: { fees_at_pod_terminal: [{ type, amount: 0 }] } })
    expect(listRiskReasons(await findRow(engine, id)).includes('fees-running')).toBe(isRunningFee)
  })

  test('include a late appointment by the calendar of the terminal', async () => {
    const engine = await startStillEngine({ containers: 150 })
    const row = (await loadAllRows(engine)).find(
      (candidate) =>
        isClockRunning(candidate) &&
        !candidate.isInland &&
        candidate.pickupZone === 'America/Los_Angeles' &&
        candidate.lastFreeDay.date !== null,
    )!
    const isLate = async (at: string) => {
      await engine.patch({
        [row.id]: {
          pickup_appointment_at: at,
          import_deadlines: { pickup_lfd_terminal: '2026-11-24' },
          pickup_lfd: null,
        },
      })
      return listRiskReasons(await findRow(engine, row.id)).includes('appointment-too-late')
    }
    expect(await isLate('2026-11-25T07:59:00Z')).toBe(false)
    expect(await isLate('2026-11-25T08:00:00Z')).toBe(true)
  })
})
