// Which tracking requests the user ordered together, in one list of numbers.
import type { ChangeBulk } from '#contract/changes.ts'
import type { ReadableDb } from '../db/open.ts'

type Member = { requestId: string; bulkId: string }

const MEMBERS = `SELECT o.remote_id AS requestId, b.id AS bulkId
  FROM main.batch b CROSS JOIN json_each(b.lines) l CROSS JOIN main.outbox o ON o.op_id = l.value ->> 'requestId'`

/** The list of each of these requests. A request that was ordered alone, or elsewhere, has none. */
export function bulksOf(db: ReadableDb, requestIds: readonly string[]): Map<string, string> {
  if (requestIds.length === 0) return new Map()
  // The newest list is last, so it wins for a number that two lists name.
  const members = db.all<Member>(
    `${MEMBERS} WHERE o.remote_id IN (SELECT value FROM json_each(?)) ORDER BY b.created_at, b.id`,
    JSON.stringify(requestIds),
  )
  return new Map(members.map(({ requestId, bulkId }) => [requestId, bulkId]))
}

/** The requests of the list that has this request; null if it was ordered alone. */
export function bulkWith(db: ReadableDb, requestId: string): { id: string; requestIds: string[] } | null {
  const id = bulksOf(db, [requestId]).get(requestId)
  if (id === undefined) return null
  const requestIds = db.all<Member>(`${MEMBERS} WHERE b.id = ? AND o.remote_id IS NOT NULL`, id)
  return { id, requestIds: [...new Set(requestIds.map((member) => member.requestId))] }
}

/** `requestIds`: the requests with listed changes. */
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
