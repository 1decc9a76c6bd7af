// The lines of the changes screen: which ones, newest first. History grows for ever, so no query here may read all of
// it: each walks an index from the newest end, and stops.
import type { ChangeFilter } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'
import { textCondition } from '../lists.ts'
import { seenThrough } from './store.ts'

/** Nobody scrolls further; a narrower question reaches older lines. */
export const MOST_LISTED = 10_000

/** Up to here the lines of each matching record are fetched; beyond it, the newest lines are tried for a match. */
const FEW_RECORDS = 1_000

export function orderLines(db: ReadableDb, { scope, kinds, text }: ChangeFilter): string[] {
  const afterId = scope === 'unseen' ? seenThrough(db) : 0
  const records = text === undefined || text.trim() === '' ? null : recordsWith(db, text)
  const ids = records && records.length <= FEW_RECORDS ? linesOf(db, records, kinds, afterId) : newestLines(db, records, kinds, afterId)
  return ids.map(({ id }) => String(id))
}

type Id = { id: number }
type RecordKey = [type: string, id: string]

function linesOf(db: ReadableDb, records: RecordKey[], kinds: ChangeFilter['kinds'], afterId: number): Id[] {
  const ofKind = kinds?.length ? 'AND kind IN (SELECT value FROM json_each(?))' : ''
  return db.all<Id>(
    `SELECT id FROM change WHERE (type, rid) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) AND id > ? AND is_hidden = 0 ${ofKind}
     ORDER BY id DESC LIMIT ${MOST_LISTED}`,
    JSON.stringify(records),
    afterId,
    ...(kinds?.length ? [JSON.stringify(kinds)] : []),
  )
}

/** One walk per kind, merged by SQLite as it goes, so that it too stops at the limit. */
function newestLines(db: ReadableDb, records: RecordKey[] | null, kinds: ChangeFilter['kinds'], afterId: number): Id[] {
  const ofRecord = records ? 'AND +rid IN (SELECT value FROM json_each(?))' : ''
  const walk = (ofKind: string) => `SELECT id FROM change WHERE is_hidden = 0 ${ofKind} AND id > ? ${ofRecord}`
  const recordIds = records ? [JSON.stringify(records.map(([, id]) => id))] : []
  const wanted = [...new Set(kinds ?? [])]
  const walks = wanted.length > 0 ? wanted.map(() => walk('AND kind = ?')) : [walk('')]
  const values = wanted.length > 0 ? wanted.flatMap((kind) => [kind, afterId, ...recordIds]) : [afterId, ...recordIds]
  return db.all<Id>(`${walks.join(' UNION ALL ')} ORDER BY id DESC LIMIT ${MOST_LISTED}`, ...values)
}

/** Records whose search text has every word; a request is found by its number. */
function recordsWith(db: ReadableDb, text: string): RecordKey[] {
  const [condition] = textCondition(text)
  if (!condition) return []
  const { sql, values } = condition
  const requests = `SELECT id, lower(coalesce(json_extract(raw, '$.attributes.request_number'), '')) AS search FROM res
    WHERE type = 'tracking_request' AND id IN (SELECT rid FROM change WHERE type = 'tracking_request')`
  return db
    .all<{ type: string; id: string }>(
      `SELECT 'container' AS type, id FROM container_row WHERE ${sql}
       UNION ALL SELECT 'shipment', id FROM shipment_row WHERE ${sql}
       UNION ALL SELECT 'tracking_request', id FROM (${requests}) WHERE ${sql}`,
      ...values,
      ...values,
      ...values,
    )
    .map(({ type, id }) => [type, id])
}
