// Rows for reports, in the columns of office migration 0013. Containers have the values of the lists, because they come
// from the same rules. What depends on the user of this computer is left out: bands, risks and estimated costs.
import { createHash } from 'node:crypto'
import type { ContainerRow } from '#contract/containers.ts'
import type { DeadlineSource } from '#contract/deadlines.ts'
import type { ReadableDb, SqlValue } from '../../db/open.ts'
import { IS_LISTED_CHARGE, IS_OPEN_CHARGE } from '../../mirror/charges.ts'
import { dayAt } from '../../mirror/containers/days-out.ts'
import { isOpen } from '../../mirror/containers/projection.ts'
import { loadRows } from '../../mirror/containers/store.ts'

export type BiKind = 'container' | 'shipment' | 'document'
export const biKinds: readonly BiKind[] = ['container', 'shipment', 'document']

type Value = SqlValue | boolean
type BiRow = Record<string, Value>
/** One row with the rows that belong to it, by their names in `publish_bi`. Without any, the office removes the row. */
export type BiRows = Record<string, BiRow[]>

/** The rows of these ids. */
export function loadBiRows(db: ReadableDb, kind: BiKind, ids: readonly string[], space: number): Map<string, BiRows> {
  const rowsById = new Map<string, BiRows>(ids.map((id) => [id, {}]))
  const add = (name: string, id: string, row: BiRow) => {
    const rows = rowsById.get(id)
    if (rows) (rows[name] ??= []).push({ space, ...row })
  }
  if (kind === 'container') {
    for (const row of loadRows(db, [...ids])) add('containers', row.id, toContainer(row))
    for (const row of loadStored(db, CHARGES_SQL, ids))
      add('charges', String(row['container_id']), { ...row, ...readFlags(row, 'is_listed', 'is_open') })
  } else if (kind === 'shipment')
    for (const row of loadStored(db, SHIPMENTS_SQL, ids))
      add('shipments', String(row['id']), { ...row, refs: joinJson(row['refs']), tags: joinJson(row['tags']) })
  else {
    for (const row of loadStored(db, DOCUMENTS_SQL, ids))
      add('documents', String(row['id']), { ...row, ...readFlags(row, 'is_extracted') })
    for (const row of loadStored(db, LINKS_SQL, ids)) add('links', String(row['document_id']), row)
  }
  return rowsById
}

export function hashBiRows(rows: BiRows): string {
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, 22)
}

const loadStored = (db: ReadableDb, sql: string, ids: readonly string[]) =>
  db.all<Record<string, SqlValue>>(sql, JSON.stringify(ids))

const CHARGES_SQL = `SELECT id, container_id, kind, name, state, description, amount, currency,
    ${IS_LISTED_CHARGE} AS is_listed, ${IS_OPEN_CHARGE} AS is_open, first_seen_at
  FROM mirror.charge_row WHERE container_id IN (SELECT value FROM json_each(?)) ORDER BY id`

const SHIPMENTS_SQL = `SELECT id, master_bill, scac, line_name, customer, refs, tags, vessel, voyage,
    pol_name, pol_locode, pol_zone, pod_name, pod_locode, pod_zone, destination_name, destination_locode,
    destination_zone, etd_at, atd_at, original_eta_at, eta_at, ata_at, tracking_stopped_at, tracking_stopped_reason,
    line_checked_at, last_change_at, gone_since
  FROM mirror.shipment_row WHERE id IN (SELECT value FROM json_each(?))`

const DOCUMENTS_SQL = `SELECT document.id, file_name, type, type.label AS type_label, source, key_number, party,
    amount_number AS amount, currency, has_result AS is_extracted, content_type, size AS size_bytes, created_at,
    gone_since
  FROM mirror.document_row document LEFT JOIN mirror.document_type type ON type.code = document.type
  WHERE document.id IN (SELECT value FROM json_each(?))`

const LINKS_SQL = `SELECT document_id, type AS record_type, record_id FROM mirror.document_link
  WHERE document_id IN (SELECT value FROM json_each(?)) ORDER BY document_id, type, record_id`

const readFlags = (row: Record<string, SqlValue>, ...names: string[]): BiRow =>
  Object.fromEntries(names.map((name) => [name, row[name] === 1]))

const joinJson = (json: SqlValue | undefined) => join(JSON.parse(String(json ?? '[]')) as string[])
/** Null for an empty list. */
const join = (texts: readonly string[]): string | null => (texts.length === 0 ? null : texts.join(', '))

