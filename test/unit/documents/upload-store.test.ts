// The upload queue has one row for each content and generation. Content of a deleted document gets a new generation.
import { beforeEach, describe, expect, test } from 'vitest'
import { countQueue, enqueueContent, loadUpload, findNextUpload } from '#engine/outbox/uploads.ts'
import type { WritableDb } from '#engine/db/open.ts'
import { openConnection } from '#engine/db/open.ts'

const AT = '2026-11-20T17:00:00.000Z'
const content = (sha256: string) => ({
  sha256,
  md5: 'AAAA',
  sizeBytes: 10,
  contentType: 'application/pdf',
  name: 'a.pdf',
})

let db: WritableDb
beforeEach(() => {
  const connection = openConnection(':memory:', 'SELECT 1')
  connection.raw.pragma('query_only = OFF')
  db = connection.db
  return () => connection.close()
})

function addDocument(id: string, goneSince: string | null): void {
  db.run(
    `INSERT INTO document_row (id, name, file_name, is_manual, source, has_result, link_count, mismatches, flags, created_at, gone_since, search) VALUES (?, '', '', 0, 'other', 1, 0, '[]', 0, ?, ?, '')`,
    id,
    AT,
    goneSince,
  )
}

describe('content that is queued again', () => {
  test('gets no second upload, whether the first one is waiting or complete', () => {
    expect([enqueueContent(db, content('x'), AT), enqueueContent(db, content('x'), AT)]).toEqual([
      { gen: 1, isNew: true },
      { gen: 1, isNew: false },
    ])
    db.run(`UPDATE upload SET state = 'EXTRACTED', document_id = 'd1'`)
    addDocument('d1', null)
    expect(enqueueContent(db, content('x'), AT)).toEqual({ gen: 1, isNew: false })
  })

  test('gets a new generation if its document was deleted at the service', () => {
    enqueueContent(db, content('x'), AT)
    db.run(`UPDATE upload SET state = 'EXTRACTED', document_id = 'd1'`)
    addDocument('d1', AT)
    expect([enqueueContent(db, content('x'), AT), enqueueContent(db, content('x'), AT)]).toEqual([
      { gen: 2, isNew: true },
      { gen: 2, isNew: false },
    ])
    expect(loadUpload(db, { sha256: 'x', gen: 2 })).toMatchObject({ state: 'QUEUED', documentId: null })
  })

  test('keeps its generation and is sent again if it was rejected', () => {
    enqueueContent(db, content('x'), AT)
    // `blobs`: the column of `renewals`.
    db.run(`UPDATE upload SET state = 'REJECTED', error = '{}', blobs = 3`)
    expect(enqueueContent(db, content('x'), AT)).toEqual({ gen: 1, isNew: true })
    expect(loadUpload(db, { sha256: 'x', gen: 1 })).toMatchObject({ state: 'QUEUED', renewals: 0 })
  })
})

describe('a queue with two waiting uploads and one that has begun', () => {
  beforeEach(() => {
    for (const [sha256, at] of [
      ['b', '2026-11-20T17:00:01.000Z'],
      ['begun', '2026-11-20T17:00:02.000Z'],
      ['a', '2026-11-20T17:00:00.000Z'],
    ] as const)
      enqueueContent(db, content(sha256), at)
    db.run(`UPDATE upload SET state = 'UNSURE' WHERE sha256 = 'begun'`)
  })

  test('continues with the oldest upload that no lane sends', () =>
    expect([findNextUpload(db, [], false)?.sha256, findNextUpload(db, ['a-1'], false)?.sha256]).toEqual(['a', 'b']))

  test('continues only the upload that has begun while it is paused', () =>
    expect([findNextUpload(db, [], true)?.sha256, findNextUpload(db, ['begun-1'], true)]).toEqual(['begun', null]))

  test('counts both states, and the bytes of the waiting uploads', () =>
    expect(countQueue(db)).toEqual({ queued: 2, uploading: 1, bytesLeft: 20 }))
})
