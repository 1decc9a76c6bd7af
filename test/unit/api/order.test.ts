// The order of answers: which of two answers about one record is newer.
import { describe, expect, test } from 'vitest'
import { createAnswerOrder } from '#engine/api/order.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const read = (servedMs: number | null) => ({ servedMs, isWrite: false })
const write = (servedMs: number | null) => ({ servedMs, isWrite: true })

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
    const isFirstOlderThan = order.answered(first, read(firstServed))
    const isSecondOlderThan = order.answered(second, read(secondServed))
    expect([isSecondOlderThan(first), isFirstOlderThan(second)]).toEqual([isOlder, !isOlder])
  })

  test.each([
    ['a write in the same second has the newer answer, although it was sent earlier', write(NOON), read(NOON), true],
    ['a write in the same second has the newer answer, also if it was sent later', read(NOON), write(NOON), false],
    ['a read that was served a second after the write has the newer answer', write(NOON), read(NOON + 1_000), false],
    ['the later one of two writes in the same second has the newer answer', write(NOON), write(NOON), false],
  ])('%s', (_name, firstServed, secondServed, isSecondOlder) => {
    const { order, first, second } = openTwo()
    const isFirstOlderThan = order.answered(first, firstServed)
    const isSecondOlderThan = order.answered(second, secondServed)
    expect([isSecondOlderThan(first), isFirstOlderThan(second)]).toEqual([isSecondOlder, !isSecondOlder])
  })

  test('the order of arrival does not matter', () => {
    const { order, first, second } = openTwo()
    order.answered(second, read(NOON))
    expect(order.answered(first, read(NOON + 5_000))(second)).toBe(false)
  })
})

test('a request sent after an answer arrived has the newer answer, whatever the clock of the service says', () => {
  const order = createAnswerOrder(0)
  const first = order.next()
  order.answered(first, read(NOON + 60_000))
  expect(order.answered(order.next(), read(NOON))(first)).toBe(false)
})

test('also if both answers have arrived before they are compared', () => {
  const order = createAnswerOrder(0)
  const first = order.next()
  const isOlderThan = order.answered(first, read(NOON + 60_000))
  const later = order.next()
  order.answered(later, read(NOON))
  expect(isOlderThan(later)).toBe(true)
})

test('an answer of an earlier run of the program is older', () => {
  const order = createAnswerOrder(40)
  expect(order.answered(order.next(), read(NOON))(40)).toBe(false)
})

test('the order of sending decides for requests that are older than the remembered ones', () => {
  const order = createAnswerOrder(0)
  const [slow, quick] = [order.next(), order.next()]
  order.answered(quick, read(NOON))
  for (let n = 0; n < 300; n++) order.answered(order.next(), read(NOON))
  expect(order.answered(slow, read(NOON + 5_000))(quick)).toBe(true)
})
