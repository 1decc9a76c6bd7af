// Sends the leader's marks to the office, oldest first. A mark is deleted after the office has committed, so a crash
// between both sends it again: a record replaces itself, and the uid of a change is known.
import { AppError } from '#contract/errors.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Write } from '../db/write.ts'
import { loadCursor, saveCursor } from '../mirror/feed/cursor.ts'
import {
  PLACE_ZONE,
  READ_TIMES,
  SWEEP,
  deleteChangeMarks,
  loadLastMark,
  markCorrections,
  markPlaceZones,
  markRecord,
  markStoredChanges,
  markStoredRecords,
} from '../mirror/feed/marks.ts'
import {
  type OutgoingChange,
  type OutgoingPage,
  type RecordMark,
  deleteMarks,
  isStorable,
  loadMarkedChanges,
  loadOutgoing,
  loadRecordMarks,
} from '../mirror/feed/outgoing.ts'
import { detachMarkedChanges, forgetZones, saveMissingZones, withdrawChanges } from '../mirror/feed/late.ts'
import { loadLastId } from '../mirror/history/removal.ts'
import { sweepKinds } from '../mirror/kinds.ts'
import { loadReadTimes } from '../mirror/read-times.ts'
import { lastCompleteSweep } from '../mirror/records.ts'
import { moveFeedCursor } from '../mirror/feed/witness.ts'
import type { Log } from '../outside/log.ts'
import type { PostgresConnection } from '../outside/postgres.ts'
import { toOfficeFailure } from './failures.ts'
import { type FeedInDeps, nameOf, pullRecords } from './feed-in.ts'
import { hasLoneMarks, withdrawSharedChanges } from './lone-marks.ts'

export type FeedOutDeps = Pick<PostgresConnection, 'query'> & {
  db: ReadableDb
  write: Write
  log: Log
  now: () => string
  space: number
  /** The version of this program, as the office knows it. */
  client: number
  /** The version of the office's schema. */
  officeVersion: () => number
}

/** `refused`: another desktop leads now. `behind`: the feed has rows to read first. With both the marks stay. */
export type SendOutcome = 'sent' | 'nothing' | 'refused' | 'behind'

/** From this version on, the office takes a page only after the last row of its feed. */
const PUBLISH_AFTER_VERSION = 9

/** A stamp of this moment. Call it only when every mark is sent. Returns false if this fence is over. */
export async function sendBeat({ query, space }: FeedOutDeps, fence: number): Promise<boolean> {
  const [row] = await query<{ stamp: string | null }>('SELECT office.beat($1, $2) AS stamp', [space, fence])
  return row !== undefined && row.stamp !== null
}

/**
 * Marks all records to be sent again. Runs when the leader of a restored office has every row of its feed, before it
 * reads the service for the first time. A record that the office already has does not change.
 */
export async function markEverything(deps: FeedInDeps, fence: number, signal: AbortSignal): Promise<void> {
  await markStored(deps, signal, (db) => {
    saveCursor(db, 'fence', fence)
    saveCursor(db, 'restored', fence)
    saveCursor(db, 'set-back', 0)
  })
}

/**
 * Marks what this desktop had before it joined the office. The feed, which is read from its beginning, replaces what
 * the office has too. What remains is sent when this desktop leads.
 */
export async function markOwnRecords(deps: FeedInDeps, signal: AbortSignal): Promise<void> {
  await markStored(deps, signal, (db) => {
    saveCursor(db, 'reconciled', loadLastMark(db))
    saveCursor(db, 'own-changes', loadLastId(db))
    saveCursor(db, 'joined', 1)
  })
}

/**
 * Marks all records to be compared with those of a restored office. The leader may not have had the newest of them, so
 * the feed does not replace each one that the office has.
 */
export async function compareEverything(deps: FeedInDeps, signal: AbortSignal): Promise<void> {
  await markStored(deps, signal, (db) => saveCursor(db, 'set-back', 0))
}

