// The cost of demurrage and detention. The comment beside each result shows its calculation by hand.
// November 2026: 16 Mon, 17 Tue, 18 Wed, 19 Thu, 20 Fri, 21 Sat, 22 Sun, 23 Mon, 24 Tue, 25 Wed, 26 Thu (holiday), 27
// Fri, 28 Sat, 29 Sun, 30 Mon.
import { describe, expect, test } from 'vitest'
import { countDecimals, formatMajor, parseMinor, formatMinor } from '#words/currency.ts'
import { RateTable } from '#contract/rate-table.ts'
import {
  countChargeableDays,
  computeTierCost,
  isForSameContainers,
  listParts,
  findTable,
} from '#engine/settings/cost.ts'
import { rateTable } from '#support/rate-table.ts'
import { createDetention, createEstimate } from '#engine/settings/rates.ts'
import { julianDayOf } from '#engine/outside/calendar.ts'

// Days 1 to 4: $100.00, days 5 to 9: $150.50, from day 10 on: $250.00.
const table = rateTable('t', {
  tiers: [
    { fromDay: 1, rate: 10_000 },
    { fromDay: 5, rate: 15_050 },
    { fromDay: 10, rate: 25_000 },
  ],
})
const thanksgiving = [julianDayOf('2026-11-26')]
const getDay = (date: string) => julianDayOf(date)
const costThrough = (rates: RateTable, lastFree: string, through: string, closed = thanksgiving) => {
  const estimate = createEstimate({ table: rates, closed }, getDay(lastFree), getDay(through))
  return estimate.state === 'costed' ? [estimate.days, estimate.minor] : estimate.state
}

describe('chargeable days', () => {
  test.each([
    ['the last free day has no charge', '2026-11-20', '2026-11-20', 'calendar', 0],
    ['a last free day in the future has no charge', '2026-11-20', '2026-11-18', 'calendar', 0],
    ['the day after is the first chargeable day', '2026-11-20', '2026-11-21', 'calendar', 1],
    // 21, 22, 23.
    ['calendar days count the weekend', '2026-11-20', '2026-11-23', 'calendar', 3],
    // Without 21 and 22: 23.
    ['working days do not count the weekend', '2026-11-20', '2026-11-23', 'working', 1],
    ['a Saturday is not a working day', '2026-11-20', '2026-11-21', 'working', 0],
    // A last free day on Saturday: 23, 24.
    ['working days count from Monday after a last free day on Saturday', '2026-11-21', '2026-11-24', 'working', 2],
    // 23, 24, 25, 27, 30; 26 is a holiday, 21, 22, 28, 29 a weekend.
    ['working days do not count a holiday that the user entered', '2026-11-20', '2026-11-30', 'working', 5],
    // 21 to 30.
    ['calendar days count a holiday', '2026-11-20', '2026-11-30', 'calendar', 10],
    // 3 weeks of 5, from Fri 30 Oct to Fri 20 Nov, no holiday among them.
    ['working days count five days of each whole week', '2026-10-30', '2026-11-20', 'working', 15],
    // Thu 31 Dec, Fri 1 Jan, Mon 4 Jan.
    ['working days count across the new year', '2026-12-30', '2027-01-04', 'working', 3],
    // Daylight saving time ends on 1 Nov 2026. 31 Oct, 1 Nov, 2 Nov.
    ['calendar days count across a change of daylight saving time', '2026-10-30', '2026-11-02', 'calendar', 3],
  ] as const)('%s', (_, lastFree, through, counting, days) =>
    expect(countChargeableDays(getDay(lastFree), getDay(through), counting, thanksgiving)).toBe(days),
  )

  test('equal the result of a loop over each day', () => {
    const closed = ['2026-11-26', '2026-11-28', '2026-12-25'].map(getDay)
    for (let from = getDay('2026-11-01'); from < getDay('2026-11-12'); from++) {
      for (let length = 0; length < 70; length++) {
        // Computes the weekday independently of our code. Sunday is 0.
        const daysByLoop = Array.from({ length }, (_, i) => from + 1 + i).filter(
          (day) => ![0, 6].includes(new Date((day - 2_440_587.5) * 86_400_000).getUTCDay()) && !closed.includes(day),
        )
        expect(countChargeableDays(from, from + length, 'working', closed)).toBe(daysByLoop.length)
      }
    }
  })
})

