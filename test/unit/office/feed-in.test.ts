import { expect, test } from 'vitest'
import { placeChangesByRecord } from '#engine/office/feed-in.ts'

const makeRow = (seq: number, kind: string, id: string, n = 0) => ({
  seq,
  kind,
  type: 'container',
  id,
  facts: { n },
  body: null,
})

test('changes follow their record, in their own order, and all other rows stay', () => {
  const [early, check] = [makeRow(1, 'change', 'c2'), makeRow(4, 'checked', 'c1')]
  const [first, second] = [makeRow(2, 'record', 'c1'), makeRow(3, 'record', 'c2')]
  const changes = [makeRow(4, 'change', 'c2', 1), makeRow(4, 'change', 'c1', 2), makeRow(4, 'change', 'c2', 3)]
  const others = makeRow(4, 'change', 'c3')
  const [two, one, twoAgain] = changes
  expect(placeChangesByRecord([early, first, second, check, ...changes, others])).toEqual([
    ...[early, first, one, second, two, twoAgain],
    ...[check, others],
  ])
})
