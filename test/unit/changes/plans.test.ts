// Each query of changes reads an index and stops, so that its time does not depend on the number of changes.
import { afterEach, expect, test } from 'vitest'
import { MAX_LISTED, type Records, orderChanges, orderChangesOf } from '#engine/changes/list.ts'
import {
  countListedChanges,
  loadLastChangeTimes,
  loadChangeRows,
  newestChangeId,
  listMostSevereChanges,
} from '#engine/mirror/history/store.ts'
import { loadStepsAfter, loadReportedUntil } from '#engine/mirror/history/past.ts'
import { insertReadMark } from '#engine/mirror/history/read-marks.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { type ReadableDb, openConnection } from '#engine/db/open.ts'
import type { Connection, SqlValue } from '#engine/db/open.ts'
import { observeQueries } from '#support/observed-db.ts'

const open: Connection[] = []
afterEach(() => {
  for (const connection of open.splice(0)) connection.close()
})

/** The steps of SQLite's plans for all statements that read `change`. */
function planOf(work: (db: ReadableDb) => unknown): string[] {
  const connection = openConnection(':memory:', momentSetup)
  open.push(connection)
  connection.raw.pragma('query_only = OFF')
  insertReadMark(connection.db, '2026-11-20T17:00:00.000Z', 7)
  const statements: [string, SqlValue[]][] = []
  work(
    observeQueries<ReadableDb>(connection.db, (sql, values) => {
      if (/\bchange\b/.test(sql)) statements.push([sql, values])
    }),
  )
  expect(statements.length).toBeGreaterThan(0)
  return statements.flatMap(([sql, values]) =>
    connection.raw
      .prepare<SqlValue[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => detail),
  )
}

const onChange = (steps: string[]) => steps.filter((step) => /\b(change|c)\b/.test(step) && !step.includes('json_each'))

