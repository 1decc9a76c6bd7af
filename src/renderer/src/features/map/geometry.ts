// Lines on the globe. Pure. A point is `[longitude, latitude]` in degrees as in GeoJSON, with longitudes within ±180.
export type Point = readonly [longitude: number, latitude: number]
export type Line = readonly Point[]

const RADIAN = Math.PI / 180
export const EARTH_KM = 6371

type Vector = readonly [x: number, y: number, z: number]

/** Measures the distance along the great circle. */
export function measureDistanceKm(a: Point, b: Point): number {
  const [lon, lat] = [(b[0] - a[0]) * RADIAN, (b[1] - a[1]) * RADIAN]
  const half = Math.sin(lat / 2) ** 2 + Math.cos(a[1] * RADIAN) * Math.cos(b[1] * RADIAN) * Math.sin(lon / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

export function measureLengthKm(line: Line): number {
  return line.slice(1).reduce((sum, point, at) => sum + measureDistanceKm(line[at] ?? point, point), 0)
}

/** The maximum distance of points, because a great circle is a curve on a flat map. */
const STEP_KM = 150

/** Creates points along the great circle, including both ends. */
export function createGreatCircle(from: Point, to: Point): Point[] {
  const angle = measureDistanceKm(from, to) / EARTH_KM
  const steps = Math.max(1, Math.ceil((angle * EARTH_KM) / STEP_KM))
  return Array.from({ length: steps + 1 }, (_, index) =>
    index === 0 ? from : index === steps ? to : findPointBetween(from, to, index / steps),
  )
}

/** `share`: 0 at the first point, 1 at the second. Opposite points have many routes, and any of them is returned. */
export function findPointBetween(from: Point, to: Point, share: number): Point {
  const [start, end] = [toVector(from), toVector(to)]
  const angle = measureDistanceKm(from, to) / EARTH_KM
  if (angle < 1e-9) return from
  const sine = Math.sin(angle)
  if (Math.abs(sine) < 1e-6) return share < 0.5 ? from : to
  const [near, far] = [Math.sin((1 - share) * angle) / sine, Math.sin(share * angle) / sine]
  return toPoint([start[0] * near + end[0] * far, start[1] * near + end[1] * far, start[2] * near + end[2] * far])
}

function toVector([lon, lat]: Point): Vector {
  return [
    Math.cos(lat * RADIAN) * Math.cos(lon * RADIAN),
    Math.cos(lat * RADIAN) * Math.sin(lon * RADIAN),
    Math.sin(lat * RADIAN),
  ]
}

function toPoint([x, y, z]: Vector): Point {
  return [Math.atan2(y, x) / RADIAN, Math.atan2(z, Math.hypot(x, y)) / RADIAN]
}

/** The line through these points along great circles. */
export function createLineThrough(points: Line): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    return next ? createGreatCircle(point, next).slice(0, -1) : [point]
  })
}

/**
 * Splits a line so that no part jumps from one edge of the map to the other. Neighbors more than half the globe apart
 * cross the date line, and both parts are extended to it.
 */
export function splitAtAntimeridian(line: Line): Point[][] {
  const parts: Point[][] = []
  let part: Point[] = []
  for (const [at, point] of line.entries()) {
    const before = line[at - 1]
    if (before && Math.abs(point[0] - before[0]) > 180) {
      const edge = before[0] > 0 ? 180 : -180
      const latitude = findLatitudeAtEdge(before, point, edge)
      if (before[0] !== edge) part.push([edge, latitude])
      parts.push(part)
      part = point[0] === -edge ? [] : [[-edge, latitude]]
    }
    part.push(point)
  }
  return [...parts, part].filter(({ length }) => length > 1)
}

function findLatitudeAtEdge(before: Point, after: Point, edge: number): number {
  const [toEdge, whole] = [edge - before[0], after[0] + 2 * edge - before[0]]
  return whole === 0 ? before[1] : before[1] + ((after[1] - before[1]) * toEdge) / whole
}

/** The part before this share of the length, and the part after it. Both contain the point between them. */
export function splitLineAt(line: Line, share: number): { passed: Point[]; ahead: Point[] } {
  if (share <= 0) return { passed: [], ahead: [...line] }
  if (share >= 1) return { passed: [...line], ahead: [] }
  let left = measureLengthKm(line) * share
  for (const [at, point] of line.entries()) {
    const next = line[at + 1]
    if (!next) break
    const step = measureDistanceKm(point, next)
    if (left < step) {
      const cut = findPointBetween(point, next, left / step)
      return { passed: [...line.slice(0, at + 1), cut], ahead: [cut, ...line.slice(at + 1)] }
    }
    left -= step
  }
  return { passed: [...line], ahead: [] }
}
