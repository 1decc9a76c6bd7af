// Locks, checks and repairs the files of an account before and after the engine uses them; backup.ts copies them. A
// broken file is set aside, never deleted; data that cannot be fetched again is saved from it first.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError, type ErrorCode, type ErrorDetails } from '#contract/errors.ts'
import { instantMs } from '../outside/calendar.ts'
import { type BackupDeps, backUpState, getBackupDay, isIntact, listBackups } from './backup.ts'
import { toExpectedFailure, isDamage, isUnreadable } from './failures.ts'
import { type Connection, type DbFile, migrate, migrations } from './open.ts'
import { type Checksums, deleteChecksums, isChanged, loadChecksums } from './checksums.ts'
import { installPreparedMirror } from './prepared-mirror.ts'
import { salvageChanges } from './salvage.ts'
import { isCommitMissing } from './wal.ts'
import type { Write } from './write.ts'

/** A repair of the user's files that must be shown to the user. */
export type Repair = { code: ErrorCode; details: ErrorDetails }

type Schema = 'main' | 'mirror'

/** A file of this name means that the user wants the mirror read again; it is deleted when the new mirror exists. */
export const REBUILD_MARK = 'rebuild-mirror'

const CHECK_EVERY_MS = 24 * 3_600_000

/**
 * Locks the folder for this process by the system's lock on an open file: a crash releases it. Throws `db/in-use` while
 * another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'lock.db'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw toExpectedFailure(error, folder)
  }
  return () => {
    lock.close()
  }
}

/**
 * Runs before opening. Repairs are recorded in the repaired file itself until `reportRepairs`. Throws
 * `db/from-the-future`, and errors that say nothing about the file (locked, full disk); then no data was changed.
 */
export async function repairFiles(deps: BackupDeps): Promise<void> {
  const checksums = await loadChecksums(deps)
  // This runs before any connection opens the files, because the last one to close a file deletes its log.
  const isIncompleteByFile = { state: await isIncomplete(deps, 'state'), mirror: await isIncomplete(deps, 'mirror') }
  // If this start fails or is killed, the next one finds no logs. Loss is reported until a start succeeds.
  if (!isIncompleteByFile.state && !isIncompleteByFile.mirror) await unmarkRunning(deps)
  for (const file of ['state', 'mirror'] as const) await refuseNewerVersion(deps, file, checksums)
  let isStateSound = true
  for (const file of ['state', 'mirror'] as const) {
    await replaceFile(deps, file)
    if (file === 'mirror' && ((await renewMirror(deps)) || (await installPreparedMirror(deps)))) continue
    // SQLite found damage in the last run, and state.db is sound. The mirror is rebuilt without a long check, because
    // it can be read again.
    const isSuspect = file === 'mirror' && checksums.isSuspect && isStateSound
    if (!isSuspect && (await isSound(deps, file, checksums, isIncompleteByFile[file]))) continue
    if (file === 'state') isStateSound = false
    const brokenFolderName = await chooseBrokenFolder(deps, file)
    const repair =
      file === 'state' ? await restoreState(deps, brokenFolderName) : await rebuildMirror(deps, brokenFolderName)
    await replaceFile(deps, file)
    deps.log('error', 'database file repaired', { ...repair })
  }
  if (checksums.isSuspect) await deleteChecksums(deps)
}

/** A file of this name means that the program uses the folder, or ended without closing it. */
const RUNNING_MARK = 'running'

/** Call after both files are open. If the disk is full, a missing log is not noticed later; nothing else is lost. */
export async function markRunning({ folder, files, log }: BackupDeps): Promise<void> {
  await files
    .save(join(folder, RUNNING_MARK), '')
    .catch((error: unknown) => log('warn', 'not marked as running', { error: String(error) }))
}

/** Call before the files are closed: closing deletes their logs, and a kill in between would look like a loss. */
export async function unmarkRunning({ folder, files, log }: BackupDeps): Promise<void> {
  await files
    .remove(join(folder, RUNNING_MARK))
    .catch((error: unknown) => log('warn', 'still marked as running', { error: String(error) }))
}

