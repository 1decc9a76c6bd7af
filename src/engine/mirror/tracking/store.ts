// Tracking requests and shipping lines in the mirror: writes their rows from the records, and looks them up.
import { type LineChoice, RequestType } from '#contract/tracking.ts'
import { instant, number, boolean, related, text, texts } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../../db/open.ts'
import { withEdits } from '../edits/store.ts'
import { instantMs, instantOf } from '../../outside/calendar.ts'
import { type LoadResource, loadResource } from '../records.ts'
import { normalizeNumber } from './number.ts'
import { findBuiltInLine, builtInLines } from './known-lines.ts'

/** Rebuilds the rows of these requests from the records. */
export function projectRequests(db: WritableDb, ids: Iterable<string>): void {
  const load = withEdits(db, (type, id) => loadResource(db, type, id))
  for (const id of ids) {
    const request = load('tracking_request', id)
    if (!request) continue
    const columns = toColumns(db, request)
    const names = Object.keys(columns)
    db.run(
      `INSERT OR REPLACE INTO request_row (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    )
  }
}

function toColumns(db: ReadableDb, request: Resource): Record<string, SqlValue> {
  const { id, attributes } = request
  const requestNumber = text(attributes, 'request_number') ?? id
  const refs = readRefs(attributes)
  const scac = text(attributes, 'scac')
  const tags = [...texts(attributes, 'shipment_tags'), ...texts(attributes, 'tags')]
  return {
    id,
    number: requestNumber,
    number_key: normalizeNumber(requestNumber),
    type: RequestType.safeParse(readType(attributes)).data ?? null,
    scac,
    status: text(attributes, 'status'),
    reason: text(attributes, 'failed_reason'),
    is_retrying: Number(boolean(attributes, 'is_retrying') ?? false),
    retry_count: toInteger(number(attributes, 'retry_count')),
    refs: JSON.stringify(refs),
    shipment_id: findShipmentId(request),
    customer_id: findCustomerId(request),
    created_at: instant(attributes, 'created_at') ?? firstSeenAt(db, id),
    updated_at: instant(attributes, 'updated_at'),
    search: [requestNumber, normalizeNumber(requestNumber), scac, ...refs, ...tags].join(' ').toLowerCase(),
  }
}

/** The service may name the type `booking`. */
function readType(attributes: Resource['attributes']): string | null {
  const type = text(attributes, 'request_type')
  return type === 'booking' ? 'booking_number' : type
}

/** The list `ref_numbers`, or if it is empty, the single `ref_number`. */
function readRefs(attributes: Resource['attributes']): string[] {
  const single = text(attributes, 'ref_number')
  const list = texts(attributes, 'ref_numbers')
  return list.length === 0 && single !== null ? [single] : list
}

export function findShipmentId(request: Resource | null): string | null {
  const linkage = request?.relationships['tracked_object']
  return linkage && !Array.isArray(linkage) && linkage.type === 'shipment' ? linkage.id : null
}

/** The id of the request's customer; null if it is not a party. */
function findCustomerId(request: Resource): string | null {
  const linkage = related(request, 'customer')
  return linkage?.type === 'party' ? linkage.id : null
}

/** Returns a function that loads the booking numbers of a shipment once, without the number of its master bill. */
export function createBookingLoader(db: ReadableDb): (shipment: Resource | null) => string[] {
  const cache = new Map<string, string[]>()
  return (shipment) => {
    if (!shipment) return []
    let numbers = cache.get(shipment.id)
    if (numbers === undefined) cache.set(shipment.id, (numbers = loadBookings(db, shipment)))
    return numbers
  }
}

function loadBookings(db: ReadableDb, { id, attributes }: Resource): string[] {
  const bill = normalizeNumber(text(attributes, 'bill_of_lading_number') ?? '')
  const rows = db.all<{ number: string }>(
    `SELECT number FROM request_row WHERE shipment_id = +? AND type = 'booking_number' AND number_key <> ? ORDER BY number`,
    id,
    bill,
  )
  return rows.map(({ number }) => number)
}

/**
 * The shipment and number of each of these requests that is a booking and has a shipment. `findRebookedShipments`
 * compares the results from before and after a write.
 */
export function loadBookedShipments(
  db: ReadableDb,
  requests: Set<string>,
): Map<string, { shipmentId: string; number: string }> {
  if (requests.size === 0) return new Map()
  const rows = db.all<{ id: string; shipmentId: string; number: string }>(
    `SELECT id, shipment_id AS shipmentId, number FROM request_row
     WHERE id IN (SELECT value FROM json_each(?)) AND type = 'booking_number' AND shipment_id IS NOT NULL`,
    JSON.stringify([...requests]),
  )
  return new Map(rows.map(({ id, ...booked }) => [id, booked]))
}

/** Shipments that got or lost a booking number. A request can get its shipment late, or another one. */
export function findRebookedShipments(
  before: ReturnType<typeof loadBookedShipments>,
  after: ReturnType<typeof loadBookedShipments>,
): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [previous, current] = [before.get(id), after.get(id)]
    if (previous?.shipmentId === current?.shipmentId && previous?.number === current?.number) return []
    return [previous, current].flatMap((booked) => booked?.shipmentId ?? [])
  })
}

/**
 * Shipments of requests with a customer, if the request or the record of that customer changed. This does not check
 * whether the shipment names a customer itself.
 */
export function loadShipmentsNamedBy(
  db: ReadableDb,
  { request, party }: { request: Set<string>; party: Set<string> },
): string[] {
  if (request.size === 0 && party.size === 0) return []
  return db.column<string>(
    `SELECT shipment_id AS id FROM request_row WHERE customer_id IS NOT NULL AND shipment_id IS NOT NULL
       AND (id IN (SELECT value FROM json_each(?)) OR customer_id IN (SELECT value FROM json_each(?)))`,
    JSON.stringify([...request]),
    JSON.stringify([...party]),
  )
}

const CUSTOMER_NAME_SQL = `SELECT json_extract(p.raw, '$.attributes.company_name') AS name FROM request_row q CROSS JOIN res p ON p.type = 'party' AND p.id = q.customer_id
  WHERE q.shipment_id = +? AND q.customer_id IS NOT NULL LIMIT 1`

/** Wraps `load`: a shipment without a customer's name gets the name of its request's customer. */
export function withCustomers(db: ReadableDb, load: LoadResource): LoadResource {
  if (db.get('SELECT 1 FROM request_row WHERE customer_id IS NOT NULL LIMIT 1') === undefined) return load
  const cache = new Map<string, Resource>()
  return (type, id) => {
    const resource = load(type, id)
    if (type !== 'shipment' || !resource || text(resource.attributes, 'customer_name') !== null) return resource
    const cached = cache.get(id)
    if (cached) return cached
    const name = db.value<string | null>(CUSTOMER_NAME_SQL, id) ?? null
    const named =
      name === null ? resource : { ...resource, attributes: { ...resource.attributes, customer_name: name } }
    cache.set(id, named)
    return named
  }
}

function toInteger(value: number | null): number | null {
  return value === null ? null : Math.trunc(value)
}

function firstSeenAt(db: ReadableDb, id: string): string {
  return (
    db.value<string>(`SELECT first_seen_at AS at FROM res WHERE type = 'tracking_request' AND id = ?`, id) ??
    instantOf(0)
  )
}

export function loadAllRequestIds(db: ReadableDb): string[] {
  return db.column<string>(`SELECT id FROM res WHERE type = 'tracking_request'`)
}

export type KnownRequest = {
  id: string
  number: string
  scac: string | null
  status: string | null
  shipmentId: string | null
  createdAt: string
}

/** Requests of the service for one of these numbers: pending, tracked and stopped ones first, then the newest. */
export function requestsNumbered(db: ReadableDb, numbers: string[]): KnownRequest[] {
  return db.all<KnownRequest>(
    `SELECT id, number, scac, status, shipment_id AS shipmentId, created_at AS createdAt FROM request_row
     WHERE number_key IN (SELECT value FROM json_each(?))
     ORDER BY status IN ('pending', 'created', 'awaiting_manifest', 'tracking_stopped') DESC, created_at DESC`,
    JSON.stringify(numbers),
  )
}

export function loadRequestsOfShipments(db: ReadableDb, shipmentIds: string[]): string[] {
  if (shipmentIds.length === 0) return []
  return db.column<string>(
    'SELECT id FROM request_row WHERE shipment_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(shipmentIds),
  )
}

/** If a request has no result after this time, reading it more often does not help. */
const RECENT_MS = 30 * 60_000

/** Whether a recent request has no result yet. */
export function isRequestPending(db: ReadableDb, now: string): boolean {
  const since = instantOf((instantMs(now) ?? 0) - RECENT_MS)
  return db.get(`SELECT 1 FROM request_row WHERE status = 'pending' AND created_at > ? LIMIT 1`, since) !== undefined
}

/** A name from the service's own list takes precedence over the name in a shipment. */
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

/** Rebuilds the table `line` from the records, and then from these shipments. */
export function projectLines(db: WritableDb, shipmentIds: Iterable<string>): void {
  db.run('DELETE FROM line')
  const ids = db.all<{ id: string }>(`SELECT id FROM res WHERE type = 'shipping_line'`)
  for (const { id } of ids) {
    const line = loadResource(db, 'shipping_line', id)
    if (line) saveListedLine(db, line)
  }
  saveLinesOfShipments(db, shipmentIds)
}

/**
 * Lists the lines by name. Until the service's list was read, the larger carriers are added. Without them, a code in a
 * list of numbers would be unknown and would not be sent, and the service may not find the line by the number alone.
 */
export function loadAllLines(db: ReadableDb): LineChoice[] {
  const lines = db.all<LineChoice>(
    'SELECT scac, name FROM line WHERE scac = main_scac ORDER BY name COLLATE NOCASE, scac',
  )
  if (db.get('SELECT 1 FROM line WHERE is_listed = 1 LIMIT 1') !== undefined) return lines
  const missingLines = builtInLines.filter(({ scac }) => lines.every((line) => line.scac !== scac))
  return [...lines, ...missingLines].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Finds the line by any of its SCACs. Returns it with the SCAC that requests use. */
export function lineOfScac(db: ReadableDb, scac: string): LineChoice | null {
  const listed = db.get<LineChoice>('SELECT main_scac AS scac, name FROM line WHERE scac = ?', scac)
  return listed ?? findBuiltInLine(scac)
}
