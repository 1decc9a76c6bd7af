// Small values that several features share. JSON only: instants and calendar dates are text, and there are no bytes.
import { z } from 'zod'
import { errorCodes } from './errors.ts'

/** A point in time, ISO 8601 in UTC (`2026-11-20T08:00:00.000Z`). */
export const Instant = z.iso.datetime()

/** A day at a place, `YYYY-MM-DD`. It is not an instant, and no zone shifts it. */
export const CalendarDate = z.iso.date()

/** Hour and minute at a place, from 00:00 to 23:59. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** An IANA zone name that this computer knows. */
export const Zone = z.string()

/** The part of a sorted list to read. It begins at the row `startId` if the list has it, otherwise at `offset`. */
export const Window = z.object({
  offset: z.int().min(0),
  limit: z.int().min(1).max(500),
  startId: z.string().optional(),
})

export const Direction = z.enum(['asc', 'desc'])

/**
 * The answer of every list query. `listId` names the frozen order of the list: with it, later reads keep the order
 * while values stay current. Without it the list is sorted again.
 */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    listId: z.string(),
    offset: z.int(),
    rows: z.array(row),
    /** Rows that pass the filter, in the frozen order of `listId`. */
    total: z.int(),
    /** Rows without any filter: "61 of 1,048". */
    outOf: z.int(),
    /** The number of rows that a new sort would add, remove or move. */
    reordered: z.int(),
    asOf: Instant,
  })
}

/** One choice of a filter, with its number of rows. */
export const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.int() })

/** An expected failure as data, to show, store or send; the view has the texts. */
export const Failure = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export type Failure = z.infer<typeof Failure>
export type FacetValue = z.infer<typeof FacetValue>
