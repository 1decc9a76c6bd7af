// A year of changes over a set of records, evenly spread and the same every time.
import type { Resource } from '#engine/api/decode.ts'
import { kindOf, severityOf } from '#engine/changes/kinds.ts'

export type MadeChange = { type: string; id: string; field: string; before: string | null; after: string | null; seenAt: string; kind: string; severity: number }

const YEAR_MS = 365 * 86_400_000

/** Fields with the share they have of a quiet day's changes, of 20. */
const CONTAINER_FIELDS: [string, number, string | null, string | null][] = [
  ['current_status', 4, '"on_ship"', '"grounded"'],
  ['pod_discharged_at', 3, null, '"2026-03-01T08:00:00.000Z"'],
  ['available_for_pickup', 3, 'false', 'true'],
  ['holds_at_pod_terminal/customs', 2, null, '{"name":"customs","status":"hold","description":null}'],
  ['holds_at_pod_terminal/customs', 1, '{"name":"customs","status":"hold","description":null}', null],
  ['fees_at_pod_terminal/demurrage', 2, null, '{"type":"demurrage","amount":150,"currency_code":"USD"}'],
  ['import_deadlines.pickup_lfd_terminal', 2, '"2026-03-07"', '"2026-03-06"'],
  ['pickup_appointment_at', 1, null, '"2026-03-05T15:00:00.000Z"'],
  ['location_at_pod_terminal', 2, '"A12"', '"B07"'],
]
const SHIPMENT_FIELDS: typeof CONTAINER_FIELDS = [
  ['pod_eta_at', 18, '"2026-03-01T08:00:00.000Z"', '"2026-03-02T20:00:00.000Z"'],
  ['pod_ata_at', 2, null, '"2026-03-02T21:00:00.000Z"'],
]

export function historyOf(records: readonly Resource[], count: number, nowMs: number): MadeChange[] {
  const owners = records.filter(({ type }) => type === 'container' || type === 'shipment')
  const random = seeded(1)
  return Array.from({ length: count }, (_, i) => {
    const { type, id } = owners[Math.floor(random() * owners.length)]!
    const fields = type === 'container' ? CONTAINER_FIELDS : SHIPMENT_FIELDS
    const [field, , before, after] = pick(fields, random() * 20)
    const kind = kindOf(type, field)
    const seenAt = new Date(nowMs - YEAR_MS + Math.floor((YEAR_MS * i) / count)).toISOString()
    return { type, id, field, before, after, seenAt, kind, severity: severityOf(kind, { field, before, after }) }
  })
}

function pick(fields: typeof CONTAINER_FIELDS, at: number): (typeof CONTAINER_FIELDS)[number] {
  let left = at
  return fields.find(([, share]) => (left -= share) < 0) ?? fields[0]!
}

/** Evenly in [0, 1); the same row of numbers for a seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