async function isIncomplete({ folder, files, log }: BackupDeps, file: DbFile): Promise<boolean> {
  const path = join(folder, `${file}.db`)
  if (!(await files.exists(path))) return false
  const [wal, shm] = [await files.readBytes(`${path}-wal`), await files.readBytes(`${path}-shm`)]
  const areCommitsMissing = isCommitMissing({ wal, shm, isExpected: await files.exists(join(folder, RUNNING_MARK)) })
  if (areCommitsMissing)
    log('error', 'commits are missing', { file, walBytes: wal?.byteLength ?? null, shmBytes: shm?.byteLength ?? null })
  return areCommitsMissing
}

/** Rebuilds the mirror if the user requested it, and deletes the old one. Returns whether the user requested it. */
async function renewMirror(deps: BackupDeps): Promise<boolean> {
  const { folder, files, log } = deps
  const markPath = join(folder, REBUILD_MARK)
  if (!(await files.exists(markPath))) return false
  const brokenFolderName = await chooseBrokenFolder(deps, 'mirror')
  const repair = await rebuildMirror(deps, brokenFolderName, 'db/mirror-renewed')
  await replaceFile(deps, 'mirror')
  if (brokenFolderName !== null) {
    for (const ending of ENDINGS) await files.remove(join(folder, brokenFolderName, `mirror${ending}`))
    if ((await files.list(join(folder, brokenFolderName))).length === 0)
      await files.remove(join(folder, brokenFolderName))
  }
  await files.remove(markPath)
  log('info', 'mirror deleted as asked', { ...repair })
  return true
}

// The new file is completed beside the broken one, with its notice inside, and only then replaces it. A start that
// fails before that has changed nothing, or left the completed file, with which the next start continues.
const getPartPath = ({ folder }: BackupDeps, file: DbFile) => join(folder, `${file}.db.part`)
const getFinishedPath = ({ folder }: BackupDeps, file: DbFile) => join(folder, `${file}.db.repaired`)

async function restoreState(deps: BackupDeps, brokenFolderName: string | null): Promise<Repair> {
  const backup =
    (await listBackups(deps, 'state')).findLast((name) => isIntact(join(deps.folder, 'backups', name))) ?? null
  const repair: Repair = {
    code: 'db/state-broken',
    details: { restoredFrom: backup && getBackupDay(backup), kept: brokenFolderName },
  }
  await writeRepairedFile(deps, 'state', async (partPath) => {
    if (backup !== null) await deps.files.copy(join(deps.folder, 'backups', backup), partPath)
    withDatabase(partPath, (db) => {
      if (backup === null) migrate(db, 'main', migrations.state)
      saveRepair(db, 'main', repair)
    })
  })
  return repair
}

async function rebuildMirror(
  deps: BackupDeps,
  brokenFolderName: string | null,
  code: Repair['code'] = 'db/mirror-rebuilt',
): Promise<Repair> {
  const { folder, files } = deps
  // The copies come first: they were read when they were created, and the same row in a broken file may be damaged.
  const sourcePaths = (await listBackups(deps, 'changes')).toReversed().map((name) => join(folder, 'backups', name))
  if (await files.exists(join(folder, 'mirror.db'))) sourcePaths.push(join(folder, 'mirror.db'))
  const repair: Repair = { code, details: { changesSaved: 0, kept: brokenFolderName } }
  await writeRepairedFile(deps, 'mirror', (partPath) =>
    withDatabase(':memory:', (db) => {
      db.prepare('ATTACH DATABASE ? AS mirror').run(partPath)
      // Creates the layout of the saved rows. The later steps then migrate the rows like any others.
      migrate(db, 'mirror', migrations.mirror.slice(0, readMigrationCount(join(folder, 'mirror.db'))))
      db.transaction(() => {
        for (const sourcePath of sourcePaths) salvageChanges(sourcePath, db)
      })()
      migrate(db, 'mirror', migrations.mirror)
      db.transaction(() => {
        repair.details['changesSaved'] = db.prepare('SELECT count(*) FROM mirror.change').pluck().get() as number
        saveRepair(db, 'mirror', repair)
      })()
    }),
  )
  return repair
}

/** How many migrations this mirror has run; the number of all migrations if that is unreadable. */
function readMigrationCount(path: string): number {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { readonly: true, fileMustExist: true })
    return (db.pragma('user_version', { simple: true }) as number) || migrations.mirror.length
  } catch {
    // Damaged from its first page on, or missing.
    return migrations.mirror.length
  } finally {
    db?.close()
  }
}

