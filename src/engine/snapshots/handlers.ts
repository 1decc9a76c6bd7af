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
  const writeAndAnnounce = (work: (db: WritableDb) => void) =>
    write((db, announce) => {
      work(db)
      announce('views')
      announce('sync')
    })
  /** The folders of snapshots that were removed in this run: undoing a removal needs no new choice of the folder. */
  const folderByRemovedId = new Map<string, string>()
  return {
    'snapshots.list': () => snapshots.listStates(),
    'snapshots.save': async ({ ticket, ...snapshot }) => {
      const stored = loadSnapshot(db, snapshot.id)
      if (!stored && loadSnapshots(db).length >= MAX_SNAPSHOTS)
        throw new AppError('snapshots/too-many', { most: MAX_SNAPSHOTS })
      const storedFolder = stored?.folder ?? folderByRemovedId.get(snapshot.id) ?? ''
      const folder =
        storedFolder === snapshot.folder && storedFolder !== ''
          ? storedFolder
          : await checkFolder(snapshot.folder, ticket)
      refuseSameFile(db, { ...snapshot, folder }, now())
      writeAndAnnounce((db) => saveSnapshot(db, { ...snapshot, folder }, now()))
    },
    'snapshots.remove': ({ id }) => {
      const folder = loadSnapshot(db, id)?.folder
      if (folder !== undefined) folderByRemovedId.set(id, folder)
      writeAndAnnounce((db) => deleteSnapshot(db, id))
    },
    'snapshots.writeNow': ({ id }) => snapshots.writeNow(id),
  }
}

/**
 * Two snapshots with one file name would replace each other's files. Case and the composition of accents are ignored,
 * because most folders ignore them.
 */
function refuseSameFile(db: ReadableDb, snapshot: Snapshot, now: string): void {
  const createComparableName = (namedSnapshot: Snapshot) =>
    createFileName(namedSnapshot, instantMs(now) ?? 0, 'UTC')
      .normalize('NFC')
      .toLowerCase()
  const other = loadSnapshots(db).find(
    (stored) =>
      stored.id !== snapshot.id &&
      stored.folder === snapshot.folder &&
      createComparableName(stored) === createComparableName(snapshot),
  )
  if (other) throw new AppError('snapshots/same-file', { name: other.name })
}
