// Stores the evaluator's data in state.db: episodes, new alerts and withdrawn alerts. Also deletes what is too old.
import type { Alert, AlertKind } from '#contract/alerts.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Episode } from './episode.ts'
import type { Episodes, News } from './episodes.ts'
import type { StepRow } from './steps.ts'
import type { AlertState } from './store.ts'

export type ObjectKind = Alert['object']

/** Episodes by record id. */
export function loadEpisodes(db: ReadableDb, object: ObjectKind, ids: readonly string[]): Map<string, Episodes> {
  const rows = db.all<Episode & { id: string }>(
    `SELECT object_id AS id, name, n AS incident, value, candidate, candidate_since AS candidateSince, checked_at AS checkedAt
     FROM episode WHERE object = ? AND object_id IN (SELECT value FROM json_each(?))`,
    object,
    JSON.stringify(ids),
  )
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, episodes]) => [
      id,
      new Map(episodes.map((row) => [row.name, row])),
    ]),
  )
}

export function saveEpisode(
  db: WritableDb,
  object: ObjectKind,
  id: string,
  { name, incident, value, candidate, candidateSince, checkedAt }: Episode,
): void {
  db.run(
    `INSERT INTO episode (object, object_id, name, n, value, candidate, candidate_since, checked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (object, object_id, name) DO UPDATE SET n = excluded.n, value = excluded.value, candidate = excluded.candidate,
       candidate_since = excluded.candidate_since, checked_at = excluded.checked_at`,
    object,
    id,
    name,
    incident,
    value,
    candidate,
    candidateSince,
    checkedAt,
  )
}

/** Containers with a value that still waits for confirmation. The condition repeats that of the partial index. */
export function listUnconfirmedContainers(db: ReadableDb): string[] {
  return db.column<string>(
    `SELECT DISTINCT object_id AS id FROM episode WHERE candidate IS NOT NULL AND object = 'container'`,
  )
}

/** The record that the alert names. */
export type Subject = {
  object: ObjectKind
  id: string
  number: string
  place: string | null
  zone: string | null
  masterBill: string | null
}

export type NewAlert = News & { state: 'PENDING' | 'SILENT' | 'INHIBITED'; dueAt: string; isLate: boolean }

