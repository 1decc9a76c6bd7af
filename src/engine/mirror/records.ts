// The basic tables of the mirror: records as the service sent them, when each was read, and the sweeps that read them.
import { hash as digest } from 'node:crypto'
import { type FieldChange, diffResource, isOnlyChecked } from './history/diff.ts'
import { markRecord, markRecords } from './feed/marks.ts'
import { addStopReason } from './history/stop-reason.ts'
import { insertChanges } from './history/store.ts'
import type { Resource } from '../api/decode.ts'
import type { IsOlderThan } from '../api/order.ts'
import { UnreadableValue } from '../db/failures.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { loadMeta, saveMeta } from '../db/meta.ts'
import { instantMs } from '../outside/calendar.ts'
import { type SweepKind, sweepLists } from './kinds.ts'

export type Reading = {
  /** The number of the request whose answer this is. */
  requestSeq: number
  /** Set if requests may have overtaken each other; without it, the order of sending decides. */
  isOlderThan?: IsOlderThan
  /** The trusted time of the answer. */
  readAt: string
  /** The sweep that this answer belongs to; null for a read by id. */
  sweepId: number | null
}

export type StoreResult = {
  /** The key of the record in `res`. */
  key: number
  /** The hash of the record as received. */
  hash: string
  /**
   * `checked`: only the time of the last check changed. `older`: a later request has already stored a newer version, so
   * nothing was written.
   */
  outcome: 'new' | 'changed' | 'checked' | 'same' | 'older'
  changes: FieldChange[]
  /** The record as stored now; null if it is unchanged (`same`, `older`). */
  resource: Resource | null
  /** The record before; null if it is new or unchanged. */
  before: Resource | null
}

type StoredVersion = { key: number; hash: string; requestSeq: number; goneSince: string | null }

// Joins use `= +?`: for a bare `?`, SQLite plans them again for each value, which takes five times as long as a query.

/** Merges one record into the mirror. A record seen for the first time is new; it has no changes. */
export function storeResource(db: WritableDb, incoming: Resource, reading: Reading): StoreResult {
  const body = { attributes: incoming.attributes, relationships: incoming.relationships }
  const text = JSON.stringify(body)
  const hash = digest('sha1', text, 'base64')
  const stored = db.get<StoredVersion>(
    `SELECT r.key, r.hash, s.req_seq AS requestSeq, s.gone_since AS goneSince
     FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?`,
    incoming.type,
    incoming.id,
  )
  if (!stored) return insert(db, incoming, text, hash, reading)
  if (isOvertaken(reading, stored.requestSeq)) {
    // The record was listed anyway. Without this, a read by id that overtakes a page would leave its sweep incomplete.
    if (reading.sweepId !== null) db.run('UPDATE seen SET sweep_id = ? WHERE key = ?', reading.sweepId, stored.key)
    return { key: stored.key, hash, outcome: 'older', changes: [], resource: null, before: null }
  }
  markSeen(db, stored.key, reading)
  // A record that returned after it was gone must be shown again, even if none of its fields changed.
  if (stored.hash === hash && stored.goneSince === null)
    return { key: stored.key, hash, outcome: 'same', changes: [], resource: null, before: null }
  return merge(db, stored, incoming, hash, reading)
}

function insert(db: WritableDb, resource: Resource, text: string, hash: string, reading: Reading): StoreResult {
  const key = db.run(
    'INSERT INTO res (type, id, raw, hash, first_seen_at) VALUES (?, ?, ?, ?, ?)',
    resource.type,
    resource.id,
    text,
    hash,
    reading.readAt,
  )
  db.run(
    'INSERT INTO seen (key, req_seq, sweep_id, verified_at) VALUES (?, ?, ?, ?)',
    key,
    reading.requestSeq,
    reading.sweepId,
    reading.readAt,
  )
  markRecord(db, resource.type, resource.id)
  return { key, hash, outcome: 'new', changes: [], resource, before: null }
}

const MARK_SEEN =
  'UPDATE seen SET req_seq = ?, sweep_id = coalesce(?, sweep_id), verified_at = ?, missing_count = 0, gone_since = NULL WHERE key'

function markSeen(db: WritableDb, key: number, { requestSeq, sweepId, readAt }: Reading): void {
  db.run(`${MARK_SEEN} = ?`, requestSeq, sweepId, readAt, key)
}

/** `keys` is a JSON array. */
export function markAllSeen(db: WritableDb, keys: string, { requestSeq, sweepId, readAt }: Reading): void {
  db.run(`${MARK_SEEN} IN (SELECT value FROM json_each(?))`, requestSeq, sweepId, readAt, keys)
}

