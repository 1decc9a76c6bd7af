// Generates the change history of the data set. The changes of each record are within the period in which it was
// tracked, sorted by time. The result is the same in every run.
import type { Resource } from '#engine/api/decode.ts'
import { kindOf, severityOf } from '#engine/mirror/history/kinds.ts'

/** A record and the period in which it was tracked, in ms since 1970. A record that is still tracked ends now. */
export type TrackedPeriod = { record: Resource; fromMs: number; toMs: number }
export type GeneratedChange = {
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
 * Possible changes of a container with their weights, which add up to 20. `seenMs`: when the change was read, in ms
 * since 1970.
 */
const CONTAINER_STEPS: [number, (seenMs: number) => Step][] = [
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
export function createHistory(periods: readonly TrackedPeriod[], count: number): GeneratedChange[] {
  const tracked = periods.filter(({ record: { type } }) => type === 'container' || type === 'shipment')
  const random = createRandom(1)
  const meanPerOwner = count / tracked.length
  const changes: GeneratedChange[] = []
  for (const { record, fromMs, toMs } of tracked) {
    const lastSteps = isReturned(record)
      ? LAST_FIELDS.map((field): Step => ({
          field,
          before: field === 'current_status' ? 'grounded' : null,
          after: record.attributes[field],
        }))
      : []
    const steps = record.type === 'container' ? CONTAINER_STEPS : SHIPMENT_STEPS
    const changeCount = Math.floor(meanPerOwner + random()) - lastSteps.length
    for (let i = 0; i < changeCount; i++) {
      const seenMs = Math.floor(fromMs + random() * (toMs - fromMs))
      changes.push(createChange(record, pickStep(steps, random() * 20)(seenMs), seenMs))
    }
    for (const step of lastSteps) changes.push(createChange(record, step, toMs))
  }
  return changes.sort((one, other) => (one.seenAt < other.seenAt ? -1 : Number(one.seenAt > other.seenAt)))
}

function isReturned({ type, attributes }: Resource): boolean {
  return type === 'container' && attributes['current_status'] === 'empty_returned'
}

function createChange({ type, id }: Resource, { field, before, after }: Step, seenMs: number): GeneratedChange {
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

function addDays(ms: number, days: number): string {
  return new Date(ms + days * DAY_MS).toISOString().slice(0, 10)
}

/** Picks a step by its weight. `draw` is between 0 and the sum of all weights. */
function pickStep(steps: typeof CONTAINER_STEPS, draw: number): (seenMs: number) => Step {
  let remainder = draw
  const [, createStep] = steps.find(([weight]) => (remainder -= weight) < 0) ?? steps[0]!
  return createStep
}

/** Creates a generator of random numbers in [0, 1). The sequence is the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
