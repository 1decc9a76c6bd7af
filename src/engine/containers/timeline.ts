// Builds the journey of one container as legs with milestones that happened, are expected, or were not reported. Pure.
// Milestones that only the record has are added to the events.
import type { Leg, TimelineEntry, TimelineLeg } from '#contract/timeline.ts'
import { instant, text, zone } from '../api/attributes.ts'
import { type StoredEvent, getEventTime, isFuture } from '../mirror/containers/event-store.ts'
import { type ContainerRecords, isInland } from '../mirror/containers/reported.ts'

const PREFIX = /^container\./
const ESTIMATED = /^transport\.estimated\./

/** Event name without `container.` → leg, in the order of a journey. `addLeg` finds the leg of all other events. */
const legOfEvent: Record<string, Leg> = {
  'transport.empty_out': 'origin',
  'transport.full_in': 'origin',
  'transport.vessel_loaded': 'ocean',
  'transport.vessel_departed': 'ocean',
  'transport.transshipment_arrived': 'transshipment',
  'transport.transshipment_discharged': 'transshipment',
  'transport.transshipment_loaded': 'transshipment',
  'transport.transshipment_departed': 'transshipment',
  'transport.feeder_arrived': 'transshipment',
  'transport.feeder_discharged': 'transshipment',
  'transport.feeder_loaded': 'transshipment',
  'transport.feeder_departed': 'transshipment',
  'transport.vessel_arrived': 'discharge',
  'transport.vessel_berthed': 'discharge',
  'transport.vessel_discharged': 'discharge',
  'transport.rail_loaded': 'rail',
  'transport.rail_departed': 'rail',
  'transport.rail_arrived': 'rail',
  'transport.arrived_at_inland_destination': 'rail',
  'transport.rail_unloaded': 'rail',
  'pickup_lfd_rail.changed': 'destination',
  'transport.empty_in': 'empty-return',
}
const legOrder: Leg[] = ['origin', 'ocean', 'transshipment', 'discharge', 'rail', 'destination', 'empty-return']

/** Milestones that are attributes of a record. `leg`: if it differs from the leg of the event. */
type Milestone = {
  event: string
  attribute: string
  zoneName: string
  record: 'container' | 'shipment'
  isEstimate?: boolean
  leg?: Leg
}
const milestones: Milestone[] = [
  { event: 'transport.empty_out', attribute: 'empty_out_at', zoneName: 'pol_timezone', record: 'container' },
  { event: 'transport.full_in', attribute: 'pol_full_in_at', zoneName: 'pol_timezone', record: 'container' },
  {
    event: 'transport.vessel_loaded',
    attribute: 'pol_vessel_loaded_at',
    zoneName: 'pol_timezone',
    record: 'container',
  },
  { event: 'transport.vessel_departed', attribute: 'pol_atd_at', zoneName: 'pol_timezone', record: 'shipment' },
  {
    event: 'transport.vessel_departed',
    attribute: 'pol_etd_at',
    zoneName: 'pol_timezone',
    record: 'shipment',
    isEstimate: true,
  },
  { event: 'transport.vessel_arrived', attribute: 'pod_arrived_at', zoneName: 'pod_timezone', record: 'container' },
  {
    event: 'transport.vessel_arrived',
    attribute: 'pod_eta_at',
    zoneName: 'pod_timezone',
    record: 'shipment',
    isEstimate: true,
  },
  {
    event: 'transport.vessel_discharged',
    attribute: 'pod_discharged_at',
    zoneName: 'pod_timezone',
    record: 'container',
  },
  { event: 'transport.rail_loaded', attribute: 'pod_rail_loaded_at', zoneName: 'pod_timezone', record: 'container' },
  {
    event: 'transport.rail_departed',
    attribute: 'pod_rail_departed_at',
    zoneName: 'pod_timezone',
    record: 'container',
  },
  {
    event: 'transport.arrived_at_inland_destination',
    attribute: 'ind_ata_at',
    zoneName: 'final_destination_timezone',
    record: 'container',
  },
  {
    event: 'transport.arrived_at_inland_destination',
    attribute: 'ind_eta_at',
    zoneName: 'final_destination_timezone',
    record: 'container',
    isEstimate: true,
  },
  {
    event: 'transport.rail_unloaded',
    attribute: 'ind_rail_unloaded_at',
    zoneName: 'final_destination_timezone',
    record: 'container',
  },
  {
    event: 'transport.full_out',
    attribute: 'pod_full_out_at',
    zoneName: 'pod_timezone',
    record: 'container',
    leg: 'discharge',
  },
  {
    event: 'transport.full_out',
    attribute: 'final_destination_full_out_at',
    zoneName: 'final_destination_timezone',
    record: 'container',
    leg: 'destination',
  },
  {
    event: 'transport.empty_in',
    attribute: 'empty_terminated_at',
    zoneName: 'empty_terminated_timezone',
    record: 'container',
  },
]

