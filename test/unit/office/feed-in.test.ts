import { expect, test } from 'vitest'
import { SWEEP } from '#engine/mirror/feed/marks.ts'
import type { RawRow } from '#engine/mirror/feed/rows.ts'
import { placeRecordsByChange } from '#engine/office/feed-in.ts'

const makeRow = (seq: number, kind: string, id: string, n = 0): RawRow => ({
  seq,
  kind,
  type: 'container',
  id,
  facts: { n },
  body: null,
})

test('the rows of a record come just before its first change, and changes and all other rows stay in order', () => {
  const [early, check] = [makeRow(1, 'change', 'c2'), makeRow(4, 'checked', 'c1')]
  const [first, second, other] = [makeRow(2, 'record', 'c1'), makeRow(3, 'record', 'c2'), makeRow(3, 'record', 'c4')]
  const changes = [makeRow(4, 'change', 'c2', 1), makeRow(4, 'change', 'c1', 2), makeRow(4, 'change', 'c2', 3)]
  const others = makeRow(4, 'change', 'c3')
  const [two, one, twoAgain] = changes
  expect(placeRecordsByChange([early, first, second, other, check, ...changes, others])).toEqual([
    ...[early, other, second, two],
    ...[first, check, one, twoAgain, others],
  ])
})

test('a complete sweep stays after all records before it, and after their changes', () => {
  const sweep = { ...makeRow(3, 'record', 'containers'), type: SWEEP }
  const [first, second] = [makeRow(1, 'record', 'c1'), makeRow(2, 'record', 'c2')]
  const [one, two] = [makeRow(4, 'change', 'c1'), makeRow(4, 'change', 'c2')]
  const next = makeRow(5, 'record', 'c3')
  expect(placeRecordsByChange([first, second, sweep, one, two, next])).toEqual([first, one, second, two, sweep, next])
})
