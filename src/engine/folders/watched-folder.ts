// One watched folder: scans it at intervals, and earlier after an event of the operating system. Its own lane copies
// its files. While the folder cannot be reached, its stored files do not change: it is probed until it is back, and
// then scanned.
import { dirname } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { createWorker } from '../outside/worker.ts'
import { codeOf } from '../outside/user-files.ts'
import { reportsBlocks, restartQuietTime } from './stability.ts'
import { isIgnored, needsRow } from './ignore.ts'
import { type Lane, createLaneWorker, requeueById, startLane } from './lane.ts'
import { loadFolderIndex } from './folder-index.ts'
import { filterByRealName } from './same-name.ts'
import { type FoundFile, walkFolder } from './scan.ts'
import { type FolderRow, type FolderState, saveFolderState, saveScanTime } from './store.ts'
import { advanceSighting, loadSightings } from './sighting-store.ts'
import { findPathLocation } from './path-location.ts'
import { type FolderDeps, type ScannedFolder, isStopped, markMissingFiles, recordFound } from './found-files.ts'

export type WatchedFolder = {
  /** Scans the whole folder now. */
  requestScan(): void
  /** Reads one of its files again. Returns false if the file is missing or changed. */
  retryFile(sightingId: number): Promise<boolean>
  status(): { isPolled: boolean; lastScanAt: string | null }
  stop(): Promise<void>
}

type State = ScannedFolder & {
  folderState: FolderState
  isPolled: boolean
  lastScanAt: string | null
  savedScanMono: number
  scanAtMono: number
  /** Paths from file events; null: events were lost. */
  eventPaths: Set<string> | null
  /** When the paths are checked. */
  eventsDueMono: number
  unwatch: (() => Promise<void>) | null
  rootIdent: string
}

const WATCHED_SCAN_MS = 60_000
const POLLED_SCAN_MS = 30_000
const PROBE_MS = 10_000
/** How long events are collected, so that each file is checked once. */
const COLLECT_EVENTS_MS = 300
const MAX_EVENT_PATHS = 512
const WATCH_TIMEOUT_MS = 10_000
const SAVE_SCAN_MS = 10 * 60_000

export function startWatchedFolder(deps: FolderDeps, row: FolderRow): WatchedFolder {
  const state = createState(deps, row)
  state.worker.start(() => runOnce(state))
  startLane(deps, state.lane)
  return {
    requestScan: () => {
      for (const candidate of state.lane.index.candidates.values()) candidate.notBeforeMono = 0
      scanNow(state)
      state.lane.worker.wake()
    },
    retryFile: (sightingId) => requeueById(deps, state.lane, sightingId),
    status: () => ({ isPolled: state.isPolled || row.alwaysPolls, lastScanAt: state.lastScanAt }),
    stop: async () => {
      const reason = new AppError('engine/disconnected')
      await Promise.all([state.worker.stop(reason), state.lane.worker.stop(reason)])
      await unwatch(state)
    },
  }
}

function createState(deps: FolderDeps, row: FolderRow): State {
  const worker = createWorker({ ...deps, name: 'folder' })
  const laneWorker = createLaneWorker(deps)
  const mono = deps.clock.mono()
  if (!row.isRecursive) markSubfolderFilesVanished(deps, row)
  const sightings = loadSightings(deps.db, row.id)
  const racy = new Map(
    sightings
      .filter(({ isRacy, state }) => isRacy === 1 && state === 'SPOOLED')
      .map((mark) => [mark.id, { mark, dueMono: mono }]),
  )
  const lane: Lane = {
    folderId: row.id,
    index: loadFolderIndex(deps, row.id),
    worker: laneWorker,
    signal: laneWorker.stopped,
    isRemote: false,
    isInCloud: false,
    mayBeInCloud: false,
    hasBlocks: false,
    isDropped: false,
    racy,
    isLeftInPlace: () => row.after === 'leave',
    canCopy: () => state.folderState === 'OK',
    isFolderReachable: () => isSameFolderThere(state),
    onDone: () => undefined,
  }
  // No file is copied before the folder is reached for the first time.
  const state: State = {
    ...deps,
    row,
    lane,
    worker,
    folderState: 'MISSING',
    isPolled: false,
    lastScanAt: row.lastScanAt,
    savedScanMono: mono,
    scanAtMono: mono,
    eventPaths: new Set(),
    eventsDueMono: Number.POSITIVE_INFINITY,
    unwatch: null,
    rootIdent: '',
    missingSinceMono: new Map(),
  }
  return state
}

