// The timeline of a container's journey: its legs in order, with the events of each.
import { z } from 'zod'
import { Instant, Zone } from './values.ts'

export const Leg = z.enum(['origin', 'ocean', 'transshipment', 'discharge', 'rail', 'destination', 'empty-return'])

/** One line of the timeline. `missing`: a journey of this kind has this milestone, but no source reported it. */
export const TimelineEntry = z.object({
  kind: z.enum(['actual', 'estimated', 'missing']),
  /** The event name of specification 6.3 without its `container.` prefix, or the attribute it was taken from. */
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
  /** 1 for the first transshipment, 2 for the second; 0 where there is only one leg of the kind. */
  ordinal: z.int(),
  place: z.string().nullable(),
  entries: z.array(TimelineEntry),
})

export type Leg = z.infer<typeof Leg>
export type TimelineEntry = z.infer<typeof TimelineEntry>
export type TimelineLeg = z.infer<typeof TimelineLeg>
