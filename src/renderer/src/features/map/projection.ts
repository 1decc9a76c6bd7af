// The projection of the map and its visible part. The functions are pure. The world is one unit wide, starts at 180°
// west and repeats at both ends. The Mercator projection keeps the shape of coasts, and a degree of longitude has the
// same width everywhere.
import type { Point } from './geometry.ts'

/** `x` and `y`: the centre of the view in world units; `scale`: the width of the world in pixels. */
export type View = { x: number; y: number; scale: number }
export type Size = { width: number; height: number }
export type Spot = { x: number; y: number }

/** There is no shipping beyond these latitudes. */
const MAX_LATITUDE = 78
const MIN_LATITUDE = -60
const MAX_SCALE = 60_000
const RADIANS_PER_DEGREE = Math.PI / 180

/** At the poles the projection is infinite. */
const MERCATOR_LIMIT = 85

export function toWorld([longitude, latitude]: Point): Spot {
  const limitedLatitude = Math.max(-MERCATOR_LIMIT, Math.min(MERCATOR_LIMIT, latitude))
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (limitedLatitude * RADIANS_PER_DEGREE) / 2)) / (2 * Math.PI),
  }
}

const TOP = toWorld([0, MAX_LATITUDE]).y
const BOTTOM = toWorld([0, MIN_LATITUDE]).y

/** Converts world units to pixels. `copy` is the number of the repeated world; 0 is the first one. */
export function toScreen({ x, y, scale }: View, { width, height }: Size, spot: Spot, copy = 0): Spot {
  return { x: (spot.x + copy - x) * scale + width / 2, y: (spot.y - y) * scale + height / 2 }
}

export function toWorldSpot({ x, y, scale }: View, { width, height }: Size, screenSpot: Spot): Spot {
  return { x: x + (screenSpot.x - width / 2) / scale, y: y + (screenSpot.y - height / 2) / scale }
}

/** Lists the copies of the world of which a part is visible. */
export function listVisibleCopies({ x, scale }: View, { width }: Size): number[] {
  const halfWidth = width / 2 / scale
  const [first, last] = [Math.floor(x - halfWidth), Math.floor(x + halfWidth)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Slightly more than one world, because a port at the edge would otherwise be cut. */
const MAX_WORLDS = 1.35

/** Limits the view to the map's top and bottom and its centre to the first world. */
export function limitView({ x, y, scale }: View, { width, height }: Size): View {
  const limitedScale = Math.min(MAX_SCALE, Math.max(width / MAX_WORLDS, scale))
  const halfHeight = Math.min((BOTTOM - TOP) / 2, height / 2 / limitedScale)
  return { x: ((x % 1) + 1) % 1, y: Math.min(BOTTOM - halfHeight, Math.max(TOP + halfHeight, y)), scale: limitedScale }
}

/** Zooms by a factor. The point at this place of the screen stays there. */
export function zoomView(
  view: View,
  size: Size,
  factor: number,
  at: Spot = { x: size.width / 2, y: size.height / 2 },
): View {
  const spot = toWorldSpot(view, size, at)
  const { scale } = limitView({ ...view, scale: view.scale * factor }, size)
  return limitView(
    { x: spot.x - (at.x - size.width / 2) / scale, y: spot.y - (at.y - size.height / 2) / scale, scale },
    size,
  )
}

/** Moves the view by pixels: the map follows the pointer. */
export function panView(view: View, size: Size, by: Spot): View {
  return limitView({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale }, size)
}

const MARGIN_PX = 56
/** The smallest width and height of a view in world units, so that a single port is shown with the land around it. */
const MIN_SPAN = 0.08

/** Creates a view of all these points, across the shorter arc of the globe. */
export function fitView(points: readonly Point[], size: Size): View {
  // Without points the view shows as much of the world as it can.
  if (points.length === 0) return limitView({ x: 0.5, y: toWorld([0, 25]).y, scale: 0 }, size)
  const spots = points.map(toWorld)
  const { from, span } = findShortestArc(spots.map(({ x }) => x))
  const ys = spots.map(({ y }) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const available = { width: Math.max(1, size.width - 2 * MARGIN_PX), height: Math.max(1, size.height - 2 * MARGIN_PX) }
  const scale = Math.min(
    available.width / Math.max(span, MIN_SPAN),
    available.height / Math.max(bottom - top, MIN_SPAN),
  )
  return limitView({ x: from + span / 2, y: (top + bottom) / 2, scale }, size)
}

/** Returns the same view if it already contains all these points, otherwise a view that fits them. */
export function extendView(view: View, size: Size, points: readonly Point[]): View {
  const isVisible = ({ x, y }: Spot) => x >= 0 && x <= size.width && y >= 0 && y <= size.height
  const copies = listVisibleCopies(view, size)
  return points.every((point) => copies.some((copy) => isVisible(toScreen(view, size, toWorld(point), copy))))
    ? view
    : fitView(points, size)
}

/** Finds the shortest arc that contains all positions: the circle without its largest gap. */
function findShortestArc(xs: readonly number[]): { from: number; span: number } {
  const wrapped = xs.map((x) => ((x % 1) + 1) % 1).sort((a, b) => a - b)
  let largestGap = { width: -1, end: 0 }
  for (const [index, x] of wrapped.entries()) {
    const next = wrapped[index + 1] ?? (wrapped[0] ?? 0) + 1
    if (next - x > largestGap.width) largestGap = { width: next - x, end: next }
  }
  return { from: largestGap.end, span: 1 - largestGap.width }
}
