// Batches of numbers to track, from a pasted list or a file. Here a line is a line of text. The lines are checked one
// by one, saved together, and listed in their original order. The view reads the file, so the engine gets only its
// lines.
import { z } from 'zod'
import { MAX_LINES } from './rules/batch-size.ts'
import type { Contract } from './rpc.ts'
import { Assessment, NewRequest, NumberVerdict, RequestRow } from './tracking.ts'
import { Failure, Instant } from './values.ts'

/** Why a line was not sent. */
export const UnsentReason = z.enum([
  'tracked',
  /** An earlier line has the same number. */
  'repeated',
  /** The user excluded it. */
  'excluded',
  ...NumberVerdict.exclude(['trackable']).options,
])

export const BatchLine = z.object({
  /** The text of the line in the list. */
  text: z.string().max(200),
  /** Null: the line was not sent, for the reason in `left`. */
  request: NewRequest.omit({ replaces: true }).nullable(),
  left: UnsentReason.nullable(),
  /** The references of the line. The result shows them if there is no request any more. */
  refs: NewRequest.shape.refs.optional(),
})

export const Batch = z.object({
  id: z.string(),
  /** The name of the file; null if the list was pasted. */
  name: z.string().nullable(),
  createdAt: Instant,
  lines: z.int(),
  submitted: z.int(),
  /** The number of requests that are not sent yet. */
  unsent: z.int(),
})

/** A tracked shipment that the list does not name by its bill, its booking, or one of its containers. */
export const UnlistedShipment = z.object({
  shipmentId: z.string(),
  masterBill: z.string(),
  scac: z.string().nullable(),
  customer: z.string().nullable(),
  refs: z.array(z.string()),
  containers: z.array(z.string()),
})

export const batches = {
  queries: {
    /** One verdict for each text, in the same order; computed locally. */
    'batches.assess': {
      input: z.object({ texts: z.array(z.string().max(200)).max(100) }),
      output: z.array(Assessment),
    },
    /** The twenty newest batches, newest first. */
    'batches.list': { input: z.object({}), output: z.array(Batch) },
    /** One batch in the order of its list. `tracking/unknown-batch` if the batch is no longer stored. */
    'batches.get': {
      input: z.object({ id: z.string() }),
      output: Batch.extend({
        rows: z.array(
          z.object({
            text: z.string(),
            left: UnsentReason.nullable(),
            request: RequestRow.nullable(),
            /** Those of the request, or of the line if it has none. */
            refs: z.array(z.string()),
          }),
        ),
      }),
    },
    /** Tracked shipments that are not in the list: at most a thousand rows, sorted by number. */
    'batches.unlisted': {
      input: z.object({ numbers: z.array(z.string().max(200)).max(20_000) }),
      output: z.object({ rows: z.array(UnlistedShipment), total: z.int() }),
    },
    /** Why new requests are paused, because the plan allows no more; null if they are not paused. */
    'batches.hold': {
      input: z.object({}),
      output: z.object({ failure: Failure, since: Instant, waiting: z.int() }).nullable(),
    },
  },
  commands: {
    /** Saves all lines or none. They are sent one after the other within the budget, also after a restart. */
    'batches.create': {
      input: z.object({ name: z.string().max(200).nullable(), lines: z.array(BatchLine).min(1).max(MAX_LINES) }),
      output: z.object({ id: z.string() }),
    },
    /** Cancels the requests of this batch that were not sent yet. */
    'batches.cancel': { input: z.object({ id: z.string() }), output: z.object({ cancelled: z.int() }) },
    /** Sends the paused requests. The user calls it after the plan allows more again. */
    'batches.resume': { input: z.object({}), output: z.void() },
  },
} satisfies Partial<Contract>

export type UnsentReason = z.infer<typeof UnsentReason>
export type BatchLine = z.infer<typeof BatchLine>
export type Batch = z.infer<typeof Batch>
export type UnlistedShipment = z.infer<typeof UnlistedShipment>
