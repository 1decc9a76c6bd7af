// The program's disk in a simulated world: real SQLite on real files, in a memory file system if there is one. The
// program may crash at each commit and file operation (a crash point). The next run gets a copy of the folder.
import {
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import Database from 'better-sqlite3'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { type Files, formatChecksum } from '#engine/outside/files.ts'
import { WRITE_STATEMENT } from '#support/file-writes.ts'
import { type SimDisk, createSimUserFiles } from './user-files.ts'

/** The data folder of one run of the program. */
export type Volume = {
  folder: string
  files: Files
  /** Returns the engine's connection, or null before its first commit. */
  getDatabase(): Database.Database | null
  /** Copies what the next run finds: all written data after a crash, only synced data after a loss of power. */
  copyTo(folder: string, isPowerLost: boolean): void
  setFull(isFull: boolean): void
  delete(): void
}

export type VolumeOptions = {
  folder: string
  /** Called after each commit and file operation. The program may crash at this point. */
  onCrashPoint: (what: string) => void
  /** Whether the program has ended. After that, file operations never resolve. */
  isOver: () => boolean
  /** Whether to copy the synced state of the folder, for a loss of power. */
  canLosePower: boolean
  /** The watched folder, and the duration of reads. */
  userDisk: Pick<SimDisk, 'userFolder' | 'waitForRead' | 'pickErrorCode' | 'now'>
}

/** `hasWritten`: the current transaction wrote to a file, so it fails on a full disk. */
type ObservedVolume = {
  onCommit: (raw: Database.Database) => void
  onBackupWritten: () => void
  isFull: boolean
  hasWritten: boolean
}

const volumes = new Map<string, ObservedVolume>()

/** Creates a folder in memory, if the system has one, so that the simulation does not wait for a disk. */
export function createWorkFolder(): string {
  const memory = '/dev/shm'
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'quaywatch-sim-'))
}

/** Creates both database files once. Creating them for each world would take half the time of a short scenario. */
export function createTemplateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  openConnection(folder, momentSetup).close()
}

export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // A new process creates its own shared-memory index and lock.
    if (entry.name.endsWith('-shm') || entry.name.startsWith('lock.db')) continue
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name))
    else copyFileSync(join(from, entry.name), join(to, entry.name))
  }
}

