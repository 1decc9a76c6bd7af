// The lines of the changes screen: which ones, newest first. History grows for ever, so no query here may read all of
// it: each walks an index from the newest end, and stops.
import type { ChangeFilter } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { textCondition } from '../lists.ts'
import { seenThrough } from './store.ts'

/** Nobody scrolls further; a narrower question reaches older lines. */
export const MOST_LISTED = 10_000

export function orderLines(db: ReadableDb, { scope, kinds }: Omit<ChangeFilter, 'text'>): string[] {
  const afterId = scope === 'unseen' ? seenThrough(db) : 0
  // One walk per kind, merged by SQLite as it goes, so that it too stops at the limit.
  const walk = (ofKind: string) => `SELECT id FROM change WHERE is_hidden = 0 ${ofKind} AND id > ?`
  const wanted = [...new Set(kinds ?? [])]
  const walks = wanted.length > 0 ? wanted.map(() => walk('AND kind = ?')) : [walk('')]
  const values = wanted.length > 0 ? wanted.flatMap((kind) => [kind, afterId]) : [afterId]
  return db.all<Id>(`${walks.join(' UNION ALL ')} ORDER BY id DESC LIMIT ${MOST_LISTED}`, ...values).map(({ id }) => String(id))
}

type Id = { id: number }
type Line = Id & { type: string; rid: string; kind: string }

/** Ids of records by their type, as the mirror names it. */
export type Records = Record<'container' | 'shipment' | 'tracking_request', string[]>

/** Up to here the lines of each record are looked up; beyond it, the newest lines are tried for a record. */
const FEW_RECORDS = 20_000
const RECORDS_PER_STEP = 250
const LINES_PER_STEP = 2_000

/** The lines of these records: a step reads a few thousand entries of an index, and no more lines than will be listed. */
export function* orderLinesOf(db: ReadableDb, records: Records, { scope, kinds }: Omit<ChangeFilter, 'text'>): Generator<void, string[]> {
  const afterId = scope === 'unseen' ? seenThrough(db) : 0
  const count = Object.values(records).reduce((sum, ids) => sum + ids.length, 0)
  const candidates = count <= FEW_RECORDS ? yield* newestOf(db, records, afterId) : null
  const wanted = new Map(Object.entries(records).map(([type, ids]) => [type, new Set(ids)]))
  const isWanted = ({ type, rid, kind }: Line) => wanted.get(type)?.has(rid) === true && (!kinds?.length || kinds.some((one) => one === kind))
  const found: string[] = []
  for (const lines of candidates ? linesAmong(db, candidates) : linesBackTo(db, afterId)) {
    found.push(...lines.filter(isWanted).map(({ id }) => String(id)))
    if (found.length >= MOST_LISTED) break
    yield
  }
  return found.slice(0, MOST_LISTED)
}

/** Ids of their lines, hidden ones too, newest first: the index has nothing else. */
function* newestOf(db: ReadableDb, records: Records, afterId: number): Generator<void, number[]> {
  const ids: number[] = []
  for (const [type, rids] of Object.entries(records)) {
    for (let from = 0; from < rids.length; from += RECORDS_PER_STEP) {
      const part = JSON.stringify(rids.slice(from, from + RECORDS_PER_STEP))
      const lines = db.all<Id>('SELECT id FROM change WHERE type = ? AND rid IN (SELECT value FROM json_each(?)) AND id > ?', type, part, afterId)
      for (const { id } of lines) ids.push(id)
      yield
    }
  }
  return Array.from(Float64Array.from(ids).sort().reverse())
}

const LINE = 'SELECT id, type, rid, kind FROM change'

function* linesAmong(db: ReadableDb, ids: number[]): Generator<Line[]> {
  for (let from = 0; from < ids.length; from += LINES_PER_STEP) {
    const part = JSON.stringify(ids.slice(from, from + LINES_PER_STEP))
    yield db.all<Line>(`${LINE} WHERE id IN (SELECT value FROM json_each(?)) AND is_hidden = 0 ORDER BY id DESC`, part)
  }
}

function* linesBackTo(db: ReadableDb, afterId: number): Generator<Line[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const lines = db.all<Line>(`${LINE} WHERE is_hidden = 0 AND id > ? AND id < ? ORDER BY id DESC LIMIT ${LINES_PER_STEP}`, afterId, before)
    yield lines
    const last = lines.at(-1)
    if (!last) return
    before = last.id
  }
}

/** A request is found by its number. */
export function requestsWith(db: ReadableDb, text: string): string[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const requests = `SELECT id, lower(coalesce(json_extract(raw, '$.attributes.request_number'), '')) AS search FROM res
    WHERE type = 'tracking_request' AND id IN (SELECT rid FROM change WHERE type = 'tracking_request')`
  return db.all<{ id: string }>(`SELECT id FROM (${requests}) WHERE ${condition.sql}`, ...condition.values).map(({ id }) => id)
}