/** Every journey has these. If one is unknown although a later one happened, it was not reported. */
const requiredMilestones = [
  'transport.vessel_loaded',
  'transport.vessel_departed',
  'transport.vessel_arrived',
  'transport.vessel_discharged',
  'transport.full_out',
]

type EntryWithLeg = TimelineEntry & { leg: Leg }

/**
 * `now` decides whether a dated milestone of the record happened or is expected. `events` null: they were not read yet,
 * so nothing counts as not reported.
 */
export function buildTimeline(events: StoredEvent[] | null, records: ContainerRecords, now: string): TimelineLeg[] {
  const reported = removeRepeats((events ?? []).map((event) => addLeg(createEntry(event, now), records)))
  const entries = [...reported, ...listRecordMilestones(reported, records, now)]
  return groupByLeg(
    removeObsoleteEstimates(
      keepOneEstimate(events === null ? entries : [...entries, ...listMissing(entries, records)]),
    ),
  )
}

/** `full_out` at the port of discharge is a milestone of its own, also if the journey continues by rail. */
function addLeg(entry: TimelineEntry, records: ContainerRecords): EntryWithLeg {
  const leg = legOfEvent[entry.event]
  if (leg) return { ...entry, leg }
  const isAtPort = entry.locode !== null && entry.locode === placeOf('transport.vessel_arrived', records).locode
  const isAtDestination = isInland(records) && !isAtPort && /full_out|delivered|available/.test(entry.event)
  return { ...entry, leg: isAtDestination ? 'destination' : 'discharge' }
}

/** An event in the future is expected, whatever its name. */
function createEntry(event: StoredEvent, now: string): TimelineEntry {
  const name = event.event.replace(PREFIX, '')
  const at = getEventTime(event, now)
  return {
    kind: ESTIMATED.test(name) || (at !== null && isFuture(at, now)) ? 'estimated' : 'actual',
    event: name.replace(ESTIMATED, 'transport.'),
    at,
    zone: event.zone,
    place: event.place,
    locode: event.locode,
    vessel: event.vessel,
    voyage: event.voyage,
    source: event.source,
    firstSeenAt: event.firstSeenAt,
    value: event.value,
  }
}

/**
 * The service's own last free day changes together with that of a source. Lists such a change once: under the name of
 * the source, with the time that one of the two has.
 */
function removeRepeats(entries: EntryWithLeg[]): EntryWithLeg[] {
  const ofSources = entries.filter(({ event }) => event.startsWith('pickup_lfd_'))
  const isSameDay = (one: EntryWithLeg, other: EntryWithLeg) => one.value?.slice(0, 10) === other.value?.slice(0, 10)
  const repeats = new Set<EntryWithLeg>()
  const times = new Map<EntryWithLeg, EntryWithLeg>()
  for (const own of entries.filter(({ event }) => event === 'pickup_lfd.changed')) {
    const sameDay = ofSources.filter((entry) => isSameDay(entry, own))
    const timed = sameDay.find(({ at }) => at !== null && (own.at === null || at === own.at))
    const untimed = sameDay.find((entry) => entry.at === null && !times.has(entry))
    if (timed || untimed) repeats.add(own)
    if (!timed && untimed) times.set(untimed, own)
  }
  return entries
    .filter((entry) => !repeats.has(entry))
    .map((entry) => ({ ...entry, at: entry.at ?? times.get(entry)?.at ?? null }))
}

function listRecordMilestones(reported: EntryWithLeg[], records: ContainerRecords, now: string): EntryWithLeg[] {
  const actualMilestones = new Set(
    reported.filter(({ kind }) => kind === 'actual').map(({ event, leg }) => `${event} ${leg}`),
  )
  return milestones.flatMap((milestone) => {
    const at = instant(attributesOf(records, milestone.record), milestone.attribute)
    if (at === null) return []
    const isExpected = milestone.isEstimate === true || at > now
    const entry = addLeg(
      {
        ...createEmptyEntry(milestone.event),
        at,
        zone: zoneOf(milestone, records),
        ...placeOf(milestone.event, records),
      },
      records,
    )
    const leg = milestone.leg ?? entry.leg
    return actualMilestones.has(`${milestone.event} ${leg}`)
      ? []
      : [{ ...entry, leg, kind: isExpected ? ('estimated' as const) : ('actual' as const) }]
  })
}

function listMissing(entries: EntryWithLeg[], records: ContainerRecords): EntryWithLeg[] {
  const listed = new Set(entries.map(({ event }) => event))
  const happened = new Set(entries.filter(({ kind }) => kind === 'actual').map(({ event }) => event))
  const hasLater = (i: number) =>
    happened.has('transport.empty_in') || requiredMilestones.slice(i + 1).some((event) => happened.has(event))
  return requiredMilestones.flatMap((event, i) =>
    !listed.has(event) && hasLater(i)
      ? [{ ...addLeg({ ...createEmptyEntry(event), ...placeOf(event, records) }, records), kind: 'missing' as const }]
      : [],
  )
}

