// The history of records: what changed, and when it was first read (this cannot be fetched again). An entry of a list
// is one change. A change that was reverted soon after is hidden, so both together are one entry.
import type { Change, ChangeRow } from '#contract/changes.ts'
import { instant } from '../../api/attributes.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { instantMs, instantOf } from '../../outside/calendar.ts'
import { EXTRACTION, type FieldChange } from './diff.ts'
import { type ChangePlace, isActiveHold, kindOf, placeOf, severityOf, sourceAttribute } from './kinds.ts'
import { markChange } from '../feed/marks.ts'
import { isQuiet } from './quiet.ts'
import { loadLastSeenChange, loadSeenThrough } from './read-marks.ts'
import { loadLastId } from './removal.ts'

/** The record after the change: it contains when its sources were last checked. */
export type ChangeSource = {
  type: string
  id: string
  attributes: Record<string, unknown>
  requestSeq: number
  seenAt: string
}

/**
 * Values of `change.is_hidden`. Lists show neither; the histories of holds, of arrivals and of a record leave out
 * reverted changes only. 0: listed.
 */
export const REVERTED = 1
const QUIET = 2

/** If a change is reverted within this time, lists show only its reversal. */
const REVERT_WITHIN_MS = 60 * 60_000

export function insertChanges(db: WritableDb, source: ChangeSource, changes: FieldChange[]): void {
  if (changes.length === 0) return
  const recent = loadRecentSteps(db, source)
  const createdAt = instant(source.attributes, 'created_at')
  let id = newestChangeId(db)
  for (const change of changes.filter((step) => !isKnownLate(db, source, step))) {
    const kind = kindOf(source.type, change.field)
    const attribute = sourceAttribute(kind)
    const step = recent.find(({ field }) => field === change.field)
    const revertedId = step && step.before === change.after && step.after === change.before ? step.id : null
    const isHidden =
      isQuiet(change, { ...source, createdAt }) || (revertedId !== null && step?.isHidden === QUIET) ? QUIET : 0
    insertChange(db, {
      ...change,
      id: ++id,
      type: source.type,
      rid: source.id,
      requestSeq: source.requestSeq,
      seenAt: source.seenAt,
      kind,
      severity: severityOf(kind, change, source.attributes),
      sourceAt: attribute === null ? null : instant(source.attributes, attribute),
      revertsId: revertedId,
      isHidden,
      uid: markChange(db, id),
    })
  }
}

/** Two desktops of an office that see the same change within this time record it once. */
export const SAME_CHANGE_WITHIN_S = 600

/**
 * Whether the history ends with this change, although the record was older: an earlier leader of the office saw it, and
 * added it to the history after this desktop became the leader. Extractions do not count, because a second one has the
 * same values as the first.
 */
function isKnownLate(db: WritableDb, { type, id, seenAt }: ChangeSource, { field, after }: FieldChange): boolean {
  if (db.outgoing === null || field === EXTRACTION) return false
  const last = db.get<{ after: string | null; isRecent: number }>(
    `SELECT after, abs(unixepoch(seen_at) - unixepoch(?)) <= ${SAME_CHANGE_WITHIN_S} AS isRecent FROM change
     WHERE type = ? AND rid = ? AND field = ? ORDER BY seen_at DESC, id DESC LIMIT 1`,
    seenAt,
    type,
    id,
    field,
  )
  return last?.isRecent === 1 && last.after === after
}

/** A row of the history. `rid`: the id of the record. `uid`: the name of the change in an office. */
export type StoredStep = FieldChange & {
  id: number
  type: string
  rid: string
  requestSeq: number
  seenAt: string
  kind: string
  severity: number
  sourceAt: string | null
  revertsId: number | null
  isHidden: number
  uid: string | null
}

