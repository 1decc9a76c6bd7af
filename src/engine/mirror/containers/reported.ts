// The facts of one container that the rules need, taken from the records of the service. Pure. This file decides which
// shipment fields replace missing ones, and what counts as inland, as discharged and as picked up.
import { boolean, instant, number, record, records, related, text, zone } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { ClockInput, ReportedDeadlines } from './lfd.ts'
import type { ContainerZones } from './place-zones.ts'
import type { ReportedFee, ReportedHold } from './readiness.ts'

/** A container with its related records, as far as the mirror has them. */
export type ContainerRecords = {
  container: Resource
  shipment: Resource | null
  podTerminal: Resource | null
  pickupFacility: Resource | null
  zones: ContainerZones
}

const RAIL_MILESTONES = [
  'pod_rail_loaded_at',
  'pod_rail_departed_at',
  'ind_eta_at',
  'ind_ata_at',
  'ind_rail_unloaded_at',
]
const PICKED_UP_STATUSES = ['picked_up', 'delivered', 'empty_returned']
/** Statuses that a container cannot have before discharge, for when the milestone itself is late. */
const ASHORE_STATUSES = ['grounded', 'available', 'not_available', 'off_dock', 'awaiting_inland_transfer', 'on_rail']
/** Earlier than every real instant: the state began at an unknown time before now. */
const ALWAYS = '0000-01-01T00:00:00.000Z'

/**
 * Whether the container is picked up inland and not at the port. A last free day of the rail is also a sign of it;
 * otherwise a container with only that day would count as having none.
 */
export function isInland(records: ContainerRecords): boolean {
  const cached = inlandCache.get(records)
  if (cached !== undefined) return cached
  const result = computeIsInland(records)
  inlandCache.set(records, result)
  return result
}

/** Cached: nearly every column needs it, and it reads a dozen attributes. */
const inlandCache = new WeakMap<ContainerRecords, boolean>()

function computeIsInland({ container }: ContainerRecords): boolean {
  const { attributes } = container
  const facility = related(container, 'pickup_facility')
  const terminal = related(container, 'pod_terminal')
  if (facility && (facility.type === 'rail_terminal' || (terminal && facility.id !== terminal.id))) return true
  if (['awaiting_inland_transfer', 'on_rail'].includes(text(attributes, 'current_status') ?? '')) return true
  if (
    [...RAIL_MILESTONES, 'final_destination_full_out_at', 'ind_facility_lfd_on'].some(
      (name) => instant(attributes, name) !== null,
    )
  )
    return true
  return text(record(attributes, 'import_deadlines'), 'pickup_lfd_rail') !== null
}

const MILESTONES_AFTER_DEPARTURE = ['pod_rail_departed_at', 'ind_ata_at', 'ind_rail_unloaded_at']
const CHECK_TIMES = ['terminal_checked_at', 'pod_last_tracking_request_at', 'shipment_last_tracking_request_at']

/** Whether the container left the port by rail. A milestone later than the newest check is only an estimate. */
function hasLeftPort({ container: { attributes } }: ContainerRecords): boolean {
  if (text(attributes, 'current_status') === 'on_rail') return true
  const checkedAt = CHECK_TIMES.map((name) => instant(attributes, name) ?? '').reduce((a, b) => (a > b ? a : b))
  return MILESTONES_AFTER_DEPARTURE.some((name) => (instant(attributes, name) ?? checkedAt) < checkedAt)
}

export function readReportedDeadlines(records: ContainerRecords): ReportedDeadlines {
  const { attributes } = records.container
  const deadlines = record(attributes, 'import_deadlines')
  const shipment = records.shipment?.attributes ?? {}
  return {
    line: text(deadlines, 'pickup_lfd_line'),
    terminal: text(deadlines, 'pickup_lfd_terminal'),
    rail: text(deadlines, 'pickup_lfd_rail'),
    pickup: text(attributes, 'pickup_lfd'),
    facility: text(attributes, 'ind_facility_lfd_on'),
    podZone: zone(attributes, 'pod_timezone'),
    finalDestinationZone: zone(attributes, 'final_destination_timezone'),
    shipmentPodZone: zone(shipment, 'pod_timezone'),
    shipmentDestinationZone: zone(shipment, 'destination_timezone'),
    otherPodZone: records.zones.other.pod,
    otherDestinationZone: records.zones.other.destination,
    isInland: isInland(records),
    hasLeftPort: hasLeftPort(records),
  }
}

/** When free time begins and ends. The statuses `dropped`, `loaded` and `off_dock` never end it. */
export function readClockInput(records: ContainerRecords): ClockInput {
  const { attributes } = records.container
  const status = text(attributes, 'current_status') ?? ''
  const isPickedUp = PICKED_UP_STATUSES.includes(status) || instant(attributes, 'empty_terminated_at') !== null
  const isAshore = ASHORE_STATUSES.includes(status) || boolean(attributes, 'available_for_pickup') === true
  const dischargeAttributes = [
    'pod_discharged_at',
    'pod_rail_loaded_at',
    'pod_rail_departed_at',
    'ind_ata_at',
    'ind_rail_unloaded_at',
  ]
  return {
    startedAt: isAshore ? ALWAYS : earliestOf(dischargeAttributes.map((name) => instant(attributes, name))),
    stoppedAt: isPickedUp ? ALWAYS : readFullOutAt(records),
  }
}

/** When the full container was picked up. Leaving the port by rail is not a pickup. */
export function readFullOutAt(records: ContainerRecords): string | null {
  const { attributes } = records.container
  return instant(attributes, isInland(records) ? 'final_destination_full_out_at' : 'pod_full_out_at')
}

/** When the container reached the place of pickup: discharge at the port, or unloading or arrival at the rail ramp. */
export function readArrivedAt(records: ContainerRecords): string | null {
  const { attributes } = records.container
  if (!isInland(records)) return instant(attributes, 'pod_discharged_at')
  return earliestOf([instant(attributes, 'ind_rail_unloaded_at'), instant(attributes, 'ind_ata_at')])
}

/** The holds at the place of pickup: despite its name, the attribute also lists holds at an inland facility. */
export function readReportedHolds({ container }: Pick<ContainerRecords, 'container'>): ReportedHold[] {
  return records(container.attributes, 'holds_at_pod_terminal').map((hold) => ({
    name: text(hold, 'name') ?? 'other',
    // A hold without a status does not make a trip to the terminal worthwhile.
    status: text(hold, 'status') ?? 'hold',
    description: text(hold, 'description'),
  }))
}

/** The fees at the place of pickup. An unreadable amount counts as posted without a price. */
export function readReportedFees({ container }: Pick<ContainerRecords, 'container'>): ReportedFee[] {
  return records(container.attributes, 'fees_at_pod_terminal').map((fee) => ({
    type: text(fee, 'type') ?? 'other',
    amount: number(fee, 'amount') ?? 0,
    currency: text(fee, 'currency_code'),
  }))
}

/** The names in related records that have no column in the row, for the search index. */
export function listRelatedNames({ shipment, podTerminal, pickupFacility }: ContainerRecords) {
  const listNames = (place: Resource | null) =>
    ['nickname', 'name'].map((name) => ({ field: 'place' as const, text: place && text(place.attributes, name) }))
  return [
    ...listNames(pickupFacility),
    ...listNames(podTerminal),
    { field: 'master-bill' as const, text: shipment && text(shipment.attributes, 'normalized_number') },
    { field: 'line' as const, text: shipment && text(shipment.attributes, 'shipping_line_name') },
  ]
}

function earliestOf(instants: (string | null)[]): string | null {
  return instants.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null)
}
