// Reads the records that alerts are about from the mirror, in the form that the rules need.
import type { ContainerRow } from '#contract/containers.ts'
import type { Verdict } from '#contract/deadlines.ts'
import { loadRows } from '../mirror/containers/store.ts'
import type { ReadableDb } from '../db/open.ts'
import { findEntryOfRecord } from '../outbox/store.ts'
import { MS_PER_DAY, addDays, dateInZone, instantMs, instantOf } from '../outside/calendar.ts'
import { isFirstSweep, loadSweepTiming, lastEndedSweep, lastSweep } from '../mirror/records.ts'
import type { Container } from './episodes.ts'
import type { Subject } from './episode-store.ts'
import type { Request, Shipment } from './outcomes.ts'
import { MAX_DAYS_PAST } from './steps.ts'

export type LoadedContainer = { row: ContainerRow; container: Container; subject: Subject; needsNoAlert: boolean }

type StoredCharge = {
  id: string
  containerId: string
  kind: 'hold' | 'fee'
  name: string
  state: string | null
  amount: number | null
  currency: string | null
  since: string | null
  isCounted: number
}

export function loadContainers(db: ReadableDb, ids: readonly string[], nowMs: number): LoadedContainer[] {
  const charges = Map.groupBy(
    db.all<StoredCharge>(
      `SELECT id, container_id AS containerId, kind, name, state, amount, currency, first_seen_at AS since, is_counted AS isCounted
       FROM charge_row WHERE container_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(ids),
    ),
    ({ containerId }) => containerId,
  )
  return loadRows(db, [...ids]).map((row) => ({
    row,
    container: createContainer(row, charges.get(row.id) ?? [], nowMs),
    subject: createSubject(row),
    needsNoAlert: isFinished(row),
  }))
}

/** Whether the container needs no alerts any more. */
function isFinished(row: ContainerRow): boolean {
  return row.goneSince !== null || isPickedUp(row)
}

/** The container was picked up or returned. */
export function isPickedUp({ lastFreeDay, status, emptyReturnedAt }: ContainerRow): boolean {
  return lastFreeDay.clock === 'stopped' || status === 'empty_returned' || emptyReturnedAt !== null
}

function createSubject({ id, number, pickupPlace, masterBill, lastFreeDay }: ContainerRow): Subject {
  return { object: 'container', id, number, place: pickupPlace, zone: lastFreeDay.zone, masterBill }
}

function createContainer(
  { id, lastFreeDay, verdict }: ContainerRow,
  charges: readonly StoredCharge[],
  nowMs: number,
): Container {
  const today = lastFreeDay.zone === null ? null : dateInZone(nowMs, lastFreeDay.zone)
  // The id of their row contains name and occurrence (mirror/charges.ts).
  const getMember = (charge: StoredCharge) => charge.id.slice(`${id}/${charge.kind}/`.length)
  return {
    id,
    lastFreeDay,
    today: today ?? instantOf(nowMs).slice(0, 10),
    holds: charges
      .filter(({ kind }) => kind === 'hold')
      .map((hold) => ({
        member: getMember(hold),
        name: hold.name,
        isActive: hold.state?.toLowerCase() === 'hold',
        since: hold.since,
      })),
    fees: charges
      .filter(({ kind }) => kind === 'fee')
      .map((fee) => ({
        member: getMember(fee),
        amount: fee.amount ?? 0,
        currency: fee.currency,
        isCounted: fee.isCounted === 1,
      })),
    isReady: isReadyBy(verdict),
  }
}

/** Null: the terminal does not report it. */
const isReadyBy = (verdict: Verdict) =>
  verdict === 'unknown' ? null : verdict === 'ready' || verdict === 'ready-unverified'

/** What an alert of a last free day says about the container besides the day. */
export function summarizeState({ activeHolds, feesDue, verdict, isInland, dischargedAt }: ContainerRow) {
  const waitsFor = isInland && dischargedAt !== null ? ('destination' as const) : ('port' as const)
  return {
    holds: activeHolds,
    fees: feesDue,
    isReady: isReadyBy(verdict),
    notReached: verdict === 'not-arrived' ? waitsFor : null,
  }
}

/** The time of the last change of one of these fields of the container in history, or null. */
export function loadLastChangeAt(db: ReadableDb, id: string, fields: readonly string[]): string | null {
  const sql = `SELECT max(seen_at) AS at FROM change WHERE type = 'container' AND rid = ? AND field IN (SELECT value FROM json_each(?))`
  return db.value<string | null>(sql, id, JSON.stringify(fields)) ?? null
}

/** The next open containers in the order of their keys, which is the order of the index. */
export function listOpenContainers(db: ReadableDb, afterKey: number, limit: number): { id: string; key: number }[] {
  return db.all<{ id: string; key: number }>(
    'SELECT id, key FROM container_row WHERE is_open = 1 AND key > ? ORDER BY key LIMIT ?',
    afterKey,
    limit,
  )
}

/** Returns the ids of the containers that are no longer open. */
export function filterClosed(db: ReadableDb, ids: readonly string[]): string[] {
  return listIds(
    db,
    'SELECT id FROM container_row WHERE id IN (SELECT value FROM json_each(?)) AND is_open = 0',
    JSON.stringify(ids),
  )
}

/** Containers with a step that may be due now or within a day or two. */
export function listContainersNearDeadline(db: ReadableDb, nowMs: number, leadDays: number): string[] {
  const today = instantOf(nowMs).slice(0, 10)
  return listIds(
    db,
    'SELECT id FROM container_row INDEXED BY container_row_lfd WHERE is_open = 1 AND lfd_date BETWEEN ? AND ?',
    addDays(today, -MAX_DAYS_PAST - 2),
    addDays(today, leadDays + 2),
  )
}

function listIds(db: ReadableDb, sql: string, ...values: (string | number)[]): string[] {
  return db.column<string>(sql, ...values)
}

export type LoadedShipment = { shipment: Shipment; subject: Subject }

type StoredShipment = {
  id: string
  masterBill: string
  zone: string | null
  etaAt: string | null
  ataAt: string | null
  goneSince: string | null
  vessel: string | null
  voyage: string | null
  port: string | null
  containerCount: number
}

export function loadShipments(db: ReadableDb, ids: readonly string[], now: string): LoadedShipment[] {
  const rows = db.all<StoredShipment>(
    `SELECT s.id, s.master_bill AS masterBill, s.pod_zone AS zone, s.eta_at AS etaAt, s.ata_at AS ataAt, s.gone_since AS goneSince, s.vessel, s.voyage, s.pod_name AS port,
       (SELECT count(*) FROM container_row c WHERE c.shipment_id = s.id AND c.gone_since IS NULL) AS containerCount
     FROM shipment_row s WHERE s.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  )
  return rows.map(({ masterBill, zone, ataAt, goneSince, ...row }) => ({
    shipment: { ...row, hasArrived: goneSince !== null || (ataAt !== null && ataAt <= now) },
    subject: { object: 'shipment', id: row.id, number: masterBill, place: row.port, zone, masterBill },
  }))
}

/**
 * The next shipments that have not arrived, in order. Most shipments have arrived, so a partial index has the others.
 */
export function listSailingShipments(db: ReadableDb, after: string, now: string, limit: number): string[] {
  const createSelect = (condition: string) =>
    `SELECT id FROM (SELECT id FROM shipment_row INDEXED BY shipment_row_sailing WHERE ${condition} AND gone_since IS NULL AND id > ? ORDER BY id LIMIT ?)`
  return listIds(
    db,
    `${createSelect('ata_at IS NULL')} UNION ALL ${createSelect('ata_at > ?')} ORDER BY id LIMIT ?`,
    after,
    limit,
    now,
    after,
    limit,
    limit,
  )
}

export type LoadedRequest = { request: Request; subject: Subject }

export function loadRequests(db: ReadableDb, ids: readonly string[]): LoadedRequest[] {
  const rows = db.all<Request & { number: string }>(
    'SELECT id, number, status, reason, created_at AS createdAt FROM request_row WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  // The list of requests uses the id of the outbox entry that created the request, if there is one.
  return rows.map(({ number, ...request }) => ({
    request,
    subject: {
      object: 'request',
      id: findEntryOfRecord(db, request.id) ?? request.id,
      number,
      place: null,
      zone: null,
      masterBill: null,
    },
  }))
}

export function listRequestsAfter(db: ReadableDb, after: string, limit: number): string[] {
  return listIds(db, 'SELECT id FROM request_row WHERE id > ? ORDER BY id LIMIT ?', after, limit)
}

/** Ids in the documents list. A document is identified by the file that it was uploaded from, if there is one. */
export function listDocumentRows(db: ReadableDb, documentIds: readonly string[]): string[] {
  return listIds(
    db,
    `SELECT DISTINCT coalesce((SELECT 'f' || min(s.id) FROM main.upload u CROSS JOIN main.sighting s ON s.sha256 = u.sha256 AND s.gen = u.gen WHERE u.document_id = d.value AND u.is_duplicate = 0), d.value) AS id
     FROM json_each(?) d`,
    JSON.stringify(documentIds),
  )
}

/** Ids of files in the documents list. `uploads`: content hash and generation, `<sha256>-<gen>`. */
export function listFileRows(db: ReadableDb, uploads: readonly string[]): string[] {
  return listIds(
    db,
    `SELECT 'f' || min(s.id) AS id FROM json_each(?) e CROSS JOIN main.sighting s ON s.sha256 = substr(e.value, 1, 64) AND s.gen = CAST(substr(e.value, 66) AS INTEGER) GROUP BY e.value`,
    JSON.stringify(uploads),
  )
}

/** No further result is expected for documents older than this. */
const DOCUMENT_DAYS = 8

export function listRecentDocuments(db: ReadableDb, nowMs: number): string[] {
  const since = instantOf(nowMs - DOCUMENT_DAYS * MS_PER_DAY)
  const documents = listIds(db, 'SELECT id FROM document_row WHERE created_at >= ?', since)
  const uploads = listIds(db, `SELECT sha256 || '-' || gen AS id FROM main.upload WHERE updated_at >= ?`, since)
  // Refused before the upload, so there is no upload row.
  const refusedFiles = listIds(
    db,
    `SELECT 'f' || id AS id FROM main.sighting WHERE sha256 IS NULL AND error IS NOT NULL AND first_seen_at >= ?`,
    since,
  )
  return [...new Set([...listDocumentRows(db, documents), ...listFileRows(db, uploads), ...refusedFiles])]
}

/** Whether the account was read completely once. The records of that first reading are the baseline. */
export function hasBeenRead(db: ReadableDb): boolean {
  return lastEndedSweep(db, 'containers') !== null
}

/**
 * `at`: the end of the last complete reading. `lastAnswerMs`: also the newest page of a first reading in progress; null
 * if the first readings failed.
 */
export function loadLastReading(db: ReadableDb): { at: string | null; lastAnswerMs: number | null } {
  const at = loadSweepTiming(db, 'containers')?.endedAt ?? null
  const answeredAt = at ?? (isFirstSweep(db, 'containers') ? (lastSweep(db, 'containers')?.pageAt ?? null) : null)
  return { at, lastAnswerMs: answeredAt === null ? null : instantMs(answeredAt) }
}
