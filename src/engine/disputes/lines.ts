// Creates the evidence of a container: which fields are evidence, which party reported each, and the place whose zone
// its values use. Pure.
import type { EvidenceLine, EvidenceSource, EvidenceTopic, EvidenceValue } from '#contract/disputes.ts'
import type { FieldChange } from '../mirror/history/diff.ts'
import { kindOf as changeKind, sourceAttribute } from '../mirror/history/kinds.ts'
import type { TimedStep } from '../mirror/history/store.ts'
import { type StoredEvent, getEventTime } from '../mirror/containers/event-store.ts'
import { parseNamedDay, type ReportedDeadlines, type ReportedSource } from '../mirror/containers/lfd.ts'
import type { ManualStep } from '../settings/store.ts'

type PlaceName = 'pod' | 'destination' | 'pickup' | 'emptyReturn'
export type Zones = Record<PlaceName, string | null>

type FieldKind = { topic: EvidenceTopic; source: EvidenceSource; place: PlaceName | null }
const createKind = (topic: EvidenceTopic, source: EvidenceSource, place: PlaceName | null): FieldKind => ({
  topic,
  source,
  place,
})

/**
 * In the order of the evidence. Which party reported a milestone is known only from its event; without one the source
 * is `service`.
 */
const KIND_BY_FIELD: Record<string, FieldKind> = {
  'import_deadlines.pickup_lfd_line': createKind('last-free-day', 'line', 'pickup'),
  'import_deadlines.pickup_lfd_terminal': createKind('last-free-day', 'terminal', 'pod'),
  'import_deadlines.pickup_lfd_rail': createKind('last-free-day', 'rail', 'destination'),
  ind_facility_lfd_on: createKind('last-free-day', 'rail', 'destination'),
  pickup_lfd: createKind('last-free-day', 'service', 'pickup'),
  available_for_pickup: createKind('availability', 'terminal', null),
  availability_known: createKind('availability', 'terminal', null),
  pickup_appointment_at: createKind('appointment', 'terminal', 'pickup'),
  '→pod_terminal': createKind('place', 'service', null),
  '→pickup_facility': createKind('place', 'service', null),
  location_at_pod_terminal: createKind('place', 'terminal', null),
  pod_arrived_at: createKind('milestone', 'service', 'pod'),
  pod_discharged_at: createKind('milestone', 'service', 'pod'),
  ind_ata_at: createKind('milestone', 'service', 'destination'),
  ind_rail_unloaded_at: createKind('milestone', 'service', 'destination'),
  pod_full_out_at: createKind('milestone', 'service', 'pod'),
  final_destination_full_out_at: createKind('milestone', 'service', 'destination'),
  empty_terminated_at: createKind('milestone', 'service', 'emptyReturn'),
}
const KIND_BY_LIST: Record<string, FieldKind> = {
  holds_at_pod_terminal: createKind('hold', 'terminal', null),
  fees_at_pod_terminal: createKind('fee', 'terminal', null),
}
const TOPIC_ORDER: EvidenceTopic[] = [
  'last-free-day',
  'hold',
  'availability',
  'fee',
  'appointment',
  'place',
  'milestone',
]

/** The event that reports a change of each last free day (specification 6.3). */
const CHANGE_EVENTS: Partial<Record<string, string>> = {
  'import_deadlines.pickup_lfd_line': 'container.pickup_lfd_line.changed',
  'import_deadlines.pickup_lfd_terminal': 'container.pickup_lfd_terminal.changed',
  'import_deadlines.pickup_lfd_rail': 'container.pickup_lfd_rail.changed',
  pickup_lfd: 'container.pickup_lfd.changed',
}

/** Fields whose absence is evidence; the rail's only for containers that continue by rail. */
const EXPECTED_FIELDS = [
  'import_deadlines.pickup_lfd_line',
  'import_deadlines.pickup_lfd_terminal',
  'import_deadlines.pickup_lfd_rail',
  'available_for_pickup',
  'pickup_appointment_at',
  'pod_discharged_at',
]

