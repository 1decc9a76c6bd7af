// Builds the record of a container at an instant (specification 2.1). It shows what the service knows then: the
// reported milestones, and the last reports of the terminal and the line.
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { formatIso, formatIsoOrNull, createInstantFormatter } from './calendar.ts'
import { listFeesAt, type Fee } from './fees.ts'
import { isPickupZoneKnown, findReachedMs, type ContainerJourney, type Journey, type MilestoneKind } from './journey.ts'
import { listHoldsAt, formatDeadline, type HoldSpan } from './stay.ts'
import { valueAt } from './steps.ts'

export type ContainerLinks = {
  id: string
  shipmentId: string
  podTerminalId: string | null
  pickupFacilityId: string | null
  transportEvents: readonly Identifier[]
}

/** `lineMs` and `terminalMs` are the times of the last checks of line and terminal, or null before the first check. */
export type CheckTimes = { nowMs: number; lineMs: number | null; terminalMs: number | null }

type View = CheckTimes & {
  journey: Journey
  container: ContainerJourney
  /** Returns when the milestone happened, or null if it is not reported yet. */
  reachedMs: (kind: MilestoneKind) => number | null
  /** `atPort` formats an instant in the zone of the port of discharge, `atPickup` in that of the place of pickup. */
  atPort: (instantMs: number | null) => string | null
  atPickup: (instantMs: number | null) => string | null
}

export function buildContainerRecord(
  journey: Journey,
  container: ContainerJourney,
  checkTimes: CheckTimes,
  links: ContainerLinks,
): Resource {
  const view: View = {
    ...checkTimes,
    journey,
    container,
    reachedMs: (kind) => findReachedMs(container, kind, checkTimes.nowMs),
    atPort: createInstantFormatter(journey.portOfDischarge.zone, journey.zonesKnown.discharge),
    atPickup: createInstantFormatter(container.stay.zone, isPickupZoneKnown(journey)),
  }
  const linkTo = (type: string, id: string | null): Relationship => ({ data: id === null ? null : { type, id } })
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
      shipment: linkTo('shipment', links.shipmentId),
      pickup_facility: linkTo('terminal', links.pickupFacilityId),
      pod_terminal: linkTo('terminal', links.podTerminalId),
      transport_events: { data: links.transportEvents },
      // Raw events are deprecated, and there are as many as milestones. The relation lists them only on request
      // (`withRawEvents` of raw-events.ts).
      raw_events: { links: { related: `/v2/containers/${links.id}/raw_events` } },
    },
    links: { self: `/v2/containers/${links.id}` },
  }
}

function buildIdentity({ journey, container, lineMs }: View): Record<string, unknown> {
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

function buildTerminalPart(view: View): Record<string, unknown> {
  const { journey, container, terminalMs, lineMs, reachedMs } = view
  const { stay } = container
  const { reports } = isAtRamp(view) && journey.ramp ? journey.ramp : journey.terminal
  const isOut = reachedMs('full_out') !== null
  const isKnown = isAvailabilityKnown(view)
  const appointmentMs = terminalMs !== null && reports.appointment ? valueAt(stay.appointment, terminalMs) : null
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
    pickup_appointment_at: view.atPickup(appointmentMs),
    location_at_pod_terminal: isInYard ? container.yardSpot : null,
    pod_full_out_chassis_number: isOut && journey.ramp === null ? container.chassis : null,
    terminal_checked_at: formatIsoOrNull(terminalMs),
    pod_last_tracking_request_at: formatIsoOrNull(terminalMs),
    shipment_last_tracking_request_at: formatIsoOrNull(lineMs),
  }
}

function buildMilestones({ journey, container, reachedMs, atPort, atPickup }: View): Record<string, unknown> {
  const { portOfDischarge, zonesKnown, destination } = journey
  const emptyInMs = reachedMs('empty_in')
  const { zone } = container.stay
  return {
    pod_timezone: zonesKnown.discharge ? portOfDischarge.zone : null,
    final_destination_timezone: destination && zonesKnown.destination ? destination.zone : null,
    empty_terminated_timezone: emptyInMs !== null && zonesKnown.emptyReturn ? zone : null,
    pod_arrived_at: atPort(reachedMs('vessel_arrived')),
    pod_discharged_at: atPort(reachedMs('vessel_discharged')),
    pod_full_out_at: destination ? null : atPort(reachedMs('full_out')),
    final_destination_full_out_at: destination ? atPickup(reachedMs('full_out')) : null,
    empty_terminated_at: createInstantFormatter(zone, zonesKnown.emptyReturn)(emptyInMs),
  }
}

