// One folder in memory: the last stored state of each path, and the files that wait to be copied into the spool. A
// change is written to its row before it is stored here. A folder without changes costs no commit.
import type { ErrorCode } from '#contract/errors.ts'
import type { DataDeps } from '../db/write.ts'
import { rowIdOf } from '../outbox/sightings.ts'
import { type Entry, type Mark, isSameMark, isSameState } from '../outside/user-files.ts'
import { type Stability, startQuietTime, updateStability } from './stability.ts'
import type { FoundFile } from './scan.ts'
import { type SightingState, isUnspooled } from './states.ts'
import { type Sighting, loadSightings, saveNewPath, saveSighting } from './sighting-store.ts'

/** A file that waits to be copied into the spool. */
export type Candidate = {
  id: number
  path: string
  kind: Entry['kind']
  blocks: number
  stability: Stability
  /** Earliest time (`mono`) of the next attempt. */
  notBeforeMono: number
  tries: number
  /** The error that its row shows. */
  rowError: ErrorCode | null
  isBusy: boolean
  /** The last complete scan did not find the file. */
  isMissing: boolean
  /** When a copy first failed because the file was missing. */
  missingSinceMono: number | null
  /** The last sighting of this path whose content was copied. */
  previous: { id: number; sha256: string } | null
}

export type StoredFile = { id: number; mark: Mark; state: SightingState; sha256: string | null }

export type FolderIndex = {
  storedFiles: Map<string, StoredFile>
  candidates: Map<string, Candidate>
  /** By file identity, to recognize renamed files; `file` is null while the file waits to be copied. */
  byIdent: Map<string, FormerFile>
}

/** The former path of a file, and its stored state. */
export type FormerFile = { path: string; file: StoredFile | null }

export type FolderIndexDeps = DataDeps & { mono: () => number }

export function loadFolderIndex({ db, mono }: FolderIndexDeps, folderId: string): FolderIndex {
  const index: FolderIndex = { storedFiles: new Map(), candidates: new Map(), byIdent: new Map() }
  for (const sighting of loadSightings(db, folderId)) addFile(index, sighting, { kind: 'file', blocks: 1 }, mono())
  return index
}

/** Rows of one path must be added in the order of their ids, so that `previous` is the newest copied content. */
function addFile(
  index: FolderIndex,
  { id, path, state, sha256, ...mark }: Sighting,
  { kind, blocks }: Pick<Entry, 'kind' | 'blocks'>,
  mono: number,
): void {
  const { storedFiles, candidates, byIdent } = index
  const storedFile = storedFiles.get(path)
  const previous = storedFile?.sha256 === null || !storedFile ? null : { id: storedFile.id, sha256: storedFile.sha256 }
  if (!isUnspooled(state)) {
    saveFile(index, path, { id, mark, state, sha256 })
    return
  }
  byIdent.set(mark.ident, { path, file: null })
  candidates.set(path, {
    id,
    path,
    kind,
    blocks,
    stability: startQuietTime(mark, mono),
    notBeforeMono: mono,
    tries: 0,
    rowError: null,
    isBusy: false,
    isMissing: false,
    missingSinceMono: null,
    previous,
  })
}

/** Whether the file is new, was replaced, or differs from its stored state. */
export function isChanged({ storedFiles, candidates }: FolderIndex, { path, entry }: FoundFile): boolean {
  const candidate = candidates.get(path)
  if (candidate) return !isSameMark(candidate.stability.mark, entry)
  const storedFile = storedFiles.get(path)
  return !storedFile || !isSameState(storedFile.mark, entry)
}

/** Makes the file a candidate again: its copy is missing, or the user wants to retry a refused file. */
export function requeueFile(index: FolderIndex, path: string, id: number, entry: Entry, mono: number): void {
  index.storedFiles.delete(path)
  const { ident, size, mtimeNs, kind, blocks } = entry
  addFile(index, { ident, size, mtimeNs, id, path, state: 'WAITING', sha256: null, isRacy: 0 }, { kind, blocks }, mono)
}

/**
 * Updates what can differ in an unchanged file: its blocks change when a cloud program downloads or removes its
 * content.
 */
