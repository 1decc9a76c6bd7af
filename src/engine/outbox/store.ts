// Outbox entries in state.db. A row is never deleted: it is the user's order, and its id remains after the answer.
import type { AppError } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { type OutboxState, type Step, stateAfter } from './states.ts'

export type OutboxEntry = {
  opId: string
  /** Entries of one lane are sent one after the other. */
  lane: string
  kind: string
  payload: string
  payloadVersion: number
  state: OutboxState
  /** 1: the request was sent, and its result is unknown. */
  maybeSent: number
  tries: number
  /** The id of the record that the service created for the entry. */
  remoteId: string | null
  /** For an edit: what the service showed when it was saved, as JSON. */
  base: string | null
  createdAt: string
  /** 1: the office has it as a task, and this computer has not claimed it. */
  withOffice: number
  /** The login of the member of the office who saved it; null for the user of this computer. */
  member: string | null
}

/** `target`: the record that an edit changes. Its open edits are found by it. */
type NewEntry = Pick<OutboxEntry, 'opId' | 'lane' | 'kind' | 'payload' | 'payloadVersion' | 'createdAt'> & {
  target?: string
  base?: string
}

const COLUMNS = `op_id AS opId, lane, kind, payload, payload_version AS payloadVersion, state, maybe_sent AS maybeSent, tries,
  remote_id AS remoteId, base, created_at AS createdAt, with_office AS withOffice, member`

export function insertEntry(db: WritableDb, entry: NewEntry): void {
  db.run(
    `INSERT INTO outbox (op_id, lane, kind, payload, payload_version, target, base, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'PENDING', ?, ?)`,
    entry.opId,
    entry.lane,
    entry.kind,
    entry.payload,
    entry.payloadVersion,
    entry.target ?? null,
    entry.base ?? null,
    entry.createdAt,
    entry.createdAt,
  )
}

export function loadEntry(db: ReadableDb, opId: string): OutboxEntry | null {
  return db.get<OutboxEntry>(`SELECT ${COLUMNS} FROM outbox WHERE op_id = ?`, opId) ?? null
}

/**
 * Entries of a paused kind. Entries that may have arrived and confirmed ones are not paused, because finding their
 * result uses nothing of the plan. Those of members are not: the user of this computer ends the pause, and may be away.
 */
const IS_PAUSED = `(state = 'PENDING' AND maybe_sent = 0 AND member IS NULL AND kind IN (SELECT kind FROM outbox_hold))`

/** An entry that the office has is sent only under the lease under which this computer has claimed its task. */
const IS_OWN = '(with_office = 0 OR fence IS NOT NULL)'

/**
 * The next entry to send, in the order of saving. Entries of busy lanes are left out. Each member of the office has a
 * turn, so that a long list of one does not delay another. `served`: members, the last one that had a turn at the end.
 */
export function findNextEntry(
  db: ReadableDb,
  now: string,
  busyLanes: Iterable<string>,
  served: readonly (string | null)[] = [],
): OutboxEntry | null {
  const lanes = JSON.stringify([...busyLanes])
  const members = [null, ...listSendingMembers(db)].toSorted((a, b) => served.indexOf(a) - served.indexOf(b))
  for (const member of members) {
    const entry = findNextOf(db, member, now, lanes)
    if (entry) return entry
  }
  return null
}

function listSendingMembers(db: ReadableDb): string[] {
  // Written like the partial index `outbox_member`, so that SQLite uses it.
  return db.column<string>(
    `SELECT DISTINCT member FROM outbox WHERE member IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED')`,
  )
}

function findNextOf(db: ReadableDb, member: string | null, now: string, busyLanes: string): OutboxEntry | null {
  return (
    db.get<OutboxEntry>(
      `SELECT ${COLUMNS} FROM outbox entry
       WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND ${IS_OWN} AND member IS ?
         AND (next_at IS NULL OR next_at <= ?) AND lane NOT IN (SELECT value FROM json_each(?)) AND NOT ${IS_PAUSED}
         AND NOT EXISTS (SELECT 1 FROM outbox earlier WHERE earlier.lane = entry.lane AND earlier.seq < entry.seq AND earlier.state IN ('PENDING', 'SENDING'))
       ORDER BY seq LIMIT 1`,
      member,
      now,
      busyLanes,
    ) ?? null
  )
}

/** When the next waiting entry is due. */
export function findNextDueAt(db: ReadableDb): string | null {
  return (
    db.value<string | null>(
      `SELECT min(next_at) AS at FROM outbox
       WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND ${IS_OWN} AND NOT ${IS_PAUSED}`,
    ) ?? null
  )
}

export type EntryChange = {
  at: string
  maybeSent?: boolean
  /** A failed attempt, and when the next one is due; null: no wait of its own. */
  failed?: { error: AppError; nextAt: string | null }
  remoteId?: string | null
  /** Stores what the answer reported, in the form of its kind. */
  answer?: unknown
}

