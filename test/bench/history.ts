// Generates the change history of the data set. The changes of each record are within the period in which it was
// tracked, sorted by time. The result is the same in every run.
import type { Resource } from '#engine/api/decode.ts'
import { kindOf, severityOf } from '#engine/mirror/history/kinds.ts'

/** A record and the period in which it was tracked, in ms since 1970. A record that is still tracked ends now. */
export type Life = { record: Resource; fromMs: number; toMs: number }
export type MadeChange = {
  type: string
  id: string
  field: string
  before: string | null
  after: string | null
  seenAt: string
  kind: string
  severity: number
}

type Step = { field: string; before: unknown; after: unknown }

const DAY_MS = 86_400_000

/**
 * Possible changes of a container with their weights, which add up to 20. `at`: the time of reading, in ms since 1970.
 */
const CONTAINER_STEPS: [number, (at: number) => Step][] = [
  [4, () => ({ field: 'current_status', before: 'on_ship', after: 'grounded' })],
  [3, (at) => ({ field: 'pod_discharged_at', before: null, after: new Date(at).toISOString() })],
  [3, () => ({ field: 'available_for_pickup', before: false, after: true })],
  [
    2,
    () => ({
      field: 'holds_at_pod_terminal/customs',
      before: null,
      after: { name: 'customs', status: 'hold', description: null },
    }),
  ],
  [
    1,
    () => ({
      field: 'holds_at_pod_terminal/customs',
      before: { name: 'customs', status: 'hold', description: null },
      after: null,
    }),
  ],
  [
    2,
    () => ({
      field: 'fees_at_pod_terminal/demurrage',
      before: null,
      after: { type: 'demurrage', amount: 150, currency_code: 'USD' },
    }),
  ],
  [2, (at) => ({ field: 'import_deadlines.pickup_lfd_terminal', before: addDays(at, 6), after: addDays(at, 5) })],
  [1, (at) => ({ field: 'pickup_appointment_at', before: null, after: new Date(at + 2 * DAY_MS).toISOString() })],
  [2, () => ({ field: 'location_at_pod_terminal', before: 'A12', after: 'B07' })],
]
const SHIPMENT_STEPS: typeof CONTAINER_STEPS = [
  [
    18,
    (at) => ({
      field: 'pod_eta_at',
      before: new Date(at + 4 * DAY_MS).toISOString(),
      after: new Date(at + 5 * DAY_MS).toISOString(),
    }),
  ],
  [2, (at) => ({ field: 'pod_ata_at', before: null, after: new Date(at).toISOString() })],
]
/** Fields that change when a container is returned. Without these changes the board of a past moment would lack it. */
const LAST_FIELDS = ['pod_full_out_at', 'empty_terminated_at', 'current_status']

/** Creates about `count` changes. */
export function createHistory(lives: readonly Life[], count: number): MadeChange[] {
  const owners = lives.filter(({ record: { type } }) => type === 'container' || type === 'shipment')
  const random = createRandom(1)
  const meanPerOwner = count / owners.length
  const changes: MadeChange[] = []
  for (const { record, fromMs, toMs } of owners) {
    const last = isOver(record)
      ? LAST_FIELDS.map((field): Step => ({
          field,
          before: field === 'current_status' ? 'grounded' : null,
          after: record.attributes[field],
        }))
      : []
    const steps = record.type === 'container' ? CONTAINER_STEPS : SHIPMENT_STEPS
    const count = Math.floor(meanPerOwner + random()) - last.length
    for (let i = 0; i < count; i++) {
      const seenMs = Math.floor(fromMs + random() * (toMs - fromMs))
      changes.push(createChange(record, pick(steps, random() * 20)(seenMs), seenMs))
    }
    for (const step of last) changes.push(createChange(record, step, toMs))
  }
  return changes.sort((one, other) => (one.seenAt < other.seenAt ? -1 : Number(one.seenAt > other.seenAt)))
}

function isOver({ type, attributes }: Resource): boolean {
  return type === 'container' && attributes['current_status'] === 'empty_returned'
}

function createChange({ type, id }: Resource, { field, before, after }: Step, seenMs: number): MadeChange {
  const texts = { before: toJson(before), after: toJson(after) }
  const kind = kindOf(type, field)
  return {
    type,
    id,
    field,
    ...texts,
    seenAt: new Date(seenMs).toISOString(),
    kind,
    severity: severityOf(kind, { field, ...texts }),
  }
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function addDays(at: number, days: number): string {
  return new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}

function pick(steps: typeof CONTAINER_STEPS, at: number): (at: number) => Step {
  let left = at
  const found = steps.find(([share]) => (left -= share) < 0) ?? steps[0]!
  return found[1]
}

/** A random generator for numbers in [0, 1). The sequence is the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
