// The chain of pages of a list. Pages after a slow one can be read ahead, because their addresses are known.
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

test('in the first reading a page is known only after the page that links to it', () => {
  const chain = createPageChain()
  chain.begin('a')
  expect(chain.ahead()).toBeNull()
  expect(chain.answered('a', 'b')).toBe('b')
  expect(chain.ahead()).toBeNull()
})

describe('in a later reading', () => {
  test('the page after a slow one is known, and then the page after that', () => {
    const chain = readOnce()
    chain.begin('a')
    expect(chain.ahead()).toBe('b')
    expect(chain.answered('b', 'c')).toBeUndefined()
    expect(chain.ahead()).toBe('c')
  })

  test('the list continues after the pages that were read ahead, and skips no other page', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    expect(chain.answered('a', 'b')).toBe('c')
    chain.begin('c')
    expect(chain.answered('c', 'd')).toBe('d')
  })

  test('the list ends with the slow page if all later pages were read ahead', () => {
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

  test('a page in flight that was read ahead becomes the current page, and its answer continues the list', () => {
    const chain = readOnce()
    chain.begin('a')
    expect(chain.ahead()).toBe('b')
    expect(chain.answered('a', 'b')).toBe('b')
    expect(chain.ahead()).toBeNull()
    expect(chain.answered('b', 'c')).toBe('c')
  })

  test('an empty page that was read ahead is ignored, and read again if the list links to it', () => {
    const chain = readOnce()
    chain.begin('c')
    expect([chain.answered('d', null, true), chain.ahead(), chain.answered('c', 'd')]).toEqual([undefined, null, 'd'])
  })

  test('an answer after the end of the list does not count in the next reading', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('a', null)
    chain.answered('b', 'c')
    chain.restart()
    chain.begin('a')
    expect(chain.answered('a', 'b')).toBe('b')
  })

  test('a slow page that fails is read again before the list continues', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    chain.failed('a')
    chain.begin('a')
    expect(chain.answered('a', 'b')).toBe('c')
  })

  test('the list follows a new link of a page', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.answered('b', 'c')
    expect(chain.answered('a', 'x')).toBe('x')
  })

  test('no page is read ahead after a page that failed, until the list is known again', () => {
    const chain = readOnce()
    chain.begin('a')
    chain.failed('b')
    expect(chain.ahead()).toBeNull()
  })
})

test.each([
  ['itself', [['a', 'a']]],
  [
    'an earlier page',
    [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
    ],
  ],
])('a list that links to %s ends there', (_name, links) => {
  const chain = createPageChain()
  const nexts = links.map(([url = '', next = '']) => {
    chain.begin(url)
    return chain.answered(url, next)
  })
  expect(nexts.at(-1)).toBeNull()
})

test('a list with a loop after a slow page ends there too', () => {
  const chain = readOnce()
  chain.begin('a')
  chain.answered('b', 'c')
  chain.answered('c', 'b')
  expect([chain.ahead(), chain.answered('a', 'b')]).toEqual([null, null])
})
