// Rates read from the rows of a file.
import { describe, expect, test } from 'vitest'
import type { RateTable } from '#contract/rate-table.ts'
import { formatTablesAsCsv } from '#engine/rates/csv.ts'
import { rateTable } from '#support/rate-table.ts'
import { parseCsv } from '../../src/renderer/src/features/batch/files/csv.ts'
import { readRateRows } from '../../src/renderer/src/features/rates/rate-rows.ts'
import { listCurrencies } from '../../src/renderer/src/features/rates/rates.ts'

const table = rateTable('', { name: 'Line' })
const exportAndRead = (tables: RateTable[]) => readRateRows(parseCsv(formatTablesAsCsv(tables).slice(1)))
const readRow = (patch: Record<string, string>) => {
  const cells = {
    name: 'Line',
    kind: 'demurrage',
    line: '',
    terminal: '',
    length_ft: '',
    type: '',
    currency: 'USD',
    days: 'calendar',
    free_days: '',
    tiers: '1:100',
    ...patch,
  }
  return readRateRows([Object.keys(cells), Object.values(cells)])
}

describe('rates from a file', () => {
  test('are the same as the exported rates', () => {
    const tables: RateTable[] = [
      table,
      {
        ...table,
        name: '=HYPERLINK("x"), "y"',
        scac: 'MAEU',
        place: '-Pier',
        lengthFt: 40,
        equipmentType: 'reefer',
        counting: 'working',
        tiers: [
          { fromDay: 1, rate: 0 },
          { fromDay: 5, rate: 15_050 },
        ],
      },
      { ...table, name: `'=x 🚢`, kind: 'detention', freeDays: 4, currency: 'JPY', tiers: [] },
    ]
    const { tables: readTables, problems } = exportAndRead(tables)
    expect(problems).toEqual([])
    expect(readTables.map((table) => ({ ...table, id: '' }))).toEqual(tables)
  })

  test('may have their columns in any order, and leave some out', () =>
    expect(
      readRateRows([
        ['Tiers', 'Currency', 'Kind', 'Name'],
        ['1:100;5:200', 'usd', 'Per diem', 'A'],
        ['', '', '', ''],
      ]).tables,
    ).toEqual([
      {
        name: 'A',
        kind: 'detention',
        scac: null,
        place: null,
        lengthFt: null,
        equipmentType: null,
        currency: 'USD',
        counting: 'calendar',
        freeDays: null,
        tiers: [
          { fromDay: 1, rate: 10_000 },
          { fromDay: 5, rate: 20_000 },
        ],
      },
    ]))

  test.each([
    [{ name: '' }, 'rate.form.nameMissing'],
    [{ kind: 'storage' }, 'rate.form.wrongKind'],
    [{ currency: 'dollars' }, 'rate.form.wrongCurrency'],
    [{ currency: 'DOL' }, 'rate.form.wrongCurrency'],
    [{ days: 'business' }, 'rate.form.wrongCounting'],
    [{ length_ft: '40HC' }, 'rate.form.wrongLength'],
    [{ kind: 'detention', free_days: '-1' }, 'rate.form.wrongFreeDays'],
    [{ tiers: '2:100' }, 'rate.form.wrongDays'],
    [{ tiers: '1:100 1:200' }, 'rate.form.wrongDays'],
    [{ tiers: '1:100,50' }, 'rate.form.wrongAmount'],
    [{ tiers: '1:1.005' }, 'rate.form.wrongAmount'],
    [{ tiers: '1:=1+1' }, 'rate.form.wrongAmount'],
    [{ tiers: '100' }, 'rate.form.wrongAmount'],
  ])('with %j are reported with their line number', (patch, message) =>
    expect(readRow(patch)).toEqual({ tables: [], problems: [{ line: 2, message }] }),
  )

  test('without the required columns are reported with one problem, on the heading row', () => {
    expect(
      readRateRows([
        ['Container', 'ETA'],
        ['MSCU1234567', ''],
      ]).problems,
    ).toEqual([{ line: 1, message: 'rate.form.wrongColumns' }])
    expect(readRateRows([]).problems).toEqual([{ line: 1, message: 'rate.form.wrongColumns' }])
  })
})

test('the currency with the largest total on the last day comes first', () => {
  const totals = (eur: number, usd: number, jpy: number) => [
    { currency: 'EUR', minor: eur },
    { currency: 'JPY', minor: jpy },
    { currency: 'USD', minor: usd },
  ]
  const days = [
    { date: '2026-11-20', inDays: 0, totals: totals(900, 0, 0) },
    { date: '2026-11-21', inDays: 1, totals: totals(1_000, 2_000_000, 500) },
  ]
  expect(listCurrencies(days)).toEqual(['USD', 'JPY', 'EUR'])
})
