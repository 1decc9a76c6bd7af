// Queries for the changes screen: newest first. History grows without limit, so no query may read all of it: each query
// walks an index from the newest end and stops.
import type { ChangeFilter } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { textCondition } from '../table/lists.ts'
import { newestChangeId } from '../mirror/history/store.ts'
import { loadSeenThrough } from '../mirror/history/read-marks.ts'

/** A user does not scroll further. A narrower filter reaches older changes. */
export const MAX_LISTED = 10_000

const ALL_SEVERITIES = [1, 2, 3, 4]

export function orderChanges(db: ReadableDb, { scope, kinds, severities }: Omit<ChangeFilter, 'text'>): string[] {
  const afterId = scope === 'unseen' ? loadSeenThrough(db) : 0
  // One index walk for each kind and severity. SQLite merges them, so the whole query stops at the limit.
  const createWalkSql = (condition: string) => `SELECT id FROM change WHERE is_hidden = 0 ${condition} AND id > ?`
  const [uniqueKinds, uniqueSeverities] = [[...new Set(kinds ?? [])], [...new Set(severities ?? [])]]
  const severitiesToWalk = uniqueSeverities.length > 0 ? uniqueSeverities : ALL_SEVERITIES
  const walks: { sql: string; values: (string | number)[] }[] =
    uniqueKinds.length > 0
      ? uniqueKinds.flatMap((kind) =>
          severitiesToWalk.map((severity) => ({
            sql: createWalkSql('AND kind = ? AND severity = ?'),
            values: [kind, severity, afterId],
          })),
        )
      : uniqueSeverities.length > 0
        ? uniqueSeverities.map((severity) => ({ sql: createWalkSql('AND severity = ?'), values: [severity, afterId] }))
        : [{ sql: createWalkSql(''), values: [afterId] }]
  const sql = `${walks.map((indexWalk) => indexWalk.sql).join(' UNION ALL ')} ORDER BY id DESC LIMIT ${MAX_LISTED}`
  return db.all<Id>(sql, ...walks.flatMap(({ values }) => values)).map(({ id }) => String(id))
}

type Id = { id: number }
type StoredChange = Id & { type: string; rid: string; kind: string; severity: number }

/** Ids of records by the mirror's type. */
export type Records = Record<'container' | 'shipment' | 'tracking_request' | 'document', string[]>

/** Looking up the changes of one record costs as much as reading this many changes one after the other. */
const CHANGES_PER_LOOKUP = 3
/** Up to this many records are looked up in one step, over the whole history. */
const MAX_LOOKUP_RECORDS = 250
/** Changes are distributed unevenly, so a little more is read, to avoid a second pass over all records. */
const MARGIN = 1.25
const RECORDS_PER_STEP = 250
const CHANGES_PER_STEP = 2_000

/**
 * Lists the changes of these records, from the newest back until there are enough. The share of the changes that were
 * found so far shows how far back the next pass must go. The pass reads every change of that part, or looks up each
 * record, whichever is less work. A step reads a few thousand entries of an index.
 */
export function* orderChangesOf(
  db: ReadableDb,
  records: Records,
  { scope, kinds, severities }: Omit<ChangeFilter, 'text'>,
): Generator<void, string[]> {
  const recordCount = Object.values(records).reduce((sum, ids) => sum + ids.length, 0)
  if (recordCount === 0) return []
  const oldestId = scope === 'unseen' ? loadSeenThrough(db) + 1 : 1
  const newestId = newestChangeId(db)
  const wantedIdsByType = yield* createIdSets(records)
  const passesFilter = ({ kind, severity }: Pick<StoredChange, 'kind' | 'severity'>) =>
    (!kinds?.length || kinds.some((wantedKind) => wantedKind === kind)) &&
    (!severities?.length || severities.includes(severity))
  const isWanted = (change: StoredChange) =>
    passesFilter(change) && wantedIdsByType.get(change.type)?.has(change.rid) === true
  const foundIds: string[] = []
  for (let beforeId = newestId + 1; beforeId > oldestId && foundIds.length < MAX_LISTED;) {
    const foundShare = foundIds.length / (newestId + 1 - beforeId)
    const idCount =
      recordCount <= MAX_LOOKUP_RECORDS
        ? beforeId - oldestId
        : Math.min(beforeId - oldestId, Math.ceil(((MAX_LISTED - foundIds.length) / foundShare) * MARGIN))
    const readsEachChange =
      recordCount > MAX_LOOKUP_RECORDS && (beforeId > newestId || idCount <= recordCount * CHANGES_PER_LOOKUP)
    const fromId = Math.max(oldestId, beforeId - (readsEachChange ? CHANGES_PER_STEP : idCount))
    if (readsEachChange)
      foundIds.push(
        ...loadChangesBetween(db, fromId, beforeId)
          .filter(isWanted)
          .map(({ id }) => String(id)),
      )
    else
      foundIds.push(
        ...(yield* listChangesOf(db, records, {
          fromId,
          beforeId,
          kinds,
          severities,
          maxCount: MAX_LISTED - foundIds.length,
        })),
      )
    beforeId = fromId
    yield
  }
  return foundIds.slice(0, MAX_LISTED)
}

