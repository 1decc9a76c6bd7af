// A change of a relationship is listed with names, because users do not know ids.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { listChanges, loadChangeRows } from '#engine/mirror/history/store.ts'
import { container, startMirror } from '#support/mirror.ts'

const terminal = (id: string, attributes: Record<string, unknown>): Resource => ({
  type: 'terminal',
  id,
  attributes,
  relationships: {},
})
const at = (facility: string | null): Resource => {
  const record = container('k1', 'MSCU1234567', null)
  return {
    ...record,
    relationships: {
      ...record.relationships,
      pickup_facility: facility === null ? null : { type: 'terminal', id: facility },
    },
  }
}

test('the pickup places of a container are listed by name in the list and in its own history', () => {
  const mirror = startMirror()
  mirror.read(
    terminal('t1', { name: 'First Terminal', nickname: 'FT' }),
    terminal('t2', { name: 'Second Terminal', nickname: null }),
    at('t1'),
  )
  mirror.read(at('t2'))
  mirror.read(at('t3'))
  const expected = [
    ['→pickup_facility', '"Second Terminal"', '"t3"'],
    ['→pickup_facility', '"FT"', '"Second Terminal"'],
  ]
  const values = (lines: readonly { field: string; before: string | null; after: string | null }[]) =>
    lines.map(({ field, before, after }) => [field, before, after])
  expect(values(listChanges(mirror.db, 'k1', 10))).toEqual(expected)
  expect(values(loadChangeRows(mirror.db, [2, 1]))).toEqual(expected)
})