/** The sweeps come last, because the age of a board counts from them when all records have arrived. */
async function markStored(
  { writeSlices }: FeedInDeps,
  signal: AbortSignal,
  finish: (db: WritableDb) => void,
): Promise<void> {
  let lastKey: number | null = 0
  await writeSlices((db) => {
    lastKey = markStoredRecords(db, lastKey ?? 0)
    if (lastKey !== null) return null
    markPlaceZones(db)
    markCorrections(db)
    if (loadReadTimes(db)) markRecord(db, READ_TIMES, 'containers')
    for (const kind of sweepKinds) if (lastCompleteSweep(db, kind)) markRecord(db, SWEEP, kind)
    finish(db)
    return { value: undefined }
  }, signal)
}

/** Marks the zones of places that the office lacks although a container reports them. */
export async function markMissingZones({ writeSlices }: FeedInDeps, signal: AbortSignal): Promise<void> {
  let lastKey: number | null = 0
  await writeSlices((db, announce) => {
    lastKey = saveMissingZones(db, announce, lastKey ?? 0)
    return lastKey === null ? { value: undefined } : null
  }, signal)
}

/** Marks the history of the office's first leader. If it is interrupted, it begins again. */
export async function markHistory(deps: FeedInDeps, fence: number, signal: AbortSignal): Promise<void> {
  let lastId: number | null = null
  await deps.writeSlices((db) => {
    if (lastId === null) {
      saveCursor(db, 'fence', fence)
      saveCursor(db, 'founding', 1)
      deleteChangeMarks(db)
    }
    lastId = markStoredChanges(db, lastId ?? 0)
    if (lastId !== null) return null
    saveCursor(db, 'founding', 0)
    saveCursor(db, 'with-uid', loadCursor(db, 'own-changes'))
    return { value: undefined }
  }, signal)
}

/** Sends one batch under this fence. */
export async function sendMarks(deps: FeedOutDeps, fence: number): Promise<SendOutcome> {
  const { db, write, log, now } = deps
  const batch = loadOutgoing(db, now())
  if (!batch) return 'nothing'
  for (const record of batch.skipped) log('error', 'the office cannot store a record', record)
  const last = await publish(deps, fence, batch.page)
  if (last === null) return 'refused'
  if (last === 0) return 'behind'
  write((writable) => {
    deleteMarks(writable, batch)
    // What this desktop sent needs not come back, if no row of another one is before it.
    const first = last - batch.page.records.length - 1
    const cursor = loadCursor(writable, 'feed')
    const [change, record] = [batch.page.changes.at(-1), batch.page.records.at(-1)]
    moveFeedCursor(writable, cursor === first ? last : cursor, {
      change: change && { uid: change.uid, seq: last },
      record: record && { type: record.type, id: record.id, seq: last - 1, readAt: record.read_at, firstSeenAt: null },
    })
  })
  return 'sent'
}

/** Returns the last number of the page, 0 if the feed has rows to read first, and null without the lease. */
async function publish(
  { query, space, db, officeVersion }: FeedOutDeps,
  fence: number,
  { records, bodies, changes, checks }: OutgoingPage,
): Promise<number | null> {
  const page = [JSON.stringify(records), bodies, JSON.stringify(changes), JSON.stringify(checks)]
  const [row] =
    officeVersion() < PUBLISH_AFTER_VERSION
      ? await query<Published>('SELECT office.publish($1, $2, $3, $4, $5, $6) AS last', [space, fence, ...page])
      : await query<Published>('SELECT office.publish_after($1, $2, $3, $4, $5, $6, $7) AS last', [
          ...[space, fence, loadCursor(db, 'feed')],
          ...page,
        ])
  return row?.last ?? null
}

type Published = { last: number | null }

/**
 * Another desktop has led since these changes were marked. What only this desktop saw is added to the history; what the
 * other leader saw too is withdrawn.
 */
