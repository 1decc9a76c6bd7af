// Which fields of a container are evidence, which party reported each, and the place whose zone its values use. Pure.
import type { EvidenceLine, EvidenceSource, EvidenceTopic } from '#contract/disputes.ts'
import type { FieldChange } from '../mirror/history/diff.ts'
import { kindOf as changeKind, sourceAttribute } from '../mirror/history/kinds.ts'
import type { TimedStep } from '../mirror/history/store.ts'
import { type ReportedDeadlines, type ReportedSource, dayNamed } from '../mirror/containers/lfd.ts'
import type { ManualStep } from '../settings/store.ts'
import { type PlainValue, type Readings, valuesOf } from './values.ts'

type PlaceName = 'pod' | 'destination' | 'pickup' | 'emptyReturn'
export type Zones = Record<PlaceName, string | null>

type Kind = { topic: EvidenceTopic; source: EvidenceSource; place: PlaceName | null }
const kind = (topic: EvidenceTopic, source: EvidenceSource, place: PlaceName | null): Kind => ({ topic, source, place })

/**
 * In the order they are told. Whose word a milestone is only its event says (`reportedBy`); without one it is the
 * service's.
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

/** Those whose absence says something; a rail's only of a box that goes on by rail. */
const EXPECTED = [
  'import_deadlines.pickup_lfd_line',
  'import_deadlines.pickup_lfd_terminal',
  'import_deadlines.pickup_lfd_rail',
  'available_for_pickup',
  'pickup_appointment_at',
  'pod_discharged_at',
]

export type Past = {
  /** Of the container, oldest first. */
  steps: readonly TimedStep[]
  /** The present values, as steps from nothing. */
  present: readonly FieldChange[]
  manual: readonly ManualStep[]
  readings: Readings
  reported: ReportedDeadlines
  zones: Zones
  /** The party that reported a milestone, by its field, as the service says with its events. */
  reportedBy: Readonly<Record<string, EvidenceSource>>
  /** When each party was last asked, according to the present record. */
  asked: Readonly<Record<AskedAttribute, string | null>>
}

export type AskedAttribute = 'terminal_checked_at' | 'line_tracking_last_succeeded_at'

/**
 * Where the record says when somebody was last asked. It has no such moment for a rail, nor for the service's own word.
 */
const ASKED: Partial<Record<EvidenceSource, AskedAttribute>> = {
  terminal: 'terminal_checked_at',
  line: 'line_tracking_last_succeeded_at',
}

export function evidenceLines(past: Past): EvidenceLine[] {
  const { steps, present, readings, zones, reportedBy } = past
  const now = new Map(present.map(({ field, after }) => [field, after]))
  const byField = Map.groupBy(steps, ({ field }) => field)
  const fields = [...new Set([...Object.keys(FIELDS), ...now.keys(), ...byField.keys()])]
  const lines = fields.flatMap((field): EvidenceLine[] => {
    const of = kindOf(field)
    const values = of ? valuesOf(byField.get(field) ?? [], now.get(field) ?? null, readings) : []
    if (!of || values.length === 0) return []
    const source = reportedBy[field] ?? of.source
    return [
      {
        topic: of.topic,
        field,
        source,
        zone: of.place && zones[of.place],
        values: values.map((value) => dated(of, asked(field, source, value, past), past)),
      },
    ]
  })
  return [...manualLine(past), ...lines].toSorted((a, b) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic))
}

function kindOf(field: string): Kind | undefined {
  return FIELDS[field] ?? LISTS[field.split('/')[0] ?? '']
}

/**
 * History keeps one moment for each kind of change. That of somebody else than whose word it is says nothing of this
 * value.
 */
function asked(field: string, source: EvidenceSource, value: PlainValue, past: Past): AskedValue {
  const attribute = ASKED[source]
  const isOfSource = attribute !== undefined && sourceAttribute(changeKind('container', field)) === attribute
  return {
    ...value,
    sourceAt: isOfSource ? value.sourceAt : null,
    confirmedAt: attribute === undefined || value.endedAt !== null ? null : past.asked[attribute],
  }
}

type AskedValue = PlainValue & { confirmedAt: string | null }

function dated({ topic, source }: Kind, value: AskedValue, { reported }: Past): EvidenceLine['values'][number] {
  const text: unknown = topic !== 'last-free-day' || value.value === null ? null : JSON.parse(value.value)
  return {
    ...value,
    date: typeof text === 'string' ? dayNamed(source as ReportedSource, text, reported) : null,
    reason: null,
  }
}

/** The user's own date is known to the moment it was typed. */
function manualLine({ manual, zones }: Past): EvidenceLine[] {
  if (manual.length === 0) return []
  const values = manual.map(({ at, date, reason }, i): EvidenceLine['values'][number] => ({
    value: date === null ? null : JSON.stringify(date),
    date,
    reason,
    seen: 'came',
    firstSeenAt: at,
    sourceAt: null,
    endedAt: manual[i + 1]?.at ?? null,
    confirmedAt: null,
  }))
  return [{ topic: 'last-free-day', field: 'manual', source: 'user', zone: zones.pickup, values }]
}

/** Fields nobody ever reported, of those one would look for. */
export function neverReported(lines: readonly EvidenceLine[], isInland: boolean): string[] {
  const there = new Set(
    lines.filter(({ values }) => values.some(({ value }) => value !== null)).map(({ field }) => field),
  )
  return EXPECTED.filter((field) => !there.has(field) && (isInland || field !== 'import_deadlines.pickup_lfd_rail'))
}