test.each<[string, (db: ReadableDb) => unknown]>([
  ['the unseen lines', (db) => orderChanges(db, { scope: 'unseen' })],
  ['all lines', (db) => orderChanges(db, { scope: 'all' })],
  ['the lines of some kinds', (db) => orderChanges(db, { scope: 'all', kinds: ['hold', 'last-free-day', 'fee'] })],
  ['the weightiest lines', (db) => orderChanges(db, { scope: 'all', severities: [1, 2] })],
  [
    'the weightiest lines of some kinds',
    (db) => orderChanges(db, { scope: 'unseen', kinds: ['hold', 'fee'], severities: [1, 2] }),
  ],
])('%s are read from the newest on by an index, without sorting', (_name, work) => {
  const steps = planOf(work)
  expect(onChange(steps).every((step) => step.startsWith('SEARCH change USING'))).toBe(true)
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test('the number of unseen changes is counted in a covering index', () =>
  expect(onChange(planOf((db) => countListedChanges(db, 7)))).toEqual([
    'SEARCH change USING COVERING INDEX change_weight (severity=? AND id>?)',
  ]))

test('the most severe changes are read from the same index', () => {
  const steps = planOf((db) => listMostSevereChanges(db, 7, 10))
  expect(new Set(onChange(steps))).toEqual(
    new Set(['SEARCH change USING COVERING INDEX change_weight (severity=? AND id>?)']),
  )
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test('a window of lines and their records are read by key', () => {
  const steps = planOf((db) => loadChangeRows(db, [1, 2, 3])).filter(
    (step) => !/SUBQUERY/.test(step) && !step.includes('json_each'),
  )
  expect(steps.filter((step) => !step.startsWith('SEARCH'))).toEqual([])
})

const lines = (
  db: ReadableDb,
  records: Partial<Records>,
  filter: Parameters<typeof orderChangesOf>[2] = { scope: 'all' },
) => {
  const steps = orderChangesOf(
    db,
    { container: [], shipment: [], tracking_request: [], document: [], ...records },
    filter,
  )
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => `c${from + i}`)

test('a search with few matching records reads only the lines of those records by an index', () => {
  const steps = planOf((db) => lines(db, { container: ['c1'] }))
  expect(onChange(steps)).toEqual([
    'SEARCH change',
    'SEARCH change USING COVERING INDEX change_record (type=? AND rid=? AND id>? AND id<?)',
  ])
})

test.each([
  ['few records', ids(1, 3), 3],
  ['hundreds of records', ids(1, 700), 700],
  ['more records than are read one by one', ids(1, 25_000), 1000],
])('%s: their lines are listed from the newest on, without hidden lines and other kinds', (_name, container, owned) => {
  const connection = openConnection(':memory:', momentSetup)
  open.push(connection)
  connection.raw.pragma('query_only = OFF')
  connection.raw.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
    INSERT INTO mirror.change (id, type, rid, field, req_seq, seen_at, kind, is_hidden)
    SELECT i, CASE i % 4 WHEN 0 THEN 'shipment' ELSE 'container' END, 'c' || (i % 1000 + 1), 'x', 1, '', CASE i % 3 WHEN 0 THEN 'hold' ELSE 'fee' END, i % 7 = 0 FROM n`)
  const expected = (isKind: (i: number) => boolean) =>
    Array.from({ length: 9000 }, (_, i) => 9000 - i)
      .filter((i) => i % 4 !== 0 && i % 7 !== 0 && (i % 1000) + 1 <= owned && isKind(i))
      .map(String)
  expect(lines(connection.db, { container })).toEqual(expected(() => true))
  expect(lines(connection.db, { container }, { scope: 'all', kinds: ['hold'] })).toEqual(expected((i) => i % 3 === 0))
})

test.each([
  ['frequent', 10],
  ['rare', 1],
])('a long list has only its newest lines, if they are %s', (_name, share) => {
  const connection = openConnection(':memory:', momentSetup)
  open.push(connection)
  connection.raw.pragma('query_only = OFF')
  // `share` of ten lines belong to the requested records. The newest lines belong to other records.
  const last = share === 10 ? 15_000 : 150_000
  connection.raw.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last + 3000})
    INSERT INTO mirror.change (id, type, rid, field, req_seq, seen_at, kind)
    SELECT i, 'container', CASE WHEN i % 10 < ${share} AND i <= ${last} THEN 'c' ELSE 'other' END || (i / 10 % 500), 'x', 1, '', 'hold' FROM n`)
  const newest = Array.from({ length: last }, (_, i) => last - i)
    .filter((i) => i % 10 < share)
    .slice(0, MAX_LISTED)
  expect(lines(connection.db, { container: ids(0, 500) })).toEqual(newest.map(String))
})

test.each<[string, (db: ReadableDb) => unknown]>([
  ['after a moment', (db) => loadStepsAfter(db, 'container', ['c1', 'c2'], 7)],
  ['up to a moment', (db) => loadReportedUntil(db, ['c1', 'c2'], 7, () => [])],
  ['last before a moment', (db) => loadLastChangeTimes(db, 'container', ['c1', 'c2'], 7)],
])('changes %s are read from the covering index of a record’s history, without sorting', (_name, work) => {
  const steps = planOf(work)
  expect(
    onChange(steps).every((step) =>
      step.startsWith('SEARCH change USING COVERING INDEX change_record (type=? AND rid=?'),
    ),
  ).toBe(true)
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
})

test('the newest change is read from the end of the table', () =>
  expect(planOf(newestChangeId)).toEqual(['SEARCH change']))

test('a list has at most MAX_LISTED lines', () => {
  const connection = openConnection(':memory:', momentSetup)
  open.push(connection)
  connection.raw.pragma('query_only = OFF')
  connection.raw.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_LISTED + 50})
    INSERT INTO mirror.change (type, rid, field, req_seq, seen_at, kind) SELECT 'container', 'c' || i % 9, 'x', 1, '', CASE i % 2 WHEN 0 THEN 'hold' ELSE 'fee' END FROM n`)
  const all = orderChanges(connection.db, { scope: 'all' })
  expect([all.length, all[0], all.at(-1)]).toEqual([MAX_LISTED, String(MAX_LISTED + 50), '51'])
  expect(orderChanges(connection.db, { scope: 'all', kinds: ['fee', 'hold'] })).toEqual(all)
})
