// Compares the files that a scan or a hint found with the stored sightings, and stores what is new.
import type { Watch } from '../outside/watch.ts'
import type { Worker } from '../outside/worker.ts'
import { rowIdOf } from '../outbox/sightings.ts'
import { GONE_FAR_MS, type Lane, type LaneDeps } from './lane.ts'
import {
  type Former,
  forget,
  findFormerState,
  isChanged,
  recordCheck,
  recordChanges,
  renameFile,
} from './folder-index.ts'
import { isItsName, mayBeOneName } from './same-name.ts'
import type { Found } from './scan.ts'
import { advance } from './sighting-store.ts'
import type { FolderFiles } from './share-gate.ts'
import type { FolderRow } from './store.ts'

export type FolderDeps = LaneDeps & { watch: Watch; files: FolderFiles }

/** A folder that is being compared. */
export type ScannedFolder = FolderDeps & {
  row: FolderRow
  lane: Lane
  /** The path of each missing rejected file, and the process time (ms) when it was first missing. */
  missingSinceMono: Map<string, number>
  worker: Worker
}

export const isStopped = ({ worker }: Pick<ScannedFolder, 'worker'>): boolean => worker.stopped.aborted

export async function recordFound(state: ScannedFolder, found: Found[]): Promise<void> {
  const {
    row,
    lane: { index },
    files,
  } = state
  const changes: Found[] = []
  for (const one of found) {
    if (!isChanged(index, one)) {
      recordCheck(index, one)
      continue
    }
    const former = findFormerState(index, one)
    const differsOnlyInSpelling = former !== null && mayBeOneName(former.path, one.path)
    // A late hint named the file by its former name.
    if (differsOnlyInSpelling && !(await isItsName(files, one.path))) continue
    const isRenamed = former !== null && !(await isStillAt(state, former, one, differsOnlyInSpelling))
    if (isRenamed && former.known?.state !== 'IGNORED') {
      renameFile(state, index, former, one)
      continue
    }
    // The file may have been rejected because of its name. If another file has that name now, the row belongs to that
    // file.
    if (isRenamed && former.known && index.known.get(former.path) === former.known)
      dropRow(state, former.path, former.known.id)
    changes.push(one)
  }
  if (!isStopped(state)) recordChanges(state, index, row.id, changes)
}

/** Whether the old path still leads to this file. With `differsOnlyInSpelling`, the old name must be its real name. */
async function isStillAt(
  { files }: ScannedFolder,
  { path }: Former,
  { entry }: Found,
  differsOnlyInSpelling: boolean,
): Promise<boolean> {
  // A file whose status cannot be read counts as present.
  if ((await files.stat(path).catch(() => entry))?.ident !== entry.ident) return false
  return !differsOnlyInSpelling || isItsName(files, path)
}

/**
 * Handles files that the scan did not find: marks waiting ones for the lane, and missing rejected ones as vanished. On
 * a far folder a file must be missing for GONE_FAR_MS.
 */
export async function handleMissingFiles(state: ScannedFolder, seen: Set<string>): Promise<void> {
  const {
    lane: { index, isFar },
    files,
    clock,
    missingSinceMono,
  } = state
  const mono = clock.mono()
  for (const candidate of index.open.values())
    if (!seen.has(candidate.path))
      Object.assign(candidate, { isMissed: true, notBeforeMono: Math.min(candidate.notBeforeMono, mono) })
  for (const [path, { id, state: sightingState }] of [...index.known]) {
    // A file whose status cannot be read counts as present.
    const isMissing = sightingState === 'IGNORED' && !seen.has(path) && !(await files.stat(path).catch(() => true))
    if (!isMissing) missingSinceMono.delete(path)
    else if (!isFar || mono - (missingSinceMono.get(path) ?? mono) >= GONE_FAR_MS) dropRow(state, path, id)
    else if (!missingSinceMono.has(path)) missingSinceMono.set(path, mono)
  }
}

function dropRow(state: ScannedFolder, path: string, id: number): void {
  state.write((db, announce) => {
    advance(db, id, 'vanish')
    announce('documents', rowIdOf(id))
    announce('folders')
  })
  forget(state.lane.index, path)
}
