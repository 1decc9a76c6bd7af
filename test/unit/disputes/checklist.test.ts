// The facts that an invoice must state: known ones are filled in, the others are blank. The comments count the days.
import { describe, expect, test } from 'vitest'
import { type ChecklistInput, canUsRuleApply, createChecklist, findFirstAvailable } from '#engine/disputes/checklist.ts'
import { createDetention, createEstimate } from '#engine/settings/rates.ts'
import { julianDayOf } from '#engine/outside/calendar.ts'

const zone = 'America/Los_Angeles'
const table = {
  id: '1',
  name: 'Line West',
  kind: 'demurrage' as const,
  scac: null,
  place: null,
  lengthFt: null,
  equipmentType: null,
  currency: 'USD',
  counting: 'calendar' as const,
  freeDays: null,
  tiers: [
    { fromDay: 1, rate: 10_000 },
    { fromDay: 3, rate: 20_000 },
  ],
}
const noTerms = { table: null, returnBy: null, estimate: { state: 'no-rate' as const } }
const base: ChecklistInput = {
  charge: 'demurrage',
  isUsRule: true,
  number: 'MSCU1234567',
  masterBill: 'MAEU1',
  portOfDischarge: 'Los Angeles, USLAX',
  terminal: 'Pier 400',
  lastFreeDay: null,
  freeDays: [],
  available: null,
  pickedUp: null,
  returned: null,
  terms: noTerms,
  reportedAmount: null,
  invoiceDate: null,
}

const filledRows = (input: Partial<ChecklistInput>): Record<string, unknown> => {
  const { rows, isInvoiceLate } = createChecklist({ ...base, ...input })
  const knownItems = rows.flatMap(({ item, value, origin }) =>
    value === null ? [] : [[item, { ...value, kind: undefined, zone: undefined, origin }]],
  )
  const byItem: Record<string, unknown> = Object.fromEntries(knownItems) as Record<string, unknown>
  return { ...byItem, isInvoiceLate }
}
const reportedNumbers = {
  'bill-of-lading': { text: 'MAEU1', origin: 'reported' },
  container: { text: 'MSCU1234567', origin: 'reported' },
  'port-of-discharge': { text: 'Los Angeles, USLAX', origin: 'reported' },
  terminal: { text: 'Pier 400', origin: 'reported' },
}

