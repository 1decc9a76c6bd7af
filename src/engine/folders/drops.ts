// Files dropped onto the window. The host saves a copy of each one in a folder of its own, whose final name shows that
// the copy is complete (contract/rules/files.ts). Each copy is deleted when its content is in the spool and in a row.
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { DROPS_FOLDER } from '#contract/rules/files.ts'
import { DROP } from '../outbox/sightings.ts'
import { MS_PER_DAY } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type Lane, type LaneDeps, createLaneWorker, startLane } from './lane.ts'
import { removeFile, isChanged, loadFolderIndex, recordChanges } from './folder-index.ts'

export type Drops = { requestScan(): void; stop(): Promise<void> }

/** `requestScan` is called after each drop. This interval is for files that an earlier run left. */
const SCAN_EVERY_MS = 60_000
/** How soon the folder is scanned again after a row was written, to delete the copy of the host. */
const DELETE_COPY_MS = 500

type State = LaneDeps & { folder: string; lane: Lane; scanAtMono: number; worker: Worker }

export function startDrops(deps: LaneDeps, dataDir: string): Drops {
  const laneWorker = createLaneWorker(deps)
  const worker = createWorker({ ...deps, name: 'drops' })
  const lane: Lane = {
    folderId: DROP,
    index: loadFolderIndex(deps, DROP),
    worker: laneWorker,
    signal: laneWorker.stopped,
    isRemote: false,
    isInCloud: false,
    mayBeInCloud: false,
    hasBlocks: false,
    isDropped: true,
    racy: new Map(),
    isLeftInPlace: () => true,
    canCopy: () => true,
    isFolderReachable: () => Promise.resolve(true),
    onDone: () => scanWithin(state, DELETE_COPY_MS),
  }
  const state: State = { ...deps, folder: join(dataDir, DROPS_FOLDER), lane, scanAtMono: deps.clock.mono(), worker }
  worker.start(() => runOnce(state))
  startLane(deps, lane)
  return {
    requestScan: () => {
      for (const candidate of lane.index.candidates.values()) candidate.notBeforeMono = 0
      scanWithin(state, 0)
    },
    stop: async () => {
      const reason = new AppError('engine/disconnected')
      await Promise.all([worker.stop(reason), laneWorker.stop(reason)])
    },
  }
}

function scanWithin(state: State, ms: number): void {
  state.scanAtMono = Math.min(state.scanAtMono, state.clock.mono() + ms)
  state.worker.wake()
}

async function runOnce(state: State): Promise<number> {
  const { clock, log } = state
  const waitMs = state.scanAtMono - clock.mono()
  if (waitMs > 0) return waitMs
  state.scanAtMono = clock.mono() + SCAN_EVERY_MS
  try {
    await scanDrops(state)
  } catch (error) {
    log('warn', 'drops not scanned', { error: String(error) })
  }
  return 0
}

async function scanDrops(state: State): Promise<void> {
  const { files, folder, lane } = state
  for (const token of await files.list(folder)) {
    if (state.worker.stopped.aborted) return
    const dropFolder = join(folder, token)
    try {
      await (token.endsWith('.part') ? removeIfAbandoned(state, dropFolder) : recordDrop(state, dropFolder))
    } catch (error) {
      // An unreadable drop does not stop the others.
      state.log('warn', 'drop not read', { error: String(error) })
    }
  }
  lane.worker.wake()
}

/** Deletes an incomplete copy of the host that is older than a day: its write was interrupted. */
async function removeIfAbandoned({ files, clock }: State, dropFolder: string): Promise<void> {
  const entry = await files.stat(dropFolder)
  if (entry && Number(BigInt(entry.mtimeNs) / 1_000_000n) < clock.wall() - MS_PER_DAY) await files.remove(dropFolder)
}

/** Writes the row before it deletes the file: a crash in between leaves only a file to delete. */
async function recordDrop(state: State, dropFolder: string): Promise<void> {
  const {
    files,
    lane: { index },
  } = state
  const [name] = await files.list(dropFolder)
  if (name === undefined) {
    await files.remove(dropFolder)
    return
  }
  const path = join(dropFolder, name)
  const entry = await files.stat(path)
  // The name cannot be read as text, or the file just vanished. It is not deleted, because it may be the only copy.
  if (!entry) return
  const foundFile = { path, entry }
  if (isChanged(index, foundFile)) recordChanges(state, index, DROP, [foundFile])
  const sightingState = index.storedFiles.get(path)?.state
  if (sightingState === undefined || index.candidates.has(path)) return
  await files.remove(dropFolder)
  removeFile(index, path)
}
