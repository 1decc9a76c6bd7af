// Checks what the service infers from a number (specification 4.2, "auto-detect carrier").
import assert from 'node:assert/strict'
import type { Client } from './client.ts'
import type { Row } from './row.ts'

type ExpectedResult = {
  number_type: string
  is_valid: boolean | null
  check: boolean | null
  parsed: string | null
  decision: string
  selected: string | null
  candidates: number
}

const CASES: readonly (readonly [number: string, expected: ExpectedResult])[] = [
  [
    'OOLU2600112233',
    {
      number_type: 'bill_of_lading',
      is_valid: true,
      check: null,
      parsed: 'OOLU2600112233',
      decision: 'auto_select',
      selected: 'OOLU 0.99',
      candidates: 1,
    },
  ],
  [
    'oolu 26-0011 2233',
    {
      number_type: 'bill_of_lading',
      is_valid: true,
      check: null,
      parsed: 'OOLU2600112233',
      decision: 'auto_select',
      selected: 'OOLU 0.99',
      candidates: 1,
    },
  ],
  [
    'OOLU12345',
    {
      number_type: 'bill_of_lading',
      is_valid: true,
      check: null,
      parsed: 'OOLU12345',
      decision: 'needs_confirmation',
      selected: 'OOLU 0.88',
      candidates: 1,
    },
  ],
  [
    'TEST-TR-SUCCEEDED',
    {
      number_type: 'bill_of_lading',
      is_valid: true,
      check: null,
      parsed: 'TESTTRSUCCEEDED',
      decision: 'auto_select',
      selected: 'TEST 1',
      candidates: 1,
    },
  ],
  [
    'HLXU1234560',
    {
      number_type: 'container',
      is_valid: false,
      check: false,
      parsed: 'HLXU1234560',
      decision: 'auto_select',
      selected: 'HLCU 0.97',
      candidates: 1,
    },
  ],
  [
    'HLXU1234561',
    {
      number_type: 'container',
      is_valid: true,
      check: true,
      parsed: 'HLXU1234561',
      decision: 'auto_select',
      selected: 'HLCU 0.97',
      candidates: 1,
    },
  ],
  [
    'HLXU123456',
    {
      number_type: 'container',
      is_valid: false,
      check: false,
      parsed: 'HLXU123456',
      decision: 'auto_select',
      selected: 'HLCU 0.97',
      candidates: 1,
    },
  ],
  [
    'TGHU1234567',
    {
      number_type: 'container',
      is_valid: true,
      check: true,
      parsed: 'TGHU1234567',
      decision: 'no_prediction',
      selected: null,
      candidates: 4,
    },
  ],
  [
    'ZZZU1234567',
    {
      number_type: 'container',
      is_valid: false,
      check: false,
      parsed: 'ZZZU1234567',
      decision: 'no_prediction',
      selected: null,
      candidates: 0,
    },
  ],
  [
    '2600112233',
    {
      number_type: 'booking',
      is_valid: true,
      check: null,
      parsed: '2600112233',
      decision: 'no_prediction',
      selected: null,
      candidates: 2,
    },
  ],
  [
    '212345678',
    {
      number_type: 'bill_of_lading',
      is_valid: true,
      check: null,
      parsed: '212345678',
      decision: 'needs_confirmation',
      selected: 'MAEU 0.9',
      candidates: 1,
    },
  ],
  [
    'XY-1234-Z',
    {
      number_type: 'bill_of_lading',
      is_valid: null,
      check: null,
      parsed: 'XY1234Z',
      decision: 'no_prediction',
      selected: null,
      candidates: 0,
    },
  ],
  [
    'PO 12',
    {
      number_type: 'bill_of_lading',
      is_valid: false,
      check: null,
      parsed: null,
      decision: 'no_prediction',
      selected: null,
      candidates: 0,
    },
  ],
]

type Result = {
  id: string
  attributes: {
    number_type: string
    validation: Record<string, unknown>
    shipping_line: { decision: string; selected: Record<string, unknown> | null; candidates: Record<string, unknown>[] }
  }
}

function inferNumber(client: Client, number: string): Result {
  const { status, text, body } = client.send('POST', '/tracking_requests/infer_number', { number })
  assert.equal(status, 200, text)
  return body.data as unknown as Result
}

const caseRows: readonly Row[] = CASES.map(([number, expected]): Row => ({
  section: '4.2',
  kind: 'rule',
  what: `infer_number of ${number}: ${expected.number_type}, ${expected.decision} ${expected.selected ?? ''}`,
  check: ({ reader }) => {
    const { id, attributes } = inferNumber(reader, number)
    const { number_type, validation, shipping_line: line } = attributes
    assert.match(id, /^req_[0-9a-f]{8}$/)
    assert.deepEqual(
      {
        number_type,
        is_valid: validation['is_valid'],
        check: validation['check_digit_passed'],
        parsed: validation['parsed_number'],
        decision: line.decision,
        selected: line.selected && `${String(line.selected['scac'])} ${String(line.selected['confidence'])}`,
        candidates: line.candidates.length,
      },
      expected,
    )
    assert.deepEqual(
      [Object.keys(attributes).sort(), Object.keys(validation).sort(), validation['type']],
      [
        ['number_type', 'shipping_line', 'validation'],
        ['check_digit_passed', 'is_valid', 'parsed_number', 'reason', 'type'],
        number_type === 'container' ? 'container' : 'shipment',
      ],
    )
    assert.equal(validation['reason'] === null, validation['is_valid'] !== false)
    // The most likely carrier comes first.
    const confidences = line.candidates.map(({ confidence }) => Number(confidence))
    assert.deepEqual(
      confidences,
      confidences.toSorted((one, other) => other - one),
    )
    for (const candidate of line.candidates)
      assert.deepEqual(Object.keys(candidate).sort(), ['confidence', 'name', 'scac'])
  },
}))

const leasedRow: Row = {
  section: '4.2',
  kind: 'rule',
  what: 'infer_number of a leased container names lines with decreasing confidence, none of them high enough',
  check: ({ reader }) => {
    const { candidates } = inferNumber(reader, 'TGHU1234567').attributes.shipping_line
    assert.deepEqual(
      candidates.map(({ confidence }) => Number(confidence).toFixed(2)),
      ['0.30', '0.25', '0.20', '0.15'],
    )
  },
}

export const inferRows: readonly Row[] = [...caseRows, leasedRow]
