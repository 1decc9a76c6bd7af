// A list of pages by their links, with a page that is overtaken.
import { describe, expect, test } from 'vitest'
import { createPageChain } from '#engine/sync/page-chain.ts'

/** The list a, b, c, d, read once. */
function readOnce() {
  const chain = createPageChain()
  const links: [string, string | null][] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['d', null],
  ]
  for (const [url, next] of links) {
    chain.begin(url)
    chain.answered(url, next)
  }
  chain.restart()
  return chain
}

test('the first time, no page is known before the one that leads to it', () => {
  const chain = createPageChain()
  chain.begin('a')
  expect(chain.ahead()).toBeNull()
  expect(chain.answered('a', 'b')).toBe('b')
  expect(chain.ahead()).toBeNull()
})

describe('read again', () => {
  test('the page behind a slow one is known, and the one behind that once it is in', () => {
    const chain = readOnce()
    chain.begin('a')
    expect(chain.ahead()).toBe('b')
    expect(chain.answered('b', 'c')).toBeUndefined()
    expect(chain.ahead()).toBe('c')
  })

  test('the list goes on behind what was overtaken, and never skips what was not in', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    expect(chain.answered('a', 'b')).toBe('c')
    chain.begin('c')
    expect(chain.answered('c', 'd')).toBe('d')
  })

  test('overtaken to its end, the list ends with the slow page', () => {
    const chain = readOnce()
    chain.begin('b')
    chain.answered('c', 'd')
    expect([chain.ahead(), chain.answered('d', null), chain.ahead(), chain.answered('b', 'c')]).toEqual([
      'd',
      undefined,
      null,
      null,
    ])
  })

  test('the page that overtook is the first one once the slow one is in: nothing overtakes it twice, and its answer goes on', () => {
    const chain = readOnce()
    chain.begin('a')
    expect(chain.ahead()).toBe('b')
    expect(chain.answered('a', 'b')).toBe('b')
    expect(chain.ahead()).toBeNull()
    expect(chain.answered('b', 'c')).toBe('c')
  })

  test('an empty page that overtook counts for nothing: where the list still leads there, it is asked for again', () => {
    const chain = readOnce()
    chain.begin('c')
    expect([chain.answered('d', null, true), chain.ahead(), chain.answered('c', 'd')]).toEqual([undefined, null, 'd'])
  })

  test('what comes after the list has ended is nothing of the next reading', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('a', null)
    chain.answered('b', 'c')
    chain.restart()
    chain.begin('a')
    expect(chain.answered('a', 'b')).toBe('b')
  })

  test('a slow page that fails is asked for again before anything counts as read', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    chain.failed('a')
    chain.begin('a')
    expect(chain.answered('a', 'b')).toBe('c')
  })

  test('where a page leads elsewhere than last time, the list is followed', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    expect(chain.answered('a', 'x')).toBe('x')
  })

  test('after a page that is not there any more nothing is overtaken until the list is known again', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.failed('b')
    expect(chain.ahead()).toBeNull()
  })
})

test.each([
  ['itself', [['a', 'a']]],
  [
    'a page before it',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
  ],
])('a list that leads to %s ends there', (_name, links) => {
  const chain = createPageChain()
  const nexts = links.map(([url = '', next = '']) => {
    chain.begin(url)
    return chain.answered(url, next)
  })
  expect(nexts.at(-1)).toBeNull()
})

test('a list that leads in a circle behind a slow page ends there too', () => {
  const chain = readOnce()
  chain.begin('a')
  chain.answered('b', 'c')
  chain.answered('c', 'b')
  expect([chain.ahead(), chain.answered('a', 'b')]).toEqual([null, null])
})
