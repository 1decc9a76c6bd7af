// Copies in `backups/` for the case that a file breaks: five daily copies of state.db, and one file with the complete
// history of changes, which cannot be fetched again. The date in a name is the day up to which the copy is complete.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Log } from '../outside/log.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Files } from '../outside/files.ts'
import { isDamage } from './failures.ts'

export type BackupDeps = { folder: string; files: Files; now: string; log: Log }

/**
 * Aborted when the engine stops. The stop does not wait for a first copy of a million rows; the next run continues it.
 */
export type StopSignal = Pick<AbortSignal, 'aborted'>

type Kind = 'state' | 'changes'

const BACKUP_EVERY_MS = 24 * 3_600_000
const MAX_BACKUPS = 5
/** The date in the name of an incomplete history copy. */
const NO_DATE = '0000-01-01'

/** Names of the copies, oldest first. Copies that were found broken have other names and are left out. */
export async function listBackups(
  { folder, files }: Pick<BackupDeps, 'folder' | 'files'>,
  kind: Kind,
): Promise<string[]> {
  const names = await files.list(join(folder, 'backups')).catch(() => [])
  return names.filter((name) => name.startsWith(`${kind}-`) && /^\w+-\d{4}-\d{2}-\d{2}\.db$/.test(name))
}

/** The date in the name of a copy, `YYYY-MM-DD`. */
export function getBackupDay(backup: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(backup)?.[0] ?? NO_DATE
}

/** Creates the copies that are due: one of each kind a day. Before a migration, db/repair.ts creates one more. */
export async function backUp(raw: Database.Database, deps: BackupDeps, stopped: StopSignal): Promise<void> {
  if (isDue(await listBackups(deps, 'state'), deps.now)) await backUpState(raw, deps)
  if (isDue(await listBackups(deps, 'changes'), deps.now)) await backUpChanges(raw, deps, stopped)
}

function isDue(backups: string[], now: string): boolean {
  const newestDay = getBackupDay(backups.at(-1) ?? '')
  return (instantMs(now) ?? 0) - (instantMs(`${newestDay}T00:00:00Z`) ?? 0) >= BACKUP_EVERY_MS
}

/**
 * Copies state.db, tests whether the copy can be opened, and deletes the oldest copies. Returns whether the copy was
 * readable: if not, its source is not readable either.
 */
export async function backUpState(raw: Database.Database, deps: BackupDeps): Promise<boolean> {
  const { folder, files, now, log } = deps
  const target = join(folder, 'backups', `state-${now.slice(0, 10)}.db`)
  const partPath = `${target}.part`
  await files.makeFolder(join(folder, 'backups'))
  await files.remove(partPath)
  try {
    await raw.backup(partPath)
    leaveWalMode(partPath)
    if (!isIntact(partPath)) {
      log('error', 'backup is not readable', { target })
      await files.remove(partPath)
      return false
    }
  } catch (error) {
    // On a full disk, half a copy must not remain.
    await files.remove(partPath)
    throw error
  }
  await files.remove(target)
  await files.move(partPath, target)
  for (const name of (await listBackups(deps, 'state')).slice(0, -MAX_BACKUPS))
    await files.remove(join(folder, 'backups', name))
  return true
}

/** In WAL mode, reading also creates two files, which fails on a full or read-only disk. */
function leaveWalMode(path: string): void {
  const db = new Database(path, { fileMustExist: true })
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** Whether SQLite finds no damage in the file. Throws errors that say nothing about the file itself. */
export function isIntact(path: string): boolean {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    return db.pragma('integrity_check(1)', { simple: true }) === 'ok'
  } catch (error) {
    if (isDamage(error)) return false
    throw error
  } finally {
    db?.close()
  }
}

// History only grows. One file to which each day's rows are added contains as much as five copies of up to a million
// rows (150 MB each), writes one day's rows instead of all, and needs slices but no worker.

/** A migration that changes the columns of `change` defines here what to do with the file; a test compares the two. */
export const CHANGE_COLUMNS =
  'id, type, rid, field, before, after, req_seq, seen_at, kind, severity, source_at, reverts_id, is_hidden, uid'

const CHANGE_TABLE = `CREATE TABLE IF NOT EXISTS change (
  id INTEGER PRIMARY KEY, type TEXT NOT NULL, rid TEXT NOT NULL, field TEXT NOT NULL,
  before TEXT, after TEXT, req_seq INTEGER NOT NULL, seen_at TEXT NOT NULL,
  kind TEXT NOT NULL, severity INTEGER NOT NULL, source_at TEXT, reverts_id INTEGER, is_hidden INTEGER NOT NULL, uid TEXT
) STRICT`

/**
 * The number of rows that are copied before other work can run. Measured on 2 busy cores: the first copy of a million
 * rows takes 21 s. The 99th percentile of a turn of the event loop is 23 ms, and 8 ms without writing to the disk.
 */
export const SLICE_ROWS = 250

async function backUpChanges(raw: Database.Database, deps: BackupDeps, stopped: StopSignal): Promise<void> {
  const { folder, files, now, log } = deps
  const backupsFolder = join(folder, 'backups')
  await files.makeFolder(backupsFolder)
  const name = (await listBackups(deps, 'changes')).at(-1) ?? `changes-${NO_DATE}.db`
  const path = join(backupsFolder, name)
  try {
    if (!(await addChanges(raw, path, files, stopped))) return
  } catch (error) {
    if (!isDamage(error)) throw error
    // Renamed, so that the next minute copies everything again; not deleted, because the mirror may be the broken one.
    const brokenName = `changes-broken-${now.slice(0, 19).replaceAll(':', '')}.db`
    log('error', 'backup of the changes is not readable', { kept: brokenName, error: String(error) })
    // SQLite would apply a remaining log to the next file of this name.
    for (const ending of ['', '-wal', '-shm']) {
      if (await files.exists(`${path}${ending}`))
        await files.move(`${path}${ending}`, join(backupsFolder, `${brokenName}${ending}`))
    }
    return
  }
  await files.move(path, join(backupsFolder, `changes-${now.slice(0, 10)}.db`))
}