/** Whether the answer to the request with that number is newer than this reading. */
export function isOvertaken(reading: Reading, otherSeq: number): boolean {
  return reading.isOlderThan?.(otherSeq) ?? otherSeq > reading.requestSeq
}

/** Attributes and relations that were not sent keep their last value: records are often sent in part. */
function merge(
  db: WritableDb,
  { key, goneSince }: StoredVersion,
  incoming: Resource,
  hash: string,
  reading: Reading,
): StoreResult {
  const before = loadResource(db, incoming.type, incoming.id)
  if (!before) throw new Error(`record ${incoming.type}/${incoming.id} is seen but not stored`)
  const resource: Resource = {
    type: incoming.type,
    id: incoming.id,
    attributes: { ...before.attributes, ...incoming.attributes },
    relationships: { ...before.relationships, ...incoming.relationships },
  }
  const { attributes, relationships } = resource
  db.run('UPDATE res SET raw = ?, hash = ? WHERE key = ?', JSON.stringify({ attributes, relationships }), hash, key)
  const isChecked = goneSince === null && isOnlyChecked(before, resource)
  markRecord(db, resource.type, resource.id, isChecked)
  if (isChecked) return { key, hash, outcome: 'checked', changes: [], resource, before }
  const changes = diffResource(before, resource)
  const loadShipment = (id: string) => loadResource(db, 'shipment', id)
  const source = { type: resource.type, id: resource.id, attributes: addStopReason(resource, loadShipment) }
  insertChanges(db, { ...source, requestSeq: reading.requestSeq, seenAt: reading.readAt }, changes)
  return { key, hash, outcome: 'changed', changes, resource, before }
}

export type LoadResource = (type: string, id: string) => Resource | null

/** The key in `res` of a record that was just stored for the first time, and when it was read. */
export type FirstSeen = { key: number; seenAt: string }

export type ProjectionOptions = {
  load?: LoadResource
  /** Records that have no rows yet, so nothing needs to be read for them. */
  fresh?: ReadonlyMap<string, FirstSeen>
  /** Set on a desktop that follows an office: the zones of places come from its leader. */
  keepsZones?: boolean
}

/** Reads each record once: containers of one page share shipments and terminals. */
export function cacheResources(db: ReadableDb): { load: LoadResource; set: (resource: Resource) => void } {
  const cache = new Map<string, Resource | null>()
  return {
    set: (resource) => cache.set(`${resource.type} ${resource.id}`, resource),
    load: (type, id) => {
      const name = `${type} ${id}`
      let resource = cache.get(name)
      if (resource === undefined) cache.set(name, (resource = loadResource(db, type, id)))
      return resource
    },
  }
}

export function loadResource(db: ReadableDb, type: string, id: string): Resource | null {
  const row = db.get<{ raw: string }>('SELECT raw FROM res WHERE type = ? AND id = ?', type, id)
  return row ? resourceOf(type, id, row.raw) : null
}

/** Reads several records in one query. Unknown records are missing in the result. */
export function loadResources(db: ReadableDb, type: string, ids: readonly string[]): Resource[] {
  if (ids.length === 0) return []
  const rows = db.all<{ id: string; raw: string }>(
    'SELECT id, raw FROM res WHERE type = +? AND id IN (SELECT value FROM json_each(?))',
    type,
    JSON.stringify(ids),
  )
  return rows.map(({ id, raw }) => resourceOf(type, id, raw))
}

/** `raw` is the stored JSON. Throws `UnreadableValue` if it is not JSON: the next start reads the mirror again. */
export function resourceOf(type: string, id: string, raw: string): Resource {
  try {
    const { attributes, relationships } = JSON.parse(raw) as Pick<Resource, 'attributes' | 'relationships'>
    return { type, id, attributes, relationships }
  } catch (error) {
    throw new UnreadableValue(`stored ${type} ${id}: ${String(error)}`, { cause: error })
  }
}

/** The highest request number of earlier runs. Numbering continues from it. */
export function loadLastRequestSeq(db: ReadableDb): number {
  return db.value<number | null>('SELECT max(req_seq) AS seq FROM seen') ?? 0
}

export type Sweep = {
  id: number
  kind: SweepKind
  startedAt: string
  nextUrl: string | null
  rows: number
  totalStart: number | null
  totalEnd: number | null
  state: 'RUNNING' | 'COMPLETE' | 'TORN'
  endedAt: string | null
  /** When the last page arrived; null before the first page. */
  pageAt: string | null
}

