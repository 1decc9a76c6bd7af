// Queries for the changes screen: newest first. History grows without limit, so no query may read all of it: each query
// walks an index from the newest end and stops.
import type { ChangeFilter } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { textCondition } from '../table/lists.ts'
import { newestChangeId } from '../mirror/history/store.ts'
import { loadLastSeenChange } from '../mirror/history/read-marks.ts'

/** A user does not scroll further. A narrower filter reaches older lines. */
export const MAX_LISTED = 10_000

const ALL_SEVERITIES = [1, 2, 3, 4]

export function orderLines(db: ReadableDb, { scope, kinds, severities }: Omit<ChangeFilter, 'text'>): string[] {
  const afterId = scope === 'unseen' ? loadLastSeenChange(db) : 0
  // One index walk for each kind and severity. SQLite merges them, so the whole query stops at the limit.
  const walk = (part: string) => `SELECT id FROM change WHERE is_hidden = 0 ${part} AND id > ?`
  const [ofKinds, ofSeverities] = [[...new Set(kinds ?? [])], [...new Set(severities ?? [])]]
  const severitiesToWalk = ofSeverities.length > 0 ? ofSeverities : ALL_SEVERITIES
  const walks: { sql: string; values: (string | number)[] }[] =
    ofKinds.length > 0
      ? ofKinds.flatMap((kind) =>
          severitiesToWalk.map((severity) => ({
            sql: walk('AND kind = ? AND severity = ?'),
            values: [kind, severity, afterId],
          })),
        )
      : ofSeverities.length > 0
        ? ofSeverities.map((severity) => ({ sql: walk('AND severity = ?'), values: [severity, afterId] }))
        : [{ sql: walk(''), values: [afterId] }]
  const sql = `${walks.map((indexWalk) => indexWalk.sql).join(' UNION ALL ')} ORDER BY id DESC LIMIT ${MAX_LISTED}`
  return db.all<Id>(sql, ...walks.flatMap(({ values }) => values)).map(({ id }) => String(id))
}

type Id = { id: number }
type Line = Id & { type: string; rid: string; kind: string; severity: number }

/** Ids of records by the mirror's type. */
export type Records = Record<'container' | 'shipment' | 'tracking_request' | 'document', string[]>

/** Looking up the lines of one record costs as much as reading this many lines. */
const LINES_PER_LOOKUP = 3
/** Up to this many records are looked up in one step, over the whole history. */
const FEW_RECORDS = 250
/** Lines are distributed unevenly, so a little more is read, to avoid a second pass over all records. */
const MARGIN = 1.25
const RECORDS_PER_STEP = 250
const LINES_PER_STEP = 2_000

/**
 * The lines of these records, from the newest back until there are enough. The lines found so far show how far back to
 * go. That part is read line by line, or looked up record by record, whichever is less work. A step reads a few
 * thousand entries of an index.
 */
export function* orderLinesOf(
  db: ReadableDb,
  records: Records,
  { scope, kinds, severities }: Omit<ChangeFilter, 'text'>,
): Generator<void, string[]> {
  const count = Object.values(records).reduce((sum, ids) => sum + ids.length, 0)
  if (count === 0) return []
  const oldest = scope === 'unseen' ? loadLastSeenChange(db) + 1 : 1
  const newest = newestChangeId(db)
  const wanted = yield* setsOf(records)
  const passes = ({ kind, severity }: Pick<Line, 'kind' | 'severity'>) =>
    (!kinds?.length || kinds.some((wantedKind) => wantedKind === kind)) &&
    (!severities?.length || severities.includes(severity))
  const isWanted = (line: Line) => passes(line) && wanted.get(line.type)?.has(line.rid) === true
  const found: string[] = []
  for (let before = newest + 1; before > oldest && found.length < MAX_LISTED;) {
    const share = found.length / (newest + 1 - before)
    const reach =
      count <= FEW_RECORDS
        ? before - oldest
        : Math.min(before - oldest, Math.ceil(((MAX_LISTED - found.length) / share) * MARGIN))
    const isNear = count > FEW_RECORDS && (before > newest || reach <= count * LINES_PER_LOOKUP)
    const from = Math.max(oldest, before - (isNear ? LINES_PER_STEP : reach))
    if (isNear)
      found.push(
        ...linesIn(db, from, before)
          .filter(isWanted)
          .map(({ id }) => String(id)),
      )
    else
      found.push(...(yield* linesOf(db, records, { from, before, kinds, severities, most: MAX_LISTED - found.length })))
    before = from
    yield
  }
  return found.slice(0, MAX_LISTED)
}

