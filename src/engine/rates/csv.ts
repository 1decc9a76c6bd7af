// Tables of rates as CSV, one line each, as they can be read again. Pure.
import { minorText } from '#words/currency.ts'
import type { RateTable } from '#contract/rate-table.ts'
import { guarded } from '#tables/formula-guard.ts'

const COLUMNS = ['name', 'kind', 'line', 'terminal', 'length_ft', 'type', 'currency', 'days', 'free_days', 'tiers']

export function tablesAsCsv(tables: readonly RateTable[]): string {
  const rows = tables.map(
    ({ name, kind, scac, place, lengthFt, equipmentType, currency, counting, freeDays, tiers }) => [
      name,
      kind,
      scac,
      place,
      lengthFt,
      equipmentType,
      currency,
      counting,
      freeDays,
      tiers.map(({ fromDay, rate }) => `${fromDay}:${minorText(rate, currency)}`).join(' '),
    ],
  )
  // The mark at the beginning tells Excel that it is UTF-8.
  return `\ufeff${[COLUMNS, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(value: string | number | null): string {
  const safe = guarded(String(value ?? ''))
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
