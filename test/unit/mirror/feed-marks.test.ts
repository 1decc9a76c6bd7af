// Which writes leave a mark for the office, and that marks are written with what they name.
import { expect, test } from 'vitest'
import { storeEvents } from '#engine/mirror/containers/event-store.ts'
import { startMarking, stopMarking } from '#engine/mirror/feed/marks.ts'
import { deleteMarks, loadOutgoing } from '#engine/mirror/feed/outgoing.ts'
import { markGone, markGoneWith } from '#engine/mirror/records.ts'
import { MIRROR_NOW, type Mirror, container, shipment, startMirror } from '#support/mirror.ts'
import { createSweep } from '#support/sweeps.ts'

const holds = (name: string) => ({ holds_at_pod_terminal: [{ name, status: 'hold', description: null }] })
const bill = shipment('s1')
const makeContainer = (attributes: Record<string, unknown> = {}) => container('c1', 'MSCU1234566', 's1', attributes)

function startMarkedMirror(): {
  mirror: Mirror
  listMarks: () => string[]
  send: () => void
  countCalls: () => number
} {
  const mirror = startMirror()
  let calls = 0
  mirror.write((db) => startMarking(db, 'mirror-1', () => void calls++))
  const { db } = mirror
  return {
    mirror,
    countCalls: () => calls,
    listMarks: () => [
      ...db
        .all<{ type: string; id: string; isChecked: number }>(
          'SELECT type, id, is_checked AS isChecked FROM office_out ORDER BY n',
        )
        .map(({ type, id, isChecked }) => `${type} ${id}${isChecked === 1 ? ' checked' : ''}`),
      ...db.column<string>(
        `SELECT 'change ' || c.field || ' ' || c.uid FROM office_change_out o JOIN change c ON c.id = o.change_id`,
      ),
    ],
    send: () => {
      mirror.write((writable) => {
        const batch = loadOutgoing(writable, MIRROR_NOW)
        if (batch) deleteMarks(writable, batch)
      })
    },
  }
}

test('without an office nothing is marked, and changes have no uid', () => {
  const { mirror, listMarks, countCalls } = startMarkedMirror()
  mirror.write((db) => stopMarking(db))
  mirror.read(bill, makeContainer())
  mirror.read(makeContainer(holds('customs')))
  expect([listMarks(), countCalls()]).toEqual([[], 0])
  expect(mirror.db.column('SELECT uid FROM change')).toEqual([null])
})

test('new and changed records are marked in the order of their writing, with their changes', () => {
  const { mirror, listMarks, countCalls } = startMarkedMirror()
  mirror.read(bill, makeContainer())
  expect(listMarks()).toEqual(['shipment s1', 'container c1'])
  mirror.read(bill)
  expect([listMarks().length, countCalls()]).toEqual([2, 2])
  mirror.read(makeContainer(holds('customs')))
  mirror.read(shipment('s1', { pod_vessel_name: 'Vessel' }))
  expect(listMarks()).toEqual([
    'container c1',
    'shipment s1',
    'change holds_at_pod_terminal/customs mirror-1:1',
    'change pod_vessel_name mirror-1:2',
  ])
})

test('a record of which only the time of a check changed is marked as checked, unless it waits as a whole', () => {
  const { mirror, listMarks, send } = startMarkedMirror()
  mirror.read(makeContainer({ terminal_checked_at: '2026-11-20T08:00:00Z' }))
  mirror.read(makeContainer({ terminal_checked_at: '2026-11-20T09:00:00Z' }))
  expect(listMarks()).toEqual(['container c1'])
  send()
  mirror.read(makeContainer({ terminal_checked_at: '2026-11-20T10:00:00Z' }))
  expect(listMarks()).toEqual(['container c1 checked'])
  mirror.read(makeContainer({ terminal_checked_at: '2026-11-20T10:00:00Z', seal_number: 'S1' }))
  expect(listMarks()[0]).toBe('container c1')
})

test('a record that is gone is marked, and the values of a gone definition with it', () => {
  const { mirror, listMarks, send } = startMarkedMirror()
  const definition = { type: 'custom_field_definition', id: 'd1', attributes: {}, relationships: {} }
  const value = {
    type: 'custom_field',
    id: 'f1',
    attributes: {},
    relationships: { definition: { type: 'custom_field_definition', id: 'd1' } },
  }
  mirror.read(definition, value, makeContainer())
  send()
  mirror.write((db) => {
    markGone(db, 'container', 'c1', MIRROR_NOW)
    markGoneWith(db, 'd1', MIRROR_NOW)
  })
  expect(listMarks()).toEqual(['container c1', 'custom_field f1'])
})

