// Files of an account before and after the engine works with them: lock, check, repair; copies: backup.ts.
// A broken file is set aside, never deleted; what cannot be fetched again is saved out of it first.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { instantMs } from '../outside/calendar.ts'
import { type BackupDeps, backUpState, dayOf, isIntact, listBackups, salvageChanges } from './backup.ts'
import { asExpected, isDamage, isUnreadable } from './failures.ts'
import { type Connection, type DbFile, migrate, migrations } from './open.ts'
import { type Sums, dropSums, isChanged, loadSums } from './sums.ts'
import { isCommitMissing } from './wal.ts'
import type { Write } from './write.ts'

/** Something that happened to the user's files and that they must be told. */
export type Repair = { code: ErrorCode; details: ErrorDetails }

type Schema = 'main' | 'mirror'

/** A file of this name says that the user wants the mirror read anew; it goes once the new one stands. */
export const REBUILD_MARK = 'rebuild-mirror'

const CHECK_EVERY_MS = 24 * 3_600_000

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
    throw asExpected(error, folder)
  }
  return () => {
    lock.close()
  }
}

/**
 * Before opening. What had to be repaired is in the repaired file itself until `tellRepairs`. Throws
 * `db/from-the-future`, and what says nothing about the file (held, full disk), with everything left as it was.
 */
export async function repairFiles(deps: BackupDeps): Promise<void> {
  const sums = await loadSums(deps)
  // Before anything opens them: whoever closes a file last takes its log away.
  const incomplete = { state: await isIncomplete(deps, 'state'), mirror: await isIncomplete(deps, 'mirror') }
  for (const file of ['state', 'mirror'] as const) await refuseFuture(deps, file, sums)
  let isStateSound = true
  for (const file of ['state', 'mirror'] as const) {
    await putInPlace(deps, file)
    if (file === 'mirror' && (await renewMirror(deps))) continue
    // Damage was met and the file of the user's own work is well: what can be read again is not looked at for long.
    const isSuspect = file === 'mirror' && sums.isSuspect && isStateSound
    if (!isSuspect && (await isSound(deps, file, sums, incomplete[file]))) continue
    if (file === 'state') isStateSound = false
    const kept = await brokenFolder(deps, file)
    const repair = file === 'state' ? await restoreState(deps, kept) : await rebuildMirror(deps, kept)
    await putInPlace(deps, file)
    deps.log('error', 'database file repaired', { ...repair })
  }
  if (sums.isSuspect) await dropSums(deps)
}

/** A file of this name says that the program works with the folder, or ended in the middle of that. */
const RUNNING_MARK = 'running'

/** Once both files are open. Without room for it a log that is taken away is not noticed; that is all it loses. */
export async function markRunning({ folder, files, log }: BackupDeps): Promise<void> {
  await files.save(join(folder, RUNNING_MARK), '').catch((error: unknown) => {
    log('warn', 'not marked as running', { error: String(error) })
  })
}

/** Once both are closed. */
export async function unmarkRunning({ folder, files, log }: BackupDeps): Promise<void> {
  await files.remove(join(folder, RUNNING_MARK)).catch((error: unknown) => {
    log('warn', 'still marked as running', { error: String(error) })
  })
}

async function isIncomplete({ folder, files, log }: BackupDeps, file: DbFile): Promise<boolean> {
  const path = join(folder, `${file}.db`)
  if (!(await files.exists(path))) return false
  const [wal, shm] = [await files.readBytes(`${path}-wal`), await files.readBytes(`${path}-shm`)]
  const isMissing = isCommitMissing({ wal, shm, isExpected: await files.exists(join(folder, RUNNING_MARK)) })
  if (isMissing)
    log('error', 'commits are missing', { file, walBytes: wal?.byteLength ?? null, shmBytes: shm?.byteLength ?? null })
  return isMissing
}

/**
 * As a broken one is rebuilt, except that the old one is not kept: it was to be deleted. Answers whether it was asked
 * for.
 */
async function renewMirror(deps: BackupDeps): Promise<boolean> {
  const { folder, files, log } = deps
  const mark = join(folder, REBUILD_MARK)
  if (!(await files.exists(mark))) return false
  const kept = await brokenFolder(deps, 'mirror')
  const repair = await rebuildMirror(deps, kept, 'db/mirror-renewed')
  await putInPlace(deps, 'mirror')
  if (kept !== null) {
    for (const ending of ENDINGS) await files.remove(join(folder, kept, `mirror${ending}`))
    if ((await files.list(join(folder, kept))).length === 0) await files.remove(join(folder, kept))
  }
  await files.remove(mark)
  log('info', 'mirror deleted as asked', { ...repair })
  return true
}

// The new file is finished beside the broken one, with the news of it inside, and only then takes its place. A start
// that fails on the way has changed nothing, or left the finished file, with which the next start goes on.
const partOf = ({ folder }: BackupDeps, file: DbFile) => join(folder, `${file}.db.part`)
const finishedOf = ({ folder }: BackupDeps, file: DbFile) => join(folder, `${file}.db.repaired`)