export function updateCandidate({ candidates }: FolderIndex, { path, entry }: FoundFile): void {
  const candidate = candidates.get(path)
  if (!candidate) return
  Object.assign(candidate, { missingSinceMono: null, isMissing: false })
  if (candidate.blocks === 0 && entry.blocks > 0) candidate.notBeforeMono = 0
  candidate.kind = entry.kind
  candidate.blocks = entry.blocks
}

/** Stores a file that was copied, or that was refused as it is. It is no longer a candidate. */
export function saveFile(
  { storedFiles, candidates, byIdent }: FolderIndex,
  path: string,
  storedFile: StoredFile,
): void {
  candidates.delete(path)
  storedFiles.set(path, storedFile)
  byIdent.set(storedFile.mark.ident, { path, file: storedFile })
}

/** Finds the former path of a file whose path is new; null if no stored file has its identity. */
export function findFormerFile(
  { byIdent, storedFiles, candidates }: FolderIndex,
  { path, entry }: FoundFile,
): FormerFile | null {
  const former = byIdent.get(entry.ident)
  if (!former || former.path === path || storedFiles.has(path) || candidates.has(path)) return null
  const mark = former.file?.mark ?? candidates.get(former.path)?.stability.mark
  return mark && isSameMark(mark, entry) ? former : null
}

export function renameFile(
  { write }: FolderIndexDeps,
  index: FolderIndex,
  former: FormerFile,
  { path, entry }: FoundFile,
): void {
  const { storedFiles, candidates, byIdent } = index
  const candidate = former.file ? undefined : candidates.get(former.path)
  const id = former.file?.id ?? candidate?.id
  if (id === undefined) return
  write((db, announce) => {
    saveNewPath(db, id, path)
    announce('documents', rowIdOf(id))
  })
  if (former.file) {
    // Another file may have the old name now.
    if (storedFiles.get(former.path)?.id === id) storedFiles.delete(former.path)
    saveFile(index, path, former.file)
  } else if (candidate) {
    candidates.delete(former.path)
    candidate.path = path
    candidates.set(path, candidate)
    byIdent.set(entry.ident, { path, file: null })
  }
}

/** Stores all changed files in one commit. */
export function recordChanges(
  { write, now, mono }: FolderIndexDeps,
  index: FolderIndex,
  folderId: string,
  changes: FoundFile[],
): void {
  if (changes.length === 0) return
  const savedFiles = write((db, announce) => {
    announce('folders')
    return changes.map(({ path, entry }) => {
      const openId = index.candidates.get(path)?.id ?? findRefusedId(index, path)
      const sighting = saveSighting(db, { folderId, path, mark: entry, at: now() }, openId)
      for (const id of new Set([openId, sighting?.id]))
        if (id !== null && id !== undefined) announce('documents', rowIdOf(id))
      return { sighting, path, entry }
    })
  })
  for (const { sighting, path, entry } of savedFiles) {
    const candidate = index.candidates.get(path)
    if (!sighting) continue
    if (candidate?.id === sighting.id) {
      index.byIdent.set(entry.ident, { path, file: null })
      Object.assign(candidate, {
        kind: entry.kind,
        blocks: entry.blocks,
        stability: updateStability(candidate.stability, entry, mono()),
        notBeforeMono: mono(),
        tries: 0,
        rowError: null,
        isMissing: false,
        missingSinceMono: null,
      })
    } else addFile(index, sighting, entry, mono())
  }
}

/** The row of a refused file is used again when the file changes. A copied file keeps its row. */
function findRefusedId({ storedFiles }: FolderIndex, path: string): number | null {
  const storedFile = storedFiles.get(path)
  return storedFile?.state === 'IGNORED' ? storedFile.id : null
}

export function removeFile({ storedFiles, candidates, byIdent }: FolderIndex, path: string): void {
  const ident = candidates.get(path)?.stability.mark.ident ?? storedFiles.get(path)?.mark.ident
  if (ident !== undefined && byIdent.get(ident)?.path === path) byIdent.delete(ident)
  candidates.delete(path)
  storedFiles.delete(path)
}