/**
 * Keeps one estimate for each milestone: the day of the record (from an event with the same day, which has a source),
 * else the latest reported one.
 */
function keepOneEstimate(entries: EntryWithLeg[]): EntryWithLeg[] {
  const isEstimate = ({ kind }: EntryWithLeg) => kind === 'estimated'
  const estimatesByMilestone = Map.groupBy(
    entries.filter(isEstimate),
    ({ event, leg, locode }) => `${event} ${leg} ${leg === 'transshipment' ? (locode ?? '') : ''}`,
  )
  const keptEstimates = new Set(
    [...estimatesByMilestone.values()].map((estimates) => {
      const recordEstimate = estimates.find(({ firstSeenAt }) => firstSeenAt === null)
      const eventEstimates = estimates.filter(({ firstSeenAt }) => firstSeenAt !== null)
      const latest = eventEstimates.reduce<EntryWithLeg | undefined>(
        (last, entry) => ((entry.firstSeenAt ?? '') >= (last?.firstSeenAt ?? '') ? entry : last),
        undefined,
      )
      return recordEstimate ? (eventEstimates.find(({ at }) => at === recordEstimate.at) ?? recordEstimate) : latest
    }),
  )
  return entries.filter((entry) => !isEstimate(entry) || keptEstimates.has(entry))
}

/** Removes the estimates of milestones that happened. */
function removeObsoleteEstimates(entries: EntryWithLeg[]): EntryWithLeg[] {
  const happened = new Set(entries.filter(({ kind }) => kind === 'actual').map(({ event }) => event))
  const isObsolete = ({ kind, event, leg }: EntryWithLeg) =>
    kind === 'estimated' && leg !== 'transshipment' && happened.has(event)
  return entries.filter((entry) => !isObsolete(entry))
}

function groupByLeg(entries: EntryWithLeg[]): TimelineLeg[] {
  const legs = new Map<string, TimelineLeg>()
  const stops: (string | null)[] = []
  for (const { leg, ...entry } of sortByTime(entries)) {
    const ordinal = leg === 'transshipment' ? findOrdinal(entry, stops) : 0
    const key = `${legOrder.indexOf(leg)} ${ordinal}`
    const legEntry = legs.get(key) ?? { leg, ordinal, place: null, entries: [] }
    legEntry.place ??= entry.place ?? entry.locode
    legEntry.entries.push(entry)
    legs.set(key, legEntry)
  }
  return [...legs.values()].sort((a, b) => legOrder.indexOf(a.leg) - legOrder.indexOf(b.leg) || a.ordinal - b.ordinal)
}

/** The position of a transshipment port, in the order the ports were reached. */
function findOrdinal(entry: TimelineEntry, stops: (string | null)[]): number {
  const stop = entry.locode ?? entry.place
  const index = stops.indexOf(stop)
  return index >= 0 ? index + 1 : stops.push(stop)
}

/** Sorts by time. A milestone without a time comes before the first milestone that is later in a journey. */
function sortByTime(entries: EntryWithLeg[]): EntryWithLeg[] {
  const ordered = entries.filter(({ at }) => at !== null).sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1))
  const undated = entries.filter(({ at }) => at === null).sort((a, b) => rankOf(a) - rankOf(b))
  for (const entry of undated) {
    const nextIndex = ordered.findIndex((other) => rankOf(other) > rankOf(entry))
    ordered.splice(nextIndex < 0 ? ordered.length : nextIndex, 0, entry)
  }
  return ordered
}

const journeyOrder = [
  ...Object.keys(legOfEvent).filter((event) => event !== 'transport.empty_in'),
  'transport.full_out',
  'transport.empty_in',
]

function rankOf({ event }: TimelineEntry): number {
  const index = journeyOrder.indexOf(event)
  return index < 0 ? journeyOrder.length : index
}

function createEmptyEntry(event: string): TimelineEntry {
  return {
    kind: 'actual',
    event,
    at: null,
    zone: null,
    place: null,
    locode: null,
    vessel: null,
    voyage: null,
    source: null,
    firstSeenAt: null,
    value: null,
  }
}

function attributesOf(records: ContainerRecords, record: Milestone['record']): Record<string, unknown> {
  return record === 'container' ? records.container.attributes : (records.shipment?.attributes ?? {})
}

function zoneOf({ zoneName }: Milestone, records: ContainerRecords): string | null {
  return zone(records.container.attributes, zoneName) ?? zone(attributesOf(records, 'shipment'), zoneName)
}

/** The shipment has the names of both ports. */
function placeOf(event: string, records: ContainerRecords): Pick<TimelineEntry, 'place' | 'locode'> {
  const side = { origin: 'port_of_lading', ocean: 'port_of_lading', discharge: 'port_of_discharge' }[
    String(legOfEvent[event])
  ]
  const attributes = attributesOf(records, 'shipment')
  return {
    place: side ? text(attributes, `${side}_name`) : null,
    locode: side ? text(attributes, `${side}_locode`) : null,
  }
}
