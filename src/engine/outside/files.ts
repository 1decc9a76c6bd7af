// File operations of the engine: its own files (SQLite opens the databases itself), and the user's files in watched
// folders (user-files.ts).
import { constants, existsSync } from 'node:fs'
import { access, copyFile, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { type UserFiles, codeOf, createUserFiles, syncFolder } from './user-files.ts'

export interface Files extends UserFiles {
  /** Creates the folder and its parents; readable by this user only, if the system supports that. */
  makeFolder(path: string): Promise<void>
  /** Also false if the path cannot be checked. */
  exists(path: string): Promise<boolean>
  /** Synchronous, for a check right before SQLite writes, which blocks the thread as well. It takes about 5 µs. */
  isThere(path: string): boolean
  /** Null if the file is missing or cannot be checked. */
  size(path: string): Promise<number | null>
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>
  /** Null when there is no such file. */
  readBytes(path: string): Promise<Uint8Array | null>
  /** Atomic: the old content remains until all of the new has reached the disk. */
  save(path: string, content: string | Uint8Array): Promise<void>
  /**
   * Atomic, in a folder of the user, with the usual rights there. `partPath` is a temporary file in the same folder,
   * and is always removed. The old content remains until all of the new has reached the disk.
   */
  replace(path: string, partPath: string, content: readonly Uint8Array[]): Promise<void>
  /** Length and CRC-32 of the content; null when there is no such file. It takes 0.1 s per 100 MB. */
  checksum(path: string): Promise<string | null>
  /** Names in the folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Fails if the target exists. */
  copy(from: string, to: string): Promise<void>
  move(from: string, to: string): Promise<void>
  /** No error when it is already gone. */
  remove(path: string): Promise<void>
}

export function createFiles(): Files {
  const lastSaveByPath = new Map<string, Promise<void>>()
  return {
    ...createUserFiles(),
    makeFolder: async (path) => {
      await mkdir(path, { recursive: true, mode: 0o700 })
    },
    isThere: existsSync,
    exists: (path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    size: (path) =>
      stat(path).then(
        ({ size }) => size,
        () => null,
      ),
    read: (path) => readFile(path, 'utf8').catch(nullIfMissing),
    readBytes: (path) => readFile(path).catch(nullIfMissing),
    // Saves of one path run one after the other, because they use the same temporary name.
    save: async (path, content) => {
      const thisSave = (lastSaveByPath.get(path) ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => save(path, content))
      lastSaveByPath.set(path, thisSave)
      try {
        await thisSave
      } finally {
        if (lastSaveByPath.get(path) === thisSave) lastSaveByPath.delete(path)
      }
    },
    replace,
    checksum: (path) => checksum(path).catch(nullIfMissing),
    list: async (folder) => {
      const names = await readdir(folder).catch(emptyIfNoFolder)
      return names.sort()
    },
    copy: (from, to) => copyFile(from, to, constants.COPYFILE_EXCL),
    move: rename,
    remove: (path) => rm(path, { force: true, recursive: true }),
  }
}

async function save(path: string, content: string | Uint8Array): Promise<void> {
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
}

async function replace(path: string, part: string, content: readonly Uint8Array[]): Promise<void> {
  let isRenamed = false
  try {
    // A new file, never an existing one: in a folder that others can write to, that may be a link to another place.
    await rm(part, { force: true })
    const file = await open(part, 'wx')
    try {
      for (const bytes of content) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    isRenamed = true
  } finally {
    if (!isRenamed) await rm(part, { force: true }).catch(() => undefined)
  }
  // A share may not support this. Both names lead to a complete file, so the write is not reported as failed.
  await syncFolder(dirname(path)).catch(() => undefined)
}

const CHUNK_BYTES = 1024 * 1024

async function checksum(path: string): Promise<string> {
  let sum = 0
  let size = 0
  const file = await open(path)
  try {
    // One buffer for all: a stream allocates new ones, and 40 MB of them wait for garbage collection.
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return formatChecksum(size, sum)
      sum = crc32(chunk.subarray(0, bytesRead), sum)
      size += bytesRead
    }
  } finally {
    await file.close()
  }
}

export function formatChecksum(sizeBytes: number, crc: number): string {
  return `${sizeBytes}-${crc.toString(16).padStart(8, '0')}`
}

/** A folder that is only unreadable now must not be taken for empty. */
function emptyIfNoFolder(error: unknown): string[] {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
  throw error
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
