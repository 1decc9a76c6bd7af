// Migrations of the two databases. They run in order, each completely or not at all, and never on a database of a newer
// version.
import Database from 'better-sqlite3'
import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { type PlainColumn, plainColumns } from '#contract/rules/container-columns.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { migrate, migrations, openConnection } from '#engine/db/open.ts'
import { FIELD_KINDS } from '#support/change-fields.ts'
import { expectGenerated } from './generated-file.ts'

const openDatabases: Database.Database[] = []
const openMemory = () => {
  const db = new Database(':memory:')
  db.exec(`ATTACH ':memory:' AS mirror`)
  openDatabases.push(db)
  return db
}
afterEach(() => {
  for (const db of openDatabases.splice(0)) db.close()
})
const readVersion = (db: Database.Database) => db.pragma('main.user_version', { simple: true })

test('schema.sql is the layout of a new database', () => {
  const connection = openConnection(':memory:', momentSetup)
  openDatabases.push(connection.raw)
  const readSchema = (name: string) =>
    connection.db
      .all<{ sql: string }>(`SELECT sql FROM ${name}.sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name`)
      .map(({ sql }) => `${sql};`)
      .join('\n\n')
  const currentSchema = `-- Written by test/migrations from the migrations; read it, never edit it.\n\n-- state.db\n\n${readSchema('main')}\n\n-- mirror.db\n\n${readSchema('mirror')}\n`
  expectGenerated(new URL('../../src/engine/db/schema.sql', import.meta.url), currentSchema)
})

test('every plain column has its SQL column', () => {
  const connection = openConnection(':memory:', momentSetup)
  openDatabases.push(connection.raw)
  const types = new Map(
    connection.db
      .all<{ name: string; type: string }>(`SELECT name, type FROM pragma_table_info('container_row')`)
      .map(({ name, type }) => [name, type]),
  )
  const expected = { text: ['TEXT'], number: ['REAL', 'INTEGER'] }
  for (const { stored, kind } of Object.values<PlainColumn>(plainColumns))
    expect(expected[kind], `container_row.${stored}`).toContain(types.get(stored))
})

test('steps run once and in order, and the version is their number', () => {
  const db = openMemory()
  const steps = ['CREATE TABLE a (x)', 'INSERT INTO a VALUES (1)']
  migrate(db, 'main', steps)
  migrate(db, 'main', [...steps, 'INSERT INTO a SELECT x + 1 FROM a'])
  expect([readVersion(db), db.prepare('SELECT x FROM a ORDER BY x').pluck().all()]).toEqual([3, [1, 2]])
})

test('a failed step leaves the layout unchanged', () => {
  const db = openMemory()
  const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (y); INSERT INTO nowhere VALUES (1)']
  expect(() => migrate(db, 'main', steps)).toThrow('nowhere')
  const tables = db.prepare(`SELECT name FROM sqlite_schema`).pluck().all()
  expect([readVersion(db), tables]).toEqual([1, ['a']])
})

test('a database of a newer version is refused and not changed', () => {
  const db = openMemory()
  db.pragma('user_version = 99')
  const attempt = () => migrate(db, 'main', migrations.state)
  expect(attempt).toThrow(AppError)
  expect(attempt).toThrow('db/from-the-future')
  expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
})

test('every table is STRICT, in both files', () => {
  const connection = openConnection(':memory:', momentSetup)
  openDatabases.push(connection.raw)
  const tables = connection.db.all(
    `SELECT schema, name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND schema <> 'temp' AND name NOT LIKE 'sqlite_%'`,
  )
  expect(tables).toEqual([])
})

test('outside of `write` the connection refuses every change', () => {
  const connection = openConnection(':memory:', momentSetup)
  openDatabases.push(connection.raw)
  expect(() => connection.db.run(`INSERT INTO notice (code, details, at) VALUES ('internal', '{}', '')`)).toThrow(
    'readonly',
  )
})

