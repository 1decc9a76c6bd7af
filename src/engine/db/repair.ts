// Files of an account before and after the engine works with them: lock, check, salvage, backup (rel 2.6).
// A broken file is set aside, never deleted; what cannot be fetched again is saved out of it first.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import type { Log } from '../log.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Files } from '../outside/files.ts'
import { type Connection, type DbFile, migrate, migrations } from './open.ts'

/** Something that happened to the user's files and that they must be told. */
export type Repair = { code: ErrorCode; details: ErrorDetails }

export type RepairDeps = { folder: string; files: Files; now: string; log: Log }

const CHECK_EVERY_MS = 24 * 3_600_000
const BACKUP_EVERY_MS = 24 * 3_600_000
const BACKUPS_KEPT = 5

/**
 * Holds the folder for this process alone, by the system's own lock on an open file: a crash gives it back by itself.
 * Throws `db/in-use` while another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'lock.db'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) throw new AppError('db/in-use', { folder }, error)
    throw error
  }
  return () => {
    lock.close()
  }
}

/** Before opening. Answers what had to be repaired; throws `db/from-the-future` untouched. */
export async function repairFiles(deps: RepairDeps): Promise<Repair[]> {
  await deps.files.makeFolder(deps.folder)
  const state = await repairState(deps)
  const mirror = await repairMirror(deps)
  return [state, mirror].filter((repair) => repair !== null)
}

async function repairState(deps: RepairDeps): Promise<Repair | null> {
  if (await isSound(deps, 'state')) return null
  const kept = await setAside(deps, 'state')
  for (const name of (await listBackups(deps)).toReversed()) {
    const backup = join(deps.folder, 'backups', name)
    if (!isIntact(backup)) continue
    await deps.files.copy(backup, join(deps.folder, 'state.db'))
    deps.log('error', 'state.db restored from backup', { backup: name, kept })
    return { code: 'db/state-broken', details: { restoredFrom: name.slice(6, 16), kept } }
  }
  deps.log('error', 'state.db begun anew', { kept })
  return { code: 'db/state-broken', details: { restoredFrom: null, kept } }
}

