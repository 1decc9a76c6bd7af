// The part of the disk for the user's files: the clerk's cabinet, and copies of its files in the program's own folder.
// A copy takes time and reads the file in two halves, and is incomplete until it was synced.
import { existsSync, lstatSync, readFileSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { type Entry, type Mark, type FileChecksums, type UserFiles, isSameMark } from '#engine/outside/user-files.ts'
import { type Cabinet, entriesIn, entryAt, isInCabinet, markOf, shaOf } from './cabinet.ts'
import { hashOf } from './chance.ts'

export type SimDisk = {
  /** Done at once, as a named point at which the world may end; without a name it is none. */
  act: <T>(what: string, work: () => T) => Promise<T>
  isFull: () => boolean
  cabinet: Cabinet | null
  /** How long reading and copying take. */
  pause: () => Promise<void>
  /** A lock, or a failing share, gives one of these errors. */
  pick: (codes: string[]) => string
  now: () => number
}

const SHARE = 0xff534d42
const ROOM_BYTES = 1e12

export function createSimUserFiles(disk: SimDisk): UserFiles {
  const { act } = disk
  return {
    scan: (folder, slice) => scan(disk, folder, slice),
    stat: (path) => act('', () => look(disk, path)),
    readTail: async (path, bytes) => {
      await disk.pause()
      return act('', () => readable(disk, path).slice(-bytes))
    },
    copyComplete: (from, to, { mark }) => copyComplete(disk, from, to, mark),
    readChecksums: (path, { mark }) =>
      act('', () => (isSameMark(look(disk, path) ?? mark, mark) ? sumsOf(readable(disk, path)) : 'changed')),
    renameDurably: async (from, to) => {
      await act('settle', () => undefined)
      return act('settled', () => renameSync(from, to))
    },
    renameDurablyIfFree: (from, to) =>
      act('settle', () => {
        const cabinet = reach(disk, from)
        if (!cabinet.sheets.has(from)) throw failure('ENOENT')
        if (cabinet.sheets.has(to)) return false
        cabinet.link(from, to)
        cabinet.remove(from)
        return true
      }),
    link: (from, to) =>
      act('link', () => {
        const cabinet = reach(disk, from)
        check(disk, from)
        if (!cabinet.sheets.has(from)) throw failure('ENOENT')
        if (cabinet.sheets.has(to)) throw failure('EEXIST')
        if (cabinet.linkError !== null) throw failure(cabinet.linkError)
        cabinet.link(from, to)
      }),
    unlink: (path, mark) =>
      act('unlink', () => {
        const cabinet = reach(disk, path)
        check(disk, path)
        const sheet = cabinet.sheets.get(path)
        if (!sheet || !isSameMark(markOf(sheet), mark)) return false
        cabinet.remove(path)
        return true
      }),
    addFolder: () => act('add folder', () => undefined),
    place: (path) =>
      act('', () => {
        if (isInCabinet(path)) reach(disk, path)
        return {
          platform: 'linux' as const,
          realPath: path,
          fsType: disk.cabinet?.isShare && isInCabinet(path) ? SHARE : 0xef53,
          freeBytes: disk.isFull() ? 0 : ROOM_BYTES,
        }
      }),
    mayRead: () => act('', () => true),
    mayWrite: () => act('', () => true),
  }
}

async function* scan(disk: SimDisk, folder: string, slice: number): AsyncGenerator<Entry[]> {
  const entries = await disk.act('', () => {
    const cabinet = reach(disk, folder)
    if (entryAt(cabinet, folder)?.kind !== 'folder') throw failure('ENOENT')
    return cabinet.trouble === 'empty' ? [] : entriesIn(cabinet, folder)
  })
  for (let start = 0; start < entries.length; start += slice) yield entries.slice(start, start + slice)
}

/** The cabinet, if it can be reached. */
function reach({ cabinet, pick }: SimDisk, path: string): Cabinet {
  if (!cabinet || !isInCabinet(path) || cabinet.trouble === 'gone') throw failure('ENOENT')
  if (cabinet.trouble === 'stale') throw failure(pick(['ESTALE', 'EIO']))
  return cabinet
}

function look(disk: SimDisk, path: string): Entry | null {
  if (!isInCabinet(path)) return ownEntry(path)
  const { trouble, root } = disk.cabinet ?? { trouble: null, root: '' }
  if (!disk.cabinet || trouble === 'gone' || (trouble === 'empty' && path !== root)) return null
  return entryAt(reach(disk, path), path)
}

/** Real timestamps and numbers would depend on the run, not on the seed. */
function ownEntry(path: string): Entry | null {
  if (!existsSync(path)) return null
  const stats = lstatSync(path)
  return {
    name: basename(path),
    kind: stats.isDirectory() ? 'folder' : 'file',
    blocks: 8,
    ident: `1:${hashOf(path)}`,
    size: stats.isDirectory() ? 0 : stats.size,
    mtimeNs: '0',
  }
}

/** Locked by another program. */
function check(disk: SimDisk, path: string): void {
  const sheet = disk.cabinet?.sheets.get(path)
  if (sheet && sheet.lockedUntil > disk.now()) throw failure(disk.pick(['EBUSY', 'EPERM', 'EACCES']))
}

function readable(disk: SimDisk, path: string): Uint8Array {
  if (!isInCabinet(path)) return readFileSync(path)
  const sheet = disk.cabinet?.trouble === 'empty' ? undefined : reach(disk, path).sheets.get(path)
  if (!sheet) throw failure('ENOENT')
  check(disk, path)
  return sheet.bytes
}

async function copyComplete(disk: SimDisk, from: string, to: string, mark: Mark): Promise<FileChecksums | 'changed'> {
  const first = await disk.act('', () => {
    const entry = look(disk, from)
    if (entry && !isSameMark(entry, mark)) return null
    return readable(disk, from)
  })
  if (!first) return 'changed'
  const half = Math.floor(first.byteLength / 2)
  await disk.act('copy begun', () => {
    if (disk.isFull()) throw failure('ENOSPC')
    if (exists(disk, to)) throw failure('EEXIST')
    put(disk, to, first.slice(0, half))
  })
  await disk.pause()
  return disk.act('copied', () => {
    // An open handle continues in the same file, even if the name was reused.
    const sheet = isInCabinet(from)
      ? [...(disk.cabinet?.sheets.values() ?? [])].find((one) => markOf(one).ident === mark.ident)
      : null
    const last = sheet ? sheet.bytes : first
    const isChanged = sheet ? !isSameMark(markOf(sheet), mark) : false
    if (disk.isFull() || isChanged) {
      drop(disk, to)
      if (isChanged) return 'changed' as const
      throw failure('ENOSPC')
    }
    const bytes = Buffer.concat([first.slice(0, half), last.slice(half)])
    put(disk, to, bytes)
    return sumsOf(bytes)
  })
}

function exists({ cabinet }: SimDisk, path: string): boolean {
  return isInCabinet(path) ? (cabinet?.sheets.has(path) ?? false) : existsSync(path)
}

function put({ cabinet }: SimDisk, path: string, bytes: Uint8Array): void {
  if (isInCabinet(path)) cabinet?.write(path, bytes)
  else writeFileSync(path, bytes)
}

function drop({ cabinet }: SimDisk, path: string): void {
  if (isInCabinet(path)) cabinet?.remove(path)
  else unlinkSync(path)
}

function sumsOf(bytes: Uint8Array): FileChecksums {
  return { sizeBytes: bytes.byteLength, sha256: shaOf(bytes), md5: createHash('md5').update(bytes).digest('base64') }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** The contents of the spool, by hash. */
export function spoolOf(folder: string): Set<string> {
  return new Set(existsSync(folder) ? readdirSync(folder) : [])
}
