// Alerts, their pop-ups and the user's decisions about them, in state.db.
import type {
  Alert,
  AlertFacts,
  AlertFilter,
  AlertKind,
  AlertRules,
  AlertSummary,
  PopUp,
  PopUpOutcome,
} from '#contract/alerts.ts'
import type { EngineContract } from '#contract/index.ts'
import type { Input, Output } from '#contract/rpc.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { type Condition, conditionOfAny, textCondition } from '../table/lists.ts'
import { dateInZone, instantMs, instantOf } from '../outside/calendar.ts'
import { createPresetRules } from './rules.ts'

/** The values of the table, which distinguish more cases than a screen needs. */
export type AlertState = 'PENDING' | 'SHOWING' | 'SHOWN' | 'SILENT' | 'INHIBITED' | 'CANCELLED'

type StoredAlert = Omit<Alert, 'facts' | 'state' | 'isRead' | 'isLate' | 'isMuted' | 'snoozedUntil'> & {
  facts: string
  state: AlertState
  doneAt: string | null
  isRead: number
  isLate: number
  isMuted: number
  snoozedUntil: string | null
}

const CUSTOMER = `CASE a.object WHEN 'container' THEN (SELECT customer FROM container_row WHERE id = a.object_id)
    WHEN 'shipment' THEN (SELECT customer FROM shipment_row WHERE id = a.object_id) END`

const SELECT_ALERT = `SELECT a.key AS id, a.severity, a.object, a.object_id AS objectId, a.number, a.place, a.zone, a.master_bill AS masterBill,
    ${CUSTOMER} AS customer, a.field, a.facts,
    a.raised_at AS raisedAt, a.state, a.done_at AS doneAt, a.read_at IS NOT NULL AS isRead, a.is_late AS isLate, q.muted_at IS NOT NULL AS isMuted, q.snoozed_until AS snoozedUntil
  FROM alert a LEFT JOIN quieted q ON a.object = 'container' AND q.container_id = a.object_id`

const contractStates: Record<AlertState, Alert['state']> = {
  PENDING: 'waiting',
  SHOWING: 'notified',
  SHOWN: 'notified',
  SILENT: 'silent',
  INHIBITED: 'covered',
  CANCELLED: 'withdrawn',
}

/** `now`: a snooze that has ended is ignored. */
function toAlert(
  { facts, state, doneAt, isRead, isLate, isMuted, snoozedUntil, ...row }: StoredAlert,
  now: string,
): Alert {
  return {
    ...row,
    facts: JSON.parse(facts) as AlertFacts,
    state: doneAt === null ? contractStates[state] : 'done',
    isRead: isRead === 1,
    isLate: isLate === 1,
    isMuted: isMuted === 1,
    snoozedUntil: snoozedUntil !== null && snoozedUntil > now ? snoozedUntil : null,
  }
}

export function loadAlerts(db: ReadableDb, keys: readonly string[], now: string): Alert[] {
  const rows = db.all<StoredAlert>(
    `${SELECT_ALERT} WHERE a.key IN (SELECT value FROM json_each(?))`,
    JSON.stringify(keys),
  )
  const alertByKey = new Map(rows.map((row) => [row.id, toAlert(row, now)]))
  return keys.flatMap((key) => alertByKey.get(key) ?? [])
}

const IS_OPEN_SQL = `a.done_at IS NULL AND a.state NOT IN ('INHIBITED', 'CANCELLED')`

/**
 * Sorts the alerts of one container together: by the most severe alert, then in the order of Today, which the parameter
 * has. Within one severity, containers without a decision follow, then other records one by one, the newest first.
 * Sorting the containers first takes half the time of sorting the alerts with windows over them.
 */
const BY_CONTAINER_SQL = `, decision AS MATERIALIZED (SELECT value AS id, key FROM json_each(?)), place AS MATERIALIZED (
    SELECT g.own, row_number() OVER (ORDER BY g.severity, g.object <> 'container', d.key NULLS LAST, g.raised_at DESC,
      g.own) AS n
    FROM (SELECT own, object, min(severity) AS severity, max(raised_at) AS raised_at FROM listed GROUP BY object, own) g
    LEFT JOIN decision d ON d.id = g.own)
  SELECT a.key FROM listed a JOIN place p ON p.own = a.own ORDER BY p.n, a.severity, a.raised_at DESC, a.key`
