// Shipments as lists show them. Specification 2.2 explains the attributes.
import { z } from 'zod'
import type { Contract } from './rpc.ts'
import { Ages, ContainerRow, ZonedPlace } from './containers.ts'
import { Band } from './deadlines.ts'
import { CalendarDate, Direction, FacetValue, Instant, Window, Zone, listOf } from './values.ts'

export const ShipmentRow = z.object({
  id: z.string(),
  masterBill: z.string(),
  scac: z.string().nullable(),
  lineName: z.string().nullable(),
  customer: z.string().nullable(),
  refs: z.array(z.string()),
  tags: z.array(z.string()),
  portOfLading: ZonedPlace,
  portOfDischarge: ZonedPlace,
  destination: ZonedPlace,
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
  etdAt: Instant.nullable(),
  atdAt: Instant.nullable(),
  etaAt: Instant.nullable(),
  originalEtaAt: Instant.nullable(),
  ataAt: Instant.nullable(),
  /** The number of containers, and how many of them are ready, held or picked up. */
  containers: z.object({ total: z.int(), ready: z.int(), held: z.int(), out: z.int() }),
  earliestLastFreeDay: CalendarDate.nullable(),
  /** The band of the container with this day. */
  earliestBand: Band.nullable(),
  /** The most urgent band of its containers; null if it has no containers. */
  worstBand: Band.nullable(),
  trackingStoppedAt: Instant.nullable(),
  trackingStoppedReason: z.string().nullable(),
  ages: Ages.omit({ terminal: true }),
  lastChangeAt: Instant.nullable(),
})

export const ShipmentFilter = z.object({
  scope: z.enum(['open', 'all']),
  text: z.string().max(200).optional(),
  lines: z.array(z.string()).optional(),
  customers: z.array(z.string()).optional(),
  isTrackingStopped: z.boolean().optional(),
})

/** Saved views store these names. If a name changes, add it to `rules/renamed-columns.ts`. */
export const ShipmentSortColumn = z.enum([
  'masterBill',
  'line',
  'customer',
  'portOfLading',
  'portOfDischarge',
  'destination',
  'vessel',
  'etd',
  'eta',
  'containers',
  'earliestLastFreeDay',
  'worstBand',
  'lineChecked',
  'lastChange',
])

export const ShipmentSort = z.array(z.object({ column: ShipmentSortColumn, direction: Direction })).max(6)

/** Successive estimates of the arrival at the port of discharge, as this computer read them. */
export const ArrivalHistory = z.object({
  /** Zone of the port; the dates are days there. */
  zone: Zone.nullable(),
  /** The first estimate of the line, which may be older than our first reading. */
  originalEtaAt: Instant.nullable(),
  ataAt: Instant.nullable(),
  /** Oldest first; the first is from our first reading. `etaAt` null: the estimate was withdrawn. */
  steps: z.array(z.object({ etaAt: Instant.nullable(), seenAt: Instant })),
})

export const shipments = {
  queries: {
    'shipments.list': {
      input: z.object({ filter: ShipmentFilter, sort: ShipmentSort, window: Window, listId: z.string().optional() }),
      output: listOf(ShipmentRow),
    },
    'shipments.facets': {
      input: z.object({ filter: ShipmentFilter }),
      output: z.object({ lines: z.array(FacetValue), customers: z.array(FacetValue) }),
    },
    /** `shipments/unknown` if this shipment was never read. */
    'shipments.get': {
      input: z.object({ id: z.string() }),
      output: z.object({ row: ShipmentRow, containers: z.array(ContainerRow), raw: z.string(), asOf: Instant }),
    },
    /** Without estimates that were reverted within an hour (`changes.list`). `shipments/unknown` as above. */
    'shipments.arrivals': { input: z.object({ id: z.string() }), output: ArrivalHistory },
  },
} satisfies Partial<Contract>

export type ShipmentRow = z.infer<typeof ShipmentRow>
export type ArrivalHistory = z.infer<typeof ArrivalHistory>
export type ShipmentFilter = z.infer<typeof ShipmentFilter>
export type ShipmentSortColumn = z.infer<typeof ShipmentSortColumn>
export type ShipmentSort = z.infer<typeof ShipmentSort>
