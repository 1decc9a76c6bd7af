// An id contains an address, so the address must fit into it.
import { expect, test } from 'vitest'
import { createNotificationId, getRowOfAddress } from '#service/account/webhook-records.ts'
import { createIds } from '#service/world/ids.ts'

const ids = createIds('1')

test('an address that fits is read back, and one that does not fit is refused', () => {
  expect(ids.parse(ids.create('blob', 2 ** 19 - 1, 4095, 4095))).toEqual({
    kind: 'blob',
    slot: 2 ** 19 - 1,
    generation: 4095,
    index: 4095,
  })
  for (const [slot, generation, index] of [
    [2 ** 19, 0, 0],
    [-1, 0, 0],
    [0, 4096, 0],
    [0, 0, 4096],
  ] as const)
    expect(() => ids.create('blob', slot, generation, index)).toThrow(/No id can hold/)
})

test('notifications have unique ids beyond the number that one generation can hold', () => {
  const rows = [1, 2 ** 18, 2 ** 19, 2 ** 19 + 1, 2 ** 25]
  expect(new Set(rows.map((row) => createNotificationId(ids, 'webhook_notification', row))).size).toBe(rows.length)
  expect(
    rows.map((row) => getRowOfAddress(ids.parse(createNotificationId(ids, 'webhook_notification', row))!)),
  ).toEqual(rows)
})
