// Tracking requests and shipping lines in the mirror: rows written from the records, and what is looked up in them.
import { type LineChoice, RequestType } from '#contract/tracking.ts'
import { instant, number, boolean, text, texts } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import { loadResource } from '../sync/store.ts'
import { normalizeNumber } from './assess.ts'
import { knownLine } from './known-lines.ts'

/** Writes the rows of these requests anew from the records. */
export function projectRequests(db: WritableDb, ids: Iterable<string>): void {
  for (const id of ids) {
    const request = loadResource(db, 'tracking_request', id)
    if (!request) continue
    const columns = columnsOf(db, request)
    const names = Object.keys(columns)
    db.run(`INSERT OR REPLACE INTO request_row (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`, ...Object.values(columns))
  }
}

function columnsOf(db: ReadableDb, request: Resource): Record<string, SqlValue> {
  const { id, attributes } = request
  const requestNumber = text(attributes, 'request_number') ?? id
  const refs = refsOf(attributes)
  const scac = text(attributes, 'scac')
  const tags = [...texts(attributes, 'shipment_tags'), ...texts(attributes, 'tags')]
  return {
    id,
    number: requestNumber,
    number_key: normalizeNumber(requestNumber),
    type: RequestType.safeParse(typeOf(attributes)).data ?? null,
    scac,
    status: text(attributes, 'status'),
    reason: text(attributes, 'failed_reason'),
    is_retrying: Number(boolean(attributes, 'is_retrying') ?? false),
    retry_count: wholeNumber(number(attributes, 'retry_count')),
    refs: JSON.stringify(refs),
    shipment_id: shipmentOf(request),
    created_at: instant(attributes, 'created_at') ?? firstSeenAt(db, id),
    updated_at: instant(attributes, 'updated_at'),
    search: [requestNumber, normalizeNumber(requestNumber), scac, ...refs, ...tags].join(' ').toLowerCase(),
  }
}

/** Also what it is called where a number's kind is inferred (facts 1.7). */
function typeOf(attributes: Resource['attributes']): string | null {
  const type = text(attributes, 'request_type')
  return type === 'booking' ? 'booking_number' : type
}

/** A list under one name and a single text under another (facts section 2, 11). */
function refsOf(attributes: Resource['attributes']): string[] {
  const single = text(attributes, 'ref_number')
  const list = texts(attributes, 'ref_numbers')
  return list.length === 0 && single !== null ? [single] : list
}

export function shipmentOf(request: Resource | null): string | null {
  const linkage = request?.relationships['tracked_object']
  return linkage && !Array.isArray(linkage) && linkage.type === 'shipment' ? linkage.id : null
}

function wholeNumber(value: number | null): number | null {
  return value === null ? null : Math.trunc(value)
}

function firstSeenAt(db: ReadableDb, id: string): string {
  return db.get<{ at: string }>(`SELECT first_seen_at AS at FROM res WHERE type = 'tracking_request' AND id = ?`, id)?.at ?? instantOf(0)
}

export function allRequestIds(db: ReadableDb): string[] {
  return db.all<{ id: string }>(`SELECT id FROM res WHERE type = 'tracking_request'`).map(({ id }) => id)
}

export type KnownRequest = { id: string; number: string; scac: string | null; status: string | null; shipmentId: string | null; createdAt: string }

/** Requests of the service for one of these numbers, those under way or successful before others, then the newest. */
export function requestsNumbered(db: ReadableDb, numbers: string[]): KnownRequest[] {
  return db.all<KnownRequest>(
    `SELECT id, number, scac, status, shipment_id AS shipmentId, created_at AS createdAt FROM request_row
     WHERE number_key IN (SELECT value FROM json_each(?))
     ORDER BY status IN ('pending', 'created', 'awaiting_manifest', 'tracking_stopped') DESC, created_at DESC`,
    JSON.stringify(numbers),
  )
}

export function requestsOfShipments(db: ReadableDb, shipmentIds: string[]): string[] {
  return db
    .all<{ id: string }>('SELECT id FROM request_row WHERE shipment_id IN (SELECT value FROM json_each(?))', JSON.stringify(shipmentIds))
    .map(({ id }) => id)
}

/** Longer than this a request waits for something we cannot hurry: the ordinary pace is enough. */
const YOUNG_MS = 30 * 60_000

/** Whether the answer to a request made lately is still to come. */
export function isRequestPending(db: ReadableDb, now: string): boolean {
  const since = instantOf((instantMs(now) ?? 0) - YOUNG_MS)
  return db.get(`SELECT 1 FROM request_row WHERE status = 'pending' AND created_at > ? LIMIT 1`, since) !== undefined
}

/** A line of the service's own list goes before what a shipment happens to call it. */
export function saveListedLine(db: WritableDb, { attributes }: Resource): void {
  const scac = text(attributes, 'scac')
  const name = text(attributes, 'short_name') ?? text(attributes, 'name')
  if (scac === null || name === null) return
  for (const code of [...texts(attributes, 'alternative_scacs'), scac]) {
    db.run('INSERT OR REPLACE INTO line (scac, main_scac, name, is_listed) VALUES (?, ?, ?, 1)', code, scac, name)
  }
}

export function saveLinesOfShipments(db: WritableDb, shipmentIds: Iterable<string>): void {
  db.run(
    `INSERT OR IGNORE INTO line (scac, main_scac, name, is_listed)
     SELECT scac, scac, max(line_name), 0 FROM shipment_row
     WHERE id IN (SELECT value FROM json_each(?)) AND scac IS NOT NULL AND line_name IS NOT NULL GROUP BY scac`,
    JSON.stringify([...shipmentIds]),
  )
}

/** Written anew from the records. */
export function projectLines(db: WritableDb, shipmentIds: Iterable<string>): void {
  db.run('DELETE FROM line')
  const ids = db.all<{ id: string }>(`SELECT id FROM res WHERE type = 'shipping_line'`)
  for (const { id } of ids) {
    const line = loadResource(db, 'shipping_line', id)
    if (line) saveListedLine(db, line)
  }
  saveLinesOfShipments(db, shipmentIds)
}

export function allLines(db: ReadableDb): LineChoice[] {
  return db.all<LineChoice>('SELECT scac, name FROM line WHERE scac = main_scac ORDER BY name COLLATE NOCASE, scac')
}

/** By any of its SCACs; under the one requests are made with. */
export function lineOfScac(db: ReadableDb, scac: string): LineChoice | null {
  const listed = db.get<LineChoice>('SELECT main_scac AS scac, name FROM line WHERE scac = ?', scac)
  return listed ?? knownLine(scac)
}

/** A shipment that a request has just led to is read at once, not only when its turn comes. */
export function markShipmentDue(db: WritableDb, shipmentId: string): void {
  db.run('INSERT OR IGNORE INTO shipment_due (shipment_id) VALUES (?)', shipmentId)
}

export function nextShipmentDue(db: ReadableDb, now: string): string | null {
  const due = db.get<{ id: string }>('SELECT shipment_id AS id FROM shipment_due WHERE not_before_at IS NULL OR not_before_at <= ? LIMIT 1', now)
  return due?.id ?? null
}

export function postponeShipment(db: WritableDb, shipmentId: string, until: string): void {
  db.run('UPDATE shipment_due SET not_before_at = ? WHERE shipment_id = ?', until, shipmentId)
}

export function dropShipmentDue(db: WritableDb, shipmentId: string): void {
  db.run('DELETE FROM shipment_due WHERE shipment_id = ?', shipmentId)
}
