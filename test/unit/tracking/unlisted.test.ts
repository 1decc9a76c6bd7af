// What is tracked and stands on no list is looked for in steps, so that a large account holds up nobody.
import { expect, test } from 'vitest'
import { unlistedShipments } from '#engine/tracking/unlisted.ts'
import { shipment, startMirror } from '#support/mirror.ts'

test('of a thousand shipments no step looks at more than two hundred', () => {
  const mirror = startMirror()
  mirror.read(
    ...Array.from({ length: 1_000 }, (_, n) => shipment(`s-${n}`, { bill_of_lading_number: `BILL${10_000 + n}` })),
  )
  const steps = unlistedShipments(mirror.db, ['BILL10007'])
  let count = 0
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) {
      expect([count, value.total, value.rows.length, value.rows[0]?.masterBill, value.rows[7]?.masterBill]).toEqual([
        6,
        999,
        999,
        'BILL10000',
        'BILL10008',
      ])
      return
    }
    count++
  }
})