test('a document is marked again when its result changes', () => {
  const { mirror, listMarks, send } = startMarkedMirror()
  const result = (amount: number) => ({
    type: 'document_representation',
    id: 'r1',
    attributes: { payload: { amount } },
    relationships: {},
  })
  const document = {
    type: 'document',
    id: 'd1',
    attributes: { name: 'invoice' },
    relationships: { last_document_representation: { type: 'document_representation', id: 'r1' } },
  }
  mirror.read(result(1), document)
  send()
  mirror.read(result(2), document)
  expect(listMarks()).toEqual(['document_representation r1', 'document d1'])
})

test('the events of a container and a complete sweep are marked, and the times without a sweep when they change', () => {
  const { mirror, listMarks } = startMarkedMirror()
  mirror.write((db) => storeEvents(db, 'c1', [], [], MIRROR_NOW))
  createSweep(mirror.write, MIRROR_NOW)
  expect(listMarks()).toEqual(['transport_events c1', 'read_times containers', 'complete_sweep containers'])
})

test('a transaction that fails leaves neither record nor mark', () => {
  const { mirror, listMarks } = startMarkedMirror()
  expect(() =>
    mirror.write((db) => {
      storeEvents(db, 'c1', [], [], MIRROR_NOW)
      throw new Error('power cut')
    }),
  ).toThrow('power cut')
  expect(listMarks()).toEqual([])
})

test('a mark that is set again while its page is sent stays', () => {
  const { mirror, listMarks } = startMarkedMirror()
  mirror.read(makeContainer())
  const batch = loadOutgoing(mirror.db, MIRROR_NOW)
  mirror.read(makeContainer({ seal_number: 'S1' }))
  mirror.write((db) => deleteMarks(db, batch!))
  expect(listMarks()).toEqual(['container c1', 'change seal_number mirror-1:1'])
})

test('a mirror keeps its id, and a number of a change is not used again after its row was deleted', () => {
  const { mirror, listMarks, send } = startMarkedMirror()
  mirror.read(makeContainer())
  mirror.read(makeContainer(holds('customs')))
  send()
  mirror.write((db) => {
    db.run('DELETE FROM change')
    startMarking(db, 'mirror-2', () => undefined)
  })
  mirror.read(makeContainer(holds('usda')))
  expect(listMarks().filter((mark) => mark.startsWith('change'))).toEqual([
    'change holds_at_pod_terminal/customs mirror-1:2',
    'change holds_at_pod_terminal/usda mirror-1:3',
  ])
})

test('a page has at most 500 records and about 1 MB', () => {
  const { mirror, send } = startMarkedMirror()
  const many = Array.from({ length: 501 }, (_, n) => container(`c${n}`, `MSCU${1_000_000 + n}`, null))
  mirror.read(...many)
  expect(loadOutgoing(mirror.db, MIRROR_NOW)?.page.records).toHaveLength(500)
  send()
  send()
  expect(loadOutgoing(mirror.db, MIRROR_NOW)).toBeNull()
  mirror.read(...many.slice(0, 3).map((record) => ({ ...record, attributes: { note: 'x'.repeat(600_000) } })))
  expect(loadOutgoing(mirror.db, MIRROR_NOW)?.page.records).toHaveLength(1)
})

test('names with a character that PostgreSQL does not store stop no other record', () => {
  const { mirror } = startMarkedMirror()
  mirror.read(makeContainer(), container('c\0', 'MSCU1234567', null))
  mirror.read(makeContainer(holds('hold \0')))
  expect(loadOutgoing(mirror.db, MIRROR_NOW)).toMatchObject({
    page: { records: [{ id: 'c1' }], changes: [] },
    skipped: [{ type: 'container' }],
    changeMarks: [1],
  })
})

test('a record that is too long for the office is left out, and its mark does not stay', () => {
  const { mirror, send } = startMarkedMirror()
  mirror.read(makeContainer({ note: 'x'.repeat(9_000_000) }))
  expect(loadOutgoing(mirror.db, MIRROR_NOW)).toMatchObject({ page: { records: [] }, skipped: [{ id: 'c1' }] })
  send()
  expect(loadOutgoing(mirror.db, MIRROR_NOW)).toBeNull()
})

test('a complete sweep is sent after the changes that were marked before it', () => {
  const { mirror, send } = startMarkedMirror()
  const many = Array.from({ length: 501 }, (_, n) => container(`c${n}`, `MSCU${1_000_000 + n}`, null))
  for (const seal of [undefined, 'S1', 'S2'])
    mirror.read(...many.map((record) => ({ ...record, attributes: { ...record.attributes, seal_number: seal } })))
  createSweep(mirror.write, MIRROR_NOW)
  const hasSweep: boolean[] = []
  for (let batch = loadOutgoing(mirror.db, MIRROR_NOW); batch; batch = loadOutgoing(mirror.db, MIRROR_NOW)) {
    hasSweep.push(batch.page.records.some(({ type }) => type === 'complete_sweep'))
    send()
  }
  expect(hasSweep).toEqual([false, false, true])
})
