// A list is a chain of pages. Pages after a slow one can be read ahead, because their addresses are known.
import { describe, expect, test } from 'vitest'
import { createPageChain } from '#engine/sync/page-chain.ts'

/** The chain of the list a, b, c, d, which was read once. */
function createReadChain() {
  const chain = createPageChain()
  const links: [string, string | null][] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
    ['d', null],
  ]
  for (const [url, next] of links) {
    chain.begin(url)
    chain.onPage(url, next)
  }
  chain.restart()
  return chain
}

test('in the first reading a page is known only after the page that links to it', () => {
  const chain = createPageChain()
  chain.begin('a')
  expect(chain.nextAhead()).toBeNull()
  expect(chain.onPage('a', 'b')).toBe('b')
  expect(chain.nextAhead()).toBeNull()
})

describe('in a later reading', () => {
  test('the page after a slow one is known, and then the page after that', () => {
    const chain = createReadChain()
    chain.begin('a')
    expect(chain.nextAhead()).toBe('b')
    expect(chain.onPage('b', 'c')).toBeUndefined()
    expect(chain.nextAhead()).toBe('c')
  })

  test('the list continues after the pages that were read ahead, and skips no other page', () => {
    const chain = createReadChain()
    chain.begin('a')
    chain.onPage('b', 'c')
    expect(chain.onPage('a', 'b')).toBe('c')
    chain.begin('c')
    expect(chain.onPage('c', 'd')).toBe('d')
  })

  test('the list ends with the slow page if all later pages were read ahead', () => {
    const chain = createReadChain()
    chain.begin('b')
    chain.onPage('c', 'd')
    expect([chain.nextAhead(), chain.onPage('d', null), chain.nextAhead(), chain.onPage('b', 'c')]).toEqual([
      'd',
      undefined,
      null,
      null,
    ])
  })

  test('a page in flight that was read ahead becomes the current page, and its answer continues the list', () => {
    const chain = createReadChain()
    chain.begin('a')
    expect(chain.nextAhead()).toBe('b')
    expect(chain.onPage('a', 'b')).toBe('b')
    expect(chain.nextAhead()).toBeNull()
    expect(chain.onPage('b', 'c')).toBe('c')
  })

  test('an empty page that was read ahead is ignored, and read again if the list links to it', () => {
    const chain = createReadChain()
    chain.begin('c')
    expect([chain.onPage('d', null, true), chain.nextAhead(), chain.onPage('c', 'd')]).toEqual([undefined, null, 'd'])
  })

  test('an answer after the end of the list does not count in the next reading', () => {
    const chain = createReadChain()
    chain.begin('a')
    chain.onPage('a', null)
    chain.onPage('b', 'c')
    chain.restart()
    chain.begin('a')
    expect(chain.onPage('a', 'b')).toBe('b')
  })

  test('a slow page that fails is read again before the list continues', () => {
    const chain = createReadChain()
    chain.begin('a')
    chain.onPage('b', 'c')
    chain.onFailure('a')
    chain.begin('a')
    expect(chain.onPage('a', 'b')).toBe('c')
  })

  test('the list follows a new link of a page', () => {
    const chain = createReadChain()
    chain.begin('a')
    chain.onPage('b', 'c')
    expect(chain.onPage('a', 'x')).toBe('x')
  })

  test('no page is read ahead after a page that failed, until the list is known again', () => {
    const chain = createReadChain()
    chain.begin('a')
    chain.onFailure('b')
    expect(chain.nextAhead()).toBeNull()
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
    return chain.onPage(url, next)
  })
  expect(nexts.at(-1)).toBeNull()
})

test('a list with a loop after a slow page ends there too', () => {
  const chain = createReadChain()
  chain.begin('a')
  chain.onPage('b', 'c')
  chain.onPage('c', 'b')
  expect([chain.nextAhead(), chain.onPage('a', 'b')]).toEqual([null, null])
})
