// Shipments in the mirror: rows written from the records, the list in SQL, and rows read back as the contract's types.
import { Band } from '#contract/deadlines.ts'
import type { ShipmentFilter, ShipmentRow, ShipmentSort, ShipmentSortColumn } from '#contract/shipments.ts'
import type { FacetValue } from '#contract/values.ts'
import { instant, text, texts, zone } from '../api/attributes.ts'
import type { Resource } from '../api/decode.ts'
import { lastChangeAt } from '../changes/store.ts'
import type { ReadableDb, SqlValue, WritableDb } from '../db/open.ts'
import { type Condition, anyOf, bandRank, orderedIds, searchText, textCondition } from '../lists.ts'
import { type Searched, indexShipments } from '../search/store.ts'
import { loadGoneSince, loadResource } from '../sync/store.ts'

/** Writes the rows of these shipments anew from the records, with what is searched of them. */
export function projectShipments(db: WritableDb, ids: Iterable<string>): void {
  const searched: Searched[] = []
  for (const id of ids) {
    const shipment = loadResource(db, 'shipment', id)
    if (!shipment) continue
    const { attributes } = shipment
    const columns: Record<string, SqlValue> = {
      id,
      ...journey(shipment),
      master_bill: text(attributes, 'bill_of_lading_number') ?? text(attributes, 'normalized_number') ?? id,
      refs: JSON.stringify(texts(attributes, 'ref_numbers')),
      etd_at: instant(attributes, 'pol_etd_at'),
      atd_at: instant(attributes, 'pol_atd_at'),
      ata_at: instant(attributes, 'pod_ata_at'),
      last_change_at: lastChangeAt(db, 'shipment', id),
      gone_since: loadGoneSince(db, 'shipment', id),
    }
    columns['search'] = searchText(columns, ['master_bill', 'refs', 'customer', 'vessel', 'line_name', 'scac', 'pol_name', 'pod_name', 'tags'])
    const names = Object.keys(columns)
    db.run(
      `INSERT OR REPLACE INTO shipment_row (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...Object.values(columns),
    )
    searched.push({
      row: columns,
      more: [
        { field: 'master-bill', text: text(attributes, 'normalized_number') },
        { field: 'line', text: text(attributes, 'shipping_line_name') },
      ],
    })
  }
  indexShipments(db, searched)
}

export function allShipmentIds(db: ReadableDb): string[] {
  return db.all<{ id: string }>(`SELECT id FROM res WHERE type = 'shipment'`).map(({ id }) => id)
}

/** What the shipment tells about all its containers: columns of both kinds of row. */
export function journey(shipment: Resource | null): Record<string, SqlValue> {
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
    line_checked_at: instant(attributes, 'line_tracking_last_succeeded_at'),
  }
}

/** What a shipment's containers add up to. Only asked for where it is shown or sorted by. */
const boxes = `(SELECT shipment_id, count(*) AS boxes, sum(verdict IN ('ready', 'ready-unverified')) AS ready,
    sum(verdict IN ('held', 'conflict')) AS held, sum(clock = 'stopped') AS is_out,
    min(CASE WHEN clock <> 'stopped' THEN lfd_date END) AS earliest, min(${bandRank}) AS worst
  FROM temp.container_now WHERE gone_since IS NULL GROUP BY shipment_id)`

const sortExpressions: Record<ShipmentSortColumn, string[]> = {
  masterBill: ['master_bill'],
  line: ['scac'],
  customer: ['customer COLLATE NOCASE'],
  portOfLading: ['coalesce(pol_name, pol_locode)'],
  portOfDischarge: ['coalesce(pod_name, pod_locode)'],
  destination: ['coalesce(destination_name, destination_locode)'],
  vessel: ['vessel', 'voyage'],
  etd: ['coalesce(atd_at, etd_at)'],
  eta: ['coalesce(ata_at, eta_at)'],
  boxes: ['b.boxes'],
  earliestLastFreeDay: ['b.earliest'],
  worstBand: ['b.worst'],
  lineChecked: ['line_checked_at'],
  lastChange: ['last_change_at'],
}

export function orderShipments(db: ReadableDb, filter: ShipmentFilter, sort: ShipmentSort): string[] {
  const orderBy = sort.flatMap(({ column, direction }) => sortExpressions[column].map((sql) => ({ sql, direction })))
  return orderedIds(db, LISTED, conditionsOf(filter), [...orderBy, { sql: 'master_bill', direction: 'asc' }])
}

const LISTED = `mirror.shipment_row LEFT JOIN ${boxes} b ON b.shipment_id = id`

function conditionsOf(filter: ShipmentFilter): Condition[] {
  return [
    ...(filter.scope === 'open' ? [{ sql: 'gone_since IS NULL AND (b.boxes IS NULL OR b.is_out < b.boxes)', values: [] }] : []),
    ...textCondition(filter.text),
    ...anyOf('scac', filter.lines),
    ...anyOf('customer', filter.customers),
    ...(filter.isTrackingStopped === undefined
      ? []
      : [{ sql: `tracking_stopped_at IS ${filter.isTrackingStopped ? 'NOT NULL' : 'NULL'}`, values: [] }]),
  ]
}

type Facets = Record<'lines' | 'customers', FacetValue[]>

/** As many as anybody reads through. */
const MOST_CHOICES = 200

/** Each facet counts under all parts of the filter but its own, so that a choice can be widened. One walk serves both. */
export function loadShipmentFacets(db: ReadableDb, filter: ShipmentFilter): Facets {
  const conditions = conditionsOf({ ...filter, lines: undefined, customers: undefined })
  const groups = db.all<{ scac: string | null; line: string | null; customer: string | null; count: number }>(
    `SELECT scac, max(coalesce(line_name, scac)) AS line, customer, count(*) AS count FROM ${LISTED}
     ${conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`} GROUP BY scac, customer`,
    ...conditions.flatMap(({ values }) => values),
  )
  const passes = (chosen: readonly string[] | undefined, value: string | null) => !chosen?.length || (value !== null && chosen.includes(value))
  return {
    lines: counted(groups.filter(({ customer }) => passes(filter.customers, customer)).map(({ scac, line, count }) => ({ value: scac, label: line, count }))),
    customers: counted(groups.filter(({ scac }) => passes(filter.lines, scac)).map(({ customer, count }) => ({ value: customer, label: customer, count }))),
  }
}

/** Groups of one value together, the largest first; rows without a value cannot be chosen by it. */
function counted(groups: { value: string | null; label: string | null; count: number }[]): FacetValue[] {
  const facets = new Map<string, FacetValue>()
  for (const { value, label, count } of groups) {
    if (value === null) continue
    const known = facets.get(value)
    facets.set(value, { value, label: known?.label ?? label ?? value, count: count + (known?.count ?? 0) })
  }
  return [...facets.values()].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1)).slice(0, MOST_CHOICES)
}

