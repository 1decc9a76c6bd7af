// Rates in the made-up engine, none at first. What they make of a box is the engine's own pure rule.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import type { RateTable } from '#contract/rate-table.ts'
import type { Handlers } from '#contract/rpc.ts'
import { addDays, julianDayOf } from '#engine/outside/calendar.ts'
import { isForSameContainers, tableFor } from '#engine/settings/cost.ts'
import { detentionOf, estimateOf } from '#engine/settings/estimate.ts'
import { AppError } from '#contract/errors.ts'
import { OWN_DATA_FILE } from './fake-engine-kept.ts'
import { NOW } from './row-factories.ts'

type Names = Extract<keyof Handlers<EngineContract>, `rates.${string}`>
type Deps = { rows: () => readonly ContainerRow[]; passes: (row: ContainerRow, filter: ContainerFilter) => boolean; change: (patch: (row: ContainerRow) => Partial<ContainerRow>) => void; announce: () => void }
export type FakeRates = { tables: RateTable[]; handlers: Pick<Handlers<EngineContract>, Names> }

const TODAY = NOW.slice(0, 10)

export function rateTable(id: string, rest: Partial<RateTable> = {}): RateTable {
  return { id, name: id, kind: 'demurrage', scac: null, place: null, lengthFt: null, equipmentType: null, currency: 'USD', counting: 'calendar', freeDays: null, tiers: [{ fromDay: 1, rate: 12_500 }, { fromDay: 5, rate: 20_000 }], ...rest }
}

export function createFakeRates({ rows, passes, change, announce }: Deps): FakeRates {
  const demurrage = (row: ContainerRow, inDays: number) => {
    const { clock, date, daysLeft } = row.lastFreeDay
    if (clock === 'stopped' || (clock === 'not-started' && (date === null || (daysLeft ?? -1) < 0))) return null
    const today = date === null ? Number.NaN : julianDayOf(date) - (daysLeft ?? 0)
    return estimateOf({ table: tableOf(row, 'demurrage'), closed: [] }, date === null ? Number.NaN : julianDayOf(date), today + inDays)
  }
  const tableOf = (row: ContainerRow, kind: RateTable['kind']) => tableFor(fake.tables, kind, { scac: row.scac, place: row.pickupPlace, lengthFt: row.equipment.lengthFt, equipmentType: row.equipment.type })
  const estimates = (row: ContainerRow): Pick<ContainerRow, 'exposure' | 'detention'> => ({
    exposure: demurrage(row, 0),
    detention: row.lastFreeDay.clock === 'stopped' && row.emptyReturnedAt === null ? detentionOf({ table: tableOf(row, 'detention'), closed: [] }, row.daysOut === null ? Number.NaN : julianDayOf(TODAY) - row.daysOut, julianDayOf(TODAY)) : null,
  })
  const set = (tables: RateTable[]) => {
    fake.tables = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    announce()
    change(estimates)
  }
  const totals = (costs: readonly ReturnType<typeof demurrage>[]) => {
    const sums = new Map<string, number>()
    for (const cost of costs) if (cost?.state === 'costed') sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.minor)
    return [...sums].map(([currency, minor]) => ({ currency, minor })).toSorted((a, b) => (a.currency < b.currency ? -1 : 1))
  }
  const fake: FakeRates = {
    tables: [],
    handlers: {
      'rates.list': () => fake.tables,
      'rates.save': (table) => {
        if (fake.tables.some((other) => other.id !== table.id && isForSameContainers(other, table))) throw new AppError('rates/same-terms', { name: table.name })
        set([...fake.tables.filter(({ id }) => id !== table.id), table])
      },
      'rates.import': ({ tables }) => {
        const added = tables.map((table, i) => ({ ...table, id: `imported-${i}` }))
        const replaced = fake.tables.filter((table) => tables.some((other) => isForSameContainers(other, table)))
        set([...fake.tables.filter((table) => !replaced.includes(table)), ...added])
        return { added: added.map(({ id }) => id), replaced }
      },
      'rates.export': () => ({ file: OWN_DATA_FILE, name: 'quaywatch-rates-2026-11-20.csv' }),
      'rates.remove': ({ id }) => { set(fake.tables.filter((table) => table.id !== id)) },
      'rates.exposure': ({ filter, days }) => {
        const boxes = rows().filter((row) => passes(row, filter))
        const now = boxes.map((row) => demurrage(row, 0))
        return {
          days: Array.from({ length: days + 1 }, (_, inDays) => ({ inDays, date: addDays(TODAY, inDays), totals: totals(boxes.map((row) => demurrage(row, inDays))) })),
          costed: now.filter((cost) => cost?.state === 'costed').length,
          uncosted: now.filter((cost) => cost !== null && cost.state !== 'costed').length,
          hasRates: fake.tables.some(({ kind, tiers }) => kind === 'demurrage' && tiers.length > 0),
          asOf: NOW,
        }
      },
      'rates.plan': ({ ids, days }) => {
        const boxes = ids.flatMap((id) => rows().find((row) => row.id === id) ?? [])
        const planned = boxes.map((row) => {
          const now = demurrage(row, 0)
          const costs = Array.from({ length: days }, (_, day) => demurrage(row, day))
          const box = { id: row.id, number: row.number, lastFreeDay: row.lastFreeDay.date }
          return now?.state === 'costed'
            ? { ...box, currency: now.currency, minor: costs.map((cost) => (cost?.state === 'costed' ? cost.minor : 0)), reason: null }
            : { ...box, currency: null, minor: null, reason: now === null ? ('out' as const) : now.state }
        })
        return { dates: Array.from({ length: days }, (_, day) => addDays(TODAY, day)), totals: Array.from({ length: days }, (_, day) => totals(boxes.map((row) => demurrage(row, day)))), boxes: planned, uncosted: planned.filter(({ reason }) => reason === 'no-rate' || reason === 'no-date').length }
      },
    },
  }
  return fake
}
