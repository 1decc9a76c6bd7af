// The handover from one shift to the next: assigned, snoozed and unassigned containers, and recent notes.
import { z } from 'zod'
import { ContainerRow } from './containers.ts'
import { FeeTotal } from './deadlines.ts'
import type { Contract } from './rpc.ts'
import { Instant } from './values.ts'

/** Open containers only. `rows` is cut; the counts and `feesDue` are of all of them. */
const ContainerRows = z.object({
  rows: z.array(ContainerRow),
  count: z.int(),
  feesDue: z.array(FeeTotal),
  /** How many of `count` have fees due. */
  feesDueCount: z.int(),
})

/** The counts of all open containers, equal to those of `today.get`. */
const HandoverSummary = z.object({
  decisions: z.int(),
  today: z.int(),
  tomorrow: z.int(),
  past: z.int(),
  /** One total for each currency, the largest first, an unknown currency last. */
  feesDue: z.array(FeeTotal),
  feesDueCount: z.int(),
})

export const Handover = z.object({
  summary: HandoverSummary,
  /** The name with which the user of this computer signs; null until the user enters one. */
  me: z.string().nullable(),
  /**
   * Sorted by name, without the rows of `snoozed`. The rows of each begin with last free days that are today, and are
   * in the order of Today.
   */
  assigned: z.array(ContainerRows.extend({ name: z.string() })),
  /** Muted, or snoozed until then: the soonest first, muted ones last. Open containers only, at most 200. */
  snoozed: z.array(z.object({ row: ContainerRow, until: Instant.nullable() })),
  /** The fees due on the rows of `snoozed`. */
  snoozedFeesDue: z.array(FeeTotal),
  snoozedFeesDueCount: z.int(),
  /** Containers that need a decision and have no assignee, in the same order. */
  open: ContainerRows,
  /** Written within the last 24 hours, newest first. */
  notes: z.array(z.object({ containerId: z.string(), number: z.string(), text: z.string(), at: Instant })),
  asOf: Instant,
})

/** `hasAllRows`: lists of containers have up to 5,000 rows, otherwise as many as one reads at the end of a shift. */
export const handover = {
  queries: { 'handover.get': { input: z.object({ hasAllRows: z.boolean().optional() }), output: Handover } },
} satisfies Partial<Contract>

export type Handover = z.infer<typeof Handover>