describe('migration mirror 0002', () => {
  const openMigrated = () => {
    const db = openMemory()
    migrate(db, 'mirror', migrations.mirror.slice(0, 1))
    const insert = db.prepare(
      `INSERT INTO mirror.change (type, rid, field, before, after, req_seq, seen_at) VALUES (?, 'r1', ?, '"a"', NULL, 4, '2026-11-19T00:00:00.000Z')`,
    )
    for (const [field, type] of FIELD_KINDS) insert.run(type, field)
    db.exec(`INSERT INTO mirror.container_row (id, number, refs, tags, is_inland, lfd_flags, lfd_sources, is_disputed, today_zone, active_holds, pending_holds, hold_count, fees_due, search)
      VALUES ('c1', 'ABCU1234567', '[]', '[]', 0, '[]', '[]', 0, 'UTC', '[]', '[]', 0, '[]', '')`)
    migrate(db, 'mirror', migrations.mirror.slice(0, 2))
    return db
  }
  test('copies every change completely and in order, with the kind that the current rule gives', () => {
    const rows = openMigrated()
      .prepare(
        'SELECT id, type, rid, field, before, after, req_seq, seen_at, kind, source_at, is_hidden, reverts_id FROM mirror.change ORDER BY id',
      )
      .all()
    expect(rows).toEqual(
      FIELD_KINDS.map(([field, type, kind], i) => ({
        id: i + 1,
        type,
        rid: 'r1',
        field,
        before: '"a"',
        after: null,
        req_seq: 4,
        seen_at: '2026-11-19T00:00:00.000Z',
        kind,
        source_at: null,
        is_hidden: 0,
        reverts_id: null,
      })),
    )
  })
  test('gives every old change a severity', () => {
    const severities = openMigrated()
      .prepare('SELECT DISTINCT kind, severity FROM mirror.change ORDER BY severity, kind')
      .raw()
      .all()
    expect(severities).toEqual([
      ['fee', 2],
      ['hold', 2],
      ['last-free-day', 2],
      ['arrival', 3],
      ['availability', 3],
      ['tracking', 3],
      ['milestone', 4],
      ['other', 4],
      ['status', 4],
    ])
  })
  test('does not change the rows of containers until they are written again', () =>
    expect(openMigrated().prepare('SELECT number, is_open, unblocked_at FROM mirror.container_row').all()).toEqual([
      { number: 'ABCU1234567', is_open: 1, unblocked_at: null },
    ]))
})

test('mirror 0010 leaves every change as it was, and its index sorts the changes by record', () => {
  const db = openMemory()
  migrate(db, 'mirror', migrations.mirror.slice(0, 9))
  const insert =
    db.prepare(`INSERT INTO mirror.change (type, rid, field, before, after, req_seq, seen_at, kind, severity, source_at, reverts_id, is_hidden)
    VALUES ('container', ?, 'holds_at_pod_terminal/customs', NULL, ?, 4, '2026-11-19T00:00:00.000Z', 'hold', 2, NULL, ?, ?)`)
  // One value is longer than a page of the database file.
  for (const [rid, after, reverts, isHidden] of [
    ['c2', '"a"', null, 1],
    ['c1', JSON.stringify('long '.repeat(2_000)), null, 0],
    ['c2', null, 1, 0],
  ])
    insert.run(rid, after, reverts, isHidden)
  const readRows = () => db.prepare('SELECT * FROM mirror.change NOT INDEXED ORDER BY id').all()
  const rowsBefore = readRows()
  migrate(db, 'mirror', migrations.mirror.slice(0, 10))
  expect(readRows()).toEqual(rowsBefore)
  expect(
    db
      .prepare(`SELECT id FROM mirror.change INDEXED BY change_record WHERE type = 'container' ORDER BY rid, id`)
      .pluck()
      .all(),
  ).toEqual([2, 1, 3])
  expect(db.pragma('mirror.integrity_check', { simple: true })).toBe('ok')
})

test('migration state 0002 does not change the user’s data, and adds no read mark', () => {
  const db = openMemory()
  migrate(db, 'main', migrations.state.slice(0, 1))
  db.exec(
    `INSERT INTO setting VALUES ('homeZone', '"Asia/Tokyo"'); INSERT INTO manual_last_free_day VALUES ('c1', '2026-11-20', 'by phone', '2026-11-19T00:00:00.000Z', '[]')`,
  )
  migrate(db, 'main', migrations.state.slice(0, 2))
  const countRows = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect(['setting', 'manual_last_free_day', 'look', 'look_container'].map(countRows)).toEqual([1, 1, 0, 0])
})

test('migration state 0003 does not change the user’s data, and queues no request', () => {
  const db = openMemory()
  migrate(db, 'main', migrations.state.slice(0, 2))
  db.exec(
    `INSERT INTO setting VALUES ('homeZone', '"Asia/Tokyo"'); INSERT INTO look VALUES (1, '2026-11-19T00:00:00.000Z', 7, '{}')`,
  )
  migrate(db, 'main', migrations.state.slice(0, 3))
  const countRows = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect(['setting', 'look', 'outbox', 'dismissed_request'].map(countRows)).toEqual([1, 1, 0, 0])
})

test('the state migrations after 0007 do not change the user’s data, and begin without views, calendars and rates', () => {
  const db = openMemory()
  migrate(db, 'main', migrations.state.slice(0, 7))
  db.exec(
    `INSERT INTO setting VALUES ('homeZone', '"Asia/Tokyo"'); INSERT INTO manual_step (container_id, at) VALUES ('c1', '2026-11-19T00:00:00.000Z')`,
  )
  migrate(db, 'main', migrations.state)
  const countRows = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  expect(['setting', 'manual_step', 'saved_view', 'terminal_calendar', 'rate_table'].map(countRows)).toEqual([
    1, 1, 0, 0, 0,
  ])
})
