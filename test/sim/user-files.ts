// The engine's operations on the user's files: those in the watched folder, and their copies in the program's data
// folder. A copy reads the file in two halves with a pause between them, so that the file may change meanwhile.
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type Entry, type Mark, type FileChecksums, type UserFiles, isSameMark } from '#engine/outside/user-files.ts'
import { type UserFolder, listEntries, findEntry, isInUserFolder, getMark, computeSha256 } from './user-folder.ts'
import { hashText } from './random.ts'

export type SimDisk = {
  /** Runs `work` synchronously. The program may crash after it, unless `what` is empty. */
  runOperation: <T>(what: string, work: () => T) => Promise<T>
  isFull: () => boolean
  userFolder: UserFolder | null
  /** Waits as long as a read takes. */
  waitForRead: () => Promise<void>
  /** Picks the error code of a locked file or a failing share. */
  pickErrorCode: (codes: string[]) => string
  now: () => number
}

const SMB_FS_TYPE = 0xff534d42
const FREE_BYTES = 1e12

export function createSimUserFiles(disk: SimDisk): UserFiles {
  const { runOperation } = disk
  return {
    scan: (folder, slice) => scan(disk, folder, slice),
    stat: (path) => runOperation('', () => statEntry(disk, path)),
    readTail: async (path, bytes) => {
      await disk.waitForRead()
      return runOperation('', () => readContent(disk, path).slice(-bytes))
    },
    copyComplete: (from, to, { mark }) => copyComplete(disk, from, to, mark),
    readChecksums: (path, { mark }) =>
      runOperation('', () =>
        isSameMark(statEntry(disk, path) ?? mark, mark) ? computeSums(readContent(disk, path)) : 'changed',
      ),
    renameDurably: async (from, to) => {
      await runOperation('settle', () => undefined)
      return runOperation('settled', () => renameSync(from, to))
    },
    renameDurablyIfFree: (from, to) =>
      runOperation('settle', () => {
        const userFolder = getReachableFolder(disk, from)
        if (!userFolder.files.has(from)) throw createFsError('ENOENT')
        if (userFolder.files.has(to)) return false
        userFolder.link(from, to)
        userFolder.remove(from)
        return true
      }),
    link: (from, to) =>
      runOperation('link', () => {
        const userFolder = getReachableFolder(disk, from)
        throwIfLocked(disk, from)
        if (!userFolder.files.has(from)) throw createFsError('ENOENT')
        if (userFolder.files.has(to)) throw createFsError('EEXIST')
        if (userFolder.linkError !== null) throw createFsError(userFolder.linkError)
        userFolder.link(from, to)
      }),
    unlink: (path, mark) =>
      runOperation('unlink', () => {
        const userFolder = getReachableFolder(disk, path)
        throwIfLocked(disk, path)
        const file = userFolder.files.get(path)
        if (!file || !isSameMark(getMark(file), mark)) return false
        userFolder.remove(path)
        return true
      }),
    addFolder: () => runOperation('add folder', () => undefined),
    place: (path) =>
      runOperation('', () => {
        if (isInUserFolder(path)) getReachableFolder(disk, path)
        return {
          platform: 'linux' as const,
          realPath: path,
          fsType: disk.userFolder?.isShare && isInUserFolder(path) ? SMB_FS_TYPE : 0xef53,
          freeBytes: disk.isFull() ? 0 : FREE_BYTES,
        }
      }),
    mayRead: () => runOperation('', () => true),
    mayWrite: () => runOperation('', () => true),
  }
}

async function* scan(disk: SimDisk, folder: string, slice: number): AsyncGenerator<Entry[]> {
  const entries = await disk.runOperation('', () => {
    const userFolder = getReachableFolder(disk, folder)
    if (findEntry(userFolder, folder)?.kind !== 'folder') throw createFsError('ENOENT')
    return userFolder.folderFault === 'empty' ? [] : listEntries(userFolder, folder)
  })
  for (let start = 0; start < entries.length; start += slice) yield entries.slice(start, start + slice)
}

