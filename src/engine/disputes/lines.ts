// Which fields of a container are evidence, which party reported each, and the place whose zone its values use. Pure.
import type { EvidenceLine, EvidenceSource, EvidenceTopic, EvidenceValue } from '#contract/disputes.ts'
import type { FieldChange } from '../mirror/history/diff.ts'
import { kindOf as changeKind, sourceAttribute } from '../mirror/history/kinds.ts'
import type { TimedStep } from '../mirror/history/store.ts'
import { type StoredEvent, getEventTime } from '../mirror/containers/event-store.ts'
import { parseNamedDay, type ReportedDeadlines, type ReportedSource } from '../mirror/containers/lfd.ts'
import type { ManualStep } from '../settings/store.ts'

type PlaceName = 'pod' | 'destination' | 'pickup' | 'emptyReturn'
export type Zones = Record<PlaceName, string | null>

type Kind = { topic: EvidenceTopic; source: EvidenceSource; place: PlaceName | null }
const kind = (topic: EvidenceTopic, source: EvidenceSource, place: PlaceName | null): Kind => ({ topic, source, place })

/**
 * In the order of the evidence. Which party reported a milestone is known only from its event; without one the source
 * is `service`.
 */
const FIELDS: Record<string, Kind> = {
  'import_deadlines.pickup_lfd_line': kind('last-free-day', 'line', 'pickup'),
  'import_deadlines.pickup_lfd_terminal': kind('last-free-day', 'terminal', 'pod'),
  'import_deadlines.pickup_lfd_rail': kind('last-free-day', 'rail', 'destination'),
  ind_facility_lfd_on: kind('last-free-day', 'rail', 'destination'),
  pickup_lfd: kind('last-free-day', 'service', 'pickup'),
  available_for_pickup: kind('availability', 'terminal', null),
  availability_known: kind('availability', 'terminal', null),
  pickup_appointment_at: kind('appointment', 'terminal', 'pickup'),
  '→pod_terminal': kind('place', 'service', null),
  '→pickup_facility': kind('place', 'service', null),
  location_at_pod_terminal: kind('place', 'terminal', null),
  pod_arrived_at: kind('milestone', 'service', 'pod'),
  pod_discharged_at: kind('milestone', 'service', 'pod'),
  ind_ata_at: kind('milestone', 'service', 'destination'),
  ind_rail_unloaded_at: kind('milestone', 'service', 'destination'),
  pod_full_out_at: kind('milestone', 'service', 'pod'),
  final_destination_full_out_at: kind('milestone', 'service', 'destination'),
  empty_terminated_at: kind('milestone', 'service', 'emptyReturn'),
}
const LISTS: Record<string, Kind> = {
  holds_at_pod_terminal: kind('hold', 'terminal', null),
  fees_at_pod_terminal: kind('fee', 'terminal', null),
}
const ORDER: EvidenceTopic[] = ['last-free-day', 'hold', 'availability', 'fee', 'appointment', 'place', 'milestone']

/** The event that reports a change of each last free day (specification 6.3). */
const CHANGE_EVENTS: Partial<Record<string, string>> = {
  'import_deadlines.pickup_lfd_line': 'container.pickup_lfd_line.changed',
  'import_deadlines.pickup_lfd_terminal': 'container.pickup_lfd_terminal.changed',
  'import_deadlines.pickup_lfd_rail': 'container.pickup_lfd_rail.changed',
  pickup_lfd: 'container.pickup_lfd.changed',
}

/** Fields whose absence is evidence; the rail's only for containers that continue by rail. */
const EXPECTED = [
  'import_deadlines.pickup_lfd_line',
  'import_deadlines.pickup_lfd_terminal',
  'import_deadlines.pickup_lfd_rail',
  'available_for_pickup',
  'pickup_appointment_at',
  'pod_discharged_at',
]

export type Past = {
  /** The changes of the container, oldest first. */
  steps: readonly TimedStep[]
  /** The present values, as steps from nothing. */
  present: readonly FieldChange[]
  manual: readonly ManualStep[]
  /** Events of the container that the service reported. */
  events: readonly StoredEvent[]
  readings: Readings
  reported: ReportedDeadlines
  zones: Zones
  /** The party that reported a milestone, by its field, as the service says with its events. */
  reportedBy: Readonly<Record<string, EvidenceSource>>
  /** When each party was last asked, according to the present record. */
  sourceTimes: Readonly<Record<SourceTimeAttribute, string | null>>
}

