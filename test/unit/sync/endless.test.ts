// A list whose pages repeat or exceed its count is treated as endless.
import { expect, test } from 'vitest'
import { createEndlessListDetector } from '#engine/sync/endless.ts'

const createPage = (idsDigest: string | null, total: number | null = 300, rows = 100) => ({ idsDigest, rows, total })

test('a list is endless if a page repeats the records of another page', () => {
  const detector = createEndlessListDetector()
  expect(['a', 'b', 'c', 'b'].map((ids) => detector.check(createPage(ids)))).toEqual([null, null, null, 'repeated'])
})

test('a list is endless if it has far more records than its count', () => {
  const detector = createEndlessListDetector()
  const problems = Array.from({ length: 12 }, (_, n) => detector.check(createPage(String(n))))
  expect(problems.indexOf('overrun')).toBe(11)
})

test('a list without a count can be long', () => {
  const detector = createEndlessListDetector()
  expect(new Set(Array.from({ length: 2_000 }, (_, n) => detector.check(createPage(String(n), null))))).toEqual(
    new Set([null]),
  )
})

test('pages without readable records are not repetitions, and a new sweep starts from the beginning', () => {
  const detector = createEndlessListDetector()
  expect([detector.check(createPage(null, 300, 0)), detector.check(createPage(null, 300, 0))]).toEqual([null, null])
  detector.check(createPage('a'))
  detector.restart()
  expect(detector.check(createPage('a'))).toBeNull()
})
