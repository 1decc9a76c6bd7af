// Waiting requests for a number are found by their lane (the queue of all requests for one number), so that the time
// does not depend on other waiting entries.
import { expect, test } from 'vitest'
import type { RequestPayload } from '#engine/tracking/create-request.ts'
import { saveRequest, mapWaitingByKey, findWaiting, waitingKey } from '#engine/tracking/waiting.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const createBillRequest = (number: string): RequestPayload => ({
  number,
  type: 'bill_of_lading',
  scac: 'MAEU',
  refs: [],
})

test('a number is found by its lane and the index of lanes, and the first saved request is returned', () => {
  const mirror = startMirror()
  mirror.write((db) => {
    for (const [id, number] of [
      ['one', '4711'],
      ['two', '4711'],
      ['three', '4712'],
    ] as const)
      saveRequest(db, id, createBillRequest(number), MIRROR_NOW)
  })
  const plans = mirror.listQueryPlans((db) => {
    expect(findWaiting(db, ['4711'])).toEqual({ id: 'one', number: '4711' })
    expect(findWaiting(db, ['4711'], 'container')).toBeNull()
    expect(mapWaitingByKey(db, ['4711', '4712', '4713'])).toEqual(
      new Map([
        [waitingKey(createBillRequest('4711')), 'one'],
        [waitingKey(createBillRequest('4712')), 'three'],
      ]),
    )
  })
  expect(new Set(plans.filter((step) => step.includes('outbox')))).toEqual(
    new Set(['SEARCH outbox USING INDEX outbox_lane (lane=?)']),
  )
})