/** Stores one change, and hides the change that it reverts. */
export function insertChange(db: WritableDb, step: StoredStep): void {
  if (step.revertsId !== null) db.run('UPDATE change SET is_hidden = ? WHERE id = ?', REVERTED, step.revertsId)
  db.run(
    `INSERT INTO change (id, type, rid, field, before, after, req_seq, seen_at, kind, severity, source_at, reverts_id, is_hidden, uid)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    step.id,
    step.type,
    step.rid,
    step.field,
    step.before,
    step.after,
    step.requestSeq,
    step.seenAt,
    step.kind,
    step.severity,
    step.sourceAt,
    step.revertsId,
    step.isHidden,
    step.uid,
  )
}

type RecentStep = FieldChange & { id: number; isHidden: number }

/**
 * Changes of this record that a new change may revert, newest first. A change that the user has read is not one of
 * them: a user who read "hold cleared" must also see that the hold is back.
 */
function loadRecentSteps(db: ReadableDb, { type, id, seenAt }: ChangeSource): RecentStep[] {
  return db.all<RecentStep>(
    `SELECT id, field, before, after, is_hidden AS isHidden FROM change
     WHERE type = ? AND rid = ? AND id > ? AND seen_at >= ? AND is_hidden <> ${REVERTED} AND reverts_id IS NULL ORDER BY id DESC`,
    type,
    id,
    loadLastSeenChange(db),
    instantOf((instantMs(seenAt) ?? 0) - REVERT_WITHIN_MS),
  )
}

/**
 * The last id that was given to a change, and never below the user's read mark. If history was lost with the mirror,
 * ids continue above the mark; otherwise all later changes would count as read.
 */
export function newestChangeId(db: ReadableDb): number {
  return Math.max(loadLastId(db), loadLastSeenChange(db))
}

/** The zones of a journey's places, as SQL over a row `container` or `shipment`. */
const ZONES = `coalesce(container.pol_zone, shipment.pol_zone) AS pol, coalesce(container.pod_zone, shipment.pod_zone) AS pod,
  coalesce(container.destination_zone, shipment.destination_zone) AS destination, container.pickup_zone AS pickup,
  container.empty_returned_zone AS emptyReturn`

type Zones = Record<ChangePlace, string | null>

/** Replaces all zones of the record by the zone for the values of this change. */
function addZone<Entry extends { field: string }>({
  pol,
  pod,
  destination,
  pickup,
  emptyReturn,
  ...entry
}: Entry & Zones) {
  const place = placeOf(entry.field)
  return { ...entry, zone: place && { pol, pod, destination, pickup, emptyReturn }[place] }
}

/** A relation is stored as an id. Users see the name of its record instead, as soon as that was read. */
export function replaceIdsByNames<Entry extends FieldChange>(db: ReadableDb, entries: Entry[]): Entry[] {
  const isRelation = ({ field }: Entry) => field.startsWith('→')
  const ids = entries
    .filter(isRelation)
    .flatMap(({ before, after }) => [before, after])
    .flatMap((json) => (json === null ? [] : [JSON.parse(json) as string]))
  if (ids.length === 0) return entries
  const rows = db.all<{ id: string; name: string | null }>(
    `SELECT id, coalesce(json_extract(raw, '$.attributes.nickname'), json_extract(raw, '$.attributes.name'), json_extract(raw, '$.attributes.bill_of_lading_number')) AS name
     FROM res WHERE type IN ('terminal', 'rail_terminal', 'shipment') AND id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const names = new Map(rows.map(({ id, name }) => [JSON.stringify(id), name]))
  const nameOf = (json: string | null) => (json === null ? null : JSON.stringify(names.get(json) ?? JSON.parse(json)))
  return entries.map((entry) =>
    isRelation(entry) ? { ...entry, before: nameOf(entry.before), after: nameOf(entry.after) } : entry,
  )
}

/** Lists the changes of one container, newest first. */
export function listChanges(db: ReadableDb, containerId: string, limit: number): Change[] {
  const entries = db
    .all<Omit<Change, 'zone'> & Zones>(
      `SELECT change.id, change.field, change.before, change.after, change.seen_at AS seenAt, ${ZONES}
       FROM change LEFT JOIN container_row container ON container.id = change.rid
       LEFT JOIN shipment_row shipment ON shipment.id = container.shipment_id
       WHERE change.type = 'container' AND change.rid = ? ORDER BY change.id DESC LIMIT ?`,
      containerId,
      limit,
    )
    .map(addZone)
  return replaceIdsByNames(db, entries)
}

/**
 * When each current member of a named list was first seen. A member that was absent and returned counts as new. A
 * member that was there at the first reading is missing.
 */
export function loadFirstSeenTimes(
  db: ReadableDb,
  id: string,
  list: 'holds_at_pod_terminal' | 'fees_at_pod_terminal',
): Map<string, string> {
  const rows = db.all<{ field: string; seenAt: string }>(
    `SELECT field, max(seen_at) AS seenAt FROM change
     WHERE type = 'container' AND rid = +? AND field > ? AND field < ? AND before IS NULL GROUP BY field`,
    id,
    `${list}/`,
    `${list}0`,
  )
  return new Map(rows.map(({ field, seenAt }) => [field.slice(list.length + 1), seenAt]))
}

/** A step that added or removed an obstacle to pickup. */
export type BlockStep = { id: number; field: string; seenAt: string; isBlocking: boolean }

/**
 * Holds placed and removed, and availability given and withdrawn, by container, oldest first; without reverted changes.
 * In an office, a change of another desktop can arrive after later ones, so its time decides. The `+` before it keeps
 * SQLite from the index by time, which lacks the values.
 */
export function loadBlockSteps(db: ReadableDb, containerIds: readonly string[]): Map<string, BlockStep[]> {
  if (containerIds.length === 0) return new Map()
  const rows = db.all<Parameters<typeof toBlockStep>[0] & { rid: string }>(
    `SELECT rid, id, field, before, after, seen_at AS seenAt, kind FROM change
     WHERE type = 'container' AND rid IN (SELECT value FROM json_each(?)) AND kind IN ('hold', 'availability')
       AND reverts_id IS NULL AND is_hidden <> ${REVERTED} ORDER BY +seen_at, id`,
    JSON.stringify(containerIds),
  )
  const steps = new Map<string, BlockStep[]>()
  for (const [id, ofContainer] of Map.groupBy(rows, ({ rid }) => rid))
    steps.set(
      id,
      ofContainer.flatMap((row) => toBlockStep(row) ?? []),
    )
  return steps
}

/** Null for a change that neither added nor removed an obstacle. */
export function toBlockStep({
  id,
  field,
  seenAt,
  kind,
  before,
  after,
}: FieldChange & { id: number; seenAt: string; kind: string }): BlockStep | null {
  if (kind !== 'hold' && kind !== 'availability') return null
  const wasBlocking = kind === 'hold' ? isActiveHold(before) : before !== 'true'
  const isBlocking = kind === 'hold' ? isActiveHold(after) : after !== 'true'
  return wasBlocking === isBlocking ? null : { id, field, seenAt, isBlocking }
}

/** A change with the time when its source was last checked, if the record contains that time. */
export type TimedStep = FieldChange & { seenAt: string; sourceAt: string | null }

/** Loads the whole history of a container, oldest first, with reverted changes. Places are shown by their names. */
export function loadHistory(db: ReadableDb, containerId: string): TimedStep[] {
  return replaceIdsByNames(
    db,
    db.all<TimedStep>(
      `SELECT field, before, after, seen_at AS seenAt, source_at AS sourceAt FROM change WHERE type = 'container' AND rid = +? ORDER BY id`,
      containerId,
    ),
  )
}

/** SQL condition: the changes of records of one type. */
export const OF_RECORDS = 'type = +? AND rid IN (SELECT value FROM json_each(?))'

/** The time of the last change to a record `r` of `res`, as SQL for statements over records. */
export const LAST_CHANGE_AT = '(SELECT max(c.seen_at) FROM change c WHERE c.type = r.type AND c.rid = r.id)'

/** The times of the last changes to records, up to the change `throughId`. A record without a change is missing. */
export function loadLastChangeTimes(
  db: ReadableDb,
  type: string,
  ids: Iterable<string>,
  throughId = Number.MAX_SAFE_INTEGER,
): Map<string, string> {
  const rows = db.all<{ id: string; seenAt: string }>(
    `SELECT rid AS id, max(seen_at) AS seenAt FROM change WHERE ${OF_RECORDS} AND id <= ? GROUP BY rid`,
    type,
    JSON.stringify([...ids]),
    throughId,
  )
  return new Map(rows.map(({ id, seenAt }) => [id, seenAt]))
}

export function lastChangeAt(db: ReadableDb, type: string, id: string): string | null {
  const sql = 'SELECT max(seen_at) AS seenAt FROM change WHERE type = +? AND rid = +?'
  return db.value<string | null>(sql, type, id) ?? null
}

type StoredChange = Omit<ChangeRow, 'object' | 'isNew' | 'isReverted' | 'zone'> &
  Zones & { type: string; isNew: number; isReverted: number }

const objectByType: Record<string, ChangeRow['object']> = {
  container: 'container',
  shipment: 'shipment',
  tracking_request: 'tracking-request',
  document: 'document',
}

/** When the hold that a row of `change` removes was placed, as SQL. */
const PLACED_SINCE = `(SELECT placed.seen_at FROM change placed
  WHERE placed.type = change.type AND placed.rid = +change.rid AND placed.field = change.field AND placed.id < change.id
    AND placed.before IS NULL ORDER BY placed.id DESC LIMIT 1)`

/** Loads current rows of these changes, in the given order. */
export function loadChangeRows(db: ReadableDb, ids: number[]): ChangeRow[] {
  const rows = db.all<StoredChange>(
    `SELECT change.id, change.field, change.before, change.after, change.seen_at AS seenAt, change.kind, change.severity,
       change.type, change.rid AS objectId, change.source_at AS sourceAt, change.id > ? AS isNew,
       change.reverts_id IS NOT NULL AS isReverted, container.shipment_id AS shipmentId,
       coalesce(container.number, shipment.master_bill, json_extract(request.raw, '$.attributes.request_number'),
         document.file_name, change.rid) AS number,
       CASE WHEN change.kind = 'hold' AND change.after IS NULL THEN ${PLACED_SINCE} END AS heldSince, ${ZONES}
     FROM change
     LEFT JOIN container_row container ON change.type = 'container' AND container.id = change.rid
     LEFT JOIN shipment_row shipment ON change.type = 'shipment' AND shipment.id = change.rid
     LEFT JOIN res request ON change.type = 'tracking_request' AND request.type = change.type AND request.id = change.rid
     LEFT JOIN document_row document ON change.type = 'document' AND document.id = change.rid
     WHERE change.id IN (SELECT value FROM json_each(?))`,
    loadSeenThrough(db),
    JSON.stringify(ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const entries = ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { type, isNew, isReverted, ...entry } = addZone(row)
    return [{ ...entry, object: objectByType[type] ?? 'container', isNew: isNew === 1, isReverted: isReverted === 1 }]
  })
  return replaceIdsByNames(db, entries)
}

// `severity IN (…)` lists every possible value, so that SQLite counts in an index and does not read the table with its
// texts.
const COUNT_SQL = 'SELECT count(*) AS n FROM change WHERE is_hidden = 0 AND severity IN (1, 2, 3, 4) AND id > ?'

/** Counts the listed changes after this one. */
export function countListedChanges(db: ReadableDb, afterId: number): number {
  return db.value<number>(COUNT_SQL, afterId) ?? 0
}

/** Lists the ids of the most severe changes after this one, without those that reverted another change. */
export function listMostSevereChanges(db: ReadableDb, afterId: number, limit: number): number[] {
  const ids: number[] = []
  for (const severity of [1, 2, 3, 4]) {
    const rows = db.all<{ id: number }>(
      `SELECT id FROM change WHERE is_hidden = 0 AND severity = ? AND id > ? AND reverts_id IS NULL ORDER BY id DESC LIMIT ?`,
      severity,
      afterId,
      limit - ids.length,
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}
