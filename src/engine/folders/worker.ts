// Brings files from the disk into the spool and into the upload queue: starts the watched folders and the folder of
// dropped files, moves sent files to the folder `Uploaded`, and cleans the spool.
import type { FolderSettings } from '#contract/folders.ts'
import type { DataDeps } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Watch } from '../outside/watch.ts'
import { type Mover, startMover } from './after-upload.ts'
import { type Drops, startDrops } from './drops.ts'
import { withTimeout } from './timeout.ts'
import { type FolderFiles, limitShareCalls } from './share-gate.ts'
import { type Spool, createSpool } from './spool.ts'
import { type FolderRow, changeFolder, deleteFolder, loadFolder, loadFolders } from './store.ts'
import { loadFolderId } from './sighting-store.ts'
import { type WatchedFolder, startWatchedFolder } from './watched-folder.ts'
import type { FolderDeps } from './found-files.ts'

export type FoldersDeps = DataDeps & {
  clock: Clock
  files: Files
  watch: Watch
  nowMs: () => number
  log: Log
  /** The account's data folder. */
  dataDir: string
  /** Called when new content is in the queue. */
  onQueued: () => void
}

export type Folders = {
  /** Access to the disk for calls about the user's folders. */
  files: FolderFiles
  /** Scans everything now: the user asked, or a file was dropped. */
  requestScan(): void
  /** Call this after the computer slept or its clock was set. */
  resume(): void
  /** Starts a folder whose row exists. */
  startFolder(id: string): void
  change(id: string, settings: FolderSettings): Promise<void>
  remove(id: string): Promise<void>
  /** Reads these files again; returns how many can be read. */
  retryFiles(sightingIds: readonly number[]): Promise<number>
  status(id: string): { isPolled: boolean; lastScanAt: string | null } | null
  stop(): Promise<void>
}

type State = Omit<FoldersDeps, 'files'> & {
  files: FolderFiles
  spool: Spool
  watchedFolders: Map<string, WatchedFolder>
  drops: Drops | null
  mover: Mover | null
  isStopped: boolean
  cancelSweep: () => void
  opened: Promise<void>
  /** Changes of folders run one after the other. */
  changes: Promise<void>
}

const SWEEP_MS = MS_PER_DAY / 4
const OPEN_RETRY_MS = 30_000

export function startFolders(deps: FoldersDeps): Folders {
  const files = limitShareCalls(deps.files, deps.dataDir)
  const state: State = {
    ...deps,
    files,
    spool: createSpool({ ...deps, files }),
    watchedFolders: new Map(),
    drops: null,
    mover: null,
    isStopped: false,
    cancelSweep: () => undefined,
    opened: Promise.resolve(),
    changes: Promise.resolve(),
  }
  state.opened = openSpool(state)
  const requestScan = () => {
    for (const folder of state.watchedFolders.values()) folder.requestScan()
    state.drops?.requestScan()
  }
  return {
    files,
    requestScan,
    resume: requestScan,
    startFolder: (id) => {
      const row = loadFolder(state.db, id)
      // Before the spool is open no folder starts. Afterwards `startAll` starts all folders.
      if (row && state.drops) startFolder(state, row)
    },
    change: (id, settings) => runAfterChanges(state, () => changeSettings(state, id, settings)),
    remove: (id) => runAfterChanges(state, () => removeFolder(state, id)),
    retryFiles: (sightingIds) => retryFiles(state, sightingIds),
    status: (id) => state.watchedFolders.get(id)?.status() ?? null,
    stop: () => stop(state),
  }
}

async function stop(state: State): Promise<void> {
  const { watchedFolders, clock } = state
  state.isStopped = true
  state.cancelSweep()
  const stopAll = async () => {
    await state.opened
    await state.changes
    await Promise.all([
      ...[...watchedFolders.values()].map((folder) => folder.stop()),
      state.drops?.stop(),
      state.mover?.stop(),
    ])
  }
  await withTimeout(clock, stopAll())
}

/** A dropped file cannot be read again: it is in no watched folder, and the copy of the host was deleted. */
async function retryFiles(
  { db, watchedFolders, clock, opened }: State,
  sightingIds: readonly number[],
): Promise<number> {
  await withTimeout(clock, opened)
  const retries = sightingIds.map(
    (id) => watchedFolders.get(loadFolderId(db, id) ?? '')?.retryFile(id) ?? Promise.resolve(false),
  )
  const answers = await Promise.all(retries.map((retry) => withTimeout(clock, retry)))
  return answers.filter((isRead) => isRead === true).length
}

/** Opens the spool, then starts all folders. No caller handles an error, so it runs again after any failure. */
async function openSpool(state: State): Promise<void> {
  const { spool, log, clock } = state
  try {
    await spool.open()
    if (state.isStopped) return
    startAll(state)
    scheduleSweep(state)
  } catch (error) {
    log('error', 'folders cannot be opened', { error: String(error) })
    if (state.isStopped) return
    state.cancelSweep = clock.after(OPEN_RETRY_MS, () => {
      state.opened = openSpool(state)
    })
  }
}

/** Starts everything that an earlier attempt did not start. */
function startAll(state: State): void {
  const shared: FolderDeps = { ...state, mono: () => state.clock.mono() }
  state.drops ??= startDrops(shared, state.dataDir)
  state.mover ??= startMover(state)
  for (const row of loadFolders(state.db)) startFolder(state, row)
}

function startFolder(state: State, row: FolderRow): void {
  if (state.isStopped || state.watchedFolders.has(row.id)) return
  state.watchedFolders.set(row.id, startWatchedFolder({ ...state, mono: () => state.clock.mono() }, row))
}

/** Runs in a timer callback, where no caller catches an error. The next run tries again. */
function scheduleSweep(state: State): void {
  const sweep = () => {
    state.spool.sweep().catch((error: unknown) => state.log('warn', 'spool not swept', { error: String(error) }))
    scheduleSweep(state)
  }
  state.cancelSweep = state.clock.after(SWEEP_MS, sweep)
}

/** Runs `work` after all earlier changes of folders. */
function runAfterChanges(state: State, work: () => Promise<void>): Promise<void> {
  const change = state.changes.then(work)
  state.changes = change.catch(() => undefined)
  return change
}

function changeSettings(state: State, id: string, settings: FolderSettings): Promise<void> {
  return runWhileStopped(state, id, () =>
    state.write((db, announce) => {
      changeFolder(db, id, settings)
      announce('folders')
    }),
  )
}

function removeFolder(state: State, id: string): Promise<void> {
  return runWhileStopped(state, id, () =>
    state.write((db, announce) => {
      deleteFolder(db, id)
      announce('folders')
      announce('documents')
    }),
  )
}

/** The folder starts again if its row still exists, also when the change could not be written. */
async function runWhileStopped(state: State, id: string, saveChange: () => void): Promise<void> {
  const folder = state.watchedFolders.get(id)
  state.watchedFolders.delete(id)
  try {
    if (folder) await withTimeout(state.clock, folder.stop())
    saveChange()
  } finally {
    const row = loadFolder(state.db, id)
    if (row) startFolder(state, row)
  }
}
