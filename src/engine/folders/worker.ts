// From a file on the disk to content in the spool and a row in the queue: starts the watched folders, takes files
// dropped onto the window, moves sent files aside, and cleans the spool.
import type { FolderSettings } from '#contract/folders.ts'
import type { DataDeps } from '../db/write.ts'
import type { Log } from '../outside/log.ts'
import { MS_PER_DAY } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import type { Files } from '../outside/files.ts'
import type { Watch } from '../outside/watch.ts'
import { type Mover, startMover } from './after-upload.ts'
import { type Drops, startDrops } from './drops.ts'
import { withPatience } from './patience.ts'
import { type FolderFiles, gateShares } from './share-gate.ts'
import { type Spool, createSpool } from './spool.ts'
import { type FolderRow, changeFolder, deleteFolder, loadFolder, loadFolders } from './store.ts'
import { folderOfSighting } from './sighting-store.ts'
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
  /** New content is in the queue. */
  onQueued: () => void
}

export type Folders = {
  /** Access to the disk for calls about the user's folders. */
  files: FolderFiles
  /** Scans everything now: the user asked, or a file was dropped. */
  requestScan(): void
  /** The computer slept, or its clock was set. */
  resume(): void
  /** Starts a folder whose row exists. */
  begin(id: string): void
  change(id: string, settings: FolderSettings): Promise<void>
  remove(id: string): Promise<void>
  /** Reads these files again; returns how many can be read. */
  readAgain(sightingIds: readonly number[]): Promise<number>
  status(id: string): { isPolled: boolean; lastScanAt: string | null } | null
  stop(): Promise<void>
}

type State = Omit<FoldersDeps, 'files'> & {
  files: FolderFiles
  spool: Spool
  running: Map<string, WatchedFolder>
  drops: Drops | null
  mover: Mover | null
  isStopped: boolean
  cancelSweep: () => void
  opened: Promise<void>
  /** Changes of folders run one after the other. */
  changes: Promise<void>
}

const SWEEP_MS = MS_PER_DAY / 4
const OPEN_AGAIN_MS = 30_000

export function startFolders(deps: FoldersDeps): Folders {
  const files = gateShares(deps.files, deps.dataDir)
  const state: State = {
    ...deps,
    files,
    spool: createSpool({ ...deps, files }),
    running: new Map(),
    drops: null,
    mover: null,
    isStopped: false,
    cancelSweep: () => undefined,
    opened: Promise.resolve(),
    changes: Promise.resolve(),
  }
  state.opened = open(state)
  const requestScan = () => {
    for (const folder of state.running.values()) folder.requestScan()
    state.drops?.requestScan()
  }
  return {
    files,
    requestScan,
    resume: requestScan,
    begin: (id) => {
      const row = loadFolder(state.db, id)
      // Until the spool is open nothing starts; then all folders start.
      if (row && state.drops) begin(state, row)
    },
    change: (id, settings) => runInTurn(state, () => change(state, id, settings)),
    remove: (id) => runInTurn(state, () => remove(state, id)),
    readAgain: (sightingIds) => readAgain(state, sightingIds),
    status: (id) => state.running.get(id)?.status() ?? null,
    stop: () => stop(state),
  }
}

async function stop(state: State): Promise<void> {
  const { running, clock } = state
  state.isStopped = true
  state.cancelSweep()
  const ended = async () => {
    await state.opened
    await state.changes
    await Promise.all([
      ...[...running.values()].map((folder) => folder.stop()),
      state.drops?.stop(),
      state.mover?.stop(),
    ])
  }
  await withPatience(clock, ended())
}

/** A dropped file is in no watched folder, and its copy was deleted when it was taken, so it cannot be read again. */
async function readAgain({ db, running, clock, opened }: State, sightingIds: readonly number[]): Promise<number> {
  await withPatience(clock, opened)
  const each = sightingIds.map(
    (id) => running.get(folderOfSighting(db, id) ?? '')?.readAgain(id) ?? Promise.resolve(false),
  )
  const answers = await Promise.all(each.map((one) => withPatience(clock, one)))
  return answers.filter((isRead) => isRead === true).length
}

/** No caller awaits this. After any failure, such as a full disk, it runs again. */
async function open(state: State): Promise<void> {
  const { spool, log, clock } = state
  try {
    await spool.open()
    if (state.isStopped) return
    beginAll(state)
    sweepLater(state)
  } catch (error) {
    log('error', 'folders cannot be opened', { error: String(error) })
    if (state.isStopped) return
    state.cancelSweep = clock.after(OPEN_AGAIN_MS, () => {
      state.opened = open(state)
    })
  }
}

/** Does not start again what an earlier attempt already started. */
function beginAll(state: State): void {
  const shared: FolderDeps = { ...state, mono: () => state.clock.mono() }
  state.drops ??= startDrops(shared, state.dataDir)
  state.mover ??= startMover(state)
  for (const row of loadFolders(state.db)) begin(state, row)
}

function begin(state: State, row: FolderRow): void {
  if (state.isStopped || state.running.has(row.id)) return
  state.running.set(row.id, startWatchedFolder({ ...state, mono: () => state.clock.mono() }, row))
}

/** An error in a timer callback is not caught by a caller. The next run tries again. */
function sweepLater(state: State): void {
  const sweep = () => {
    state.spool.sweep().catch((error: unknown) => state.log('warn', 'spool not swept', { error: String(error) }))
    sweepLater(state)
  }
  state.cancelSweep = state.clock.after(SWEEP_MS, sweep)
}

function runInTurn(state: State, work: () => Promise<void>): Promise<void> {
  const done = state.changes.then(work)
  state.changes = done.catch(() => undefined)
  return done
}

function change(state: State, id: string, settings: FolderSettings): Promise<void> {
  return runWhileEnded(state, id, () =>
    state.write((db, announce) => {
      changeFolder(db, id, settings)
      announce('folders')
    }),
  )
}

function remove(state: State, id: string): Promise<void> {
  return runWhileEnded(state, id, () =>
    state.write((db, announce) => {
      deleteFolder(db, id)
      announce('folders')
      announce('documents')
    }),
  )
}

/** The folder starts again if its row still exists, also when the change could not be written. */
async function runWhileEnded(state: State, id: string, work: () => void): Promise<void> {
  const folder = state.running.get(id)
  state.running.delete(id)
  try {
    if (folder) await withPatience(state.clock, folder.stop())
    work()
  } finally {
    const row = loadFolder(state.db, id)
    if (row) begin(state, row)
  }
}
