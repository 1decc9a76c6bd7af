// Pop-ups in state.db, and the queries of delivery about waiting alerts.
import type { AlertFacts } from '#contract/alerts.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { MS_PER_DAY, instantMs, instantOf } from '../outside/calendar.ts'
import type { LookAhead } from './look-ahead.ts'
import type { Plan, WaitingAlert } from './pop-ups.ts'

type Pending = {
  key: string
  severity: number
  containerId: string | null
  place: string | null
  facts: string
  dueAt: string
  raisedAt: string
  isMuted: number
  snoozedUntil: string | null
}

/**
 * An alert that the user marked as done before it was shown needs no pop-up.
 * The first condition lets SQLite use the partial index `alert_open`.
 */
export function loadWaiting(db: ReadableDb): WaitingAlert[] {
  const rows = db.all<Pending>(
    `SELECT a.key, a.severity, CASE a.object WHEN 'container' THEN a.object_id END AS containerId, a.place, a.facts, a.due_at AS dueAt, a.raised_at AS raisedAt,
       q.muted_at IS NOT NULL AS isMuted, q.snoozed_until AS snoozedUntil
     FROM alert a LEFT JOIN quieted q ON a.object = 'container' AND q.container_id = a.object_id
     WHERE a.state IN ('PENDING', 'SHOWING') AND a.state = 'PENDING' AND a.done_at IS NULL ORDER BY a.severity, a.raised_at, a.key`,
  )
  return rows.map(({ facts, dueAt, raisedAt, isMuted, snoozedUntil, ...row }) => ({
    ...row,
    facts: JSON.parse(facts) as AlertFacts,
    dueMs: instantMs(dueAt) ?? 0,
    raisedMs: instantMs(raisedAt) ?? 0,
    isMuted: isMuted === 1,
    snoozedUntilMs: snoozedUntil === null ? null : instantMs(snoozedUntil),
  }))
}

/** More pop-ups than the hourly limit allows. */
const MAX_RECENT_POP_UPS = 20

/** The times (ms) of the newest pop-ups. Times in the future come from a wrong clock and are ignored. */
export function loadRecentTimes(db: ReadableDb, now: string): number[] {
  return db
    .all<{ at: string }>(
      `SELECT created_at AS at FROM popup WHERE shape <> 'test' AND created_at <= ? ORDER BY created_at DESC LIMIT ${MAX_RECENT_POP_UPS}`,
      now,
    )
    .map(({ at }) => instantMs(at) ?? 0)
}

/** Stores pop-ups as SHOWING before a client is asked to show them. */
export function savePlan(db: WritableDb, { popUps, silent }: Pick<Plan, 'popUps' | 'silent'>, at: string): void {
  for (const { id, shape, keys } of popUps) {
    db.run(`INSERT OR REPLACE INTO popup (id, shape, state, created_at) VALUES (?, ?, 'SHOWING', ?)`, id, shape, at)
    db.run(
      `UPDATE alert SET state = 'SHOWING', popup_id = ? WHERE state = 'PENDING' AND key IN (SELECT value FROM json_each(?))`,
      id,
      JSON.stringify(keys),
    )
  }
  if (silent.length > 0)
    db.run(
      `UPDATE alert SET state = 'SILENT' WHERE state = 'PENDING' AND key IN (SELECT value FROM json_each(?))`,
      JSON.stringify(silent),
    )
}

/** How long a pop-up may still be in the notification list of the operating system. */
const RETENTION_MS = 7 * MS_PER_DAY

/** Pop-ups on screen with no alert that is still true, open and the newest about its fact. */
export function loadObsoletePopUps(db: ReadableDb, nowMs: number): string[] {
  const rows = db.all<{ id: string }>(
    `SELECT p.id FROM popup p
     WHERE p.state IN ('SHOWING', 'SHOWN')
       AND p.created_at > ?
       AND EXISTS (SELECT 1 FROM alert a WHERE a.popup_id = p.id)
       AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.popup_id = p.id AND a.done_at IS NULL AND a.state NOT IN ('CANCELLED', 'INHIBITED'))`,
    instantOf(nowMs - RETENTION_MS),
  )
  return rows.map(({ id }) => id)
}

