// The handover from one shift to the next: assigned, snoozed and unassigned containers, and recent notes.
import { z } from 'zod'
import { ContainerRow } from './containers.ts'
import { FeeTotal } from './deadlines.ts'
import type { Contract } from './rpc.ts'
import { Instant } from './values.ts'

/** Open containers only. `rows` is cut; `count` and `feesDue` are of all of them. */
const ContainerRows = z.object({ rows: z.array(ContainerRow), count: z.int(), feesDue: z.array(FeeTotal) })

export const Handover = z.object({
  /** The name with which the user of this computer signs; null until the user enters one. */
  me: z.string().nullable(),
  /** By name; each with last free days that are today first, then most urgent first. */
  assigned: z.array(ContainerRows.extend({ name: z.string() })),
  /** Muted, or snoozed until then: the soonest first, muted ones last. Open containers only, at most 200. */
  snoozed: z.array(z.object({ row: ContainerRow, until: Instant.nullable() })),
  /** The fees due on the rows of `snoozed`. */
  snoozedFeesDue: z.array(FeeTotal),
  /** They need a decision and have no assignee; in the same order. */
  open: ContainerRows,
  /** Written within the last 24 hours, newest first. */
  notes: z.array(z.object({ containerId: z.string(), number: z.string(), text: z.string(), at: Instant })),
  asOf: Instant,
})

export const handover = {
  queries: { 'handover.get': { input: z.object({}), output: Handover } },
} satisfies Partial<Contract>

export type Handover = z.infer<typeof Handover>
