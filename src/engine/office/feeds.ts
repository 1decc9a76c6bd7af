// The feeds of one space: sends what this desktop read while it leads, and follows what others read. One loop does
// both, so that no record is sent and replaced at the same time.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb } from '../db/open.ts'
import { loadCursor, saveCursor } from '../mirror/feed/cursor.ts'
import { isCompleteAgain, isSetBack } from '../mirror/feed/beats.ts'
import { hasMarks, startMarking, stopMarking } from '../mirror/feed/marks.ts'
import { type WriterDeps, createSliceWriter } from '../mirror/slice-writer.ts'
import type { Log } from '../outside/log.ts'
import type { Random } from '../outside/random.ts'
import { createWorker } from '../outside/worker.ts'
import { toOfficeFailure } from './failures.ts'
import { type FeedInDeps, returnToKnownBeat, pullFeed } from './feed-in.ts'
import {
  type FeedOutDeps,
  compareEverything,
  markOwnRecords,
  markEverything,
  markHistory,
  markMissingZones,
  reconcileChanges,
  reconcileRecords,
  sendBeat,
  sendMarks,
} from './feed-out.ts'
import type { Link } from './link.ts'
import { areLoneMarksNewest, forgetLoneReading, hasLoneMarks, hasOfficeReadSince } from './lone-marks.ts'
import type { OwnActs } from './own-acts.ts'
import { type SeedTarget, beginWithSeed } from './seed-in.ts'

export type FeedsDeps = WriterDeps &
  Pick<Link, 'query' | 'listen'> & {
    ownActs: OwnActs
    db: ReadableDb
    random: Random
    log: Log
    now: () => string
    space: number
    /** The version of this program, as the office knows it. */
    client: number
    officeVersion: () => number
    /** Null if this desktop cannot begin with a seed. */
    seedTarget: SeedTarget | null
    /** The fence while this desktop leads, otherwise null. Call `wake` when it changes. */
    fence: () => number | null
    /** This desktop has every row that its office had at this moment. */
    onUpToDate: () => void
    /** This desktop has every row of its office and may read the service under this fence. */
    onReady: (fence: number) => void
    /** The office refused this fence: another desktop leads. */
    onRefused: (fence: number) => void
  }

export type Feeds = {
  /** The role changed, or the office can be reached again. */
  wake(): void
  stop(): Promise<void>
}

/** Notifications can be lost, so the feed is also read this often. */
const POLL_MS = 15_000
const BEAT_MS = 60_000

export function startFeeds(deps: FeedsDeps): Feeds {
  const { write, random, listen, space } = deps
  const worker = createWorker({ ...deps, name: 'office feeds' })
  const turnDeps: TurnDeps = { ...deps, writeSlices: createSliceWriter(deps) }
  write((db) => startMarking(db, random.id(), () => worker.wake()))
  listen(`office_${space}`, () => worker.wake())
  let nextBeatMono = 0
  const takeTurn = async (signal: AbortSignal) => {
    const wasSetBack = isSetBack(deps.db)
    const { waitMs, isMirrorIdle } = await runTurn(turnDeps, signal)
    const fence = deps.fence()
    // A desktop that has this beat notices if the same copy is restored once more.
    if (wasSetBack && !isSetBack(deps.db)) nextBeatMono = 0
    if (!isMirrorIdle || fence === null || loadCursor(deps.db, 'fence') !== fence || hasMarks(deps.db)) return waitMs
    if (deps.clock.mono() < nextBeatMono) return waitMs
    if (!(await sendBeat(turnDeps, fence))) deps.onRefused(fence)
    nextBeatMono = deps.clock.mono() + BEAT_MS
    return waitMs
  }
  worker.start((signal) => takeTurn(signal).catch(ignoreOfficeFailure))
  return {
    wake: () => worker.wake(),
    stop: async () => {
      try {
        await worker.stop(new AppError('engine/disconnected'))
      } finally {
        write((db) => stopMarking(db))
      }
    },
  }
}

/** The connection reports its failures itself, and the next turn tries again. Rethrows every other error. */
function ignoreOfficeFailure(error: unknown): number {
  const failure = error instanceof AppError ? error : toOfficeFailure(error)
  if (!failure.code.startsWith('office/')) throw failure
  return POLL_MS
}

