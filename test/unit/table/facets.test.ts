import { describe, expect, test } from 'vitest'
import { createColumns } from '#engine/table/columns.ts'
import { sortChoices, hasValue, countTextChoices } from '#engine/table/facets.ts'

function setUp(rows: [scac: string | null, line: string | null][]) {
  const columns = createColumns({ scac: 'text', line: 'text' })
  for (const [index, [scac, line]] of rows.entries()) columns.put(`row ${index}`, { scac, line })
  return columns
}

describe('the choices of a filter', () => {
  test('are counted over the given rows only', () => {
    const columns = setUp([
      ['OBLN', 'Oberon'],
      ['KESL', 'Kestrel'],
      ['OBLN', 'Oberon'],
    ])
    expect(countTextChoices(columns, 'scac', 'line', Uint32Array.of(0, 1))).toEqual([
      { value: 'OBLN', label: 'Oberon', count: 1 },
      { value: 'KESL', label: 'Kestrel', count: 1 },
    ])
  })

  test('are one per value with its last label in sort order, in any order of the rows', () => {
    for (const labels of [
      ['Oberon', 'Oberon Line', null],
      [null, 'Oberon Line', 'Oberon'],
    ]) {
      const columns = setUp(labels.map((label) => ['OBLN', label]))
      expect(countTextChoices(columns, 'scac', 'line', columns.slots())).toEqual([
        { value: 'OBLN', label: 'Oberon Line', count: 3 },
      ])
    }
  })

  test('count rows without a value under an empty name', () => {
    const columns = setUp([
      [null, null],
      ['OBLN', 'Oberon'],
      [null, null],
    ])
    const all = countTextChoices(columns, 'scac', 'line', columns.slots())
    expect([all[0], all.filter(hasValue)]).toEqual([
      { value: '', label: '', count: 2 },
      [{ value: 'OBLN', label: 'Oberon', count: 1 }],
    ])
  })

  test('are sorted by frequency, then by label as in SQLite, and are at most 200', () => {
    const counted = (label: string, count: number) => ({ value: label, label, count })
    expect(
      sortChoices(['\u{1f6a2}', '\uffee', 'b', 'a'].map((label) => counted(label, label === 'b' ? 2 : 1))).map(
        ({ label }) => label,
      ),
    ).toEqual(['b', 'a', '\uffee', '\u{1f6a2}'])
    expect(sortChoices(['BNSF', 'bayport'].map((label) => counted(label, 1))).map(({ label }) => label)).toEqual([
      'bayport',
      'BNSF',
    ])
    expect(sortChoices(Array.from({ length: 201 }, (_, index) => counted(`line ${index}`, index)))).toHaveLength(200)
  })
})
