// The service cannot send the history of changes again. A backup of it is stored beside the backups of state.db, and a
// rebuilt mirror gets its history from the readable part of the broken file and from that backup.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { CHANGE_COLUMNS, SLICE_ROWS, backUp } from '#engine/db/backup.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import { countChanges, loadWithdrawn, removeChanges } from '#engine/mirror/history/removal.ts'
import { newestChangeId } from '#engine/mirror/history/store.ts'
import { createFiles } from '#engine/outside/files.ts'
import { deleteWithdrawnFromCopy } from '#engine/storage/withdrawn.ts'
import {
  damageFile,
  sleepThroughDays,
  advanceUntilWritten,
  failStatements,
  withDatabase,
} from '#support/broken-files.ts'
import { type TestEngine, startTestEngine, tempDir } from '#support/test-engine.ts'

const WITHOUT_KEY = { apiKey: null }
const loadNotices = async ({ client }: TestEngine) => (await client.call('sync.status', {})).notices
const insertRows = (db: Database.Database, from: number, to: number) => {
  const insert = db.prepare(
    `INSERT INTO change (id, type, rid, field, before, after, req_seq, seen_at) VALUES (?, 'container', ?, 'pickup_lfd', NULL, ?, 1, '2026-11-19T00:00:00.000Z')`,
  )
  db.transaction(() => {
    for (let id = from; id <= to; id++) insert.run(id, `c${id}`, `"${'value '.repeat(20)}"`)
  })()
}
const loadIds = (path: string) =>
  withDatabase(path, (db) => db.prepare('SELECT id FROM change ORDER BY id').pluck().all() as number[])
const listIdsUpTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
/** Returns a stopped engine whose history has this many rows and a backup. */
const stopWithHistory = async (rows: number) => {
  const engine = await startTestEngine(WITHOUT_KEY)
  await engine.stop()
  withDatabase(join(engine.dir, 'mirror.db'), (db) => insertRows(db, 1, rows))
  await engine.restart()
  await sleepThroughDays(engine, 1)
  await engine.stop()
  return engine
}
/** Overwrites the page with this row, as a faulty disk does. */
const damagePage = (path: string, id: number) => {
  withDatabase(path, (db) => {
    db.exec(`DELETE FROM meta WHERE key = 'closed_clean'`)
    db.pragma('journal_mode = DELETE')
  })
  const bytes = readFileSync(path)
  const offset = bytes.indexOf(`c${id}pickup_lfd`)
  const page = offset - (offset % 4096)
  bytes.fill(0xff, page, page + 4096)
  writeFileSync(path, bytes)
}

