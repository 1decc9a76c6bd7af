// Copies the quiet files of one folder into the spool, the oldest first. Two loops run at a time: one reads the next
// file while the copy of the other is written to the disk. Each result is stored in the row of its file. A failure of
// one file does not stop the others.
import { basename } from 'node:path'
import { rowIdOf } from '../outbox/sightings.ts'
import type { Content } from '../outbox/uploads.ts'
import type { Log } from '../outside/log.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type FileChecksums, isSameMark } from '../outside/user-files.ts'
import { QUIET_REMOTE_MS, QUIET_MS, remainingQuietMs } from './stability.ts'
import { getContentType } from '#contract/rules/document-types.ts'
import {
  type Candidate,
  type FolderIndex,
  type FolderIndexDeps,
  removeFile,
  isChanged,
  recordChanges,
  requeueFile,
  saveFile,
} from './folder-index.ts'
import type { Spool } from './spool.ts'
import { type CopyResult, type CopyDeps, copyAgain, copyIntoSpool } from './copy-to-spool.ts'
import {
  type Sighting,
  advanceSighting,
  loadSighting,
  markFileLost,
  endRacy,
  saveSighting,
  linkContent,
} from './sighting-store.ts'

export type LaneDeps = FolderIndexDeps & {
  clock: Clock
  nowMs: () => number
  log: Log
  files: CopyDeps['files']
  spool: Spool
  /** Called when new content is in the queue. */
  onQueued: () => void
}

export type Lane = {
  folderId: string
  index: FolderIndex
  worker: Worker
  /** Aborted when the worker stops. */
  signal: AbortSignal
  isRemote: boolean
  isInCloud: boolean
  /** The folder may be in a cloud although its name does not show this. */
  mayBeInCloud: boolean
  /** True after the disk reported blocks for at least one file of the folder. */
  hasBlocks: boolean
  /** The files were dropped onto the window. They are complete when they arrive, so they have no quiet time. */
  isDropped: boolean
  /** Files stay where they are after they are sent. */
  isLeftInPlace: () => boolean
  /** False while no file may be copied, for example because the folder is missing. */
  canCopy: () => boolean
  /** Whether the folder itself can be reached: files of an unreachable folder are not missing. */
  isFolderReachable: () => Promise<boolean>
  /** Called after a file was copied or refused. */
  onDone: () => void
  /** By sighting: copied files that are read once more, because they may have been written again at the same time. */
  racy: Map<number, RacyFile>
}

type RacyFile = { mark: Sighting; dueMono: number }

const LANES = 2
/** The longest wait of a loop that is not woken. */
const IDLE_MS = 60_000
/** The wait before a racy file is read once more. */
const RACY_REREAD_MS = 10_000
/** A share may be unreachable without an error, so a missing file counts as deleted only after this time. */
export const REMOTE_MISSING_MS = 10 * 60_000
const MISSING_RETRY_MS = 15_000
const FAILED_RETRY_MS = 30_000

export function createLaneWorker({ clock, log }: Pick<LaneDeps, 'clock' | 'log'>): Worker {
  return createWorker({ clock, log, name: 'file lane', lanes: LANES })
}

export function startLane(deps: LaneDeps, lane: Lane): void {
  lane.worker.start(() => runOnce(deps, lane))
}

async function runOnce(deps: LaneDeps, lane: Lane): Promise<number> {
  const { clock, log } = deps
  const { next, waitMs } = findNext(lane, clock.mono())
  if (!next) return waitMs
  try {
    await ('candidate' in next ? copyCandidate(deps, lane, next.candidate) : rereadRacyFile(deps, lane, next.racyFile))
  } catch (error) {
    // The result could not be stored, for example on a full disk, so the file is tried again later.
    if (isStopped(lane)) return 0
    const retryMono = clock.mono() + FAILED_RETRY_MS
    if ('candidate' in next) next.candidate.notBeforeMono = retryMono
    else lane.racy.set(next.racyFile.mark.id, { ...next.racyFile, dueMono: retryMono })
    log('warn', 'file not copied', { error: String(error) })
  }
  return 0
}

const isStopped = ({ signal }: Lane) => signal.aborted

type Next = { candidate: Candidate } | { racyFile: RacyFile }

