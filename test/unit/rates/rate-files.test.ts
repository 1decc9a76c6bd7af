// Rates are written as CSV with all fields, and no cell begins a formula.
import { describe, expect, test } from 'vitest'
import { formatTablesAsCsv } from '#engine/rates/csv.ts'
import { guardFormula, removeGuard } from '#tables/formula-guard.ts'
import { rateTable } from '#support/rate-table.ts'

const table = rateTable('1', { name: 'Line', tiers: [] })

describe('rates as CSV', () => {
  test('have one row for each table, with the decimals of its currency', () => {
    const text = formatTablesAsCsv([
      {
        ...table,
        scac: 'MAEU',
        place: 'Pier 400',
        lengthFt: 40,
        equipmentType: 'reefer',
        tiers: [
          { fromDay: 1, rate: 10_000 },
          { fromDay: 5, rate: 15_050 },
        ],
      },
      {
        ...table,
        name: 'Yen',
        kind: 'detention',
        currency: 'JPY',
        counting: 'working',
        freeDays: 4,
        tiers: [{ fromDay: 1, rate: 12_000 }],
      },
    ])
    expect(text).toBe(
      '\ufeffname,kind,line,terminal,length_ft,type,currency,days,free_days,tiers\r\nLine,demurrage,MAEU,Pier 400,40,reefer,USD,calendar,,1:100.00 5:150.50\r\nYen,detention,,,,,JPY,working,4,1:12000\r\n',
    )
  })

  test.each([
    ['=cmd|x', `'=cmd|x`],
    ['+1', `'+1`],
    ['-1', `'-1`],
    ['@x', `'@x`],
    ['＝cmd|x', `'＝cmd|x`],
    ['－1', `'－1`],
    ['a, "b"', '"a, ""b"""'],
    [`'=x`, `''=x`],
    ['two\nlines', '"two\nlines"'],
    ['Łódź 🚢', 'Łódź 🚢'],
  ])('with the name %j do not begin a formula', (name, cell) => {
    expect(formatTablesAsCsv([{ ...table, name }])).toContain(`\r\n${cell},demurrage`)
    expect(removeGuard(guardFormula(name))).toBe(name)
  })
})
