// Takes the quiet files of one folder, the oldest first, two at a time: while the copy of one reaches the disk, the
// next is read. Each result is stored in its file's row. A failure of one file does not stop the others.
import { basename } from 'node:path'
import { rowIdOf } from '../outbox/sightings.ts'
import type { Content } from '../outbox/uploads.ts'
import type { Log } from '../outside/log.ts'
import { instantOf } from '../outside/calendar.ts'
import type { Clock } from '../outside/clock.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import { type Sums, isSameMark } from '../outside/user-files.ts'
import { QUIET_FAR_MS, QUIET_MS, quietInMs } from './gate.ts'
import { contentTypeOf } from '#contract/rules/document-types.ts'
import {
  type Candidate,
  type FolderIndex,
  type FolderIndexDeps,
  forget,
  isChanged,
  recordChanges,
  reopen,
  setKnown,
} from './folder-index.ts'
import type { Spool } from './spool.ts'
import { type Outcome, type TakeDeps, readAgain, copyIntoSpool } from './take.ts'
import { type Sighting, advance, loadSighting, markFileLost, noteRead, noteSeen, noteTaken } from './sighting-store.ts'

export type LaneDeps = FolderIndexDeps & {
  clock: Clock
  nowMs: () => number
  log: Log
  files: TakeDeps['files']
  spool: Spool
  /** New content is in the queue. */
  onQueued: () => void
}

export type Lane = {
  folderId: string
  index: FolderIndex
  worker: Worker
  /** Aborted when the worker stops. */
  signal: AbortSignal
  isFar: boolean
  isInCloud: boolean
  /** A cloud folder whose name does not show it. */
  mayBeInCloud: boolean
  /** The disk reported blocks for at least one of its files. */
  hasBlocks: boolean
  /** The files are complete when they arrive one by one, so there is no quiet time. */
  isLoose: boolean
  /** Files stay where they are after they are sent. */
  isLeft: () => boolean
  /** False while no file may be taken. */
  isOpen: () => boolean
  /** Whether the folder itself can be reached: files of an unreachable folder are not missing. */
  isThere: () => Promise<boolean>
  /** A file was taken or refused. */
  onDone: () => void
  /** Files written so shortly before they were read that they are read once more. */
  racy: Map<number, Racy>
}

type Racy = { mark: Sighting; dueMono: number }

const LANES = 2
const IDLE_MS = 60_000
const RACY_AGAIN_MS = 10_000
/** A share may be unreachable without an error, so a missing file counts as deleted only after this time. */
export const GONE_FAR_MS = 10 * 60_000
const GONE_AGAIN_MS = 15_000
const FAILED_AGAIN_MS = 30_000

export function createLaneWorker({ clock, log }: Pick<LaneDeps, 'clock' | 'log'>): Worker {
  return createWorker({ clock, log, name: 'file lane', lanes: LANES })
}

export function startLane(deps: LaneDeps, lane: Lane): void {
  lane.worker.start(() => runOnce(deps, lane))
}

async function runOnce(deps: LaneDeps, lane: Lane): Promise<number> {
  const { clock, log } = deps
  const { next, waitMs } = nextOf(lane, clock.mono())
  if (!next) return waitMs
  try {
    await ('candidate' in next ? handle(deps, lane, next.candidate) : reread(deps, lane, next.racy))
  } catch (error) {
    // If the result could not be stored, the file is tried again.
    if (isStopped(lane)) return 0
    const againMono = clock.mono() + FAILED_AGAIN_MS
    if ('candidate' in next) next.candidate.notBeforeMono = againMono
    else lane.racy.set(next.racy.mark.id, { ...next.racy, dueMono: againMono })
    log('warn', 'file not taken', { error: String(error) })
  }
  return 0
}

const isStopped = ({ signal }: Lane) => signal.aborted

type Next = { candidate: Candidate } | { racy: Racy }

