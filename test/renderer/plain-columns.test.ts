// Columns that show one attribute of a record. Each is in the lists that it names, after the column that it names.
import { expect, test } from 'vitest'
import { type PlainColumn, plainColumns, plainKeys } from '#contract/rules/container-columns.ts'
import { containerScreens } from '../../src/renderer/src/features/containers/screen-columns.ts'

const places = plainKeys.flatMap((key) => {
  const { lists }: PlainColumn = plainColumns[key]
  return Object.entries(lists).map(([list, { after }]) => ({ key, list: list as keyof PlainColumn['lists'], after }))
})

test('every plain column names a list', () =>
  expect(plainKeys.filter((key) => !places.some((place) => place.key === key))).toEqual([]))

test.each(places)('$key comes after $after on $list', ({ key, list, after }) => {
  const { columns } = containerScreens[list]
  expect(columns).toContain(key)
  expect(columns.slice(0, columns.indexOf(key))).toContain(after)
})