export type TurnDeps = FeedInDeps &
  FeedOutDeps &
  Pick<FeedsDeps, 'ownActs' | 'seedTarget' | 'fence' | 'onUpToDate' | 'onReady' | 'onRefused'>

/** One turn of the loop. `waitMs`: how long it may sleep. A long exchange of own data delays no stamp of the mirror. */
export async function runTurn(deps: TurnDeps, signal: AbortSignal): Promise<{ waitMs: number; isMirrorIdle: boolean }> {
  const waitMs = await takeMirrorTurn(deps, signal)
  return { waitMs: (await deps.ownActs.exchange()) ? 0 : waitMs, isMirrorIdle: waitMs > 0 }
}

async function takeMirrorTurn(deps: TurnDeps, signal: AbortSignal): Promise<number> {
  const { db, seedTarget, onUpToDate, onRefused } = deps
  if (seedTarget && (await beginWithSeed(deps, seedTarget, signal))) return Number.POSITIVE_INFINITY
  const fence = deps.fence()
  if (loadCursor(db, 'joined') === 0) await markOwnRecords(deps, signal)
  const isOvertaken = await areMarksOvertaken(deps, fence)
  // What the office lacks is here, so records are compared by when they were read, until a leader has sent it.
  const comparesTimes = isSetBack(db) || (fence !== null && isOvertaken && hasLoneMarks(db))
  if (isOvertaken && (fence !== null || !hasLoneMarks(db) || (await hasOfficeReadSince(deps)))) {
    await reconcileChanges(deps)
    if (!comparesTimes) await reconcileRecords(deps, signal)
    if (fence === null && hasLoneMarks(db)) deps.write(forgetLoneReading)
  }
  const precedence = comparesTimes ? 'newer' : isOvertaken ? 'none' : 'marked'
  const { outcome: pulled, own } = await pullFeed(deps, precedence, signal)
  deps.ownActs.onNews(own)
  if (pulled === 'set-back') {
    await returnToKnownBeat(deps)
    // The restored office does not know this lease, and may give its number to another desktop.
    if (fence !== null) onRefused(fence)
  }
  // A follower is woken by the next rows. A leader asks again, because it must have all rows before it sends its own.
  if (pulled !== 'end' && (pulled !== 'all' || fence !== null)) return 0
  if (hasLoneMarks(db) && !hasMarks(db)) deps.write(forgetLoneReading)
  onUpToDate()
  if (fence === null) {
    if (!isCompleteAgain(db)) return POLL_MS
    await compareEverything(deps, signal)
    return 0
  }
  if (loadCursor(db, 'fence') !== fence || loadCursor(db, 'founding') === 1) await beginLeading(deps, fence, signal)
  const outcome = await sendMarks(deps, fence)
  if (outcome === 'refused') onRefused(fence)
  return outcome === 'sent' || outcome === 'behind' ? 0 : POLL_MS
}

/** This desktop has every row of the feed. From now on its own marks are the newest. */
async function beginLeading(deps: TurnDeps, fence: number, signal: AbortSignal): Promise<void> {
  const { db, write, onReady } = deps
  // The feed is empty: what this desktop had becomes the beginning of the office.
  const isFirst = loadCursor(db, 'feed') === 0 && loadCursor(db, 'own-changes') > 0
  await markMissingZones(deps, signal)
  if (isSetBack(db)) await markEverything(deps, fence, signal)
  else if (isFirst || loadCursor(db, 'founding') === 1) await markHistory(deps, fence, signal)
  else write((writable) => saveCursor(writable, 'fence', fence))
  if (hasLoneMarks(db)) write(forgetLoneReading)
  onReady(fence)
}

/** Whether another desktop has led since the marks were made. If not, they are the newest, also under a later fence. */
async function areMarksOvertaken(deps: TurnDeps, fence: number | null): Promise<boolean> {
  if (!hasMarks(deps.db)) return false
  const lastOther = fence === null ? await loadFence(deps) : fence - 1
  return lastOther > loadCursor(deps.db, 'fence') && !(await areLoneMarksNewest(deps))
}

async function loadFence({ query, space }: TurnDeps): Promise<number> {
  const [lease] = await query<{ fence: number }>('SELECT fence FROM office.lease WHERE space = $1', [space])
  return lease?.fence ?? 0
}