function findNext(lane: Lane, mono: number): { next: Next | null; waitMs: number } {
  let [oldest, waitMs]: [Candidate | null, number] = [null, IDLE_MS]
  if (!lane.canCopy()) return { next: null, waitMs }
  for (const candidate of lane.index.candidates.values()) {
    if (candidate.isBusy) continue
    const dueInMs = Math.max(
      candidate.notBeforeMono - mono,
      lane.isDropped ? 0 : remainingQuietMs(candidate.stability, mono, getQuietMs(lane)),
    )
    if (dueInMs > 0) waitMs = Math.min(waitMs, dueInMs)
    else if (!oldest || isOlder(candidate, oldest)) oldest = candidate
  }
  if (oldest) return { next: { candidate: oldest }, waitMs: 0 }
  for (const racyFile of lane.racy.values()) {
    if (racyFile.dueMono <= mono) return { next: { racyFile }, waitMs: 0 }
    waitMs = Math.min(waitMs, racyFile.dueMono - mono)
  }
  return { next: null, waitMs }
}

const getQuietMs = ({ isRemote, isInCloud }: Pick<Lane, 'isRemote' | 'isInCloud'>) =>
  isRemote || isInCloud ? QUIET_REMOTE_MS : QUIET_MS

/** Compares the times of the files. Numbers of nanoseconds with the same number of digits can be compared as text. */
function isOlder(one: Candidate, other: Candidate): boolean {
  const [ownNs, otherNs] = [one.stability.mark.mtimeNs, other.stability.mark.mtimeNs]
  if (ownNs.length !== otherNs.length) return ownNs.length < otherNs.length
  return ownNs < otherNs || (ownNs === otherNs && one.id < other.id)
}

async function copyCandidate(deps: LaneDeps, lane: Lane, candidate: Candidate): Promise<void> {
  const { path, stability } = candidate
  candidate.isBusy = true
  let copiedSha256: string | null = null
  try {
    const result = await copyIntoSpool(
      { ...deps, ...lane, isInCloud: lane.isInCloud || (lane.mayBeInCloud && lane.hasBlocks) },
      candidate,
      basename(path),
      lane.isDropped,
    )
    const isFolderUnreachable = result.kind === 'missing' && !(await lane.isFolderReachable())
    if (result.kind === 'copied') copiedSha256 = result.content.sha256
    // If the file was renamed, changed or removed meanwhile, the result does not apply to it any more.
    if (lane.index.candidates.get(path) !== candidate || !isSameMark(candidate.stability.mark, stability.mark)) return
    if (isFolderUnreachable) candidate.notBeforeMono = deps.clock.mono() + MISSING_RETRY_MS
    else storeResult(deps, lane, candidate, result)
  } finally {
    candidate.isBusy = false
    if (copiedSha256 !== null) deps.spool.release(copiedSha256)
  }
}

function storeResult(deps: LaneDeps, lane: Lane, candidate: Candidate, result: CopyResult): void {
  const { clock } = deps
  const mono = clock.mono()
  switch (result.kind) {
    case 'copied':
      storeContent(deps, lane, candidate, result)
      return
    case 'changed':
      recordChanges(deps, lane.index, lane.folderId, [{ path: candidate.path, entry: result.entry }])
      return
    case 'missing':
      if (canVanish(lane, candidate, mono)) markVanished(deps, lane, candidate)
      else candidate.notBeforeMono = mono + MISSING_RETRY_MS
      return
    case 'truncated':
      candidate.stability = result.stability
      candidate.notBeforeMono = mono + result.waitMs
      return
    case 'refused':
      writeForCandidate(deps, candidate, (db) =>
        advanceSighting(db, candidate.id, 'refuse', { error: result.error, nextAt: null }),
      )
      saveFile(lane.index, candidate.path, {
        id: candidate.id,
        mark: candidate.stability.mark,
        state: 'IGNORED',
        sha256: null,
      })
      lane.onDone()
      return
    case 'delayed':
      postpone(deps, candidate, result, mono)
  }
}

function writeForCandidate<Result>(
  { write }: LaneDeps,
  { id }: Candidate,
  saveResult: (db: Parameters<typeof advanceSighting>[0]) => Result,
): Result {
  return write((db, announce) => {
    const result = saveResult(db)
    announce('documents', rowIdOf(id))
    announce('folders')
    return result
  })
}

