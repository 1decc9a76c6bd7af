// When a list is treated as endless.
import { expect, test } from 'vitest'
import { createEndless } from '#engine/sync/endless.ts'

const page = (ids: string | null, total: number | null = 300, rows = 100) => ({ ids, rows, total })

test('a list is endless if a page repeats the records of another page', () => {
  const endless = createEndless()
  expect(['a', 'b', 'c', 'b'].map((ids) => endless.page(page(ids)))).toEqual([null, null, null, 'repeated'])
})

test('a list is endless if it has far more records than its count', () => {
  const endless = createEndless()
  const ends = Array.from({ length: 12 }, (_, n) => endless.page(page(String(n))))
  expect(ends.indexOf('overrun')).toBe(11)
})

test('a list without a count can be long', () => {
  const endless = createEndless()
  expect(new Set(Array.from({ length: 2_000 }, (_, n) => endless.page(page(String(n), null))))).toEqual(new Set([null]))
})

test('pages without readable records are not repetitions, and a new sweep starts from the beginning', () => {
  const endless = createEndless()
  expect([endless.page(page(null, 300, 0)), endless.page(page(null, 300, 0))]).toEqual([null, null])
  endless.page(page('a'))
  endless.restart()
  expect(endless.page(page('a'))).toBeNull()
})
