// Tracked shipments that no list names are searched in steps, so that a large account does not block other work.
import { expect, test } from 'vitest'
import { unlistedShipments } from '#engine/tracking/batch-handlers.ts'
import { shipment, startMirror } from '#support/mirror.ts'

test('the search in a thousand shipments has steps of at most 200', () => {
  const mirror = startMirror()
  mirror.read(
    ...Array.from({ length: 1_000 }, (_, n) => shipment(`s-${n}`, { bill_of_lading_number: `BILL${10_000 + n}` })),
  )
  const steps = unlistedShipments(mirror.db, ['BILL10007'])
  let stepCount = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) {
      expect([stepCount, value.total, value.rows.length, value.rows[0]?.masterBill, value.rows[7]?.masterBill]).toEqual(
        [6, 999, 999, 'BILL10000', 'BILL10008'],
      )
      return
    }
    stepCount++
  }
})