type StoredRow = Omit<ShipmentRow, 'refs' | 'tags' | 'boxes' | 'worstBand' | 'portOfLading' | 'portOfDischarge' | 'destination' | 'ages'> &
  Record<'refs' | 'tags', string> &
  Record<'boxes' | 'ready' | 'held' | 'isOut' | 'worst', number | null> &
  Record<'lineCheckedAt' | 'verifiedAt', string | null> &
  Record<`${'pol' | 'pod' | 'destination'}${'Name' | 'Locode' | 'Zone'}`, string | null>

const SELECT = `SELECT id, master_bill AS masterBill, scac, line_name AS lineName, customer, refs, tags,
  pol_name AS polName, pol_locode AS polLocode, pol_zone AS polZone, pod_name AS podName, pod_locode AS podLocode,
  pod_zone AS podZone, destination_name AS destinationName, destination_locode AS destinationLocode,
  destination_zone AS destinationZone, vessel, voyage, etd_at AS etdAt, atd_at AS atdAt, eta_at AS etaAt,
  original_eta_at AS originalEtaAt, ata_at AS ataAt, tracking_stopped_at AS trackingStoppedAt,
  tracking_stopped_reason AS trackingStoppedReason, line_checked_at AS lineCheckedAt, last_change_at AS lastChangeAt,
  b.boxes, b.ready, b.held, b.is_out AS isOut, b.earliest AS earliestLastFreeDay, b.worst,
  (SELECT verified_at FROM seen JOIN res USING (key) WHERE type = 'shipment' AND res.id = shipment_row.id) AS verifiedAt
  FROM ${LISTED}`

/** Rows as they are now, in the order asked for. */
export function loadShipmentRows(db: ReadableDb, ids: string[]): ShipmentRow[] {
  const rows = db.all<StoredRow>(`${SELECT} WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toContract(row)] : []
  })
}

function toContract(row: StoredRow): ShipmentRow {
  return {
    id: row.id,
    masterBill: row.masterBill,
    scac: row.scac,
    lineName: row.lineName,
    customer: row.customer,
    refs: JSON.parse(row.refs) as string[],
    tags: JSON.parse(row.tags) as string[],
    portOfLading: { name: row.polName, locode: row.polLocode, zone: row.polZone },
    portOfDischarge: { name: row.podName, locode: row.podLocode, zone: row.podZone },
    destination: { name: row.destinationName, locode: row.destinationLocode, zone: row.destinationZone },
    vessel: row.vessel,
    voyage: row.voyage,
    etdAt: row.etdAt,
    atdAt: row.atdAt,
    etaAt: row.etaAt,
    originalEtaAt: row.originalEtaAt,
    ataAt: row.ataAt,
    boxes: { total: row.boxes ?? 0, ready: row.ready ?? 0, held: row.held ?? 0, out: row.isOut ?? 0 },
    earliestLastFreeDay: row.earliestLastFreeDay,
    worstBand: row.worst === null ? null : (Band.options[row.worst] ?? null),
    trackingStoppedAt: row.trackingStoppedAt,
    trackingStoppedReason: row.trackingStoppedReason,
    ages: { service: row.verifiedAt, line: row.lineCheckedAt },
    lastChangeAt: row.lastChangeAt,
  }
}

export function countShipments(db: ReadableDb): number {
  return db.get<{ n: number }>('SELECT count(*) AS n FROM shipment_row')?.n ?? 0
}

export function containersOf(db: ReadableDb, shipmentId: string): string[] {
  return db.all<{ id: string }>('SELECT id FROM container_row WHERE shipment_id = ? ORDER BY number', shipmentId).map(({ id }) => id)
}
