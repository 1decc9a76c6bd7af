// Decodes the service's guess about a number, in every form of the reference.
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { decodeInference } from '#engine/tracking/handlers.ts'

const bytes = (json: unknown) => new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json))
const decode = (attributes: unknown) => decodeInference(bytes({ data: { attributes } }))
const createLine = (scac: string, confidence: unknown, name = 'Some Line') => ({ scac, name, confidence })

test('a complete answer is decoded completely', () => {
  const attributes = {
    number_type: 'booking',
    validation: {
      is_valid: true,
      type: 'shipment',
      check_digit_passed: null,
      parsed_number: 'X1',
      reason: 'as reported',
    },
    shipping_line: {
      decision: 'needs_confirmation',
      selected: createLine('MSCU', 0.8),
      candidates: [createLine('MAEU', 0.1), createLine('MSCU', 0.8)],
    },
  }
  expect(decode(attributes)).toEqual({
    type: 'booking_number',
    isValid: true,
    reason: 'as reported',
    decision: 'needs_confirmation',
    selected: { scac: 'MSCU', name: 'Some Line' },
    candidates: [createLine('MSCU', 0.8), createLine('MAEU', 0.1)],
  })
})

describe('confidence', () =>
  test.each([
    [0.97, 0.97],
    [97, 0.97],
    ['97', 0.97],
    [1, 1],
    [100, 1],
    [0, 0],
    [250, 1],
    [-1, null],
    [null, null],
    ['high', null],
  ])('%j becomes %j', (reported, share) =>
    expect(decode({ shipping_line: { candidates: [createLine('MSCU', reported)] } }).candidates[0]!.confidence).toBe(
      share,
    ),
  ))

describe('the decision', () => {
  test.each([
    ['the reported one', 'auto_select', 0.2, 'auto_select'],
    ['automatic if none is reported and the confidence is high', undefined, 96, 'auto_select'],
    ['a question if none is reported and the confidence is medium', undefined, 0.8, 'needs_confirmation'],
    ['no prediction if none is reported and the confidence is low', undefined, 0.5, 'no_prediction'],
    ['automatic if it is unknown and the confidence is high', 'perhaps', 0.96, 'auto_select'],
    ['no prediction if the service says so', 'no_prediction', 0.99, 'no_prediction'],
  ])('is %s', (_, decision, confidence, expected) => {
    const inferred = decode({ shipping_line: { decision, selected: createLine('MSCU', confidence) } })
    expect([inferred.decision, inferred.selected === null]).toEqual([expected, expected === 'no_prediction'])
  })
  test('without a line is no prediction', () =>
    expect(decode({ shipping_line: { decision: 'auto_select', selected: null, candidates: [] } })).toMatchObject({
      decision: 'no_prediction',
      selected: null,
    }))
})

describe('missing and unusable values', () => {
  test('missing values are null', () =>
    expect(decode({})).toEqual({
      type: null,
      isValid: null,
      reason: null,
      decision: 'no_prediction',
      selected: null,
      candidates: [],
    }))
  test.each([
    ['container', { number_type: 'container' }],
    ['container', { validation: { type: 'container' } }],
    ['bill_of_lading', { number_type: 'bill_of_lading' }],
    [null, { number_type: 'airwaybill' }],
  ])('the kind %s is read from %j', (type, attributes) => expect(decode(attributes).type).toBe(type))
  test('lines without a valid SCAC are omitted, and a missing name is replaced by the SCAC', () => {
    const { candidates } = decode({
      shipping_line: { candidates: [{ scac: 'TOOLONG', confidence: 1 }, { scac: 'mscu' }, null, 'MAEU'] },
    })
    expect(candidates).toEqual([{ scac: 'MSCU', name: 'MSCU', confidence: null }])
  })
})

test.each([['{"data":{"attr'], [{ data: null }], [{ errors: [] }], [[]], ['null']])('%j is rejected', (answer) =>
  expect(() => decodeInference(bytes(answer))).toThrow(AppError),
)
