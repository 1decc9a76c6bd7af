// `npm run bench -- --check`: what counts as worse, and what is saved. The figures are invented, the comparison is
// real.
import { describe, expect, test } from 'vitest'
import { type Figure, createFigureFactory } from '../../bench/figure.ts'
import { createGrowthFigures } from '../../bench/growth.ts'
import { type Saved, compare, isComparable, mergeFigures } from '../../bench/ratios.ts'

const take = createFigureFactory('ingest', 1_000)
const createSavedFigure = (figure: Figure): Saved => ({
  measure: figure.measure,
  containers: figure.containers,
  what: figure.what,
  value: figure.value,
  unit: figure.unit,
  better: figure.better,
  load: 0.5,
})
const names = (list: { figure: Figure }[]) => list.map(({ figure }) => figure.what)

describe('a figure compared with the saved one', () => {
  test('is worse after a change of more than a fifth in the wrong direction', () => {
    const saved = [
      createSavedFigure(take('size', 100, 'MB', null)),
      createSavedFigure(take('rate', 1, 'x', { atLeast: 0.5 })),
    ]
    expect(compare([take('size', 120, 'MB', null), take('rate', 0.8, 'x', { atLeast: 0.5 })], saved)).toMatchObject({
      worse: [],
      same: 2,
    })
    expect(
      names(compare([take('size', 120.1, 'MB', null), take('rate', 0.79, 'x', { atLeast: 0.5 })], saved).worse),
    ).toEqual(['size', 'rate'])
  })

  test('is compared independently of its bound', () => {
    const bound = { atMost: 5 }
    expect(names(compare([take('a', 4.9, 'x', bound)], [createSavedFigure(take('a', 2, 'x', bound))]).worse)).toEqual([
      'a',
    ])
    expect(compare([take('a', 9, 'x', bound)], [createSavedFigure(take('a', 9, 'x', bound))])).toMatchObject({
      worse: [],
      same: 1,
    })
  })

  test('is better after a change of more than a fifth in the right direction', () => {
    const saved = [
      createSavedFigure(take('size', 100, 'MB', null)),
      createSavedFigure(take('gain', 10, 'x', null, { better: 'more' })),
    ]
    expect(
      names(compare([take('size', 79, 'MB', null), take('gain', 12.1, 'x', null, { better: 'more' })], saved).better),
    ).toEqual(['size', 'gain'])
  })

  test('is gone only if its measure was taken at its size', () => {
    const saved = [
      createSavedFigure(take('a', 1, 'x', null)),
      createSavedFigure(take('b', 1, 'x', null)),
      createSavedFigure(createFigureFactory('ingest', 10_000)('a', 1, 'x', null)),
    ]
    expect(
      compare([take('a', 1, 'x', null)], saved).gone.map(({ containers, what }) => `${containers} ${what}`),
    ).toEqual(['1000 b'])
  })

  test('that was never saved is new, not worse', () =>
    expect(compare([take('a', 1, 'x', null)], [])).toMatchObject({ worse: [], same: 0, isNew: [{ what: 'a' }] }))

  test('of zero is worse after any increase', () =>
    expect(names(compare([take('a', 0.1, 'x', null)], [createSavedFigure(take('a', 0, 'x', null))]).worse)).toEqual([
      'a',
    ]))
})

test('times and rates depend on the machine and are not compared, like a ratio without a value', () => {
  expect(
    ['x', 'MB', 'bytes', 'requests', 'simulated s', 'ms', 'containers/s', '% of a core'].map((unit) =>
      isComparable({ unit, value: 1 }),
    ),
  ).toEqual([true, true, true, true, true, false, false, false])
  expect(isComparable({ unit: 'x', value: Number.NaN })).toBe(false)
  expect(compare([take('a', 1, 'ms', null)], [])).toMatchObject({ isNew: [], same: 0 })
})

describe('the saved figures', () => {
  test('of a measure and size are replaced, and the others remain', () => {
    const saved = [
      createSavedFigure(take('gone by now', 1, 'x', null)),
      createSavedFigure(createFigureFactory('spool')('rate', 1, 'x', null)),
      createSavedFigure(createFigureFactory('ingest', 10_000)('rate', 1, 'x', null)),
    ]
    const merged = mergeFigures(saved, [take('rate', 0.123456, 'x', null), take('ms', 9, 'ms', null)], 1.23456)
    expect(
      merged.map(({ measure, containers, what, value, load }) => [measure, containers, what, value, load]),
    ).toEqual([
      ['ingest', 1_000, 'rate', 0.1235, 1.235],
      ['ingest', 10_000, 'rate', 1, 0.5],
      ['spool', null, 'rate', 1, 0.5],
    ])
  })

  test('are the same as the figures that were saved', () => {
    const figures = [take('a', 1 / 3, 'x', null), take('b', 71.23456, 'MB', null)]
    expect(compare(figures, mergeFigures([], figures, 0))).toMatchObject({
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
    createFigureFactory('query', containers)(what, ms, 'ms', null, { isWhole })

  test('from 10,000 to 100,000 containers must be below 2, and times below 5 ms count as 5 ms', () => {
    const grown = createGrowthFigures([
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

  test('of a complete scan is only reported, and one size or a ratio has no growth', () => {
    expect(createGrowthFigures([at(10_000, 'a', 8, true), at(100_000, 'a', 80, true)])).toMatchObject([
      { value: 10, bound: null, holds: true },
    ])
    expect(
      createGrowthFigures([
        at(100_000, 'a', 80),
        createFigureFactory('query', 10_000)('x', 6, 'x', null),
        createFigureFactory('query', 100_000)('x', 60, 'x', null),
      ]),
    ).toEqual([])
  })
})