export type EvidenceInput = {
  /** The changes of the container, oldest first. */
  steps: readonly TimedStep[]
  /** The current values, as steps from nothing. */
  current: readonly FieldChange[]
  manual: readonly ManualStep[]
  /** Events of the container that the service reported. */
  events: readonly StoredEvent[]
  readings: Readings
  reported: ReportedDeadlines
  zones: Zones
  /** The party that reported a milestone, by its field, as the service says with its events. */
  reportedBy: Readonly<Record<string, EvidenceSource>>
  /** When each party was last asked, according to the current record. */
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

export function createEvidenceLines(input: EvidenceInput): EvidenceLine[] {
  const { steps, current, readings, zones, reportedBy } = input
  const currentByField = new Map(current.map(({ field, after }) => [field, after]))
  const stepsByField = Map.groupBy(steps, ({ field }) => field)
  const fields = [...new Set([...Object.keys(KIND_BY_FIELD), ...currentByField.keys(), ...stepsByField.keys()])]
  const lines = fields.flatMap((field): EvidenceLine[] => {
    const fieldKind = findKind(field)
    const values = fieldKind
      ? listValues(stepsByField.get(field) ?? [], currentByField.get(field) ?? null, readings)
      : []
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
          values.map((value) => withDate(fieldKind, addSourceTimes(field, source, value, input), input)),
          input,
        ),
      },
    ]
  })
  return [...createManualLine(input), ...lines].toSorted(
    (one, other) => TOPIC_ORDER.indexOf(one.topic) - TOPIC_ORDER.indexOf(other.topic),
  )
}

function findKind(field: string): FieldKind | undefined {
  return KIND_BY_FIELD[field] ?? KIND_BY_LIST[field.split('/')[0] ?? '']
}

/**
 * History stores one source time for each kind of change. It applies only if it is the time of the party that reported
 * this value.
 */
function addSourceTimes(field: string, source: EvidenceSource, value: PlainValue, input: EvidenceInput): SourcedValue {
  const attribute = SOURCE_TIME_ATTRIBUTES[source]
  const isTimeOfSource = attribute !== undefined && sourceAttribute(changeKind('container', field)) === attribute
  return {
    ...value,
    sourceAt: isTimeOfSource ? value.sourceAt : null,
    confirmedAt: attribute === undefined || value.endedAt !== null ? null : input.sourceTimes[attribute],
  }
}

type SourcedValue = PlainValue & { confirmedAt: string | null }

function withDate(
  { topic, source }: FieldKind,
  value: SourcedValue,
  { reported }: EvidenceInput,
): EvidenceLine['values'][number] {
  const text: unknown = topic !== 'last-free-day' || value.value === null ? null : JSON.parse(value.value)
  return {
    ...value,
    date: typeof text === 'string' ? parseNamedDay(source as ReportedSource, text, reported) : null,
    reason: null,
  }
}

type DatedChange = { value: string; date: string; changedAt: string | null; firstSeenAt: string }

/**
 * Adds last free days that only events name, and that were replaced before the first reading. An event also dates the
 * value of the first reading. A change after it belongs between two readings, which have their own values.
 */
function withEventValues(field: string, values: EvidenceLine['values'], input: EvidenceInput) {
  const [firstValue, ...laterValues] = values
  if (!firstValue || firstValue.value === null) return values
  const changes = listChangesBefore(field, firstValue, input)
  const dated = changes.filter(({ changedAt }) => changedAt !== null)
  // The first reading may lag behind the event of the value that the next reading had.
  const timed = dated.at(-1)?.date === laterValues[0]?.date ? dated.slice(0, -1) : dated
  const knownDates = new Set([...values, ...timed].map(({ date }) => date))
  const untimed = changes.filter(({ changedAt, date }) => {
    const isUnknown = changedAt === null && !knownDates.has(date)
    if (isUnknown) knownDates.add(date)
    return isUnknown
  })
  const ordered = [...untimed, ...timed].filter(({ date }, index, all) => date !== all[index - 1]?.date)
  const last = ordered.at(-1)
  const datingEvent = last?.date === firstValue.date ? last : undefined
  const earlierValues = (datingEvent ? ordered.slice(0, -1) : ordered).map(
    ({ value, date, changedAt, firstSeenAt }): EvidenceValue => {
      // At the latest when the event was read.
      const times = { firstSeenAt: changedAt, sourceAt: null, endedAt: firstSeenAt, confirmedAt: null }
      return { value: JSON.stringify(value), date, reason: null, seen: 'event', ...times }
    },
  )
  const firstDated: EvidenceValue = datingEvent
    ? { ...firstValue, seen: 'dated-by-event', firstSeenAt: datingEvent.changedAt }
    : firstValue
  const allValues = [...earlierValues, firstDated, ...laterValues]
  for (const [index, value] of earlierValues.entries())
    value.endedAt = allValues[index + 1]?.firstSeenAt ?? value.endedAt
  return allValues
}