export type SourceTimeAttribute = 'terminal_checked_at' | 'line_tracking_last_succeeded_at'

/**
 * The attribute with the time when a party was last asked. The record has none for the railroad and for the service
 * itself.
 */
const SOURCE_TIME_ATTRIBUTES: Partial<Record<EvidenceSource, SourceTimeAttribute>> = {
  terminal: 'terminal_checked_at',
  line: 'line_tracking_last_succeeded_at',
}

export function evidenceLines(past: Past): EvidenceLine[] {
  const { steps, present, readings, zones, reportedBy } = past
  const now = new Map(present.map(({ field, after }) => [field, after]))
  const byField = Map.groupBy(steps, ({ field }) => field)
  const fields = [...new Set([...Object.keys(FIELDS), ...now.keys(), ...byField.keys()])]
  const lines = fields.flatMap((field): EvidenceLine[] => {
    const fieldKind = kindOf(field)
    const values = fieldKind ? listValues(byField.get(field) ?? [], now.get(field) ?? null, readings) : []
    if (!fieldKind || values.length === 0) return []
    const source = reportedBy[field] ?? fieldKind.source
    return [
      {
        topic: fieldKind.topic,
        field,
        source,
        zone: fieldKind.place && zones[fieldKind.place],
        values: withEventValues(
          field,
          values.map((value) => withDate(fieldKind, addSourceTimes(field, source, value, past), past)),
          past,
        ),
      },
    ]
  })
  return [...manualLine(past), ...lines].toSorted((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic))
}

function kindOf(field: string): Kind | undefined {
  return FIELDS[field] ?? LISTS[field.split('/')[0] ?? '']
}

/**
 * History stores one source time for each kind of change. It applies only if it is the time of the party that reported
 * this value.
 */
function addSourceTimes(field: string, source: EvidenceSource, value: PlainValue, past: Past): SourcedValue {
  const attribute = SOURCE_TIME_ATTRIBUTES[source]
  const isOfSource = attribute !== undefined && sourceAttribute(changeKind('container', field)) === attribute
  return {
    ...value,
    sourceAt: isOfSource ? value.sourceAt : null,
    confirmedAt: attribute === undefined || value.endedAt !== null ? null : past.sourceTimes[attribute],
  }
}

type SourcedValue = PlainValue & { confirmedAt: string | null }

function withDate({ topic, source }: Kind, value: SourcedValue, { reported }: Past): EvidenceLine['values'][number] {
  const text: unknown = topic !== 'last-free-day' || value.value === null ? null : JSON.parse(value.value)
  return {
    ...value,
    date: typeof text === 'string' ? parseNamedDay(source as ReportedSource, text, reported) : null,
    reason: null,
  }
}

/**
 * Adds last free days that only events name, and that were replaced before the first reading. A change after it belongs
 * between two readings, which have their own values.
 */
function withEventValues(field: string, values: EvidenceLine['values'], { events, reported, readings }: Past) {
  const [first] = values
  if (!first || first.value === null) return values
  const source = FIELDS[field]?.source as ReportedSource
  const days = new Set(values.map(({ date }) => date))
  const firstEventsAt = events.reduce((time, event) => (event.firstSeenAt < time ? event.firstSeenAt : time), '9')
  const earlier = events
    .filter(({ event, firstSeenAt }) => event === CHANGE_EVENTS[field] && firstSeenAt < (first.endedAt ?? '9'))
    .map((event) => ({ ...event, changedAt: getEventTime(event, readings.lastAt) }))
    // Without a time, an event that was read later may be newer than the record.
    .filter(({ changedAt, firstSeenAt }) =>
      changedAt === null ? firstSeenAt === firstEventsAt : changedAt <= (first.firstSeenAt ?? firstSeenAt),
    )
    .toSorted((a, b) => ((a.changedAt ?? '') < (b.changedAt ?? '') ? -1 : 1))
    .flatMap(({ value, changedAt, firstSeenAt }): EvidenceLine['values'] => {
      const date = value === null ? null : parseNamedDay(source, value, reported)
      if (date === null || days.has(date)) return []
      days.add(date)
      const json = JSON.stringify(value)
      // At the latest when the event was read.
      const times = { firstSeenAt: changedAt, sourceAt: null, endedAt: firstSeenAt, confirmedAt: null }
      return [{ value: json, date, reason: null, seen: 'event', ...times }]
    })
  const all = [...earlier, ...values]
  for (const [i, value] of earlier.entries()) value.endedAt = all[i + 1]?.firstSeenAt ?? value.endedAt
  return all
}

