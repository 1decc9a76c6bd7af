// Requests that have not been sent yet, as the outbox keeps them.
import type { RequestType } from '#contract/tracking.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { insertEntry } from '../outbox/store.ts'
import { CREATE_REQUEST, PAYLOAD_VERSION, type RequestPayload } from './create-request.ts'

/** What was saved under one of these numbers and has not been answered. */
export function waitingFor(db: ReadableDb, numbers: string[], type?: RequestType): { id: string; number: string } | null {
  return (
    // The three states are those of the partial index `outbox_open`, without which every request ever made is looked at.
    db.get<{ id: string; number: string }>(
      `SELECT op_id AS id, json_extract(payload, '$.number') AS number FROM outbox
       WHERE state IN ('PENDING', 'SENDING', 'ACKED') AND state <> 'ACKED' AND kind = ?
         AND json_extract(payload, '$.number') IN (SELECT value FROM json_each(?)) AND (? IS NULL OR json_extract(payload, '$.type') = ?)
       ORDER BY seq LIMIT 1`,
      CREATE_REQUEST,
      JSON.stringify(numbers),
      type ?? null,
      type ?? null,
    ) ?? null
  )
}

/** Ids of what the service refused under one of these numbers. */
export function refusedFor(db: ReadableDb, numbers: string[]): string[] {
  const lanes = JSON.stringify(numbers.map(laneOf))
  return db
    .all<{ id: string }>(`SELECT op_id AS id FROM outbox WHERE lane IN (SELECT value FROM json_each(?)) AND kind = ? AND state = 'REJECTED'`, lanes, CREATE_REQUEST)
    .map(({ id }) => id)
}

/** Tries with another type or line come after the first, in the order they were made. */
function laneOf(number: string): string {
  return `tracking_request:${number}`
}

export function saveRequest(db: WritableDb, opId: string, payload: RequestPayload, createdAt: string): void {
  insertEntry(db, { opId, lane: laneOf(payload.number), kind: CREATE_REQUEST, payload: JSON.stringify(payload), payloadVersion: PAYLOAD_VERSION, createdAt })
}

export function saveDismissed(db: WritableDb, id: string, isDismissed: boolean): void {
  if (isDismissed) db.run('INSERT OR IGNORE INTO dismissed_request (id) VALUES (?)', id)
  else db.run('DELETE FROM dismissed_request WHERE id = ?', id)
}
