// Formats rate tables as CSV, one row for each table. The view imports this format (features/rates/rate-rows.ts).
import { formatMinor } from '#words/currency.ts'
import type { RateTable } from '#contract/rate-table.ts'
import { guardFormula } from '#tables/formula-guard.ts'

/**
 * The columns in the order of the cells below. `line`: the SCAC. `days`: how days are counted. An empty cell is null.
 */
const COLUMNS = ['name', 'kind', 'line', 'terminal', 'length_ft', 'type', 'currency', 'days', 'free_days', 'tiers']

export function formatTablesAsCsv(tables: readonly RateTable[]): string {
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
      // `1:125.50 5:200.00`: from day 1, and from day 5.
      tiers.map(({ fromDay, rate }) => `${fromDay}:${formatMinor(rate, currency)}`).join(' '),
    ],
  )
  // The byte order mark tells Excel that the file is UTF-8.
  return `\ufeff${[COLUMNS, ...rows].map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`
}

function formatCell(value: string | number | null): string {
  const safeText = guardFormula(String(value ?? ''))
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}
