// What one answer tells the screens.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const line = (scac: string, name: string): Resource => ({
  type: 'shipping_line',
  id: scac,
  attributes: { scac, name },
  relationships: {},
})

test('lines are told once per answer that brought news of them, to whatever shows their names', () => {
  const { write } = startMirror()
  const changesOf = (requestSeq: number, ...data: Resource[]) => {
    const told: [string, string | undefined][] = []
    const document = { data, included: [], next: null, total: null }
    write((w) => {
      applyRecords(w, (topic, id) => told.push([topic, id]), document, {
        requestSeq,
        readAt: MIRROR_NOW,
        sweepId: null,
      })
    })
    return told
  }
  const both = [
    ['requests', undefined],
    ['shipments', undefined],
  ]
  expect(changesOf(1, line('MAEU', 'Maersk'), line('MSCU', 'MSC'))).toEqual(both)
  expect(changesOf(2, line('MAEU', 'Maersk'), line('MSCU', 'MSC'))).toEqual([])
  expect(changesOf(3, line('MAEU', 'Maersk Line'), line('MSCU', 'MSC'))).toEqual(both)
})
