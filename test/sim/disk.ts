// The disk of a simulated computer: real SQLite on real files, in a folder in memory if the system has one. Each commit
// and each file operation is a point at which the world may end; a copy of the folder is what remains then.
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
import { type Files, sumText } from '#engine/outside/files.ts'
import { fileWrites } from '#support/file-writes.ts'
import { type SimDisk, createSimUserFiles } from './user-files.ts'

/** The disk of one run of the program. Paths below `folder` belong to it alone. */
export type Volume = {
  folder: string
  files: Files
  /** The engine's connection, after its first commit. */
  raw(): Database.Database | null
  /** What the next start finds: everything written after a crash, only synced data after a loss of power. */
  copyTo(folder: string, isPowerLost: boolean): void
  /** Makes the disk full, or not full. */
  fill(isFull: boolean): void
  drop(): void
}

export type VolumeOptions = {
  folder: string
  /** Called after each commit and around each file operation. */
  point: (what: string) => void
  /** Whether the program has ended. After that, file operations never resolve. */
  isOver: () => boolean
  /** Whether to record what remains after a loss of power. */
  isPowerAtRisk: boolean
  /** The clerk's folders, and how long reads take. */
  user: Pick<SimDisk, 'cabinet' | 'pause' | 'pick' | 'now'>
}

/** `hasWritten`: the current transaction needs space in a file. */
type WatchedVolume = {
  committed: (raw: Database.Database) => void
  wrote: () => void
  isFull: boolean
  hasWritten: boolean
}

const volumes = new Map<string, WatchedVolume>()

/** Creates a folder in memory, if the system has one, so that the simulation does not wait for a disk. */
export function makeWorkFolder(): string {
  const memory = '/dev/shm'
  return mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'quaywatch-sim-'))
}

/** Creates both database files once. Creating them for each world would take half the time of a short scenario. */
export function makeFirstFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  openConnection(folder, momentSetup).close()
}

export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    // A new process does not use the shared-memory index and the lock of another process.
    if (entry.name.endsWith('-shm') || entry.name.startsWith('lock.db')) continue
    if (entry.isDirectory()) copyFolder(join(from, entry.name), join(to, entry.name))
    else copyFileSync(join(from, entry.name), join(to, entry.name))
  }
}

export function createVolume({ folder, point, isOver, isPowerAtRisk, user }: VolumeOptions): Volume {
  watchCommits()
  let raw: Database.Database | null = null
  const synced = `${folder}-synced`
  let sinceSync = 0
  const state: WatchedVolume = {
    isFull: false,
    hasWritten: false,
    wrote: () => point('backup'),
    committed: (connection) => {
      if (isOver()) return
      raw = connection
      // Without FULL, SQLite syncs only sometimes: after a loss of power the last sync counts.
      if (isPowerAtRisk && !isWrittenAtOnce(connection) && sinceSync++ % 40 === 0) {
        rmSync(synced, { recursive: true, force: true })
        copyFolder(folder, synced)
      }
      point('commit')
    },
  }
  volumes.set(folder, state)
  return {
    folder,
    files: createSimFiles(point, isOver, () => state.isFull, user),
    raw: () => raw,
    copyTo: (target, isPowerLost) => copyFolder(isPowerLost && existsSync(synced) ? synced : folder, target),
    fill: (isFull) => {
      state.isFull = isFull
    },
    drop: () => {
      volumes.delete(folder)
      raw?.close()
      for (const path of [folder, synced]) rmSync(path, { recursive: true, force: true })
    },
  }
}

function isWrittenAtOnce(raw: Database.Database): boolean {
  return ['main', 'mirror'].every((schema) => (raw.pragma(`${schema}.synchronous`, { simple: true }) as number) >= 2)
}

const isOutOfSpace = ({ isFull, hasWritten }: WatchedVolume) => isFull && hasWritten

let isPatched = false

