// The rows of the inbox are read once for its order, counts and types, and the queries use indexes.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Connection, ReadableDb, WritableDb } from '#engine/db/open.ts'
import { openConnection } from '#engine/db/open.ts'
import { observeQueries } from '#support/observed-db.ts'
import { createInbox } from '#engine/documents/inbox.ts'
import { runAtOnce } from '#engine/db/slices.ts'

const AT = '2026-11-20T17:00:00.000Z'
const SORT = [{ column: 'file', direction: 'asc' }] as const

let connection: Connection
let db: WritableDb
beforeEach(() => {
  connection = openConnection(':memory:', 'SELECT 1')
  connection.raw.pragma('query_only = OFF')
  db = connection.db
  return () => connection.close()
})

const openInbox = (queriedDb: ReadableDb, version = () => 0) =>
  createInbox({
    db: queriedDb,
    lists: { version },
    inSlices: (steps) => Promise.resolve(runAtOnce(steps)),
    now: () => AT,
  })

function addFile(id: number, name: string): void {
  db.run(
    `INSERT INTO sighting (id, folder_id, path, ident, size, mtime_ns, first_seen_at, state) VALUES (?, 'in', ?, ?, 1, '', ?, 'WAITING')`,
    id,
    `/in/${name}`,
    `1:${id}`,
    AT,
  )
}

function addRecord(id: string, name: string, type: string | null): void {
  db.run(
    `INSERT INTO document_row (id, name, file_name, type, is_manual, source, has_result, link_count, mismatches, flags, created_at, search) VALUES (?, ?, ?, ?, 0, 'other', 1, 0, '[]', 0, ?, ?)`,
    id,
    name,
    name,
    type,
    AT,
    name.toLowerCase(),
  )
}

describe('the inbox', () => {
  test('has files and records in one order, and counts them', async () => {
    addFile(1, 'b.pdf')
    for (const [id, name, type] of [
      ['d1', 'C.pdf', 'invoice'],
      ['d2', 'a.pdf', 'invoice'],
      ['d3', 'D.pdf', null],
    ] as const)
      addRecord(id, name, type)
    const inbox = openInbox(db)
    expect(await inbox.order({ scope: 'all' }, [...SORT])).toEqual(['d2', 'f1', 'd1', 'd3'])
    expect(await inbox.order({ scope: 'all', types: ['invoice'], text: 'c.PDF' }, [...SORT])).toEqual(['d1'])
    expect([
      await inbox.order({ scope: 'needs-me' }, [...SORT]),
      await inbox.order({ scope: 'all', text: 'b.p' }, []),
    ]).toEqual([['d2', 'd1', 'd3'], ['f1']])
    expect([await inbox.counts(), [...(await inbox.types())]]).toEqual([
      { all: 4, needsMe: 3, underWay: 1, dropped: 0 },
      [['invoice', 2]],
    ])
  })

  test('is read once for its order, counts and types, until data changes', async () => {
    let [version, statements] = [1, 0]
    const queriedDb: ReadableDb = {
      ...db,
      all: (...parameters) => {
        statements++
        return db.all(...parameters)
      },
    }
    const inbox = openInbox(queriedDb, () => version)
    addFile(1, 'a.pdf')
    await inbox.order({ scope: 'all' }, [...SORT])
    const statementsOfFirstRead = statements
    await inbox.counts()
    await inbox.types()
    await inbox.order({ scope: 'needs-me' }, [])
    expect(statements).toBe(statementsOfFirstRead)
    addFile(2, 'b.pdf')
    db.run(`UPDATE sighting SET state = 'VANISHED' WHERE id = 1`)
    version++
    expect([await inbox.order({ scope: 'all' }, [...SORT]), (await inbox.counts()).all]).toEqual([['f2'], 1])
  })

  test('does not prepare a new statement each time the clock advances', async () => {
    const texts = new Set<string>()
    const queriedDb = observeQueries<ReadableDb>(db, (sql) => void texts.add(sql))
    addFile(1, 'a.pdf')
    let version = 0
    const inbox = createInbox({
      db: queriedDb,
      lists: { version: () => version },
      inSlices: (steps) => Promise.resolve(runAtOnce(steps)),
      now: () => new Date(Date.parse(AT) + version).toISOString(),
    })
    await inbox.counts()
    const countOfFirstRead = texts.size
    for (version = 1; version < 5; version++) await inbox.counts()
    expect(texts.size).toBe(countOfFirstRead)
  })
})

test('the search for the upload of a record uses an index and does not scan all uploads', async () => {
  const plans: string[] = []
  const queriedDb = observeQueries<ReadableDb>(db, (sql, values) => {
    plans.push(...db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => detail))
  })
  addFile(1, 'a.pdf')
  addRecord('d1', 'b.pdf', null)
  await openInbox(queriedDb).order({ scope: 'all', text: 'a' }, [...SORT])
  const uploadSteps = plans.filter((detail) => /\bupload\b/.test(detail))
  expect(uploadSteps.some((detail) => detail.includes('upload_in_doubt (name=? AND size=?)'))).toBe(true)
  expect(uploadSteps.filter((detail) => detail.startsWith('SCAN') || detail.includes('upload_open'))).toEqual([])
  // Each step reads only its own files and records.
  expect(
    plans.filter((detail) => /^SEARCH (main\.sighting|document) USING .*\((rowid|id)=\?\)/.test(detail)).length,
  ).toBeGreaterThan(0)
})
