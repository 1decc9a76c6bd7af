// Operations on the user's files: check, read once, copy, and rename without ever replacing a file. Links are never
// followed. The caller gets the system's own error codes (ENOENT, EBUSY, …); folders/ decides what they mean for a
// file.
import { createHash } from 'node:crypto'
import { constants, lstatSync, renameSync, unlinkSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import {
  type FileHandle,
  access,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  statfs,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What distinguishes one state of a file from another. */
export type Mark = {
  /** Volume and file number: equal for one file under two names, different for two files under one name. */
  ident: string
  size: number
  /** Nanoseconds since 1970, as text, because they exceed a number. */
  mtimeNs: string
}

export type Entry = Mark & {
  name: string
  /** `unknown`: it exists and cannot be checked. */
  kind: 'file' | 'folder' | 'link' | 'other' | 'unknown'
  /** Allocated blocks of 512 bytes. A file with a size and no blocks is sparse, or has its content elsewhere. */
  blocks: number
}

export type FileChecksums = { sizeBytes: number; /** Hexadecimal. */ sha256: string; /** Base64. */ md5: string }

export type Place = {
  platform: NodeJS.Platform
  /** With links resolved; for a mapped drive of Windows, the share behind it. */
  realPath: string
  /** The number of the file system type; only Linux has a useful one. */
  fsType: number
  freeBytes: number
}

export type CopyOptions = {
  /** The file must be in this state before and after, or the copy fails. */
  mark: Mark
  signal: AbortSignal
  /** The copy has the times of the original. */
  preservesTimes?: boolean
  /** Functions that run each call to the source and the target. folders/share-gate.ts queues calls to shares. */
  runners?: { from: CallRunner; to: CallRunner }
}

export type CallRunner = <Value>(work: () => Promise<Value>) => Promise<Value>

/** The number of threads for all asynchronous disk work. The start of the process sets it; Node reads it once. */
export const getPoolThreads = () => Number(process.env['UV_THREADPOOL_SIZE']) || 4

export interface UserFiles {
  /**
   * Lists a folder in slices of this size, without files that disappear meanwhile. On a share (`mayHang`) each check
   * may take minutes, so a pool thread runs it; elsewhere it is synchronous, which takes a tenth of the time.
   */
  scan(folder: string, sliceSize: number, mayHang: boolean): AsyncIterable<Entry[]>
  /** Null when nothing is there. */
  stat(path: string): Promise<Entry | null>
  /** The last bytes of a file. On Windows it is opened for writing, which fails while another program writes. */
  readTail(path: string, bytes: number): Promise<Uint8Array>
  /**
   * Copies in one pass to a new name, and flushes the copy to the disk. An incomplete copy is removed. `changed`: the
   * file was not in the expected state.
   */
  copyComplete(from: string, to: string, options: CopyOptions): Promise<FileChecksums | 'changed'>
  /** The checksums of the file, without a copy. */
  readChecksums(path: string, options: CopyOptions): Promise<FileChecksums | 'changed'>
  /** Renames the file so that it survives a power loss. */
  renameDurably(from: string, to: string): Promise<void>
  /** Like `renameDurably`, but only if no file has that name. Returns whether that was so. */
  renameDurablyIfFree(from: string, to: string): Promise<boolean>
  /** A second name for the same file; fails if the name is in use. */
  link(from: string, to: string): Promise<void>
  /** Removes the name if it still belongs to that file. Returns whether it was removed. */
  unlink(path: string, mark: Mark): Promise<boolean>
  /** Creates the folder and its parents, with the default permissions. */
  addFolder(path: string): Promise<void>
  place(path: string): Promise<Place>
  mayRead(path: string): Promise<boolean>
  mayWrite(path: string): Promise<boolean>
}

export function createUserFiles(): UserFiles {
  return {
    scan,
    stat: async (path) => {
      const stats = await lstat(path, { bigint: true }).catch(nullIfMissing)
      return stats && toEntry(getName(path), stats)
    },
    readTail,
    copyComplete,
    readChecksums,
    renameDurably: async (from, to) => {
      await rename(from, to)
      await syncFolder(dirname(to))
    },
    renameDurablyIfFree: async (from, to) => {
      if (!renameIfFree(from, to)) return false
      await syncFolder(dirname(to))
      return true
    },
    link,
    unlink: (path, mark) => new Promise((resolve) => resolve(unlinkIfSame(path, mark))),
    addFolder: async (path) => {
      await mkdir(path, { recursive: true })
    },
    place: async (path) => {
      // One call at a time: on a share that hangs, each call blocks a thread of the pool.
      const realPath = await realpath(path)
      const { type, bavail, bsize } = await statfs(path)
      return { platform: process.platform, realPath, fsType: type, freeBytes: bavail * bsize }
    },
    mayRead: (path) => isAllowed(path, constants.R_OK),
    mayWrite: (path) => isAllowed(path, constants.W_OK),
  }
}

const isAllowed = (path: string, mode: number) =>
  access(path, mode).then(
    () => true,
    () => false,
  )

const getName = (path: string) => path.slice(dirname(path).length).replace(/^[/\\]/, '')

function toEntry(name: string, stats: BigIntStats): Entry {
  return { name, kind: getKind(stats), blocks: Number(stats.blocks), ...toMark(stats) }
}

function getKind(stats: BigIntStats): Entry['kind'] {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

function toMark({ dev, ino, size, mtimeNs }: BigIntStats): Mark {
  return { ident: `${dev}:${ino}`, size: Number(size), mtimeNs: String(mtimeNs) }
}

export function isSameMark(one: Mark, other: Mark): boolean {
  return one.ident === other.ident && one.size === other.size && one.mtimeNs === other.mtimeNs
}

/** Compares only the file numbers, because a volume gets another number at each mount. */
export function isSameFile(one: Mark, other: Mark): boolean {
  const getFileNumber = ({ ident }: Mark) => ident.slice(ident.indexOf(':') + 1)
  return getFileNumber(one) === getFileNumber(other)
}

/** Equal number, size and time, to the nanosecond, mean the same file, even if its volume has another number today. */
export function isSameState(one: Mark, other: Mark): boolean {
  return one.size === other.size && one.mtimeNs === other.mtimeNs && isSameFile(one, other)
}

async function* scan(folder: string, sliceSize: number, mayHang: boolean): AsyncGenerator<Entry[]> {
  const names = await readdir(folder)
  for (let start = 0; start < names.length; start += sliceSize) {
    const namesOfSlice = names.slice(start, start + sliceSize)
    yield (
      mayHang
        ? await loadEntries(folder, namesOfSlice)
        : namesOfSlice.map((name) => loadEntrySync(join(folder, name), name))
    ).filter((entry) => entry !== null)
  }
}

function loadEntrySync(path: string, name: string): Entry | null {
  try {
    return toEntry(name, lstatSync(path, { bigint: true }))
  } catch (error) {
    return createUncheckedEntry(name, error)
  }
}

/** One after the other, so that a share that hangs blocks only one thread of the pool. */
async function loadEntries(folder: string, names: string[]): Promise<(Entry | null)[]> {
  const entries: (Entry | null)[] = []
  for (const name of names)
    entries.push(
      await lstat(join(folder, name), { bigint: true }).then(
        (stats) => toEntry(name, stats),
        (error: unknown) => createUncheckedEntry(name, error),
      ),
    )
  return entries
}

/**
 * Null if the file is gone. A file whose name is not valid text (U+FFFD) cannot be opened by its name, so ENOENT does
 * not mean that it is gone.
 */
function createUncheckedEntry(name: string, error: unknown): Entry | null {
  if (codeOf(error) === 'ENOENT' && !name.includes('\uFFFD')) return null
  return { name, kind: 'unknown', ident: '', size: 0, mtimeNs: '0', blocks: 0 }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Whether no space is left on the disk, or in the quota of the user. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null
  throw error
}

/** The flags for reading: no link is followed, and a pipe without a writer does not block. Windows has neither. */
const READ_FLAGS = constants.O_RDONLY | (process.platform === 'win32' ? 0 : constants.O_NOFOLLOW | constants.O_NONBLOCK)

async function readTail(path: string, bytes: number): Promise<Uint8Array> {
  const file = await openUnlessWritten(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(bytes, size)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Opens the file for reading, and on Windows fails while another program writes to it. Windows then denies writing but
 * allows reading, so the file is opened for writing.
 */
async function openUnlessWritten(path: string): Promise<FileHandle> {
  if (process.platform !== 'win32') return open(path, READ_FLAGS)
  return open(path, 'r+').catch((error: unknown) => {
    if (codeOf(error) === 'EBUSY') throw error
    return open(path, READ_FLAGS)
  })
}

/** One block is hashed while the next is read and the last is written. */
const CHUNK_BYTES = 1024 * 1024

const runAtOnce: CallRunner = (work) => work()
const DIRECT_RUNNERS = { from: runAtOnce, to: runAtOnce }

async function copyComplete(
  from: string,
  to: string,
  { mark, signal, preservesTimes = false, runners = DIRECT_RUNNERS }: CopyOptions,
): Promise<FileChecksums | 'changed'> {
  const source = await runners.from(() => open(from, READ_FLAGS))
  try {
    const statsBefore = await runners.from(() => source.stat({ bigint: true }))
    if (!statsBefore.isFile() || !isSameMark(toMark(statsBefore), mark)) return 'changed'
    const target = await runners.to(() => open(to, 'wx', 0o600))
    let isComplete = false
    try {
      const checksums = await copyStream(source, target, signal, runners)
      const statsAfter = await runners.from(() => source.stat({ bigint: true }))
      isComplete = isSameMark(toMark(statsAfter), mark) && checksums.sizeBytes === mark.size
      // The original is closed while its copy reaches the disk: the user may want to save it.
      await runners.from(() => source.close())
      if (!isComplete) return 'changed'
      if (preservesTimes)
        await runners.to(() => target.utimes(Number(statsBefore.atimeMs) / 1000, Number(statsBefore.mtimeMs) / 1000))
      await runners.to(() => target.sync())
      return checksums
    } catch (error) {
      isComplete = false
      throw error
    } finally {
      await runners.to(() => target.close())
      if (!isComplete) await runners.to(() => unlink(to))
    }
  } finally {
    await runners.from(() => source.close())
  }
}

async function readChecksums(
  path: string,
  { mark, signal, runners = DIRECT_RUNNERS }: CopyOptions,
): Promise<FileChecksums | 'changed'> {
  const source = await runners.from(() => open(path, READ_FLAGS))
  try {
    if (!isSameMark(toMark(await runners.from(() => source.stat({ bigint: true }))), mark)) return 'changed'
    const checksums = await copyStream(source, null, signal, runners)
    return isSameMark(toMark(await runners.from(() => source.stat({ bigint: true }))), mark) ? checksums : 'changed'
  } finally {
    await runners.from(() => source.close())
  }
}

/** Computes the checksums of the source; also copies it if there is a target. */
async function copyStream(
  source: FileHandle,
  target: FileHandle | null,
  signal: AbortSignal,
  runners: { from: CallRunner; to: CallRunner },
): Promise<FileChecksums> {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  let sizeBytes = 0
  let nextRead = runners.from(() => readChunk(source, 0))
  for (;;) {
    const chunk = await nextRead
    if (chunk.byteLength === 0) break
    signal.throwIfAborted()
    const position = sizeBytes
    nextRead = runners.from(() => readChunk(source, position + chunk.byteLength))
    // This read may fail before the next loop awaits it, and must not count as an unhandled rejection.
    nextRead.catch(() => undefined)
    const write = target ? runners.to(() => writeChunk(target, chunk, position)) : null
    sha256.update(chunk)
    md5.update(chunk)
    sizeBytes += chunk.byteLength
    await write
  }
  return { sizeBytes, sha256: sha256.digest('hex'), md5: md5.digest('base64') }
}

async function readChunk(source: FileHandle, position: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position)
  return buffer.subarray(0, bytesRead)
}

async function writeChunk(target: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let writtenBytes = 0; writtenBytes < chunk.byteLength;) {
    const { bytesWritten } = await target.write(
      chunk,
      writtenBytes,
      chunk.byteLength - writtenBytes,
      position + writtenBytes,
    )
    writtenBytes += bytesWritten
  }
}

/** Without this a new name may be lost at a power loss. Windows stores names itself, and cannot open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * On disks without hard links no call renames only to a free name, so check and rename run synchronously, with no other
 * work in between.
 */
function renameIfFree(from: string, to: string): boolean {
  if (lstatSync(to, { throwIfNoEntry: false })) return false
  renameSync(from, to)
  return true
}

/**
 * Synchronous, because a file that replaces this one between check and removal would be lost. A share answered a moment
 * ago, so the call does not block for long.
 */
function unlinkIfSame(path: string, mark: Mark): boolean {
  try {
    if (!isSameMark(toMark(lstatSync(path, { bigint: true })), mark)) return false
    unlinkSync(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
