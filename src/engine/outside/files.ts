// The disk, for what the engine does to whole files: those beside its databases (SQLite opens its own), and the user's
// in watched folders (user-files.ts).
import { constants, existsSync } from 'node:fs'
import { access, copyFile, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { type UserFiles, codeOf, createUserFiles, syncFolder } from './user-files.ts'

export interface Files extends UserFiles {
  /** Creates the folder and its parents; readable by this user only, where the system knows that. */
  makeFolder(path: string): Promise<void>
  exists(path: string): Promise<boolean>
  /** The same at once, for a look right before SQLite writes, which blocks the thread as well. 5 µs. */
  isThere(path: string): boolean
  /** Null when there is no such file. */
  size(path: string): Promise<number | null>
  /** Null when there is no such file. */
  read(path: string): Promise<string | null>
  /** Null when there is no such file. */
  readBytes(path: string): Promise<Uint8Array | null>
  /** Whole or not at all: what stood there before stays until all of it has reached the disk. */
  save(path: string, content: string | Uint8Array): Promise<void>
  /**
   * Whole or not at all, in a folder of the user's and with the rights usual there: `part` lies beside it and is gone
   * either way. What stood there before stays until all of it has reached the disk.
   */
  replace(path: string, part: string, content: readonly Uint8Array[]): Promise<void>
  /** Length and CRC-32 of what is in it; null when there is no such file. 0.1 s per 100 MB [M]. */
  checksum(path: string): Promise<string | null>
  /** Names in the folder, sorted; empty when there is no such folder. */
  list(folder: string): Promise<string[]>
  /** Fails rather than overwrites. */
  copy(from: string, to: string): Promise<void>
  move(from: string, to: string): Promise<void>
  /** No error when it is already gone. */
  remove(path: string): Promise<void>
}

export function createFiles(): Files {
  const saving = new Map<string, Promise<void>>()
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
    read: (path) => readFile(path, 'utf8').catch(whenThere),
    readBytes: (path) => readFile(path).catch(whenThere),
    // Of one path one after the other: both write what is to be there beside it, under the same name.
    save: async (path, content) => {
      const mine = (saving.get(path) ?? Promise.resolve()).catch(() => undefined).then(() => save(path, content))
      saving.set(path, mine)
      try {
        await mine
      } finally {
        if (saving.get(path) === mine) saving.delete(path)
      }
    },
    replace,
    checksum: (path) => checksum(path).catch(whenThere),
    list: async (folder) => {
      const names = await readdir(folder).catch(whenNoFolder)
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
  let isPut = false
  try {
    // Anew, never into what lies there: in a folder others write to, that may be a link to somewhere else.
    await rm(part, { force: true })
    const file = await open(part, 'wx')
    try {
      for (const bytes of content) await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, path)
    isPut = true
  } finally {
    if (!isPut) await rm(part, { force: true }).catch(() => undefined)
  }
  // A share may not have this; either name leads to a whole file, so nothing of it is to be told as not written.
  await syncFolder(dirname(path)).catch(() => undefined)
}

const CHUNK_BYTES = 1024 * 1024

async function checksum(path: string): Promise<string> {
  let sum = 0
  let size = 0
  const file = await open(path)
  try {
    // One for all: of a stream's, which are new each time, forty megabytes wait to be thrown away before anybody looks.
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return sumText(size, sum)
      sum = crc32(chunk.subarray(0, bytesRead), sum)
      size += bytesRead
    }
  } finally {
    await file.close()
  }
}

export function sumText(sizeBytes: number, crc: number): string {
  return `${sizeBytes}-${crc.toString(16).padStart(8, '0')}`
}

/** Of a folder that only cannot be read just now nobody may believe that it is empty. */
function whenNoFolder(error: unknown): string[] {
  if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return []
  throw error
}

function whenThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