/** Whether more entries wait than can be sent in about 30 s. */
export function hasManyWaiting(db: ReadableDb): boolean {
  // Written like the partial index `outbox_open`, so that SQLite uses it.
  return (
    db.all(
      `SELECT 1 FROM outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND state = 'PENDING' AND ${IS_OWN} AND NOT ${IS_PAUSED} LIMIT ?`,
      MANY_WAITING + 1,
    ).length > MANY_WAITING
  )
}

const MANY_WAITING = 50

/** Entries of this user that the service does not have and the user did not withdraw, including open conflicts. */
export function countUnsent(db: ReadableDb): number {
  // Written like the partial indexes `outbox_open` and `outbox_target`, so that SQLite uses them.
  const count = (where: string) => db.value<number>(`SELECT count(*) AS n FROM outbox WHERE ${where}`) ?? 0
  const openCount = count(`state IN ('PENDING', 'SENDING', 'ACKED') AND state <> 'ACKED' AND member IS NULL`)
  return (
    openCount +
    count(
      `target IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED', 'CONFLICT', 'REJECTED') AND state = 'CONFLICT'`,
    )
  )
}

/** Returns false if the entry is not in a state where this step begins, because another step came first. */
export function advance(db: WritableDb, opId: string, step: Step, change: EntryChange): boolean {
  const entry = loadEntry(db, opId)
  const state = entry && stateAfter(entry.state, step)
  if (!entry || state === null) return false
  const { failed } = change
  db.run(
    `UPDATE outbox SET state = ?, maybe_sent = ?, tries = ?, next_at = ?, error = ?, remote_id = ?, answer = coalesce(?, answer), updated_at = ?
     WHERE op_id = ?`,
    state,
    Number(change.maybeSent ?? entry.maybeSent === 1),
    entry.tries + (failed ? 1 : 0),
    failed?.nextAt ?? null,
    failed ? JSON.stringify({ code: failed.error.code, details: failed.error.details }) : null,
    change.remoteId === undefined ? entry.remoteId : change.remoteId,
    change.answer === undefined ? null : JSON.stringify(change.answer),
    change.at,
    opId,
  )
  return true
}

/** At the start no request is in progress: earlier ones may have arrived. Earlier failures no longer delay anything. */
export function recoverEntries(db: WritableDb, now: string): void {
  db.run(`UPDATE outbox SET state = 'PENDING', maybe_sent = 1 WHERE state = 'SENDING'`)
  makeDue(db, now)
}

/**
 * The service may carry out a request up to half a minute later, if its answer was lost. A search before that would not
 * find the result.
 */
export const LATE_COMMIT_MS = 45_000

/** Makes every waiting entry due now. Those that may have arrived are due when a search can find their result. */
export function makeDue(db: WritableDb, now: string): void {
  db.run(`UPDATE outbox SET next_at = NULL WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND next_at IS NOT NULL`)
  const maybeSentEntries = db.all<{ opId: string; at: string }>(
    `SELECT op_id AS opId, updated_at AS at FROM outbox WHERE state = 'PENDING' AND maybe_sent = 1`,
  )
  for (const { opId, at } of maybeSentEntries) {
    // The wait is at most this long, even if the clock was ahead when the row was written.
    const fromMs = Math.min(instantMs(at) ?? 0, instantMs(now) ?? 0)
    db.run('UPDATE outbox SET next_at = ? WHERE op_id = ?', instantOf(fromMs + LATE_COMMIT_MS), opId)
  }
}

/** The id of the entry for which the service created this record; null if there is none. */
export function findEntryOfRecord(db: ReadableDb, recordId: string): string | null {
  return db.value<string>('SELECT op_id AS opId FROM outbox WHERE remote_id = ?', recordId) ?? null
}

/** Why entries of a kind are not sent until the user resumes them, and since when. */
export type KindPause = { failure: Failure; since: string }

/** Null if entries of this kind are not paused. */
export function loadKindPause(db: ReadableDb, kind: string): KindPause | null {
  const row = db.get<{ error: string; since: string }>('SELECT error, since FROM outbox_hold WHERE kind = ?', kind)
  return row ? { failure: JSON.parse(row.error) as Failure, since: row.since } : null
}

export function saveKindPause(db: WritableDb, kind: string, { code, details }: AppError, since: string): void {
  db.run(
    'INSERT OR IGNORE INTO outbox_hold (kind, error, since) VALUES (?, ?, ?)',
    kind,
    JSON.stringify({ code, details }),
    since,
  )
}

export function deleteKindPause(db: WritableDb, kind: string): void {
  db.run('DELETE FROM outbox_hold WHERE kind = ?', kind)
}

/** Entries of this user and this kind that the service does not have. */
export function countUnsentOfKind(db: ReadableDb, kind: string): number {
  return (
    db.value<number>(
      `SELECT count(*) AS n FROM outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND state <> 'ACKED' AND member IS NULL
         AND kind = ?`,
      kind,
    ) ?? 0
  )
}
