// Builds the record of a container at an instant (specification 2.1). It shows what the service knows then: the
// reported milestones, and the last reports of the terminal and the line.
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { formatIso, formatIsoOrNull, createInstantFormatter } from './calendar.ts'
import { listFeesAt, type Fee } from './fees.ts'
import { isPickupZoneKnown, findReachedMs, type ContainerJourney, type Journey, type MilestoneKind } from './journey.ts'
import { listHoldsAt, formatDeadline, type HoldSpan } from './stay.ts'
import { getValueAt } from './steps.ts'

export type ContainerLinks = {
  id: string
  shipmentId: string
  podTerminalId: string | null
  pickupFacilityId: string | null
  transportEvents: readonly Identifier[]
}

/** `lineMs` and `terminalMs` are the times of the last checks of line and terminal, or null before the first check. */
export type CheckTimes = { nowMs: number; lineMs: number | null; terminalMs: number | null }

type RecordView = CheckTimes & {
  journey: Journey
  container: ContainerJourney
  /** Returns when the milestone happened, or null if it is not reported yet. */
  getReachedMs: (kind: MilestoneKind) => number | null
  /** Formats an instant in the zone of the port of discharge. */
  formatAtPort: (instantMs: number | null) => string | null
  /** Formats an instant in the zone of the place of pickup. */
  formatAtPickup: (instantMs: number | null) => string | null
}

export function buildContainerRecord(
  journey: Journey,
  container: ContainerJourney,
  checkTimes: CheckTimes,
  links: ContainerLinks,
): Resource {
  const view: RecordView = {
    ...checkTimes,
    journey,
    container,
    getReachedMs: (kind) => findReachedMs(container, kind, checkTimes.nowMs),
    formatAtPort: createInstantFormatter(journey.portOfDischarge.zone, journey.knownZones.discharge),
    formatAtPickup: createInstantFormatter(container.stay.zone, isPickupZoneKnown(journey)),
  }
  const buildRelationship = (type: string, id: string | null): Relationship => ({
    data: id === null ? null : { type, id },
  })
  return {
    type: 'container',
    id: links.id,
    attributes: {
      ...buildIdentity(view),
      ...buildTerminalPart(view),
      ...buildMilestones(view),
      ...buildRailPart(view),
      ...buildDeadlines(view),
    },
    relationships: {
      shipment: buildRelationship('shipment', links.shipmentId),
      pickup_facility: buildRelationship('terminal', links.pickupFacilityId),
      pod_terminal: buildRelationship('terminal', links.podTerminalId),
      transport_events: { data: links.transportEvents },
      // Raw events are deprecated, and there are as many as milestones. The relation lists them only on request
      // (`withRawEvents` of raw-events.ts).
      raw_events: { links: { related: `/v2/containers/${links.id}/raw_events` } },
    },
    links: { self: `/v2/containers/${links.id}` },
  }
}

function buildIdentity({ journey, container, lineMs }: RecordView): Record<string, unknown> {
  const { equipment } = container
  const isLoaded = lineMs !== null && lineMs >= container.loadedMs
  return {
    number: container.number,
    ref_numbers: container.refNumbers,
    equipment_type: equipment?.type ?? null,
    equipment_length: equipment?.lengthFt ?? null,
    equipment_height: equipment?.height ?? null,
    weight_in_lbs: isLoaded ? container.weightLb : null,
    seal_number: isLoaded ? container.seal : null,
    created_at: formatIso(journey.plan.createdMs),
  }
}

function buildTerminalPart(view: RecordView): Record<string, unknown> {
  const { journey, container, terminalMs, lineMs, getReachedMs } = view
  const { stay } = container
  const { reports } = isAtRamp(view) && journey.ramp ? journey.ramp : journey.terminal
  const isOut = getReachedMs('full_out') !== null
  const isKnown = isAvailabilityKnown(view)
  const appointmentMs = terminalMs !== null && reports.appointment ? getValueAt(stay.appointment, terminalMs) : null
  const isInYard =
    !isOut && reports.yardSpot && terminalMs !== null && terminalMs >= stay.dischargedMs && stay.inland === null
  return {
    availability_known: isKnown,
    available_for_pickup: isKnown ? isAvailable(view) : null,
    current_status: deriveStatus(view),
    holds_at_pod_terminal: listActiveHolds(view).map(({ name, status, description }) => ({
      name,
      status,
      description,
    })),
    fees_at_pod_terminal: listFees(view),
    pickup_appointment_at: view.formatAtPickup(appointmentMs),
    location_at_pod_terminal: isInYard ? container.yardSpot : null,
    pod_full_out_chassis_number: isOut && journey.ramp === null ? container.chassis : null,
    terminal_checked_at: formatIsoOrNull(terminalMs),
    pod_last_tracking_request_at: formatIsoOrNull(terminalMs),
    shipment_last_tracking_request_at: formatIsoOrNull(lineMs),
  }
}

function buildMilestones({
  journey,
  container,
  getReachedMs,
  formatAtPort,
  formatAtPickup,
}: RecordView): Record<string, unknown> {
  const { portOfDischarge, knownZones, destination } = journey
  const emptyInMs = getReachedMs('empty_in')
  const { zone } = container.stay
  return {
    pod_timezone: knownZones.discharge ? portOfDischarge.zone : null,
    final_destination_timezone: destination && knownZones.destination ? destination.zone : null,
    empty_terminated_timezone: emptyInMs !== null && knownZones.emptyReturn ? zone : null,
    pod_arrived_at: formatAtPort(getReachedMs('vessel_arrived')),
    pod_discharged_at: formatAtPort(getReachedMs('vessel_discharged')),
    pod_full_out_at: destination ? null : formatAtPort(getReachedMs('full_out')),
    final_destination_full_out_at: destination ? formatAtPickup(getReachedMs('full_out')) : null,
    empty_terminated_at: createInstantFormatter(zone, knownZones.emptyReturn)(emptyInMs),
  }
}

