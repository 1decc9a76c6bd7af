// The content of the map: lanes between ports with passed and remaining parts, and ports as dots. Pure.
import type { Route, RoutePlace } from '#contract/routes.ts'
import { cutAt, greatCircle, splitAtAntimeridian, lineThrough, type Line, type Point } from './geometry.ts'
import { visibleCopies, screenOf, worldOf, type Size, type Spot, type View } from './projection.ts'
import { seaRoute } from './sea-lanes.ts'

/** Containers between the same ports on the same route, on any vessel. */
export type Lane = { key: string; line: Line; inland: Line; routes: Route[]; containerCount: number }

/** `arrived`: no part remains. */
export type Stroke = { lane: string; kind: 'passed' | 'ahead' | 'arrived'; parts: Spot[][]; width: number }

/** Places by UN/LOCODE; for some the position is unknown. */
export type Positions = ReadonlyMap<string, Point>

export function positionsOf(places: readonly RoutePlace[]): Map<string, Point> {
  return new Map(
    places.flatMap(({ locode, position }) =>
      position ? [[locode, [position.longitude, position.latitude]] as const] : [],
    ),
  )
}

export function routeKey({ sailing, ataAt }: Route): string {
  return JSON.stringify([sailing, ataAt !== null])
}

export function laneKey({ sailing: { portOfLading, portOfDischarge, destination }, via }: Route): string {
  return [portOfLading, ...via, portOfDischarge, destination ?? portOfDischarge]
    .map((locode) => locode ?? '?')
    .join(' ')
}

/** Routes with an unknown end position have no lane. */
export function lanesOf(routes: readonly Route[], positions: Positions): Lane[] {
  const lanes = new Map<string, Lane>()
  for (const route of routes) {
    const key = laneKey(route)
    const known = lanes.get(key) ?? laneFor(key, route, positions)
    if (!known) continue
    known.routes.push(route)
    known.containerCount += route.containerCount
    lanes.set(key, known)
  }
  return [...lanes.values()]
}

function laneFor(key: string, { sailing, via }: Route, positions: Positions): Lane | null {
  const place = (locode: string | null) => (locode === null ? undefined : positions.get(locode))
  const [from, to, end] = [
    place(sailing.portOfLading),
    place(sailing.portOfDischarge),
    place(sailing.destination === sailing.portOfDischarge ? null : sailing.destination),
  ]
  if (!from || !to) return null
  const stops = [
    from,
    ...via.flatMap((locode) => {
      const stop = positions.get(locode)
      return stop ? [stop] : []
    }),
    to,
  ]
  return {
    key,
    line: lineThrough(routeOver(stops)),
    inland: end ? greatCircle(to, end) : [],
    routes: [],
    containerCount: 0,
  }
}

/** By sea from stop to stop, each stop once. */
function routeOver(stops: readonly Point[]): Point[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    return next ? cachedSeaRoute(stop, next).slice(0, -1) : [stop]
  })
}

const seaRoutes = new Map<string, Point[]>()

/** Cached, because there are few pairs of ports and they do not move. */
function cachedSeaRoute(from: Point, to: Point): Point[] {
  const key = `${from.join(' ')} ${to.join(' ')}`
  const route = seaRoutes.get(key) ?? seaRoute(from, to)
  seaRoutes.set(key, route)
  return route
}

const THINNEST = 1.25
const THICKEST = 5

/** Lanes with more containers are thicker. */
export function strokesOf(lanes: readonly Lane[]): Stroke[] {
  const busiest = Math.max(1, ...lanes.map(({ containerCount }) => containerCount))
  return lanes.flatMap(({ key, line, inland, routes, containerCount }) => {
    const width = THINNEST + (THICKEST - THINNEST) * Math.sqrt(containerCount / busiest)
    const stroke = (kind: Stroke['kind'], points: Line): Stroke[] =>
      points.length < 2
        ? []
        : [{ lane: key, kind, width, parts: splitAtAntimeridian(points).map((part) => part.map(worldOf)) }]
    const open = routes.filter(({ share }) => share !== 1)
    // The vessel that is furthest on. Others may still have to pass the part behind it.
    const furthest = Math.max(0, ...open.map(({ share }) => share ?? 0))
    const { passed, ahead } = cutAt(line, furthest)
    const isOut = routes.every(({ containerCount: all, out }) => out === all)
    const bySea = open.length === 0 ? stroke('arrived', line) : [...stroke('ahead', ahead), ...stroke('passed', passed)]
    return [...bySea, ...stroke(isOut ? 'arrived' : 'ahead', inland)]
  })
}

/** Places that would overlap are one dot, named after the place with most containers. */
export type Dot = { places: RoutePlace[]; containerCount: number; at: Spot; radius: number }

const MIN_RADIUS = 5
const MAX_RADIUS = 15
/** Between the centers of two dots. */
const APART_PX = 26

/** In every visible copy of the world. Places are sorted by number of containers. */
export function dotsOf(places: readonly RoutePlace[], view: View, size: Size): Dot[] {
  const busiest = Math.max(1, ...places.map(({ containerCount }) => containerCount))
  return visibleCopies(view, size).flatMap((copy) => {
    const dots: Dot[] = []
    for (const place of places) {
      if (!place.position) continue
      const at = screenOf(view, size, worldOf([place.position.longitude, place.position.latitude]), copy)
      const near = dots.find((dot) => Math.hypot(dot.at.x - at.x, dot.at.y - at.y) < APART_PX)
      if (near) {
        near.places.push(place)
        near.containerCount += place.containerCount
      } else dots.push({ places: [place], containerCount: place.containerCount, at, radius: 0 })
    }
    for (const dot of dots)
      dot.radius = MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(Math.min(1, dot.containerCount / busiest))
    return dots.filter(
      ({ at, radius }) => at.x > -radius && at.x < size.width + radius && at.y > -radius && at.y < size.height + radius,
    )
  })
}

const NEAR_PX = 6

export function dotAt(dots: readonly Dot[], at: Spot): Dot | null {
  return dots.find((dot) => Math.hypot(dot.at.x - at.x, dot.at.y - at.y) <= dot.radius + NEAR_PX) ?? null
}

/** The lane nearest to a point of the view, if one is close enough. */
export function laneAt(strokes: readonly Stroke[], view: View, size: Size, at: Spot): string | null {
  let nearest: { lane: string | null; px: number } = { lane: null, px: NEAR_PX }
  for (const copy of visibleCopies(view, size)) {
    for (const { lane, parts } of strokes) {
      for (const part of parts) {
        const px = distanceTo(
          part.map((spot) => screenOf(view, size, spot, copy)),
          at,
        )
        if (px < nearest.px) nearest = { lane, px }
      }
    }
  }
  return nearest.lane
}

function distanceTo(line: readonly Spot[], at: Spot): number {
  return line.reduce((least, to, place) => {
    const from = line[place - 1]
    return from ? Math.min(least, distanceToStep(from, to, at)) : least
  }, Infinity)
}

function distanceToStep(from: Spot, to: Spot, at: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length))
  return Math.hypot(from.x + share * dx - at.x, from.y + share * dy - at.y)
}
