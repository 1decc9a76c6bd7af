// The transport events of one container (specification 2.4, 6.3): milestones, estimates, and changes of last free days,
// appointment and availability. An answer shows the events that are known at its time, newest first. A container's
// record has only the ids of its events, so the details are computed only when an event is shown.
import { formatIso, formatInstant } from './calendar.ts'
import { findFirstCheckAfterMs, type Checks } from './checks.ts'
import type { Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import type { Terminal } from './data/terminals.ts'
import { isPickupZoneKnown, type ContainerJourney, type Journey, type Milestone, type Source } from './journey.ts'
import type { Sailing } from './sailings.ts'
import { formatDeadline, type LastFreeDay } from './stay.ts'
import { getValueAt, type Steps } from './steps.ts'

/** An event without its details. `createdMs` is the time at which the service learns of it. */
export type EventOutline = {
  /** The index in the journey's own list. The id of the event is made from it. */
  index: number
  event: string
  createdMs: number
  details: () => EventDetails
}

/** The attributes of an event. */
export type EventDetails = {
  timestamp: string
  /** The IANA zone, or null if the source reports none. */
  zone: string | null
  place: Place | null
  vessel: Vessel | null
  voyageNumber: string | null
  terminal: Terminal | null
  source: Source
  /** The new value, for events about a change. */
  value: string | null
  /** When a later estimate replaced this one. Null for the newest estimate and for other events. */
  invalidatedMs: number | null
  previousIndex: number | null
}

export type TransportEvent = Omit<EventOutline, 'details'> & EventDetails

type EventDraft = Omit<EventOutline, 'index'>
type SeenValue<T> = { createdMs: number; value: T }

/** Lists all events of the journey, also future ones, newest first. */
export function listEventOutlines(journey: Journey, container: ContainerJourney): EventOutline[] {
  const drafts = [
    ...container.milestones.flatMap((milestone) => draftMilestone(journey, milestone)),
    ...draftDeadlines(journey, container),
    ...draftTerminalEvents(journey, container),
  ]
  const arrivals = draftEstimates(
    journey,
    'estimated.vessel_arrived',
    listVesselEstimates(journey),
    journey.portOfDischarge,
    drafts.length,
  )
  const departures = draftDepartures(journey, drafts.length + arrivals.length)
  const inland = journey.destination
    ? draftEstimates(
        journey,
        'estimated.arrived_at_inland_destination',
        listInlandEstimates(container),
        journey.destination,
        drafts.length + arrivals.length + departures.length,
      )
    : []
  return [...drafts, ...arrivals, ...departures, ...inland]
    .map(({ event, createdMs, details }, index) => ({ index, event, createdMs, details }))
    .sort((one, other) => other.createdMs - one.createdMs || other.index - one.index)
}

function draftMilestone(journey: Journey, milestone: Milestone): EventDraft[] {
  const { kind, seenMs: createdMs, place, vessel, voyageNumber, terminal, source } = milestone
  if (createdMs === null) return []
  const createDetails = (): EventDetails => {
    // Whether the zone of the empty return is known does not depend on the zones of the journey.
    const isKnown = kind === 'empty_in' ? journey.knownZones.emptyReturn : isZoneKnown(journey, place)
    return {
      ...NO_DETAILS,
      timestamp: formatInstant(milestone.atMs, place.zone, isKnown),
      zone: isKnown ? place.zone : null,
      place,
      vessel,
      voyageNumber,
      terminal,
      source,
    }
  }
  return [{ event: `container.transport.${kind}`, createdMs, details: createDetails }]
}

const NO_DETAILS = {
  vessel: null,
  voyageNumber: null,
  terminal: null,
  value: null,
  invalidatedMs: null,
  previousIndex: null,
}

/** A change of a last free day. The value is the formatted date. */
type DeadlineChange = SeenValue<string> & { source: Source; place: Place }

/** Drafts one event for each change of a source's last free day, and one for each change of the coalesced date. */
function draftDeadlines(journey: Journey, { stay, terminalChecks }: ContainerJourney): EventDraft[] {
  const pickup = journey.destination ?? journey.portOfDischarge
  const listDeadlineChanges = (
    steps: Steps<LastFreeDay>,
    checks: Checks,
    source: Source,
    place: Place,
  ): DeadlineChange[] =>
    listSeenChanges(steps, checks).map(({ createdMs, value }) => ({
      createdMs,
      value: formatDeadline(value, place.zone, isZoneKnown(journey, place)),
      source,
      place,
    }))
  const line = listDeadlineChanges(stay.lastFreeDays.line, journey.lineChecks, 'shipping_line', pickup)
  const terminal = listDeadlineChanges(stay.lastFreeDays.terminal, terminalChecks, 'terminal', journey.portOfDischarge)
  const rail = listDeadlineChanges(stay.lastFreeDays.rail, terminalChecks, 'terminal', pickup)

  const createDraft = (
    event: string,
    { createdMs, value, source, place }: DeadlineChange,
    timestamp: string,
  ): EventDraft => ({
    event: `container.${event}.changed`,
    createdMs,
    details: () => ({
      ...NO_DETAILS,
      timestamp,
      zone: isZoneKnown(journey, place) ? place.zone : null,
      place,
      source,
      value,
    }),
  })
  // As in the live service, the timestamp of line and coalesced events is the time of the change. The timestamp of
  // terminal and rail events is the new date.
  return [
    ...line.map((change) => createDraft('pickup_lfd_line', change, formatIso(change.createdMs))),
    ...terminal.map((change) => createDraft('pickup_lfd_terminal', change, change.value)),
    ...rail.map((change) => createDraft('pickup_lfd_rail', change, change.value)),
    ...coalesceDeadlines([line, terminal, rail]).map((change) =>
      createDraft('pickup_lfd', change, formatIso(change.createdMs)),
    ),
  ]
}

/**
 * Returns the changes of the coalesced date, which is the date of the first source that has one. `members` has the
 * changes of line, terminal and rail, in this order.
 */
function coalesceDeadlines(changesBySource: readonly DeadlineChange[][]): DeadlineChange[] {
  const changeTimes = [...new Set(changesBySource.flat().map((change) => change.createdMs))].sort(
    (one, other) => one - other,
  )
  const result: DeadlineChange[] = []
  for (const createdMs of changeTimes) {
    const currentChanges = changesBySource.flatMap(
      (sourceChanges) => sourceChanges.findLast((change) => change.createdMs <= createdMs) ?? [],
    )
    const [first] = currentChanges
    if (first && first.value !== result.at(-1)?.value) result.push({ ...first, createdMs })
  }
  return result
}

function draftTerminalEvents(journey: Journey, { stay, terminalChecks }: ContainerJourney): EventDraft[] {
  if (!journey.terminal.reports.availability && !journey.ramp) return []
  const facility = journey.ramp ?? journey.terminal
  const isKnown = isPickupZoneKnown(journey)
  const zone = isKnown ? stay.zone : null
  const place = journey.destination ?? journey.portOfDischarge
  const createDetails = (timestamp: string): EventDetails => ({
    ...NO_DETAILS,
    timestamp,
    zone,
    place,
    terminal: facility,
    source: 'terminal',
  })
  const availability = listSeenChanges(stay.available, terminalChecks).flatMap(
    ({ createdMs, value }, order): EventDraft[] => {
      // The state before the first report is no change, and a pickup has its own event.
      if (!value && (order === 0 || createdMs >= stay.fullOutMs)) return []
      const event = value ? 'container.transport.available' : 'container.transport.not_available'
      return [{ event, createdMs, details: () => createDetails(formatInstant(createdMs, stay.zone, isKnown)) }]
    },
  )
  const appointments = listSeenChanges(stay.appointment, terminalChecks).flatMap(
    ({ createdMs, value }): EventDraft[] => {
      if (value === null || !facility.reports.appointment) return []
      const appointmentAt = formatInstant(value, stay.zone, isKnown)
      return [
        {
          event: 'container.pickup_appointment.changed',
          createdMs,
          details: () => ({ ...createDetails(appointmentAt), value: appointmentAt }),
        },
      ]
    },
  )
  return [...availability, ...appointments]
}

/** Lists the estimates of arrival that became known before the vessel arrived. The first one is the schedule. */
export function listVesselEstimates(journey: Journey): SeenValue<number>[] {
  return listSeenChanges(listReportedArrivals(journey), journey.lineChecks).filter(
    ({ createdMs }) => createdMs < journey.sailing.arrivedMs,
  )
}

/** Lists the estimates for the vessel that the cargo is booked on. Before a rollover that is the earlier vessel. */
function listReportedArrivals({ sailing, rollover }: Journey): Steps<number> {
  if (!rollover) return sailing.arrivalEstimates
  const { untilMs } = rollover
  const before = rollover.sailing.arrivalEstimates.filter(({ fromMs }) => fromMs < untilMs)
  const after = sailing.arrivalEstimates.filter(({ fromMs }) => fromMs > untilMs)
  return [
    ...before,
    { fromMs: untilMs, value: getValueAt(sailing.arrivalEstimates, untilMs) ?? sailing.scheduledArrivalMs },
    ...after,
  ]
}

/** Drafts the estimates of departure: the scheduled one, and after a rollover that of the next vessel. */
function draftDepartures(journey: Journey, firstIndex: number): EventDraft[] {
  const { sailing, rollover, lineChecks, loadPort } = journey
  const steps = [
    { fromMs: -Infinity, value: (rollover?.sailing ?? sailing).scheduledDepartureMs },
    ...(rollover ? [{ fromMs: rollover.untilMs, value: sailing.scheduledDepartureMs }] : []),
  ]
  const estimates = listSeenChanges(steps, lineChecks).filter(({ createdMs }) => createdMs < sailing.departedMs)
  return draftEstimates(journey, 'estimated.vessel_departed', estimates, loadPort, firstIndex)
}

function listInlandEstimates({ stay, terminalChecks }: ContainerJourney): SeenValue<number>[] {
  const { inland } = stay
  return inland
    ? listSeenChanges(inland.arrivalEstimates, terminalChecks).filter(({ createdMs }) => createdMs < inland.arrivedMs)
    : []
}

/** Each estimate replaces the previous one, which remains in the list as invalidated. */
function draftEstimates(
  journey: Journey,
  event: string,
  estimates: readonly SeenValue<number>[],
  place: Place,
  firstIndex: number,
): EventDraft[] {
  const isKnown = isZoneKnown(journey, place)
  return estimates.map(({ createdMs, value }, order) => ({
    event: `container.transport.${event}`,
    createdMs,
    details: () => ({
      ...NO_DETAILS,
      timestamp: formatInstant(value, place.zone, isKnown),
      zone: isKnown ? place.zone : null,
      place,
      vessel: place.isInland ? null : findBookedSailing(journey, createdMs).vessel,
      voyageNumber: place.isInland ? null : findBookedSailing(journey, createdMs).voyageNumber,
      source: place.isInland ? 'terminal' : 'shipping_line',
      invalidatedMs: estimates[order + 1]?.createdMs ?? null,
      previousIndex: order === 0 ? null : firstIndex + order - 1,
    }),
  }))
}

function findBookedSailing({ sailing, rollover }: Journey, knownMs: number): Sailing {
  return rollover && knownMs < rollover.untilMs ? rollover.sailing : sailing
}

/** Lists the changes that the checks found. Of two changes between two checks, only the later one is seen. */
function listSeenChanges<T>(steps: Steps<T>, checks: Checks): SeenValue<T>[] {
  const seenChanges: SeenValue<T>[] = []
  for (const { fromMs, value } of steps) {
    const createdMs = findFirstCheckAfterMs(checks, fromMs)
    if (createdMs === null) continue
    if (seenChanges.at(-1)?.createdMs === createdMs) seenChanges.pop()
    if (seenChanges.at(-1)?.value !== value) seenChanges.push({ createdMs, value })
  }
  return seenChanges
}

function isZoneKnown(journey: Journey, place: Place): boolean {
  if (place === journey.portOfDischarge) return journey.knownZones.discharge
  return place === journey.destination ? journey.knownZones.destination : true
}