async function restoreState(deps: BackupDeps, kept: string | null): Promise<Repair> {
  const backup =
    (await listBackups(deps, 'state')).findLast((name) => isIntact(join(deps.folder, 'backups', name))) ?? null
  const repair: Repair = { code: 'db/state-broken', details: { restoredFrom: backup && dayOf(backup), kept } }
  await finish(deps, 'state', async (part) => {
    if (backup !== null) await deps.files.copy(join(deps.folder, 'backups', backup), part)
    fill(part, (db) => {
      if (backup === null) migrate(db, 'main', migrations.state)
      noteRepair(db, 'main', repair)
    })
  })
  return repair
}

async function rebuildMirror(
  deps: BackupDeps,
  kept: string | null,
  code: Repair['code'] = 'db/mirror-rebuilt',
): Promise<Repair> {
  const { folder, files } = deps
  // Copies first: they were read when they were made, and what a broken file says of the same row may be damage.
  const sources = (await listBackups(deps, 'changes')).toReversed().map((name) => join(folder, 'backups', name))
  if (await files.exists(join(folder, 'mirror.db'))) sources.push(join(folder, 'mirror.db'))
  const repair: Repair = { code, details: { changesSaved: 0, kept } }
  await finish(deps, 'mirror', (part) => {
    fill(':memory:', (db) => {
      db.prepare('ATTACH DATABASE ? AS mirror').run(part)
      // Into the layout they are saved from; the later steps then carry them over like any others.
      migrate(db, 'mirror', migrations.mirror.slice(0, layoutOf(join(folder, 'mirror.db'))))
      db.transaction(() => {
        for (const source of sources) salvageChanges(source, db)
      })()
      migrate(db, 'mirror', migrations.mirror)
      db.transaction(() => {
        repair.details['changesSaved'] = db.prepare('SELECT count(*) FROM mirror.change').pluck().get() as number
        noteRepair(db, 'mirror', repair)
      })()
    })
  })
  return repair
}

/** How many steps made this mirror; all of them where that cannot be read. */
function layoutOf(path: string): number {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    return (db.pragma('user_version', { simple: true }) as number) || migrations.mirror.length
  } catch {
    // Damaged from its first page on, or not there.
    return migrations.mirror.length
  } finally {
    db?.close()
  }
}

async function finish(deps: BackupDeps, file: DbFile, write: (part: string) => Promise<void> | void): Promise<void> {
  const part = partOf(deps, file)
  const cleanUp = async () => {
    for (const ending of ['', '-journal']) await deps.files.remove(`${part}${ending}`)
  }
  await cleanUp()
  try {
    await write(part)
  } catch (error) {
    await cleanUp()
    throw error
  }
  await deps.files.move(part, finishedOf(deps, file))
}

function fill(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(path)
  try {
    // The commit in it also brings to the disk what was copied into the file before.
    work(db)
  } finally {
    db.close()
  }
}

async function putInPlace(deps: BackupDeps, file: DbFile): Promise<void> {
  const finished = finishedOf(deps, file)
  if (!(await deps.files.exists(finished))) return
  let kept: unknown = null
  fill(finished, (db) => {
    kept = readRepair(db, 'main')?.details['kept']
  })
  await setAside(deps, file, typeof kept === 'string' ? kept : await brokenFolder(deps, file))
  await deps.files.move(finished, join(deps.folder, `${file}.db`))
}

const REPAIRED = 'repaired'

function noteRepair(db: Database.Database, schema: Schema, repair: Repair): void {
  db.prepare(`INSERT OR REPLACE INTO ${schema}.meta (key, value) VALUES ('${REPAIRED}', ?)`).run(JSON.stringify(repair))
}

function readRepair(db: Database.Database, schema: Schema): Repair | null {
  const text = db.prepare(`SELECT value FROM ${schema}.meta WHERE key = '${REPAIRED}'`).pluck().get() as
    string | undefined
  return text === undefined ? null : (JSON.parse(text) as Repair)
}

/**
 * After opening. What was repaired stays on screen until the user has read it. No transaction spans both files: a crash
 * between the two writes comes here again with a notice that is there already.
 */
export function tellRepairs({ raw }: Pick<Connection, 'raw'>, write: Write, at: string): void {
  for (const schema of ['main', 'mirror'] as const) {
    const repair = readRepair(raw, schema)
    if (!repair) continue
    write((db) => {
      const said = [repair.code, JSON.stringify(repair.details)]
      const isSaid = db.get('SELECT 1 FROM notice WHERE code = ? AND details = ?', ...said) !== undefined
      if (!isSaid) db.run('INSERT INTO notice (code, details, at) VALUES (?, ?, ?)', ...said, at)
    })
    write((db) => db.run(`DELETE FROM ${schema}.meta WHERE key = '${REPAIRED}'`))
  }
}