describe('the checklist of an invoice', () => {
  test('has only numbers and places if no dates are known', () => {
    expect(filledRows({})).toEqual({ isInvoiceLate: null, ...reportedNumbers })
    expect(createChecklist(base).rows).toHaveLength(21)
  })

  // Free through Fri 20 Nov, out on Tue 24 Nov: 21, 22, 23, 24 = 4 days; 2 × $100 + 2 × $200 = $600. The last day that
  // can have been charged is 24 Nov; 30 days later is 24 Dec. The invoice of 28 Dec is late; 30 days later is 27 Jan.
  test('counts demurrage through the day the container left', () => {
    const terms = {
      table,
      returnBy: null,
      estimate: createEstimate({ table, closed: [] }, julianDayOf('2026-11-20'), julianDayOf('2026-11-24')),
    }
    expect(
      filledRows({
        lastFreeDay: { date: '2026-11-20', zone, isOwn: false },
        pickedUp: { date: '2026-11-24', zone },
        available: { at: '2026-11-16T15:00:00.000Z', zone, origin: 'seen', reportedBy: null },
        terms,
        invoiceDate: '2026-12-28',
      }),
    ).toEqual({
      ...reportedNumbers,
      'free-time-end': { date: '2026-11-20', origin: 'reported' },
      available: { at: '2026-11-16T15:00:00.000Z', origin: 'seen' },
      'days-charged': { days: 4, counting: 'calendar', origin: 'own-rates' },
      estimate: { currency: 'USD', minor: 60_000, origin: 'own-rates' },
      'rate-rule': { text: 'Line West', origin: 'own-rates' },
      rates: {
        currency: 'USD',
        parts: [
          { fromDay: 1, days: 2, rate: 10_000, minor: 20_000 },
          { fromDay: 3, days: 2, rate: 20_000, minor: 40_000 },
        ],
        origin: 'own-rates',
      },
      'last-charged': { date: '2026-11-24', origin: 'computed' },
      'issue-by': { date: '2026-12-24', origin: 'computed' },
      'invoice-date': { date: '2026-12-28', origin: 'typed' },
      'dispute-by': { date: '2027-01-27', origin: 'computed' },
      isInvoiceLate: true,
    })
  })

  test('has the reported amount beside the estimate, and leaves it blank if none is reported', () => {
    const getAmount = (reportedAmount: ChecklistInput['reportedAmount']) =>
      createChecklist({ ...base, reportedAmount }).rows.find(({ item }) => item === 'amount')
    expect(getAmount({ currency: 'USD', minor: 27_500 })).toMatchObject({
      value: { minor: 27_500 },
      origin: 'reported',
    })
    expect(getAmount(null)).toMatchObject({ value: null, origin: 'invoice' })
  })

  // Free through Fri 20 Nov, and still at the terminal on Sun 22 Nov: 2 days so far.
  test('counts through today while the container is at the terminal, and marks the count', () => {
    const terms = {
      table,
      returnBy: null,
      estimate: createEstimate({ table, closed: [] }, julianDayOf('2026-11-20'), julianDayOf('2026-11-22')),
    }
    const row = filledRows({ lastFreeDay: { date: '2026-11-20', zone, isOwn: false }, terms })
    expect([row['days-charged'], row['last-charged']]).toEqual([
      { days: 2, counting: 'calendar', origin: 'own-rates-today' },
      undefined,
    ])
  })

  test('has a first available day only from an event or an observed change, not from the first reading', () => {
    const available = (seen: 'changed' | 'first-reading') => [
      {
        topic: 'availability' as const,
        field: 'available_for_pickup',
        source: 'terminal' as const,
        zone: null,
        values: [
          {
            value: 'true',
            date: null,
            reason: null,
            seen,
            firstSeenAt: '2026-11-16T15:00:00.000Z',
            sourceAt: null,
            endedAt: null,
            confirmedAt: null,
          },
        ],
      },
    ]
    expect([
      findFirstAvailable(null, available('first-reading')),
      findFirstAvailable(null, available('changed')),
      findFirstAvailable('2026-11-15T10:00:00.000Z', available('changed')),
    ]).toEqual([
      null,
      { at: '2026-11-16T15:00:00.000Z', origin: 'seen' },
      { at: '2026-11-15T10:00:00.000Z', origin: 'reported' },
    ])
  })

  test('lists the last free day of each source with its name, the one that applies first', () => {
    const freeDays = [
      { source: 'terminal' as const, date: '2026-11-20' },
      { source: 'line' as const, date: '2026-11-23' },
    ]
    const ends = (input: Partial<ChecklistInput>) =>
      createChecklist({ ...base, ...input })
        .rows.filter(({ item }) => item === 'free-time-end')
        .map(({ origin, reportedBy, value }) => [origin, reportedBy, value])
    const day = (date: string) => ({ kind: 'date', date, zone })
    expect(ends({ lastFreeDay: { date: '2026-11-20', zone, isOwn: false }, freeDays })).toEqual([
      ['reported', 'terminal', day('2026-11-20')],
      ['reported', 'line', day('2026-11-23')],
    ])
    expect(
      ends({
        lastFreeDay: { date: '2026-11-25', zone, isOwn: true },
        freeDays: [{ source: 'user', date: '2026-11-25' }, ...freeDays],
      })[0],
    ).toEqual(['typed', null, day('2026-11-25')])
    expect(ends({})).toEqual([['reported', null, null]])
  })

  test('accepts an invoice on the thirtieth day', () => {
    expect(filledRows({ pickedUp: { date: '2026-11-24', zone }, invoiceDate: '2026-12-24' }).isInvoiceLate).toBe(false)
    expect(filledRows({ pickedUp: { date: '2026-11-24', zone }, invoiceDate: '2026-12-25' }).isInvoiceLate).toBe(true)
  })

  test('has no 30-day terms, and finds no invoice late, where the US rule does not apply', () => {
    const input = { isUsRule: false, pickedUp: { date: '2026-11-24', zone }, invoiceDate: '2027-03-01' }
    const row = filledRows(input)
    expect([row['last-charged'], row['issue-by'], row['dispute-by'], row['isInvoiceLate']]).toEqual([
      { date: '2026-11-24', origin: 'computed' },
      undefined,
      undefined,
      null,
    ])
    expect(createChecklist({ ...base, ...input }).rows).toHaveLength(19)
  })

  test.each([
    ['USLAX', null, true],
    ['PRSJU', null, true],
    [null, null, true],
    ['CAHAL', null, false],
    ['CAHAL', 'CATOR', false],
    ['CAHAL', 'USCHI', true],
  ])('with discharge in %s and destination %s, the US rule may apply: %s', (port, destination, canApply) =>
    expect(canUsRuleApply(port, destination)).toBe(canApply),
  )

  test('has no last charged day for a container that left in its free time', () => {
    const row = filledRows({
      lastFreeDay: { date: '2026-11-24', zone, isOwn: true },
      pickedUp: { date: '2026-11-24', zone },
    })
    expect([row['last-charged'], row['issue-by'], row['free-time-end']]).toEqual([
      undefined,
      undefined,
      { date: '2026-11-24', origin: 'typed' },
    ])
  })

  // Out on Tue 24 Nov with 4 calendar days: free 25, 26, 27, 28 Nov. Back on Wed 2 Dec: 29, 30 Nov, 1, 2 Dec = 4 days;
  // 2 × $100 + 2 × $200.
  test('counts detention by the user’s rates through the day of the return', () => {
    const detentionTable = { ...table, kind: 'detention' as const, freeDays: 4 }
    const { estimate, returnBy } = createDetention(
      { table: detentionTable, closed: [] },
      julianDayOf('2026-11-24'),
      julianDayOf('2026-12-02'),
    )
    expect(
      filledRows({
        charge: 'detention',
        lastFreeDay: { date: '2026-11-20', zone, isOwn: false },
        pickedUp: { date: '2026-11-24', zone },
        returned: { date: '2026-12-02', zone },
        terms: { table: detentionTable, returnBy, estimate },
      }),
    ).toMatchObject({
      'free-days': { days: 4, origin: 'own-rates' },
      'free-time-start': { date: '2026-11-25', origin: 'own-rates' },
      'free-time-end': { date: '2026-11-28', origin: 'own-rates' },
      'days-charged': { days: 4 },
      estimate: { minor: 60_000 },
      'last-charged': { date: '2026-12-02' },
      'issue-by': { date: '2027-01-01' },
    })
  })
})