/** The start of the user's own date is known exactly. */
function manualLine({ manual, zones }: Past): EvidenceLine[] {
  if (manual.length === 0) return []
  const values = manual.map(({ at, date, reason }, i): EvidenceLine['values'][number] => ({
    value: date === null ? null : JSON.stringify(date),
    date,
    reason,
    seen: 'changed',
    firstSeenAt: at,
    sourceAt: null,
    endedAt: manual[i + 1]?.at ?? null,
    confirmedAt: null,
  }))
  return [{ topic: 'last-free-day', field: 'manual', source: 'user', zone: zones.pickup, values }]
}

/** Expected fields that were never reported. */
export function missingFields(lines: readonly EvidenceLine[], isInland: boolean): string[] {
  const reportedFields = new Set(
    lines.filter(({ values }) => values.some(({ value }) => value !== null)).map(({ field }) => field),
  )
  return EXPECTED.filter(
    (field) => !reportedFields.has(field) && (isInland || field !== 'import_deadlines.pickup_lfd_rail'),
  )
}

// The successive values of one field, from the steps of its history and its present value. History shows only our own
// readings: if two steps do not meet, a value arrived unseen in between, and the result says so.

/** A value without its date, its reason and its last confirmation. */
type PlainValue = Pick<EvidenceValue, 'value' | 'seen' | 'firstSeenAt' | 'sourceAt' | 'endedAt'>

type Readings = {
  /** The first reading of the present record. History may be older, if the record was lost in between. */
  firstAt: string
  lastAt: string
  /** False: steps may have been deleted, so the first step does not prove when a value was first seen. */
  isWhole: boolean
}

/** `steps` of this field, oldest first; `present` as JSON text. Empty if there never was a value. */
export function listValues(steps: readonly TimedStep[], present: string | null, readings: Readings): PlainValue[] {
  const [first] = steps
  if (!first && present === null) return []
  const values: PlainValue[] = [
    firstReading(first ? first.before : present, first ? first.seenAt : readings.lastAt, readings),
  ]
  for (const step of steps) {
    closeGap(values, step.before, step.seenAt, readings)
    setEnd(values, step.seenAt)
    values.push({
      value: step.after,
      seen: 'changed',
      firstSeenAt: step.seenAt,
      sourceAt: step.sourceAt,
      endedAt: null,
    })
  }
  closeGap(values, present, readings.lastAt, readings)
  return values
}

/** The value before the first step, or the present value if there are no steps. */
function firstReading(value: string | null, byAt: string, { firstAt, isWhole }: Readings): PlainValue {
  return {
    value,
    seen: 'first-reading',
    firstSeenAt: isWhole && firstAt <= byAt ? firstAt : null,
    sourceAt: null,
    endedAt: null,
  }
}

/** Adds the value that the next step began from, or the present value, if it is not the last one that was seen. */
function closeGap(values: PlainValue[], value: string | null, byAt: string, { firstAt }: Readings): void {
  const last = values.at(-1)
  if (!last || last.value === value) return
  // The record was read again for the first time in between, and that reading had the value.
  const seenAt = firstAt > (last.firstSeenAt ?? '') && firstAt <= byAt ? firstAt : null
  setEnd(values, seenAt ?? byAt)
  values.push({ value, seen: 'unseen', firstSeenAt: seenAt, sourceAt: null, endedAt: null })
}

function setEnd(values: PlainValue[], at: string): void {
  const last = values.at(-1)
  if (last) last.endedAt = at
}