async function writeRepairedFile(
  deps: BackupDeps,
  file: DbFile,
  write: (partPath: string) => Promise<void> | void,
): Promise<void> {
  const partPath = getPartPath(deps, file)
  const cleanUp = async () => {
    for (const ending of ['', '-journal']) await deps.files.remove(`${partPath}${ending}`)
  }
  await cleanUp()
  try {
    await write(partPath)
  } catch (error) {
    await cleanUp()
    throw error
  }
  await deps.files.move(partPath, getFinishedPath(deps, file))
}

function withDatabase(path: string, work: (db: Database.Database) => void): void {
  const db = new Database(path)
  try {
    // Its commit also flushes to the disk what was copied into the file before.
    work(db)
  } finally {
    db.close()
  }
}

async function replaceFile(deps: BackupDeps, file: DbFile): Promise<void> {
  const finishedPath = getFinishedPath(deps, file)
  if (!(await deps.files.exists(finishedPath))) return
  let keptFolderName: unknown = null
  withDatabase(finishedPath, (db) => {
    keptFolderName = readRepair(db, 'main')?.details['kept']
  })
  await setAside(deps, file, typeof keptFolderName === 'string' ? keptFolderName : await chooseBrokenFolder(deps, file))
  await deps.files.move(finishedPath, join(deps.folder, `${file}.db`))
}

const REPAIRED_KEY = 'repaired'

function saveRepair(db: Database.Database, schema: Schema, repair: Repair): void {
  db.prepare(`INSERT OR REPLACE INTO ${schema}.meta (key, value) VALUES ('${REPAIRED_KEY}', ?)`).run(
    JSON.stringify(repair),
  )
}

function readRepair(db: Database.Database, schema: Schema): Repair | null {
  const text = db.prepare(`SELECT value FROM ${schema}.meta WHERE key = '${REPAIRED_KEY}'`).pluck().get() as
    string | undefined
  return text === undefined ? null : (JSON.parse(text) as Repair)
}

/**
 * Runs after opening: shows each repair as a notice until the user dismisses it. No transaction spans both files: after
 * a crash between the two writes, this runs again with a notice that already exists.
 */
export function reportRepairs({ raw }: Pick<Connection, 'raw'>, write: Write, at: string): void {
  for (const schema of ['main', 'mirror'] as const) {
    const repair = readRepair(raw, schema)
    if (!repair) continue
    write((db) => {
      const noticeValues = [repair.code, JSON.stringify(repair.details)]
      const isReported = db.get('SELECT 1 FROM notice WHERE code = ? AND details = ?', ...noticeValues) !== undefined
      if (!isReported) db.run('INSERT INTO notice (code, details, at) VALUES (?, ?, ?)', ...noticeValues, at)
    })
    write((db) => db.run(`DELETE FROM ${schema}.meta WHERE key = '${REPAIRED_KEY}'`))
  }
}

/**
 * Throws if a newer version of the program wrote this file. Both files are checked before either is written, because
 * they belong together.
 */
async function refuseNewerVersion(deps: BackupDeps, file: DbFile, checksums: Checksums): Promise<void> {
  const path = join(deps.folder, `${file}.db`)
  if (!(await deps.files.exists(path))) return
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 5000 })
    const version = db.pragma('user_version', { simple: true }) as number
    if (version <= migrations[file].length) return
    // The damage may have changed the version itself.
    if (isChanged(checksums, file, { mark: loadCleanMark(db), checksum: await computeChecksum(deps, file, checksums) }))
      return
    throw new AppError('db/from-the-future', { file, version })
  } catch (error) {
    if (!isDamage(error) && !isUnreadable(error)) throw error
  } finally {
    db?.close()
  }
}

/**
 * Whether the file can be used. Also removes the mark of a clean end, so that the next start knows how this run ended;
 * records missing commits for the user; and backs up state.db before a migration.
 */
