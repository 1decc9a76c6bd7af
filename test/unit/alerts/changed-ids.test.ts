// Triggers note the ids of changed records, and a rollback removes them. For noted files and documents, the rows of the
// list of documents are found.
import { expect, onTestFinished, test } from 'vitest'
import { deleteChanged, hasChanges, listChangedIds, changedSetup } from '#engine/alerts/changed.ts'
import { listDocumentRows, listFileRows, listRecentDocuments } from '#engine/alerts/records.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { applyRecords } from '#engine/mirror/apply.ts'
import type { Resource } from '#engine/api/decode.ts'
import { MIRROR_NOW, container, shipment } from '#support/mirror.ts'

function start() {
  const connection = openConnection(':memory:', momentSetup + changedSetup)
  onTestFinished(() => connection.close())
  const write = createWrite(connection)
  write((db) => setMoment(db, Date.parse(MIRROR_NOW), { tomorrow: 1, soon: 3, week: 7 }))
  let requestSeq = 0
  const read = (...data: Resource[]) =>
    write((db, announce) => {
      applyRecords(
        db,
        announce,
        { data, included: [] },
        { requestSeq: ++requestSeq, readAt: MIRROR_NOW, sweepId: null },
      )
    })
  const deleteNotes = () =>
    write((db) => {
      for (const object of ['container', 'shipment', 'request', 'document'] as const)
        deleteChanged(db, object, listChangedIds(db, object, 100))
    })
  return { db: connection.db, write, read, deleteNotes }
}

const request = (id: string, status: string): Resource => ({
  type: 'tracking_request',
  id,
  attributes: { request_number: 'X1', status, created_at: MIRROR_NOW },
  relationships: {},
})
const document = (id: string): Resource => ({
  type: 'document',
  id,
  attributes: { name: id, file_name: `${id}.pdf`, created_at: MIRROR_NOW },
  relationships: {},
})

test('new and changed records are noted once', () => {
  const { db, read, deleteNotes } = start()
  read(shipment('s'), container('c', 'ABCU1234567', 's'), request('r', 'pending'), document('d'))
  expect(
    (['container', 'shipment', 'request', 'document'] as const).map((object) => listChangedIds(db, object, 10)),
  ).toEqual([['c'], ['s'], ['r'], ['d']])
  deleteNotes()
  expect(hasChanges(db)).toBe(false)
  for (const seal of ['1', '2'])
    read(container('c', 'ABCU1234567', 's', { seal_number: seal }), request('r', seal === '1' ? 'created' : 'failed'))
  expect([listChangedIds(db, 'container', 10), listChangedIds(db, 'request', 10)]).toEqual([['c'], ['r']])
})

test('a container is not noted if only the time of its last check changed', () => {
  const { db, read, deleteNotes } = start()
  read(container('c', 'ABCU1234567', null, { terminal_checked_at: '2026-11-20T10:00:00Z' }))
  deleteNotes()
  read(container('c', 'ABCU1234567', null, { terminal_checked_at: '2026-11-20T11:00:00Z' }))
  expect(db.get('SELECT terminal_checked_at AS at FROM container_row')).toEqual({ at: '2026-11-20T11:00:00.000Z' })
  expect(hasChanges(db)).toBe(false)
})

test('a change that is rolled back is not noted', () => {
  const { db, read, deleteNotes, write } = start()
  read(container('c', 'ABCU1234567', null))
  deleteNotes()
  expect(() =>
    write((db) => {
      db.run(`UPDATE container_row SET search = 'x'`)
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect(hasChanges(db)).toBe(false)
})

test('a file and its document are one row of the list', () => {
  const { db, read, write } = start()
  const sha256 = 'a'.repeat(64)
  read(document('d'), document('other'))
  write((db) => {
    db.run(
      `INSERT INTO upload (sha256, gen, md5, size, content_type, name, state, created_at, updated_at) VALUES (?, 1, 'm', 1, 'application/pdf', 'a.pdf', 'PUT_OK', ?, ?)`,
      sha256,
      MIRROR_NOW,
      MIRROR_NOW,
    )
    db.run(
      `INSERT INTO sighting (id, folder_id, path, ident, size, mtime_ns, first_seen_at, state, sha256, gen) VALUES (7, 'drop', 'a.pdf', 'i', 1, '1', ?, 'SPOOLED', ?, 1)`,
      MIRROR_NOW,
      sha256,
    )
    db.run(`UPDATE upload SET state = 'CREATED', document_id = 'd'`)
  })
  expect(listChangedIds(db, 'upload', 10)).toEqual([`${sha256}-1`])
  expect(listFileRows(db, [`${sha256}-1`])).toEqual(['f7'])
  expect(listDocumentRows(db, ['d', 'other']).toSorted()).toEqual(['f7', 'other'])
  expect(listRecentDocuments(db, Date.parse(MIRROR_NOW)).toSorted()).toEqual(['f7', 'other'])
})
