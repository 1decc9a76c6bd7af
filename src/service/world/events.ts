// The transport events of one container (specification 2.4, 6.3): its milestones, the changes of its
// last free days, appointment and availability, and the estimates that were given. Each carries when it became known;
// an answer shows those known by then, newest first. A container's record names its events and says no more of them, so
// what an event tells is only put together where it is shown.

import { isoOf, writtenAt } from './calendar.ts'
import { seenMs, type Checks } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/liner-service.ts'
import type { Terminal } from './data/terminal-makers.ts'
import { isPickupZoneKnown, type ContainerJourney, type Journey, type Milestone, type Source } from './journey.ts'
import type { Sailing } from './sailings.ts'
import { writeDeadline, type LastFreeDay } from './stay.ts'
import { valueAt, type Steps } from './steps.ts'

/** That something became known. */
export type Notice = {
  /** Position in the journey's own list: the event's id rests on it. */
  index: number
  event: string
  createdMs: number
  tell: () => Told
}

/** What an event says. */
export type Told = {
  timestamp: string
  /** Null where the source gives no zone. */
  zone: string | null
  place: Place | null
  vessel: Vessel | null
  voyageNumber: string | null
  terminal: Terminal | null
  source: Source
  /** The new value, for events that tell of a change. */
  value: string | null
  /** A later estimate took its place then. */
  invalidatedMs: number | null
  previousIndex: number | null
}

export type TransportEvent = Omit<Notice, 'tell'> & Told

type Draft = Omit<Notice, 'index'>
type Seen<T> = { createdMs: number; value: T }

/** All events the journey will ever have, newest created first. */
export function noticesOf(journey: Journey, container: ContainerJourney): Notice[] {
  const drafts = [
    ...container.milestones.flatMap((milestone) => ofMilestone(journey, milestone)),
    ...ofDeadlines(journey, container),
    ...ofTerminal(journey, container),
  ]
  const arrivals = ofEstimates(
    journey,
    'estimated.vessel_arrived',
    vesselEstimates(journey),
    journey.portOfDischarge,
    drafts.length,
  )
  const departures = ofDepartures(journey, drafts.length + arrivals.length)
  const inland = journey.destination
    ? ofEstimates(
        journey,
        'estimated.arrived_at_inland_destination',
        inlandEstimates(container),
        journey.destination,
        drafts.length + arrivals.length + departures.length,
      )
    : []
  return [...drafts, ...arrivals, ...departures, ...inland]
    .map(({ event, createdMs, tell }, index) => ({ index, event, createdMs, tell }))
    .sort((one, other) => other.createdMs - one.createdMs || other.index - one.index)
}

function ofMilestone(journey: Journey, milestone: Milestone): Draft[] {
  const { kind, seenMs: createdMs, place, vessel, voyageNumber, terminal, source } = milestone
  if (createdMs === null) return []
  const tell = (): Told => {
    // Who takes the empty container back has a zone of its own to be silent about.
    const isKnown = kind === 'empty_in' ? journey.zonesKnown.emptyReturn : isZoneKnown(journey, place)
    return {
      ...blank,
      timestamp: writtenAt(milestone.atMs, place.zone, isKnown),
      zone: isKnown ? place.zone : null,
      place,
      vessel,
      voyageNumber,
      terminal,
      source,
    }
  }
  return [{ event: `container.transport.${kind}`, createdMs, tell }]
}

const blank = {
  vessel: null,
  voyageNumber: null,
  terminal: null,
  value: null,
  invalidatedMs: null,
  previousIndex: null,
}

type DeadlineChange = Seen<string> & { source: Source; place: Place }

/** One event per change of a member, and one per change of the coalesced date. */
function ofDeadlines(journey: Journey, { stay, terminalChecks }: ContainerJourney): Draft[] {
  const pickup = journey.destination ?? journey.portOfDischarge
  const written = (steps: Steps<LastFreeDay>, checks: Checks, source: Source, place: Place): DeadlineChange[] =>
    changes(steps, checks).map(({ createdMs, value }) => ({
      createdMs,
      value: writeDeadline(value, place.zone, isZoneKnown(journey, place)),
      source,
      place,
    }))
  const line = written(stay.lastFreeDays.line, journey.lineChecks, 'shipping_line', pickup)
  const terminal = written(stay.lastFreeDays.terminal, terminalChecks, 'terminal', journey.portOfDischarge)
  const rail = written(stay.lastFreeDays.rail, terminalChecks, 'terminal', pickup)

  const draft = (event: string, { createdMs, value, source, place }: DeadlineChange, timestamp: string): Draft => ({
    event: `container.${event}.changed`,
    createdMs,
    tell: () => ({ ...blank, timestamp, zone: isZoneKnown(journey, place) ? place.zone : null, place, source, value }),
  })
  // Line and coalesced events are stamped with the change, terminal and rail ones with the new date, as seen live.
  return [
    ...line.map((change) => draft('pickup_lfd_line', change, isoOf(change.createdMs))),
    ...terminal.map((change) => draft('pickup_lfd_terminal', change, change.value)),
    ...rail.map((change) => draft('pickup_lfd_rail', change, change.value)),
    ...coalesced([line, terminal, rail]).map((change) => draft('pickup_lfd', change, isoOf(change.createdMs))),
  ]
}