function toContainer(row: ContainerRow): BiRow {
  return { ...toIdentity(row), ...toJourney(row), ...toLastFreeDay(row), ...toReadiness(row), ...toOwn(row) }
}

function toIdentity(row: ContainerRow): BiRow {
  const { id, number, status, equipment, goneSince, emptyReturnedAt, ages } = row
  return {
    id,
    number,
    is_open: isOpen({ gone_since: goneSince, status, empty_returned_at: emptyReturnedAt }),
    status,
    equipment_type: equipment.type,
    equipment_length_ft: equipment.lengthFt,
    equipment_height: equipment.height,
    weight_lb: row.weightLb,
    seal: row.seal,
    yard_spot: row.yardSpot,
    refs: join(row.refs),
    tags: join(row.tags),
    shipment_id: row.shipmentId,
    master_bill: row.masterBill,
    scac: row.scac,
    line_name: row.lineName,
    customer: row.customer,
    tracking_stopped_at: row.trackingStoppedAt,
    tracking_stopped_reason: row.trackingStoppedReason,
    terminal_checked_at: ages.terminal,
    line_checked_at: ages.line,
    last_change_at: row.lastChangeAt,
    gone_since: goneSince,
  }
}

/** The days are those of the place. */
function toJourney(row: ContainerRow): BiRow {
  const { portOfLading: pol, portOfDischarge: pod, destination, pickupZone } = row
  return {
    vessel: row.vessel,
    voyage: row.voyage,
    pol_name: pol.name,
    pol_locode: pol.locode,
    pol_zone: pol.zone,
    pod_name: pod.name,
    pod_locode: pod.locode,
    pod_zone: pod.zone,
    destination_name: destination.name,
    destination_locode: destination.locode,
    destination_zone: destination.zone,
    is_inland: row.isInland,
    rail_scac: row.railScac,
    pickup_place: row.pickupPlace,
    pickup_zone: pickupZone,
    original_eta_at: row.originalEtaAt,
    eta_at: row.etaAt,
    ata_at: row.ataAt,
    arrival_date: dayAt(row.ataAt ?? row.etaAt, pod.zone),
    discharged_at: row.dischargedAt,
    discharged_date: dayAt(row.dischargedAt, pod.zone),
    inland_eta_at: row.inlandEtaAt,
    inland_ata_at: row.inlandAtaAt,
    appointment_at: row.appointmentAt,
    appointment_date: dayAt(row.appointmentAt, pickupZone),
    full_out_at: row.fullOutAt,
    full_out_date: dayAt(row.fullOutAt, pickupZone),
    empty_returned_at: row.emptyReturnedAt,
    empty_returned_zone: row.emptyReturnedZone,
    empty_returned_date: dayAt(row.emptyReturnedAt, row.emptyReturnedZone),
  }
}

function toLastFreeDay({
  lastFreeDay: { date, source, flags, zone, clock, isDisputed, sources },
}: ContainerRow): BiRow {
  const dateOf = (wanted: DeadlineSource) => sources.find((reported) => reported.source === wanted)?.date ?? null
  return {
    lfd_date: date,
    lfd_source: source,
    lfd_flags: join(flags),
    lfd_zone: zone,
    is_lfd_disputed: isDisputed,
    lfd_terminal: dateOf('terminal'),
    lfd_line: dateOf('line'),
    lfd_rail: dateOf('rail'),
    lfd_service: dateOf('service'),
    lfd_manual: dateOf('manual'),
    free_time: clock,
  }
}

function toReadiness({ verdict, readySince, activeHolds, pendingHolds, feesDue }: ContainerRow): BiRow {
  const only = feesDue.length === 1 ? feesDue[0] : undefined
  return {
    readiness: verdict,
    ready_since: readySince,
    holds: join(activeHolds),
    hold_count: activeHolds.length,
    pending_holds: join(pendingHolds),
    pending_hold_count: pendingHolds.length,
    // Amounts of different currencies are never added. The view bi.fees has each.
    fee_amount: only?.amount ?? null,
    fee_currency: only?.currency ?? null,
    fee_currency_count: feesDue.length,
    is_fee_pending: feesDue.some(({ isPending }) => isPending),
  }
}

function toOwn({ own: { assignee, tags, note, noteCount, priority } }: ContainerRow): BiRow {
  return { assignee, own_tags: join(tags), note, note_count: noteCount, priority }
}
