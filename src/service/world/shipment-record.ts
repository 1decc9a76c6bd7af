// Builds the record of a shipment, as the line reports it at an instant (specification 2.2).
import type { Identifier, Relationship, Resource } from '../jsonapi/resource.ts'
import { formatIso, formatIsoOrNull, createInstantFormatter } from './calendar.ts'
import { findLastCheckMs } from './checks.ts'
import { findReachedMs, type Journey, type MilestoneKind } from './journey.ts'
import { normalizeNumber } from './numbers.ts'
import { getValueAt } from './steps.ts'

export type ShipmentLinks = {
  id: string
  portOfLading: Identifier
  portOfDischarge: Identifier
  destination: Identifier | null
  podTerminal: Identifier | null
  destinationTerminal: Identifier | null
  stoppedByUser: Identifier
  customerName: string | null
  containers: readonly Identifier[]
}

export function buildShipmentRecord(journey: Journey, nowMs: number, links: ShipmentLinks): Resource {
  const isStopped = journey.trackingStop.atMs <= nowMs
  const linkTo = (linkage: Identifier | null): Relationship => ({ data: linkage })
  return {
    type: 'shipment',
    id: links.id,
    attributes: {
      ...buildIdentity(journey, links.customerName),
      ...buildVoyage(journey, nowMs),
      ...buildTracking(journey, nowMs),
    },
    relationships: {
      port_of_lading: linkTo(links.portOfLading),
      port_of_discharge: linkTo(links.portOfDischarge),
      pod_terminal: linkTo(links.podTerminal),
      destination: linkTo(links.destination),
      destination_terminal: linkTo(links.destinationTerminal),
      line_tracking_stopped_by_user: linkTo(
        isStopped && journey.trackingStop.reason === 'cancelled_by_user' ? links.stoppedByUser : null,
      ),
      containers: { data: links.containers },
    },
    links: { self: `/v2/shipments/${links.id}` },
  }
}

function buildIdentity(
  { plan, portOfLading, portOfDischarge, destination, ramp }: Journey,
  customerName: string | null,
): Record<string, unknown> {
  return {
    bill_of_lading_number: plan.number,
    normalized_number: normalizeNumber(plan.number),
    ref_numbers: plan.refNumbers,
    created_at: formatIso(plan.createdMs),
    tags: plan.tags,
    shipping_line_scac: plan.line.scac,
    shipping_line_name: plan.line.name,
    shipping_line_short_name: plan.line.shortName,
    customer_name: customerName,
    port_of_lading_locode: portOfLading.locode,
    port_of_lading_name: portOfLading.name,
    port_of_discharge_locode: portOfDischarge.locode,
    port_of_discharge_name: portOfDischarge.name,
    destination_locode: destination?.locode ?? null,
    destination_name: destination && ramp ? `${destination.name}, ${destination.state ?? ''}` : null,
  }
}

function buildVoyage(journey: Journey, nowMs: number): Record<string, unknown> {
  const { knownZones, portOfLading, portOfDischarge, destination, connection } = journey
  const lineMs = findLastCheckMs(journey.lineChecks, nowMs)
  const { rollover } = journey
  const sailing = rollover && (lineMs ?? -Infinity) < rollover.untilMs ? rollover.sailing : journey.sailing
  const formatAtPort = createInstantFormatter(portOfDischarge.zone, knownZones.discharge)
  const formatInland = destination ? createInstantFormatter(destination.zone, knownZones.destination) : () => null
  const firstLeg = connection?.kind === 'transshipment' ? connection : sailing
  const scheduledMs = firstLeg === sailing ? sailing.scheduledDepartureMs : firstLeg.departedMs
  const firstContainer = journey.containers[0]
  const findReached = (kind: MilestoneKind) => (firstContainer ? findReachedMs(firstContainer, kind, nowMs) : null)
  const estimates = firstContainer?.stay.inland?.arrivalEstimates ?? []
  return {
    pod_vessel_name: sailing.vessel.name,
    pod_vessel_imo: sailing.vessel.imo,
    pod_voyage_number: sailing.voyageNumber,
    pol_etd_at: formatIso(scheduledMs),
    pol_atd_at:
      lineMs !== null && sailing === journey.sailing && lineMs >= firstLeg.departedMs
        ? formatIso(firstLeg.departedMs)
        : null,
    pod_eta_at: formatAtPort(lineMs === null ? null : getValueAt(sailing.arrivalEstimates, lineMs)),
    pod_original_eta_at: formatAtPort((rollover?.sailing ?? sailing).scheduledArrivalMs),
    pod_ata_at: formatAtPort(findReached('vessel_arrived')),
    destination_eta_at: lineMs === null ? null : formatInland(getValueAt(estimates, lineMs)),
    destination_ata_at: formatInland(findReached('arrived_at_inland_destination')),
    pol_timezone: portOfLading.zone,
    pod_timezone: knownZones.discharge ? portOfDischarge.zone : null,
    destination_timezone: destination && knownZones.destination ? destination.zone : null,
  }
}

function buildTracking(journey: Journey, nowMs: number): Record<string, unknown> {
  const { lineChecks, trackingStop } = journey
  const attemptedMs = findLastCheckMs({ ...lineChecks, outage: null }, nowMs)
  const succeededMs = findLastCheckMs(lineChecks, nowMs)
  const isStopped = trackingStop.atMs <= nowMs
  return {
    line_tracking_last_attempted_at: formatIsoOrNull(attemptedMs),
    line_tracking_last_succeeded_at: formatIsoOrNull(succeededMs),
    line_tracking_stopped_at: isStopped ? formatIso(trackingStop.atMs) : null,
    line_tracking_stopped_reason: isStopped ? trackingStop.reason : null,
  }
}
