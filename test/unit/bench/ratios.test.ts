// `npm run bench -- --check`: what counts as worse, and what is saved. The figures are made up, the comparing is the
// real one.
import { describe, expect, test } from 'vitest'
import { type Figure, takerOf } from '../../bench/figure.ts'
import { growthOf } from '../../bench/growth.ts'
import { type Saved, compare, isComparable, withTaken } from '../../bench/ratios.ts'

const take = takerOf('ingest', 1_000)
const savedOf = (figure: Figure): Saved => ({
  measure: figure.measure,
  containers: figure.containers,
  what: figure.what,
  value: figure.value,
  unit: figure.unit,
  better: figure.better,
  load: 0.5,
})
const names = (list: { figure: Figure }[]) => list.map(({ figure }) => figure.what)

describe('a figure beside the saved one', () => {
  test('is worse from more than a fifth on, whichever way is better', () => {
    const saved = [savedOf(take('size', 100, 'MB', null)), savedOf(take('rate', 1, 'x', { atLeast: 0.5 }))]
    expect(compare([take('size', 120, 'MB', null), take('rate', 0.8, 'x', { atLeast: 0.5 })], saved)).toMatchObject({
      worse: [],
      same: 2,
    })
    expect(
      names(compare([take('size', 120.1, 'MB', null), take('rate', 0.79, 'x', { atLeast: 0.5 })], saved).worse),
    ).toEqual(['size', 'rate'])
  })

  test('is worse although its bound holds, and no worse because its bound does not', () => {
    const bound = { atMost: 5 }
    expect(names(compare([take('a', 4.9, 'x', bound)], [savedOf(take('a', 2, 'x', bound))]).worse)).toEqual(['a'])
    expect(compare([take('a', 9, 'x', bound)], [savedOf(take('a', 9, 'x', bound))])).toMatchObject({
      worse: [],
      same: 1,
    })
  })

  test('is told as better by as much', () => {
    const saved = [savedOf(take('size', 100, 'MB', null)), savedOf(take('gain', 10, 'x', null, { better: 'more' }))]
    expect(
      names(compare([take('size', 79, 'MB', null), take('gain', 12.1, 'x', null, { better: 'more' })], saved).better),
    ).toEqual(['size', 'gain'])
  })

  test('of a size or measure that was not taken is not missed; of one that was, it is', () => {
    const saved = [
      savedOf(take('a', 1, 'x', null)),
      savedOf(take('b', 1, 'x', null)),
      savedOf(takerOf('ingest', 10_000)('a', 1, 'x', null)),
    ]
    expect(
      compare([take('a', 1, 'x', null)], saved).gone.map(({ containers, what }) => `${containers} ${what}`),
    ).toEqual(['1000 b'])
  })

  test('that was never saved is new, not worse', () => {
    expect(compare([take('a', 1, 'x', null)], [])).toMatchObject({ worse: [], same: 0, isNew: [{ what: 'a' }] })
  })

  test('of zero gets worse with the first of anything', () => {
    expect(names(compare([take('a', 0.1, 'x', null)], [savedOf(take('a', 0, 'x', null))]).worse)).toEqual(['a'])
  })
})

test("times and rates are the machine's: neither compared nor saved; a ratio without a value is not either", () => {
  expect(
    ['x', 'MB', 'bytes', 'requests', 'simulated s', 'ms', 'containers/s', '% of a core'].map((unit) =>
      isComparable({ unit, value: 1 }),
    ),
  ).toEqual([true, true, true, true, true, false, false, false])
  expect(isComparable({ unit: 'x', value: Number.NaN })).toBe(false)
  expect(compare([take('a', 1, 'ms', null)], [])).toMatchObject({ isNew: [], same: 0 })
})

describe('what is saved', () => {
  test('replaces the same measure at the same size whole and leaves the rest', () => {
    const saved = [
      savedOf(take('gone by now', 1, 'x', null)),
      savedOf(takerOf('spool')('rate', 1, 'x', null)),
      savedOf(takerOf('ingest', 10_000)('rate', 1, 'x', null)),
    ]
    const after = withTaken(saved, [take('rate', 0.123456, 'x', null), take('ms', 9, 'ms', null)], 1.23456)
    expect(after.map(({ measure, containers, what, value, load }) => [measure, containers, what, value, load])).toEqual(
      [
        ['ingest', 1_000, 'rate', 0.1235, 1.235],
        ['ingest', 10_000, 'rate', 1, 0.5],
        ['spool', null, 'rate', 1, 0.5],
      ],
    )
  })

  test('compared with itself is the same', () => {
    const figures = [take('a', 1 / 3, 'x', null), take('b', 71.23456, 'MB', null)]
    expect(compare(figures, withTaken([], figures, 0))).toMatchObject({
      worse: [],
      better: [],
      same: 2,
      isNew: [],
      gone: [],
    })
  })
})

describe('growth', () => {
  const at = (containers: number, what: string, ms: number, isWhole = false) =>
    takerOf('query', containers)(what, ms, 'ms', null, { isWhole })

  test('from ten to a hundred thousand holds below twice, counted from five milliseconds on', () => {
    const grown = growthOf([
      at(10_000, 'a', 8),
      at(100_000, 'a', 15),
      at(10_000, 'b', 8),
      at(100_000, 'b', 17),
      at(10_000, 'c', 0.1),
      at(100_000, 'c', 4.9),
      at(10_000, 'd', 1),
      at(100_000, 'd', 9),
    ])
    expect(grown.map(({ name, value, holds }) => [name, value, holds])).toEqual([
      ['growth of query: a', 1.875, true],
      ['growth of query: b', 2.125, false],
      ['growth of query: d', 1.8, true],
    ])
  })

  test('of what goes over everything is reported only; of one size, or of ratios, there is none', () => {
    expect(growthOf([at(10_000, 'a', 8, true), at(100_000, 'a', 80, true)])).toMatchObject([
      { value: 10, bound: null, holds: true },
    ])
    expect(
      growthOf([
        at(100_000, 'a', 80),
        takerOf('query', 10_000)('x', 6, 'x', null),
        takerOf('query', 100_000)('x', 60, 'x', null),
      ]),
    ).toEqual([])
  })
})