/** Creates sets of the ids, by type. It works in steps, because a set of all records takes long to fill. */
function* createIdSets(records: Records): Generator<void, Map<string, Set<string>>> {
  const sets = new Map<string, Set<string>>()
  for (const [type, ids] of Object.entries(records)) {
    const set = new Set<string>()
    sets.set(type, set)
    for (let index = 0; index < ids.length; index += CHANGES_PER_STEP) {
      for (const id of ids.slice(index, index + CHANGES_PER_STEP)) set.add(id)
      yield
    }
  }
  return sets
}

function loadChangesBetween(db: ReadableDb, fromId: number, beforeId: number): StoredChange[] {
  return db.all<StoredChange>(
    'SELECT id, type, rid, kind, severity FROM change WHERE is_hidden = 0 AND id >= ? AND id < ? ORDER BY id DESC',
    fromId,
    beforeId,
  )
}

type IdRange = Pick<ChangeFilter, 'kinds' | 'severities'> & { fromId: number; beforeId: number; maxCount: number }

/** Lists the ids of changes of these records in a range of history, newest first. */
function* listChangesOf(
  db: ReadableDb,
  records: Records,
  { fromId, beforeId, kinds, severities, maxCount }: IdRange,
): Generator<void, string[]> {
  const ids = yield* listIdsOf(db, records, { fromId, beforeId, kinds })
  // The index has everything except the severity.
  if (!severities?.length) return Array.from(ids.subarray(Math.max(0, ids.length - maxCount)).toReversed(), String)
  const foundIds: string[] = []
  for (let end = ids.length; end > 0 && foundIds.length < maxCount; end -= CHANGES_PER_STEP) {
    const idsJson = JSON.stringify(Array.from(ids.subarray(Math.max(0, end - CHANGES_PER_STEP), end)))
    const changes = db.all<Pick<StoredChange, 'id' | 'severity'>>(
      'SELECT id, severity FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
      idsJson,
    )
    for (const { id, severity } of changes) if (severities.includes(severity)) foundIds.push(String(id))
    yield
  }
  return foundIds
}

/** Lists the ids of changes of these records in a range of history, in rising order. */
function* listIdsOf(
  db: ReadableDb,
  records: Records,
  { fromId, beforeId, kinds }: Omit<IdRange, 'maxCount' | 'severities'>,
): Generator<void, Float64Array> {
  const ids: number[] = []
  const [condition, values] = kinds?.length
    ? [' AND kind IN (SELECT value FROM json_each(?))', [JSON.stringify(kinds)]]
    : ['', []]
  for (const [type, rids] of Object.entries(records)) {
    for (let index = 0; index < rids.length; index += RECORDS_PER_STEP) {
      const idsJson = JSON.stringify(rids.slice(index, index + RECORDS_PER_STEP))
      const changes = db.all<Id>(
        `SELECT id FROM change WHERE type = ? AND rid IN (SELECT value FROM json_each(?)) AND id >= ? AND id < ? AND is_hidden = 0${condition}`,
        type,
        idsJson,
        fromId,
        beforeId,
        ...values,
      )
      for (const { id } of changes) ids.push(id)
      yield
    }
  }
  return new Float64Array(ids).sort()
}

/** Finds requests by their numbers. */
export function findRequests(db: ReadableDb, text: string): string[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const requests = `SELECT id, lower(coalesce(json_extract(raw, '$.attributes.request_number'), '')) AS search FROM res
    WHERE type = 'tracking_request' AND id IN (SELECT rid FROM change WHERE type = 'tracking_request')`
  return db.column<string>(`SELECT id FROM (${requests}) WHERE ${condition.sql}`, ...condition.values)
}

/** Finds documents by the search text of their own list. */
export function findDocuments(db: ReadableDb, text: string): string[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const documents = `SELECT id, search FROM document_row WHERE id IN (SELECT rid FROM change WHERE type = 'document')`
  return db.column<string>(`SELECT id FROM (${documents}) WHERE ${condition.sql}`, ...condition.values)
}
