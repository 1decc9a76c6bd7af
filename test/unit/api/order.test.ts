// The order of answers: which of two answers about one record is newer.
import { describe, expect, test } from 'vitest'
import { createAnswerOrder } from '#engine/api/order.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

describe('of two requests in flight at the same time', () => {
  const openTwo = () => {
    const order = createAnswerOrder(40)
    return { order, first: order.next(), second: order.next() }
  }

  test.each([
    ['sent later has the newer answer if it was served later', NOON, NOON + 5_000, false],
    ['sent later has the older answer if it was served earlier', NOON + 5_000, NOON, true],
    ['sent later has the newer answer if both were served in the same second', NOON, NOON, false],
    ['sent later has the newer answer if the service sends no time', null, null, false],
    ['sent later has the newer answer if only one answer has a time', NOON + 5_000, null, false],
  ])('the one %s', (_name, firstServed, secondServed, isOlder) => {
    const { order, first, second } = openTwo()
    const isFirstOlderThan = order.answered(first, firstServed)
    const isSecondOlderThan = order.answered(second, secondServed)
    expect([isSecondOlderThan(first), isFirstOlderThan(second)]).toEqual([isOlder, !isOlder])
  })

  test('the order of arrival does not matter', () => {
    const { order, first, second } = openTwo()
    order.answered(second, NOON)
    expect(order.answered(first, NOON + 5_000)(second)).toBe(false)
  })
})

test('a request sent after an answer arrived has the newer answer, whatever the clock of the service says', () => {
  const order = createAnswerOrder(0)
  const first = order.next()
  order.answered(first, NOON + 60_000)
  expect(order.answered(order.next(), NOON)(first)).toBe(false)
})

test('also if both answers have arrived before they are compared', () => {
  const order = createAnswerOrder(0)
  const first = order.next()
  const isOlderThan = order.answered(first, NOON + 60_000)
  const later = order.next()
  order.answered(later, NOON)
  expect(isOlderThan(later)).toBe(true)
})

test('an answer of an earlier run of the program is older', () => {
  const order = createAnswerOrder(40)
  expect(order.answered(order.next(), NOON)(40)).toBe(false)
})

test('the order of sending decides for requests that are older than the remembered ones', () => {
  const order = createAnswerOrder(0)
  const [slow, quick] = [order.next(), order.next()]
  order.answered(quick, NOON)
  for (let n = 0; n < 300; n++) order.answered(order.next(), NOON)
  expect(order.answered(slow, NOON + 5_000)(quick)).toBe(true)
})