function nextOf(lane: Lane, mono: number): { next: Next | null; waitMs: number } {
  let [best, waitMs]: [Candidate | null, number] = [null, IDLE_MS]
  if (!lane.isOpen()) return { next: null, waitMs }
  for (const candidate of lane.index.open.values()) {
    if (candidate.isBusy) continue
    const dueInMs = Math.max(
      candidate.notBeforeMono - mono,
      lane.isLoose ? 0 : quietInMs(candidate.waiting, mono, quietMs(lane)),
    )
    if (dueInMs > 0) waitMs = Math.min(waitMs, dueInMs)
    else if (!best || isOlder(candidate, best)) best = candidate
  }
  if (best) return { next: { candidate: best }, waitMs: 0 }
  for (const racy of lane.racy.values()) {
    if (racy.dueMono <= mono) return { next: { racy }, waitMs: 0 }
    waitMs = Math.min(waitMs, racy.dueMono - mono)
  }
  return { next: null, waitMs }
}

export const quietMs = ({ isFar, isInCloud }: Pick<Lane, 'isFar' | 'isInCloud'>) =>
  isFar || isInCloud ? QUIET_FAR_MS : QUIET_MS

/** By the file's time. Today the nanoseconds have the same number of digits, so they compare as text. */
function isOlder(one: Candidate, other: Candidate): boolean {
  const [a, b] = [one.waiting.mark.mtimeNs, other.waiting.mark.mtimeNs]
  if (a.length !== b.length) return a.length < b.length
  return a < b || (a === b && one.id < other.id)
}

async function handle(deps: LaneDeps, lane: Lane, candidate: Candidate): Promise<void> {
  const { path, waiting } = candidate
  candidate.isBusy = true
  let taken: string | null = null
  try {
    const outcome = await copyIntoSpool(
      { ...deps, ...lane, isInCloud: lane.isInCloud || (lane.mayBeInCloud && lane.hasBlocks) },
      candidate,
      basename(path),
      lane.isLoose,
    )
    const isAway = outcome.is === 'gone' && !(await lane.isThere())
    if (outcome.is === 'taken') taken = outcome.content.sha256
    // The file was renamed, changed or removed meanwhile, so the result does not apply to its present state.
    if (lane.index.open.get(path) !== candidate || !isSameMark(candidate.waiting.mark, waiting.mark)) return
    if (isAway) candidate.notBeforeMono = deps.clock.mono() + GONE_AGAIN_MS
    else storeOutcome(deps, lane, candidate, outcome)
  } finally {
    candidate.isBusy = false
    if (taken !== null) deps.spool.release(taken)
  }
}

function storeOutcome(deps: LaneDeps, lane: Lane, candidate: Candidate, outcome: Outcome): void {
  const { clock } = deps
  const mono = clock.mono()
  switch (outcome.is) {
    case 'taken':
      noteContent(deps, lane, candidate, outcome)
      return
    case 'changed':
      recordChanges(deps, lane.index, lane.folderId, [{ path: candidate.path, entry: outcome.entry }])
      return
    case 'gone':
      if (mayVanish(lane, candidate, mono)) markVanished(deps, lane, candidate)
      else candidate.notBeforeMono = mono + GONE_AGAIN_MS
      return
    case 'cut':
      candidate.waiting = outcome.waiting
      candidate.notBeforeMono = mono + outcome.waitMs
      return
    case 'refused':
      writeForCandidate(deps, candidate, (db) =>
        advance(db, candidate.id, 'refuse', { error: outcome.error, nextAt: null }),
      )
      setKnown(lane.index, candidate.path, {
        id: candidate.id,
        mark: candidate.waiting.mark,
        state: 'IGNORED',
        sha256: null,
      })
      lane.onDone()
      return
    case 'delayed':
      postpone(deps, candidate, outcome, mono)
  }
}

function writeForCandidate<Result>(
  { write }: LaneDeps,
  { id }: Candidate,
  work: (db: Parameters<typeof advance>[0]) => Result,
): Result {
  return write((db, announce) => {
    const result = work(db)
    announce('documents', rowIdOf(id))
    announce('folders')
    return result
  })
}

