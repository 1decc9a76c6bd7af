// Lists what the history of a container cannot show, one statement for each gap. Pure.
import type { EvidenceGap, EvidenceLine } from '#contract/disputes.ts'
import type { TimedStep } from '../mirror/history/store.ts'
import { instantMs } from '../outside/calendar.ts'
import type { ReadTimes } from '../mirror/read-times.ts'
import { listMissingFields } from './lines.ts'

const HOUR_MS = 3_600_000

export type GapInput = {
  lines: readonly EvidenceLine[]
  steps: readonly TimedStep[]
  /** The first reading of the container, and the first one of its current record. */
  firstReadAt: string
  recordFirstAt: string
  readTimes: ReadTimes | null
  isInland: boolean
  /** Null: the service does not report it. */
  publishedFields: { holds: boolean | null; fees: boolean | null }
  stopped: { at: string; reason: string | null } | null
  goneSince: string | null
  /** Null: the whole history is stored. */
  deletedAfterMonths: number | null
  now: string
}

export function listGaps(input: GapInput): EvidenceGap[] {
  const { lines, firstReadAt, recordFirstAt, publishedFields, stopped, goneSince, deletedAfterMonths } = input
  const lastBeforeLoss = input.steps.findLast(({ seenAt }) => seenAt < recordFirstAt)
  const unreportedFields = listMissingFields(lines, input.isInland)
  return [
    { kind: 'before-first', until: firstReadAt },
    ...(deletedAfterMonths === null ? [] : [{ kind: 'history-deleted' as const, months: deletedAfterMonths }]),
    ...listUnreadTimes(input),
    ...(lastBeforeLoss ? [{ kind: 'record-lost' as const, from: lastBeforeLoss.seenAt, until: recordFirstAt }] : []),
    ...lines
      .filter(({ values }) => values.some(({ seen }) => seen === 'unseen'))
      .map(({ field }) => ({ kind: 'unseen' as const, field })),
    ...(unreportedFields.length === 0 ? [] : [{ kind: 'never-reported' as const, fields: unreportedFields }]),
    ...(['holds', 'fees'] as const)
      .filter((what) => publishedFields[what] === false)
      .map((what) => ({ kind: 'not-published' as const, what })),
    ...(stopped ? [{ kind: 'tracking-stopped' as const, from: stopped.at, reason: stopped.reason }] : []),
    ...(goneSince === null ? [] : [{ kind: 'gone' as const, from: goneSince }]),
  ]
}

/** Times after the first reading of this container in which nothing was read. */
function listUnreadTimes({ readTimes, firstReadAt, now }: GapInput): EvidenceGap[] {
  if (!readTimes) return [{ kind: 'readings-unknown', from: firstReadAt, until: now }]
  const { since, lastAt, unread } = readTimes
  const isLongBefore = (from: string, to: string) => (instantMs(to) ?? 0) - (instantMs(from) ?? 0) > HOUR_MS
  return [
    ...(isLongBefore(firstReadAt, since)
      ? [{ kind: 'readings-unknown' as const, from: firstReadAt, until: since }]
      : []),
    ...unread
      .filter(({ until }) => until > firstReadAt)
      .map(({ from, until }) => ({ kind: 'not-read' as const, from: from > firstReadAt ? from : firstReadAt, until })),
    ...(isLongBefore(lastAt, now) ? [{ kind: 'not-read' as const, from: lastAt, until: null }] : []),
  ]
}
