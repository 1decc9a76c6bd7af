// When a list is treated as endless.
import { expect, test } from 'vitest'
import { createEndlessListDetector } from '#engine/sync/endless.ts'

const page = (idsDigest: string | null, total: number | null = 300, rows = 100) => ({ idsDigest, rows, total })

test('a list is endless if a page repeats the records of another page', () => {
  const endless = createEndlessListDetector()
  expect(['a', 'b', 'c', 'b'].map((ids) => endless.check(page(ids)))).toEqual([null, null, null, 'repeated'])
})

test('a list is endless if it has far more records than its count', () => {
  const endless = createEndlessListDetector()
  const ends = Array.from({ length: 12 }, (_, n) => endless.check(page(String(n))))
  expect(ends.indexOf('overrun')).toBe(11)
})

test('a list without a count can be long', () => {
  const endless = createEndlessListDetector()
  expect(new Set(Array.from({ length: 2_000 }, (_, n) => endless.check(page(String(n), null))))).toEqual(
    new Set([null]),
  )
})

test('pages without readable records are not repetitions, and a new sweep starts from the beginning', () => {
  const endless = createEndlessListDetector()
  expect([endless.check(page(null, 300, 0)), endless.check(page(null, 300, 0))]).toEqual([null, null])
  endless.check(page('a'))
  endless.restart()
  expect(endless.check(page('a'))).toBeNull()
})