export function insertAlert(
  db: WritableDb,
  { object, id, number, place, zone, masterBill }: Subject,
  alert: NewAlert,
  now: string,
): boolean {
  const { key, kind, severity, field, facts, state, dueAt, isLate } = alert
  return (
    db.runAndCount(
      `INSERT INTO alert (key, kind, severity, object, object_id, number, place, zone, master_bill, field, facts, state, due_at, raised_at, is_late)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
      key,
      kind,
      severity,
      object,
      id,
      number,
      place,
      zone,
      masterBill,
      field,
      JSON.stringify(facts),
      state,
      dueAt,
      now,
      isLate ? 1 : 0,
    ) > 0
  )
}

export type RevivedAlert = Pick<NewAlert, 'key' | 'facts' | 'dueAt' | 'isLate'> & {
  state: 'PENDING' | 'SILENT' | 'SHOWN'
}

/** Makes an alert valid again. If it gets a new pop-up, it counts as raised now. */
export function reviveAlert(db: WritableDb, { key, facts, dueAt, isLate, state }: RevivedAlert, now: string): void {
  if (state !== 'PENDING') setState(db, [key], state)
  else {
    db.run(
      `UPDATE alert SET state = 'PENDING', facts = ?, due_at = ?, raised_at = ?, is_late = ?, told_at = NULL, popup_id = NULL, read_at = NULL, done_at = NULL WHERE key = ?`,
      JSON.stringify(facts),
      dueAt,
      now,
      isLate ? 1 : 0,
      key,
    )
  }
}

export function setState(db: WritableDb, keys: readonly string[], state: AlertState): void {
  for (const key of keys) db.run('UPDATE alert SET state = ? WHERE key = ?', state, key)
}

/** Marks alerts that a newer one about the same fact replaces. Closed and withdrawn alerts do not change. */
export function inhibitAlerts(db: WritableDb, keys: readonly string[]): void {
  for (const key of keys)
    db.run(
      `UPDATE alert SET state = 'INHIBITED' WHERE key = ? AND done_at IS NULL AND state IN ('PENDING', 'SHOWING', 'SHOWN', 'SILENT')`,
      key,
    )
}

/**
 * `unshown`: only alerts that were not shown yet. An alert that was shown is also removed from the screen and from the
 * notification list of the operating system.
 */
export function withdrawAlerts(db: WritableDb, keys: readonly string[], scope: 'unshown' | 'all'): boolean {
  const states = scope === 'unshown' ? `'PENDING'` : `'PENDING', 'SHOWING', 'SHOWN', 'SILENT'`
  return (
    keys.filter(
      (key) => db.runAndCount(`UPDATE alert SET state = 'CANCELLED' WHERE key = ? AND state IN (${states})`, key) > 0,
    ).length > 0
  )
}

/** Restores withdrawn alerts. An alert that was neither shown nor read waits for its pop-up again. */
export function restoreAlerts(db: WritableDb, keys: readonly string[]): boolean {
  return (
    keys.filter(
      (key) =>
        db.runAndCount(
          `UPDATE alert SET state = CASE WHEN told_at IS NULL AND read_at IS NULL THEN 'PENDING' ELSE 'SHOWN' END WHERE key = ? AND state = 'CANCELLED'`,
          key,
        ) > 0,
    ).length > 0
  )
}

/** `unseenBefore`: the value before the change, if the alert was neither shown nor read; otherwise null. */
export type ContainerAlert = StepRow & { kind: AlertKind; unseenBefore: string | null }

type StoredAlert = {
  id: string
  key: string
  kind: AlertKind
  state: AlertState
  dueAt: string
  raisedAt: string
  announcedAt: string | null
  doneAt: string | null
  unseenBefore: string | null
}

/** For these containers: all steps towards a last free day, and the other alerts that no newer one replaced. */
export function loadContainerAlerts(db: ReadableDb, ids: readonly string[]): Map<string, ContainerAlert[]> {
  const rows = db.all<StoredAlert>(
    `SELECT object_id AS id, key, kind, state, due_at AS dueAt, raised_at AS raisedAt, told_at AS announcedAt, done_at AS doneAt,
       CASE WHEN told_at IS NULL AND read_at IS NULL THEN CAST(facts ->> 'before' AS TEXT) END AS unseenBefore
     FROM alert
     WHERE object = 'container' AND object_id IN (SELECT value FROM json_each(?)) AND (state <> 'INHIBITED' OR kind IN ('lfd-soon', 'lfd-today', 'lfd-past'))`,
    JSON.stringify(ids),
  )
  const parseMs = (at: string) => instantMs(at) ?? 0
  const toContainerAlert = ({
    key,
    kind,
    state,
    dueAt,
    raisedAt,
    announcedAt,
    doneAt,
    unseenBefore,
  }: StoredAlert): ContainerAlert => ({
    key,
    kind,
    state,
    dueMs: parseMs(dueAt),
    raisedMs: parseMs(raisedAt),
    announcedMs: announcedAt === null ? null : parseMs(announcedAt),
    isDone: doneAt !== null,
    unseenBefore,
  })
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, stored]) => [id, stored.map(toContainerAlert)]))
}

/** The next containers, in order, that have alerts. */
export function listContainersWithAlerts(db: ReadableDb, after: string, limit: number): string[] {
  return db.column<string>(
    `SELECT DISTINCT object_id AS id FROM alert WHERE object = 'container' AND object_id > ? ORDER BY object_id LIMIT ?`,
    after,
    limit,
  )
}

const ROWS_PER_STEP = 200

/** Deletes a few rows at a time. Returns whether there are more. */
export function trimAlerts(db: WritableDb, olderThan: string): boolean {
  const alerts = db.runAndCount(
    'DELETE FROM alert WHERE key IN (SELECT key FROM alert WHERE raised_at < ? LIMIT ?)',
    olderThan,
    ROWS_PER_STEP,
  )
  const popUps = db.runAndCount(
    'DELETE FROM popup WHERE id IN (SELECT id FROM popup WHERE created_at < ? LIMIT ?)',
    olderThan,
    ROWS_PER_STEP,
  )
  return alerts === ROWS_PER_STEP || popUps === ROWS_PER_STEP
}

export type EpisodePosition = { object: string; id: string }

/**
 * Reads the next records, in order, that have episodes, and deletes the episodes of those gone before `goneBefore`.
 * Returns the last record, or null at the end.
 */
export function trimEpisodes(
  db: WritableDb,
  afterPosition: EpisodePosition,
  goneBefore: string,
): EpisodePosition | null {
  const positions = db.all<EpisodePosition>(
    'SELECT DISTINCT object, object_id AS id FROM episode WHERE (object, object_id) > (?, ?) ORDER BY object, object_id LIMIT ?',
    afterPosition.object,
    afterPosition.id,
    ROWS_PER_STEP,
  )
  for (const { object, id } of positions)
    if (isLongGone(db, object, id, goneBefore))
      db.run('DELETE FROM episode WHERE object = ? AND object_id = ?', object, id)
  return positions.at(-1) ?? null
}

/** Deletes mutes and snoozes of containers that are gone, and those that were withdrawn or have ended. */
export function trimQuieted(db: WritableDb, now: string, goneBefore: string): void {
  db.run('DELETE FROM quieted WHERE muted_at IS NULL AND (snoozed_until IS NULL OR snoozed_until < ?)', now)
  db.run(
    'DELETE FROM quieted WHERE EXISTS (SELECT 1 FROM mirror.container_row c WHERE c.id = quieted.container_id AND c.gone_since < ?)',
    goneBefore,
  )
}

const GONE_SQL: Partial<Record<string, string>> = {
  container: 'SELECT 1 FROM mirror.container_row WHERE id = ? AND gone_since < ?',
  shipment: 'SELECT 1 FROM mirror.shipment_row WHERE id = ? AND gone_since < ?',
  document: 'SELECT 1 FROM mirror.document_row WHERE id = ? AND gone_since < ?',
}

function isLongGone(db: ReadableDb, object: string, id: string, goneBefore: string): boolean {
  // These rows are deleted when they are gone: a request that the service no longer has, and a file that was removed
  // unread.
  if (object === 'request') return db.get('SELECT 1 FROM mirror.request_row WHERE id = ?', id) === undefined
  if (object === 'document' && /^f\d+$/.test(id))
    return db.get('SELECT 1 FROM main.sighting WHERE id = ?', Number(id.slice(1))) === undefined
  const sql = GONE_SQL[object]
  return sql !== undefined && db.get(sql, id, goneBefore) !== undefined
}
