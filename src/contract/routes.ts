// The routes of containers, summed up for a map: ports, and the routes between them. Not for navigation.
import { z } from 'zod'
import { Instant, Zone } from './values.ts'

/**
 * One vessel from one port to another, and the destination of its containers. Null: unknown. In a filter, a null part
 * matches containers whose part is unknown.
 */
export const Sailing = z.object({
  portOfLading: z.string().nullable(),
  portOfDischarge: z.string().nullable(),
  /** The port of discharge if the journey ends there; null if unknown. */
  destination: z.string().nullable(),
  vessel: z.string().nullable(),
  voyage: z.string().nullable(),
})

/** A port or inland place that containers pass, with counts by activity. A container counts once under each. */
export const RoutePlace = z.object({
  /** UN/LOCODE. */
  locode: z.string(),
  name: z.string(),
  /** In degrees; north and east are positive. Null: the service gave none, so the place cannot be drawn. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  loaded: z.int(),
  transshipped: z.int(),
  discharged: z.int(),
  ending: z.int(),
  /** Containers with any of these activities here. */
  containerCount: z.int(),
})

/** Containers on the same route with the same vessel. */
export const Route = z.object({
  sailing: Sailing,
  /** The ports where they change vessels, in order, from the events of one of them. */
  via: z.array(z.string()),
  containerCount: z.int(),
  /** Containers that were picked up. */
  out: z.int(),
  /** Zones of the ports, for the days of the dates below. */
  ladingZone: Zone.nullable(),
  dischargeZone: Zone.nullable(),
  etdAt: Instant.nullable(),
  atdAt: Instant.nullable(),
  etaAt: Instant.nullable(),
  ataAt: Instant.nullable(),
  /**
   * The part of the sea journey that is done by these dates, from 0 to 1. 0 if no departure was reported, or it is in
   * the future. Null: there is no ETA after the departure.
   */
  share: z.number().min(0).max(1).nullable(),
})

/** The largest number of routes in the list. Further routes are only counted. */
export const MAX_ROUTES = 1_000

export const Routes = z.object({
  places: z.array(RoutePlace),
  /** Most containers first. */
  routes: z.array(Route),
  /** Further routes, and their containers. */
  more: z.object({ routes: z.int(), containers: z.int() }),
  /** Containers whose port of lading or of discharge is unknown or has no position: they are not drawn. */
  placeless: z.int(),
})

export type Sailing = z.infer<typeof Sailing>
export type RoutePlace = z.infer<typeof RoutePlace>
export type Route = z.infer<typeof Route>
export type Routes = z.infer<typeof Routes>
