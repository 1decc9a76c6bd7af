// The projection of the map and its visible part. Pure. The world is one unit wide, starts at 180° west and repeats at
// both ends. Mercator keeps the shape of coasts, and a step sideways has the same width everywhere.
import type { Point } from './geometry.ts'

/** `x` and `y`: the center of the view in world units; `scale`: width of the world in pixels. */
export type View = { x: number; y: number; scale: number }
export type Size = { width: number; height: number }
export type Spot = { x: number; y: number }

/** Latitudes beyond which there is no shipping. */
const NORTH = 78
const SOUTH = -60
const MAX_SCALE = 60_000
const RADIAN = Math.PI / 180

export function toWorld([longitude, latitude]: Point): Spot {
  const clamped = Math.max(-85, Math.min(85, latitude))
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * RADIAN) / 2)) / (2 * Math.PI) }
}

const TOP = toWorld([0, NORTH]).y
const BOTTOM = toWorld([0, SOUTH]).y

/** `copy`: which of the repeated worlds. */
export function toScreen({ x, y, scale }: View, { width, height }: Size, spot: Spot, copy = 0): Spot {
  return { x: (spot.x + copy - x) * scale + width / 2, y: (spot.y - y) * scale + height / 2 }
}

export function toWorldSpot({ x, y, scale }: View, { width, height }: Size, at: Spot): Spot {
  return { x: x + (at.x - width / 2) / scale, y: y + (at.y - height / 2) / scale }
}

/** The copies of the world that are partly visible. */
export function listVisibleCopies({ x, scale }: View, { width }: Size): number[] {
  const half = width / 2 / scale
  const [first, last] = [Math.floor(x - half), Math.floor(x + half)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Slightly more than one world, because a port at the edge would otherwise be cut. */
const MAX_WORLDS = 1.35

/** Limits the view to the map's top and bottom and its center to the first world. */
export function limitView({ x, y, scale }: View, { width, height }: Size): View {
  const limited = Math.min(MAX_SCALE, Math.max(width / MAX_WORLDS, scale))
  const half = Math.min((BOTTOM - TOP) / 2, height / 2 / limited)
  return { x: ((x % 1) + 1) % 1, y: Math.min(BOTTOM - half, Math.max(TOP + half, y)), scale: limited }
}

/** The point at this place of the view stays there. */
export function zoomView(
  view: View,
  size: Size,
  by: number,
  at: Spot = { x: size.width / 2, y: size.height / 2 },
): View {
  const spot = toWorldSpot(view, size, at)
  const { scale } = limitView({ ...view, scale: view.scale * by }, size)
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
/** A single port is shown with the land around it. */
const MIN_SPAN = 0.08

/** Creates a view of all these points, across the shorter arc of the globe. */
export function fitView(points: readonly Point[], size: Size): View {
  if (points.length === 0) return limitView({ x: 0.5, y: toWorld([0, 25]).y, scale: 0 }, size)
  const spots = points.map(toWorld)
  const { from, span } = findShortestArc(spots.map(({ x }) => x))
  const ys = spots.map(({ y }) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const room = { width: Math.max(1, size.width - 2 * MARGIN_PX), height: Math.max(1, size.height - 2 * MARGIN_PX) }
  const scale = Math.min(room.width / Math.max(span, MIN_SPAN), room.height / Math.max(bottom - top, MIN_SPAN))
  return limitView({ x: from + span / 2, y: (top + bottom) / 2, scale }, size)
}

/** Returns the same view if it already contains all these points, otherwise a view that fits them. */
export function extendView(view: View, size: Size, points: readonly Point[]): View {
  const isIn = ({ x, y }: Spot) => x >= 0 && x <= size.width && y >= 0 && y <= size.height
  const copies = listVisibleCopies(view, size)
  return points.every((point) => copies.some((copy) => isIn(toScreen(view, size, toWorld(point), copy))))
    ? view
    : fitView(points, size)
}

/** The circle without its largest gap. */
function findShortestArc(xs: readonly number[]): { from: number; span: number } {
  const wrapped = xs.map((x) => ((x % 1) + 1) % 1).sort((a, b) => a - b)
  let widest = { gap: -1, after: 0 }
  for (const [at, x] of wrapped.entries()) {
    const next = wrapped[at + 1] ?? (wrapped[0] ?? 0) + 1
    if (next - x > widest.gap) widest = { gap: next - x, after: next }
  }
  return { from: widest.after, span: 1 - widest.gap }
}