const NEWEST_FIRST_SQL = 'SELECT key FROM listed ORDER BY raised_at DESC, severity, key'

/** The plus keeps SQLite from searching all alerts of containers, also those that are over. */
const IS_OPEN_STEP_SQL = `a.kind IN ('lfd-soon', 'lfd-today', 'lfd-past') AND +a.object = 'container' AND ${IS_OPEN_SQL}`

/**
 * The alerts. An open one about a last free day has its present kind and severity, as `addPresentState` shows it.
 * `today` is null if the kind and the severity with which it was raised apply.
 */
const PRESENT_ALERT_SQL = `SELECT s.*, CASE WHEN today IS NULL THEN kind WHEN date < today THEN 'lfd-past'
      WHEN date = today THEN 'lfd-today' ELSE 'lfd-soon' END AS present_kind,
    CASE WHEN today IS NULL THEN severity WHEN date <= today THEN 1 WHEN date = date(today, '+1 day') THEN 2
      ELSE max(severity, 2) END AS present_severity
  FROM (SELECT a.*, c.lfd_date AS date, z.today FROM alert a
    LEFT JOIN container_row c ON ${IS_OPEN_STEP_SQL} AND c.id = a.object_id AND c.lfd_date = a.facts ->> '$.date'
    LEFT JOIN today z ON z.zone = c.today_zone) s`

/** The date in each zone of the containers with such alerts, as JSON pairs. */
function listTodays(db: ReadableDb, nowMs: number): string {
  const zones = db.column<string>(
    `SELECT DISTINCT c.today_zone FROM alert a JOIN container_row c ON c.id = a.object_id WHERE ${IS_OPEN_STEP_SQL}`,
  )
  return JSON.stringify(zones.map((zone) => [zone, dateInZone(nowMs, zone)]))
}

/**
 * The keys of the alerts that pass the filter. Open alerts are grouped by container. All alerts are newest first, and
 * the most severe first among those of one time. `decisions`: containers in the order of Today, for open alerts.
 */
