// Outbox entries that an office has as tasks. A follower hands its entries over, and the leader adopts them into its
// own outbox under the same id. Only the leader that claimed such an entry sends it.
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import type { OutboxState } from './states.ts'
import { LATE_COMMIT_MS, type OutboxEntry, recoverEntries } from './store.ts'

/** An entry of this user that the service does not have, or whose result the mirror may not have yet. */
export type OwnEntry = Pick<
  OutboxEntry,
  'opId' | 'lane' | 'kind' | 'payload' | 'payloadVersion' | 'state' | 'maybeSent' | 'base' | 'createdAt' | 'withOffice'
> & { updatedAt: string }

const OWN_ENTRIES = `SELECT op_id AS opId, lane, kind, payload, payload_version AS payloadVersion, state,
    maybe_sent AS maybeSent, base, created_at AS createdAt, with_office AS withOffice, updated_at AS updatedAt
  FROM outbox WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND member IS NULL AND fence IS NULL`

/**
 * In the order of saving, without those that this computer has claimed. `isLeader`: only those that the office has,
 * because a leader sends the others itself.
 */
export function loadOwnEntries(db: ReadableDb, isLeader: boolean): OwnEntry[] {
  return db.all<OwnEntry>(`${OWN_ENTRIES} AND with_office >= ? ORDER BY seq`, Number(isLeader))
}

/** An entry that the office has; null if this computer has claimed it, or if it has ended. */
export function loadHandedOverEntry(db: ReadableDb, opId: string): OwnEntry | null {
  return db.get<OwnEntry>(`${OWN_ENTRIES} AND with_office = 1 AND op_id = ?`, opId) ?? null
}

/** Which of these entries of this user have ended. */
export function listEndedEntries(db: ReadableDb, opIds: readonly string[]): string[] {
  return db.column<string>(
    `SELECT op_id FROM outbox WHERE op_id IN (SELECT value FROM json_each(?)) AND member IS NULL
       AND state NOT IN ('PENDING', 'SENDING', 'ACKED')`,
    JSON.stringify(opIds),
  )
}

/**
 * Stored before the entries are handed over: this computer does not send them, even if the office did not get them.
 * Returns those that the user has not withdrawn.
 */
export function markHandedOver(db: WritableDb, opIds: readonly string[]): string[] {
  return db.column<string>(
    `UPDATE outbox SET with_office = 1, maybe_sent = maybe_sent OR state = 'SENDING', state = 'PENDING', next_at = NULL
     WHERE op_id IN (SELECT value FROM json_each(?)) AND state IN ('PENDING', 'SENDING')
     RETURNING op_id`,
    JSON.stringify(opIds),
  )
}

/** The office refused the entry: it is this computer's own again. */
export function takeBack(db: WritableDb, opId: string): void {
  db.run('UPDATE outbox SET with_office = 0 WHERE op_id = ?', opId)
}

/** The office was restored from an older copy: it does not know which of these entries a leader has sent since. */
export function doubtHandedOver(db: WritableDb, announce: Announce): void {
  db.run(
    `UPDATE outbox SET maybe_sent = 1
     WHERE state = 'PENDING' AND with_office = 1 AND fence IS NULL AND member IS NULL AND maybe_sent = 0`,
  )
  announce('requests')
  announce('edits')
}

/** A task that this computer claimed as the leader. `maybeSent`: an earlier leader may have sent it. */
export type Adoption = Pick<OutboxEntry, 'opId' | 'lane' | 'kind' | 'payload' | 'payloadVersion' | 'base'> & {
  member: string
  createdAt: string
  maybeSent: boolean
}

/**
 * Makes this computer the sender of the task. Its own entry, or one whose result it knows already, is not added again,
 * and one that was adopted under this lease is unchanged. Its own entry remains with the office: the user cannot change
 * it any more, because another leader may send it.
 * An edit of another member has no `target`: it does not hide values, and only its member can decide about it.
 */