/** Marks the waiting files of subfolders as vanished: subfolders are no longer scanned. */
function markSubfolderFilesVanished({ db, write }: FolderDeps, { id, path }: FolderRow): void {
  const subfolderSightings = loadSightings(db, id).filter(
    (sighting) => sighting.state !== 'SPOOLED' && dirname(sighting.path) !== path,
  )
  if (subfolderSightings.length === 0) return
  write((db, announce) => {
    for (const sighting of subfolderSightings) advanceSighting(db, sighting.id, 'vanish')
    announce('documents')
  })
}

function scanNow(state: State): void {
  state.scanAtMono = state.clock.mono()
  state.worker.wake()
}

async function runOnce(state: State): Promise<number> {
  const { clock, log } = state
  const mono = clock.mono()
  const waitMs = Math.min(state.scanAtMono, state.eventsDueMono) - mono
  if (waitMs > 0) return waitMs
  try {
    await (state.scanAtMono <= mono ? scanAll(state) : checkEventPaths(state))
  } catch (error) {
    // For example, a row cannot be written on a full disk. The file counts as not seen, so the next scan finds it.
    state.scanAtMono = clock.mono() + PROBE_MS
    if (!isStopped(state)) log('warn', 'folder not scanned', { error: String(error) })
  }
  return 0
}

async function scanAll(state: State): Promise<void> {
  const { row, clock, lane } = state
  // An event from here on may concern a file that the scan already passed.
  state.eventPaths = new Set()
  state.eventsDueMono = Number.POSITIVE_INFINITY
  state.scanAtMono = clock.mono() + (state.isPolled || row.alwaysPolls ? POLLED_SCAN_MS : WATCHED_SCAN_MS)
  const folderState = await checkFolder(state)
  // A share may answer long after its folder was stopped or removed.
  if (isStopped(state)) return
  if (folderState !== 'OK') {
    await markUnreachable(state, folderState)
    return
  }
  await watchOrPoll(state)
  const foundPaths = new Set<string>()
  try {
    for await (const found of walkFolder(state.files, clock, row.path, {
      isRecursive: row.isRecursive,
      mayHang: lane.isRemote,
      signal: lane.signal,
    })) {
      await recordFound(state, found)
      for (const { path } of found) foundPaths.add(path)
      lane.hasBlocks ||= found.some(({ entry }) => reportsBlocks(entry))
    }
  } catch (error) {
    if (codeOf(error) === '') throw error
    await markUnreachable(state, findStateAfterError(error))
    return
  }
  if (isStopped(state)) return
  changeState(state, 'OK')
  await markMissingFiles(state, foundPaths)
  recordScanTime(state)
  lane.worker.wake()
}

/** Finds out whether the folder can be read and is still the same one. A new folder at this path gets a new watch. */
async function checkFolder(state: State): Promise<FolderState> {
  const { files, row, lane } = state
  try {
    const place = await files.place(row.path)
    const root = await files.stat(place.realPath)
    if (root?.kind !== 'folder') return 'MISSING'
    if (root.ident !== state.rootIdent) await unwatch(state)
    state.rootIdent = root.ident
    const location = findPathLocation(row.path, place)
    Object.assign(lane, location)
    files.setLocal(row.path, !location.isRemote && !location.isInCloud)
    return 'OK'
  } catch (error) {
    if (codeOf(error) === '') throw error
    return findStateAfterError(error)
  }
}

async function isSameFolderThere(state: State): Promise<boolean> {
  const ident = state.rootIdent
  const isSame = (await checkFolder(state)) === 'OK' && state.rootIdent === ident
  if (!isSame) scanNow(state)
  return isSame
}

const findStateAfterError = (error: unknown): FolderState =>
  ['EACCES', 'EPERM'].includes(codeOf(error)) ? 'DENIED' : 'MISSING'

async function markUnreachable(state: State, folderState: FolderState): Promise<void> {
  state.scanAtMono = state.clock.mono() + PROBE_MS
  await unwatch(state)
  changeState(state, folderState)
}

function changeState(state: State, folderState: FolderState): void {
  const { row, write, now } = state
  state.folderState = folderState
  if (row.state === folderState) return
  write((db, announce) => {
    saveFolderState(db, row.id, folderState, now())
    announce('folders')
  })
  row.state = folderState
}