/** A copy of an earlier version has no uids, because its changes belong to no office. */
function addNewColumns(copy: Database.Database): void {
  const hasUid = copy.prepare(`SELECT 1 FROM pragma_table_info('change') WHERE name = 'uid'`).get() !== undefined
  if (!hasUid) copy.exec('ALTER TABLE change ADD COLUMN uid TEXT')
}

/** Returns whether all rows were copied. Throws damage of the copy, but not damage of the mirror. */
async function addChanges(raw: Database.Database, path: string, files: Files, stopped: StopSignal): Promise<boolean> {
  const copy = new Database(path)
  let lastId = 0
  const processAll = async (processSlice: (afterId: number) => Slice) => {
    for (let slice = processSlice(lastId); slice.rowCount > 0; slice = processSlice(lastId)) {
      lastId = slice.lastId
      // The disk answers in a later turn of the event loop, so other callers are served in between.
      await files.exists(path)
      if (slice.rowCount < SLICE_ROWS) break
      if (stopped.aborted) return false
    }
    return true
  }
  try {
    copy.exec(CHANGE_TABLE)
    addNewColumns(copy)
    if (!(await processAll(createSliceReader(copy)))) return false
    // A commit that waits for the disk takes 10 to 100 ms on a busy one; with a log only about every tenth waits.
    copy.pragma('journal_mode = WAL')
    copy.pragma('synchronous = NORMAL')
    copy.pragma('wal_autocheckpoint = 200')
    if (!(await processAll(createSliceCopier(raw, copy)))) return false
    copy.pragma('journal_mode = DELETE')
    return true
  } finally {
    copy.close()
  }
}

/**
 * Deletes the history of these containers from the copy too, so that a rebuilt mirror does not get back what the user
 * deleted. Do not call it while `backUp` runs.
 */
export async function deleteFromCopy(
  { folder, files }: Pick<BackupDeps, 'folder' | 'files'>,
  containerIds: ReadonlySet<string>,
  stopped: StopSignal,
): Promise<void> {
  const name = (await listBackups({ folder, files }, 'changes')).at(-1)
  if (name === undefined) return
  const path = join(folder, 'backups', name)
  const copy = new Database(path)
  try {
    copy.function('is_forgotten', { deterministic: true }, (id: unknown) => Number(containerIds.has(String(id))))
    const selectLastId = copy
      .prepare(`SELECT max(id) FROM (SELECT id FROM change WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS * 4})`)
      .pluck()
    const deleteSlice = copy.prepare(
      `DELETE FROM change WHERE id > ? AND id <= ? AND type = 'container' AND is_forgotten(rid)`,
    )
    for (let afterId = 0; !stopped.aborted;) {
      const lastId = selectLastId.get(afterId) as number | null
      if (lastId === null) return
      deleteSlice.run(afterId, lastId)
      afterId = lastId
      // The disk answers in a later turn of the event loop.
      await files.exists(path)
    }
  } finally {
    copy.close()
  }
}

/** Deletes single changes from the copy. Do not call it while `backUp` runs. */
export async function deleteChangesFromCopy(
  { folder, files }: Pick<BackupDeps, 'folder' | 'files'>,
  changes: readonly { id: number; uid: string }[],
): Promise<void> {
  const name = (await listBackups({ folder, files }, 'changes')).at(-1)
  if (name === undefined) return
  const copy = new Database(join(folder, 'backups', name))
  try {
    addNewColumns(copy)
    const remove = copy.prepare('DELETE FROM change WHERE id = ? AND uid = ?')
    copy.transaction(() => {
      for (const { id, uid } of changes) remove.run(id, uid)
    })()
  } finally {
    copy.close()
  }
}

type Slice = { rowCount: number; lastId: number }

/**
 * Reads every value of the copy before the day's rows are added: a copy that was not read for a year may be damaged.
 */
function createSliceReader(copy: Database.Database): (afterId: number) => Slice {
  const read = copy.prepare(`SELECT count(*) AS rowCount, max(id) AS lastId, sum(length(concat(${CHANGE_COLUMNS})))
    FROM (SELECT * FROM change WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS})`)
  return (afterId) => read.get(afterId) as Slice
}

function createSliceCopier(raw: Database.Database, copy: Database.Database): (afterId: number) => Slice {
  const insert = prepareInsert(copy, 'ABORT', CHANGE_COLUMNS)
  const save = copy.transaction((rows: unknown[][]) => {
    for (const row of rows) insert.run(...row)
  })
  return (afterId) => {
    const rows = loadSlice(raw, afterId)
    save(rows)
    return { rowCount: rows.length, lastId: rows.at(-1)?.[0] as number }
  }
}

function loadSlice(raw: Database.Database, afterId: number): unknown[][] {
  try {
    return raw
      .prepare(`SELECT ${CHANGE_COLUMNS} FROM mirror.change WHERE id > ? ORDER BY id LIMIT ${SLICE_ROWS}`)
      .raw()
      .all(afterId) as unknown[][]
  } catch (error) {
    throw new Error('the changes cannot be read from the mirror', { cause: error })
  }
}

export function prepareInsert(
  db: Database.Database,
  onConflict: 'ABORT' | 'IGNORE',
  columns: string,
): Database.Statement {
  return db.prepare(`INSERT OR ${onConflict} INTO change (${columns}) VALUES (${columns.replace(/\w+/g, '?')})`)
}
