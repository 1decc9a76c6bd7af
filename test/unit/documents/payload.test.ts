import { describe, expect, test } from 'vitest'
import { makeRow } from '#support/row-factories.ts'
import { createFields, formatFieldLabel } from '#engine/documents/extracted.ts'
import { isSameBill, findLastFreeDayMismatches, findMismatches } from '#engine/mirror/documents/mismatch.ts'
import {
  type Payload,
  amountIn,
  amountOf,
  containerNumbersIn,
  identifiersIn,
  keyNumberOf,
  partyOf,
} from '#engine/mirror/documents/payload.ts'

describe('the columns of a document', () => {
  test.each([
    ['commercial_invoice', { invoice_number: 'K-1', bill_of_lading_number: 'B1' }, 'K-1'],
    ['bill_of_lading', { booking_number: 'X', bill_of_lading_number: 'B1' }, 'B1'],
    ['packing_list', { packing_list_number: 'P', invoice_number: 'K' }, 'P'],
    ['house_bill_of_lading', { hbl_number: { value: 'H1', confidence: 0.9 } }, 'H1'],
    [null, { something: 'else' }, null],
  ])('include the key number of %j', (type, payload, number) => expect(keyNumberOf(type, payload)).toBe(number))

  test('include a party that is a text or a record with a name', () =>
    expect([
      partyOf({ supplier_name: ' Hengli ' }),
      partyOf({ shipper: { name: 'Kestrel', city: 'Hull' } }),
      partyOf({}),
    ]).toEqual(['Hengli', 'Kestrel', null]))

  test.each([
    ['12,480.50', { value: '12480.50', currency: null }],
    ['USD 12.480,5', { value: '12480.50', currency: 'USD' }],
    ['1 200', { value: '1200', currency: null }],
    [12480.5, { value: '12480.5', currency: null }],
    [
      { amount: '7.00', currency: 'EUR' },
      { value: '7.00', currency: 'EUR' },
    ],
    ['12\u00a0480,50', { value: '12480.50', currency: null }],
    ['1\u202f234\u202f567,8 EUR', { value: '1234567.80', currency: 'EUR' }],
    ['12’480.50', { value: '12480.50', currency: null }],
    ["CHF 12'480.50", { value: '12480.50', currency: 'CHF' }],
    ['1,234.500', { value: '1234.500', currency: null }],
    ['KWD 1,234.500', { value: '1234.500', currency: 'KWD' }],
    ['KWD 1,234', { value: '1,234', currency: 'KWD' }],
    ['1,234', { value: '1234', currency: null }],
    ['1.234.567', { value: '1234567', currency: null }],
    ['1,23,456.00', { value: '123456.00', currency: null }],
    ['1.234.56', { value: '1.234.56', currency: null }],
    ['1234.567', { value: '1234.567', currency: null }],
    ['0.125', { value: '0.125', currency: null }],
    ['.50', { value: '0.50', currency: null }],
    ['(1,250.00)', { value: '-1250.00', currency: null }],
    ['1.250,00-', { value: '-1250.00', currency: null }],
    ['-1,250.00 USD', { value: '-1250.00', currency: 'USD' }],
    ['USD −1,250.00', { value: '-1250.00', currency: 'USD' }],
    ['no-450.00', { value: '450.00', currency: null }],
    ['Total (3 items): 450.00', { value: '450.00', currency: null }],
    ['USD 450.00 / 512.00', { value: '450.00 / 512.00', currency: 'USD' }],
    ['none', null],
  ])('include the amount of %j', (input, amount) => expect(amountIn(input)).toEqual(amount))

  test('include the currency that is a field beside the total', () =>
    expect(amountOf({ total_amount: '18450.50', currency: 'USD' })).toEqual({ value: '18450.50', currency: 'USD' }))
})

test('container numbers are found with blanks and dashes, and only with the right check digit', () =>
  expect(containerNumbersIn('CSQU 305438-3, MSKU1234567 and csqu3054384')).toEqual(['CSQU3054383']))

test('identifiers are classified by the names of their fields at any depth', () => {
  const identifiers = identifiersIn({
    bill_of_lading_number: 'MAEU-1234567',
    house_bill_of_lading_number: 'HB77001',
    parties: { consignee_name: 'Kestrel' },
    lines: [{ po_number: 'PO 4711' }],
    booking_number: '9988776',
    container_numbers: ['CSQU3054383'],
  })
  expect(identifiers).toMatchObject({
    containers: ['CSQU3054383'],
    bills: ['MAEU1234567'],
    bookings: ['9988776'],
    parties: ['Kestrel'],
  })
})

