// Steps from one layout to the next: in order, all or nothing, and never on a database newer than this build.
import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { momentSetup, sqlFunctions } from '#engine/containers/moment.ts'
import { migrate, migrations, openConnection } from '#engine/db/open.ts'

const open: Database.Database[] = []
const memory = () => {
  const db = new Database(':memory:')
  db.exec(`ATTACH ':memory:' AS mirror`)
  open.push(db)
  return db
}
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})
const version = (db: Database.Database) => db.pragma('main.user_version', { simple: true })

test('schema.sql is what a new database looks like', () => {
  const connection = openConnection(':memory:', { functions: sqlFunctions, setup: momentSetup })
  open.push(connection.raw)
  const schemaOf = (name: string) =>
    connection.db
      .all<{ sql: string }>(`SELECT sql FROM ${name}.sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name`)
      .map(({ sql }) => `${sql};`)
      .join('\n\n')
  const today = `-- Written by test/migrations from the migrations; read it, never edit it.\n\n-- state.db\n\n${schemaOf('main')}\n\n-- mirror.db\n\n${schemaOf('mirror')}\n`
  const path = new URL('../../src/engine/db/schema.sql', import.meta.url)
  // In CI a forgotten schema is an error; at home it is written, and the diff shows the change.
  if (process.env['CI'] === undefined) writeFileSync(path, today)
  expect(readFileSync(path, 'utf8')).toBe(today)
})

test('steps run once, in order, and their number is the version', () => {
  const db = memory()
  const steps = ['CREATE TABLE a (x)', 'INSERT INTO a VALUES (1)']
  migrate(db, 'main', steps)
  migrate(db, 'main', [...steps, 'INSERT INTO a SELECT x + 1 FROM a'])
  expect([version(db), db.prepare('SELECT x FROM a ORDER BY x').pluck().all()]).toEqual([3, [1, 2]])
})

test('a step that fails leaves the layout before it, whole', () => {
  const db = memory()
  const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (y); INSERT INTO nowhere VALUES (1)']
  expect(() => {
    migrate(db, 'main', steps)
  }).toThrow('nowhere')
  const tables = db.prepare(`SELECT name FROM sqlite_schema`).pluck().all()
  expect([version(db), tables]).toEqual([1, ['a']])
})

test('a database from the future is refused and left alone', () => {
  const db = memory()
  db.pragma('user_version = 99')
  const attempt = () => {
    migrate(db, 'main', migrations.state)
  }
  expect(attempt).toThrow(AppError)
  expect(attempt).toThrow('db/from-the-future')
  expect(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()).toBe(0)
})

test('every table keeps its kinds (STRICT), in both files', () => {
  const connection = openConnection(':memory:', { functions: sqlFunctions, setup: momentSetup })
  open.push(connection.raw)
  const loose = connection.db.all(`SELECT schema, name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND schema <> 'temp' AND name NOT LIKE 'sqlite_%'`)
  expect(loose).toEqual([])
})

test('outside of write the connection refuses to change anything', () => {
  const connection = openConnection(':memory:', { functions: sqlFunctions, setup: momentSetup })
  open.push(connection.raw)
  expect(() => connection.db.run(`INSERT INTO notice (code, details, at) VALUES ('internal', '{}', '')`)).toThrow('readonly')
})