export async function reconcileChanges(deps: FeedOutDeps): Promise<void> {
  const { db, write } = deps
  if (loadMarkedChanges(db).length === 0) return
  await forgetKnownChanges(deps)
  write(detachMarkedChanges)
  if (hasLoneMarks(db)) await withdrawSharedChanges(deps)
  for (let marked = loadMarkedChanges(db); marked.length > 0; marked = loadMarkedChanges(db)) {
    const changes = marked.flatMap(({ change }) => change ?? [])
    if (changes.length > 0) await publishLate(deps, changes)
    const known = await findKnown(deps, changes)
    const others = changes.filter(({ uid }) => !known.has(uid)).map(({ uid }) => uid)
    write((writable, announce) => {
      withdrawChanges(writable, announce, others)
      deleteMarks(writable, { marks: [], changeMarks: marked.map(({ n }) => n) })
      noteKnownChanges(writable, known)
    })
  }
}

/**
 * Another desktop has led since these records were marked. Its records are newer, so they replace those that are marked
 * here. Records that the office does not have stay, with their marks: this desktop sends them if it leads again before
 * another one sends them. Each mark is compared once, because what is published later comes with the feed.
 */
export async function reconcileRecords(deps: FeedOutDeps & FeedInDeps, signal: AbortSignal): Promise<void> {
  const { db, write } = deps
  for (;;) {
    const marks = loadRecordMarks(db, loadCursor(db, 'reconciled'))
    const last = marks.at(-1)
    if (!last) return
    const replaced = await pullRecords(deps, marks.filter(isStorable), signal)
    const isKnown = (mark: RecordMark) => replaced.has(nameOf(mark))
    const zones = marks.filter((mark) => mark.type === PLACE_ZONE && !isKnown(mark))
    const obsolete = marks.filter((mark) => !isStorable(mark) || isKnown(mark))
    write((writable, announce) => {
      if (zones.length > 0)
        forgetZones(
          writable,
          announce,
          zones.map(({ id }) => id),
        )
      deleteMarks(writable, { marks: [...obsolete, ...zones].map(({ n }) => n), changeMarks: [] })
      saveCursor(writable, 'reconciled', last.n)
    })
  }
}

/** Deletes the marks of changes that the office has: the answer to their page was lost. */
async function forgetKnownChanges(deps: FeedOutDeps): Promise<void> {
  const { db, write } = deps
  let afterN = 0
  for (;;) {
    const marked = loadMarkedChanges(db, afterN)
    const last = marked.at(-1)
    if (!last) return
    afterN = last.n
    const known = await findKnown(
      deps,
      marked.flatMap(({ change }) => change ?? []),
    )
    const changeMarks = marked.filter(({ change }) => change && known.has(change.uid)).map(({ n }) => n)
    write((writable) => {
      deleteMarks(writable, { marks: [], changeMarks })
      noteKnownChanges(writable, known)
    })
  }
}

/** Without them, an older copy may be restored unnoticed before their rows are read: they have no marks any more. */
function noteKnownChanges(db: WritableDb, known: ReadonlyMap<string, number>): void {
  const [uid, seq] = [...known].at(-1) ?? []
  if (uid !== undefined && seq !== undefined) moveFeedCursor(db, loadCursor(db, 'feed'), { change: { uid, seq } })
}

/**
 * The office leaves out changes that the other leader saw too. It refuses those of a member who may not lead any more:
 * they are withdrawn like the others that it does not have.
 */
async function publishLate({ query, space, client }: FeedOutDeps, changes: OutgoingChange[]): Promise<void> {
  try {
    await query('SELECT office.publish_late($1, $2, $3)', [space, client, JSON.stringify(changes)])
  } catch (error) {
    const { code } = error instanceof AppError ? error : toOfficeFailure(error)
    if (code !== 'office/not-allowed') throw error
  }
}

/** The uids among those of the changes that the office has, with their numbers, the highest one last. */
async function findKnown({ query, space }: FeedOutDeps, changes: OutgoingChange[]): Promise<Map<string, number>> {
  const sql = 'SELECT uid, seq FROM office.change WHERE space = $1 AND uid = ANY($2) ORDER BY seq'
  const rows = await query<{ uid: string; seq: number }>(sql, [space, changes.map(({ uid }) => uid)])
  return new Map(rows.map(({ uid, seq }) => [uid, seq]))
}
