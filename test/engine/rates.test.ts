// On a real engine, the rates of the user give the costs of containers. Some costs cannot be computed, and others
// change a day later.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RateTable } from '#contract/rate-table.ts'
import { rateTable } from '#support/rate-table.ts'
import { addDays } from '#engine/outside/calendar.ts'
import { loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'

const board = { scope: 'board' as const }
const DAY_MS = 86_400_000
const daysPast = (lastFree: string, today: string) => Math.max(0, (Date.parse(today) - Date.parse(lastFree)) / DAY_MS)

describe('tables of rates', () => {
  test('survive a restart, and can be changed by id and removed', async () => {
    const engine = await startTestEngine({ apiKey: null })
    const table = rateTable('1', {
      name: 'b',
      scac: 'MAEU',
      lengthFt: 40,
      equipmentType: 'reefer',
      place: 'Pier 400',
      counting: 'working',
      tiers: [
        { fromDay: 1, rate: 1 },
        { fromDay: 5, rate: 15_050 },
      ],
    })
    await engine.client.call('rates.save', table)
    await engine.client.call('rates.save', rateTable('2', { name: 'A', kind: 'detention', freeDays: 4, tiers: [] }))
    await engine.restart()
    expect(await engine.client.call('rates.list', {})).toEqual([
      rateTable('2', { name: 'A', kind: 'detention', freeDays: 4, tiers: [] }),
      table,
    ])
    await engine.client.call('rates.save', { ...table, name: 'c' })
    await engine.client.call('rates.remove', { id: '2' })
    expect(await engine.client.call('rates.list', {})).toEqual([{ ...table, name: 'c' }])
  })

  test('with the same terms as another table are refused', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    await client.call('rates.save', rateTable('1', { scac: 'MAEU' }))
    await expect(client.call('rates.save', rateTable('2', { scac: 'maeu' }))).rejects.toMatchObject({
      code: 'rates/same-terms',
      details: { name: '1' },
    })
    await client.call('rates.save', rateTable('2', { scac: 'MAEU', kind: 'detention' }))
    expect((await client.call('rates.list', {})).length).toBe(2)
  })

  test('from a file replace tables with the same terms, and the result has the added and the replaced ones', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    await client.call('rates.save', rateTable('old', { scac: 'MAEU' }))
    const withoutId = ({ name, rest = {} }: { name: string; rest?: Partial<RateTable> }) =>
      Object.fromEntries(Object.entries(rateTable('', { name, ...rest })).filter(([key]) => key !== 'id')) as Omit<
        RateTable,
        'id'
      >
    const line = withoutId({ name: 'new', rest: { scac: 'MAEU', currency: 'EUR' } })
    const any = withoutId({ name: 'any' })
    const result = await client.call('rates.import', { tables: [line, any, { ...any, name: 'any again' }] })
    expect([result.added.length, result.replaced]).toEqual([1, [rateTable('old', { scac: 'MAEU' })]])
    expect((await client.call('rates.list', {})).map(({ name, currency }) => [name, currency])).toEqual([
      ['any again', 'USD'],
      ['new', 'EUR'],
    ])
  })

  test('that several windows export at once are written to one file', async () => {
    const { client, dir } = await startTestEngine({ apiKey: null })
    await client.call('rates.save', rateTable('1', { scac: 'MAEU' }))
    const files = await Promise.all(Array.from({ length: 8 }, () => client.call('rates.export', {})))
    expect(new Set(files.map(({ file }) => file)).size).toBe(1)
    expect(readdirSync(join(dir, 'spool'))).toEqual([files[0]!.file])
    expect(readFileSync(join(dir, 'spool', files[0]!.file), 'utf8')).toContain('MAEU')
  })

  test('with invalid values are refused', async () => {
    const { client } = await startTestEngine({ apiKey: null })
    for (const wrong of [
      { currency: 'usd' },
      { tiers: [{ fromDay: 3, rate: 1 }] },
      { tiers: [{ fromDay: 1, rate: 0.5 }] },
      { name: ' ' },
    ]) {
      await expect(client.call('rates.save', rateTable('1', wrong))).rejects.toMatchObject({
        code: 'contract/invalid-input',
      })
    }
  })
})

