// The flat map and the window on it: pure. The world is one unit wide, begins at 180° west and goes on beyond either
// end; Mercator, because coasts keep their shape and a step to the side is the same everywhere.
import type { Point } from './geometry.ts'

/** `x` and `y` of the world at the middle of the window; `scale`: pixels that the world is wide. */
export type View = { x: number; y: number; scale: number }
export type Size = { width: number; height: number }
export type Spot = { x: number; y: number }

/** Degrees of latitude beyond which nobody ships anything. */
const NORTH = 78
const SOUTH = -60
const MOST_SCALE = 60_000
const RADIAN = Math.PI / 180

export function worldOf([longitude, latitude]: Point): Spot {
  const bounded = Math.max(-85, Math.min(85, latitude))
  return { x: longitude / 360 + 0.5, y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * RADIAN) / 2)) / (2 * Math.PI) }
}

const TOP = worldOf([0, NORTH]).y
const BOTTOM = worldOf([0, SOUTH]).y

/** `copy`: which of the worlds side by side. */
export function screenOf({ x, y, scale }: View, { width, height }: Size, spot: Spot, copy = 0): Spot {
  return { x: (spot.x + copy - x) * scale + width / 2, y: (spot.y - y) * scale + height / 2 }
}

export function spotAt({ x, y, scale }: View, { width, height }: Size, at: Spot): Spot {
  return { x: x + (at.x - width / 2) / scale, y: y + (at.y - height / 2) / scale }
}

/** Of the worlds side by side those that the window shows a part of. */
export function copiesIn({ x, scale }: View, { width }: Size): number[] {
  const half = width / 2 / scale
  const [first, last] = [Math.floor(x - half), Math.floor(x + half)]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Somewhat more than the world at once, or a port at either edge of it would be cut. */
const MOST_WORLDS = 1.35

/** Not beyond the ends of the map where it is taller than the window, and with a middle within the first world. */
export function bounded({ x, y, scale }: View, { width, height }: Size): View {
  const kept = Math.min(MOST_SCALE, Math.max(width / MOST_WORLDS, scale))
  const half = Math.min((BOTTOM - TOP) / 2, height / 2 / kept)
  return { x: ((x % 1) + 1) % 1, y: Math.min(BOTTOM - half, Math.max(TOP + half, y)), scale: kept }
}

/** What lies at this place of the window stays there. */
export function zoomed(view: View, size: Size, by: number, at: Spot = { x: size.width / 2, y: size.height / 2 }): View {
  const spot = spotAt(view, size, at)
  const { scale } = bounded({ ...view, scale: view.scale * by }, size)
  return bounded(
    { x: spot.x - (at.x - size.width / 2) / scale, y: spot.y - (at.y - size.height / 2) / scale, scale },
    size,
  )
}

/** By pixels: the map goes where the pointer goes. */
export function panned(view: View, size: Size, by: Spot): View {
  return bounded({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale }, size)
}

const MARGIN_PX = 56
/** One port alone is shown with the land around it. */
const LEAST_SPAN = 0.08

/** All these points in the window, by the shorter way around the globe. */
export function fitted(points: readonly Point[], size: Size): View {
  if (points.length === 0) return bounded({ x: 0.5, y: worldOf([0, 25]).y, scale: 0 }, size)
  const spots = points.map(worldOf)
  const { from, span } = shortestArc(spots.map(({ x }) => x))
  const ys = spots.map(({ y }) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const room = { width: Math.max(1, size.width - 2 * MARGIN_PX), height: Math.max(1, size.height - 2 * MARGIN_PX) }
  const scale = Math.min(room.width / Math.max(span, LEAST_SPAN), room.height / Math.max(bottom - top, LEAST_SPAN))
  return bounded({ x: from + span / 2, y: (top + bottom) / 2, scale }, size)
}

/** Where the map stands, if all these points are in the window there already; else where they are. */
export function showing(view: View, size: Size, points: readonly Point[]): View {
  const isIn = ({ x, y }: Spot) => x >= 0 && x <= size.width && y >= 0 && y <= size.height
  const copies = copiesIn(view, size)
  return points.every((point) => copies.some((copy) => isIn(screenOf(view, size, worldOf(point), copy))))
    ? view
    : fitted(points, size)
}

/** What is left of the circle without its largest gap. */
function shortestArc(xs: readonly number[]): { from: number; span: number } {
  const around = xs.map((x) => ((x % 1) + 1) % 1).sort((a, b) => a - b)
  let widest = { gap: -1, after: 0 }
  for (const [at, x] of around.entries()) {
    const next = around[at + 1] ?? (around[0] ?? 0) + 1
    if (next - x > widest.gap) widest = { gap: next - x, after: next }
  }
  return { from: widest.after, span: 1 - widest.gap }
}
