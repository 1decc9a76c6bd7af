// Where containers travel, summed up for a map: ports and the routes between them. Not for navigation.
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

/** A port or inland place that containers pass, with counts by activity. A container counts once under each. */
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
  /** Containers that touch the place for any of these activities. */
  boxes: z.int(),
})

/** Containers on the same route with the same vessel. */
export const Route = z.object({
  sailing: Sailing,
  /** Where they change vessels, in order, from the events of one of them. */
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

/** This number of routes is listed one by one; the others are counted. */
export const MOST_ROUTES = 1_000

export const Routes = z.object({
  places: z.array(RoutePlace),
  /** Most containers first. */
  routes: z.array(Route),
  /** Further routes, and their containers. */
  more: z.object({ routes: z.int(), boxes: z.int() }),
  /** Containers whose port of lading or of discharge is not known, or has no position: they have no line. */
  placeless: z.int(),
})

export type Sailing = z.infer<typeof Sailing>
export type RoutePlace = z.infer<typeof RoutePlace>
export type Route = z.infer<typeof Route>
export type Routes = z.infer<typeof Routes>
