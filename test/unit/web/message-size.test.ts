// The largest query of the page fits into one message. The browser host closes the socket after a larger one.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { MAX_MESSAGE_BYTES } from '../../../src/web/sockets.ts'

/** The most bytes that the filter and the envelope of the call need. */
const REST_BYTES = 16_384

test('a query about as many selected rows as possible fits into one message', () => {
  const only = Array.from({ length: MAX_SELECTED }, () => randomUUID())
  expect(JSON.stringify({ only }).length + REST_BYTES).toBeLessThan(MAX_MESSAGE_BYTES)
})