test('the backup has all columns of the table', () => {
  const connection = openConnection(':memory:', momentSetup)
  const columns = connection.db
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('change', 'mirror')`)
    .map(({ name }) => name)
  connection.close()
  expect(CHANGE_COLUMNS).toBe(columns.join(', '))
})

test('each day adds its rows to the one backup', async () => {
  const engine = await stopWithHistory(3)
  withDatabase(join(engine.dir, 'mirror.db'), (db) => insertRows(db, 4, 3 * SLICE_ROWS))
  await engine.restart()
  await sleepThroughDays(engine, 1)
  await engine.stop()
  const copies = readdirSync(join(engine.dir, 'backups')).filter((name) => name.startsWith('changes'))
  expect(copies).toEqual(['changes-2026-11-22.db'])
  expect(loadIds(join(engine.dir, 'backups', 'changes-2026-11-22.db'))).toEqual(listIdsUpTo(3 * SLICE_ROWS))
})

test('a backup of an earlier version, without uids, is continued with them', async () => {
  const engine = await stopWithHistory(3)
  const copy = join(engine.dir, 'backups', 'changes-2026-11-21.db')
  withDatabase(copy, (db) => db.exec('ALTER TABLE change DROP COLUMN uid'))
  withDatabase(join(engine.dir, 'mirror.db'), (db) => {
    insertRows(db, 4, 4)
    db.exec(`UPDATE change SET uid = 'mirror:1' WHERE id = 4`)
  })
  await engine.restart()
  await sleepThroughDays(engine, 1)
  await engine.stop()
  const uids = withDatabase(join(engine.dir, 'backups', 'changes-2026-11-22.db'), (db) =>
    db.prepare('SELECT uid FROM change ORDER BY id').pluck().all(),
  )
  expect(uids).toEqual([null, null, null, 'mirror:1'])
})

test.each<[string, (path: string) => void]>([
  ['unreadable', damageFile],
  ['missing', (path) => rmSync(path)],
])('a mirror that is %s gets its whole history from the backup', async (_name, damageFile) => {
  const engine = await stopWithHistory(200)
  damageFile(join(engine.dir, 'mirror.db'))
  await engine.restart()
  expect(await loadNotices(engine)).toMatchObject([{ code: 'db/mirror-rebuilt', details: { changesSaved: 200 } }])
  await engine.stop()
  expect(loadIds(join(engine.dir, 'mirror.db'))).toEqual(listIdsUpTo(200))
  engine.errors.splice(0)
})

test('a row with an invalid value is not saved from a broken mirror', async () => {
  const engine = await stopWithHistory(200)
  const path = join(engine.dir, 'mirror.db')
  withDatabase(path, (db) => {
    insertRows(db, 201, 204)
    db.exec(
      `UPDATE change SET kind = 'sta|us' WHERE id = 202; UPDATE change SET seen_at = '2026-11-19U00:00:00.000Z' WHERE id = 203`,
    )
  })
  damagePage(path, 100)
  await engine.restart()
  expect(await loadNotices(engine)).toMatchObject([{ code: 'db/mirror-rebuilt', details: { changesSaved: 202 } }])
  await engine.stop()
  expect(loadIds(path)).toEqual([...listIdsUpTo(201), 204])
  engine.errors.splice(0)
})

test('the newest rows of a mirror that is damaged in the middle are saved, and the others come from the backup', async () => {
  const engine = await stopWithHistory(300)
  const path = join(engine.dir, 'mirror.db')
  withDatabase(path, (db) => insertRows(db, 301, 400))
  damagePage(path, 150)
  await engine.restart()
  expect(await loadNotices(engine)).toMatchObject([{ code: 'db/mirror-rebuilt', details: { changesSaved: 400 } }])
  await engine.stop()
  expect(loadIds(path)).toEqual(listIdsUpTo(400))
  engine.errors.splice(0)
})

test('an unreadable backup is renamed and written again', async () => {
  const engine = await stopWithHistory(300)
  const copy = join(engine.dir, 'backups', 'changes-2026-11-21.db')
  const bytes = readFileSync(copy)
  bytes.fill(0xff, 4096 * 4, 4096 * 5)
  writeFileSync(copy, bytes)
  await engine.restart()
  await sleepThroughDays(engine, 1)
  await engine.stop()
  const backups = readdirSync(join(engine.dir, 'backups'))
  const brokenBackup = backups.find((name) => name.startsWith('changes-broken'))
  expect(readFileSync(join(engine.dir, 'backups', String(brokenBackup))).equals(bytes)).toBe(true)
  expect(loadIds(join(engine.dir, 'backups', 'changes-2026-11-22.db'))).toEqual(listIdsUpTo(300))
  engine.errors.splice(0)
})

test('a long first backup is written in slices, stops with the engine and continues later', async () => {
  const folder = tempDir()
  const connection = openConnection(folder, momentSetup)
  connection.raw.pragma('query_only = OFF')
  insertRows(connection.raw, 1, 5 * SLICE_ROWS)
  const deps = { folder, files: createFiles(), now: '2026-11-20T10:00:00.000Z', log: () => undefined }
  let slices = 0
  const stopped = { aborted: false }
  const count = () => {
    stopped.aborted = ++slices === 2
  }
  const files = { ...deps.files, exists: (path: string) => deps.files.exists(path).finally(count) }
  await backUp(connection.raw, { ...deps, files }, stopped)
  const copies = () => readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('changes'))
  expect(loadIds(join(folder, 'backups', 'changes-0000-01-01.db'))).toEqual(listIdsUpTo(2 * SLICE_ROWS))
  expect(copies(), 'has no date until it is complete').toEqual(['changes-0000-01-01.db'])
  await backUp(connection.raw, deps, { aborted: false })
  connection.close()
  expect(copies()).toEqual(['changes-2026-11-20.db'])
  expect(loadIds(join(folder, 'backups', 'changes-2026-11-20.db'))).toEqual(listIdsUpTo(5 * SLICE_ROWS))
})

test('a backup that failed on a full disk is retried', async () => {
  const engine = await stopWithHistory(3)
  withDatabase(join(engine.dir, 'mirror.db'), (db) => insertRows(db, 4, 5))
  await engine.restart()
  const endRefusal = failStatements('SQLITE_FULL', /^INSERT OR ABORT INTO change/)
  engine.clock.sleepMachine(86_400_000)
  await engine.clock.advance(61_000)
  await advanceUntilWritten(engine.clock, () => engine.errors.some((error) => error.startsWith('backup failed')))
  endRefusal()
  await engine.clock.advance(61_000)
  await advanceUntilWritten(engine.clock, () => existsSync(join(engine.dir, 'backups', 'changes-2026-11-22.db')))
  await engine.stop()
  expect(loadIds(join(engine.dir, 'backups', 'changes-2026-11-22.db'))).toEqual(listIdsUpTo(5))
  engine.errors.splice(0)
})

test('a change that was withdrawn leaves the backup too, and its id is not given again', async () => {
  const folder = tempDir()
  const connection = openConnection(folder, momentSetup)
  onTestFinished(() => connection.close())
  const { db } = connection
  const write = createWrite(connection)
  const [files, log] = [createFiles(), () => undefined]
  const addChange = (uid: string) =>
    write((writable) => {
      const id = newestChangeId(writable) + 1
      writable.run(
        `INSERT INTO change (id, type, rid, field, req_seq, seen_at, uid) VALUES (?, 'container', 'c1', 'seal_number', 1, '2026-11-19T00:00:00.000Z', ?)`,
        id,
        uid,
      )
    })
  const backUpAt = (now: string) => backUp(connection.raw, { folder, files, now, log }, { aborted: false })
  for (const uid of ['a:1', 'a:2']) addChange(uid)
  await backUpAt('2026-11-20T10:00:00.000Z')
  write((writable) => removeChanges(writable, ['a:2']))
  addChange('a:3')
  expect([db.column('SELECT id FROM change'), countChanges(db)]).toEqual([[1, 3], 2])
  await deleteWithdrawnFromCopy({ db, write, files, dataDir: folder, log })
  await backUpAt('2026-11-21T10:00:00.000Z')
  expect(loadIds(join(folder, 'backups', 'changes-2026-11-21.db'))).toEqual([1, 3])
  expect(loadWithdrawn(db)).toEqual([])
})
