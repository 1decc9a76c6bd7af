// The history of records: what changed and when it was first read (this cannot be fetched again), and up to which
// change the user has read it. A line on the screen is one change; steps that reverted each other are one line.
import type { ChangeRow } from '#contract/changes.ts'
import type { Change } from '#contract/containers.ts'
import { instant } from '../../api/attributes.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { instantMs, instantOf } from '../../outside/calendar.ts'
import type { FieldChange } from './diff.ts'
import { type ChangePlace, isActiveHold, kindOf, placeOf, severityOf, sourceAttribute } from './kinds.ts'
import { isQuiet } from './quiet.ts'
import { lastSeenChange } from './read-marks.ts'

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

/** A change that is reverted within this time is noise, not news. */
const CHATTER_MS = 60 * 60_000

export function insertChanges(db: WritableDb, source: ChangeSource, changes: FieldChange[]): void {
  if (changes.length === 0) return
  const recent = loadRecentSteps(db, source)
  const createdAt = instant(source.attributes, 'created_at')
  let id = newestChangeId(db)
  for (const change of changes) {
    const kind = kindOf(source.type, change.field)
    const attribute = sourceAttribute(kind)
    const step = recent.find(({ field }) => field === change.field)
    const revertedId = step && step.before === change.after && step.after === change.before ? step.id : null
    if (revertedId !== null) db.run('UPDATE change SET is_hidden = ? WHERE id = ?', REVERTED, revertedId)
    db.run(
      `INSERT INTO change (id, type, rid, field, before, after, req_seq, seen_at, kind, severity, source_at, reverts_id, is_hidden)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ++id,
      source.type,
      source.id,
      change.field,
      change.before,
      change.after,
      source.requestSeq,
      source.seenAt,
      kind,
      severityOf(kind, change, source.attributes),
      attribute === null ? null : instant(source.attributes, attribute),
      revertedId,
      isQuiet(change, { ...source, createdAt }) || (revertedId !== null && step?.isHidden === QUIET) ? QUIET : 0,
    )
  }
}

type RecentStep = FieldChange & { id: number; isHidden: number }

/**
 * Steps of this record that may still turn out to be noise, newest first. A step that the user has read is not one of
 * them: a user who read "hold cleared" must also see that the hold is back.
 */
function loadRecentSteps(db: ReadableDb, { type, id, seenAt }: ChangeSource): RecentStep[] {
  return db.all<RecentStep>(
    `SELECT id, field, before, after, is_hidden AS isHidden FROM change
     WHERE type = ? AND rid = ? AND id > ? AND seen_at >= ? AND is_hidden <> ${REVERTED} AND reverts_id IS NULL ORDER BY id DESC`,
    type,
    id,
    lastSeenChange(db),
    instantOf((instantMs(seenAt) ?? 0) - CHATTER_MS),
  )
}

/**
 * Never below the user's mark. If history was lost with the mirror, numbers continue above the mark; otherwise all
 * later changes would count as read.
 */
export function newestChangeId(db: ReadableDb): number {
  const newest = db.value<number | null>('SELECT max(id) AS id FROM change') ?? 0
  return Math.max(newest, lastSeenChange(db))
}

/** The zones of a journey's places, of the container `k` or the shipment `s`. */
const ZONES = `coalesce(k.pol_zone, s.pol_zone) AS pol, coalesce(k.pod_zone, s.pod_zone) AS pod,
  coalesce(k.destination_zone, s.destination_zone) AS destination, k.pickup_zone AS pickup, k.empty_returned_zone AS emptyReturn`

type Zones = Record<ChangePlace, string | null>

/** The line with the zone for its values, instead of all zones of its record. */
function withZone<Line extends { field: string }>({
  pol,
  pod,
  destination,
  pickup,
  emptyReturn,
  ...line
}: Line & Zones) {
  const place = placeOf(line.field)
  return { ...line, zone: place && { pol, pod, destination, pickup, emptyReturn }[place] }
}

/** A relation is stored as an id. Users see the name of its record instead, as soon as that was read. */
export function withNames<Line extends FieldChange>(db: ReadableDb, lines: Line[]): Line[] {
  const isRelation = ({ field }: Line) => field.startsWith('→')
  const ids = lines
    .filter(isRelation)
    .flatMap(({ before, after }) => [before, after])
    .flatMap((json) => (json === null ? [] : [JSON.parse(json) as string]))
  if (ids.length === 0) return lines
  const rows = db.all<{ id: string; name: string | null }>(
    `SELECT id, coalesce(json_extract(raw, '$.attributes.nickname'), json_extract(raw, '$.attributes.name'), json_extract(raw, '$.attributes.bill_of_lading_number')) AS name
     FROM res WHERE type IN ('terminal', 'rail_terminal', 'shipment') AND id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  const names = new Map(rows.map(({ id, name }) => [JSON.stringify(id), name]))
  const nameOf = (json: string | null) => (json === null ? null : JSON.stringify(names.get(json) ?? JSON.parse(json)))
  return lines.map((line) =>
    isRelation(line) ? { ...line, before: nameOf(line.before), after: nameOf(line.after) } : line,
  )
}

/** The lines of one container, newest first. */
export function listChanges(db: ReadableDb, containerId: string, limit: number): Change[] {
  const lines = db
    .all<Omit<Change, 'zone'> & Zones>(
      `SELECT c.id, c.field, c.before, c.after, c.seen_at AS seenAt, ${ZONES}
       FROM change c LEFT JOIN container_row k ON k.id = c.rid LEFT JOIN shipment_row s ON s.id = k.shipment_id
       WHERE c.type = 'container' AND c.rid = ? ORDER BY c.id DESC LIMIT ?`,
      containerId,
      limit,
    )
    .map(withZone)
  return withNames(db, lines)
}

/**
 * When each present member of a named list was first seen; after it was absent, it counts as new. A member that was
 * there at the first reading is missing.
 */
export function firstSeenByMember(
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

/** Holds placed and lifted, availability given and withdrawn, oldest first; without noise. */
export function loadBlockSteps(db: ReadableDb, containerId: string): BlockStep[] {
  const rows = db.all<Parameters<typeof blockStepOf>[0]>(
    `SELECT id, field, before, after, seen_at AS seenAt, kind FROM change
     WHERE type = 'container' AND rid = +? AND kind IN ('hold', 'availability') AND reverts_id IS NULL AND is_hidden <> ${REVERTED} ORDER BY id`,
    containerId,
  )
  return rows.flatMap((row) => blockStepOf(row) ?? [])
}

/** Null for a change that neither added nor removed an obstacle. */
export function blockStepOf({
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

/** One step with its source: when that was last checked, if the record contains it. */
export type TimedStep = FieldChange & { seenAt: string; sourceAt: string | null }

/** The whole history of a container, oldest first, with noise; places by their names. */
export function loadHistory(db: ReadableDb, containerId: string): TimedStep[] {
  return withNames(
    db,
    db.all<TimedStep>(
      `SELECT field, before, after, seen_at AS seenAt, source_at AS sourceAt FROM change WHERE type = 'container' AND rid = +? ORDER BY id`,
      containerId,
    ),
  )
}

export const OF_RECORDS = 'type = +? AND rid IN (SELECT value FROM json_each(?))'

/** The time of the last change to a record `r` of `res`, as SQL for statements over records. */
export const LAST_CHANGE_AT =
  '(SELECT c.seen_at FROM change c WHERE c.type = r.type AND c.rid = r.id ORDER BY c.id DESC LIMIT 1)'

/** The times of the last changes to records, up to the change `throughId`. A record without a change is missing. */
export function lastChangeTimes(
  db: ReadableDb,
  type: string,
  ids: Iterable<string>,
  throughId = Number.MAX_SAFE_INTEGER,
): Map<string, string> {
  const rows = db.all<{ id: string; seenAt: string }>(
    `SELECT rid AS id, max(id), seen_at AS seenAt FROM change WHERE ${OF_RECORDS} AND id <= ? GROUP BY rid`,
    type,
    JSON.stringify([...ids]),
    throughId,
  )
  return new Map(rows.map(({ id, seenAt }) => [id, seenAt]))
}

export function lastChangeAt(db: ReadableDb, type: string, id: string): string | null {
  const row = db.get<{ seenAt: string }>(
    'SELECT seen_at AS seenAt FROM change WHERE type = +? AND rid = +? ORDER BY id DESC LIMIT 1',
    type,
    id,
  )
  return row?.seenAt ?? null
}

type StoredLine = Omit<ChangeRow, 'object' | 'isNew' | 'isReverted' | 'zone'> &
  Zones & { type: string; isNew: number; isReverted: number }

const objects: Record<string, ChangeRow['object']> = {
  container: 'container',
  shipment: 'shipment',
  tracking_request: 'tracking-request',
  document: 'document',
}

/** When the thing that the line `c` removes was placed. */
const PLACED_SINCE = `(SELECT p.seen_at FROM change p
  WHERE p.type = c.type AND p.rid = +c.rid AND p.field = c.field AND p.id < c.id AND p.before IS NULL ORDER BY p.id DESC LIMIT 1)`

/** Current lines, in the given order. */
export function loadLines(db: ReadableDb, ids: number[]): ChangeRow[] {
  const rows = db.all<StoredLine>(
    `SELECT c.id, c.field, c.before, c.after, c.seen_at AS seenAt, c.kind, c.severity, c.type, c.rid AS objectId,
       c.source_at AS sourceAt, c.id > ? AS isNew, c.reverts_id IS NOT NULL AS isReverted, k.shipment_id AS shipmentId,
       coalesce(k.number, s.master_bill, json_extract(q.raw, '$.attributes.request_number'), d.file_name, c.rid) AS number,
       CASE WHEN c.kind = 'hold' AND c.after IS NULL THEN ${PLACED_SINCE} END AS heldSince, ${ZONES}
     FROM change c
     LEFT JOIN container_row k ON c.type = 'container' AND k.id = c.rid
     LEFT JOIN shipment_row s ON c.type = 'shipment' AND s.id = c.rid
     LEFT JOIN res q ON c.type = 'tracking_request' AND q.type = c.type AND q.id = c.rid
     LEFT JOIN document_row d ON c.type = 'document' AND d.id = c.rid
     WHERE c.id IN (SELECT value FROM json_each(?))`,
    lastSeenChange(db),
    JSON.stringify(ids),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lines = ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const { type, isNew, isReverted, ...line } = withZone(row)
    return [{ ...line, object: objects[type] ?? 'container', isNew: isNew === 1, isReverted: isReverted === 1 }]
  })
  return withNames(db, lines)
}

// `severity IN (…)` lists every possible value, so that SQLite counts in an index and does not read the table with its
// texts.
const COUNT = 'SELECT count(*) AS n FROM change WHERE is_hidden = 0 AND severity IN (1, 2, 3, 4) AND id > ?'

/** Counts the lines after this one. */
export function countLines(db: ReadableDb, afterId: number): number {
  return db.value<number>(COUNT, afterId) ?? 0
}

/** The ids of the most severe lines after this one; reverted changes do not count. */
export function mostSevereLines(db: ReadableDb, afterId: number, limit: number): number[] {
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
