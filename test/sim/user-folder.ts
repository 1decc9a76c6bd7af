// The user's watched folder, in memory. It outlives each run of the program, and its timestamps come from the clock of
// the simulated world. As on a real disk, a file may have several names.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Entry, Mark } from '#engine/outside/user-files.ts'
import type { Timeline } from './timeline.ts'

/** This path and the paths below it are in memory. All other paths are on the real disk. */
export const USER_ROOT = '/cabinet'

export type SimFile = {
  inode: number
  kind: 'file' | 'link'
  bytes: Uint8Array
  mtimeMs: number
  lockedUntilMs: number
  /** The world time of the last write. */
  unchangedSinceMs: number
}

/**
 * How the folder fails. `gone`: the path does not exist. `empty`: a disconnected share whose mount point exists.
 * `stale`: every operation fails with an error.
 */
export type FolderFault = 'gone' | 'empty' | 'stale' | null

export type UserFolder = {
  root: string
  isShare: boolean
  files: Map<string, SimFile>
  /** SHA-256 of each content that was unchanged for the quiet time, so that the engine may have uploaded it. */
  stableContents: Set<string>
  /** How often each content was saved, by its MD5 in Base64. */
  saveCounts: Map<string, number>
  listeners: Set<(path: string) => void>
  folderFault: FolderFault
  /** The error code of `link`: of a disk without hard links, or if `Uploaded` is on another disk. Null: links work. */
  linkError: string | null
  isFull: boolean
  write(path: string, bytes: Uint8Array): void
  /** Replaces the file with a new one, as programs do to save safely. */
  replace(path: string, bytes: Uint8Array): void
  link(from: string, to: string): void
  move(from: string, to: string): void
  remove(path: string): void
  recordStableFiles(): void
}

export type UserFolderDeps = {
  timeline: Timeline
  wallMs: () => number
  root: string
  isShare: boolean
  quietMs: number
}

export function createUserFolder({ timeline, wallMs, root, isShare, quietMs }: UserFolderDeps): UserFolder {
  let lastInode = 0
  const notify = (path: string) => {
    for (const listen of userFolder.listeners) listen(path)
  }
  const recordStableContent = (file: SimFile | undefined) => {
    if (file && timeline.now() - file.unchangedSinceMs >= quietMs)
      userFolder.stableContents.add(computeSha256(file.bytes))
  }
  const createFile = (bytes: Uint8Array): SimFile => ({
    inode: ++lastInode,
    kind: 'file',
    bytes,
    mtimeMs: wallMs(),
    lockedUntilMs: 0,
    unchangedSinceMs: timeline.now(),
  })
  const setFile = (path: string, file: SimFile) => {
    recordStableContent(userFolder.files.get(path))
    userFolder.files.set(path, file)
    notify(path)
  }
  const recordSave = (bytes: Uint8Array) => {
    const md5 = createHash('md5').update(bytes).digest('base64')
    userFolder.saveCounts.set(md5, (userFolder.saveCounts.get(md5) ?? 0) + 1)
  }
  const userFolder: UserFolder = {
    root,
    isShare,
    files: new Map(),
    stableContents: new Set(),
    saveCounts: new Map(),
    listeners: new Set(),
    folderFault: null,
    linkError: null,
    isFull: false,
    write: (path, bytes) => {
      recordSave(bytes)
      const file = userFolder.files.get(path)
      if (!file) {
        setFile(path, createFile(bytes))
        return
      }
      recordStableContent(file)
      Object.assign(file, { bytes, mtimeMs: wallMs(), unchangedSinceMs: timeline.now() })
      notify(path)
    },
    replace: (path, bytes) => {
      recordSave(bytes)
      setFile(path, createFile(bytes))
    },
    link: (from, to) => {
      const file = userFolder.files.get(from)
      if (file) setFile(to, file)
    },
    move: (from, to) => {
      const file = userFolder.files.get(from)
      if (!file) return
      userFolder.files.delete(from)
      notify(from)
      setFile(to, file)
    },
    remove: (path) => {
      recordStableContent(userFolder.files.get(path))
      userFolder.files.delete(path)
      notify(path)
    },
    recordStableFiles: () => {
      for (const file of userFolder.files.values()) recordStableContent(file)
    },
  }
  return userFolder
}

export function computeSha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function getMark({ inode, bytes, mtimeMs }: SimFile): Mark {
  return { ident: `7:${inode}`, size: bytes.byteLength, mtimeNs: String(BigInt(Math.floor(mtimeMs)) * 1_000_000n) }
}

export function findEntry({ files, root }: UserFolder, path: string): Entry | null {
  const file = files.get(path)
  if (file) return { name: basename(path), kind: file.kind, blocks: 8, ...getMark(file) }
  const isFolder = path === root || [...files.keys()].some((filePath) => filePath.startsWith(`${path}/`))
  return isFolder
    ? { name: basename(path), kind: 'folder', blocks: 8, ident: `7:${path}`, size: 0, mtimeNs: '0' }
    : null
}

/** Lists the entries of a folder. A subfolder exists while a file is in it. */
export function listEntries(userFolder: UserFolder, folder: string): Entry[] {
  const names = new Set(
    [...userFolder.files.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
  )
  return [...names].flatMap((name) => findEntry(userFolder, `${folder}/${name}`) ?? [])
}

export const isInUserFolder = (path: string) => path === USER_ROOT || path.startsWith(`${USER_ROOT}/`)
