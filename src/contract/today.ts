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
  /** The list it counts: `containers.list` with this filter has `count` rows. */
  filter: ContainerFilter,
})

export const Today = z.object({
  tiles: z.array(TodayTile),
  /**
   * By severity, days left, fees, estimated exposure, number; at most 25 of `decisionCount`. Their reasons are in the
   * rows.
   */
  decisions: z.array(ContainerRow),
  decisionCount: z.int(),
  /** All of `decisionCount` by their most severe reason. */
  decisionReasons: z.array(z.object({ reason: RiskReason, count: z.int() })),
  /** The list of all of them: `containers.list` with this filter has `decisionCount` rows. */
  decisionFilter: ContainerFilter,
  /** The ten weightiest changes since the last look that were not taken back. */
  moved: z.array(ChangeRow),
  /** All of them, as `changes.list` lists and `changes.look` counts them. */
  changeCount: z.int(),
  notAssessed: z.object({
    total: z.int(),
    /** Free time is running, and no source reports a last free day. */
    noDate: z.int(),
    /** The terminal was not asked for more than a day, or never. */
    unchecked: z.int(),
    filter: ContainerFilter,
  }),
  /** As `documents.list` lists them: what waits for the user, and what is on its way to a result. */
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