export function createVolume({ folder, onCrashPoint, isOver, canLosePower, userDisk }: VolumeOptions): Volume {
  patchTransactions()
  let raw: Database.Database | null = null
  const syncedFolder = `${folder}-synced`
  let commitsSinceSync = 0
  const state: ObservedVolume = {
    isFull: false,
    hasWritten: false,
    onBackupWritten: () => onCrashPoint('backup'),
    onCommit: (connection) => {
      if (isOver()) return
      raw = connection
      // Without `synchronous = FULL`, SQLite does not sync each commit. Every 40th commit is treated as the last sync.
      if (canLosePower && !hasFullSync(connection) && commitsSinceSync++ % 40 === 0) {
        rmSync(syncedFolder, { recursive: true, force: true })
        copyFolder(folder, syncedFolder)
      }
      onCrashPoint('commit')
    },
  }
  volumes.set(folder, state)
  return {
    folder,
    files: createSimFiles(onCrashPoint, isOver, () => state.isFull, userDisk),
    getDatabase: () => raw,
    copyTo: (target, isPowerLost) =>
      copyFolder(isPowerLost && existsSync(syncedFolder) ? syncedFolder : folder, target),
    setFull: (isFull) => {
      state.isFull = isFull
    },
    delete: () => {
      volumes.delete(folder)
      raw?.close()
      for (const path of [folder, syncedFolder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function hasFullSync(raw: Database.Database): boolean {
  return ['main', 'mirror'].every((schema) => (raw.pragma(`${schema}.synchronous`, { simple: true }) as number) >= 2)
}

const isOutOfSpace = ({ isFull, hasWritten }: ObservedVolume) => isFull && hasWritten

let isPatched = false

/** Patches better-sqlite3 to observe each commit without a change in the engine. */
function patchTransactions(): void {
  if (isPatched) return
  isPatched = true
  type Work = (...parameters: unknown[]) => unknown
  const prototype = Database.prototype as unknown as {
    transaction: (this: Database.Database, work: Work) => Work & { immediate: Work; deferred: Work }
    backup: (this: Database.Database, path: string) => Promise<unknown>
  }
  const original = prototype.transaction
  patchStatements()
  // Writes the backup synchronously, because the order of threads does not depend on the seed.
  prototype.backup = function (path) {
    writeFileSync(path, this.serialize())
    volumes.get(dirname(this.name))?.onBackupWritten()
    return Promise.resolve({ totalPages: 0, remainingPages: 0 })
  }
  prototype.transaction = function (work) {
    const volume = volumes.get(dirname(this.name))
    if (!volume) return original.call(this, work)
    const transaction = original.call(this, (...parameters) => {
      volume.hasWritten = false
      const value = work(...parameters)
      // On a full disk the commit fails and the transaction is rolled back.
      if (isOutOfSpace(volume)) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return value
    })
    const notifying =
      (run: Work): Work =>
      (...parameters) => {
        const value = run(...parameters)
        if (!this.inTransaction) volume.onCommit(this)
        return value
      }
    // The engine uses `deferred` for reads only, so it is not observed.
    return Object.assign(notifying(transaction), {
      immediate: notifying(transaction.immediate),
      deferred: original.call(this, work).deferred,
    })
  }
}

/** Observes writing statements. better-sqlite3 does not export their class, so a prepared statement gives it. */
function patchStatements(): void {
  const probe = new Database(':memory:')
  const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as {
    run: (this: Database.Statement, ...parameters: unknown[]) => unknown
  }
  probe.close()
  const original = prototype.run
  prototype.run = function (...parameters) {
    const volume = volumes.get(dirname(this.database.name))
    if (volume?.isFull === true && WRITE_STATEMENT.test(this.source)) volume.hasWritten = true
    return Reflect.apply(original, this, parameters)
  }
}

/** Creates synchronous file operations. Those of Node use threads, whose order does not depend on the seed. */
function createSimFiles(
  onCrashPoint: (what: string) => void,
  isOver: () => boolean,
  isFull: () => boolean,
  userDisk: VolumeOptions['userDisk'],
): Files {
  const runOperation = <T>(what: string, work: () => T): Promise<T> => {
    if (isOver()) return new Promise(() => undefined)
    try {
      const value = work()
      if (what !== '') onCrashPoint(what)
      return isOver() ? new Promise(() => undefined) : Promise.resolve(value)
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return {
    ...createSimUserFiles({ ...userDisk, runOperation, isFull }),
    makeFolder: (path) => runOperation('make folder', () => void mkdirSync(path, { recursive: true })),
    exists: (path) => runOperation('', () => existsSync(path)),
    isThere: existsSync,
    size: (path) => runOperation('', () => (existsSync(path) ? statSync(path).size : null)),
    read: (path) => runOperation('', () => (existsSync(path) ? readFileSync(path, 'utf8') : null)),
    readBytes: (path) => runOperation('', () => (existsSync(path) ? readFileSync(path) : null)),
    save: (path, text) =>
      runOperation('save', () => {
        if (isFull()) throw createNoSpaceError()
        writeFileSync(path, text)
      }),
    replace: (path, _part, content) =>
      runOperation('replace', () => {
        if (isFull()) throw createNoSpaceError()
        writeFileSync(path, Buffer.concat(content))
      }),
    checksum: (path) =>
      runOperation('', () =>
        existsSync(path) ? formatChecksum(statSync(path).size, crc32(readFileSync(path))) : null,
      ),
    list: (folder) => runOperation('', () => (existsSync(folder) ? readdirSync(folder).sort() : [])),
    copy: (from, to) =>
      runOperation('copy', () => {
        if (isFull()) throw createNoSpaceError()
        copyFileSync(from, to, constants.COPYFILE_EXCL)
      }),
    move: (from, to) => runOperation('move', () => renameSync(from, to)),
    remove: (path) => runOperation('remove', () => rmSync(path, { force: true, recursive: true })),
  }
}

function createNoSpaceError(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}
