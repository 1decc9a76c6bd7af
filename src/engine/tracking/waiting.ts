// Tracking requests in the outbox: those that are not answered yet, and those that the service refused.
import type { RequestType } from '#contract/tracking.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import { insertEntry } from '../outbox/store.ts'
import { CREATE_REQUEST, PAYLOAD_VERSION, type RequestPayload } from './create-request.ts'

type WaitingRequest = { id: string; number: string; type: RequestType }

/** The first request for one of these numbers that was not sent, or not answered; with `type`, only of this type. */
export function findWaiting(
  db: ReadableDb,
  numbers: string[],
  type?: RequestType,
): { id: string; number: string } | null {
  const firstWaiting = loadWaiting(db, numbers).find((waiting) => type === undefined || waiting.type === type)
  return firstWaiting ? { id: firstWaiting.id, number: firstWaiting.number } : null
}

/** Like `findWaiting` for many numbers: the id of the first request by number and type (`waitingKey`). */
export function mapWaitingByKey(db: ReadableDb, numbers: string[]): Map<string, string> {
  return new Map(
    loadWaiting(db, numbers)
      .reverse()
      .map((waiting) => [waitingKey(waiting), waiting.id]),
  )
}

export function waitingKey({ number, type }: Pick<WaitingRequest, 'number' | 'type'>): string {
  return `${type} ${number}`
}

/** In the order of saving. Searches by lane, because the outbox may have thousands of open entries. */
function loadWaiting(db: ReadableDb, numbers: string[]): WaitingRequest[] {
  return db.all<WaitingRequest>(
    `SELECT op_id AS id, json_extract(payload, '$.number') AS number, json_extract(payload, '$.type') AS type FROM outbox
     WHERE lane IN (SELECT value FROM json_each(?)) AND kind = ? AND state IN ('PENDING', 'SENDING') AND member IS NULL ORDER BY seq`,
    JSON.stringify(numbers.map(laneOf)),
    CREATE_REQUEST,
  )
}

/** Ids of requests for these numbers that the service refused. */
export function listRefusedRequests(db: ReadableDb, numbers: string[]): string[] {
  const lanes = JSON.stringify(numbers.map(laneOf))
  return db.column<string>(
    `SELECT op_id AS id FROM outbox WHERE lane IN (SELECT value FROM json_each(?)) AND kind = ? AND state = 'REJECTED' AND member IS NULL`,
    lanes,
    CREATE_REQUEST,
  )
}

/** Requests for one number share a lane, so that they are sent in the order in which they were saved. */
function laneOf(number: string): string {
  return `tracking_request:${number}`
}

export function saveRequest(db: WritableDb, opId: string, payload: RequestPayload, createdAt: string): void {
  insertEntry(db, {
    opId,
    lane: laneOf(payload.number),
    kind: CREATE_REQUEST,
    payload: JSON.stringify(payload),
    payloadVersion: PAYLOAD_VERSION,
    createdAt,
  })
}

export function saveDismissed(db: WritableDb, id: string, isDismissed: boolean): void {
  if (isDismissed) db.run('INSERT OR IGNORE INTO dismissed_request (id) VALUES (?)', id)
  else db.run('DELETE FROM dismissed_request WHERE id = ?', id)
}