describe('tiers', () => {
  test.each([
    [0, 0],
    // 1 x 100.00
    [1, 10_000],
    // 4 x 100.00
    [4, 40_000],
    // 4 x 100.00 + 1 x 150.50
    [5, 55_050],
    // 4 x 100.00 + 5 x 150.50 = 400.00 + 752.50
    [9, 115_250],
    // 1152.50 + 1 x 250.00
    [10, 140_250],
    // 1152.50 + 21 x 250.00 = 1152.50 + 5250.00
    [30, 640_250],
  ])('give the cost of %i days', (days, minor) => {
    expect(computeTierCost(table.tiers, days)).toBe(minor)
    expect(listParts(table.tiers, days).reduce((sum, part) => sum + part.minor, 0)).toBe(minor)
  })

  test('list their parts, without tiers that were not reached', () =>
    expect(listParts(table.tiers, 6)).toEqual([
      { fromDay: 1, days: 4, rate: 10_000, minor: 40_000 },
      { fromDay: 5, days: 2, rate: 15_050, minor: 30_100 },
    ]))

  test('with a rate of 0 give a cost of 0', () => {
    // A tier of 2 days without cost, then 75.00 for days 3 and 4.
    const withGraceTier: RateTable = {
      ...table,
      tiers: [
        { fromDay: 1, rate: 0 },
        { fromDay: 3, rate: 7_500 },
      ],
    }
    expect(costThrough(withGraceTier, '2026-11-16', '2026-11-18')).toEqual([2, 0])
    expect(costThrough(withGraceTier, '2026-11-16', '2026-11-20')).toEqual([4, 15_000])
  })

  test('add up without rounding errors', () => {
    // 3 x 0.10 = 0.30, where 0.1 + 0.1 + 0.1 is 0.30000000000000004.
    expect(computeTierCost([{ fromDay: 1, rate: 10 }], 3)).toBe(30)
  })
})

describe('an estimate', () => {
  test('in calendar days counts the weekend and the holiday', () => {
    // Fri 20 to Mon 30 Nov: 10 days: 4 x 100.00 + 5 x 150.50 + 1 x 250.00 = 1402.50.
    expect(costThrough(table, '2026-11-20', '2026-11-30')).toEqual([10, 140_250])
  })

  test('in working days counts neither the weekend nor the holiday', () => {
    // 23, 24, 25, 27, 30: 5 days: 4 x 100.00 + 1 x 150.50 = 550.50.
    expect(costThrough({ ...table, counting: 'working' }, '2026-11-20', '2026-11-30')).toEqual([5, 55_050])
    // Without a holiday calendar 26 counts as well: 6 days: 4 x 100.00 + 2 x 150.50 = 701.00.
    expect(costThrough({ ...table, counting: 'working' }, '2026-11-20', '2026-11-30', [])).toEqual([6, 70_100])
  })

  test('falls when the last free day is extended', () => {
    // From 16 to 20 Nov 4 days, 400.00; extended to the 18th 2 days, 200.00; extended beyond today none.
    expect(costThrough(table, '2026-11-16', '2026-11-20')).toEqual([4, 40_000])
    expect(costThrough(table, '2026-11-18', '2026-11-20')).toEqual([2, 20_000])
    expect(costThrough(table, '2026-11-23', '2026-11-20')).toEqual([0, 0])
  })

  test('has no amount, not even 0, without a table, rates or a date', () => {
    expect(createEstimate({ table: null, closed: [] }, getDay('2026-11-16'), getDay('2026-11-20'))).toEqual({
      state: 'no-rate',
    })
    expect(
      createEstimate({ table: { ...table, tiers: [] }, closed: [] }, getDay('2026-11-16'), getDay('2026-11-20')),
    ).toEqual({ state: 'no-rate' })
    expect(createEstimate({ table, closed: [] }, Number.NaN, getDay('2026-11-20'))).toEqual({ state: 'no-date' })
  })

  test('has the currency of its table', () => {
    // 3 days at 12,000 yen. The yen has no minor unit.
    const yen: RateTable = { ...table, currency: 'JPY', tiers: [{ fromDay: 1, rate: 12_000 }] }
    expect(createEstimate({ table: yen, closed: [] }, getDay('2026-11-17'), getDay('2026-11-20'))).toMatchObject({
      currency: 'JPY',
      minor: 36_000,
      days: 3,
    })
  })
})

