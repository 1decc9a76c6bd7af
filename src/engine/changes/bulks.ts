// Which tracking requests the user ordered together, in one list of numbers.
import type { ChangeBulk } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'

/** The list of each of these requests. A request that was ordered alone, or elsewhere, has none. */
export function findBulks(db: ReadableDb, requestIds: readonly string[]): Map<string, string> {
  if (requestIds.length === 0) return new Map()
  // The newest list is last, so it wins for a number that two lists name.
  const rows = db.all<{ requestId: string; bulkId: string }>(
    `SELECT outbox.remote_id AS requestId, batch.id AS bulkId
     FROM main.batch CROSS JOIN json_each(batch.lines) line
       CROSS JOIN main.outbox ON outbox.op_id = line.value ->> 'requestId'
     WHERE outbox.remote_id IN (SELECT value FROM json_each(?)) ORDER BY batch.created_at, batch.id`,
    JSON.stringify(requestIds),
  )
  return new Map(rows.map(({ requestId, bulkId }) => [requestId, bulkId]))
}

/** `requestIds`: the requests of the list with listed changes. */
export function describeBulk(
  db: ReadableDb,
  id: string,
  requestIds: readonly string[],
  unfolded: readonly string[],
): ChangeBulk {
  const name = db.value<string | null>('SELECT name FROM main.batch WHERE id = ?', id) ?? null
  const states = db.all<ChangeBulk['states'][number]>(
    `SELECT coalesce(status, '') AS state, count(*) AS count FROM mirror.request_row
     WHERE id IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY 2 DESC, 1`,
    JSON.stringify(requestIds),
  )
  return { id, name, states, isUnfolded: unfolded.includes(id) }
}
