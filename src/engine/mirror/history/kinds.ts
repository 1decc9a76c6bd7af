// What a changed field is about, how much it weighs, and whose word it was. Pure. The names of fields are diff.ts's.
// Migration mirror 0002 says the same of the rows it found; a test holds the two together.
import type { ChangeKind } from '#contract/changes.ts'
import type { Severity } from '#contract/risk.ts'
import { isRecord } from '../../api/decode.ts'
import type { FieldChange } from './diff.ts'

/** First match wins. */
const kinds: [RegExp, ChangeKind][] = [
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
  return kinds.find(([pattern]) => pattern.test(field))?.[1] ?? 'other'
}

/**
 * 1 costs money or takes days of free time away, 2 blocks or must be answered, 3 eases or tells of a move, 4 is to be
 * known. The reasons of a risk look at the state of a container; this looks at one step of it.
 */
export function severityOf(kind: ChangeKind, { field, before, after }: FieldChange): Severity {
  switch (kind) {
    case 'last-free-day':
      if (after === null) return 2
      // As text: dates and instants of one field come in one spelling, and the day leads in both.
      return before !== null && after < before ? 1 : 3
    case 'hold':
      return isActiveHold(after) && !isActiveHold(before) ? 2 : 3
    case 'fee':
      return amountOf(after) > amountOf(before) ? 1 : 3
    case 'availability':
      return after === 'true' ? 3 : 2
    case 'arrival':
    case 'tracking':
      return 3
    case 'milestone':
    case 'status':
      return 4
    case 'document':
      // Somebody has to look at it; what was read or linked is to be known.
      return after === '"failed"' ? 2 : 4
    case 'other':
      return field === 'pickup_appointment_at' ? 3 : 4
  }
}

/** Only `hold` blocks; the word differs in case between sources. */
export function isActiveHold(hold: string | null): boolean {
  const value: unknown = hold === null ? null : JSON.parse(hold)
  if (!isRecord(value)) return false
  // Without a status it is taken for one that blocks, as everywhere (mirror/containers/reported.ts).
  const { status } = value
  return typeof status !== 'string' || status.trim() === '' || status.trim().toLowerCase() === 'hold'
}

/** A fee without a price yet is more than no fee, and less than any price. */
function amountOf(fee: string | null): number {
  const value: unknown = fee === null ? null : JSON.parse(fee)
  return isRecord(value) ? Number(value['amount']) || 0 : -1
}

/** The attribute that says when the party was last asked whose word a change of this kind is. */
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

/** The end of the journey a field is about, so that its moments are read in that place's zone. First match wins. */
const places: [RegExp, ChangePlace][] = [
  [/^(pol_|empty_out_)/, 'pol'],
  [/^(ind_|final_destination_|destination_)|lfd_rail$/, 'destination'],
  [/^empty_terminated_/, 'emptyReturn'],
  [/^pod_|lfd_terminal$/, 'pod'],
  [/^pickup_|lfd_line$/, 'pickup'],
]

/** Null where no place's clock is meant: our own moments, and those of the service. */
export function placeOf(field: string): ChangePlace | null {
  return places.find(([pattern]) => pattern.test(field))?.[1] ?? null
}
