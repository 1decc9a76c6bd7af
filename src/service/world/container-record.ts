// A container as the service knows it at an instant (specification 2.1): milestones that were reported, and the last
// reports of terminal and line.
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { isoOf, isoOrNull, stampsIn } from './calendar.ts'
import { feesAt, type Fee } from './fees.ts'
import { isPickupZoneKnown, whenReached, type ContainerJourney, type Journey, type MilestoneKind } from './journey.ts'
import { holdsAt, writeDeadline, type HoldSpan } from './stay.ts'
import { valueAt } from './steps.ts'

export type ContainerLinks = {
  id: string
  shipmentId: string
  podTerminalId: string | null
  pickupFacilityId: string | null
  transportEvents: readonly Identifier[]
}

/** `lineMs`, `terminalMs`: when line and terminal were last checked; null before the first check. */
export type CheckTimes = { nowMs: number; lineMs: number | null; terminalMs: number | null }

type View = CheckTimes & {
  journey: Journey
  container: ContainerJourney
  at: (kind: MilestoneKind) => number | null
  /** Formats instants in the zone of the port of discharge, and of the place of pickup. */
  atPort: (instantMs: number | null) => string | null
  atPickup: (instantMs: number | null) => string | null
}

export function containerRecord(
  journey: Journey,
  container: ContainerJourney,
  checkTimes: CheckTimes,
  links: ContainerLinks,
): Resource {
  const view: View = {
    ...checkTimes,
    journey,
    container,
    at: (kind) => whenReached(container, kind, checkTimes.nowMs),
    atPort: stampsIn(journey.portOfDischarge.zone, journey.zonesKnown.discharge),
    atPickup: stampsIn(container.stay.zone, isPickupZoneKnown(journey)),
  }
  const one = (type: string, id: string | null): Relationship => ({ data: id === null ? null : { type, id } })
  return {
    type: 'container',
    id: links.id,
    attributes: {
      ...identity(view),
      ...terminalSide(view),
      ...milestones(view),
      ...railSide(view),
      ...deadlines(view),
    },
    relationships: {
      shipment: one('shipment', links.shipmentId),
      pickup_facility: one('terminal', links.pickupFacilityId),
      pod_terminal: one('terminal', links.podTerminalId),
      transport_events: { data: links.transportEvents },
      // Raw events are deprecated and as many as milestones: they are listed only on request (`withRawEvents` of
      // raw-events.ts).
      raw_events: { links: { related: `/v2/containers/${links.id}/raw_events` } },
    },
    links: { self: `/v2/containers/${links.id}` },
  }
}

function identity({ journey, container, lineMs }: View): Record<string, unknown> {
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
    created_at: isoOf(journey.plan.createdMs),
  }
}

function terminalSide(view: View): Record<string, unknown> {
  const { journey, container, terminalMs, lineMs, at } = view
  const { stay } = container
  const { reports } = isAtRamp(view) && journey.ramp ? journey.ramp : journey.terminal
  const isOut = at('full_out') !== null
  const isKnown = isAvailabilityKnown(view)
  const appointmentMs = terminalMs !== null && reports.appointment ? valueAt(stay.appointment, terminalMs) : null
  const isInYard =
    !isOut && reports.yardSpot && terminalMs !== null && terminalMs >= stay.dischargedMs && stay.inland === null
  return {
    availability_known: isKnown,
    available_for_pickup: isKnown ? isAvailable(view) : null,
    current_status: statusOf(view),
    holds_at_pod_terminal: activeHolds(view).map(({ name, status, description }) => ({ name, status, description })),
    fees_at_pod_terminal: fees(view),
    pickup_appointment_at: view.atPickup(appointmentMs),
    location_at_pod_terminal: isInYard ? container.yardSpot : null,
    pod_full_out_chassis_number: isOut && journey.ramp === null ? container.chassis : null,
    terminal_checked_at: isoOrNull(terminalMs),
    pod_last_tracking_request_at: isoOrNull(terminalMs),
    shipment_last_tracking_request_at: isoOrNull(lineMs),
  }
}

