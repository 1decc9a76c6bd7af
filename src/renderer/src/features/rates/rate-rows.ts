// Parses rate tables from rows of a file as written by engine/rates/csv.ts, with columns in any order. Either all rows
// are imported or none. Each wrong row is named with its error.
import { parseMinor } from '#words/currency.ts'
import type { RateTable, RateTier } from '#contract/rate-table.ts'
import type { PlainWord } from '../../words/words.ts'

export type NewTable = Omit<RateTable, 'id'>
export type RateRows = { tables: NewTable[]; problems: { line: number; message: PlainWord }[] }

const REQUIRED_COLUMNS = ['name', 'kind', 'currency', 'tiers']

export function readRateRows(rows: readonly (readonly string[])[]): RateRows {
  const columnNames = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase())
  if (REQUIRED_COLUMNS.some((name) => !columnNames.includes(name)))
    return { tables: [], problems: [{ line: 1, message: 'rate.form.wrongColumns' }] }
  const result: RateRows = { tables: [], problems: [] }
  rows.slice(1).forEach((row, i) => {
    const cells = new Map(columnNames.map((name, index) => [name, (row[index] ?? '').trim()]))
    if ([...cells.values()].every((cell) => cell === '')) return
    const table = readTable((name) => cells.get(name) ?? '')
    if (typeof table === 'string') result.problems.push({ line: i + 2, message: table })
    else result.tables.push(table)
  })
  return result
}

function readTable(getCell: (name: string) => string): NewTable | PlainWord {
  const kind = getCell('kind').toLowerCase().replace('per diem', 'detention')
  const counting = getCell('days').toLowerCase() || 'calendar'
  const currency = getCell('currency').toUpperCase()
  const [lengthFt, freeDays] = [parseWholeNumber(getCell('length_ft')), parseWholeNumber(getCell('free_days'))]
  if (getCell('name') === '') return 'rate.form.nameMissing'
  if (kind !== 'demurrage' && kind !== 'detention') return 'rate.form.wrongKind'
  if (counting !== 'calendar' && counting !== 'working') return 'rate.form.wrongCounting'
  if (!isCurrency(currency)) return 'rate.form.wrongCurrency'
  if (!isLength(lengthFt)) return 'rate.form.wrongLength'
  if (!isFreeDays(freeDays)) return 'rate.form.wrongFreeDays'
  const tiers = readTiers(
    getCell('tiers')
      .split(/[\s;]+/)
      .filter((part) => part !== '')
      .map((part) => part.split(':')),
    currency,
  )
  if (typeof tiers === 'string') return tiers
  const toNullIfEmpty = (text: string) => (text === '' ? null : text)
  return {
    name: getCell('name').slice(0, 100),
    kind,
    scac: toNullIfEmpty(getCell('line').toUpperCase()),
    place: toNullIfEmpty(getCell('terminal')),
    lengthFt,
    equipmentType: toNullIfEmpty(getCell('type').toLowerCase()),
    currency,
    counting,
    freeDays: kind === 'detention' ? freeDays : null,
    tiers,
  }
}

/** Reads tiers; each part is a pair of a day and an amount. */
export function readTiers(parts: readonly (readonly string[])[], currency: string): RateTier[] | PlainWord {
  const tiers: RateTier[] = []
  for (const [day = '', amount = ''] of parts) {
    const rate = readRate(amount, currency)
    if (rate === null) return 'rate.form.wrongAmount'
    const fromDay = parseFromDay(day, tiers.at(-1)?.fromDay ?? null)
    if (fromDay === null) return 'rate.form.wrongDays'
    tiers.push({ fromDay, rate })
  }
  return tiers
}

/** Returns the amount in minor units; null if the text is not an amount. */
export function readRate(amount: string, currency: string): number | null {
  const rate = parseMinor(amount, currency)
  return rate === null || rate > 1_000_000_000 ? null : rate
}

/**
 * Returns null if the text is not a day after `previousDay`. The first rate (`previousDay` is null) starts on day 1.
 */
export function parseFromDay(text: string, previousDay: number | null): number | null {
  const day = parseWholeNumber(text)
  if (day === null || !(day <= 999)) return null
  return (previousDay === null ? day === 1 : day > previousDay) ? day : null
}

/** Returns null for an empty cell, and NaN if the text is not a whole number. */
export function parseWholeNumber(text: string): number | null {
  return text.trim() === '' ? null : /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** A code of ISO 4217. */
export const isCurrency = (text: string) => CURRENCIES.has(text)
export const isLength = (feet: number | null) => feet === null || (feet >= 1 && feet <= 60)
export const isFreeDays = (days: number | null) => days === null || (days >= 0 && days <= 365)
