// Compares the files that a scan or a file event found with the stored sightings, and stores what is new.
import type { Watch } from '../outside/watch.ts'
import type { Worker } from '../outside/worker.ts'
import { rowIdOf } from '../outbox/sightings.ts'
import { REMOTE_MISSING_MS, type Lane, type LaneDeps } from './lane.ts'
import {
  type FormerFile,
  removeFile,
  findFormerFile,
  isChanged,
  updateCandidate,
  recordChanges,
  renameFile,
} from './folder-index.ts'
import { isRealName, differOnlyInSpelling } from './same-name.ts'
import type { FoundFile } from './scan.ts'
import { advanceSighting } from './sighting-store.ts'
import type { FolderFiles } from './share-gate.ts'
import type { FolderRow } from './store.ts'

export type FolderDeps = LaneDeps & { watch: Watch; files: FolderFiles }

/** A folder whose files are compared with their stored sightings. */
export type ScannedFolder = FolderDeps & {
  row: FolderRow
  lane: Lane
  /** The path of each missing rejected file, and the process time (ms) when it was first missing. */
  missingSinceMono: Map<string, number>
  worker: Worker
}

export const isStopped = ({ worker }: Pick<ScannedFolder, 'worker'>): boolean => worker.stopped.aborted

export async function recordFound(state: ScannedFolder, found: FoundFile[]): Promise<void> {
  const {
    row,
    lane: { index },
    files,
  } = state
  const changes: FoundFile[] = []
  for (const file of found) {
    if (!isChanged(index, file)) {
      updateCandidate(index, file)
      continue
    }
    const former = findFormerFile(index, file)
    const differsOnlyInSpelling = former !== null && differOnlyInSpelling(former.path, file.path)
    // A late file event named the file by its former spelling.
    if (differsOnlyInSpelling && !(await isRealName(files, file.path))) continue
    const isRenamed = former !== null && !(await isAtOldPath(state, former, file, differsOnlyInSpelling))
    if (isRenamed && former.file?.state !== 'IGNORED') {
      renameFile(state, index, former, file)
      continue
    }
    // The file may have been rejected because of its name. If another file has that name now, the row belongs to that
    // file.
    if (isRenamed && former.file && index.storedFiles.get(former.path) === former.file)
      markVanished(state, former.path, former.file.id)
    changes.push(file)
  }
  if (!isStopped(state)) recordChanges(state, index, row.id, changes)
}

/** Whether the old path still leads to this file. With `differsOnlyInSpelling`, the old name must be its real name. */
async function isAtOldPath(
  { files }: ScannedFolder,
  { path }: FormerFile,
  { entry }: FoundFile,
  differsOnlyInSpelling: boolean,
): Promise<boolean> {
  // A file whose status cannot be read counts as present.
  if ((await files.stat(path).catch(() => entry))?.ident !== entry.ident) return false
  return !differsOnlyInSpelling || isRealName(files, path)
}

/**
 * Marks the files that a complete scan did not find. The lane checks the candidates among them. A refused file counts
 * as vanished; on a remote folder only after it has been missing for REMOTE_MISSING_MS.
 */
export async function markMissingFiles(state: ScannedFolder, foundPaths: Set<string>): Promise<void> {
  const {
    lane: { index, isRemote },
    files,
    clock,
    missingSinceMono,
  } = state
  const mono = clock.mono()
  for (const candidate of index.candidates.values())
    if (!foundPaths.has(candidate.path))
      Object.assign(candidate, { isMissing: true, notBeforeMono: Math.min(candidate.notBeforeMono, mono) })
  for (const [path, { id, state: sightingState }] of [...index.storedFiles]) {
    // A file whose status cannot be read counts as present.
    const isMissing =
      sightingState === 'IGNORED' && !foundPaths.has(path) && !(await files.stat(path).catch(() => true))
    if (!isMissing) missingSinceMono.delete(path)
    else if (!isRemote || mono - (missingSinceMono.get(path) ?? mono) >= REMOTE_MISSING_MS)
      markVanished(state, path, id)
    else if (!missingSinceMono.has(path)) missingSinceMono.set(path, mono)
  }
}

function markVanished(state: ScannedFolder, path: string, id: number): void {
  state.write((db, announce) => {
    advanceSighting(db, id, 'vanish')
    announce('documents', rowIdOf(id))
    announce('folders')
  })
  removeFile(state.lane.index, path)
}