function milestones({ journey, container, at, atPort, atPickup }: View): Record<string, unknown> {
  const { portOfDischarge, zonesKnown, destination } = journey
  const emptyInMs = at('empty_in')
  const { zone } = container.stay
  return {
    pod_timezone: zonesKnown.discharge ? portOfDischarge.zone : null,
    final_destination_timezone: destination && zonesKnown.destination ? destination.zone : null,
    empty_terminated_timezone: emptyInMs !== null && zonesKnown.emptyReturn ? zone : null,
    pod_arrived_at: atPort(at('vessel_arrived')),
    pod_discharged_at: atPort(at('vessel_discharged')),
    pod_full_out_at: destination ? null : atPort(at('full_out')),
    final_destination_full_out_at: destination ? atPickup(at('full_out')) : null,
    empty_terminated_at: stampsIn(zone, zonesKnown.emptyReturn)(emptyInMs),
  }
}

function railSide({ container, terminalMs, at, atPort, atPickup }: View): Record<string, unknown> {
  const { inland } = container.stay
  const isOnRail = at('rail_loaded') !== null
  return {
    pod_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    ind_rail_carrier_scac: isOnRail ? (inland?.railroad ?? null) : null,
    pod_rail_loaded_at: atPort(at('rail_loaded')),
    pod_rail_departed_at: atPort(at('rail_departed')),
    ind_eta_at: inland && terminalMs !== null ? atPickup(valueAt(inland.arrivalEstimates, terminalMs)) : null,
    ind_ata_at: atPickup(at('rail_arrived')),
    ind_rail_unloaded_at: atPickup(at('rail_unloaded')),
  }
}

/** Each date in its source's format. The coalesced date prefers the line (specification 2.1). */
function deadlines({ journey, container, terminalMs, lineMs }: View): Record<string, unknown> {
  const { stay } = container
  const written = (steps: typeof stay.lastFreeDays.line, seenMs: number | null, zone: string, isKnown: boolean) => {
    const day = seenMs === null ? null : valueAt(steps, seenMs)
    return day && writeDeadline(day, zone, isKnown)
  }
  const terminal = written(
    stay.lastFreeDays.terminal,
    terminalMs,
    journey.portOfDischarge.zone,
    journey.zonesKnown.discharge,
  )
  const rail = written(stay.lastFreeDays.rail, terminalMs, stay.zone, isPickupZoneKnown(journey))
  const line = written(stay.lastFreeDays.line, lineMs, stay.zone, isPickupZoneKnown(journey))
  return {
    pickup_lfd: line ?? terminal ?? rail,
    ind_facility_lfd_on: rail,
    import_deadlines: { pickup_lfd_terminal: terminal, pickup_lfd_rail: rail, pickup_lfd_line: line },
  }
}

/** Derives the status, latest state first. */
function statusOf(view: View): string {
  const { at, journey } = view
  if (at('empty_in') !== null) return 'empty_returned'
  if (at('delivered') !== null) return 'delivered'
  if (at('full_out') !== null)
    return (view.lineMs === null ? null : valueAt(view.container.stay.afterPickup, view.lineMs)) ?? 'picked_up'
  if (isOffDock(view)) return 'off_dock'
  if (isAvailable(view)) return 'available'
  if (journey.ramp && at('rail_unloaded') === null) {
    if (at('rail_loaded') !== null || at('rail_departed') !== null) return 'on_rail'
    if (at('vessel_discharged') !== null) return 'awaiting_inland_transfer'
  } else if (at('vessel_discharged') !== null || at('rail_unloaded') !== null) {
    return activeHolds(view).some((hold) => hold.status === 'hold') ? 'not_available' : 'grounded'
  }
  const isAboard = at('vessel_loaded') !== null || at('feeder_loaded') !== null || at('vessel_departed') !== null
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
    view.at('full_out') === null &&
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

/** A container that left the gate has no holds and fees there, even if the terminal's last report is older. */
function activeHolds({ container, journey, terminalMs, at }: View): HoldSpan[] {
  if (terminalMs === null || at('full_out') !== null || !(journey.ramp ?? journey.terminal).reports.holds) return []
  return holdsAt(container.stay, terminalMs)
}

function fees({ container, journey, terminalMs, at }: View): Fee[] {
  if (terminalMs === null || at('full_out') !== null) return []
  return feesAt(container.stay, journey.ramp ?? journey.terminal, terminalMs)
}
