// Starting to track: what a typed number is, tracking requests and their fate (specification 2.7, 3.3).
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Direction, Failure, Instant, Window, listOf } from './values.ts'

export const RequestType = z.enum(['bill_of_lading', 'booking_number', 'container'])

export const NumberVerdict = z.enum([
  'empty',
  /** May be sent as it stands. */
  'trackable',
  /** A master bill or a booking, and nothing in it says which: the user chooses. */
  'unclear',
  /** Shaped like a container number, but ISO 6346's check digit does not agree. */
  'wrong-check-digit',
  /** The next four are not known to any line; they are worth keeping as references. */
  'house-bill',
  'purchase-order',
  'seal',
  'customs-entry',
  /** Too short, too long, or with characters no such number has. */
  'not-a-number',
])

export const LineChoice = z.object({ scac: z.string(), name: z.string() })

export const RequestState = z.enum([
  /** Ours, until the service has it: saved, under way, refused for good. */
  'waiting',
  'sending',
  'refused',
  /** Refused as a duplicate: the number is tracked already. Not an error. */
  'already-tracked',
  /** The service's own (specification 3.3). */
  'pending',
  'awaiting_manifest',
  'created',
  'failed',
  'tracking_stopped',
  /** A status this build does not know: `status` has its text. */
  'unknown',
])

export const RequestRow = z.object({
  /** Stays the same from the moment it is saved here until it is forgotten, whatever id the service gives it. */
  id: z.string(),
  number: z.string(),
  /** Null when the service names a type this build does not know. */
  type: RequestType.nullable(),
  scac: z.string().nullable(),
  lineName: z.string().nullable(),
  state: RequestState,
  /** `status` as the service gave it; null while it has none. */
  status: z.string().nullable(),
  /** `failed_reason` as the service gave it; also set while it still retries. */
  reason: z.string().nullable(),
  /** Why it has not been sent, or was refused. */
  failure: Failure.nullable(),
  isRetrying: z.boolean(),
  retryCount: z.int().nullable(),
  /** When the next attempt to send it is due; null unless it waits for one. */
  nextTryAt: Instant.nullable(),
  /** It may have arrived although no answer came; sending again ends as a duplicate, never as a second one. */
  isUnsure: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant.nullable(),
  refs: z.array(z.string()),
  /** What it led to, once that has been read. */
  shipmentId: z.string().nullable(),
  /** Containers of that shipment; null before. */
  boxes: z.int().nullable(),
  isDismissed: z.boolean(),
})

export const Assessment = z.object({
  /** As it would be sent: without spaces and dashes, upper case. */
  number: z.string(),
  verdict: NumberVerdict,
  /** What it can be sent as, likeliest first; empty when it cannot be sent. */
  types: z.array(RequestType),
  /** The number with the check digit that would be right; only with `wrong-check-digit`. */
  correctedNumber: z.string().nullable(),
  /** Our own guess from prefix and history, always to be shown as such. Null when we have none. */
  suggestedLine: LineChoice.extend({ from: z.enum(['prefix', 'history']) }).nullable(),
  /** Known here already: as a record, as a request the service has, or as one that still waits to be sent. */
  tracked: z
    .object({
      kind: z.enum(['container', 'shipment', 'request', 'waiting']),
      id: z.string(),
      number: z.string(),
      shipmentId: z.string().nullable(),
    })
    .nullable(),
  /** The newest request for this number that failed or was refused; only where nothing is tracked or under way. */
  failed: RequestRow.nullable(),
})

/** What the service makes of a number. */
export const Inference = z.object({
  type: RequestType.nullable(),
  /** Null: the service does not say. */
  isValid: z.boolean().nullable(),
  reason: z.string().nullable(),
  decision: z.enum(['auto_select', 'needs_confirmation', 'no_prediction']),
  selected: LineChoice.nullable(),
  /** Likeliest first; confidence between 0 and 1, null when not told. */
  candidates: z.array(LineChoice.extend({ confidence: z.number().nullable() })),
})

export const RequestFilter = z.object({
  /** `open`: requests under way or that need the user; not those that are tracked or dismissed. */
  scope: z.enum(['open', 'all']),
  states: z.array(RequestState).optional(),
  text: z.string().max(200).optional(),
})

export const RequestSortColumn = z.enum(['number', 'type', 'line', 'state', 'retries', 'created'])

export const RequestSort = z.array(z.object({ column: RequestSortColumn, direction: Direction })).max(6)

export const NewRequest = z.object({
  number: z.string().min(1).max(50),
  type: RequestType,
  /** Four letters or digits; null asks the service to find the line. */
  scac: z
    .string()
    .regex(/^[A-Z0-9]{4}$/)
    .nullable(),
  refs: z.array(z.string().min(1).max(100)).max(20),
  /** The failed or refused one this takes the place of; it is dismissed. */
  replaces: z.string().nullable(),
})

export const tracking = {
  queries: {
    /** Local and at once: nothing is asked of the service. */
    'tracking.assess': { input: z.object({ text: z.string().max(200) }), output: Assessment },
    /** Every shipping line known here, by name. */
    'tracking.lines': { input: z.object({}), output: z.array(LineChoice) },
    'tracking.list': {
      input: z.object({ filter: RequestFilter, sort: RequestSort, window: Window, listId: z.string().optional() }),
      output: listOf(RequestRow),
    },
    /** `tracking/unknown` when there is none. */
    'tracking.get': { input: z.object({ id: z.string() }), output: RequestRow },
  },
  commands: {
    /** Asks the service; has a budget of its own. Rejects like any request (`api/offline`, `api/not-found`, …). */
    'tracking.infer': { input: z.object({ number: z.string().min(1).max(50) }), output: Inference },
    /**
     * Written down before it answers, sent when the service can be reached, exactly once. `tracking/already-waiting`
     * when the same number as the same type has not been sent yet.
     */
    'tracking.create': { input: NewRequest, output: z.object({ id: z.string() }) },
    /** Cancels a request that is not sent yet; `tracking/already-sent` otherwise. */
    'tracking.cancel': { input: z.object({ id: z.string() }), output: z.void() },
    /** Out of the open list, and back. */
    'tracking.dismiss': { input: z.object({ id: z.string(), isDismissed: z.boolean() }), output: z.void() },
  },
  events: {},
} satisfies Contract

export type RequestType = z.infer<typeof RequestType>
export type NumberVerdict = z.infer<typeof NumberVerdict>
export type LineChoice = z.infer<typeof LineChoice>
export type Assessment = z.infer<typeof Assessment>
export type Inference = z.infer<typeof Inference>
export type RequestState = z.infer<typeof RequestState>
export type RequestRow = z.infer<typeof RequestRow>
export type RequestFilter = z.infer<typeof RequestFilter>
export type RequestSortColumn = z.infer<typeof RequestSortColumn>
export type RequestSort = z.infer<typeof RequestSort>
export type NewRequest = z.infer<typeof NewRequest>