describe('exposure', () => {
  test('is not 0 without a rate: containers are counted as not costed', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const rows = await loadAllRows(engine)
    const running = rows.filter(({ lastFreeDay: { clock } }) => clock === 'running')
    expect(running.length).toBeGreaterThan(0)
    for (const { exposure } of running) expect(exposure).toEqual({ state: 'no-rate' })
    const { days, costed, uncosted, hasRates } = await engine.client.call('rates.exposure', { filter: board, days: 14 })
    expect(hasRates).toBe(false)
    expect([days.length, days[14]!.inDays, costed]).toEqual([15, 14, 0])
    expect(days.every(({ totals }) => totals.length === 0)).toBe(true)
    expect(uncosted).toBe(rows.filter(({ exposure }) => exposure !== null).length)
  })

  test('is the number of days times the rate, does not change fees, and its totals are the sums of the rows', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    const rowsBefore = await loadAllRows(engine)
    const scac = rowsBefore.find(({ lastFreeDay: { band } }) => band === 'past')!.scac!
    await client.call('rates.save', rateTable('line', { scac }))
    await client.call(
      'rates.save',
      rateTable('yen', { scac, lengthFt: 20, currency: 'JPY', tiers: [{ fromDay: 1, rate: 12_000 }] }),
    )
    const rowsAfter = await loadAllRows(engine)
    expect(rowsAfter.map(({ feesDue }) => feesDue)).toEqual(rowsBefore.map(({ feesDue }) => feesDue))
    const sums: Record<string, number> = {}
    let [costed, uncosted] = [0, 0]
    for (const {
      exposure,
      lastFreeDay: { clock, date, daysLeft },
      scac: line,
      equipment,
    } of rowsAfter) {
      if (clock === 'stopped' || exposure === null) continue
      if (line !== scac) expect(exposure).toEqual({ state: 'no-rate' })
      else if (date === null) expect(exposure).toEqual({ state: 'no-date' })
      if (exposure.state !== 'costed') {
        uncosted++
        continue
      }
      costed++
      const days = Math.max(0, -(daysLeft ?? 0))
      const isYen = equipment.lengthFt === 20
      expect([exposure.days, exposure.minor, exposure.currency]).toEqual([
        days,
        days * (isYen ? 12_000 : 10_000),
        isYen ? 'JPY' : 'USD',
      ])
      sums[exposure.currency] = (sums[exposure.currency] ?? 0) + exposure.minor
    }
    expect(costed).toBeGreaterThan(1)
    const forecast = await client.call('rates.exposure', { filter: board, days: 14 })
    expect([forecast.costed, forecast.uncosted, forecast.hasRates]).toEqual([costed, uncosted, true])
    const { total, outOf } = await client.call('containers.list', {
      filter: board,
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    const undated = rowsAfter.filter(
      ({ exposure, lastFreeDay: { date } }) => exposure !== null && exposure.state !== 'costed' && date === null,
    )
    expect(forecast.undated).toBe(undated.length)
    expect([costed + uncosted + forecast.notDue, forecast.outOf]).toEqual([total, outOf])
    expect(Object.fromEntries(forecast.days[0]!.totals.map(({ currency, minor }) => [currency, minor]))).toEqual(sums)
    // The exposure never falls from one day to the next.
    for (const { currency } of forecast.days[0]!.totals) {
      const amounts = forecast.days.map(({ totals }) => totals.find((total) => total.currency === currency)!.minor)
      expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    }
  })

  test('counts only the selected containers, or all except some', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    await client.call('rates.save', rateTable('any'))
    const rows = (await loadAllRows(engine)).filter(
      ({ exposure }) => exposure?.state === 'costed' && exposure.minor > 0,
    )
    const [first, second] = rows
    const minorOf = (row = first) => (row?.exposure?.state === 'costed' ? row.exposure.minor : 0)
    const loadExposure = async (selected: { only?: string[]; except?: string[] }) => {
      const answer = await client.call('rates.exposure', { filter: board, ...selected, days: 0 })
      return [answer.costed, answer.days[0]!.totals[0]?.minor]
    }
    const [costed, total] = await loadExposure({})
    expect(await loadExposure({ only: [first!.id, second!.id] })).toEqual([2, minorOf() + minorOf(second)])
    expect(await loadExposure({ only: [first!.id, 'unknown'] })).toEqual([1, minorOf()])
    expect(await loadExposure({ except: [first!.id] })).toEqual([costed! - 1, total! - minorOf()])
    expect(await loadExposure({ only: [] })).toEqual([0, undefined])
  })

  test('begins on the day of the places, whatever the day is at home', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    await client.call('rates.save', rateTable('any'))
    const costed = (await loadAllRows(engine)).filter(({ exposure }) => exposure?.state === 'costed')
    const settings = await client.call('settings.get', {})
    const ids = costed.map(({ id }) => id)
    for (const homeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await client.call('settings.set', { ...settings, homeZone })
      const todays = (await loadAllRows(engine))
        .filter(({ id, lastFreeDay: { daysLeft } }) => ids.includes(id) && daysLeft !== null)
        .map(({ lastFreeDay: { date, daysLeft } }) => addDays(date!, -daysLeft!))
      const forecast = await client.call('rates.exposure', { filter: board, days: 1 })
      expect(forecast.days[0]?.date).toBe(todays.toSorted()[0])
      const plan = await client.call('rates.plan', { ids: ids.slice(0, 50), days: 2 })
      expect(plan.dates[0]).toBe(todays.slice(0, 50).toSorted()[0])
    }
  })

  test('adds up one date at all places, and today where the date has ended, as a plan does', async () => {
    // It is already the 21st in New York, and still the 20th in Los Angeles.
    const engine = await startSyncedEngine({ containers: 150, start: '2026-11-21T06:30:00Z' })
    const { client } = engine
    await client.call('rates.save', rateTable('any'))
    const costed = (await loadAllRows(engine)).flatMap(({ id, exposure, lastFreeDay: { date, daysLeft } }) =>
      exposure?.state === 'costed' && date !== null && daysLeft !== null
        ? [{ id, date, today: addDays(date, -daysLeft) }]
        : [],
    )
    expect(new Set(costed.map(({ today }) => today))).toEqual(new Set(['2026-11-20', '2026-11-21']))
    const forecast = await client.call('rates.exposure', { filter: board, days: 3 })
    const plan = await client.call('rates.plan', { ids: costed.map(({ id }) => id), days: 4 })
    expect(forecast.days.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
    expect(forecast.days.map(({ totals }) => totals)).toEqual(
      forecast.days.map(({ date: day }) => [
        {
          currency: 'USD',
          minor: costed.reduce((sum, { date, today }) => sum + daysPast(date, day > today ? day : today) * 10_000, 0),
        },
      ]),
    )
    expect([plan.dates, plan.totals]).toEqual([
      forecast.days.map(({ date }) => date),
      forecast.days.map(({ totals }) => totals),
    ])
  })

  test('sorts the list, and falls when the user extends the last free day', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    await client.call('rates.save', rateTable('any'))
    const loadRows = async () =>
      (
        await client.call('containers.list', {
          filter: board,
          sort: [{ column: 'exposure', direction: 'desc' }],
          window: { offset: 0, limit: 200 },
        })
      ).rows
    const amounts = (await loadRows()).map(({ exposure }) => (exposure?.state === 'costed' ? exposure.minor : null))
    const knownAmounts = amounts.filter((minor) => minor !== null)
    expect(knownAmounts[0]).toBeGreaterThan(0)
    expect(amounts).toEqual([...knownAmounts.toSorted((a, b) => b - a), ...amounts.filter((minor) => minor === null)])
    const [worst] = await loadRows()
    const {
      lastFreeDay: { date, daysLeft },
    } = worst!
    const extended = new Date(Date.parse(date!) + DAY_MS).toISOString().slice(0, 10)
    await client.call('containers.setManualLastFreeDay', {
      id: worst!.id,
      manual: { date: extended, reason: 'Extended by a day' },
    })
    const { row } = await client.call('containers.get', { id: worst!.id })
    expect(row.exposure).toMatchObject({ state: 'costed', days: -daysLeft! - 1, minor: (-daysLeft! - 1) * 10_000 })
  })

  test('in working days excludes the days that the user marked as closed', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    await client.call('rates.save', rateTable('any', { counting: 'working' }))
    const costedRow = (await loadAllRows(engine)).find(
      ({ exposure, pickupPlace }) => pickupPlace !== null && exposure?.state === 'costed' && exposure.days > 0,
    )!
    const days = async () => {
      const {
        row: { exposure },
      } = await client.call('containers.get', { id: costedRow.id })
      return exposure?.state === 'costed' ? exposure.days : null
    }
    const daysBefore = await days()
    const { date, daysLeft } = costedRow.lastFreeDay
    const past = Array.from({ length: -daysLeft! }, (_, i) => new Date(Date.parse(date!) + (i + 1) * DAY_MS))
    const weekdays = past.filter((day) => ![0, 6].includes(day.getUTCDay()))
    expect(daysBefore).toBe(weekdays.length)
    await client.call('terminals.set', {
      place: costedRow.pickupPlace!,
      days: [1],
      closed: [weekdays[0]!.toISOString().slice(0, 10)],
      opens: null,
      closes: null,
    })
    expect(await days()).toBe(weekdays.length - 1)
  })
})