function buildRailPart({ container, terminalMs, reachedMs, atPort, atPickup }: View): Record<string, unknown> {
  const { inland } = container.stay
  const isOnRail = reachedMs('rail_loaded') !== null
  return {
    pod_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    ind_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    pod_rail_loaded_at: atPort(reachedMs('rail_loaded')),
    pod_rail_departed_at: atPort(reachedMs('rail_departed')),
    ind_eta_at: inland && terminalMs !== null ? atPickup(valueAt(inland.arrivalEstimates, terminalMs)) : null,
    ind_ata_at: atPickup(reachedMs('rail_arrived')),
    ind_rail_unloaded_at: atPickup(reachedMs('rail_unloaded')),
  }
}

/**
 * Writes each last free day in its source's format. The coalesced date is the line's, if it has one (specification
 * 2.1).
 */
function buildDeadlines({ journey, container, terminalMs, lineMs }: View): Record<string, unknown> {
  const { stay } = container
  const formatDate = (steps: typeof stay.lastFreeDays.line, seenMs: number | null, zone: string, isKnown: boolean) => {
    const day = seenMs === null ? null : valueAt(steps, seenMs)
    return day && formatDeadline(day, zone, isKnown)
  }
  const terminal = formatDate(
    stay.lastFreeDays.terminal,
    terminalMs,
    journey.portOfDischarge.zone,
    journey.zonesKnown.discharge,
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
function deriveStatus(view: View): string {
  const { reachedMs, journey } = view
  if (reachedMs('empty_in') !== null) return 'empty_returned'
  if (reachedMs('delivered') !== null) return 'delivered'
  if (reachedMs('full_out') !== null)
    return (view.lineMs === null ? null : valueAt(view.container.stay.afterPickup, view.lineMs)) ?? 'picked_up'
  if (isOffDock(view)) return 'off_dock'
  if (isAvailable(view)) return 'available'
  if (journey.ramp && reachedMs('rail_unloaded') === null) {
    if (reachedMs('rail_loaded') !== null || reachedMs('rail_departed') !== null) return 'on_rail'
    if (reachedMs('vessel_discharged') !== null) return 'awaiting_inland_transfer'
  } else if (reachedMs('vessel_discharged') !== null || reachedMs('rail_unloaded') !== null) {
    return listActiveHolds(view).some((hold) => hold.status === 'hold') ? 'not_available' : 'grounded'
  }
  const isAboard =
    reachedMs('vessel_loaded') !== null || reachedMs('feeder_loaded') !== null || reachedMs('vessel_departed') !== null
  return isAboard ? 'on_ship' : 'new'
}

function isAvailabilityKnown(view: View): boolean {
  if (view.terminalMs === null) return false
  return view.journey.terminal.reports.availability || isAtRamp(view)
}

function isAvailable(view: View): boolean {
  return (
    isAvailabilityKnown(view) &&
    view.terminalMs !== null &&
    view.reachedMs('full_out') === null &&
    valueAt(view.container.stay.available, view.terminalMs) === true
  )
}

function isOffDock({ container, terminalMs }: View): boolean {
  const { offDock } = container.stay
  return offDock !== null && terminalMs !== null && terminalMs >= offDock.fromMs && terminalMs < offDock.toMs
}

function isAtRamp({ container, terminalMs }: View): boolean {
  const { inland } = container.stay
  return inland !== null && terminalMs !== null && terminalMs >= inland.arrivedMs
}

/** Lists the active holds. A picked-up container has none, even if the terminal's last report is older. */
function listActiveHolds({ container, journey, terminalMs, reachedMs }: View): HoldSpan[] {
  if (terminalMs === null || reachedMs('full_out') !== null || !(journey.ramp ?? journey.terminal).reports.holds)
    return []
  return listHoldsAt(container.stay, terminalMs)
}

/** Lists the fees. A picked-up container has none, even if the terminal's last report is older. */
function listFees({ container, journey, terminalMs, reachedMs }: View): Fee[] {
  if (terminalMs === null || reachedMs('full_out') !== null) return []
  return listFeesAt(container.stay, journey.ramp ?? journey.terminal, terminalMs)
}