/** Line before terminal before rail, whenever that choice changes. */
function coalesced(members: readonly DeadlineChange[][]): DeadlineChange[] {
  const moments = [...new Set(members.flat().map((change) => change.createdMs))].sort((one, other) => one - other)
  const result: DeadlineChange[] = []
  for (const createdMs of moments) {
    const standing = members.flatMap((member) => member.findLast((change) => change.createdMs <= createdMs) ?? [])
    const [first] = standing
    if (first && first.value !== result.at(-1)?.value) result.push({ ...first, createdMs })
  }
  return result
}

function ofTerminal(journey: Journey, { stay, terminalChecks }: ContainerJourney): Draft[] {
  if (!journey.terminal.reports.availability && !journey.ramp) return []
  const facility = journey.ramp ?? journey.terminal
  const isKnown = isPickupZoneKnown(journey)
  const zone = isKnown ? stay.zone : null
  const place = journey.destination ?? journey.portOfDischarge
  const told = (timestamp: string): Told => ({
    ...blank,
    timestamp,
    zone,
    place,
    terminal: facility,
    source: 'terminal',
  })
  const availability = changes(stay.available, terminalChecks).flatMap(({ createdMs, value }, order): Draft[] => {
    // Before anything was available there is nothing to take back, and pickup tells of itself.
    if (!value && (order === 0 || createdMs >= stay.fullOutMs)) return []
    const event = value ? 'container.transport.available' : 'container.transport.not_available'
    return [{ event, createdMs, tell: () => told(writtenAt(createdMs, stay.zone, isKnown)) }]
  })
  const appointments = changes(stay.appointment, terminalChecks).flatMap(({ createdMs, value }): Draft[] => {
    if (value === null || !facility.reports.appointment) return []
    const at = writtenAt(value, stay.zone, isKnown)
    return [{ event: 'container.pickup_appointment.changed', createdMs, tell: () => ({ ...told(at), value: at }) }]
  })
  return [...availability, ...appointments]
}

export function vesselEstimates(journey: Journey): Seen<number>[] {
  return changes(arrivalsTold(journey), journey.lineChecks).filter(
    ({ createdMs }) => createdMs < journey.sailing.arrivedMs,
  )
}

/** Of the ship the cargo is booked on: until a booking is rolled that is another one. */
function arrivalsTold({ sailing, rolled }: Journey): Steps<number> {
  if (!rolled) return sailing.arrivalEstimates
  const { untilMs } = rolled
  const before = rolled.sailing.arrivalEstimates.filter(({ fromMs }) => fromMs < untilMs)
  const after = sailing.arrivalEstimates.filter(({ fromMs }) => fromMs > untilMs)
  return [
    ...before,
    { fromMs: untilMs, value: valueAt(sailing.arrivalEstimates, untilMs) ?? sailing.scheduledArrivalMs },
    ...after,
  ]
}

/** Reported while the ship is still in port: the schedule, and the next ship's when a booking was rolled. */
function ofDepartures(journey: Journey, firstIndex: number): Draft[] {
  const { sailing, rolled, lineChecks, loadPort } = journey
  const steps = [
    { fromMs: -Infinity, value: (rolled?.sailing ?? sailing).scheduledDepartureMs },
    ...(rolled ? [{ fromMs: rolled.untilMs, value: sailing.scheduledDepartureMs }] : []),
  ]
  const estimates = changes(steps, lineChecks).filter(({ createdMs }) => createdMs < sailing.departedMs)
  return ofEstimates(journey, 'estimated.vessel_departed', estimates, loadPort, firstIndex)
}

function inlandEstimates({ stay, terminalChecks }: ContainerJourney): Seen<number>[] {
  const { inland } = stay
  return inland
    ? changes(inland.arrivalEstimates, terminalChecks).filter(({ createdMs }) => createdMs < inland.arrivedMs)
    : []
}

/** Each estimate takes the place of the one before, which stays on record as invalidated. */
function ofEstimates(
  journey: Journey,
  event: string,
  estimates: readonly Seen<number>[],
  place: Place,
  firstIndex: number,
): Draft[] {
  const isKnown = isZoneKnown(journey, place)
  return estimates.map(({ createdMs, value }, order) => ({
    event: `container.transport.${event}`,
    createdMs,
    tell: () => ({
      ...blank,
      timestamp: writtenAt(value, place.zone, isKnown),
      zone: isKnown ? place.zone : null,
      place,
      vessel: place.isInland ? null : bookedOn(journey, createdMs).vessel,
      voyageNumber: place.isInland ? null : bookedOn(journey, createdMs).voyageNumber,
      source: place.isInland ? 'terminal' : 'shipping_line',
      invalidatedMs: estimates[order + 1]?.createdMs ?? null,
      previousIndex: order === 0 ? null : firstIndex + order - 1,
    }),
  }))
}

function bookedOn({ sailing, rolled }: Journey, knownMs: number): Sailing {
  return rolled && knownMs < rolled.untilMs ? rolled.sailing : sailing
}

/** The changes anyone noticed: of two between the same looks only the later one is ever seen. */
function changes<T>(steps: Steps<T>, checks: Checks): Seen<T>[] {
  const noticed: Seen<T>[] = []
  for (const { fromMs, value } of steps) {
    const createdMs = seenMs(checks, fromMs)
    if (createdMs === null) continue
    if (noticed.at(-1)?.createdMs === createdMs) noticed.pop()
    if (noticed.at(-1)?.value !== value) noticed.push({ createdMs, value })
  }
  return noticed
}

function isZoneKnown(journey: Journey, place: Place): boolean {
  if (place === journey.portOfDischarge) return journey.zonesKnown.discharge
  return place === journey.destination ? journey.zonesKnown.destination : true
}
