// Rate tables as CSV, one line each, in a form that can be imported again. Pure.
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
  // The byte order mark tells Excel that the file is UTF-8.
  return `\ufeff${[COLUMNS, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

function cellOf(value: string | number | null): string {
  const safe = guarded(String(value ?? ''))
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