/** Returns the watched folder. Throws if the path is not in it, or if the folder fails. */
function getReachableFolder({ userFolder, pickErrorCode }: SimDisk, path: string): UserFolder {
  if (!userFolder || !isInUserFolder(path) || userFolder.folderFault === 'gone') throw createFsError('ENOENT')
  if (userFolder.folderFault === 'stale') throw createFsError(pickErrorCode(['ESTALE', 'EIO']))
  return userFolder
}

function statEntry(disk: SimDisk, path: string): Entry | null {
  if (!isInUserFolder(path)) return statProgramFile(path)
  const { folderFault, root } = disk.userFolder ?? { folderFault: null, root: '' }
  if (!disk.userFolder || folderFault === 'gone' || (folderFault === 'empty' && path !== root)) return null
  return findEntry(getReachableFolder(disk, path), path)
}

/** Returns an entry of the program's data folder. Real timestamps and inodes would not depend on the seed. */
function statProgramFile(path: string): Entry | null {
  if (!existsSync(path)) return null
  const stats = lstatSync(path)
  return {
    name: basename(path),
    kind: stats.isDirectory() ? 'folder' : 'file',
    blocks: 8,
    ident: `1:${hashText(path)}`,
    size: stats.isDirectory() ? 0 : stats.size,
    mtimeNs: '0',
  }
}

/** Throws the error of a file that another program has locked. */
function throwIfLocked(disk: SimDisk, path: string): void {
  const file = disk.userFolder?.files.get(path)
  if (file && file.lockedUntilMs > disk.now()) throw createFsError(disk.pickErrorCode(['EBUSY', 'EPERM', 'EACCES']))
}

function readContent(disk: SimDisk, path: string): Uint8Array {
  if (!isInUserFolder(path)) return readFileSync(path)
  const file = disk.userFolder?.folderFault === 'empty' ? undefined : getReachableFolder(disk, path).files.get(path)
  if (!file) throw createFsError('ENOENT')
  throwIfLocked(disk, path)
  return file.bytes
}

async function copyComplete(disk: SimDisk, from: string, to: string, mark: Mark): Promise<FileChecksums | 'changed'> {
  const contentBefore = await disk.runOperation('', () => {
    const entry = statEntry(disk, from)
    if (entry && !isSameMark(entry, mark)) return null
    return readContent(disk, from)
  })
  if (!contentBefore) return 'changed'
  const halfBytes = Math.floor(contentBefore.byteLength / 2)
  await disk.runOperation('copy begun', () => {
    if (disk.isFull()) throw createFsError('ENOSPC')
    if (pathExists(disk, to)) throw createFsError('EEXIST')
    writeContent(disk, to, contentBefore.slice(0, halfBytes))
  })
  await disk.waitForRead()
  return disk.runOperation('copied', () => {
    // An open handle reads the same file even if its name now belongs to another file.
    const file = isInUserFolder(from)
      ? [...(disk.userFolder?.files.values() ?? [])].find((candidate) => getMark(candidate).ident === mark.ident)
      : null
    const contentNow = file ? file.bytes : contentBefore
    const isChanged = file ? !isSameMark(getMark(file), mark) : false
    if (disk.isFull() || isChanged) {
      removePath(disk, to)
      if (isChanged) return 'changed' as const
      throw createFsError('ENOSPC')
    }
    const bytes = Buffer.concat([contentBefore.slice(0, halfBytes), contentNow.slice(halfBytes)])
    writeContent(disk, to, bytes)
    return computeSums(bytes)
  })
}

function pathExists({ userFolder }: SimDisk, path: string): boolean {
  return isInUserFolder(path) ? (userFolder?.files.has(path) ?? false) : existsSync(path)
}

function writeContent({ userFolder }: SimDisk, path: string, bytes: Uint8Array): void {
  if (isInUserFolder(path)) userFolder?.write(path, bytes)
  else writeFileSync(path, bytes)
}

function removePath({ userFolder }: SimDisk, path: string): void {
  if (isInUserFolder(path)) userFolder?.remove(path)
  else unlinkSync(path)
}

function computeSums(bytes: Uint8Array): FileChecksums {
  return {
    sizeBytes: bytes.byteLength,
    sha256: computeSha256(bytes),
    md5: createHash('md5').update(bytes).digest('base64'),
  }
}

function createFsError(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** Returns the names of the files in the spool, which are the hashes of their contents. */
export function listSpoolHashes(folder: string): Set<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : [])
}
