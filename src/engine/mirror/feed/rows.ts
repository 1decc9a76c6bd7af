// Rows of the office's mirror feed, checked like any input: another desktop wrote them, perhaps one of another version.
import { z } from 'zod'
import { ChangeKind } from '#contract/changes.ts'
import { EditValue } from '#contract/edits.ts'
import { Instant } from '#contract/values.ts'
import { isRecord, type Resource } from '../../api/decode.ts'
import { CORRECTIONS, EVENTS, PLACE_ZONE, READ_TIMES, SWEEP } from './marks.ts'

const nullableText = z.string().nullable()
const nullableJson = nullableText.refine((text) => text === null || isJson(text))
const place = z.object({ seq: z.int(), type: z.string(), id: z.string() })
const checkTimes = z.record(z.string(), z.unknown())

/** The record as stored by the leader. Its body is stored letter by letter, so that all desktops have the same. */
const recordFacts = z.object({
  hash: z.string(),
  reqSeq: z.int(),
  firstSeenAt: Instant,
  readAt: Instant,
  goneSince: Instant.nullable(),
})

/** `id` is the record's. A kind that this version does not know is listed with the others. */
const changeFacts = z.object({
  uid: z.string(),
  field: z.string(),
  before: nullableJson,
  after: nullableJson,
  reqSeq: z.int(),
  changeKind: ChangeKind.catch('other'),
  severity: z.int().min(1).max(4),
  sourceAt: Instant.nullable(),
  seenAt: Instant,
  isHidden: z.int(),
  revertsUid: nullableText,
})

/** `times`: JSON of the attributes that are times of a check. */
const checkFacts = z.object({ times: z.string(), hash: z.string() })

const EventsBody = z.array(z.record(z.string(), nullableText).and(z.object({ id: z.string() })))

const SweepBody = z.object({
  startedAt: Instant,
  endedAt: Instant,
  rows: z.int(),
  totalStart: z.int().nullable(),
  totalEnd: z.int().nullable(),
  pageAt: Instant.nullable(),
  /** Ids of the records that it did not list. */
  missed: z.array(z.string()).default([]),
})

const ReadTimesBody = z.object({
  since: Instant,
  lastAt: Instant,
  unread: z.array(z.object({ from: Instant, until: Instant })),
})

const PlaceZoneBody = z.object({ zone: nullableText })

/** By the name of the extracted field. */
const CorrectionsBody = z.record(z.string(), EditValue)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

export type FeedRow = { seq: number; type: string; id: string } & (
  | ({ kind: 'record'; body: string; resource: Resource } & z.infer<typeof recordFacts>)
  | ({ kind: 'change' } & z.infer<typeof changeFacts>)
  | { kind: 'checked'; times: Record<string, unknown>; hash: string }
  | { kind: 'events'; events: z.infer<typeof EventsBody> }
  | { kind: 'sweep'; sweep: z.infer<typeof SweepBody> }
  | { kind: 'read-times'; times: z.infer<typeof ReadTimesBody> }
  | { kind: 'place-zone'; zone: string | null }
  | { kind: 'corrections'; corrections: z.infer<typeof CorrectionsBody> }
)
export type RecordRow = Extract<FeedRow, { kind: 'record' }>
export type ChangeFeedRow = Extract<FeedRow, { kind: 'change' }>
export type CheckRow = Extract<FeedRow, { kind: 'checked' }>
export type EventsRow = Extract<FeedRow, { kind: 'events' }>
export type CorrectionsRow = Extract<FeedRow, { kind: 'corrections' }>
export type SweepRow = Extract<FeedRow, { kind: 'sweep' }>

/** A row as the office sends it. */
export type RawRow = { seq: number; kind: string; type: string; id: string; facts: unknown; body: string | null }

/** Null for a row that cannot be used. One such row must not stop the feed. */
export function parseFeedRow({ kind, facts, body, ...raw }: RawRow): FeedRow | null {
  try {
    const row = place.parse(raw)
    if (kind === 'change') return { ...row, kind, ...changeFacts.parse(facts) }
    if (kind === 'checked') {
      const { times, hash } = checkFacts.parse(facts)
      return { ...row, kind, times: checkTimes.parse(JSON.parse(times)), hash }
    }
    return parseRecordRow(row, facts, body ?? '')
  } catch {
    return null
  }
}

function parseRecordRow(row: { seq: number; type: string; id: string }, facts: unknown, body: string): FeedRow | null {
  const json: unknown = JSON.parse(body)
  if (row.type === EVENTS) return { ...row, kind: 'events', events: EventsBody.parse(json) }
  if (row.type === SWEEP) return { ...row, kind: 'sweep', sweep: SweepBody.parse(json) }
  if (row.type === READ_TIMES) return { ...row, kind: 'read-times', times: ReadTimesBody.parse(json) }
  if (row.type === PLACE_ZONE) return { ...row, kind: 'place-zone', zone: PlaceZoneBody.parse(json).zone }
  if (row.type === CORRECTIONS) return { ...row, kind: 'corrections', corrections: CorrectionsBody.parse(json) }
  if (!isRecord(json) || !isRecord(json['attributes']) || !isRecord(json['relationships'])) return null
  const { attributes, relationships } = json as Pick<Resource, 'attributes' | 'relationships'>
  const resource = { type: row.type, id: row.id, attributes, relationships }
  return { ...row, kind: 'record', body, resource, ...recordFacts.parse(facts) }
}