/** Stores the time only every SAVE_SCAN_MS, because a quiet folder should not cost a commit each minute. */
function recordScanTime(state: State): void {
  const { clock, row, now, write } = state
  const isFirst = state.lastScanAt === null
  state.lastScanAt = now()
  if (!isFirst && clock.mono() - state.savedScanMono < SAVE_SCAN_MS) return
  state.savedScanMono = clock.mono()
  write((db, announce) => {
    saveScanTime(db, row.id, now())
    announce('folders')
  })
}

/** The watch starts before the scan, so that no change is missed. */
async function watchOrPoll(state: State): Promise<void> {
  const { row, lane } = state
  const reportsNothing = lane.isRemote || lane.isInCloud
  if (reportsNothing || row.alwaysPolls || state.unwatch) {
    if (reportsNothing) state.isPolled = true
    return
  }
  try {
    state.unwatch = await startWatch(state)
    state.isPolled = false
  } catch (error) {
    pollInstead(state, error instanceof Error ? error.message : String(error))
  }
}

/** Throws if the watch does not start in time; the folder is then scanned at intervals. */
async function startWatch(state: State): Promise<() => Promise<void>> {
  const { watch, row, clock, lane } = state
  const starting = watch.start(row.path, {
    onHint: (path) => onFileEvent(state, path),
    onEnd: (code) => pollInstead(state, code),
  })
  const hasStarted = new AbortController()
  const timeout = clock.sleep(WATCH_TIMEOUT_MS, AbortSignal.any([lane.signal, hasStarted.signal])).then(() => null)
  const stop = await Promise.race([starting, timeout]).finally(() => hasStarted.abort())
  if (stop) return stop
  starting
    .then(
      (stopLateWatch) => stopLateWatch(),
      () => undefined,
    )
    .catch(() => undefined)
  throw new Error('no watch in time')
}

function pollInstead(state: State, code: string): void {
  if (state.isPolled) return
  state.log('warn', 'folder events ended', { code })
  state.isPolled = true
  state.scanAtMono = Math.min(state.scanAtMono, state.clock.mono() + POLLED_SCAN_MS)
  state.worker.wake()
}

async function unwatch(state: State): Promise<void> {
  const stop = state.unwatch
  state.unwatch = null
  // A watch that fails to stop is treated as stopped.
  await stop?.().catch((error: unknown) => state.log('warn', 'watch not ended', { error: String(error) }))
}

function onFileEvent(state: State, path: string | null): void {
  if (isStopped(state)) return
  const { index } = state.lane
  const candidate = path === null ? undefined : index.candidates.get(path)
  // A candidate changed, so its quiet time starts again. The lane checks it afterwards.
  if (candidate) {
    candidate.stability = restartQuietTime(candidate.stability, state.clock.mono())
    return
  }
  if (path === null || state.eventPaths === null || state.eventPaths.size >= MAX_EVENT_PATHS) state.eventPaths = null
  else state.eventPaths.add(path)
  if (Number.isFinite(state.eventsDueMono)) return
  state.eventsDueMono = state.clock.mono() + COLLECT_EVENTS_MS
  state.worker.wake()
}

async function checkEventPaths(state: State): Promise<void> {
  const { eventPaths, row, files, lane } = state
  state.eventPaths = new Set()
  state.eventsDueMono = Number.POSITIVE_INFINITY
  // Events are reliable only for the folder itself, and ignored subfolders must stay ignored: a scan decides both.
  const needsScan = eventPaths === null || [...eventPaths].some((path) => dirname(path) !== row.path)
  const found: FoundFile[] = []
  for (const path of needsScan ? [] : eventPaths) {
    const entry = await files.stat(path).catch(() => null)
    const isFolderToScan = entry?.kind === 'folder' && row.isRecursive && !isIgnored(entry.name, entry.kind)
    const isRowWithoutFile = !entry && lane.index.storedFiles.get(path)?.state === 'IGNORED'
    if (isFolderToScan || isRowWithoutFile) state.scanAtMono = state.clock.mono()
    if (entry && !isIgnored(entry.name, entry.kind) && needsRow(entry.name, entry.kind)) found.push({ path, entry })
  }
  if (needsScan) scanNow(state)
  await recordFound(state, await filterByRealName(files, found))
  lane.worker.wake()
}
