// Which topics `applyRecords` announces for one answer of the service.
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

test('changed lines are announced once per answer, for each topic that shows their names', () => {
  const { write } = startMirror()
  const changesOf = (requestSeq: number, ...data: Resource[]) => {
    const announced: [string, string | undefined][] = []
    const document = { data, included: [], next: null, total: null }
    write((db) => {
      applyRecords(db, (topic, id) => announced.push([topic, id]), document, {
        requestSeq,
        readAt: MIRROR_NOW,
        sweepId: null,
      })
    })
    return announced
  }
  const both = [
    ['requests', undefined],
    ['shipments', undefined],
  ]
  expect(changesOf(1, line('MAEU', 'Maersk'), line('MSCU', 'MSC'))).toEqual(both)
  expect(changesOf(2, line('MAEU', 'Maersk'), line('MSCU', 'MSC'))).toEqual([])
  expect(changesOf(3, line('MAEU', 'Maersk Line'), line('MSCU', 'MSC'))).toEqual(both)
})