/** Patches better-sqlite3, so that the simulation notices each commit without a change in the engine. */
function watchCommits(): void {
  if (isPatched) return
  isPatched = true
  type Work = (...parameters: unknown[]) => unknown
  const prototype = Database.prototype as unknown as {
    transaction: (this: Database.Database, work: Work) => Work & { immediate: Work; deferred: Work }
    backup: (this: Database.Database, path: string) => Promise<unknown>
  }
  const original = prototype.transaction
  watchWrites()
  // Writes the backup synchronously: the order of the system's threads does not depend on the seed.
  prototype.backup = function (path) {
    writeFileSync(path, this.serialize())
    volumes.get(dirname(this.name))?.wrote()
    return Promise.resolve({ totalPages: 0, remainingPages: 0 })
  }
  prototype.transaction = function (work) {
    const volume = volumes.get(dirname(this.name))
    if (!volume) return original.call(this, work)
    const made = original.call(this, (...parameters) => {
      volume.hasWritten = false
      const value = work(...parameters)
      // A full disk is reported at the commit, as elsewhere: everything is rolled back.
      if (isOutOfSpace(volume)) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return value
    })
    const watched =
      (run: Work): Work =>
      (...parameters) => {
        const value = run(...parameters)
        if (!this.inTransaction) volume.committed(this)
        return value
      }
    // `deferred` only reads, so that it needs no room and commits nothing.
    return Object.assign(watched(made), {
      immediate: watched(made.immediate),
      deferred: original.call(this, work).deferred,
    })
  }
}

/** The class of prepared statements is not exported. */
function watchWrites(): void {
  const any = new Database(':memory:')
  const prototype = Object.getPrototypeOf(any.prepare('SELECT 1')) as {
    run: (this: Database.Statement, ...parameters: unknown[]) => unknown
  }
  any.close()
  const original = prototype.run
  prototype.run = function (...parameters) {
    const volume = volumes.get(dirname(this.database.name))
    if (volume && fileWrites.test(this.source)) volume.hasWritten = true
    return Reflect.apply(original, this, parameters)
  }
}

/** File operations without the system's threads, because the order of threads does not depend on the seed. */
function createSimFiles(
  point: (what: string) => void,
  isOver: () => boolean,
  isFull: () => boolean,
  user: VolumeOptions['user'],
): Files {
  const act = <T>(what: string, work: () => T): Promise<T> => {
    if (isOver()) return new Promise(() => undefined)
    try {
      const value = work()
      if (what !== '') point(what)
      return isOver() ? new Promise(() => undefined) : Promise.resolve(value)
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return {
    ...createSimUserFiles({ ...user, act, isFull }),
    makeFolder: (path) => act('make folder', () => void mkdirSync(path, { recursive: true })),
    exists: (path) => act('', () => existsSync(path)),
    isThere: existsSync,
    size: (path) => act('', () => (existsSync(path) ? statSync(path).size : null)),
    read: (path) => act('', () => (existsSync(path) ? readFileSync(path, 'utf8') : null)),
    readBytes: (path) => act('', () => (existsSync(path) ? readFileSync(path) : null)),
    save: (path, text) =>
      act('save', () => {
        if (isFull()) throw createNoSpaceError()
        writeFileSync(path, text)
      }),
    replace: (path, _part, content) =>
      act('replace', () => {
        if (isFull()) throw createNoSpaceError()
        writeFileSync(path, Buffer.concat(content))
      }),
    checksum: (path) =>
      act('', () => (existsSync(path) ? sumText(statSync(path).size, crc32(readFileSync(path))) : null)),
    list: (folder) => act('', () => (existsSync(folder) ? readdirSync(folder).sort() : [])),
    copy: (from, to) =>
      act('copy', () => {
        if (isFull()) throw createNoSpaceError()
        copyFileSync(from, to, constants.COPYFILE_EXCL)
      }),
    move: (from, to) => act('move', () => renameSync(from, to)),
    remove: (path) => act('remove', () => rmSync(path, { force: true, recursive: true })),
  }
}

function createNoSpaceError(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}