/** The ids as sets, by type. In steps, because a set of all records takes long to fill. */
function* setsOf(records: Records): Generator<void, Map<string, Set<string>>> {
  const sets = new Map<string, Set<string>>()
  for (const [type, ids] of Object.entries(records)) {
    const set = new Set<string>()
    sets.set(type, set)
    for (let index = 0; index < ids.length; index += LINES_PER_STEP) {
      for (const id of ids.slice(index, index + LINES_PER_STEP)) set.add(id)
      yield
    }
  }
  return sets
}

function linesIn(db: ReadableDb, from: number, before: number): Line[] {
  return db.all<Line>(
    'SELECT id, type, rid, kind, severity FROM change WHERE is_hidden = 0 AND id >= ? AND id < ? ORDER BY id DESC',
    from,
    before,
  )
}

type IdRange = Pick<ChangeFilter, 'kinds' | 'severities'> & { from: number; before: number; most: number }

/** Ids of the lines of these records in a range of history, newest first; at most `most`. */
function* linesOf(
  db: ReadableDb,
  records: Records,
  { from, before, kinds, severities, most }: IdRange,
): Generator<void, string[]> {
  const ids = yield* idsOf(db, records, { from, before, kinds })
  // The index has everything except the severity.
  if (!severities?.length) return Array.from(ids.subarray(Math.max(0, ids.length - most)).toReversed(), String)
  const found: string[] = []
  for (let end = ids.length; end > 0 && found.length < most; end -= LINES_PER_STEP) {
    const part = JSON.stringify(Array.from(ids.subarray(Math.max(0, end - LINES_PER_STEP), end)))
    const lines = db.all<Pick<Line, 'id' | 'severity'>>(
      'SELECT id, severity FROM change WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
      part,
    )
    for (const { id, severity } of lines) if (severities.includes(severity)) found.push(String(id))
    yield
  }
  return found
}

/** Ids of the lines of these records, in rising order. */
function* idsOf(
  db: ReadableDb,
  records: Records,
  { from, before, kinds }: Omit<IdRange, 'most' | 'severities'>,
): Generator<void, Float64Array> {
  const ids: number[] = []
  const [condition, values] = kinds?.length
    ? [' AND kind IN (SELECT value FROM json_each(?))', [JSON.stringify(kinds)]]
    : ['', []]
  for (const [type, rids] of Object.entries(records)) {
    for (let index = 0; index < rids.length; index += RECORDS_PER_STEP) {
      const part = JSON.stringify(rids.slice(index, index + RECORDS_PER_STEP))
      const lines = db.all<Id>(
        `SELECT id FROM change WHERE type = ? AND rid IN (SELECT value FROM json_each(?)) AND id >= ? AND id < ? AND is_hidden = 0${condition}`,
        type,
        part,
        from,
        before,
        ...values,
      )
      for (const { id } of lines) ids.push(id)
      yield
    }
  }
  return new Float64Array(ids).sort()
}

/** Finds requests by their numbers. */
export function requestsWith(db: ReadableDb, text: string): string[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const requests = `SELECT id, lower(coalesce(json_extract(raw, '$.attributes.request_number'), '')) AS search FROM res
    WHERE type = 'tracking_request' AND id IN (SELECT rid FROM change WHERE type = 'tracking_request')`
  return db.column<string>(`SELECT id FROM (${requests}) WHERE ${condition.sql}`, ...condition.values)
}

/** Finds documents by the search text of their own list. */
export function documentsWith(db: ReadableDb, text: string): string[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const documents = `SELECT id, search FROM document_row WHERE id IN (SELECT rid FROM change WHERE type = 'document')`
  return db.column<string>(`SELECT id FROM (${documents}) WHERE ${condition.sql}`, ...condition.values)
}