export function orderAlerts(
  db: ReadableDb,
  { scope, kinds, isUnread, text }: AlertFilter,
  nowMs: number,
  decisions: readonly string[] = [],
): string[] {
  const conditions: Condition[] = [
    ...(scope === 'open' ? [{ sql: IS_OPEN_SQL, values: [] }] : []),
    ...conditionOfAny('a.present_kind', kinds),
    ...(isUnread ? [{ sql: 'a.read_at IS NULL', values: [] }] : []),
    ...textCondition(text),
  ]
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`
  const source = `(SELECT *, plain(number || ' ' || replace(number, ' ', '') || ' ' || coalesce(master_bill, '') || ' ' ||
    coalesce(place, '') || ' ' || coalesce(${CUSTOMER}, '')) AS search FROM (${PRESENT_ALERT_SQL}) a) a`
  const rows = db.all<{ key: string }>(
    `WITH today AS MATERIALIZED (SELECT value ->> 0 AS zone, value ->> 1 AS today FROM json_each(?)),
     listed AS (SELECT a.key, a.object, a.present_severity AS severity, a.raised_at, CASE a.object WHEN 'container' THEN a.object_id ELSE a.key END AS own
       FROM ${source} ${where})
     ${scope === 'open' ? BY_CONTAINER_SQL : NEWEST_FIRST_SQL}`,
    listTodays(db, nowMs),
    ...conditions.flatMap(({ values }) => values),
    ...(scope === 'open' ? [JSON.stringify(decisions)] : []),
  )
  return rows.map(({ key }) => key)
}

/** When the newest of these alerts was raised; null if there are none. */
export function loadNewestTime(db: ReadableDb, keys: readonly string[]): string | null {
  const sql = 'SELECT max(raised_at) AS at FROM alert WHERE key IN (SELECT value FROM json_each(?))'
  return db.value<string | null>(sql, JSON.stringify(keys)) ?? null
}

export function countAlerts(db: ReadableDb): number {
  return db.value<number>('SELECT count(*) AS n FROM alert') ?? 0
}

const MAX_PER_CONTAINER = 50

export function loadAlertsOfContainer(db: ReadableDb, id: string, now: string): Alert[] {
  const rows = db.all<StoredAlert>(
    `${SELECT_ALERT} WHERE a.object = 'container' AND a.object_id = ? ORDER BY a.raised_at DESC, a.severity, a.key LIMIT ${MAX_PER_CONTAINER}`,
    id,
  )
  return rows.map((row) => toAlert(row, now))
}

export type Quieted = { isMuted: boolean; snoozedUntil: string | null }

export function loadQuieted(db: ReadableDb, containerId: string, now: string): Quieted {
  const [quieted] = loadQuietedOf(db, [containerId], now)
  return { isMuted: quieted?.isMuted ?? false, snoozedUntil: quieted?.snoozedUntil ?? null }
}

/** The muted and the still snoozed ones of these containers. */
export function loadQuietedOf(
  db: ReadableDb,
  containerIds: readonly string[],
  now: string,
): ({ id: string } & Quieted)[] {
  return db
    .all<{ id: string; isMuted: number; snoozedUntil: string | null }>(
      `SELECT container_id AS id, muted_at IS NOT NULL AS isMuted, CASE WHEN snoozed_until > ? THEN snoozed_until END AS snoozedUntil
       FROM quieted WHERE container_id IN (SELECT value FROM json_each(?)) AND (muted_at IS NOT NULL OR snoozed_until > ?)`,
      now,
      JSON.stringify(containerIds),
      now,
    )
    .map((row) => ({ ...row, isMuted: row.isMuted === 1 }))
}

/** All containers that are muted or still snoozed. */
export function loadAllQuieted(db: ReadableDb, now: string): { id: string; until: string | null }[] {
  return db.all<{ id: string; until: string | null }>(
    `SELECT container_id AS id, CASE WHEN muted_at IS NULL THEN snoozed_until END AS until FROM quieted
     WHERE muted_at IS NOT NULL OR snoozed_until > ? ORDER BY muted_at IS NOT NULL, snoozed_until, container_id`,
    now,
  )
}

export function saveSnooze(db: WritableDb, containerIds: readonly string[], until: string | null): void {
  for (const id of containerIds)
    db.run(
      'INSERT INTO quieted (container_id, snoozed_until) VALUES (?, ?) ON CONFLICT (container_id) DO UPDATE SET snoozed_until = excluded.snoozed_until',
      id,
      until,
    )
}

export function saveMute(db: WritableDb, containerIds: readonly string[], mutedAt: string | null): void {
  for (const id of containerIds)
    db.run(
      'INSERT INTO quieted (container_id, muted_at) VALUES (?, ?) ON CONFLICT (container_id) DO UPDATE SET muted_at = excluded.muted_at',
      id,
      mutedAt,
    )
}

/**
 * `at` null undoes it. Alerts that were marked read only by this are unread again, and wait for a pop-up if they had
 * none: a wrong click on all rows must not empty the bell or suppress pop-ups. An alert that remains done needs no
 * pop-up.
 */
export function saveDone(db: WritableDb, keys: readonly string[], at: string | null): void {
  db.run(
    `UPDATE alert SET done_at = ?, read_at = CASE WHEN ? IS NULL AND read_at = done_at THEN NULL ELSE coalesce(read_at, ?) END, state = CASE
       WHEN ? IS NULL AND state = 'SILENT' AND read_at = done_at AND told_at IS NULL AND popup_id IS NULL THEN 'PENDING'
       WHEN state = 'PENDING' THEN 'SILENT' ELSE state END
     WHERE key IN (SELECT value FROM json_each(?))`,
    at,
    at,
    at,
    at,
    JSON.stringify(keys),
  )
}

export function saveRead(db: WritableDb, read: Input<EngineContract, 'alerts.markRead'>, at: string): void {
  if ('through' in read)
    db.run('UPDATE alert SET read_at = ? WHERE read_at IS NULL AND raised_at <= ?', at, read.through)
  else
    db.run(
      'UPDATE alert SET read_at = ? WHERE read_at IS NULL AND key IN (SELECT value FROM json_each(?))',
      at,
      JSON.stringify(read.ids),
    )
}

/** `at`: when they were marked as read. */
export function saveUnread(db: WritableDb, at: string): void {
  db.run('UPDATE alert SET read_at = NULL WHERE read_at = ? AND done_at IS NULL', at)
}

type StoredPopUp = {
  id: string
  shape: PopUp['shape']
  at: string
  state: 'SHOWING' | 'SHOWN' | 'FAILED' | 'WITHDRAWN'
  outcome: string | null
  reason: string | null
}
const SELECT_POP_UP = 'SELECT id, shape, created_at AS at, state, outcome, reason FROM popup'

/** Each open alert is in one part. Its severity is that of its days left, as in the list. */
function countOpen(db: ReadableDb, now: string): Omit<AlertSummary, 'quietUntil' | 'lastPopUp'> {
  const counts = db.get<ReturnType<typeof countOpen>>(
    `WITH today AS MATERIALIZED (SELECT value ->> 0 AS zone, value ->> 1 AS today FROM json_each(?)),
     open AS (SELECT a.read_at, a.present_severity AS severity, CASE
         WHEN q.muted_at IS NOT NULL THEN 'muted' WHEN q.snoozed_until > ? THEN 'snoozed'
         WHEN a.read_at IS NOT NULL THEN 'read' WHEN a.present_severity = 4 THEN 'information' END AS part
       FROM (${PRESENT_ALERT_SQL}) a LEFT JOIN quieted q ON a.object = 'container' AND q.container_id = a.object_id
       WHERE ${IS_OPEN_SQL})
     SELECT count(*) FILTER (WHERE read_at IS NULL) AS unread, count(*) FILTER (WHERE part IS NULL) AS toReview,
       count(*) FILTER (WHERE part IS NULL AND severity = 1) AS urgent, count(*) FILTER (WHERE part = 'read') AS read,
       count(*) FILTER (WHERE part = 'information') AS information,
       count(*) FILTER (WHERE part = 'snoozed') AS snoozed, count(*) FILTER (WHERE part = 'muted') AS muted FROM open`,
    listTodays(db, instantMs(now) ?? 0),
    now,
  )
  return counts ?? { unread: 0, toReview: 0, urgent: 0, read: 0, information: 0, snoozed: 0, muted: 0 }
}

export function summarize(db: ReadableDb, now: string): Omit<AlertSummary, 'quietUntil'> {
  const newestPopUp = db.get<StoredPopUp>(`${SELECT_POP_UP} ORDER BY created_at DESC, id LIMIT 1`)
  const lastPopUp = newestPopUp
    ? {
        id: newestPopUp.id,
        at: newestPopUp.at,
        outcome: newestPopUp.outcome as NonNullable<AlertSummary['lastPopUp']>['outcome'],
        reason: newestPopUp.reason,
      }
    : null
  return { ...countOpen(db, now), lastPopUp }
}

export function loadPopUpOutcome(db: ReadableDb, id: string): Output<EngineContract, 'alerts.popUp'> {
  const popUp = db.get<StoredPopUp>(`${SELECT_POP_UP} WHERE id = ?`, id)
  return popUp ? { id, outcome: popUp.outcome as PopUpOutcome | null, reason: popUp.reason } : null
}

/** How long the engine waits for a client that can show pop-ups. */
export const LATE_MS = 600_000

/**
 * Pop-ups that no client confirmed, oldest first, with their alerts. Also those that were marked as unseen within
 * LATE_MS.
 */
export function loadShowing(db: ReadableDb, now: string): PopUp[] {
  const { hidesDetails, hasSound } = loadRules(db)
  const since = instantOf((instantMs(now) ?? 0) - LATE_MS)
  const mustBeShown = `state = 'SHOWING' OR (state = 'FAILED' AND outcome = 'unseen' AND created_at > ?)`
  return db
    .all<StoredPopUp>(`${SELECT_POP_UP} WHERE ${mustBeShown} ORDER BY +created_at, id`, since)
    .map(({ id, shape }) => {
      const rows = db.all<StoredAlert>(`${SELECT_ALERT} WHERE a.popup_id = ? ORDER BY a.severity, a.key`, id)
      return { id, shape, alerts: rows.map((row) => toAlert(row, now)), hidesDetails, isSilent: !hasSound }
    })
}

export function insertTest(db: WritableDb, id: string, at: string): void {
  db.run(`INSERT INTO popup (id, shape, state, created_at) VALUES (?, 'test', 'SHOWING', ?)`, id, at)
}

type PopUpReport = { id: string; outcome: Exclude<PopUpOutcome, 'unseen'>; reason: string | null }

/**
 * The report with more information is stored: several tabs report on one pop-up, a click arrives before the close that
 * it causes, and one tab may be refused.
 */
const OUTCOME_RANKS: Record<PopUpOutcome, number> = {
  unseen: 0,
  failed: 1,
  refused: 1,
  shown: 2,
  closed: 3,
  clicked: 4,
}

export function savePopUpOutcome(db: WritableDb, { id, outcome, reason }: PopUpReport, now: string): void {
  const stored = db.get<{ outcome: PopUpOutcome | null }>('SELECT outcome FROM popup WHERE id = ?', id)
  if (!stored || (stored.outcome !== null && OUTCOME_RANKS[stored.outcome] > OUTCOME_RANKS[outcome])) return
  const isShown = OUTCOME_RANKS[outcome] >= OUTCOME_RANKS.shown
  db.run(
    `UPDATE popup SET outcome = ?, reason = ?, state = CASE state WHEN 'WITHDRAWN' THEN state ELSE ? END WHERE id = ?`,
    outcome,
    reason,
    isShown ? 'SHOWN' : 'FAILED',
    id,
  )
  // Alerts without a pop-up are only in the alert centre, unread. A silent alert with a pop-up has a pop-up that was
  // not shown.
  if (isShown)
    db.run(
      `UPDATE alert SET state = 'SHOWN', told_at = coalesce(told_at, ?) WHERE popup_id = ? AND state IN ('SHOWING', 'SILENT')`,
      now,
      id,
    )
  else db.run(`UPDATE alert SET state = 'SILENT' WHERE popup_id = ? AND state = 'SHOWING'`, id)
}

/** Keys of the alerts of a pop-up, most severe first. */
export function listAlertsOfPopUp(db: ReadableDb, id: string): string[] {
  return db.column<string>('SELECT key FROM alert WHERE popup_id = ? ORDER BY severity, key', id)
}

export function listContainersOfPopUp(db: ReadableDb, id: string): string[] {
  return db
    .all<{ id: string }>(
      `SELECT DISTINCT object_id AS id FROM alert WHERE popup_id = ? AND object = 'container' ORDER BY id`,
      id,
    )
    .map((stored) => stored.id)
}

/** Kinds added by a later version use the value of the preset. */
export function loadRules(db: ReadableDb): AlertRules {
  const row = db.get<{ value: string }>(`SELECT value FROM setting WHERE key = 'alertRules'`)
  if (!row) return createPresetRules('standard')
  const stored = JSON.parse(row.value) as AlertRules
  const preset = createPresetRules(stored.preset === 'own' ? 'standard' : stored.preset)
  return {
    ...preset,
    ...stored,
    channels: { ...preset.channels, ...stored.channels } satisfies Record<AlertKind, string>,
  }
}

export function saveRules(db: WritableDb, rules: AlertRules): void {
  db.run(
    `INSERT INTO setting (key, value) VALUES ('alertRules', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    JSON.stringify(rules),
  )
}
