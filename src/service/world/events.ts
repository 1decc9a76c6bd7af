// The transport events of one container (specification 2.4, 6.3): milestones, changes of last free days, appointment
// and availability, and estimates. Each has the instant it became known; answers show known events, newest first. A
// container's record has only the ids of its events, so the details are computed when an event is shown.
import { isoOf, writtenAt } from './calendar.ts'
import { firstCheckAfterMs, type Checks } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import { isPickupZoneKnown, type ContainerJourney, type Journey, type Milestone, type Source } from './journey.ts'
import type { Sailing } from './sailings.ts'
import { writeDeadline, type LastFreeDay } from './stay.ts'
import { valueAt, type Steps } from './steps.ts'

/** An event and when it became known. */
export type Notice = {
  /** Index in the journey's own list, from which the event's id is made. */
  index: number
  event: string
  createdMs: number
  details: () => EventDetails
}

/** The attributes of an event. */
export type EventDetails = {
  timestamp: string
  /** Null if the source reports no zone. */
  zone: string | null
  place: Place | null
  vessel: Vessel | null
  voyageNumber: string | null
  terminal: Terminal | null
  source: Source
  /** The new value, for events about a change. */
  value: string | null
  /** When a later estimate replaced it. */
  invalidatedMs: number | null
  previousIndex: number | null
}

export type TransportEvent = Omit<Notice, 'details'> & EventDetails

type Draft = Omit<Notice, 'index'>
type Seen<T> = { createdMs: number; value: T }

/** All events of the journey, also future ones, newest first. */
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
    .map(({ event, createdMs, details }, index) => ({ index, event, createdMs, details }))
    .sort((one, other) => other.createdMs - one.createdMs || other.index - one.index)
}

function ofMilestone(journey: Journey, milestone: Milestone): Draft[] {
  const { kind, seenMs: createdMs, place, vessel, voyageNumber, terminal, source } = milestone
  if (createdMs === null) return []
  const details = (): EventDetails => {
    // The place of the empty return has its own unknown zone.
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
  return [{ event: `container.transport.${kind}`, createdMs, details }]
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

/** One event for each change of a source's date, and one for each change of the coalesced date. */
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
    details: () => ({
      ...blank,
      timestamp,
      zone: isZoneKnown(journey, place) ? place.zone : null,
      place,
      source,
      value,
    }),
  })
  // The timestamp of line and coalesced events is the change, that of terminal and rail events the new date, as in the
  // live service.
  return [
    ...line.map((change) => draft('pickup_lfd_line', change, isoOf(change.createdMs))),
    ...terminal.map((change) => draft('pickup_lfd_terminal', change, change.value)),
    ...rail.map((change) => draft('pickup_lfd_rail', change, change.value)),
    ...coalesceDeadlines([line, terminal, rail]).map((change) => draft('pickup_lfd', change, isoOf(change.createdMs))),
  ]
}

/** The date of the line, else the terminal, else rail; an entry for each change of that result. */
function coalesceDeadlines(members: readonly DeadlineChange[][]): DeadlineChange[] {
  const moments = [...new Set(members.flat().map((change) => change.createdMs))].sort((one, other) => one - other)
  const result: DeadlineChange[] = []
  for (const createdMs of moments) {
    const currentChanges = members.flatMap((member) => member.findLast((change) => change.createdMs <= createdMs) ?? [])
    const [first] = currentChanges
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
  const detailsAt = (timestamp: string): EventDetails => ({
    ...blank,
    timestamp,
    zone,
    place,
    terminal: facility,
    source: 'terminal',
  })
  const availability = changes(stay.available, terminalChecks).flatMap(({ createdMs, value }, order): Draft[] => {
    // The first unavailable state is no change, and a pickup has its own event.
    if (!value && (order === 0 || createdMs >= stay.fullOutMs)) return []
    const event = value ? 'container.transport.available' : 'container.transport.not_available'
    return [{ event, createdMs, details: () => detailsAt(writtenAt(createdMs, stay.zone, isKnown)) }]
  })
  const appointments = changes(stay.appointment, terminalChecks).flatMap(({ createdMs, value }): Draft[] => {
    if (value === null || !facility.reports.appointment) return []
    const at = writtenAt(value, stay.zone, isKnown)
    return [
      { event: 'container.pickup_appointment.changed', createdMs, details: () => ({ ...detailsAt(at), value: at }) },
    ]
  })
  return [...availability, ...appointments]
}

export function vesselEstimates(journey: Journey): Seen<number>[] {
  return changes(reportedArrivals(journey), journey.lineChecks).filter(
    ({ createdMs }) => createdMs < journey.sailing.arrivedMs,
  )
}

/** Estimates for the vessel that the cargo is booked on; before a rollover that is another one. */
function reportedArrivals({ sailing, rolled }: Journey): Steps<number> {
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

/** Reported before the departure: the schedule, and after a rollover that of the next vessel. */
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

/** Each estimate replaces the previous one, which remains as invalidated. */
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
    details: () => ({
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

/** The changes that checks found: of two changes between two checks, only the later one is read. */
function changes<T>(steps: Steps<T>, checks: Checks): Seen<T>[] {
  const noticed: Seen<T>[] = []
  for (const { fromMs, value } of steps) {
    const createdMs = firstCheckAfterMs(checks, fromMs)
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
