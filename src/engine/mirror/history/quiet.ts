// Decides which changes are recorded but not listed, because they need no action. Pure.
import { instantMs } from '../../outside/calendar.ts'
import type { FieldChange } from './diff.ts'

/** The service's own flags and counters, and codes that repeat another field. */
const TECHNICAL = /^(is_retrying|retry_count|availability_known|pod_vessel_imo|\w*timezone)$/

/** In this time after tracking began, line and terminal send their first values. */
const FIRST_VALUES_MS = 60 * 60_000

/** Types whose first values are quiet. Documents are not among them: what was read from a new document is news. */
const QUIET_AT_FIRST = new Set(['container', 'shipment', 'tracking_request'])

/** The service answers with this status before it has asked the line. */
const NO_STATUS = '"new"'

/** `createdAt`: when the service created the record; null if unknown. */
export function isQuiet(
  { field, before }: FieldChange,
  { type, createdAt, seenAt }: { type: string; createdAt: string | null; seenAt: string },
): boolean {
  if (TECHNICAL.test(field)) return true
  const isFirst = before === null || (field === 'current_status' && before === NO_STATUS)
  const [createdMs, seenMs] = [instantMs(createdAt ?? ''), instantMs(seenAt)]
  if (!isFirst || !QUIET_AT_FIRST.has(type) || createdMs === null || seenMs === null) return false
  return seenMs - createdMs < FIRST_VALUES_MS
}