const SELECT_SWEEP = `SELECT id, kind, started_at AS startedAt, next_url AS nextUrl, rows, total_start AS totalStart,
  total_end AS totalEnd, state, ended_at AS endedAt, page_at AS pageAt FROM sweep`

const MAX_SWEEPS = 60

export function startSweep(db: WritableDb, kind: SweepKind, startedAt: string): number {
  const id = db.run(`INSERT INTO sweep (kind, started_at, state) VALUES (?, ?, 'RUNNING')`, kind, startedAt)
  // Only the newest sweeps are needed. The last complete one stays at any age, because the age of the board counts
  // from it; so does the first one, from which it counts until then.
  db.run(
    `DELETE FROM sweep WHERE kind = ? AND id < ? AND id > (SELECT min(id) FROM sweep WHERE kind = ?)
       AND id IS NOT (SELECT max(id) FROM sweep WHERE kind = ? AND state = 'COMPLETE')`,
    kind,
    id - MAX_SWEEPS,
    kind,
    kind,
  )
  return id
}

export function lastSweep(db: ReadableDb, kind: SweepKind): Sweep | null {
  return db.get<Sweep>(`${SELECT_SWEEP} WHERE kind = ? ORDER BY id DESC LIMIT 1`, kind) ?? null
}

export function loadSweep(db: ReadableDb, id: number): Sweep {
  const sweep = db.get<Sweep>(`${SELECT_SWEEP} WHERE id = ?`, id)
  if (!sweep) throw new Error(`sweep ${id} is running but not stored`)
  return sweep
}

/** The newest sweep that ended: complete, torn at the end of its list, or stopped by a fault. */
export function lastEndedSweep(db: ReadableDb, kind: SweepKind): Sweep | null {
  return db.get<Sweep>(`${SELECT_SWEEP} WHERE kind = ? AND ended_at IS NOT NULL ORDER BY id DESC LIMIT 1`, kind) ?? null
}

/** The newest complete sweep. */
export function lastCompleteSweep(db: ReadableDb, kind: SweepKind): Sweep | null {
  return db.get<Sweep>(`${SELECT_SWEEP} WHERE kind = ? AND state = 'COMPLETE' ORDER BY id DESC LIMIT 1`, kind) ?? null
}

/** When the last complete sweep began, if it is that of another desktop, as SQL. */
const createFollowedSince = (kind: SweepKind) => `
  SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM mirror.seen listed WHERE listed.sweep_id = w.id) THEN w.started_at END
  FROM mirror.sweep w WHERE w.kind = '${kind}' AND w.state = 'COMPLETE' ORDER BY w.id DESC LIMIT 1`

export const followsSweeps = (db: ReadableDb, kind: SweepKind) =>
  typeof db.value<string | null>(createFollowedSince(kind)) === 'string'

/**
 * When a record was last read, as SQL over its row `s` of `seen`. The leader of an office does not send that an
 * unchanged record was read again. On a desktop that follows, the last complete sweep, to which no record of its own
 * belongs, has read all records that the office has.
 */
export const createVerifiedAt = (kind: SweepKind, id: string) => `CASE
  WHEN s.gone_since IS NULL AND s.missing_count = 0 AND NOT EXISTS (
    SELECT 1 FROM mirror.office_out o WHERE o.type = '${sweepLists[kind].type}' AND o.id = ${id})
  THEN max(s.verified_at, coalesce((
    ${createFollowedSince(kind)}), ''))
  ELSE s.verified_at END`

/** The end of the newest complete sweep, and the shortest duration of the last few: one may have been delayed. */
export type SweepTiming = { endedAt: string; tookMs: number }

const MEASURED_SWEEPS = 3

/** Null before the first complete sweep. */
export function loadSweepTiming(db: ReadableDb, kind: SweepKind): SweepTiming | null {
  const sweeps = db.all<{ startedAt: string; endedAt: string }>(
    `SELECT started_at AS startedAt, ended_at AS endedAt FROM sweep WHERE kind = ? AND state = 'COMPLETE' ORDER BY id DESC LIMIT ?`,
    kind,
    MEASURED_SWEEPS,
  )
  const [newest] = sweeps
  const durationsMs = sweeps.map(({ startedAt, endedAt }) =>
    Math.max(0, (instantMs(endedAt) ?? 0) - (instantMs(startedAt) ?? 0)),
  )
  return newest ? { endedAt: newest.endedAt, tookMs: Math.min(...durationsMs) } : null
}

/** Whether no sweep of this kind has ended yet, complete or torn. */
export function isFirstSweep(db: ReadableDb, kind: SweepKind): boolean {
  return db.get(`SELECT 1 FROM sweep WHERE kind = ? AND state <> 'RUNNING' LIMIT 1`, kind) === undefined
}

