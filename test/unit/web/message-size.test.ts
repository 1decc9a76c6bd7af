// The largest calls of the page fit into one message. The browser host closes the socket after a larger one.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MAX_NOTE_LENGTH } from '#contract/rules/own-bounds.ts'
import { MAX_SELECTED } from '#contract/rules/selection-size.ts'
import { MAX_MESSAGE_BYTES } from '../../../src/web/sockets.ts'

/** The most bytes that the filter and the envelope of the call need. */
const REST_BYTES = 16_384
const fitsWithRest = (call: unknown) => Buffer.byteLength(JSON.stringify(call)) + REST_BYTES < MAX_MESSAGE_BYTES

test('a query about as many selected rows as possible fits into one message', () => {
  expect(fitsWithRest({ only: Array.from({ length: MAX_SELECTED }, () => randomUUID()) })).toBe(true)
})

test('the undo of the longest note on as many selected rows as possible fits into one message', () => {
  const at = new Date(0).toISOString()
  const notes = Array.from({ length: MAX_SELECTED }, () => {
    const id = randomUUID()
    return {
      id,
      containerId: randomUUID(),
      was: null,
      is: { id, text: '注'.repeat(MAX_NOTE_LENGTH), at, editedAt: null },
    }
  })
  expect(fitsWithRest({ changed: MAX_SELECTED, assignees: [], tags: [], notes, priorities: [] })).toBe(true)
})