async function repairMirror(deps: RepairDeps): Promise<Repair | null> {
  if (await isSound(deps, 'mirror')) return null
  const changes = salvageChanges(join(deps.folder, 'mirror.db'))
  const kept = await setAside(deps, 'mirror')
  const fresh = new Database(':memory:')
  try {
    fresh.prepare('ATTACH DATABASE ? AS mirror').run(join(deps.folder, 'mirror.db'))
    migrate(fresh, 'mirror', migrations.mirror)
    const insert = fresh.prepare('INSERT INTO mirror.change VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
    fresh.transaction(() => {
      for (const row of changes) insert.run(...row)
    })()
  } finally {
    fresh.close()
  }
  deps.log('error', 'mirror.db rebuilt', { changesSaved: changes.length, kept })
  return { code: 'db/mirror-rebuilt', details: { changesSaved: changes.length, kept } }
}

/** Also takes the mark of a clean end off again, so that the next start knows how this run ended. */
async function isSound(deps: RepairDeps, file: DbFile): Promise<boolean> {
  const path = join(deps.folder, `${file}.db`)
  if (!(await deps.files.exists(path))) return true
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 5000 })
    const version = db.pragma('user_version', { simple: true }) as number
    if (version > migrations[file].length) throw new AppError('db/from-the-future', { file, version })
    // Created and never filled: the first start was cut short.
    if (version === 0) return true
    if (isCheckDue(db, file, deps.now) && db.pragma('quick_check(1)', { simple: true }) !== 'ok') return false
    db.prepare(`DELETE FROM meta WHERE key = '${CLOSED_CLEAN}'`).run()
    db.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('${CHECKED_AT}', ?)`).run(deps.now)
    if (file === 'state' && version < migrations.state.length) await backUpNow(db, deps)
    return true
  } catch (error) {
    if (error instanceof AppError) throw error
    deps.log('error', 'database file is broken', { file, error: String(error) })
    return false
  } finally {
    db?.close()
  }
}

const CLOSED_CLEAN = 'closed_clean'
const CHECKED_AT = 'checked_at'

/** After an unclean end, and once a day: 58 ms per 100 MB. What the user made is small and looked at every time. */
function isCheckDue(db: Database.Database, file: DbFile, now: string): boolean {
  const meta = (key: string) => db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined
  const checkedAt = instantMs(meta(CHECKED_AT) ?? '') ?? 0
  return file === 'state' || meta(CLOSED_CLEAN) === undefined || (instantMs(now) ?? 0) - checkedAt > CHECK_EVERY_MS
}

/** The last thing before closing. */
export function markClosedClean({ raw }: Pick<Connection, 'raw'>): void {
  raw.pragma('query_only = OFF')
  for (const schema of ['main', 'mirror']) {
    raw.prepare(`INSERT OR REPLACE INTO ${schema}.meta (key, value) VALUES ('${CLOSED_CLEAN}', '1')`).run()
    raw.pragma(`${schema}.wal_checkpoint(TRUNCATE)`)
  }
}

function isIntact(path: string): boolean {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { fileMustExist: true })
    return db.pragma('integrity_check(1)', { simple: true }) === 'ok'
  } catch {
    // Not even a database: as broken as one can be, which is what was asked.
    return false
  } finally {
    db?.close()
  }
}

/** The file with its journal and index go to `broken-<date>/` together; half a database is worth nothing. */
async function setAside({ folder, files, now }: RepairDeps, file: DbFile): Promise<string> {
  const day = `broken-${now.slice(0, 10)}`
  let name = day
  for (let n = 2; await files.exists(join(folder, name, `${file}.db`)); n++) name = `${day}-${n}`
  await files.makeFolder(join(folder, name))
  for (const ending of ['.db', '.db-wal', '.db-shm']) {
    const path = join(folder, `${file}${ending}`)
    if (await files.exists(path)) await files.move(path, join(folder, name, `${file}${ending}`))
  }
  return name
}

/** History cannot be fetched again. Read row by row until the damage; what comes after it is lost and said to be. */
function salvageChanges(path: string): unknown[][] {
  const rows: unknown[][] = []
  let db: Database.Database | null = null
  try {
    db = new Database(path, { readonly: true })
    const all = db.prepare('SELECT id, type, rid, field, before, after, req_seq, seen_at FROM change ORDER BY id').raw()
    for (const row of all.iterate()) rows.push(row as unknown[])
  } catch {
    // The end of what can be read.
  } finally {
    db?.close()
  }
  return rows
}

async function listBackups({ folder, files }: Pick<RepairDeps, 'folder' | 'files'>): Promise<string[]> {
  return (await files.list(join(folder, 'backups'))).filter((name) => /^state-\d{4}-\d{2}-\d{2}\.db$/.test(name))
}

/** A copy of state.db once a day, beside the one before each migration. */
export async function backUp(raw: Database.Database, deps: RepairDeps): Promise<void> {
  const newest = (await listBackups(deps)).at(-1)?.slice(6, 16) ?? '0000-01-01'
  const age = (instantMs(deps.now) ?? 0) - (instantMs(`${newest}T00:00:00Z`) ?? 0)
  if (age >= BACKUP_EVERY_MS) await backUpNow(raw, deps)
}

/** Test-opened before it counts; the oldest go. */
async function backUpNow(raw: Database.Database, deps: RepairDeps): Promise<void> {
  const { folder, files, now, log } = deps
  const target = join(folder, 'backups', `state-${now.slice(0, 10)}.db`)
  const part = `${target}.part`
  await files.makeFolder(join(folder, 'backups'))
  await files.remove(part)
  await raw.backup(part)
  if (!isIntact(part)) {
    log('error', 'backup is not readable', { target })
    await files.remove(part)
    return
  }
  await files.remove(target)
  await files.move(part, target)
  for (const name of (await listBackups(deps)).slice(0, -BACKUPS_KEPT)) await files.remove(join(folder, 'backups', name))
}
