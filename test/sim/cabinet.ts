// The clerk's folders in memory. They remain after each run of the program, and their timestamps come from the clock of
// the simulated world. The seed decides when a disk or share fails. A file is an object that may have several names, as
// on a real disk.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Entry, Mark } from '#engine/outside/user-files.ts'
import type { Timeline } from './timeline.ts'

/** The root of all the clerk's folders. */
export const CABINET = '/cabinet'

export type Sheet = {
  number: number
  kind: 'file' | 'link'
  bytes: Uint8Array
  mtimeMs: number
  lockedUntil: number
  /** Since when the file has this content. */
  sinceMs: number
}

/** The state of the folder: `gone` and `empty` are states of disconnected shares, `stale` answers with errors. */
export type Trouble = 'gone' | 'empty' | 'stale' | null

export type Cabinet = {
  root: string
  isShare: boolean
  sheets: Map<string, Sheet>
  /** Hashes of contents that did not change for so long that the engine may have treated them as complete. */
  stableContents: Set<string>
  /** How often each content was saved, by its MD5 in Base64. */
  saves: Map<string, number>
  listeners: Set<(path: string) => void>
  trouble: Trouble
  /** The error code of a disk without hard links, or of a disk on which `Uploaded` is another disk. */
  linkError: string | null
  isFull: boolean
  write(path: string, bytes: Uint8Array): void
  /** Replaces the file with a new one, as programs do to save safely. */
  replace(path: string, bytes: Uint8Array): void
  link(from: string, to: string): void
  move(from: string, to: string): void
  remove(path: string): void
  closeAll(): void
}

export type CabinetDeps = { timeline: Timeline; wallMs: () => number; root: string; isShare: boolean; quietMs: number }

export function createCabinet({ timeline, wallMs, root, isShare, quietMs }: CabinetDeps): Cabinet {
  let numbers = 0
  const notify = (path: string) => {
    for (const listen of cabinet.listeners) listen(path)
  }
  const noteStable = (sheet: Sheet | undefined) => {
    if (sheet && timeline.now() - sheet.sinceMs >= quietMs) cabinet.stableContents.add(shaOf(sheet.bytes))
  }
  const createSheet = (bytes: Uint8Array): Sheet => ({
    number: ++numbers,
    kind: 'file',
    bytes,
    mtimeMs: wallMs(),
    lockedUntil: 0,
    sinceMs: timeline.now(),
  })
  const put = (path: string, sheet: Sheet) => {
    noteStable(cabinet.sheets.get(path))
    cabinet.sheets.set(path, sheet)
    notify(path)
  }
  const noteSave = (bytes: Uint8Array) => {
    const md5 = createHash('md5').update(bytes).digest('base64')
    cabinet.saves.set(md5, (cabinet.saves.get(md5) ?? 0) + 1)
  }
  const cabinet: Cabinet = {
    root,
    isShare,
    sheets: new Map(),
    stableContents: new Set(),
    saves: new Map(),
    listeners: new Set(),
    trouble: null,
    linkError: null,
    isFull: false,
    write: (path, bytes) => {
      noteSave(bytes)
      const sheet = cabinet.sheets.get(path)
      if (!sheet) {
        put(path, createSheet(bytes))
        return
      }
      noteStable(sheet)
      Object.assign(sheet, { bytes, mtimeMs: wallMs(), sinceMs: timeline.now() })
      notify(path)
    },
    replace: (path, bytes) => {
      noteSave(bytes)
      put(path, createSheet(bytes))
    },
    link: (from, to) => {
      const sheet = cabinet.sheets.get(from)
      if (sheet) put(to, sheet)
    },
    move: (from, to) => {
      const sheet = cabinet.sheets.get(from)
      if (!sheet) return
      cabinet.sheets.delete(from)
      notify(from)
      put(to, sheet)
    },
    remove: (path) => {
      noteStable(cabinet.sheets.get(path))
      cabinet.sheets.delete(path)
      notify(path)
    },
    closeAll: () => {
      for (const sheet of cabinet.sheets.values()) noteStable(sheet)
    },
  }
  return cabinet
}

export function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function markOf({ number, bytes, mtimeMs }: Sheet): Mark {
  return { ident: `7:${number}`, size: bytes.byteLength, mtimeNs: String(BigInt(Math.floor(mtimeMs)) * 1_000_000n) }
}

export function entryAt({ sheets, root }: Cabinet, path: string): Entry | null {
  const sheet = sheets.get(path)
  if (sheet) return { name: basename(path), kind: sheet.kind, blocks: 8, ...markOf(sheet) }
  const isFolder = path === root || [...sheets.keys()].some((one) => one.startsWith(`${path}/`))
  return isFolder
    ? { name: basename(path), kind: 'folder', blocks: 8, ident: `7:${path}`, size: 0, mtimeNs: '0' }
    : null
}

/** Names in a folder; files below it create their subfolders. */
export function entriesIn(cabinet: Cabinet, folder: string): Entry[] {
  const names = new Set(
    [...cabinet.sheets.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
  )
  return [...names].flatMap((name) => entryAt(cabinet, `${folder}/${name}`) ?? [])
}

export const isInCabinet = (path: string) => path === CABINET || path.startsWith(`${CABINET}/`)
