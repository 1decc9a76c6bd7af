// The milestones of one container: place, vessel, source, and when it was first read. The attributes of the container
// and its transport events (specification 2.1, 6.3) both come from this list.
import { hashOf } from './chance.ts'
import { HOUR_MS, MINUTE_MS } from './calendar.ts'
import { firstCheckAfterMs } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import type { ContainerJourney, Milestone, MilestoneKind, Source, Voyage } from './journey.ts'

type Loose = Omit<ContainerJourney, 'milestones'>
type Where = { place: Place; vessel?: Vessel; voyageNumber?: string; terminal?: Terminal | null }

export function milestonesOf(voyage: Voyage, container: Loose): Milestone[] {
  const milestone = (kind: MilestoneKind, atMs: number, source: Source, where: Where): Milestone => ({
    kind,
    atMs,
    source,
    seenMs: firstSeen(voyage, container, source, atMs),
    place: where.place,
    vessel: where.vessel ?? null,
    voyageNumber: where.voyageNumber ?? null,
    terminal: where.terminal ?? null,
  })
  return [
    ...origin(voyage, container, milestone),
    ...oceanArrival(voyage, container, milestone),
    ...inlandMove(voyage, container, milestone),
    ...pickup(voyage, container, milestone),
  ]
}

function firstSeen(voyage: Voyage, { terminalChecks }: Loose, source: Source, atMs: number): number | null {
  if (source === 'ais') return seenByAis(voyage, atMs)
  // If the terminal is no longer checked, the line reports it.
  return (
    (source === 'terminal' ? firstCheckAfterMs(terminalChecks, atMs) : null) ??
    firstCheckAfterMs(voyage.lineChecks, atMs)
  )
}

/** A vessel's movement is read from its position some minutes later, while the shipment is tracked. */
function seenByAis({ lineChecks, stopped }: Voyage, atMs: number): number | null {
  const seenAtMs = Math.max(atMs + (18 + (hashOf(atMs) % 34)) * MINUTE_MS, lineChecks.firstMs)
  return seenAtMs <= stopped.atMs ? seenAtMs : null
}

type Make = (kind: MilestoneKind, atMs: number, source: Source, where: Where) => Milestone

function origin(voyage: Voyage, container: Loose, make: Make): Milestone[] {
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
  const start = { place: from, vessel, voyageNumber }
  const end = { place: hub, vessel, voyageNumber }
  const isFeeder = connection.kind === 'feeder'
  return [
    make('empty_out', container.emptyOutMs, 'shipping_line', { place: from }),
    make('full_in', container.fullInMs, 'shipping_line', { place: from }),
    make(isFeeder ? 'feeder_loaded' : 'vessel_loaded', connection.loadedMs, 'shipping_line', start),
    make(isFeeder ? 'feeder_departed' : 'vessel_departed', connection.departedMs, 'shipping_line', start),
    make(isFeeder ? 'feeder_arrived' : 'transshipment_arrived', connection.arrivedMs, 'shipping_line', end),
    make(isFeeder ? 'feeder_discharged' : 'transshipment_discharged', connection.dischargedMs, 'shipping_line', end),
    make(isFeeder ? 'vessel_loaded' : 'transshipment_loaded', container.loadedMs, 'shipping_line', ocean),
    make(isFeeder ? 'vessel_departed' : 'transshipment_departed', sailing.departedMs, 'shipping_line', ocean),
  ]
}

function oceanArrival(voyage: Voyage, container: Loose, make: Make): Milestone[] {
  const { sailing, terminal, portOfDischarge: place } = voyage
  const { vessel, voyageNumber } = sailing
  // One report for each vessel: all its containers have the arrival from the same source.
  const isSeenByAis = hashOf(sailing.arrivedMs, vessel.imo) % 5 < 3
  const where = { place, vessel, voyageNumber, terminal }
  return [
    make('vessel_arrived', sailing.arrivedMs, isSeenByAis ? 'ais' : 'shipping_line', where),
    make('vessel_berthed', sailing.berthedMs, isSeenByAis ? 'ais' : 'shipping_line', where),
    make(
      'vessel_discharged',
      container.stay.dischargedMs,
      terminal.reports.availability ? 'terminal' : 'shipping_line',
      where,
    ),
  ]
}

function inlandMove(
  { portOfDischarge, terminal, ramp, destination }: Voyage,
  { stay }: Loose,
  make: Make,
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

function pickup({ portOfDischarge, terminal, ramp, destination }: Voyage, { stay }: Loose, make: Make): Milestone[] {
  const place = destination ?? portOfDischarge
  return [
    make('full_out', stay.fullOutMs, 'terminal', { place, terminal: ramp ?? terminal }),
    ...(stay.deliveredMs === null ? [] : [make('delivered', stay.deliveredMs, 'shipping_line', { place })]),
    make('empty_in', stay.emptyInMs, 'shipping_line', { place }),
  ]
}
