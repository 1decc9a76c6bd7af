import { describe, expect, test } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import { describeError } from '../../src/renderer/src/engine/errors.ts'

describe.each(errorCodes)('the failure %s', (code) => {
  const { what, next } = describeError({ code, details: {} })

  test('is explained in whole sentences: what happened, and what to do', () => {
    expect(what).toMatch(/^[A-Z].{10,}\.$/)
    expect(next).toMatch(/^[A-Z].{10,}\.$/)
  })

  test('is explained without jargon', () =>
    expect(`${what} ${next}`).not.toMatch(/\b(error|exception|undefined|null|JSON|HTTP|SQL|RPC)\b|api\/|contract\//i))
})

test('no two failures have the same text', () =>
  expect(new Set(errorCodes.map((code) => describeError({ code, details: {} }).what)).size).toBe(errorCodes.length))

test('plain details are shown beside the sentence, empty ones are not', () => {
  expect(
    describeError({
      code: 'api/server-error',
      details: { status: 502, host: 'tracking.example', body: null, note: '' },
    }).details,
  ).toBe('status 502 · host tracking.example')
  expect(describeError({ code: 'api/other-account', details: { isAsked: true } }).details).toBe('')
})
