// The timeline of a container's journey: its legs in order, with the events of each.
import { z } from 'zod'
import { Instant, Zone } from './values.ts'

export const Leg = z.enum(['origin', 'ocean', 'transshipment', 'discharge', 'rail', 'destination', 'empty-return'])

/** One entry of the timeline. `missing`: a later milestone happened, but no source reported this one. */
export const TimelineEntry = z.object({
  kind: z.enum(['actual', 'estimated', 'missing']),
  /** The event name (service specification 6.3) without its prefix `container.`, or the attribute it was taken from. */
  event: z.string(),
  at: Instant.nullable(),
  zone: Zone.nullable(),
  place: z.string().nullable(),
  locode: z.string().nullable(),
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
  /** `shipping_line`, `terminal`, `ais` …; null if only an attribute of the record is known. */
  source: z.string().nullable(),
  firstSeenAt: Instant.nullable(),
  /** For a changed deadline: the new value as the service sent it. */
  value: z.string().nullable(),
})

export const TimelineLeg = z.object({
  leg: Leg,
  /** The ports of transshipment count from 1, in the order of the journey. Other legs have 0. */
  ordinal: z.int(),
  place: z.string().nullable(),
  entries: z.array(TimelineEntry),
})

export type Leg = z.infer<typeof Leg>
export type TimelineEntry = z.infer<typeof TimelineEntry>
export type TimelineLeg = z.infer<typeof TimelineLeg>
