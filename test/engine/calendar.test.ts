// The calendar, the headings of the board and the empty containers agree with the lists.
import { describe, expect, test } from 'vitest'
import type { ContainerFilter } from '#contract/containers.ts'
import { dateInZone, daysBetween } from '#engine/outside/calendar.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'

const FILTER: ContainerFilter = { scope: 'board' }
const countContainers = async ({ client }: SyncedEngine, filter: Partial<ContainerFilter>) =>
  (
    await client.call('containers.list', {
      filter: { ...FILTER, ...filter },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
  ).total

describe('the calendar', () => {
  test('has on each day as many containers as the list filtered by that day', async () => {
    const engine = await startSyncedEngine({ containers: 300 })
    const { days, before, after, undated, zones } = await engine.client.call('containers.calendar', {
      from: '2026-11-01',
      to: '2026-12-12',
      filter: FILTER,
      first: 3,
    })
    expect(days.filter((day) => day.total > 0).length).toBeGreaterThan(5)
    for (const day of days) {
      const lastFreeDays = { from: day.date, to: day.date }
      expect([day.date, day.total]).toEqual([day.date, await countContainers(engine, { lastFreeDays })])
      expect([day.date, day.ready]).toEqual([
        day.date,
        await countContainers(engine, { lastFreeDays, verdicts: ['ready'] }),
      ])
      expect(day.first).toHaveLength(Math.min(3, day.total))
    }
    expect(days.reduce((sum, day) => sum + day.total, before + after + undated)).toBe(await countContainers(engine, {}))
    expect(zones.reduce((sum, { count }) => sum + count, undated)).toBe(await countContainers(engine, {}))
  })

  test('has the current day of each time zone', async () => {
    // It is past midnight in New York, but not in Los Angeles.
    const engine = await startSyncedEngine({ containers: 200, start: '2026-11-21T06:30:00Z' })
    const { zones } = await engine.client.call('containers.calendar', {
      from: '2026-11-16',
      to: '2026-11-22',
      filter: FILTER,
      first: 0,
    })
    const todays = new Map(zones.map(({ zone, today }) => [zone, today]))
    expect([todays.get('America/Los_Angeles'), todays.get('America/New_York')]).toEqual(['2026-11-20', '2026-11-21'])
  })

  test.each([
    ['an end before its start', { from: '2026-11-20', to: '2026-11-19' }],
    ['too many days', { from: '2026-01-01', to: '2026-12-31' }],
    ['a day that does not exist', { from: '2026-02-30', to: '2026-03-01' }],
  ])('refuses %s', async (_name, days) => {
    const { client } = await startSyncedEngine({ containers: 1 })
    await expect(client.call('containers.calendar', { ...days, filter: FILTER, first: 3 })).rejects.toMatchObject({
      code: 'contract/invalid-input',
    })
  })
})

test('the headings of the board have the number of their containers and the sum of their fees', async () => {
  const engine = await startSyncedEngine({ containers: 300 })
  const { bands } = await engine.client.call('containers.bands', { filter: { ...FILTER, hasFees: true } })
  for (const { band, count } of bands)
    expect([band, count]).toEqual([band, await countContainers(engine, { hasFees: true, bands: [band] })])
  const rows = (await loadAllRows(engine)).filter(
    ({ lastFreeDay: { band, clock }, feesDue }) => band === 'past' && clock === 'running' && feesDue.length > 0,
  )
  const due = rows.flatMap(({ feesDue }) => feesDue).reduce((sum, { amount }) => sum + amount, 0)
  expect(bands.find(({ band }) => band === 'past')?.feesDue.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(
    due,
    2,
  )
})

test('a filter finds containers that are picked up and not returned, sorted by days out in the time zone of the place', async () => {
  const engine = await startSyncedEngine({ containers: 400 })
  const { rows } = await engine.client.call('containers.list', {
    filter: { scope: 'open', isEmptyOut: true },
    sort: [{ column: 'daysOut', direction: 'desc' }],
    window: { offset: 0, limit: 500 },
  })
  const isEmptyOut = ({ lastFreeDay, status, emptyReturnedAt }: (typeof rows)[number]) =>
    lastFreeDay.clock === 'stopped' && status !== 'empty_returned' && emptyReturnedAt === null
  expect(new Set(rows.map(({ id }) => id))).toEqual(
    new Set((await loadAllRows(engine)).filter(isEmptyOut).map(({ id }) => id)),
  )
  expect(rows.length).toBeGreaterThan(5)
  const knownRows = rows.filter(({ daysOut }) => daysOut !== null)
  expect(rows.slice(0, knownRows.length)).toEqual(knownRows)
  expect(knownRows.map(({ daysOut }) => daysOut)).toEqual(
    knownRows.map(({ daysOut }) => daysOut!).toSorted((a, b) => b - a),
  )
  const nowMs = engine.clock.wall()
  for (const { fullOutAt, pickupZone, daysOut } of knownRows) {
    if (pickupZone === null) continue
    expect(daysOut).toBe(daysBetween(dateInZone(Date.parse(fullOutAt!), pickupZone)!, dateInZone(nowMs, pickupZone)!))
  }
  expect((await loadAllRows(engine)).every((row) => isEmptyOut(row) || row.daysOut === null)).toBe(true)
})
