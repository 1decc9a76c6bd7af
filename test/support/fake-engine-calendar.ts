// The made-up containers by last free day and by band.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import { Band } from '#contract/deadlines.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW, day } from './row-factories.ts'
import { workedOut } from './worked-out.ts'

type Passes = (row: ContainerRow, filter: ContainerFilter) => boolean

export function calendarHandlers(rows: () => readonly ContainerRow[], passes: Passes): Pick<Handlers<EngineContract>, 'containers.bands' | 'containers.calendar'> {
  return {
    'containers.bands': ({ filter }) =>
      workedOut(rows(), `bands ${JSON.stringify(filter)}`, () => {
        const passing = rows().filter((row) => passes(row, { ...filter, bands: undefined }))
        const bands = Band.options.map((band) => {
          const own = passing.filter(({ lastFreeDay }) => lastFreeDay.band === band)
          return { band, count: own.length, feesDue: dueOf(own) }
        })
        return { bands, total: passing.length, outOf: rows().length, asOf: NOW }
      }),
    'containers.calendar': ({ from, to, filter, first }) =>
      workedOut(rows(), `calendar ${JSON.stringify([from, to, filter, first])}`, () => {
        const passing = rows().filter((row) => passes(row, { ...filter, lastFreeDays: undefined }))
        const dated = passing.filter(({ lastFreeDay }) => lastFreeDay.date !== null)
        return {
          days: daysFrom(from, to).map((date) => dayOf(date, dated.filter(({ lastFreeDay }) => lastFreeDay.date === date), first)),
          before: dated.filter(({ lastFreeDay }) => (lastFreeDay.date ?? '') < from).length,
          after: dated.filter(({ lastFreeDay }) => (lastFreeDay.date ?? '') > to).length,
          undated: passing.length - dated.length,
          zones: zonesOf(dated),
          total: passing.length,
          outOf: rows().length,
          asOf: NOW,
        }
      }),
  }
}

function dueOf(rows: ContainerRow[]) {
  const fees = rows.flatMap(({ feesDue }) => feesDue)
  return [...new Set(fees.map(({ currency }) => currency))].map((currency) => {
    const own = fees.filter((fee) => fee.currency === currency)
    return { currency, amount: own.reduce((sum, { amount }) => sum + amount, 0), isPending: own.some(({ isPending }) => isPending) }
  })
}

function daysFrom(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10))
}

function dayOf(date: string, rows: ContainerRow[], first: number) {
  const bandOf = ({ lastFreeDay: { band } }: ContainerRow) => Band.options.indexOf(band)
  const inOrder = rows.toSorted((a, b) => bandOf(a) - bandOf(b) || (a.number < b.number ? -1 : 1))
  return {
    date,
    total: rows.length,
    bands: Band.options.flatMap((band) => {
      const count = rows.filter(({ lastFreeDay }) => lastFreeDay.band === band).length
      return count > 0 ? [{ band, count }] : []
    }),
    ready: rows.filter(({ verdict }) => verdict === 'ready' || verdict === 'ready-unverified').length,
    held: rows.filter(({ verdict }) => verdict === 'held' || verdict === 'conflict').length,
    first: inOrder.slice(0, first).map(({ id, number, lastFreeDay: { band }, verdict }) => ({ id, number, band, verdict })),
  }
}

/** Everywhere it is the day the rows were made for; the days in between come with the engine's own tests. */
function zonesOf(rows: ContainerRow[]) {
  const counts = new Map<string, number>()
  for (const { lastFreeDay: { zone } } of rows) if (zone !== null) counts.set(zone, (counts.get(zone) ?? 0) + 1)
  return [...counts].map(([zone, count]) => ({ zone, today: day(0), count })).toSorted((a, b) => b.count - a.count)
}
