// The types of a journey. The journey of a shipment is its voyage, and the path of each container from the empty pickup
// to the empty return. make-journey.ts makes it, and the records are computed from it (container-record.ts,
// shipment-record.ts, events.ts). A field ending in `Ms` is an instant in epoch milliseconds.
import type { Checks } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import type { Equipment } from './numbers.ts'
import type { ShipmentPlan, StopReason } from './plan.ts'
import type { Sailing } from './sailings.ts'
import type { Stay } from './stay.ts'

/** The leg by another vessel to the port where the ocean vessel loads the cargo. */
export type ConnectingLeg = {
  kind: 'feeder' | 'transshipment'
  from: Place
  hub: Place
  vessel: Vessel
  voyageNumber: string
  loadedMs: number
  departedMs: number
  arrivedMs: number
  dischargedMs: number
}

export type ContainerJourney = {
  index: number
  number: string
  /** Null if the line never reports it. */
  equipment: Equipment | null
  weightLb: number | null
  seal: string | null
  refNumbers: readonly string[]
  chassis: string | null
  yardSpot: string
  emptyOutMs: number
  fullInMs: number
  loadedMs: number
  stay: Stay
  terminalChecks: Checks
  milestones: readonly Milestone[]
}

/** The part that all containers of a shipment share. */
export type Voyage = {
  plan: ShipmentPlan
  sailing: Sailing
  connection: ConnectingLeg | null
  portOfLading: Place
  /** The port where the ocean vessel loads the cargo: the port of lading, or the hub of the connection. */
  loadPort: Place
  portOfDischarge: Place
  terminal: Terminal
  /** The terminal that the line named before a change, and the time of the change. */
  formerTerminal: { terminal: Terminal; untilMs: number } | null
  /** The sailing that the cargo was booked on first and missed, and the time of the new booking. */
  rollover: { sailing: Sailing; untilMs: number } | null
  ramp: Terminal | null
  destination: Place | null
  /** Whether the line's records name the terminal. */
  isTerminalNamed: boolean
  /** Whether the service knows the zones of these places. */
  knownZones: { discharge: boolean; destination: boolean; emptyReturn: boolean }
  lineChecks: Checks
  trackingStop: { atMs: number; reason: StopReason }
}

/** A journey includes its future. The records show only the part that is known at an instant. */
export type Journey = Voyage & { containers: readonly ContainerJourney[] }

/** A container with the journey of its shipment. */
export type ContainerWithJourney = { journey: Journey; container: ContainerJourney }

export type Source = 'shipping_line' | 'terminal' | 'ais'

export type MilestoneKind =
  | 'empty_out'
  | 'full_in'
  | 'feeder_loaded'
  | 'feeder_departed'
  | 'feeder_arrived'
  | 'feeder_discharged'
  | 'vessel_loaded'
  | 'vessel_departed'
  | 'transshipment_arrived'
  | 'transshipment_discharged'
  | 'transshipment_loaded'
  | 'transshipment_departed'
  | 'vessel_arrived'
  | 'vessel_berthed'
  | 'vessel_discharged'
  | 'rail_loaded'
  | 'rail_departed'
  | 'rail_arrived'
  | 'arrived_at_inland_destination'
  | 'rail_unloaded'
  | 'full_out'
  | 'delivered'
  | 'empty_in'

export type Milestone = {
  kind: MilestoneKind
  atMs: number
  /** When the service first reads it. Null if it never does. */
  seenMs: number | null
  source: Source
  place: Place
  vessel: Vessel | null
  voyageNumber: string | null
  terminal: Terminal | null
}

/** Returns when the milestone happened, or null if the service has not read it by `byMs`. */
export function findReachedMs(
  container: Pick<ContainerJourney, 'milestones'>,
  kind: MilestoneKind,
  byMs: number,
): number | null {
  const milestone = container.milestones.find((candidate) => candidate.kind === kind)
  return milestone && milestone.seenMs !== null && milestone.seenMs <= byMs ? milestone.atMs : null
}

/** Whether the service knows the zone of the place of pickup, which is the inland city or the port. */
export function isPickupZoneKnown({ destination, knownZones }: Voyage): boolean {
  return destination ? knownZones.destination : knownZones.discharge
}
