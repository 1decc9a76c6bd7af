// A change of what a record leads to is told by name: an id says nothing to anybody.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { listChanges, loadLines } from '#engine/mirror/history/store.ts'
import { container, startMirror } from '#support/mirror.ts'

const terminal = (id: string, attributes: Record<string, unknown>): Resource => ({
  type: 'terminal',
  id,
  attributes,
  relationships: {},
})
const at = (facility: string | null): Resource => {
  const box = container('k1', 'MSCU1234567', null)
  return {
    ...box,
    relationships: {
      ...box.relationships,
      pickup_facility: facility === null ? null : { type: 'terminal', id: facility },
    },
  }
}

test('places a container moved between have their names, in the list and in its own history', () => {
  const mirror = startMirror()
  mirror.read(
    terminal('t1', { name: 'First Terminal', nickname: 'FT' }),
    terminal('t2', { name: 'Second Terminal', nickname: null }),
    at('t1'),
  )
  mirror.read(at('t2'))
  mirror.read(at('t3'))
  const told = [
    ['→pickup_facility', '"Second Terminal"', '"t3"'],
    ['→pickup_facility', '"FT"', '"Second Terminal"'],
  ]
  const values = (lines: readonly { field: string; before: string | null; after: string | null }[]) =>
    lines.map(({ field, before, after }) => [field, before, after])
  expect(values(listChanges(mirror.db, 'k1', 10))).toEqual(told)
  expect(values(loadLines(mirror.db, [2, 1]))).toEqual(told)
})
