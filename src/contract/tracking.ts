// Tracking: the check of a typed number, and the state of tracking requests (specification 2.7, 3.3).
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Direction, Failure, Instant, Window, listOf } from './values.ts'

export const RequestType = z.enum(['bill_of_lading', 'booking_number', 'container'])

export const NumberVerdict = z.enum([
  'empty',
  /** The number can be sent unchanged. */
  'trackable',
  /** A master bill or a booking, and the number does not show which: the user chooses. */
  'unclear',
  /** Shaped like a container number, but the check digit of ISO 6346 is wrong. */
  'wrong-check-digit',
  /** The service tracks none of the next four, but they are useful as references. */
  'house-bill',
  'purchase-order',
  'seal',
  'customs-entry',
  /** Too short, too long, or with characters that no such number has. */
  'not-a-number',
])

export const LineChoice = z.object({ scac: z.string(), name: z.string() })

export const RequestState = z.enum([
  /** Local states, until the service has it: saved, being sent, refused for good. */
  'waiting',
  'sending',
  'refused',
  /** Refused as a duplicate: the number is already tracked. Not an error. */
  'already-tracked',
  /** States of the service (specification 3.3). */
  'pending',
  'awaiting_manifest',
  'created',
  'failed',
  'tracking_stopped',
  /** A status that this build does not know; `status` has its text. */
  'unknown',
])

export const RequestRow = z.object({
  /** The local id, from saving until the record is deleted; the service's id does not change it. */
  id: z.string(),
  number: z.string(),
  /** Null if the service names a type that this build does not know. */
  type: RequestType.nullable(),
  scac: z.string().nullable(),
  lineName: z.string().nullable(),
  state: RequestState,
  /** `status` from the service; null before the first. */
  status: z.string().nullable(),
  /** `failed_reason` from the service; also set while the service retries. */
  reason: z.string().nullable(),
  /** Why it has not been sent, or was refused. */
  failure: Failure.nullable(),
  isRetrying: z.boolean(),
  retryCount: z.int().nullable(),
  /** When the next attempt is due; null unless it waits for one. */
  nextTryAt: Instant.nullable(),
  /** It may have arrived although there was no answer. Sending again gives a duplicate error, not a second request. */
  isUnsure: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant.nullable(),
  refs: z.array(z.string()),
  /** The resulting shipment, once it was read. */
  shipmentId: z.string().nullable(),
  /** The number of containers of that shipment; null before. */
  containerCount: z.int().nullable(),
  isDismissed: z.boolean(),
})

export const Assessment = z.object({
  /** As it would be sent: upper case, without spaces and dashes. */
  number: z.string(),
  verdict: NumberVerdict,
  /** The possible types, most likely first; empty if it cannot be sent. */
  types: z.array(RequestType),
  /** The number with the correct check digit; only with `wrong-check-digit`. */
  correctedNumber: z.string().nullable(),
  /** Our own guess from prefix and history, always marked as a guess. Null if there is none. */
  suggestedLine: LineChoice.extend({ from: z.enum(['prefix', 'history']) }).nullable(),
  /** The number is known already: as a record, a request of the service, or a request that waits to be sent. */
  tracked: z
    .object({
      kind: z.enum(['container', 'shipment', 'request', 'waiting']),
      id: z.string(),
      number: z.string(),
      shipmentId: z.string().nullable(),
    })
    .nullable(),
  /** The newest failed or refused request for this number; only if none is tracked or pending. */
  failed: RequestRow.nullable(),
})

/** The service's answer about a number. */
export const Inference = z.object({
  type: RequestType.nullable(),
  /** Null: the service does not say. */
  isValid: z.boolean().nullable(),
  reason: z.string().nullable(),
  decision: z.enum(['auto_select', 'needs_confirmation', 'no_prediction']),
  selected: LineChoice.nullable(),
  /** Most likely first; confidence between 0 and 1, null if not reported. */
  candidates: z.array(LineChoice.extend({ confidence: z.number().nullable() })),
})

export const RequestFilter = z.object({
  /** `open`: pending requests and requests that need the user; not those that are tracked or dismissed. */
  scope: z.enum(['open', 'all']),
  states: z.array(RequestState).optional(),
  text: z.string().max(200).optional(),
})

export const RequestSortColumn = z.enum(['number', 'type', 'line', 'state', 'retries', 'created'])

export const RequestSort = z.array(z.object({ column: RequestSortColumn, direction: Direction })).max(6)

export const NewRequest = z.object({
  number: z.string().min(1).max(50),
  type: RequestType,
  /** Four letters or digits; null: the service finds the line. */
  scac: z
    .string()
    .regex(/^[A-Z0-9]{4}$/)
    .nullable(),
  refs: z.array(z.string().min(1).max(100)).max(20),
  /** The failed or refused request that this one replaces; that one is dismissed. */
  replaces: z.string().nullable(),
})

export const tracking = {
  queries: {
    /** Computed locally; sends nothing. */
    'tracking.assess': { input: z.object({ text: z.string().max(200) }), output: Assessment },
    /** Every known shipping line, by name. */
    'tracking.lines': { input: z.object({}), output: z.array(LineChoice) },
    'tracking.list': {
      input: z.object({ filter: RequestFilter, sort: RequestSort, window: Window, listId: z.string().optional() }),
      output: listOf(RequestRow),
    },
    /** `tracking/unknown` when there is none. */
    'tracking.get': { input: z.object({ id: z.string() }), output: RequestRow },
  },
  commands: {
    /** Asks the service; has its own budget. Rejects like any request (`api/offline`, `api/not-found`, …). */
    'tracking.infer': { input: z.object({ number: z.string().min(1).max(50) }), output: Inference },
    /**
     * Saved before it answers, and sent exactly once when the service can be reached. `tracking/already-waiting` if the
     * same number and type waits to be sent.
     */
    'tracking.create': { input: NewRequest, output: z.object({ id: z.string() }) },
    /** Cancels an unsent request; otherwise `tracking/already-sent`. */
    'tracking.cancel': { input: z.object({ id: z.string() }), output: z.void() },
    /** Removes the request from the open list, or returns it. */
    'tracking.dismiss': { input: z.object({ id: z.string(), isDismissed: z.boolean() }), output: z.void() },
  },
} satisfies Partial<Contract>

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
