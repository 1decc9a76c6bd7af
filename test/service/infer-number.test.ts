// What the service infers from a number alone.
import { describe, expect, test } from 'vitest'
import { appendCheckDigit } from '#service/world/container-number.ts'
import { type Client, createClient, type Document } from './client.ts'
import { findProblems } from './json-api-rules.ts'

type Attributes = {
  number_type: string
  validation: {
    is_valid: boolean | null
    type: string
    check_digit_passed: boolean | null
    parsed_number: string | null
    reason: string | null
  }
  shipping_line: {
    decision: string
    selected: { scac: string; confidence: number } | null
    candidates: { scac: string; confidence: number }[]
  }
}

const infer = (client: Client, number: unknown): { status: number; document: Document } =>
  client.send('POST', '/tracking_requests/infer_number', { number })
const readInference = (number: string): Attributes => {
  const { status, document } = infer(createClient({ containers: 7 }), number)
  expect([status, findProblems(document as never)]).toEqual([200, []])
  return document.data.attributes as Attributes
}

describe('a number', () => {
  test.each([
    ['a container of a line', appendCheckDigit('MSKU123456'), 'container', true, 'auto_select', 'MAEU'],
    [
      'a container in pieces and small letters',
      `oolu 765432-${appendCheckDigit('OOLU765432').slice(-1)}`,
      'container',
      true,
      'auto_select',
      'OOLU',
    ],
    ['a leased container', appendCheckDigit('TCNU123456'), 'container', true, 'no_prediction', null],
    ['a container of an unknown owner', appendCheckDigit('QQQU123456'), 'container', true, 'no_prediction', null],
    ['a bill that names its line and looks like one', 'MEDUAB123456', 'bill_of_lading', true, 'auto_select', 'MSCU'],
    [
      'a bill that names its line in another form',
      'HLCU12345678',
      'bill_of_lading',
      true,
      'needs_confirmation',
      'HLCU',
    ],
    ['a bare number only one line writes so', '212345678', 'bill_of_lading', true, 'needs_confirmation', 'MAEU'],
    ['a booking of one line', '123ABCD456789', 'booking', true, 'needs_confirmation', 'MSCU'],
    ['a number two lines write', '1234567890', 'booking', true, 'no_prediction', null],
    ['the test number', 'TEST-TR-SUCCEEDED', 'bill_of_lading', true, 'auto_select', 'TEST'],
    ['a number of no known shape', 'QX99887766', 'bill_of_lading', null, 'no_prediction', null],
    ['something else', 'hello', 'bill_of_lading', false, 'no_prediction', null],
  ])('like %s has the right type, validity and carrier', (_, number, type, isValid, decision, scac) => {
    const { number_type, validation, shipping_line } = readInference(number)
    expect([number_type, validation.is_valid, shipping_line.decision, shipping_line.selected?.scac ?? null]).toEqual([
      type,
      isValid,
      decision,
      scac,
    ])
  })

  test('with a wrong check digit is an invalid container, and the answer names the right digit', () => {
    const right = appendCheckDigit('MSKU123456')
    const wrong = right.slice(0, 10) + String((Number(right.slice(-1)) + 1) % 10)
    const { number_type, validation } = readInference(wrong)
    expect([number_type, validation.is_valid, validation.check_digit_passed, validation.reason]).toEqual([
      'container',
      false,
      false,
      `The check digit should be ${right.slice(-1)}`,
    ])
  })

  test('that several carriers could have written has all of them as candidates, the most likely first', () => {
    const { candidates } = readInference(appendCheckDigit('TCNU123456')).shipping_line
    expect(candidates.length).toBeGreaterThan(1)
    expect(candidates.map(({ confidence }) => confidence)).toEqual(
      candidates.map(({ confidence }) => confidence).toSorted((a, b) => b - a),
    )
  })
})

test.each([undefined, null, '', '  ', 42, ['A'], 'A'.repeat(51)])('%j is refused as a number', (number) => {
  const { status, document } = infer(createClient({ containers: 7 }), number)
  expect([status, document.errors[0]!.status]).toEqual([422, '422'])
})

describe('references of a request', () => {
  const patchReferences = (attributes: Record<string, unknown>, path = 'tracking_requests') => {
    const client = createClient({ containers: 7 })
    const { id } = client.list('/tracking_requests').data[0]!
    const { status } = client.send('PATCH', `/${path}/${id}`, { data: { type: 'tracking_request', id, attributes } })
    return [status, client.get(`/tracking_requests/${id}`).data.attributes['ref_numbers']]
  }
  test('can be changed under either spelling of path and attribute', () => {
    expect(patchReferences({ ref_numbers: ['A', 'B'] })).toEqual([200, ['A', 'B']])
    expect(patchReferences({ ref_number: 'A' }, 'tracking_request')).toEqual([200, ['A']])
    expect(patchReferences({ ref_number: ['A'] })).toEqual([200, ['A']])
  })
  test('are the only attributes that can be changed', () => {
    expect(patchReferences({ scac: 'MAEU' })[0]).toBe(422)
    expect(patchReferences({ ref_number: 7 })[0]).toBe(422)
  })
})
