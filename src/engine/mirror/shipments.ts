// Shipments in the mirror: writes their rows from the records. shipments/handlers.ts reads the rows.
import { instant, text, texts, zone } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import { lastChangeAt, loadLastChangeTimes } from './history/store.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { upsert } from '../db/upsert.ts'
import { searchText } from '../table/lists.ts'
import { withEdits } from './edits/store.ts'
import { type SearchedRow, indexShipments } from './search/store.ts'
import { type FirstSeen, type ProjectionOptions, loadGoneSince, cacheResources } from './records.ts'
import { createBookingLoader, withCustomers } from './tracking/store.ts'

/** Rebuilds the rows of these shipments from the records, with their search entries. */
export function projectShipments(db: WritableDb, ids: Iterable<string>, projecting: ProjectionOptions = {}): void {
  const { fresh = new Map<string, FirstSeen>() } = projecting
  const load = withEdits(db, withCustomers(db, projecting.load ?? cacheResources(db).load))
  const lastChanges = fresh.size === 0 ? new Map<string, string>() : loadLastChangeTimes(db, 'shipment', fresh.keys())
  const loadBookings = createBookingLoader(db)
  const searched: SearchedRow[] = []
  for (const id of ids) {
    const shipment = load('shipment', id)
    if (!shipment) continue
    const { attributes } = shipment
    const columns: Record<string, SqlValue> = {
      id,
      ...getJourney(shipment),
      master_bill: text(attributes, 'bill_of_lading_number') ?? text(attributes, 'normalized_number') ?? id,
      refs: JSON.stringify(texts(attributes, 'ref_numbers')),
      etd_at: instant(attributes, 'pol_etd_at'),
      atd_at: instant(attributes, 'pol_atd_at'),
      ata_at: instant(attributes, 'pod_ata_at'),
      last_change_at: fresh.has(id) ? (lastChanges.get(id) ?? null) : lastChangeAt(db, 'shipment', id),
      gone_since: fresh.has(id) ? null : loadGoneSince(db, 'shipment', id),
    }
    columns['search'] = searchText(columns, [
      'master_bill',
      'refs',
      'customer',
      'vessel',
      'line_name',
      'scac',
      'pol_name',
      'pod_name',
      'tags',
    ])
    upsert(db, 'shipment_row', columns, { isNew: fresh.has(id) })
    searched.push({
      row: columns,
      isNew: fresh.has(id),
      extraTexts: [
        { field: 'master-bill', text: text(attributes, 'normalized_number') },
        { field: 'line', text: text(attributes, 'shipping_line_name') },
        ...loadBookings(shipment).map((number) => ({ field: 'booking' as const, text: number })),
      ],
    })
  }
  indexShipments(db, searched)
}

/** Updates only the check time in the row of a shipment. Use it if nothing else of the shipment changed. */
export function saveLineChecked(db: WritableDb, shipment: Resource): void {
  db.run('UPDATE shipment_row SET line_checked_at = ? WHERE id = ?', readLineCheckedAt(shipment), shipment.id)
}

/** When the service last received data from the shipping line. */
export function readLineCheckedAt({ attributes }: Resource): string | null {
  return instant(attributes, 'line_tracking_last_succeeded_at')
}

export function loadAllShipmentIds(db: ReadableDb): string[] {
  return db.column<string>(`SELECT id FROM res WHERE type = 'shipment'`)
}

/** The columns that the rows of a shipment and of its containers share; cached for each record. */
export function getJourney(shipment: Resource | null): Journey {
  const cached = shipment && journeyCache.get(shipment)
  if (cached) return cached
  const columns = readJourney(shipment)
  if (shipment) journeyCache.set(shipment, columns)
  return columns
}

/** The containers of a shipment share one object, which must not be modified. */
const journeyCache = new WeakMap<Resource, Journey>()

/** Columns that a shipment and its containers share. */
export type Journey = ReturnType<typeof readJourney>

function readJourney(shipment: Resource | null) {
  const attributes = shipment?.attributes ?? {}
  return {
    master_bill: text(attributes, 'bill_of_lading_number'),
    scac: text(attributes, 'shipping_line_scac'),
    line_name: text(attributes, 'shipping_line_short_name') ?? text(attributes, 'shipping_line_name'),
    customer: text(attributes, 'customer_name'),
    tags: JSON.stringify(texts(attributes, 'tags')),
    vessel: text(attributes, 'pod_vessel_name'),
    voyage: text(attributes, 'pod_voyage_number'),
    pol_name: text(attributes, 'port_of_lading_name'),
    pol_locode: text(attributes, 'port_of_lading_locode'),
    pol_zone: zone(attributes, 'pol_timezone'),
    pod_name: text(attributes, 'port_of_discharge_name'),
    pod_locode: text(attributes, 'port_of_discharge_locode'),
    pod_zone: zone(attributes, 'pod_timezone'),
    destination_name: text(attributes, 'destination_name'),
    destination_locode: text(attributes, 'destination_locode'),
    destination_zone: zone(attributes, 'destination_timezone'),
    eta_at: instant(attributes, 'pod_eta_at'),
    original_eta_at: instant(attributes, 'pod_original_eta_at'),
    ata_at: instant(attributes, 'pod_ata_at'),
    tracking_stopped_at: instant(attributes, 'line_tracking_stopped_at'),
    tracking_stopped_reason: text(attributes, 'line_tracking_stopped_reason'),
    line_checked_at: shipment && readLineCheckedAt(shipment),
  } satisfies Record<string, SqlValue>
}

/** Ids of the shipment's containers, in the order of their numbers. */
export function listContainerIds(db: ReadableDb, shipmentId: string): string[] {
  return db.column<string>('SELECT id FROM container_row WHERE shipment_id = ? ORDER BY number', shipmentId)
}