function buildRailPart({
  container,
  terminalMs,
  getReachedMs,
  formatAtPort,
  formatAtPickup,
}: RecordView): Record<string, unknown> {
  const { inland } = container.stay
  const isOnRail = getReachedMs('rail_loaded') !== null
  return {
    pod_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    ind_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    pod_rail_loaded_at: formatAtPort(getReachedMs('rail_loaded')),
    pod_rail_departed_at: formatAtPort(getReachedMs('rail_departed')),
    ind_eta_at: inland && terminalMs !== null ? formatAtPickup(getValueAt(inland.arrivalEstimates, terminalMs)) : null,
    ind_ata_at: formatAtPickup(getReachedMs('rail_arrived')),
    ind_rail_unloaded_at: formatAtPickup(getReachedMs('rail_unloaded')),
  }
}

/**
 * Writes each last free day in its source's format. The coalesced date is the line's, if it has one (specification
 * 2.1).
 */
function buildDeadlines({ journey, container, terminalMs, lineMs }: RecordView): Record<string, unknown> {
  const { stay } = container
  const formatDate = (steps: typeof stay.lastFreeDays.line, seenMs: number | null, zone: string, isKnown: boolean) => {
    const day = seenMs === null ? null : getValueAt(steps, seenMs)
    return day && formatDeadline(day, zone, isKnown)
  }
  const terminal = formatDate(
    stay.lastFreeDays.terminal,
    terminalMs,
    journey.portOfDischarge.zone,
    journey.knownZones.discharge,
  )
  const rail = formatDate(stay.lastFreeDays.rail, terminalMs, stay.zone, isPickupZoneKnown(journey))
  const line = formatDate(stay.lastFreeDays.line, lineMs, stay.zone, isPickupZoneKnown(journey))
  return {
    pickup_lfd: line ?? terminal ?? rail,
    ind_facility_lfd_on: rail,
    import_deadlines: { pickup_lfd_terminal: terminal, pickup_lfd_rail: rail, pickup_lfd_line: line },
  }
}

/** Derives the status. The later states of a journey are tried first. */
function deriveStatus(view: RecordView): string {
  const { getReachedMs, journey } = view
  if (getReachedMs('empty_in') !== null) return 'empty_returned'
  if (getReachedMs('delivered') !== null) return 'delivered'
  if (getReachedMs('full_out') !== null)
    return (view.lineMs === null ? null : getValueAt(view.container.stay.afterPickup, view.lineMs)) ?? 'picked_up'
  if (isOffDock(view)) return 'off_dock'
  if (isAvailable(view)) return 'available'
  if (journey.ramp && getReachedMs('rail_unloaded') === null) {
    if (getReachedMs('rail_loaded') !== null || getReachedMs('rail_departed') !== null) return 'on_rail'
    if (getReachedMs('vessel_discharged') !== null) return 'awaiting_inland_transfer'
  } else if (getReachedMs('vessel_discharged') !== null || getReachedMs('rail_unloaded') !== null) {
    return listActiveHolds(view).some((hold) => hold.status === 'hold') ? 'not_available' : 'grounded'
  }
  const isAboard =
    getReachedMs('vessel_loaded') !== null ||
    getReachedMs('feeder_loaded') !== null ||
    getReachedMs('vessel_departed') !== null
  return isAboard ? 'on_ship' : 'new'
}

function isAvailabilityKnown(view: RecordView): boolean {
  if (view.terminalMs === null) return false
  return view.journey.terminal.reports.availability || isAtRamp(view)
}

function isAvailable(view: RecordView): boolean {
  return (
    isAvailabilityKnown(view) &&
    view.terminalMs !== null &&
    view.getReachedMs('full_out') === null &&
    getValueAt(view.container.stay.available, view.terminalMs) === true
  )
}

function isOffDock({ container, terminalMs }: RecordView): boolean {
  const { offDock } = container.stay
  return offDock !== null && terminalMs !== null && terminalMs >= offDock.fromMs && terminalMs < offDock.toMs
}

function isAtRamp({ container, terminalMs }: RecordView): boolean {
  const { inland } = container.stay
  return inland !== null && terminalMs !== null && terminalMs >= inland.arrivedMs
}

/** Lists the active holds. A picked-up container has none, even if the terminal's last report is older. */
function listActiveHolds({ container, journey, terminalMs, getReachedMs }: RecordView): HoldSpan[] {
  if (terminalMs === null || getReachedMs('full_out') !== null || !(journey.ramp ?? journey.terminal).reports.holds)
    return []
  return listHoldsAt(container.stay, terminalMs)
}

/** Lists the fees. A picked-up container has none, even if the terminal's last report is older. */
function listFees({ container, journey, terminalMs, getReachedMs }: RecordView): Fee[] {
  if (terminalMs === null || getReachedMs('full_out') !== null) return []
  return listFeesAt(container.stay, journey.ramp ?? journey.terminal, terminalMs)
}
