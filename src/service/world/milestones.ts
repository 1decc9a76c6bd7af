// Lists the milestones of one container, with place, vessel, source, and the time at which the service first reads
// each. The attributes of the container and its transport events (specification 2.1, 6.3) both come from this list.
import { computeHash } from './chance.ts'
import { HOUR_MS, MINUTE_MS } from './calendar.ts'
import { findFirstCheckAfterMs } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import type { ContainerJourney, Milestone, MilestoneKind, Source, Voyage } from './journey.ts'

type ContainerDraft = Omit<ContainerJourney, 'milestones'>
type MilestoneDetails = { place: Place; vessel?: Vessel; voyageNumber?: string; terminal?: Terminal | null }

export function listMilestones(voyage: Voyage, container: ContainerDraft): Milestone[] {
  const create = (kind: MilestoneKind, atMs: number, source: Source, details: MilestoneDetails): Milestone => ({
    kind,
    atMs,
    source,
    seenMs: findFirstSeenMs(voyage, container, source, atMs),
    place: details.place,
    vessel: details.vessel ?? null,
    voyageNumber: details.voyageNumber ?? null,
    terminal: details.terminal ?? null,
  })
  return [
    ...listOriginMilestones(voyage, container, create),
    ...listArrivalMilestones(voyage, container, create),
    ...listRailMilestones(voyage, container, create),
    ...listPickupMilestones(voyage, container, create),
  ]
}

function findFirstSeenMs(
  voyage: Voyage,
  { terminalChecks }: ContainerDraft,
  source: Source,
  atMs: number,
): number | null {
  if (source === 'ais') return findSeenByAisMs(voyage, atMs)
  // After the last check of the terminal, the line reports its milestones.
  return (
    (source === 'terminal' ? findFirstCheckAfterMs(terminalChecks, atMs) : null) ??
    findFirstCheckAfterMs(voyage.lineChecks, atMs)
  )
}

/** While the shipment is tracked, the service reads the movements of the vessel from its position, minutes later. */
function findSeenByAisMs({ lineChecks, trackingStop }: Voyage, atMs: number): number | null {
  const seenAtMs = Math.max(atMs + (18 + (computeHash(atMs) % 34)) * MINUTE_MS, lineChecks.firstMs)
  return seenAtMs <= trackingStop.atMs ? seenAtMs : null
}

type CreateMilestone = (kind: MilestoneKind, atMs: number, source: Source, details: MilestoneDetails) => Milestone

function listOriginMilestones(voyage: Voyage, container: ContainerDraft, make: CreateMilestone): Milestone[] {
  const { connection, sailing, loadPort } = voyage
  const ocean = { place: loadPort, vessel: sailing.vessel, voyageNumber: sailing.voyageNumber }
  if (!connection) {
    return [
      make('empty_out', container.emptyOutMs, 'shipping_line', { place: loadPort }),
      make('full_in', container.fullInMs, 'shipping_line', { place: loadPort }),
      make('vessel_loaded', container.loadedMs, 'shipping_line', ocean),
      make('vessel_departed', sailing.departedMs, 'shipping_line', ocean),
    ]
  }
  const { from, hub, vessel, voyageNumber } = connection
  const departure = { place: from, vessel, voyageNumber }
  const arrival = { place: hub, vessel, voyageNumber }
  const isFeeder = connection.kind === 'feeder'
  return [
    make('empty_out', container.emptyOutMs, 'shipping_line', { place: from }),
    make('full_in', container.fullInMs, 'shipping_line', { place: from }),
    make(isFeeder ? 'feeder_loaded' : 'vessel_loaded', connection.loadedMs, 'shipping_line', departure),
    make(isFeeder ? 'feeder_departed' : 'vessel_departed', connection.departedMs, 'shipping_line', departure),
    make(isFeeder ? 'feeder_arrived' : 'transshipment_arrived', connection.arrivedMs, 'shipping_line', arrival),
    make(
      isFeeder ? 'feeder_discharged' : 'transshipment_discharged',
      connection.dischargedMs,
      'shipping_line',
      arrival,
    ),
    make(isFeeder ? 'vessel_loaded' : 'transshipment_loaded', container.loadedMs, 'shipping_line', ocean),
    make(isFeeder ? 'vessel_departed' : 'transshipment_departed', sailing.departedMs, 'shipping_line', ocean),
  ]
}

function listArrivalMilestones(voyage: Voyage, container: ContainerDraft, make: CreateMilestone): Milestone[] {
  const { sailing, terminal, portOfDischarge: place } = voyage
  const { vessel, voyageNumber } = sailing
  // The source depends on the vessel, so that all its containers have the arrival from the same source.
  const isSeenByAis = computeHash(sailing.arrivedMs, vessel.imo) % 5 < 3
  const details = { place, vessel, voyageNumber, terminal }
  return [
    make('vessel_arrived', sailing.arrivedMs, isSeenByAis ? 'ais' : 'shipping_line', details),
    make('vessel_berthed', sailing.berthedMs, isSeenByAis ? 'ais' : 'shipping_line', details),
    make(
      'vessel_discharged',
      container.stay.dischargedMs,
      terminal.reports.availability ? 'terminal' : 'shipping_line',
      details,
    ),
  ]
}

function listRailMilestones(
  { portOfDischarge, terminal, ramp, destination }: Voyage,
  { stay }: ContainerDraft,
  make: CreateMilestone,
): Milestone[] {
  const { inland } = stay
  if (!inland || !ramp || !destination) return []
  const atPort = { place: portOfDischarge, terminal }
  const atRamp = { place: destination, terminal: ramp }
  return [
    make('rail_loaded', inland.loadedMs, 'terminal', atPort),
    make('rail_departed', inland.departedMs, 'terminal', atPort),
    make('rail_arrived', inland.arrivedMs, 'terminal', atRamp),
    make('arrived_at_inland_destination', inland.arrivedMs + HOUR_MS / 4, 'shipping_line', atRamp),
    make('rail_unloaded', inland.unloadedMs, 'terminal', atRamp),
  ]
}

function listPickupMilestones(
  { portOfDischarge, terminal, ramp, destination }: Voyage,
  { stay }: ContainerDraft,
  make: CreateMilestone,
): Milestone[] {
  const place = destination ?? portOfDischarge
  return [
    make('full_out', stay.fullOutMs, 'terminal', { place, terminal: ramp ?? terminal }),
    ...(stay.deliveredMs === null ? [] : [make('delivered', stay.deliveredMs, 'shipping_line', { place })]),
    make('empty_in', stay.emptyInMs, 'shipping_line', { place }),
  ]
}
