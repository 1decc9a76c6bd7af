// Handlers for the calls about watched folders. documents/ has the queue that these folders feed.
import { AppError } from '#contract/errors.ts'
import type { WatchedFolder } from '#contract/folders.ts'
import type { HandlersOf } from '#contract/index.ts'
import type { z } from 'zod'
import type { ReadableDb } from '../db/open.ts'
import type { DataDeps } from '../db/write.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Random } from '../outside/random.ts'
import type { InSlices } from '../db/slices.ts'
import { checkNewFolder, checkSettings } from './add.ts'
import {
  type FolderCounts,
  type FolderRow,
  type FolderState,
  adoptSightings,
  countSightings,
  insertFolder,
  loadFolder,
  loadFolders,
} from './store.ts'
import { checkTicket } from './ticket.ts'
import type { Folders } from './worker.ts'

export type FolderHandlerDeps = DataDeps & {
  clock: Clock
  files: Files
  random: Random
  dataDir: string
  ticketKey: string | undefined
  folders: Folders
  inSlices: InSlices
}

const contractStates: Record<FolderState, z.infer<typeof WatchedFolder>['state']> = {
  OK: 'ok',
  MISSING: 'missing',
  DENIED: 'denied',
}

export function folderHandlers(
  deps: FolderHandlerDeps,
): Omit<HandlersOf<'folders'>, 'folders.queue' | 'folders.pause'> {
  const { db, folders, clock, files, dataDir } = deps
  const checkDeps = { clock, files, dataDir, listWatchedPaths: () => loadFolders(db).map(({ path }) => path) }
  const countAll = createCounter(deps)
  const loadExisting = (id: string) => {
    const row = loadFolder(db, id)
    if (!row) throw new AppError('folders/unknown', { id })
    return row
  }
  return {
    'folders.list': async () => {
      const counts = await countAll()
      return loadFolders(db).map((row) => addCounts(toWatchedFolder(deps, row), counts.get(row.id) ?? NO_FILES))
    },
    'folders.add': async ({ path: requestedPath, ticket, ...settings }) => {
      checkTicket(deps.ticketKey, requestedPath, ticket)
      // Typed or pasted paths may have accidental spaces; a path from the host's dialog is exact.
      const typed = deps.ticketKey === undefined ? requestedPath.trim() : requestedPath
      const path = await checkNewFolder(checkDeps, typed, settings)
      const id = deps.random.id()
      deps.write((db, announce) => {
        // A double click adds one folder.
        if (loadFolders(db).some((row) => row.path === path)) throw new AppError('folders/already-watched', { path })
        insertFolder(db, id, path, settings, deps.now())
        adoptSightings(db, id, path)
        announce('folders')
      })
      folders.startFolder(id)
      return { id }
    },
    'folders.change': async ({ id, ...settings }) => {
      const { path } = loadExisting(id)
      // The settings of a missing folder can be changed. Its permissions are checked when it is back.
      await checkSettings(checkDeps, path, settings).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'folders/not-found')) throw error
      })
      await folders.change(id, settings)
    },
    'folders.remove': async ({ id }) => {
      loadExisting(id)
      await folders.remove(id)
    },
    'folders.check': () => folders.requestScan(),
  }
}

const NO_FILES: FolderCounts = { settling: 0, underWay: 0, failed: 0, done: 0, unmoved: 0, lastFileAt: null }

/** Several screens request the counts repeatedly, so one result is shared until a row is written. */
function createCounter({ db, inSlices }: FolderHandlerDeps): () => Promise<Map<string, FolderCounts>> {
  let lastCount: { version: string; counts: Promise<Map<string, FolderCounts>> } | null = null
  return () => {
    const version = loadDataVersion(db)
    if (lastCount?.version === version) return lastCount.counts
    const counts = inSlices(countSightings(db))
    lastCount = { version, counts }
    counts.catch(() => {
      lastCount = null
    })
    return counts
  }
}

/** The version of the data: it changes with every transaction, by this connection or another one. */
function loadDataVersion(db: ReadableDb): string {
  return `${db.value<number>('SELECT total_changes() AS n')} ${db.value<number>('PRAGMA main.data_version')}`
}

/** Files that could not be moved are counted only while the folder moves files. */
const addCounts = (folder: ReturnType<typeof toWatchedFolder>, counts: FolderCounts) => ({
  ...folder,
  ...counts,
  unmoved: folder.after === 'move' ? counts.unmoved : 0,
})

function toWatchedFolder(
  { folders }: FolderHandlerDeps,
  { id, path, after, alwaysPolls, isRecursive, state, stateSince, lastScanAt }: FolderRow,
) {
  const status = folders.status(id)
  return {
    id,
    path,
    after,
    alwaysPolls,
    isRecursive,
    state: contractStates[state],
    stateSince,
    isPolled: status?.isPolled ?? alwaysPolls,
    lastScanAt: status?.lastScanAt ?? lastScanAt,
  }
}
