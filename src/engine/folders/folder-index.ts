// The known state of one folder, in memory: the last state of each path, and the files that wait to be taken. Rows are
// written first, and only for new or changed files: a folder without changes costs no write.
import type { ErrorCode } from '#contract/errors.ts'
import type { DataDeps } from '../db/write.ts'
import { rowIdOf } from '../outbox/sightings.ts'
import { type Entry, type Mark, isSameMark, isSameState } from '../outside/user-files.ts'
import { type Waiting, firstCheck, recheck } from './gate.ts'
import type { Found } from './scan.ts'
import { type SightingState, isOpen } from './states.ts'
import { type Sighting, loadSightings, notePath, noteSeen } from './sighting-store.ts'

/** A file that waits to be taken. */
export type Candidate = {
  id: number
  path: string
  kind: Entry['kind']
  blocks: number
  waiting: Waiting
  /** Earliest time of the next attempt. */
  notBeforeMono: number
  tries: number
  /** The error that its row shows. */
  rowError: ErrorCode | null
  isBusy: boolean
  /** The last complete scan did not find it. */
  isMissed: boolean
  /** Since when it has been missing. */
  goneMono: number | null
  /** The sighting of this path that was taken before. */
  before: { id: number; sha256: string } | null
}

export type Known = { id: number; mark: Mark; state: SightingState; sha256: string | null }

export type FolderIndex = {
  known: Map<string, Known>
  open: Map<string, Candidate>
  /** By file identity, to recognize renamed files; `known` is null while the file waits. */
  byIdent: Map<string, Former>
}

/** The former path of a file, and its known state. */
export type Former = { path: string; known: Known | null }

export type FolderIndexDeps = DataDeps & { mono: () => number }

export function loadFolderIndex({ db, mono }: FolderIndexDeps, folderId: string): FolderIndex {
  const index: FolderIndex = { known: new Map(), open: new Map(), byIdent: new Map() }
  for (const sighting of loadSightings(db, folderId)) addFile(index, sighting, { kind: 'file', blocks: 1 }, mono())
  return index
}

/** Rows of one path come in the order they were seen, so a candidate gets the newest taken content as `before`. */
function addFile(
  index: FolderIndex,
  { id, path, state, sha256, ...mark }: Sighting,
  { kind, blocks }: Pick<Entry, 'kind' | 'blocks'>,
  mono: number,
): void {
  const { known, open, byIdent } = index
  const knownFile = known.get(path)
  const before = knownFile?.sha256 === null || !knownFile ? null : { id: knownFile.id, sha256: knownFile.sha256 }
  if (!isOpen(state)) {
    setKnown(index, path, { id, mark, state, sha256 })
    return
  }
  byIdent.set(mark.ident, { path, known: null })
  open.set(path, {
    id,
    path,
    kind,
    blocks,
    waiting: firstCheck(mark, mono),
    notBeforeMono: mono,
    tries: 0,
    rowError: null,
    isBusy: false,
    isMissed: false,
    goneMono: null,
    before,
  })
}

/** Whether the file differs from the known state: new, replaced or changed. */
export function isChanged({ known, open }: FolderIndex, { path, entry }: Found): boolean {
  const candidate = open.get(path)
  if (candidate) return !isSameMark(candidate.waiting.mark, entry)
  const knownFile = known.get(path)
  return !knownFile || !isSameState(knownFile.mark, entry)
}

/** Takes the file again as if it was new: its copy is missing, or the user wants to retry a refused file. */
export function reopen(index: FolderIndex, path: string, id: number, entry: Entry, mono: number): void {
  index.known.delete(path)
  const { ident, size, mtimeNs, kind, blocks } = entry
  addFile(index, { ident, size, mtimeNs, id, path, state: 'WAITING', sha256: null, isRacy: 0 }, { kind, blocks }, mono)
}

/** An unchanged file can still show that a cloud program downloaded or removed its content. */
export function recordCheck({ open }: FolderIndex, { path, entry }: Found): void {
  const candidate = open.get(path)
  if (!candidate) return
  Object.assign(candidate, { goneMono: null, isMissed: false })
  if (candidate.blocks === 0 && entry.blocks > 0) candidate.notBeforeMono = 0
  candidate.kind = entry.kind
  candidate.blocks = entry.blocks
}

/** The file was taken, or refused in its present state. */
export function setKnown({ known, open, byIdent }: FolderIndex, path: string, knownFile: Known): void {
  open.delete(path)
  known.set(path, knownFile)
  byIdent.set(knownFile.mark.ident, { path, known: knownFile })
}

/** The former state of a file whose name is new; null if its identity is not known either. */
export function findFormerState({ byIdent, known, open }: FolderIndex, { path, entry }: Found): Former | null {
  const former = byIdent.get(entry.ident)
  if (!former || former.path === path || known.has(path) || open.has(path)) return null
  const mark = former.known?.mark ?? open.get(former.path)?.waiting.mark
  return mark && isSameMark(mark, entry) ? former : null
}

export function renameFile(
  { write }: FolderIndexDeps,
  index: FolderIndex,
  former: Former,
  { path, entry }: Found,
): void {
  const { known, open, byIdent } = index
  const candidate = former.known ? undefined : open.get(former.path)
  const id = former.known?.id ?? candidate?.id
  if (id === undefined) return
  write((db, announce) => {
    notePath(db, id, path)
    announce('documents', rowIdOf(id))
  })
  if (former.known) {
    // Another file may have the old name now.
    if (known.get(former.path)?.id === id) known.delete(former.path)
    setKnown(index, path, former.known)
  } else if (candidate) {
    open.delete(former.path)
    candidate.path = path
    open.set(path, candidate)
    byIdent.set(entry.ident, { path, known: null })
  }
}

/** Stores all changed files in one commit. */
export function recordChanges(
  { write, now, mono }: FolderIndexDeps,
  index: FolderIndex,
  folderId: string,
  changes: Found[],
): void {
  if (changes.length === 0) return
  const seen = write((db, announce) => {
    announce('folders')
    return changes.map(({ path, entry }) => {
      const openId = index.open.get(path)?.id ?? openAgain(index, path)
      const sighting = noteSeen(db, { folderId, path, mark: entry, at: now() }, openId)
      for (const id of new Set([openId, sighting?.id]))
        if (id !== null && id !== undefined) announce('documents', rowIdOf(id))
      return { sighting, path, entry }
    })
  })
  for (const { sighting, path, entry } of seen) {
    const candidate = index.open.get(path)
    if (!sighting) continue
    if (candidate?.id === sighting.id) {
      index.byIdent.set(entry.ident, { path, known: null })
      Object.assign(candidate, {
        kind: entry.kind,
        blocks: entry.blocks,
        waiting: recheck(candidate.waiting, entry, mono()),
        notBeforeMono: mono(),
        tries: 0,
        rowError: null,
        isMissed: false,
        goneMono: null,
      })
    } else addFile(index, sighting, entry, mono())
  }
}

/** The row of a refused file is used again when the file changes. A taken file keeps its row. */
function openAgain({ known }: FolderIndex, path: string): number | null {
  const knownFile = known.get(path)
  return knownFile?.state === 'IGNORED' ? knownFile.id : null
}

export function forget({ known, open, byIdent }: FolderIndex, path: string): void {
  const ident = open.get(path)?.waiting.mark.ident ?? known.get(path)?.mark.ident
  if (ident !== undefined && byIdent.get(ident)?.path === path) byIdent.delete(ident)
  open.delete(path)
  known.delete(path)
}