/** Changes of this last free day that events report before the end of its first value, those without a time first. */
function listChangesBefore(
  field: string,
  firstValue: EvidenceValue,
  { events, reported, readings }: EvidenceInput,
): DatedChange[] {
  const changeEvent = CHANGE_EVENTS[field]
  if (changeEvent === undefined) return []
  const source = KIND_BY_FIELD[field]?.source as ReportedSource
  const firstEventsAt = events.reduce(
    (earliest, event) => (event.firstSeenAt < earliest ? event.firstSeenAt : earliest),
    '9',
  )
  return (
    events
      .filter(({ event, firstSeenAt }) => event === changeEvent && firstSeenAt < (firstValue.endedAt ?? '9'))
      .map((event) => ({ ...event, changedAt: getEventTime(event, readings.lastAt) }))
      // Without a time, an event that was read later may be newer than the record.
      .filter(({ changedAt, firstSeenAt }) =>
        changedAt === null ? firstSeenAt === firstEventsAt : changedAt <= (firstValue.firstSeenAt ?? firstSeenAt),
      )
      .toSorted((one, other) => ((one.changedAt ?? '') < (other.changedAt ?? '') ? -1 : 1))
      .flatMap(({ value, changedAt, firstSeenAt }) => {
        const date = value === null ? null : parseNamedDay(source, value, reported)
        return value === null || date === null ? [] : [{ value, date, changedAt, firstSeenAt }]
      })
  )
}

/** The start of the user's own date is known exactly. */
function createManualLine({ manual, zones }: EvidenceInput): EvidenceLine[] {
  if (manual.length === 0) return []
  const values = manual.map(({ at, date, reason }, index): EvidenceLine['values'][number] => ({
    value: date === null ? null : JSON.stringify(date),
    date,
    reason,
    seen: 'changed',
    firstSeenAt: at,
    sourceAt: null,
    endedAt: manual[index + 1]?.at ?? null,
    confirmedAt: null,
  }))
  return [{ topic: 'last-free-day', field: 'manual', source: 'user', zone: zones.pickup, values }]
}

/** Expected fields that were never reported. */
export function listMissingFields(lines: readonly EvidenceLine[], isInland: boolean): string[] {
  const reportedFields = new Set(
    lines.filter(({ values }) => values.some(({ value }) => value !== null)).map(({ field }) => field),
  )
  return EXPECTED_FIELDS.filter(
    (field) => !reportedFields.has(field) && (isInland || field !== 'import_deadlines.pickup_lfd_rail'),
  )
}

// The successive values of one field, from the steps of its history and its current value. History shows only our own
// readings: if two steps do not meet, a value arrived unseen in between, and the result says so.

/** A value without its date, its reason and its last confirmation. */
type PlainValue = Pick<EvidenceValue, 'value' | 'seen' | 'firstSeenAt' | 'sourceAt' | 'endedAt'>

type Readings = {
  /** The first reading of the current record. History may be older, if the record was lost in between. */
  firstAt: string
  lastAt: string
  /** False: steps may have been deleted, so the first step does not prove when a value was first seen. */
  isWhole: boolean
}

/** `steps`: of this field, oldest first. `current`: the JSON text. The result is empty if there never was a value. */
export function listValues(steps: readonly TimedStep[], current: string | null, readings: Readings): PlainValue[] {
  const [firstStep] = steps
  if (!firstStep && current === null) return []
  const values: PlainValue[] = [
    createFirstValue(firstStep ? firstStep.before : current, firstStep ? firstStep.seenAt : readings.lastAt, readings),
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
  closeGap(values, current, readings.lastAt, readings)
  return values
}

/** The value before the first step, or the current value if there are no steps. */
function createFirstValue(value: string | null, byAt: string, { firstAt, isWhole }: Readings): PlainValue {
  return {
    value,
    seen: 'first-reading',
    firstSeenAt: isWhole && firstAt <= byAt ? firstAt : null,
    sourceAt: null,
    endedAt: null,
  }
}

/** Adds the value that the next step began from, or the current value, if it is not the last one that was seen. */
function closeGap(values: PlainValue[], value: string | null, byAt: string, { firstAt }: Readings): void {
  const lastValue = values.at(-1)
  if (!lastValue || lastValue.value === value) return
  // The record was read again for the first time in between, and that reading had the value.
  const seenAt = firstAt > (lastValue.firstSeenAt ?? '') && firstAt <= byAt ? firstAt : null
  setEnd(values, seenAt ?? byAt)
  values.push({ value, seen: 'unseen', firstSeenAt: seenAt, sourceAt: null, endedAt: null })
}

function setEnd(values: PlainValue[], at: string): void {
  const lastValue = values.at(-1)
  if (lastValue) lastValue.endedAt = at
}
