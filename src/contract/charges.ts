// Holds and fees of all containers, with one row for each (specification 2.5 and 2.6).
import { z } from 'zod'
import { LastFreeDay } from './deadlines.ts'
import { OwnRow } from './own.ts'
import type { Contract } from './rpc.ts'
import { Direction, FacetValue, Instant, Window, listOf } from './values.ts'

/** Who can clear a hold. */
export const ClearedBy = z.enum(['line', 'broker', 'broker-usda', 'payer', 'terminal'])

export const ChargeRow = z.object({
  /** Unique and stable: container, kind, name and index. */
  id: z.string(),
  kind: z.enum(['hold', 'fee']),
  containerId: z.string(),
  number: z.string(),
  shipmentId: z.string().nullable(),
  /** `customs`, `demurrage` … as spelled by the service. */
  name: z.string(),
  /** `hold` or `pending` for a hold, other words as they are; null for a fee. */
  state: z.string().nullable(),
  /** The terminal's own text. */
  description: z.string().nullable(),
  /** Null for a hold; 0 is a fee posted without a price. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** When we first read it; null if it existed at our first reading. */
  firstSeenAt: Instant.nullable(),
  /** Whole days since `firstSeenAt`; null with it. */
  ageDays: z.int().nullable(),
  /** Null for a fee. */
  clearedBy: ClearedBy.nullable(),
  lastFreeDay: LastFreeDay,
  masterBill: z.string().nullable(),
  customer: z.string().nullable(),
  /** Data of the container that the user entered. */
  own: OwnRow,
})

export const ChargeFilter = z.object({
  kind: z.enum(['hold', 'fee']).optional(),
  names: z.array(z.string()).optional(),
  customers: z.array(z.string()).optional(),
  /** Names of assignees; an empty name means no assignee. */
  assignedTo: z.array(z.string()).optional(),
  text: z.string().max(200).optional(),
})

export const ChargeSortColumn = z.enum([
  'number',
  'name',
  'state',
  'amount',
  'firstSeen',
  'daysLeft',
  'lastFreeDay',
  'masterBill',
  'customer',
  'assignee',
])
export const ChargeSort = z.array(z.object({ column: ChargeSortColumn, direction: Direction })).max(6)

export const charges = {
  queries: {
    /** Lists only the holds and fees of containers that were not picked up. */
    'charges.list': {
      input: z.object({ filter: ChargeFilter, sort: ChargeSort, window: Window, listId: z.string().optional() }),
      output: listOf(ChargeRow),
    },
    'charges.facets': {
      input: z.object({ filter: ChargeFilter }),
      output: z.object({
        names: z.array(FacetValue),
        customers: z.array(FacetValue),
        assignedTo: z.array(FacetValue),
        /**
         * Totals of the fees that pass the filter, for each currency. A fee named `total` counts only if the container
         * has no other fee.
         */
        totals: z.array(
          z.object({
            currency: z.string().nullable(),
            amount: z.number(),
            isPending: z.boolean(),
            containers: z.int(),
          }),
        ),
      }),
    },
  },
} satisfies Partial<Contract>

export type ClearedBy = z.infer<typeof ClearedBy>
export type ChargeRow = z.infer<typeof ChargeRow>
export type ChargeFilter = z.infer<typeof ChargeFilter>
export type ChargeSortColumn = z.infer<typeof ChargeSortColumn>
export type ChargeSort = z.infer<typeof ChargeSort>
