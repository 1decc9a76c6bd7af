// The journey of a shipment: its voyage, and the path of each container from the empty pickup to the empty return. Made
// by make-journey.ts; the records are computed from it (container-record.ts, shipment-record.ts, events.ts).
import type { Checks } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import type { Equipment } from './numbers.ts'
import type { ShipmentPlan, StopReason } from './plan.ts'
import type { Sailing } from './sailings.ts'
import type { Stay } from './stay.ts'

/** The vessel that brings the cargo to the port where the ocean vessel loads it. */
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
  /** Null if the line never reported it. */
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
  /** Where the ocean vessel loads: the port of lading, or the hub of the connection. */
  loadPort: Place
  portOfDischarge: Place
  terminal: Terminal
  /** The terminal that was planned before a change. */
  formerTerminal: { terminal: Terminal; untilMs: number } | null
  /** The vessel that the cargo was booked on first. */
  rolled: { sailing: Sailing; untilMs: number } | null
  ramp: Terminal | null
  destination: Place | null
  /** False if the line's records name no terminal. */
  isTerminalNamed: boolean
  zonesKnown: { discharge: boolean; destination: boolean; emptyReturn: boolean }
  lineChecks: Checks
  stopped: { atMs: number; reason: StopReason }
}

/** Fixed from the start; records show what is known at an instant. */
export type Journey = Voyage & { containers: readonly ContainerJourney[] }

/** A container with the journey of its shipment. */
export type Located = { journey: Journey; container: ContainerJourney }

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
  /** Null if it was never read. */
  seenMs: number | null
  source: Source
  place: Place
  vessel: Vessel | null
  voyageNumber: string | null
  terminal: Terminal | null
}

/** When the milestone happened, if it was read by that instant; else null. */
export function whenReached(
  container: Pick<ContainerJourney, 'milestones'>,
  kind: MilestoneKind,
  byMs: number,
): number | null {
  const milestone = container.milestones.find((candidate) => candidate.kind === kind)
  return milestone && milestone.seenMs !== null && milestone.seenMs <= byMs ? milestone.atMs : null
}

/** Whether the zone of the place of pickup is known: that of the inland city, or of the port. */
export function isPickupZoneKnown({ destination, zonesKnown }: Voyage): boolean {
  return destination ? zonesKnown.destination : zonesKnown.discharge
}