describe('a plan of pickups', () =>
  test('has the amount for each day and container, the sum for each currency, and the containers without a cost', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    const rows = await loadAllRows(engine)
    const running = rows.filter(({ lastFreeDay: { clock, date } }) => clock === 'running' && date !== null).slice(0, 6)
    const pickedUp = rows.find(({ lastFreeDay: { clock } }) => clock === 'stopped')!
    const lines = [...new Set(running.map(({ scac }) => scac!))]
    for (const scac of lines.slice(0, -1))
      await client.call('rates.save', rateTable(scac, { scac, currency: scac === lines[0] ? 'EUR' : 'USD' }))
    const plan = await client.call('rates.plan', { ids: [...running, pickedUp].map(({ id }) => id), days: 15 })
    expect([plan.dates.length, plan.containers.length]).toEqual([15, 7])
    const uncosted = running.filter(({ scac }) => scac === lines.at(-1))
    expect(plan.uncosted).toBe(uncosted.length)
    expect(plan.containers.find(({ id }) => id === pickedUp.id)).toMatchObject({ minor: null, reason: 'out' })
    const sums = plan.dates.map(() => new Map<string, number>())
    for (const { id, minor, currency, reason } of plan.containers) {
      const {
        scac,
        lastFreeDay: { date },
      } = rows.find((row) => row.id === id)!
      if (minor === null) {
        expect(reason).toBe(id === pickedUp.id ? 'out' : 'no-rate')
        continue
      }
      expect(minor).toEqual(plan.dates.map((day) => daysPast(date!, day) * 10_000))
      expect(currency).toBe(scac === lines[0] ? 'EUR' : 'USD')
      minor.forEach((amount, i) => sums[i]!.set(currency!, (sums[i]!.get(currency!) ?? 0) + amount))
    }
    expect(plan.totals.map((totals) => new Map(totals.map(({ currency, minor }) => [currency, minor])))).toEqual(sums)
  }))