function postpone(
  deps: LaneDeps,
  candidate: Candidate,
  { step, error, waitMs, isTimed }: Extract<Outcome, { is: 'delayed' }>,
  mono: number,
): void {
  candidate.tries++
  candidate.notBeforeMono = mono + waitMs
  if (!isTimed && candidate.rowError === error.code) return
  writeForCandidate(deps, candidate, (db) =>
    advance(db, candidate.id, step, { error, nextAt: isTimed ? instantOf(deps.nowMs() + waitMs) : null }),
  )
  candidate.rowError = error.code
}

function noteContent(
  deps: LaneDeps,
  lane: Lane,
  candidate: Candidate,
  { content, isRacy, isCut }: Extract<Outcome, { is: 'taken' }>,
): void {
  const { id, path, waiting, before } = candidate
  const { index } = lane
  const olderId = before?.sha256 === content.sha256 ? before.id : null
  const takenId = writeForCandidate(deps, candidate, (db) =>
    noteTaken(db, id, { content, isRacy, isCut, isLeft: lane.isLeft(), olderId }, deps.now()),
  )
  setKnown(index, path, { id: takenId, mark: waiting.mark, state: 'SPOOLED', sha256: content.sha256 })
  if (isRacy && takenId === id)
    lane.racy.set(id, {
      mark: { ...waiting.mark, id, path, state: 'SPOOLED', sha256: content.sha256, isRacy: 1 },
      dueMono: deps.clock.mono() + RACY_AGAIN_MS,
    })
  deps.onQueued()
  lane.onDone()
}

function mayVanish({ isFar, isOpen }: Lane, candidate: Candidate, mono: number): boolean {
  candidate.goneMono ??= mono
  return isOpen() && (!isFar || mono - candidate.goneMono >= GONE_FAR_MS)
}

function markVanished(deps: LaneDeps, { index }: Lane, candidate: Candidate): void {
  writeForCandidate(deps, candidate, (db) => advance(db, candidate.id, 'vanish'))
  forget(index, candidate.path)
}

/**
 * Reads a file into the spool again, because the user asked. False if it is missing or changed; a changed file has its
 * own row.
 */
export async function readFileAgain(deps: LaneDeps, lane: Lane, id: number): Promise<boolean> {
  const path = loadSighting(deps.db, id)?.path ?? ''
  const { index } = lane
  const entry = index.open.get(path)?.id === id ? null : await deps.files.stat(path).catch(() => null)
  const candidate = index.open.get(path)
  if (candidate?.id === id) candidate.notBeforeMono = 0
  else {
    if (!entry || index.known.get(path)?.id !== id || isChanged(index, { path, entry })) return false
    deps.write((db, announce) => {
      markFileLost(db, id)
      announce('documents', rowIdOf(id))
      announce('folders')
    })
    reopen(index, path, id, entry, deps.clock.mono())
  }
  lane.worker.wake()
  return true
}

/** If the content differs although name, size and time are the same, it gets a row of its own. */
async function reread(deps: LaneDeps, lane: Lane, { mark }: Racy): Promise<void> {
  const { path } = mark
  lane.racy.delete(mark.id)
  const sums = await readAgain({ ...deps, ...lane }, path, mark)
  try {
    const isReplaced = sums !== null && sums.sha256 !== mark.sha256
    const id = deps.write((db, announce) => {
      noteRead(db, mark.id, isReplaced)
      const seen = isReplaced ? noteSeen(db, { folderId: lane.folderId, path, mark, at: deps.now() }, null) : null
      if (!seen || !sums) return null
      for (const one of [mark.id, seen.id]) announce('documents', rowIdOf(one))
      noteTaken(
        db,
        seen.id,
        { content: contentOf(path, sums), isRacy: false, isCut: false, isLeft: lane.isLeft(), olderId: null },
        deps.now(),
      )
      return seen.id
    })
    if (id === null || !sums) return
    setKnown(lane.index, path, { id, mark, state: 'SPOOLED', sha256: sums.sha256 })
    deps.onQueued()
  } finally {
    if (sums) deps.spool.release(sums.sha256)
  }
}

function contentOf(path: string, sums: Sums): Content {
  const name = basename(path)
  return { ...sums, name, contentType: contentTypeOf(name) ?? '' }
}
