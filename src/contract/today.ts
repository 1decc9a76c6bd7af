// The morning briefing: six counts that open the lists they count, containers that need a decision, changes, and
// missing facts.
import { z } from 'zod'
import { ChangeRow } from './changes.ts'
import { ContainerFilter, ContainerRow } from './containers.ts'
import { FeeTotal } from './deadlines.ts'
import { RiskReason } from './risk.ts'
import type { Contract } from './rpc.ts'
import { Instant } from './values.ts'

export const TodayTile = z.object({
  tile: z.enum(['past', 'today', 'tomorrow', 'new-holds', 'ready', 'arriving']),
  count: z.int(),
  /** The difference to the user's last visit; null before the first visit. */
  delta: z.int().nullable(),
  feesDue: z.array(FeeTotal),
  /** The filter of the list: `containers.list` with it has `count` rows. */
  filter: ContainerFilter,
})

export const Today = z.object({
  tiles: z.array(TodayTile),
  /**
   * Sorted by severity, days left, fees, estimated exposure, and number; at most 25 of `decisionCount`. Reasons are in
   * the rows.
   */
  decisions: z.array(ContainerRow),
  decisionCount: z.int(),
  /** All `decisionCount` containers by their most severe reason. */
  decisionReasons: z.array(z.object({ reason: RiskReason, count: z.int() })),
  /** `containers.list` with this filter has `decisionCount` rows. */
  decisionFilter: ContainerFilter,
  /** The ten most severe changes since the user's last visit that were not reverted. */
  changes: z.array(ChangeRow),
  /** The number of all these changes, as `changes.list` lists and `changes.seenMark` counts them. */
  changeCount: z.int(),
  notAssessed: z.object({
    total: z.int(),
    /** Free time is running, and no source reports a last free day. */
    noDate: z.int(),
    /** The terminal was last checked more than a day ago, or never. */
    unchecked: z.int(),
    filter: ContainerFilter,
  }),
  /** As in `documents.list`: documents that need the user, and documents that wait for a result. */
  documents: z.object({ needsMe: z.int(), underWay: z.int() }),
  asOf: Instant,
})

export const today = {
  queries: { 'today.get': { input: z.object({}), output: Today } },
  commands: {},
  events: {},
} satisfies Contract

export type TodayTile = z.infer<typeof TodayTile>
export type Today = z.infer<typeof Today>