export function adoptEntry(db: WritableDb, adoption: Adoption, fence: number, now: string): void {
  const { opId, lane, kind, payload, payloadVersion, base, member, createdAt, maybeSent } = adoption
  // A search before this time may not find what an earlier leader has just sent.
  const nextAt = maybeSent ? instantOf((instantMs(now) ?? 0) + LATE_COMMIT_MS) : null
  db.run(
    `INSERT INTO outbox (op_id, lane, kind, payload, payload_version, base, state, maybe_sent, next_at, member, fence,
       created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, 'PENDING', ?, ?, ?, ?, ?, ?)
     ON CONFLICT (op_id) DO UPDATE SET fence = excluded.fence, with_office = 1,
       maybe_sent = maybe_sent OR excluded.maybe_sent,
       next_at = iif(state = 'PENDING', excluded.next_at, next_at),
       updated_at = iif(state = 'PENDING', excluded.updated_at, updated_at)
       WHERE outbox.fence IS NOT excluded.fence`,
    opId,
    lane,
    kind,
    payload,
    payloadVersion,
    base,
    Number(maybeSent),
    nextAt,
    member,
    fence,
    min(createdAt, now),
    now,
  )
}

const min = (one: string, other: string) => (one < other ? one : other)

/** A result that the office does not have yet. */
export type UnreportedResult = Pick<OutboxEntry, 'opId' | 'remoteId'> & {
  state: OutboxState
  answer: string | null
  error: string | null
}

/** Results of tasks that were claimed under this fence. `isOver`: this computer sends nothing more under it. */
export function loadResults(db: ReadableDb, fence: number, isOver: boolean): UnreportedResult[] {
  const states: OutboxState[] = [
    'SETTLED',
    'CONFLICT',
    'REJECTED',
    'CANCELLED',
    ...(isOver ? (['ACKED'] as const) : []),
  ]
  return db.all<UnreportedResult>(
    `SELECT op_id AS opId, state, remote_id AS remoteId, answer, error FROM outbox
     WHERE fence = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY seq`,
    fence,
    JSON.stringify(states),
  )
}

const RETENTION_MS = 60 * MS_PER_DAY

/** Ended entries of members. The office removes an ended task after the same time. */
export function removeOldAdoptions(db: WritableDb, now: string): void {
  db.run(
    `DELETE FROM outbox WHERE member IS NOT NULL AND fence IS NULL AND updated_at < ?
       AND state IN ('SETTLED', 'CONFLICT', 'REJECTED', 'CANCELLED')`,
    instantOf((instantMs(now) ?? 0) - RETENTION_MS),
  )
}

/** The office has the result, or another leader is responsible. The row remains, so that it is not sent again. */
export function markReported(db: WritableDb, opId: string): void {
  db.run('UPDATE outbox SET fence = NULL WHERE op_id = ?', opId)
}

/**
 * This computer does not lead any more, or did not when it was last stopped: its claims are over. The office gives open
 * tasks to the next leader, and says that they may have been sent.
 */
export function releaseClaims(db: WritableDb): void {
  db.run(`DELETE FROM outbox WHERE member IS NOT NULL AND state IN ('PENDING', 'SENDING', 'ACKED')`)
  db.run(
    `UPDATE outbox SET with_office = 1, maybe_sent = maybe_sent OR state = 'SENDING',
       state = iif(state = 'SENDING', 'PENDING', state)
     WHERE fence IS NOT NULL AND state IN ('PENDING', 'SENDING')`,
  )
  db.run('UPDATE outbox SET fence = NULL WHERE fence IS NOT NULL')
}

/**
 * This program starts without its office, so it sends the user's entries itself. A leader may have sent them, so the
 * service is searched for them first.
 */
function takeAllBack(db: WritableDb, now: string): void {
  db.run(
    `UPDATE outbox SET with_office = 0, maybe_sent = maybe_sent OR state = 'PENDING', updated_at = ?
     WHERE with_office = 1 AND state IN ('PENDING', 'ACKED')`,
    now,
  )
}

/** At each start, also without an office: a leader that ended has no claims and sends no tasks of its members. */
export function recoverOutbox(db: WritableDb, now: string, hasOffice: boolean): void {
  releaseClaims(db)
  if (!hasOffice) takeAllBack(db, now)
  recoverEntries(db, now)
}
