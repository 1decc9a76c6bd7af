// The kind, severity and source of a changed field. Pure. The names of fields are those of diff.ts. Migration mirror
// 0002 contains the same rules for the rows that it found; a test compares the two.
import type { ChangeKind } from '#contract/changes.ts'
import type { Severity } from '#contract/risk.ts'
import { isRecord } from '../../api/decode.ts'
import { MS_PER_DAY, instantMs } from '../../outside/calendar.ts'
import type { Resource } from '../../api/decode.ts'
import type { FieldChange } from './diff.ts'

/** The first matching pattern decides. */
const kindByPattern: [RegExp, ChangeKind][] = [
  [/^line_tracking_/, 'tracking'],
  [/lfd|^import_deadlines\./, 'last-free-day'],
  [/holds/, 'hold'],
  [/fees/, 'fee'],
  [/^(available_for_pickup|availability_known)$/, 'availability'],
  [/^current_status$/, 'status'],
  [/_eta_at$/, 'arrival'],
  [/^(created_at|pickup_appointment_at)$/, 'other'],
  [/_at$/, 'milestone'],
]

export function kindOf(type: string, field: string): ChangeKind {
  if (type === 'tracking_request') return 'tracking'
  if (type === 'document') return 'document'
  return kindByPattern.find(([pattern]) => pattern.test(field))?.[1] ?? 'other'
}

/**
 * 1 costs money or free days, 2 blocks pickup or needs an answer, 3 changes the plan of a pickup: an obstacle is gone,
 * or a date is new; 4 is for information. A risk depends on the state of a container; this depends on one change.
 * `attributes`: the record after the change, and for a request the reason why its shipment is no longer tracked.
 */
export function severityOf(
  kind: ChangeKind,
  { field, before, after }: FieldChange,
  attributes: Resource['attributes'] = {},
): Severity {
  switch (kind) {
    case 'last-free-day':
      if (after === null) return 2
      // Compared as text: dates and instants of one field have one format, and both begin with the day.
      return before !== null && after < before ? 1 : 3
    case 'hold':
      return isActiveHold(after) && !isActiveHold(before) ? 2 : 3
    case 'fee':
      return amountOf(after) > amountOf(before) ? 1 : 3
    case 'availability':
      if (isPickedUp(attributes)) return 4
      return after === 'true' ? 3 : 2
    case 'arrival':
      return isSmallMove(before, after) ? 4 : 3
    case 'tracking':
      if (attributes[STOPPED_REASON] === ALL_RETURNED) return 4
      return after !== null && NEEDS_ANSWER.test(`${field}=${after}`) ? 2 : 4
    case 'milestone':
    case 'status':
      return 4
    case 'document':
      // The user has to check it; what was extracted or linked is for information.
      return after === '"failed"' ? 2 : 4
    case 'other':
      return field === 'pickup_appointment_at' ? 3 : 4
  }
}

/** A container that was picked up is no longer available. */
function isPickedUp(attributes: Resource['attributes']): boolean {
  return ['pod_full_out_at', 'final_destination_full_out_at'].some((name) => typeof attributes[name] === 'string')
}

export const STOPPED_REASON = 'line_tracking_stopped_reason'
/** Tracking ends like this if nothing is left to track. */
const ALL_RETURNED = 'all_containers_terminated'
/** The service cannot track the number, or no longer. The user must correct it, resume it, or track by hand. */
const NEEDS_ANSWER = /^(status="(failed|tracking_stopped)"$|failed_reason=|line_tracking_stopped_)/

/** An arrival that moved by less than a day, for which alerts are not raised either. */
function isSmallMove(before: string | null, after: string | null): boolean {
  if (before === null || after === null) return false
  const [beforeMs, afterMs] = [before, after].map((json) => instantMs(String(JSON.parse(json))))
  if (typeof beforeMs !== 'number' || typeof afterMs !== 'number') return false
  return Math.abs(afterMs - beforeMs) < MS_PER_DAY
}

/** Whether the hold blocks the pickup: only the status `hold` does. Sources write the status in different cases. */
export function isActiveHold(hold: string | null): boolean {
  const value: unknown = hold === null ? null : JSON.parse(hold)
  if (!isRecord(value)) return false
  // Without a status the hold counts as blocking, as everywhere (mirror/containers/reported.ts).
  const { status } = value
  return typeof status !== 'string' || status.trim() === '' || status.trim().toLowerCase() === 'hold'
}

/** A fee without a price yet ranks above no fee, and below any price. */
function amountOf(fee: string | null): number {
  const value: unknown = fee === null ? null : JSON.parse(fee)
  return isRecord(value) ? Number(value['amount']) || 0 : -1
}

/** The attribute with the time of the last check of the party that reports a change of this kind. */
export function sourceAttribute(kind: ChangeKind): string | null {
  switch (kind) {
    case 'last-free-day':
    case 'hold':
    case 'fee':
    case 'availability':
      return 'terminal_checked_at'
    case 'arrival':
    case 'milestone':
      return 'line_tracking_last_succeeded_at'
    case 'status':
    case 'tracking':
    case 'document':
    case 'other':
      return null
  }
}

export type ChangePlace = 'pol' | 'pod' | 'destination' | 'pickup' | 'emptyReturn'

/** The end of the journey that a field is about, so that its times are shown in that place's zone. */
const placeByPattern: [RegExp, ChangePlace][] = [
  [/^(pol_|empty_out_)/, 'pol'],
  [/^(ind_|final_destination_|destination_)|lfd_rail$/, 'destination'],
  [/^empty_terminated_/, 'emptyReturn'],
  [/^pod_|lfd_terminal$/, 'pod'],
  [/^pickup_|lfd_line$/, 'pickup'],
]

/** Null for times of this program and of the service, which are not shown in the zone of a place. */
export function placeOf(field: string): ChangePlace | null {
  return placeByPattern.find(([pattern]) => pattern.test(field))?.[1] ?? null
}