describe('the mismatches', () => {
  const linked = { containers: ['CSQU3054383'], bills: ['MAEU1234567'] }
  const none = { containers: [], bills: [], bookings: [], references: [], vessels: [], parties: [], dates: [] }

  test('are containers and bills of another shipment', () => {
    const identifiers = { ...none, containers: ['CSQU3054383', 'TGHU0000001'], bills: ['1234567', 'OOLU999'] }
    expect(findMismatches('bill_of_lading', {}, identifiers, linked)).toEqual([
      { kind: 'other-container', text: 'TGHU0000001' },
      { kind: 'other-bill', text: 'OOLU999' },
    ])
  })

  test('do not include numbers without a shipment or in a house bill', () => {
    const identifiers = { ...none, containers: ['TGHU0000001'], bills: ['OOLU999'] }
    expect([
      findMismatches('bill_of_lading', {}, identifiers, null),
      findMismatches('house_bill_of_lading', {}, { ...none, bills: ['OOLU999'] }, linked),
    ]).toEqual([[], []])
  })

  test.each([
    [{ total_amount: '30.00', currency: 'USD', line_items: [{ amount: '10' }, { amount: '20.01' }] }, []],
    [{ total_amount: '31.00', currency: 'USD', line_items: [{ amount: '10' }, { amount: '20' }] }, ['sum']],
    [
      { total_amount: '36.00', subtotal: '30.00', currency: 'USD', line_items: [{ amount: '10' }, { amount: '20' }] },
      [],
    ],
    [{ total_amount: '31.00' }, ['no-currency']],
    [{}, ['no-total']],
  ])('of an invoice %j', (payload, kinds) =>
    expect(findMismatches('commercial_invoice', payload, none, null).map(({ kind }) => kind)).toEqual(kinds),
  )

  test.each([
    ['one day', { last_free_day: '2026-12-05', containers: [{ lfd: '2026-12-05' }] }, 1],
    ['the day that a source reports', { last_free_day: '2026-12-01' }, 0],
    ['several days', { containers: [{ lfd: '2026-12-05' }, { lfd: '2026-12-06' }] }, 0],
    ['days for the return of the empty', { per_diem_lfd: '2026-12-05', empty_return_lfd: '2026-12-09' }, 0],
    ['an instant', { last_free_day: '2026-12-05T03:00:00Z' }, 0],
    ['a day for another container', { last_free_day: '2026-12-05', container: 'CAIU8383490' }, 0],
  ])('of a last free day: %s', (_name, payload: Payload, count) => {
    const sources = [{ source: 'terminal' as const, date: '2026-12-01', isRelevant: true }]
    const { lastFreeDay } = makeRow(0)
    const row = { number: 'CSQU3054383', fullOutAt: null, lastFreeDay: { ...lastFreeDay, date: '2026-12-01', sources } }
    expect(findLastFreeDayMismatches(payload, identifiersIn(payload), [row])).toHaveLength(count)
    expect(
      findLastFreeDayMismatches(payload, identifiersIn(payload), [{ ...row, fullOutAt: '2026-11-20T17:00:00Z' }]),
    ).toEqual([])
  })

  test('do not include a bill that only lacks the SCAC', () =>
    expect([isSameBill('MAEU1234567', '1234567'), isSameBill('1234567', '234567'), isSameBill('a-1', 'A1')]).toEqual([
      true,
      false,
      true,
    ]))
})

describe('fields', () => {
  const schema = {
    properties: {
      invoice_date: { type: 'string', format: 'date', title: 'Date of invoice' },
      total_amount: { type: 'string' },
      container_numbers: { type: 'array' },
      eta: { type: 'string' },
    },
  }
  const recordsByNumber = new Map([
    ['CSQU3054383', [{ type: 'container' as const, id: 'c1', number: 'CSQU3054383', shipmentId: 's1' }]],
  ])

  test('are in the order of the schema with its labels, and unknown ones follow', () => {
    const fields = createFields({
      payload: { extra: true, container_numbers: ['CSQU3054383'], total_amount: '7.00' },
      schema,
      correctedNames: new Set(['total_amount']),
      recordsByNumber,
    })
    expect(fields.map(({ name, label, kind, value, isCorrected }) => [name, label, kind, value, isCorrected])).toEqual([
      ['invoice_date', 'Date of invoice', 'date', null, false],
      ['total_amount', 'Total amount', 'amount', '7.00', true],
      ['container_numbers', 'Container numbers', 'list', ['CSQU3054383'], false],
      ['eta', 'ETA', 'text', null, false],
      ['extra', 'Extra', 'flag', true, false],
    ])
    expect(fields[2]?.names).toEqual(recordsByNumber.get('CSQU3054383'))
  })

  test('are a table for a list of records, and a text for a record', () => {
    const fields = createFields({
      payload: {
        line_items: [
          { description: 'Tents', amount: 10 },
          { description: 'Pegs', note: 'loose' },
        ],
        shipper: { name: 'K', city: 'Hull' },
      },
      schema: null,
      correctedNames: new Set(),
      recordsByNumber: new Map(),
    })
    expect([fields[0]?.kind, fields[0]?.table, fields[0]?.value, fields[1]?.kind, fields[1]?.value]).toEqual([
      'table',
      {
        columns: ['Description', 'Amount', 'Note'],
        rows: [
          ['Tents', '10', ''],
          ['Pegs', '', 'loose'],
        ],
      },
      null,
      'other',
      'K, Hull',
    ])
  })

  test.each([
    ['bill_of_lading_number', 'Bill of lading number'],
    ['poNumber', 'PO number'],
    ['ETA', 'ETA'],
  ])('named %s have the label %s', (name, label) => expect(formatFieldLabel(name)).toBe(label))
})
