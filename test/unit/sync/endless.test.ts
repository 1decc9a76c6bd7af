// When a list is taken for one that does not end.
import { expect, test } from 'vitest'
import { createEndless } from '#engine/sync/endless.ts'

const page = (ids: string | null, total: number | null = 300, rows = 100) => ({ ids, rows, total })

test('a page that brings what another one brought is, a page of its own is not', () => {
  const endless = createEndless()
  expect(['a', 'b', 'c', 'b'].map((ids) => endless.page(page(ids)))).toEqual([null, null, null, 'repeated'])
})

test('far more records than the list counts are, some more are not', () => {
  const endless = createEndless()
  const ends = Array.from({ length: 12 }, (_, n) => endless.page(page(String(n))))
  expect(ends.indexOf('overrun')).toBe(11)
})

test('a list that counts nothing may be long', () => {
  const endless = createEndless()
  expect(new Set(Array.from({ length: 2_000 }, (_, n) => endless.page(page(String(n), null))))).toEqual(new Set([null]))
})

test('pages without readable records are not the same page, and a new sweep begins anew', () => {
  const endless = createEndless()
  expect([endless.page(page(null, 300, 0)), endless.page(page(null, 300, 0))]).toEqual([null, null])
  endless.page(page('a'))
  endless.restart()
  expect(endless.page(page('a'))).toBeNull()
})
