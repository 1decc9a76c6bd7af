// The content of the map: lanes between ports with passed and remaining parts, and ports as dots. Pure.
import type { Route, RoutePlace } from '#contract/routes.ts'
import {
  splitLineAt,
  createGreatCircle,
  splitAtAntimeridian,
  createLineThrough,
  type Line,
  type Point,
} from './geometry.ts'
import { listVisibleCopies, toScreen, toWorld, type Size, type Spot, type View } from './projection.ts'
import { findSeaRoute } from './sea-lanes.ts'

/** Containers between the same ports on the same route, on any vessel. */
export type Lane = { key: string; line: Line; inland: Line; routes: Route[]; containerCount: number }

/** `arrived`: no part remains. */
export type Stroke = { lane: string; kind: 'passed' | 'ahead' | 'arrived'; parts: Spot[][]; width: number }

/** Places by UN/LOCODE; for some the position is unknown. */
export type Positions = ReadonlyMap<string, Point>

export function indexPositions(places: readonly RoutePlace[]): Map<string, Point> {
  return new Map(
    places.flatMap(({ locode, position }) =>
      position ? [[locode, [position.longitude, position.latitude]] as const] : [],
    ),
  )
}

export function getRouteKey({ sailing, ataAt }: Route): string {
  return JSON.stringify([sailing, ataAt !== null])
}

export function getLaneKey({ sailing: { portOfLading, portOfDischarge, destination }, via }: Route): string {
  return [portOfLading, ...via, portOfDischarge, destination ?? portOfDischarge]
    .map((locode) => locode ?? '?')
    .join(' ')
}

/** Routes with an unknown end position have no lane. */
export function createLanes(routes: readonly Route[], positions: Positions): Lane[] {
  const lanes = new Map<string, Lane>()
  for (const route of routes) {
    const key = getLaneKey(route)
    const lane = lanes.get(key) ?? createLane(key, route, positions)
    if (!lane) continue
    lane.routes.push(route)
    lane.containerCount += route.containerCount
    lanes.set(key, lane)
  }
  return [...lanes.values()]
}

function createLane(key: string, { sailing, via }: Route, positions: Positions): Lane | null {
  const findPosition = (locode: string | null) => (locode === null ? undefined : positions.get(locode))
  const [from, to, end] = [
    findPosition(sailing.portOfLading),
    findPosition(sailing.portOfDischarge),
    findPosition(sailing.destination === sailing.portOfDischarge ? null : sailing.destination),
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
    line: createLineThrough(createRouteOver(stops)),
    inland: end ? createGreatCircle(to, end) : [],
    routes: [],
    containerCount: 0,
  }
}

/** Creates the route by sea from stop to stop, with each stop once. */
function createRouteOver(stops: readonly Point[]): Point[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    return next ? getCachedSeaRoute(stop, next).slice(0, -1) : [stop]
  })
}

const seaRoutes = new Map<string, Point[]>()

/** Cached, because there are few pairs of ports and they do not move. */
function getCachedSeaRoute(from: Point, to: Point): Point[] {
  const key = `${from.join(' ')} ${to.join(' ')}`
  const route = seaRoutes.get(key) ?? findSeaRoute(from, to)
  seaRoutes.set(key, route)
  return route
}

const THINNEST = 1.25
const THICKEST = 5

/** Lanes with more containers are thicker. */
export function createStrokes(lanes: readonly Lane[]): Stroke[] {
  const busiest = Math.max(1, ...lanes.map(({ containerCount }) => containerCount))
  return lanes.flatMap(({ key, line, inland, routes, containerCount }) => {
    const width = THINNEST + (THICKEST - THINNEST) * Math.sqrt(containerCount / busiest)
    const createStrokesOf = (kind: Stroke['kind'], points: Line): Stroke[] =>
      points.length < 2
        ? []
        : [{ lane: key, kind, width, parts: splitAtAntimeridian(points).map((part) => part.map(toWorld)) }]
    const open = routes.filter(({ share }) => share !== 1)
    // The vessel that is furthest on. Others may still have to pass the part behind it.
    const furthest = Math.max(0, ...open.map(({ share }) => share ?? 0))
    const { passed, ahead } = splitLineAt(line, furthest)
    const isOut = routes.every(({ containerCount: all, out }) => out === all)
    const bySea =
      open.length === 0
        ? createStrokesOf('arrived', line)
        : [...createStrokesOf('ahead', ahead), ...createStrokesOf('passed', passed)]
    return [...bySea, ...createStrokesOf(isOut ? 'arrived' : 'ahead', inland)]
  })
}

/** Places that would overlap are one dot, named after the place with most containers. */
export type Dot = { places: RoutePlace[]; containerCount: number; at: Spot; radius: number }

const MIN_RADIUS = 5
const MAX_RADIUS = 15
/** Between the centers of two dots. */
const APART_PX = 26

/** Creates dots in every visible copy of the world. Places are sorted by number of containers. */
export function toDots(places: readonly RoutePlace[], view: View, size: Size): Dot[] {
  const busiest = Math.max(1, ...places.map(({ containerCount }) => containerCount))
  return listVisibleCopies(view, size).flatMap((copy) => {
    const dots: Dot[] = []
    for (const place of places) {
      if (!place.position) continue
      const at = toScreen(view, size, toWorld([place.position.longitude, place.position.latitude]), copy)
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

export function findDot(dots: readonly Dot[], at: Spot): Dot | null {
  return dots.find((dot) => Math.hypot(dot.at.x - at.x, dot.at.y - at.y) <= dot.radius + NEAR_PX) ?? null
}

/** The lane nearest to a point of the view, if one is close enough. */
export function findLaneAt(strokes: readonly Stroke[], view: View, size: Size, at: Spot): string | null {
  let nearest: { lane: string | null; px: number } = { lane: null, px: NEAR_PX }
  for (const copy of listVisibleCopies(view, size)) {
    for (const { lane, parts } of strokes) {
      for (const part of parts) {
        const px = measureDistanceTo(
          part.map((spot) => toScreen(view, size, spot, copy)),
          at,
        )
        if (px < nearest.px) nearest = { lane, px }
      }
    }
  }
  return nearest.lane
}

function measureDistanceTo(line: readonly Spot[], at: Spot): number {
  return line.reduce((least, to, index) => {
    const from = line[index - 1]
    return from ? Math.min(least, measureDistanceToStep(from, to, at)) : least
  }, Infinity)
}

function measureDistanceToStep(from: Spot, to: Spot, at: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length))
  return Math.hypot(from.x + share * dx - at.x, from.y + share * dy - at.y)
}
