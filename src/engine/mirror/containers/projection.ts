// Computes one row of container_row: everything that a list shows or sorts by, except what depends on the current
// moment. Days left, band and verdict are never stored; standing.ts computes them from the view `container_at`.
import type { GoverningRule } from '#contract/deadlines.ts'
import {
  type PlainColumn,
  type StoredPlain,
  plainColumns,
  searchedPlainKeys,
} from '#contract/rules/container-columns.ts'
import { removeLineBreaks } from '#contract/rules/line-breaks.ts'
import { boolean, instant, number, related, text, texts, zone } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { SqlValue } from '../../db/open.ts'
import { searchText } from '../../table/lists.ts'
import { type Journey, getJourney } from '../shipments.ts'
import { type ManualDeadline, isDisputed, readDeadlines } from './lfd.ts'
import { feeTotals, isActive, isRunningFee } from './readiness.ts'
import {
  type ContainerRecords,
  readArrivedAt,
  readClockInput,
  readFullOutAt,
  isInland,
  readReportedDeadlines,
  readReportedFees,
  readReportedHolds,
} from './reported.ts'
import { dayAt } from './days-out.ts'
import type { PlaceZones } from './place-zones.ts'
import type { BlockHistory } from './block-history.ts'

export type ProjectionContext = {
  rule: GoverningRule
  homeZone: string
  manual: ManualDeadline | null
  lastChangeAt: string | null
  goneSince: string | null
  blockHistory: BlockHistory
}

/** The columns that the projection writes: a column that is read but never written is a compile error. */
export type ProjectedColumn =
  | keyof (ReturnType<typeof readIdentity> &
      Journey &
      ReturnType<typeof readMilestones> &
      ReturnType<typeof computeDeadlineColumns>)
  | keyof (ReturnType<typeof computeReadinessColumns> &
      ReturnType<typeof readPickupPlace> &
      ReturnType<typeof readPlainValues> &
      ReturnType<typeof computeDayColumns>)
  | 'id'
  | 'last_change_at'
  | 'gone_since'
  | 'is_open'

/** Column → value; booleans as 0 and 1, lists as JSON text. */
export type Columns = Record<string, SqlValue>

export function projectContainer(records: ContainerRecords, context: ProjectionContext): Columns {
  const { container } = records
  // Assigned part by part: copying eighty columns from object to object took as long as computing them.
  const columns: Columns = { id: container.id }
  Object.assign(
    columns,
    readIdentity(container),
    getJourney(records.shipment),
    readMilestones(records),
    computeDeadlineColumns(records, context),
  )
  Object.assign(columns, computeReadinessColumns(records), readPickupPlace(records), readPlainValues(records), {
    official_hold_since: context.blockHistory.officialHoldSince,
    newest_hold_id: context.blockHistory.newestHoldId,
    unblocked_at: context.blockHistory.unblockedAt,
    last_change_at: context.lastChangeAt,
    gone_since: context.goneSince,
  })
  return Object.assign(columns, computeDayColumns(columns), {
    is_open: isOpen(columns) ? 1 : 0,
    search: searchText(columns, SEARCHED),
  })
}

/**
 * The calendar days that risks compare with the last free day. An appointment is a day in the zone of the pickup, the
 * others in the zone of the last free day. Without a zone of their place, they are the days as sent.
 */
function computeDayColumns(columns: Columns) {
  const [pickupZone, podZone] = [columns['pickup_zone'] ?? null, columns['pod_zone'] ?? null]
  const toDay = (at: SqlValue | undefined, zoneName: SqlValue | undefined) =>
    typeof at === 'string' ? dayAt(at, typeof zoneName === 'string' ? zoneName : null) : null
  return {
    appointment_date: toDay(columns['appointment_at'], pickupZone),
    discharge_date: toDay(columns['arrived_at'] ?? columns['discharged_at'], pickupZone && columns['today_zone']),
    arrival_date: toDay(columns['ata_at'] ?? columns['eta_at'], podZone && columns['today_zone']),
  } satisfies Columns
}

/** Whether the container is open. Most stored containers are not, and lists skip these. */
export function isOpen(columns: Readonly<Columns>): boolean {
  return (
    columns['gone_since'] === null && columns['status'] !== 'empty_returned' && columns['empty_returned_at'] === null
  )
}

function readIdentity({ attributes, relationships, id }: Resource) {
  const shipment = relationships['shipment']
  return {
    // A container without a number is of little use, but it must not disappear.
    number: text(attributes, 'number') ?? id,
    status: text(attributes, 'current_status'),
    equipment_type: text(attributes, 'equipment_type'),
    equipment_length_ft: number(attributes, 'equipment_length'),
    equipment_height: text(attributes, 'equipment_height'),
    // The service writes an unknown weight as 0.
    weight_lb: number(attributes, 'weight_in_lbs') || null,
    refs: JSON.stringify(texts(attributes, 'ref_numbers')),
    shipment_id: shipment && !Array.isArray(shipment) ? shipment.id : null,
  } satisfies Columns
}

