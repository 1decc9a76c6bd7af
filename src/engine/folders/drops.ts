// Files dropped onto the window, which the host put aside for us (contract/rules/files.ts): each in a folder of its
// own, and complete as soon as that folder has its name. These copies are ours, so each is deleted once a row holds its
// content.
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { DROPS_FOLDER } from '#contract/rules/files.ts'
import { DROP } from '../outbox/sightings.ts'
import { MS_PER_DAY } from '../outside/calendar.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type Lane, type LaneDeps, createLaneWorker, startLane } from './lane.ts'
import { forget, isChanged, loadFolderIndex, recordChanges } from './folder-index.ts'

export type Drops = { requestScan(): void; stop(): Promise<void> }

/** A call follows each drop. This interval is for files left by an earlier run. */
const SCAN_EVERY_MS = 60_000
/** How soon the folder is checked again after a row was written, to delete the taken copy. */
const CLEAR_MS = 500

type State = LaneDeps & { folder: string; lane: Lane; scanAtMono: number; worker: Worker }

export function startDrops(deps: LaneDeps, dataDir: string): Drops {
  const taking = createLaneWorker(deps)
  const worker = createWorker({ ...deps, name: 'drops' })
  const lane: Lane = {
    folderId: DROP,
    index: loadFolderIndex(deps, DROP),
    worker: taking,
    signal: taking.stopped,
    isFar: false,
    isInCloud: false,
    mayBeInCloud: false,
    hasBlocks: false,
    isLoose: true,
    racy: new Map(),
    isLeft: () => true,
    isOpen: () => true,
    isThere: () => Promise.resolve(true),
    onDone: () => scanWithin(state, CLEAR_MS),
  }
  const state: State = { ...deps, folder: join(dataDir, DROPS_FOLDER), lane, scanAtMono: deps.clock.mono(), worker }
  worker.start(() => runOnce(state))
  startLane(deps, lane)
  return {
    requestScan: () => {
      for (const candidate of lane.index.open.values()) candidate.notBeforeMono = 0
      scanWithin(state, 0)
    },
    stop: async () => {
      const reason = new AppError('engine/disconnected')
      await Promise.all([worker.stop(reason), taking.stop(reason)])
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
    const place = join(folder, token)
    try {
      await (token.endsWith('.part') ? removeIfAbandoned(state, place) : takeDrop(state, place))
    } catch (error) {
      // An unreadable drop does not stop the others.
      state.log('warn', 'drop not read', { error: String(error) })
    }
  }
  lane.worker.wake()
}

/** Deletes what an interrupted write of the host left, after a day. */
async function removeIfAbandoned({ files, clock }: State, place: string): Promise<void> {
  const entry = await files.stat(place)
  if (entry && Number(BigInt(entry.mtimeNs) / 1_000_000n) < clock.wall() - MS_PER_DAY) await files.remove(place)
}

/** Writes the row before it deletes the file: a crash in between leaves only a file to delete. */
async function takeDrop(state: State, place: string): Promise<void> {
  const {
    files,
    lane: { index },
  } = state
  const [name] = await files.list(place)
  if (name === undefined) {
    await files.remove(place)
    return
  }
  const path = join(place, name)
  const entry = await files.stat(path)
  // The name cannot be read as text, or the file just vanished. It is not deleted, because it may be the only copy.
  if (!entry) return
  const found = { path, entry }
  if (isChanged(index, found)) recordChanges(state, index, DROP, [found])
  const sightingState = index.known.get(path)?.state
  if (sightingState === undefined || index.open.has(path)) return
  await files.remove(place)
  forget(index, path)
}
