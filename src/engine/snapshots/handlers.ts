// Handlers for the calls about snapshots.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import { MAX_SNAPSHOTS, type Snapshot } from '#contract/snapshots.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import { instantMs } from '../outside/calendar.ts'
import { deleteSnapshot, loadSnapshot, loadSnapshots, saveSnapshot } from './store.ts'
import { type Snapshots, createFileName } from './worker.ts'

export type SnapshotHandlerDeps = DataDeps & {
  snapshots: Snapshots
  /** Returns the path in the form that is stored; throws if nothing may be written there. */
  checkFolder: (path: string, ticket: string | null | undefined) => Promise<string>
}

export function snapshotHandlers({
  db,
  write,
  now,
  snapshots,
  checkFolder,
}: SnapshotHandlerDeps): HandlersOf<'snapshots'> {
  const change = (work: (db: WritableDb) => void) =>
    write((w, announce) => {
      work(w)
      announce('views')
      announce('sync')
    })
  /** Folders of snapshots removed in this run: undoing a removal needs no new choice of the folder. */
  const removed = new Map<string, string>()
  return {
    'snapshots.list': () => snapshots.states(),
    'snapshots.save': async ({ ticket, ...snapshot }) => {
      const before = loadSnapshot(db, snapshot.id)
      if (!before && loadSnapshots(db).length >= MAX_SNAPSHOTS)
        throw new AppError('snapshots/too-many', { most: MAX_SNAPSHOTS })
      const storedFolder = before?.folder ?? removed.get(snapshot.id) ?? ''
      const folder =
        storedFolder === snapshot.folder && storedFolder !== ''
          ? storedFolder
          : await checkFolder(snapshot.folder, ticket)
      refuseSameFile(db, { ...snapshot, folder }, now())
      change((w) => saveSnapshot(w, { ...snapshot, folder }, now()))
    },
    'snapshots.remove': ({ id }) => {
      const folder = loadSnapshot(db, id)?.folder
      if (folder !== undefined) removed.set(id, folder)
      change((w) => deleteSnapshot(w, id))
    },
    'snapshots.writeNow': ({ id }) => snapshots.writeNow(id),
  }
}

/**
 * Two snapshots with one file name would replace each other's files. Case and the composition of accents are ignored,
 * because most folders ignore them.
 */
function refuseSameFile(db: ReadableDb, snapshot: Snapshot, now: string): void {
  const nameOf = (named: Snapshot) =>
    createFileName(named, instantMs(now) ?? 0, 'UTC')
      .normalize('NFC')
      .toLowerCase()
  const other = loadSnapshots(db).find(
    (stored) => stored.id !== snapshot.id && stored.folder === snapshot.folder && nameOf(stored) === nameOf(snapshot),
  )
  if (other) throw new AppError('snapshots/same-file', { name: other.name })
}
