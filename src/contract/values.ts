// The small values that several features speak in. JSON only: instants as text, calendar dates as text, no bytes.
import { z } from 'zod'
import { errorCodes } from './errors.ts'

/** A point in time, ISO 8601 in UTC (`2026-11-20T08:00:00.000Z`). */
export const Instant = z.iso.datetime()

/** A day at a place, `YYYY-MM-DD`: never an instant, never shifted by a zone. */
export const CalendarDate = z.iso.date()

/** Hour and minute at a place, 24 hours. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** IANA zone name as the service gave it and this machine knows it. */
export const Zone = z.string()

/** Which slice of an ordered list is on screen. */
export const Window = z.object({ offset: z.int().min(0), limit: z.int().min(1).max(500) })

export const Direction = z.enum(['asc', 'desc'])

/**
 * The answer to every list query. `listId` names the frozen order the window was cut from: send it back while the
 * user reads, and rows keep their places while their values stay fresh; leave it out to sort anew.
 */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    listId: z.string(),
    offset: z.int(),
    rows: z.array(row),
    /** Rows that pass the filter, as frozen in `listId`. */
    total: z.int(),
    /** Rows there are without any filter: "61 of 1,048". */
    outOf: z.int(),
    /** Rows that entered, left or would stand elsewhere if the list were sorted anew now. */
    moved: z.int(),
    asOf: Instant,
  })
}

/** One choice of a filter, with the number of rows behind it. */
export const FacetValue = z.object({ value: z.string(), label: z.string(), count: z.int() })

/** An expected failure as data: shown, stored or sent, with the words left to the view. */
export const Failure = z.object({
  code: z.enum(errorCodes),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})

export type Failure = z.infer<typeof Failure>
export type FacetValue = z.infer<typeof FacetValue>
