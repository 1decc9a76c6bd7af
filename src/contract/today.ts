// The morning briefing: money, six counts that open the lists they count, groups of containers that need a decision,
// changes, and missing facts.
import { z } from 'zod'
import { ChangeRow } from './changes.ts'
import { ContainerFilter, ContainerRow, ContainerSort } from './containers.ts'
import { FeeTotal } from './deadlines.ts'
import { MoneyTotal } from './rates.ts'
import { RiskReason } from './risk.ts'
import type { Contract } from './rpc.ts'
import { Instant } from './values.ts'

export const TodayTile = z.object({
  tile: z.enum(['past', 'today', 'tomorrow', 'new-holds', 'ready', 'arriving']),
  count: z.int(),
  /** How many of them are `ready-unverified`; 0 for other tiles than `ready`. */
  unverified: z.int(),
  /** The difference to the last time the user marked changes as seen; null before the first time. */
  delta: z.int().nullable(),
  /** The filter of the list: `containers.list` with it has `count` rows. */
  filter: ContainerFilter,
})

/** What waiting costs. Fees that a terminal reports and estimates by the user's own rates are never added. */
export const TodayMoney = z.object({
  /** Reported fees of the board, one total for each currency, the largest first, an unknown currency last. */
  due: z.array(FeeTotal),
  /** The number of containers with fees due; `containers.list` with `dueFilter` has them. */
  dueCount: z.int(),
  dueFilter: ContainerFilter,
  /** By the user's rates: what one more day costs for all containers past their last free day. */
  accruing: z.array(MoneyTotal),
  /** By the user's rates: what the next day costs if no container with its last free day today is picked up. */
  saveable: z.array(MoneyTotal),
  /** Containers with their last free day today that are ready for pickup. */
  saveableReady: z.int(),
  /** How many of them are `ready-unverified`. */
  saveableUnverified: z.int(),
  /** Containers with their last free day today whose gate is closed today, by the gate hours of the user. */
  saveableClosed: z.int(),
  /** Containers past their last free day, and containers with it today, without an estimate. */
  accruingUncosted: z.int(),
  saveableUncosted: z.int(),
  /** A demurrage table with rates exists; without one there are no estimates. */
  hasRates: z.boolean(),
})

/**
 * Containers with the same most severe reason. Each container that needs a decision is in one group. Those past their
 * last free day that probably left (the band `confirm`) are in a group of their own, after the others past it.
 */
export const DecisionGroup = z.object({
  reason: RiskReason,
  isToConfirm: z.boolean(),
  count: z.int(),
  /** The first `DECISIONS_SHOWN` rows; reported fees decide the order of those past their last free day. */
  rows: z.array(ContainerRow),
  /** `containers.list` with this filter and order has `count` rows, and begins with `rows`. */
  filter: ContainerFilter,
  sort: ContainerSort,
})

/** A group shows this many rows, so that no group pushes another one off the screen. */
export const DECISIONS_SHOWN = 6

export const Today = z.object({
  money: TodayMoney,
  tiles: z.array(TodayTile),
  /** Without empty groups. Groups in which money can still be saved come first. */
  decisions: z.array(DecisionGroup),
  decisionCount: z.int(),
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

export const today = { queries: { 'today.get': { input: z.object({}), output: Today } } } satisfies Partial<Contract>

export type TodayTile = z.infer<typeof TodayTile>
export type TodayMoney = z.infer<typeof TodayMoney>
export type DecisionGroup = z.infer<typeof DecisionGroup>
export type Today = z.infer<typeof Today>
