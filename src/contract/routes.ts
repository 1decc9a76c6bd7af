// Where boxes travel, summed up for a map: ports and the ways between them. Nothing here is for navigation.
import { z } from 'zod'
import { Instant, Zone } from './values.ts'

/**
 * One ship from one port to another, and where the boxes go on to from there. Null: nobody told; a part that is null is
 * itself what is looked for.
 */
export const Sailing = z.object({
  portOfLading: z.string().nullable(),
  portOfDischarge: z.string().nullable(),
  /** The port of discharge itself, or nothing, where the journey ends there. */
  destination: z.string().nullable(),
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
})

/** A port or an inland place that boxes pass, with how many do what there. A box counts once under each. */
export const RoutePlace = z.object({
  /** UN/LOCODE. */
  locode: z.string(),
  name: z.string(),
  /** Degrees, north and east positive. Null: the service gave none, and the place cannot be drawn. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  loaded: z.int(),
  transshipped: z.int(),
  discharged: z.int(),
  ending: z.int(),
  /** Boxes that touch the place in any of these ways. */
  boxes: z.int(),
})

/** Boxes that go the same way with the same ship. */
export const Route = z.object({
  sailing: Sailing,
  /** Where they change ships, in order, as events of one of them tell. */
  via: z.array(z.string()),
  boxes: z.int(),
  /** Those that were picked up. */
  out: z.int(),
  /** Of the ports: the dates are days there. */
  ladingZone: Zone.nullable(),
  dischargeZone: Zone.nullable(),
  etdAt: Instant.nullable(),
  atdAt: Instant.nullable(),
  etaAt: Instant.nullable(),
  ataAt: Instant.nullable(),
  /** How much of the way by sea is behind them, by these dates: 0 to 1. Null: nobody told what it would take to say. */
  share: z.number().min(0).max(1).nullable(),
})

/** So many ways are told one by one; the others are counted. */
export const MOST_ROUTES = 1_000

export const Routes = z.object({
  places: z.array(RoutePlace),
  /** Most boxes first. */
  routes: z.array(Route),
  /** Ways beyond those, and the boxes on them. */
  more: z.object({ routes: z.int(), boxes: z.int() }),
  /** Boxes whose port of lading or of discharge is not known, or has no position: they have no line. */
  placeless: z.int(),
})

export type Sailing = z.infer<typeof Sailing>
export type RoutePlace = z.infer<typeof RoutePlace>
export type Route = z.infer<typeof Route>
export type Routes = z.infer<typeof Routes>