function postpone(
  deps: LaneDeps,
  candidate: Candidate,
  { step, error, waitMs, isTimed }: Extract<CopyResult, { kind: 'delayed' }>,
  mono: number,
): void {
  candidate.tries++
  candidate.notBeforeMono = mono + waitMs
  if (!isTimed && candidate.rowError === error.code) return
  writeForCandidate(deps, candidate, (db) =>
    advanceSighting(db, candidate.id, step, { error, nextAt: isTimed ? instantOf(deps.nowMs() + waitMs) : null }),
  )
  candidate.rowError = error.code
}

function storeContent(
  deps: LaneDeps,
  lane: Lane,
  candidate: Candidate,
  { content, isRacy, isTruncated }: Extract<CopyResult, { kind: 'copied' }>,
): void {
  const { id, path, stability, previous } = candidate
  const { index } = lane
  const olderId = previous?.sha256 === content.sha256 ? previous.id : null
  const rowId = writeForCandidate(deps, candidate, (db) =>
    linkContent(db, id, { content, isRacy, isTruncated, isLeftInPlace: lane.isLeftInPlace(), olderId }, deps.now()),
  )
  saveFile(index, path, { id: rowId, mark: stability.mark, state: 'SPOOLED', sha256: content.sha256 })
  if (isRacy && rowId === id)
    lane.racy.set(id, {
      mark: { ...stability.mark, id, path, state: 'SPOOLED', sha256: content.sha256, isRacy: 1 },
      dueMono: deps.clock.mono() + RACY_REREAD_MS,
    })
  deps.onQueued()
  lane.onDone()
}

function canVanish({ isRemote, canCopy }: Lane, candidate: Candidate, mono: number): boolean {
  candidate.missingSinceMono ??= mono
  return canCopy() && (!isRemote || mono - candidate.missingSinceMono >= REMOTE_MISSING_MS)
}

function markVanished(deps: LaneDeps, { index }: Lane, candidate: Candidate): void {
  writeForCandidate(deps, candidate, (db) => advanceSighting(db, candidate.id, 'vanish'))
  removeFile(index, candidate.path)
}

/**
 * Reads a file into the spool again, because the user asked. False if it is missing or changed; a changed file has its
 * own row.
 */
export async function requeueById(deps: LaneDeps, lane: Lane, id: number): Promise<boolean> {
  const path = loadSighting(deps.db, id)?.path ?? ''
  const { index } = lane
  const entry = index.candidates.get(path)?.id === id ? null : await deps.files.stat(path).catch(() => null)
  const candidate = index.candidates.get(path)
  if (candidate?.id === id) candidate.notBeforeMono = 0
  else {
    if (!entry || index.storedFiles.get(path)?.id !== id || isChanged(index, { path, entry })) return false
    deps.write((db, announce) => {
      markFileLost(db, id)
      announce('documents', rowIdOf(id))
      announce('folders')
    })
    requeueFile(index, path, id, entry, deps.clock.mono())
  }
  lane.worker.wake()
  return true
}

/**
 * Reads a copied file once more. If its content differs although name, size and time are the same, the new content gets
 * a row of its own.
 */
async function rereadRacyFile(deps: LaneDeps, lane: Lane, { mark }: RacyFile): Promise<void> {
  const { path } = mark
  lane.racy.delete(mark.id)
  const checksums = await copyAgain({ ...deps, ...lane }, path, mark)
  try {
    const isReplaced = checksums !== null && checksums.sha256 !== mark.sha256
    const id = deps.write((db, announce) => {
      endRacy(db, mark.id, isReplaced)
      const newSighting = isReplaced
        ? saveSighting(db, { folderId: lane.folderId, path, mark, at: deps.now() }, null)
        : null
      if (!newSighting || !checksums) return null
      for (const sightingId of [mark.id, newSighting.id]) announce('documents', rowIdOf(sightingId))
      linkContent(
        db,
        newSighting.id,
        {
          content: createContent(path, checksums),
          isRacy: false,
          isTruncated: false,
          isLeftInPlace: lane.isLeftInPlace(),
          olderId: null,
        },
        deps.now(),
      )
      return newSighting.id
    })
    if (id === null || !checksums) return
    saveFile(lane.index, path, { id, mark, state: 'SPOOLED', sha256: checksums.sha256 })
    deps.onQueued()
  } finally {
    if (checksums) deps.spool.release(checksums.sha256)
  }
}

function createContent(path: string, checksums: FileChecksums): Content {
  const name = basename(path)
  return { ...checksums, name, contentType: getContentType(name) ?? '' }
}
