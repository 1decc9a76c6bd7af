// Checks the options of `npm run mutate`, the sample that it draws, and the mutants of a piece of code.
import { describe, expect, test } from 'vitest'
import { findMutants, applyMutant } from '../../../scripts/mutants.mjs'
import { HANGS, MUTATE_HELP, confirmHangs, readMutateOptions, drawSample } from '../../../scripts/mutate.mjs'

describe('the options', () => {
  test('have defaults and take their values after a blank or an equals sign', () => {
    expect(readMutateOptions([])).toEqual({ sample: 60, seed: '1', only: '', json: false, help: false })
    expect(readMutateOptions(['--sample', '7', '--seed=harbour', '--only', 'endpoints', '--json'])).toEqual({
      sample: 7,
      seed: 'harbour',
      only: 'endpoints',
      json: true,
      help: false,
    })
    expect([readMutateOptions(['--help']).help, MUTATE_HELP]).toEqual([true, expect.stringContaining('--sample N')])
    expect(readMutateOptions(['--sample', 'all']).sample).toBe(100_000)
  })

  test.each([
    [['--sample', '0'], '--sample must be a whole number from 1, or "all", not "0".'],
    [['--sample=2.5'], 'not "2.5"'],
    [['--sample', 'many'], 'not "many"'],
    [['--seed'], '--seed needs a value behind it.'],
    [['--seed', '--json'], '--seed needs a value behind it.'],
    [['endpoints'], 'endpoints is not an option.'],
    [['--json=yes'], '--json=yes is not an option.'],
  ])('%j is refused', (args, sentence) => expect(() => readMutateOptions(args)).toThrow(sentence))
})

describe('the sample', () => {
  const all = Array.from({ length: 500 }, (_, index) => index)

  test('depends only on the seed, and is in the order of the list without repetition', () => {
    const sample = drawSample(all, 60, 'a')
    expect(drawSample(all, 60, 'a')).toEqual(sample)
    expect(drawSample(all, 60, 'b')).not.toEqual(sample)
    expect(sample).toEqual([...new Set(sample)].sort((one, other) => one - other))
    expect(sample).toHaveLength(60)
  })

  test('is the whole list if more items are requested than it has', () =>
    expect(drawSample(all, 1000, 'a')).toEqual(all))

  test('reaches every part of the list', () => {
    const sample = Array.from({ length: 40 }, (_, seed) => drawSample(all, 50, String(seed))).flat()
    expect(new Set(sample).size).toBeGreaterThan(450)
  })
})

describe('the mutants', () => {
  const listChanges = (code: string, file = 'src/service/x.ts') =>
    findMutants(file, code).map((mutant) => `${mutant.operator} | ${applyMutant(mutant, code)}`)

  test.each([
    ['if (open) go()', ['negate a condition | if (!(open)) go()', 'leave out a step | if (open) ;']],
    ['const a = b < c', ['move an edge | const a = b <= c']],
    ['const a = b === c', ['turn a comparison round | const a = b !== c']],
    ['const a = 7', ['change a number | const a = 8']],
    ['const a = { status: 404 }', ['swap a status | const a = { status: 400 }']],
    ['const a = "customs"', ["change a name | const a = 'customs_x'"]],
    ['const a = [b, c]', ['drop an element | const a = [c]', 'drop an element | const a = [b]']],
    ['const a = { b, c }', ['remove a property | const a = { c }', 'remove a property | const a = { b }']],
    ['const a = b.some(c)', ['swap a method | const a = b.every(c)']],
    ['const a = true', ['flip a truth value | const a = false']],
  ])('of %s are listed', (code, expected) => expect(listChanges(code)).toEqual(expected))

  test.each([
    ["import { a } from './some-name.ts'"],
    ["type A = 'one_name' | 'other_name'"],
    ['const a = "Words for people."'],
    ["const a = typeof b === 'string'"],
    ['const a = dice.between(5, 40)'],
    ['const a = 0.5'],
    ['// if (a === 1) return'],
  ])('of %s are not created', (code) => expect(listChanges(code)).toEqual([]))

  test('of instants of the test world do not move an edge', () =>
    expect(listChanges('const a = bMs < cMs', 'src/service/world/x.ts')).toEqual([]))

  test('have the number of their line', () =>
    expect(findMutants('x.ts', '\n\nconst a = 7')[0]).toMatchObject({ file: 'x.ts', line: 3, before: '7', after: '8' }))
})

test('a mutant that hangs is run again alone, and only that result counts', async () => {
  const verdicts = ['busy', 'survivor', 'endless', 'caught', 'sound'].map((mutant, index) => ({
    mutant,
    caught: [HANGS, HANGS, HANGS, 'row 1', null][index] ?? null,
  }))
  const outcomes: Record<string, string | null> = { busy: 'row 7', survivor: null, endless: HANGS }
  const retried: string[] = []
  await confirmHangs(verdicts, (mutant) => {
    retried.push(mutant)
    return Promise.resolve([{ caught: outcomes[mutant] ?? null }])
  })
  expect(retried).toEqual(['busy', 'survivor', 'endless'])
  expect(verdicts.map(({ caught }) => caught)).toEqual(['row 7', null, HANGS, 'row 1', null])
})
