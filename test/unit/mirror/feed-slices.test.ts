// How many rows of the feed one transaction stores.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { applyFeed } from '#engine/mirror/feed/apply.ts'
import type { RawRow } from '#engine/mirror/feed/rows.ts'
import { createSliceWriter } from '#engine/mirror/slice-writer.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { MIRROR_NOW, container, startMirror } from '#support/mirror.ts'

const COUNT = 150
const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)

const makeRecordRow = (seq: number, { type, id, attributes, relationships }: Resource): RawRow => ({
  seq,
  kind: 'record',
  type,
  id,
  facts: { hash: 'h', reqSeq: 1, firstSeenAt: MIRROR_NOW, readAt: MIRROR_NOW, goneSince: null },
  body: JSON.stringify({ attributes, relationships }),
})
const makeRecordRows = (attributes: Record<string, unknown> = {}) =>
  numbers.map((n) => makeRecordRow(n, container(`c${n}`, `MSCU${n}`, null, attributes)))
const changeRows = numbers.map<RawRow>((seq) => ({
  seq,
  kind: 'change',
  type: 'container',
  id: 'c1',
  facts: {
    uid: `m:${seq}`,
    field: 'seal_number',
    before: null,
    after: '"S"',
    reqSeq: 1,
    changeKind: 'other',
    severity: 4,
    sourceAt: null,
    seenAt: MIRROR_NOW,
    isHidden: 0,
    revertsUid: null,
  },
  body: null,
}))

/** Stores the rows, and returns how many each transaction stored. `isEnough` answers for the time. */
function storeAll(rows: readonly RawRow[], isEnough: () => boolean, { write } = startMirror()): number[] {
  const lengths: number[] = []
  for (let from = 0; from < rows.length;) {
    const options = { from, isEnough, precedence: 'marked' as const, onUnreadable: () => undefined }
    const next = write((db, announce) => applyFeed(db, announce, rows, options))
    expect(next).toBeGreaterThan(from)
    lengths.push(next - from)
    from = next
  }
  return lengths
}

const isLate = () => true

test.each([
  ['records', makeRecordRows()],
  ['changes', changeRows],
])('on a busy computer, a transaction stores 25 usual %s', (_name, rows) => {
  expect(storeAll(rows, isLate)).toEqual(Array(6).fill(25))
})

test('a record with long lists counts like several', () => {
  const holds = Array.from({ length: 200 }, (_, n) => ({ name: `hold ${n}`, status: 'hold', description: null }))
  // Each has the weight of six.
  expect(storeAll(makeRecordRows({ holds_at_pod_terminal: holds }), isLate)).toEqual(Array(30).fill(5))
})

test('rows that change nothing share one transaction, up to 100 of them', () => {
  const mirror = startMirror()
  const rows = makeRecordRows()
  storeAll(rows, isLate, mirror)
  expect(storeAll(rows, isLate, mirror)).toEqual([100, 50])
})

test('a transaction stores all rows while there is time', () => {
  expect(storeAll(makeRecordRows(), () => false)).toEqual([COUNT])
})

test('the time that a transaction took decides how many rows the next one stores', async () => {
  const clock = createFakeClock(Date.parse(MIRROR_NOW))
  const { write } = startMirror()
  const lengths: number[] = []
  const writeSlices = createSliceWriter({ write, clock, walGuard: null })
  const rows = makeRecordRows()
  let next = 0
  const done = writeSlices((db, announce, isEnough) => {
    const options = { from: next, isEnough, precedence: 'marked' as const, onUnreadable: () => undefined }
    const from = next
    next = applyFeed(db, announce, rows, options)
    lengths.push(next - from)
    return next < rows.length ? null : { value: undefined }
  }, new AbortController().signal)
  await clock.advanceUntilSettled(done)
  // The clock stands still during a transaction, so the first one shows that a record takes no time.
  expect(lengths).toEqual([25, 100, 25])
})