describe('detention', () => {
  const terms: RateTable = {
    ...table,
    kind: 'detention',
    freeDays: 4,
    tiers: [
      { fromDay: 1, rate: 9_000 },
      { fromDay: 6, rate: 12_000 },
    ],
  }
  const computeDetention = (rateTable: RateTable | null, out: string, today: string) =>
    createDetention({ table: rateTable, closed: thanksgiving }, getDay(out), getDay(today))

  test('counts the free days from the day after the container left', () => {
    // Out Mon 16: free 17, 18, 19, 20. On the 20th nothing is due; on the 23rd three days (21, 22, 23) x 90.00.
    expect(computeDetention(terms, '2026-11-16', '2026-11-20')).toMatchObject({
      freeDays: 4,
      returnBy: '2026-11-20',
      estimate: { state: 'costed', days: 0, minor: 0 },
    })
    expect(computeDetention(terms, '2026-11-16', '2026-11-23')).toMatchObject({
      returnBy: '2026-11-20',
      estimate: { days: 3, minor: 27_000 },
    })
  })

  test('in working days excludes weekends and holidays from the free days too', () => {
    // Out Fri 20: free 23, 24, 25, 27 (26 is a holiday). On Tue 1 Dec: 30 Nov and 1 Dec, 2 x 90.00.
    expect(computeDetention({ ...terms, counting: 'working' }, '2026-11-20', '2026-12-01')).toMatchObject({
      returnBy: '2026-11-27',
      estimate: { days: 2, minor: 18_000 },
    })
  })

  test('with 0 free days begins the day after the container left', () => {
    // Out Mon 16, without free days: 17, 18, 2 x 90.00.
    expect(computeDetention({ ...terms, freeDays: 0 }, '2026-11-16', '2026-11-18')).toMatchObject({
      freeDays: 0,
      returnBy: '2026-11-16',
      estimate: { days: 2, minor: 18_000 },
    })
  })

  test('is unknown without free days, and without rates only its cost is unknown', () => {
    expect(computeDetention(null, '2026-11-16', '2026-11-30')).toEqual({
      freeDays: null,
      returnBy: null,
      estimate: { state: 'no-rate' },
    })
    expect(computeDetention({ ...terms, freeDays: null }, '2026-11-16', '2026-11-30')).toEqual({
      freeDays: null,
      returnBy: null,
      estimate: { state: 'no-rate' },
    })
    expect(computeDetention({ ...terms, tiers: [] }, '2026-11-16', '2026-11-30')).toEqual({
      freeDays: 4,
      returnBy: '2026-11-20',
      estimate: { state: 'no-rate' },
    })
    expect(createDetention({ table: terms, closed: [] }, Number.NaN, getDay('2026-11-30'))).toEqual({
      freeDays: 4,
      returnBy: null,
      estimate: { state: 'no-date' },
    })
  })
})

