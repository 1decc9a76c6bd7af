// Of two answers about one record, which is the later word?
import { describe, expect, test } from 'vitest'
import { createAnswerOrder } from '#engine/api/order.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

describe('of two requests that were under way together', () => {
  const together = () => {
    const order = createAnswerOrder(40)
    return { order, first: order.next(), second: order.next() }
  }

  test.each([
    ['sent later and served later', NOON, NOON + 5_000, false],
    ['sent later and overtaken on its way there', NOON + 5_000, NOON, true],
    ['sent later and served within the same second', NOON, NOON, false],
    ['sent later, by a service that tells no time', null, null, false],
    ['sent later, where only one answer tells the time', NOON + 5_000, null, false],
  ])('the one %s', (_name, firstServed, secondServed, isOlder) => {
    const { order, first, second } = together()
    const isFirstOlderThan = order.answered(first, firstServed)
    const isSecondOlderThan = order.answered(second, secondServed)
    expect([isSecondOlderThan(first), isFirstOlderThan(second)]).toEqual([isOlder, !isOlder])
  })

  test('it does not matter whose answer comes first', () => {
    const { order, first, second } = together()
    order.answered(second, NOON)
    expect(order.answered(first, NOON + 5_000)(second)).toBe(false)
  })
})

test('a request that left after an answer had come is later, whatever the clocks of the service say', () => {
  const order = createAnswerOrder(0)
  const first = order.next()
  order.answered(first, NOON + 60_000)
  expect(order.answered(order.next(), NOON)(first)).toBe(false)
})

test('what an earlier run of the program read is older', () => {
  const order = createAnswerOrder(40)
  expect(order.answered(order.next(), NOON)(40)).toBe(false)
})

test('long after, the order of sending decides', () => {
  const order = createAnswerOrder(0)
  const [slow, quick] = [order.next(), order.next()]
  order.answered(quick, NOON)
  for (let n = 0; n < 300; n++) order.answered(order.next(), NOON)
  expect(order.answered(slow, NOON + 5_000)(quick)).toBe(true)
})