async function isSound(
  deps: BackupDeps,
  file: DbFile,
  checksums: Checksums,
  hasMissingCommits: boolean,
): Promise<boolean> {
  const path = join(deps.folder, `${file}.db`)
  // An empty or missing file is sound only without a backup of its content: then the first start was interrupted.
  const isEmptyFileSound = (await listBackups(deps, file === 'state' ? 'state' : 'changes')).length === 0
  if (!(await deps.files.exists(path))) return isEmptyFileSound
  const checksum = await computeChecksum(deps, file, checksums)
  let db: Database.Database | null = null
  try {
    db = new Database(path, { timeout: 5000 })
    const version = db.pragma('user_version', { simple: true }) as number
    if (isChanged(checksums, file, { mark: loadCleanMark(db), checksum })) {
      deps.log('error', 'database file changed since it was closed', { file, sum: checksum })
      return false
    }
    if (version === 0) return isEmptyFileSound && !hasMissingCommits
    const check = checksums.isSuspect ? 'integrity_check(1)' : 'quick_check(1)'
    if ((checksums.isSuspect || isCheckDue(db, file, deps.now)) && db.pragma(check, { simple: true }) !== 'ok')
      return false
    db.prepare(`DELETE FROM meta WHERE key = '${CLOSED_CLEAN_KEY}'`).run()
    db.prepare(`INSERT OR REPLACE INTO meta (key, value) VALUES ('${CHECKED_AT_KEY}', ?)`).run(deps.now)
    if (hasMissingCommits)
      saveRepair(db, 'main', { code: file === 'state' ? 'db/state-incomplete' : 'db/mirror-incomplete', details: {} })
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

const CLOSED_CLEAN_KEY = 'closed_clean'
const CHECKED_AT_KEY = 'checked_at'

/**
 * The mirror is checked after an unclean end and once a day, because a check takes 58 ms per 100 MB. The user's own
 * data is small and is checked every time.
 */
function isCheckDue(db: Database.Database, file: DbFile, now: string): boolean {
  const checkedAt = instantMs(loadMetaValue(db, CHECKED_AT_KEY) ?? '') ?? 0
  return (
    file === 'state' ||
    loadMetaValue(db, CLOSED_CLEAN_KEY) === undefined ||
    (instantMs(now) ?? 0) - checkedAt > CHECK_EVERY_MS
  )
}

function loadCleanMark(db: Database.Database): string | undefined {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'meta'`).get() === undefined
    ? undefined
    : loadMetaValue(db, CLOSED_CLEAN_KEY)
}

function loadMetaValue(db: Database.Database, key: string): string | undefined {
  return db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined
}

/** A larger mirror gets no checksum at the start, because the user waits, and its records can be read again. */
const MAX_CHECKSUM_BYTES = 256 * 1024 * 1024

async function computeChecksum(
  { folder, files }: BackupDeps,
  file: DbFile,
  checksums: Checksums,
): Promise<string | null> {
  if (checksums.files[file] === undefined) return null
  const path = join(folder, `${file}.db`)
  const needsChecksum = file === 'state' || ((await files.size(path)) ?? 0) <= MAX_CHECKSUM_BYTES
  return needsChecksum ? files.checksum(path) : null
}

/** The last step before closing. `mark` names this close. */
export function markClosedClean({ raw }: Pick<Connection, 'raw'>, mark: string): void {
  raw.pragma('query_only = OFF')
  for (const schema of ['main', 'mirror']) {
    raw.prepare(`INSERT OR REPLACE INTO ${schema}.meta (key, value) VALUES ('${CLOSED_CLEAN_KEY}', ?)`).run(mark)
    raw.pragma(`${schema}.wal_checkpoint(TRUNCATE)`)
  }
}

/** The name of the folder for the broken file; null if there is no file. Each folder has at most one file of a kind. */
async function chooseBrokenFolder({ folder, files, now }: BackupDeps, file: DbFile): Promise<string | null> {
  const existing = await Promise.all(ENDINGS.map((ending) => files.exists(join(folder, `${file}${ending}`))))
  if (!existing.includes(true)) return null
  const dayName = `broken-${now.slice(0, 10)}`
  let name = dayName
  const isTaken = async () => {
    const names = await files.list(join(folder, name))
    return ENDINGS.some((ending) => names.includes(`${file}${ending}`))
  }
  for (let number = 2; await isTaken(); number++) name = `${dayName}-${number}`
  return name
}

const ENDINGS = ['.db', '.db-wal', '.db-shm', '.db-journal']

/** Moves the file with its journal and index; a database without these is useless. */
async function setAside({ folder, files }: BackupDeps, file: DbFile, folderName: string | null): Promise<void> {
  if (folderName === null) return
  await files.makeFolder(join(folder, folderName))
  for (const ending of ENDINGS) {
    const path = join(folder, `${file}${ending}`)
    if (await files.exists(path)) await files.move(path, join(folder, folderName, `${file}${ending}`))
  }
}