function readMilestones(records: ContainerRecords) {
  const { attributes } = records.container
  const shipment = records.shipment?.attributes ?? {}
  const { pod, destination } = records.zones.own
  return {
    pod_zone: pod,
    destination_zone: destination,
    // The container's own arrival is more accurate than that of the shipment.
    ata_at: instant(attributes, 'pod_arrived_at') ?? instant(shipment, 'pod_ata_at'),
    discharged_at: instant(attributes, 'pod_discharged_at'),
    appointment_at: instant(attributes, 'pickup_appointment_at'),
    full_out_at: readFullOutAt(records),
    empty_returned_at: instant(attributes, 'empty_terminated_at'),
    empty_returned_zone: zone(attributes, 'empty_terminated_timezone'),
    inland_eta_at: instant(attributes, 'ind_eta_at') ?? instant(shipment, 'destination_eta_at'),
    inland_ata_at: instant(attributes, 'ind_ata_at') ?? instant(shipment, 'destination_ata_at'),
    rail_scac: text(attributes, 'ind_rail_carrier_scac') ?? text(attributes, 'pod_rail_carrier_scac'),
    is_inland: isInland(records) ? 1 : 0,
    terminal_checked_at: instant(attributes, 'terminal_checked_at'),
  } satisfies Columns
}

function computeDeadlineColumns(records: ContainerRecords, context: ProjectionContext) {
  const reported = readReportedDeadlines(records)
  const deadlines = readDeadlines(reported, context.manual, context.rule, context.homeZone)
  const governing = deadlines.find(({ isGoverning }) => isGoverning)
  const clock = readClockInput(records)
  return {
    lfd_date: governing?.date ?? null,
    lfd_source: governing?.source ?? null,
    lfd_flags: JSON.stringify(governing?.flags ?? []),
    lfd_sources: JSON.stringify(deadlines.map(({ source, date, isRelevant }) => ({ source, date, isRelevant }))),
    is_disputed: isDisputed(deadlines) ? 1 : 0,
    today_zone:
      governing?.todayZone ??
      findPickupZone(records) ??
      choosePickupZone(records, records.zones.other) ??
      context.homeZone,
    started_at: clock.startedAt,
    stopped_at: clock.stoppedAt,
  } satisfies Columns
}

function computeReadinessColumns(records: ContainerRecords) {
  const { attributes } = records.container
  const holds = readReportedHolds(records)
  const activeHolds = holds.filter(isActive).map(({ name }) => name)
  const pendingHolds = holds.filter((hold) => !isActive(hold)).map(({ name }) => name)
  const fees = readReportedFees(records)
  const totals = feeTotals(fees)
  return {
    arrived_at: readArrivedAt(records),
    is_availability_known: toFlag(boolean(attributes, 'availability_known')),
    is_available: toFlag(boolean(attributes, 'available_for_pickup')),
    active_holds: JSON.stringify(activeHolds),
    pending_holds: JSON.stringify(pendingHolds),
    // For sorting only: by active holds, then by pending ones.
    hold_count: activeHolds.length * 100 + pendingHolds.length,
    has_running_fee: fees.some(isRunningFee) ? 1 : 0,
    fees_due: JSON.stringify(totals),
    // For sorting only: amounts of different currencies are never added for display.
    fee_amount: totals.length === 0 ? null : Math.max(...totals.map(({ amount }) => amount)),
  } satisfies Columns
}

function readPickupPlace(records: ContainerRecords) {
  const { container, podTerminal, pickupFacility } = records
  const terminalId = related(container, 'pod_terminal')?.id ?? null
  const facilityId = related(container, 'pickup_facility')?.id ?? terminalId
  const place = pickupFacility ?? (facilityId === terminalId ? podTerminal : null)
  return {
    pod_terminal_id: terminalId,
    pickup_place_id: facilityId,
    pickup_place: place && (text(place.attributes, 'nickname') ?? text(place.attributes, 'name')),
    pickup_zone: findPickupZone(records),
  } satisfies Columns
}

/** Attributes that columns show unchanged, by the name of the column. */
function readPlainValues({ container, shipment }: ContainerRecords): Record<StoredPlain, SqlValue> {
  return Object.fromEntries(
    Object.values<PlainColumn>(plainColumns).map(({ record, attribute, kind, stored }) => {
      const attributes = (record === 'container' ? container : shipment)?.attributes ?? {}
      if (kind === 'number') return [stored, number(attributes, attribute)]
      const value = text(attributes, attribute)
      return [stored, value && removeLineBreaks(value)]
    }),
  ) as ReturnType<typeof readPlainValues>
}

function findPickupZone(records: ContainerRecords): string | null {
  return choosePickupZone(records, records.zones.own)
}

function choosePickupZone(records: ContainerRecords, { pod, destination }: PlaceZones): string | null {
  return isInland(records) ? (destination ?? pod) : pod
}

function toFlag(value: boolean | null): number | null {
  return value === null ? null : Number(value)
}

/** The columns that users can search. */
const SEARCHED = [
  'number',
  'master_bill',
  'refs',
  'customer',
  'vessel',
  'pickup_place',
  'line_name',
  'scac',
  'pod_name',
  ...searchedPlainKeys.map((key) => plainColumns[key].stored),
  'tags',
]