/** Of both before anything is written to either: the file that is of this version goes on with the other one. */
async function refuseFuture(deps: BackupDeps, file: DbFile, sums: Sums): Promise<void> {
  const path = join(deps.folder, `${file}.db`)
  if (!(await deps.files.exists(path))) return
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 5000 })
    const version = db.pragma('user_version', { simple: true }) as number
    if (version <= migrations[file].length) return
    // The version may itself be what has changed.
    if (isChanged(sums, file, { mark: markIn(db), sum: await sumOf(deps, file, sums) })) return
    throw new AppError('db/from-the-future', { file, version })
  } catch (error) {
    if (!isDamage(error) && !isUnreadable(error)) throw error
  } finally {
    db?.close()
  }
}

/**
 * Also takes the mark of a clean end off again, so that the next start knows how this run ended; and notes what is
 * missing.
 */
async function isSound(deps: BackupDeps, file: DbFile, sums: Sums, isCut: boolean): Promise<boolean> {
  const path = join(deps.folder, `${file}.db`)
  // Never filled, because the first start was cut short; with a copy of what was in it, it is lost.
  const isEmptySound = (await listBackups(deps, file === 'state' ? 'state' : 'changes')).length === 0
  if (!(await deps.files.exists(path))) return isEmptySound
  const sum = await sumOf(deps, file, sums)
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 5000 })
    const version = db.pragma('user_version', { simple: true }) as number
    if (isChanged(sums, file, { mark: markIn(db), sum })) {
      deps.log('error', 'database file is not what it was when it was closed', { file, sum })
      return false
    }
    if (version === 0) return isEmptySound && !isCut
    const check = sums.isSuspect ? 'integrity_check(1)' : 'quick_check(1)'
    if ((sums.isSuspect || isCheckDue(db, file, deps.now)) && db.pragma(check, { simple: true }) !== 'ok') return false
    db.prepare(`DELETE FROM meta WHERE key = '${CLOSED_CLEAN}'`).run()
    db.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('${CHECKED_AT}', ?)`).run(deps.now)
    if (isCut)
      noteRepair(db, 'main', { code: file === 'state' ? 'db/state-incomplete' : 'db/mirror-incomplete', details: {} })
    if (file === 'state' && version < migrations.state.length) await backUpState(db, deps)
    return true
  } catch (error) {
    if (!isDamage(error) && !isUnreadable(error)) throw error
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
  const checkedAt = instantMs(metaOf(db, CHECKED_AT) ?? '') ?? 0
  return (
    file === 'state' || metaOf(db, CLOSED_CLEAN) === undefined || (instantMs(now) ?? 0) - checkedAt > CHECK_EVERY_MS
  )
}

function markIn(db: Database.Database): string | undefined {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`).get() === undefined
    ? undefined
    : metaOf(db, CLOSED_CLEAN)
}

function metaOf(db: Database.Database, key: string): string | undefined {
  return db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined
}

/** Of a very large mirror no sum is taken at the start: somebody waits, and it can be read again. */
const LARGEST_SUMMED_BYTES = 256 * 1024 * 1024

async function sumOf({ folder, files }: BackupDeps, file: DbFile, sums: Sums): Promise<string | null> {
  if (sums.files[file] === undefined) return null
  const path = join(folder, `${file}.db`)
  const isSummed = file === 'state' || ((await files.size(path)) ?? 0) <= LARGEST_SUMMED_BYTES
  return isSummed ? files.checksum(path) : null
}

/** The last thing before closing. `mark` names this closing. */
export function markClosedClean({ raw }: Pick<Connection, 'raw'>, mark: string): void {
  raw.pragma('query_only = OFF')
  for (const schema of ['main', 'mirror']) {
    raw.prepare(`INSERT OR REPLACE INTO ${schema}.meta (key, value) VALUES ('${CLOSED_CLEAN}', ?)`).run(mark)
    raw.pragma(`${schema}.wal_checkpoint(TRUNCATE)`)
  }
}

/** Where the file is kept; null when there is nothing to keep. A folder holds one broken file of a kind. */
async function brokenFolder({ folder, files, now }: BackupDeps, file: DbFile): Promise<string | null> {
  const exists = await Promise.all(ENDINGS.map((ending) => files.exists(join(folder, `${file}${ending}`))))
  if (!exists.includes(true)) return null
  const day = `broken-${now.slice(0, 10)}`
  let name = day
  const isTaken = async () => {
    const names = await files.list(join(folder, name))
    return ENDINGS.some((ending) => names.includes(`${file}${ending}`))
  }
  for (let n = 2; await isTaken(); n++) name = `${day}-${n}`
  return name
}

const ENDINGS = ['.db', '.db-wal', '.db-shm', '.db-journal']

/** The file with its journal and index go there together; half a database is worth nothing. */
async function setAside({ folder, files }: BackupDeps, file: DbFile, kept: string | null): Promise<void> {
  if (kept === null) return
  await files.makeFolder(join(folder, kept))
  for (const ending of ENDINGS) {
    const path = join(folder, `${file}${ending}`)
    if (await files.exists(path)) await files.move(path, join(folder, kept, `${file}${ending}`))
  }
}