describe('detention', () =>
  test('is computed from the user’s own terms, for containers that were picked up and not returned', async () => {
    const engine = await startSyncedEngine({ containers: 150 })
    const { client } = engine
    const isEmptyOut = ({
      lastFreeDay: { clock },
      emptyReturnedAt,
    }: {
      lastFreeDay: { clock: string }
      emptyReturnedAt: string | null
    }) => clock === 'stopped' && emptyReturnedAt === null
    const uncostedRows = (await loadAllRows(engine)).filter((row) => row.detention !== null)
    expect(uncostedRows.length).toBeGreaterThan(0)
    expect(uncostedRows.every(isEmptyOut)).toBe(true)
    for (const { detention } of uncostedRows)
      expect(detention).toEqual({ freeDays: null, returnBy: null, estimate: { state: 'no-rate' } })
    await client.call(
      'rates.save',
      rateTable('terms', { kind: 'detention', freeDays: 2, tiers: [{ fromDay: 1, rate: 9_000 }] }),
    )
    const filter = { scope: 'open' as const, isEmptyOut: true }
    const { rows } = await client.call('containers.list', {
      filter,
      sort: [{ column: 'detention', direction: 'desc' }],
      window: { offset: 0, limit: 200 },
    })
    const amounts = rows.map(({ detention, daysOut }) => {
      if (daysOut === null) expect(detention).toEqual({ freeDays: 2, returnBy: null, estimate: { state: 'no-date' } })
      else
        expect(detention).toMatchObject({
          freeDays: 2,
          estimate: { state: 'costed', days: Math.max(0, daysOut - 2), minor: Math.max(0, daysOut - 2) * 9_000 },
        })
      return daysOut === null ? -1 : Math.max(0, daysOut - 2)
    })
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    const { rows: byDay } = await client.call('containers.list', {
      filter,
      sort: [{ column: 'returnBy', direction: 'asc' }],
      window: { offset: 0, limit: 200 },
    })
    const dates = byDay.flatMap(({ detention }) => detention?.returnBy ?? [])
    expect(dates).toEqual(dates.toSorted())
  }))

test('the user’s rates are in no request, and in no file except state.db', async () => {
  const engine = await startSyncedEngine({ containers: 40 })
  await engine.client.call('rates.save', rateTable('secret', { name: 'Rate-of-our-own-4711' }))
  await loadAllRows(engine)
  await engine.clock.advance(10 * 60_000)
  expect(JSON.stringify(engine.network.sent)).not.toContain('4711')
  const filesWithRates = readdirSync(engine.dir).filter(
    (name) => /\.db(-wal)?$/.test(name) && readFileSync(join(engine.dir, name)).includes('Rate-of-our-own-4711'),
  )
  expect(filesWithRates.every((name) => name.startsWith('state.db'))).toBe(true)
  expect(filesWithRates.length).toBeGreaterThan(0)
})