export function saveWithdrawn(db: WritableDb, ids: readonly string[]): void {
  db.run(`UPDATE popup SET state = 'WITHDRAWN' WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
}

/** Pop-ups for which no client has reported yet whether they were shown. */
export function loadUnreported(db: ReadableDb): { id: string; at: string }[] {
  return db.all<{ id: string; at: string }>(
    `SELECT id, created_at AS at FROM popup WHERE state = 'SHOWING' ORDER BY created_at, id`,
  )
}

/** Marks pop-ups that no client showed. Their alerts remain unread in the alert centre. */
export function markUnseen(db: WritableDb, ids: readonly string[]): void {
  const idsJson = JSON.stringify(ids)
  db.run(
    `UPDATE popup SET state = 'FAILED', outcome = 'unseen' WHERE state = 'SHOWING' AND id IN (SELECT value FROM json_each(?))`,
    idsJson,
  )
  db.run(
    `UPDATE alert SET state = 'SILENT' WHERE state = 'SHOWING' AND popup_id IN (SELECT value FROM json_each(?))`,
    idsJson,
  )
}

export type LookAheadContainer = { id: string; number: string; date: string; place: string | null }

/** Containers that were not picked up and whose last free day is in the period; muted ones are left out. */
export function loadContainersBetween(db: ReadableDb, { after, through }: LookAhead): LookAheadContainer[] {
  return db.all<LookAheadContainer>(
    `SELECT id, number, lfd_date AS date, pickup_place AS place FROM container_row
     WHERE is_open = 1 AND gone_since IS NULL AND stopped_at IS NULL AND lfd_date <= ? AND (lfd_date > ? OR lfd_date = ?)
       AND id NOT IN (SELECT container_id FROM quieted WHERE muted_at IS NOT NULL)
     ORDER BY lfd_date, pickup_place, number`,
    through,
    after,
    after === through ? through : null,
  )
}

/** Longer than any quiet period. */
const LOOK_AHEAD_MS = 8 * MS_PER_DAY

/**
 * Containers in recent look-ahead alerts, except those that ended before they were shown. Times in the future come from
 * a wrong clock and are ignored.
 */
export function loadAnnouncedContainers(
  db: ReadableDb,
  nowMs: number,
): { atMs: number; containers: LookAheadContainer[] }[] {
  const rows = db.all<{ at: string; facts: string }>(
    `SELECT raised_at AS at, facts FROM alert WHERE object = 'none' AND object_id = '' AND raised_at BETWEEN ? AND ? AND kind = 'look-ahead' AND (state <> 'CANCELLED' OR told_at IS NOT NULL)`,
    instantOf(nowMs - LOOK_AHEAD_MS),
    instantOf(nowMs),
  )
  return rows.map(({ at, facts }) => ({
    atMs: instantMs(at) ?? 0,
    containers: (JSON.parse(facts) as { containers: LookAheadContainer[] }).containers,
  }))
}

/** Keys of open look-ahead alerts whose period has ended. */
export function loadExpiredLookAheads(db: ReadableDb, now: string): string[] {
  const sql = `SELECT key FROM alert WHERE object = 'none' AND object_id = '' AND kind = 'look-ahead' AND done_at IS NULL AND state NOT IN ('INHIBITED', 'CANCELLED') AND facts ->> 'until' <= ?`
  return db.column<string>(sql, now)
}

/** The key of the first alert of a period is the period's beginning; further alerts get a number. */
export function createLookAheadKey(db: ReadableDb, firstKey: string): string {
  let key = firstKey
  for (let number = 2; db.get('SELECT 1 FROM alert WHERE key = ?', key) !== undefined; number++)
    key = `${firstKey}:${number}`
  return key
}

export function insertLookAheadAlert(
  db: WritableDb,
  {
    key,
    untilMs,
    containers,
    zone,
    at,
  }: LookAhead & { containers: readonly LookAheadContainer[]; zone: string; at: string },
): void {
  const facts: AlertFacts = { kind: 'look-ahead', until: instantOf(untilMs), containers: [...containers] }
  db.run(
    `INSERT INTO alert (key, kind, severity, object, object_id, number, zone, facts, state, due_at, raised_at, is_late)
     VALUES (?, 'look-ahead', 2, 'none', '', '', ?, ?, 'PENDING', ?, ?, 0) ON CONFLICT (key) DO NOTHING`,
    key,
    zone,
    JSON.stringify(facts),
    at,
    at,
  )
}