/**
 * Marks all sweeps as torn, so that neither their next page nor their end, from which deltas are requested, is used.
 * The rows stay, because `seen` refers to their ids, which must not be reused. If containers are known, complete
 * sweeps of containers stay unchanged: the age of the board counts from them.
 */
export function tearSweeps(db: WritableDb): void {
  db.run(
    `UPDATE sweep SET state = 'TORN', next_url = NULL, ended_at = NULL
     WHERE NOT (kind = 'containers' AND state = 'COMPLETE' AND EXISTS (SELECT 1 FROM res WHERE type = 'container'))`,
  )
}

export function saveSweep(db: WritableDb, sweep: Sweep): void {
  db.run(
    'UPDATE sweep SET next_url = ?, rows = ?, total_start = ?, total_end = ?, state = ?, ended_at = ?, page_at = ? WHERE id = ?',
    sweep.nextUrl,
    sweep.rows,
    sweep.totalStart,
    sweep.totalEnd,
    sweep.state,
    sweep.endedAt,
    sweep.pageAt,
    sweep.id,
  )
}

/**
 * How many different records of its list the sweep has read; included records belong to no sweep. The query uses only
 * the index, which makes it 50 times faster.
 */
export function countSwept(db: ReadableDb, sweepId: number): number {
  return db.value<number>('SELECT count(*) AS n FROM seen WHERE sweep_id = ?', sweepId) ?? 0
}

/**
 * Marks records that were missing in the list of their parent record, so that they are read by id. A record that a
 * later answer updated is skipped. An earlier answer that arrives late does not restore a marked record.
 */
export function markMissing(db: WritableDb, type: string, ids: readonly string[], requestSeq: number): void {
  db.run(
    `UPDATE seen SET missing_count = 2, req_seq = ? WHERE key IN (SELECT key FROM res WHERE type = ? AND id IN (SELECT value FROM json_each(?))) AND req_seq < ? AND gone_since IS NULL`,
    requestSeq,
    type,
    JSON.stringify(ids),
    requestSeq,
  )
}

export type MissingRecord = { type: string; id: string }

/**
 * A record that two complete sweeps did not list. It must be read by id before it counts as gone. This
 * query runs before every request. With the join in the other order, SQLite scanned every record, 0.5 s for 100,000
 * containers.
 */
export function nextMissing(db: ReadableDb): MissingRecord | null {
  return (
    db.get<MissingRecord>(
      `SELECT type, id FROM seen CROSS JOIN res USING (key) WHERE missing_count >= 2 AND gone_since IS NULL
       AND type IN ('container', 'shipment', 'document', 'custom_field_definition', 'custom_field_option', 'custom_field') LIMIT 1`,
    ) ?? null
  )
}

/** The service answered 404. The record is marked as gone; nothing is deleted. */
export function markGone(db: WritableDb, type: string, id: string, goneSince: string): void {
  db.run(
    'UPDATE seen SET gone_since = ? WHERE key = (SELECT key FROM res WHERE type = ? AND id = ?)',
    goneSince,
    type,
    id,
  )
  markRecord(db, type, id)
}

/** Marks the values and options of a definition as gone together with it. */
export function markGoneWith(db: WritableDb, definitionId: string, goneSince: string): void {
  const keys = db.column<number>(
    `UPDATE seen SET gone_since = ? WHERE gone_since IS NULL AND key IN (
       SELECT key FROM res WHERE type IN ('custom_field', 'custom_field_option') AND json_extract(raw, '$.relationships.definition.id') = ?) RETURNING key`,
    goneSince,
    definitionId,
  )
  markRecords(db, keys)
}

/** Null while the record is tracked. */
export function loadGoneSince(db: ReadableDb, type: string, id: string): string | null {
  const row = db.get<{ goneSince: string | null }>(
    'SELECT s.gone_since AS goneSince FROM res r CROSS JOIN seen s ON s.key = r.key WHERE r.type = +? AND r.id = +?',
    type,
    id,
  )
  return row?.goneSince ?? null
}

export function forgetMissing(db: WritableDb, type: string, id: string): void {
  db.run('UPDATE seen SET missing_count = 0 WHERE key = (SELECT key FROM res WHERE type = ? AND id = ?)', type, id)
}

/** The trusted time of the newest usable answer. A failure never changes it. */
export function saveLastSuccess(db: WritableDb, at: string): void {
  saveMeta(db, 'mirror', 'last_success_at', at)
}

export function loadLastSuccess(db: ReadableDb): string | null {
  return loadMeta(db, 'mirror', 'last_success_at')
}
