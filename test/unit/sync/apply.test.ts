// Which topics `applyRecords` announces for one answer of the service.
import { expect, test } from 'vitest'
import type { Resource } from '#engine/api/decode.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const createLine = (scac: string, name: string): Resource => ({
  type: 'shipping_line',
  id: scac,
  attributes: { scac, name },
  relationships: {},
})

test('changed lines are announced once per answer, for each topic that shows their names', () => {
  const { write } = startMirror()
  const listAnnounced = (requestSeq: number, ...data: Resource[]) => {
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
  const bothTopics = [
    ['requests', undefined],
    ['shipments', undefined],
  ]
  expect(listAnnounced(1, createLine('MAEU', 'Maersk'), createLine('MSCU', 'MSC'))).toEqual(bothTopics)
  expect(listAnnounced(2, createLine('MAEU', 'Maersk'), createLine('MSCU', 'MSC'))).toEqual([])
  expect(listAnnounced(3, createLine('MAEU', 'Maersk Line'), createLine('MSCU', 'MSC'))).toEqual(bothTopics)
})
