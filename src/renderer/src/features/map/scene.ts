// The content of the map: lanes between ports with passed and remaining parts, and ports as dots. Apart from the cache
// of sea routes, the functions are pure.
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

/** All routes over the same ports, on any vessel. */
export type Lane = { key: string; line: Line; inland: Line; routes: Route[]; containerCount: number }

/** A part of a lane as it is drawn. It is `arrived` if no vessel on the lane has a part left. */
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

/** Creates the lanes of routes. A route with an unknown end position has no lane. */
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

/** Caches the routes, because there are few pairs of ports and they do not move. */
function getCachedSeaRoute(from: Point, to: Point): Point[] {
  const key = `${from.join(' ')} ${to.join(' ')}`
  const route = seaRoutes.get(key) ?? findSeaRoute(from, to)
  seaRoutes.set(key, route)
  return route
}

const MIN_WIDTH = 1.25
const MAX_WIDTH = 5

/** Lanes with more containers are thicker. */
export function createStrokes(lanes: readonly Lane[]): Stroke[] {
  const maxCount = Math.max(1, ...lanes.map(({ containerCount }) => containerCount))
  return lanes.flatMap(({ key, line, inland, routes, containerCount }) => {
    const width = MIN_WIDTH + (MAX_WIDTH - MIN_WIDTH) * Math.sqrt(containerCount / maxCount)
    const createStrokesOf = (kind: Stroke['kind'], points: Line): Stroke[] =>
      points.length < 2
        ? []
        : [{ lane: key, kind, width, parts: splitAtAntimeridian(points).map((part) => part.map(toWorld)) }]
    const unfinishedRoutes = routes.filter(({ share }) => share !== 1)
    // The progress of the most advanced vessel. Others may still have to pass the part behind it.
    const furthestFraction = Math.max(0, ...unfinishedRoutes.map(({ share }) => share ?? 0))
    const { passed, ahead } = splitLineAt(line, furthestFraction)
    const areAllPickedUp = routes.every(({ containerCount: total, out }) => out === total)
    const seaStrokes =
      unfinishedRoutes.length === 0
        ? createStrokesOf('arrived', line)
        : [...createStrokesOf('ahead', ahead), ...createStrokesOf('passed', passed)]
    return [...seaStrokes, ...createStrokesOf(areAllPickedUp ? 'arrived' : 'ahead', inland)]
  })
}

/** One place, or several places that would overlap. A dot has the name of its place with most containers. */
export type Dot = { places: RoutePlace[]; containerCount: number; at: Spot; radius: number }

const MIN_RADIUS = 5
const MAX_RADIUS = 15
/** The minimum distance between the centres of two dots. */
const MIN_DOT_DISTANCE_PX = 26

/** Creates dots in every visible copy of the world. Places are sorted by number of containers. */
export function toDots(places: readonly RoutePlace[], view: View, size: Size): Dot[] {
  const maxCount = Math.max(1, ...places.map(({ containerCount }) => containerCount))
  return listVisibleCopies(view, size).flatMap((copy) => {
    const dots: Dot[] = []
    for (const place of places) {
      if (!place.position) continue
      const at = toScreen(view, size, toWorld([place.position.longitude, place.position.latitude]), copy)
      const nearDot = dots.find((dot) => Math.hypot(dot.at.x - at.x, dot.at.y - at.y) < MIN_DOT_DISTANCE_PX)
      if (nearDot) {
        nearDot.places.push(place)
        nearDot.containerCount += place.containerCount
      } else dots.push({ places: [place], containerCount: place.containerCount, at, radius: 0 })
    }
    for (const dot of dots)
      dot.radius = MIN_RADIUS + (MAX_RADIUS - MIN_RADIUS) * Math.sqrt(Math.min(1, dot.containerCount / maxCount))
    return dots.filter(
      ({ at, radius }) => at.x > -radius && at.x < size.width + radius && at.y > -radius && at.y < size.height + radius,
    )
  })
}

/** How far from a dot or a lane the pointer may be. */
const NEAR_PX = 6

export function findDot(dots: readonly Dot[], at: Spot): Dot | null {
  return dots.find((dot) => Math.hypot(dot.at.x - at.x, dot.at.y - at.y) <= dot.radius + NEAR_PX) ?? null
}

/** Returns the key of the lane nearest to a spot on the screen, or null if none is close enough. */
export function findLaneAt(strokes: readonly Stroke[], view: View, size: Size, at: Spot): string | null {
  let nearest: { lane: string | null; px: number } = { lane: null, px: NEAR_PX }
  for (const copy of listVisibleCopies(view, size)) {
    for (const { lane, parts } of strokes) {
      for (const part of parts) {
        const px = measureDistanceToLine(
          part.map((spot) => toScreen(view, size, spot, copy)),
          at,
        )
        if (px < nearest.px) nearest = { lane, px }
      }
    }
  }
  return nearest.lane
}

function measureDistanceToLine(line: readonly Spot[], at: Spot): number {
  return line.reduce((least, to, index) => {
    const from = line[index - 1]
    return from ? Math.min(least, measureDistanceToSegment(from, to, at)) : least
  }, Infinity)
}

function measureDistanceToSegment(from: Spot, to: Spot, at: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const lengthSquared = dx * dx + dy * dy
  const fraction =
    lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, ((at.x - from.x) * dx + (at.y - from.y) * dy) / lengthSquared))
  return Math.hypot(from.x + fraction * dx - at.x, from.y + fraction * dy - at.y)
}