describe('the rate table of a container', () => {
  const container = { scac: 'MAEU', place: 'Pier 400', lengthFt: 40, equipmentType: 'reefer' }
  const createTable = (id: string, rest: Partial<RateTable>): RateTable => ({ ...table, id, name: id, ...rest })
  const anyTable = createTable('any', {})
  const lineTable = createTable('line', { scac: 'MAEU' })
  const placeTable = createTable('place', { place: 'Pier 400' })
  const reeferTable = createTable('reefer', { equipmentType: 'reefer' })
  const lengthTable = createTable('long', { lengthFt: 40 })
  const twoConditionsTable = createTable('both', { place: 'pier 400', equipmentType: 'Reefer' })

  test.each([
    ['the general one if there is no other', [anyTable], 'any'],
    ['that of a line before the general one', [anyTable, lineTable], 'line'],
    ['that of a line before that of a terminal', [placeTable, lineTable], 'line'],
    ['that of a terminal before that of a type', [reeferTable, placeTable], 'place'],
    ['that of a type before that of a length', [lengthTable, reeferTable], 'reefer'],
    ['one with two conditions before one with a single condition', [lineTable, twoConditionsTable], 'both'],
    ['none if the only one is for another line', [createTable('other', { scac: 'MSCU' })], null],
    ['none if the only one is of another kind', [createTable('out', { kind: 'detention' })], null],
    ['the first by name if two have the same conditions', [createTable('b', {}), createTable('a', {})], 'a'],
  ] as const)('is %s', (_, tables, id) => {
    expect(findTable(tables, 'demurrage', container)?.id ?? null).toBe(id)
    expect(findTable(tables.toReversed(), 'demurrage', container)?.id ?? null).toBe(id)
  })

  test('has no condition on a fact that is unknown for the container', () =>
    expect(
      findTable([lineTable, reeferTable, anyTable], 'demurrage', {
        scac: null,
        place: null,
        lengthFt: null,
        equipmentType: null,
      })?.id,
    ).toBe('any'))

  test('is for the same containers as one that differs only in its name', () => {
    expect(isForSameContainers(lineTable, createTable('again', { scac: 'maeu' }))).toBe(true)
    expect(isForSameContainers(lineTable, anyTable)).toBe(false)
  })

  test('has tiers that begin on day 1 and rise', () => {
    expect(RateTable.safeParse(table).success).toBe(true)
    expect(RateTable.safeParse({ ...table, tiers: [] }).success).toBe(true)
    expect(RateTable.safeParse({ ...table, tiers: [{ fromDay: 2, rate: 1 }] }).success).toBe(false)
    expect(
      RateTable.safeParse({
        ...table,
        tiers: [
          { fromDay: 1, rate: 1 },
          { fromDay: 1, rate: 2 },
        ],
      }).success,
    ).toBe(false)
    expect(RateTable.safeParse({ ...table, tiers: [{ fromDay: 1, rate: -1 }] }).success).toBe(false)
  })
})

describe('amounts', () => {
  test.each([
    ['125.50', 'USD', 12_550],
    ['125', 'USD', 12_500],
    ['0', 'USD', 0],
    ['.5', 'EUR', 50],
    ['125.5', 'KWD', 125_500],
    ['12000', 'JPY', 12_000],
    ['12000.00', 'JPY', 12_000],
    ['12000.5', 'JPY', null],
    ['1.005', 'USD', null],
    ['1.200', 'USD', null],
    ['12.000', 'JPY', null],
    ['1.200', 'KWD', 1_200],
    ['1,250', 'USD', null],
    ['-5', 'USD', null],
    ['', 'USD', null],
    ['.', 'USD', null],
  ])('of %s %s are converted to minor units and back', (text, currency, minor) => {
    expect(parseMinor(text, currency)).toBe(minor)
    if (minor !== null) expect(parseMinor(formatMinor(minor, currency), currency)).toBe(minor)
  })

  test('have as many decimals as their currency', () => {
    expect(['USD', 'JPY', 'BHD'].map(countDecimals)).toEqual([2, 0, 3])
    expect([
      formatMajor(500, 'USD'),
      formatMajor(125.5, 'USD'),
      formatMajor(36_000, 'JPY'),
      formatMajor(0.125, 'USD'),
    ]).toEqual(['500.00', '125.50', '36000', '0.125'])
    expect([formatMinor(5, 'USD'), formatMinor(12_550, 'USD'), formatMinor(36_000, 'JPY')]).toEqual([
      '0.05',
      '125.50',
      '36000',
    ])
  })

  test('of a credit begin with a minus sign', () => {
    expect([formatMinor(-5, 'USD'), formatMinor(-12_550, 'USD'), formatMinor(-36_000, 'JPY')]).toEqual([
      '-0.05',
      '-125.50',
      '-36000',
    ])
  })
})
