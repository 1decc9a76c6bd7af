// Lines on the globe. The functions are pure. A point is `[longitude, latitude]` in degrees as in GeoJSON, with
// longitudes within ±180.
export type Point = readonly [longitude: number, latitude: number]
export type Line = readonly Point[]

const RADIANS_PER_DEGREE = Math.PI / 180
export const EARTH_KM = 6371

type Vector = readonly [x: number, y: number, z: number]

/** Measures the distance along the great circle. */
export function measureDistanceKm(a: Point, b: Point): number {
  const [longitude, latitude] = [(b[0] - a[0]) * RADIANS_PER_DEGREE, (b[1] - a[1]) * RADIANS_PER_DEGREE]
  const haversine =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(a[1] * RADIANS_PER_DEGREE) * Math.cos(b[1] * RADIANS_PER_DEGREE) * Math.sin(longitude / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

export function measureLengthKm(line: Line): number {
  return line.slice(1).reduce((sum, point, index) => sum + measureDistanceKm(line[index] ?? point, point), 0)
}

/** The maximum distance between two points of a great circle, which is a curve on a flat map. */
const STEP_KM = 150

/** Creates points along the great circle, including both ends. */
export function createGreatCircle(from: Point, to: Point): Point[] {
  const angle = measureDistanceKm(from, to) / EARTH_KM
  const steps = Math.max(1, Math.ceil((angle * EARTH_KM) / STEP_KM))
  return Array.from({ length: steps + 1 }, (_, index) =>
    index === 0 ? from : index === steps ? to : findPointBetween(from, to, index / steps),
  )
}

/** Finds a point on the great circle. `fraction` is 0 at the first point and 1 at the second. */
export function findPointBetween(from: Point, to: Point, fraction: number): Point {
  const [start, end] = [toVector(from), toVector(to)]
  const angle = measureDistanceKm(from, to) / EARTH_KM
  // The points are the same.
  if (angle < 1e-9) return from
  const sine = Math.sin(angle)
  // Opposite points have many great circles, so the result is one of the points.
  if (Math.abs(sine) < 1e-6) return fraction < 0.5 ? from : to
  const [startWeight, endWeight] = [Math.sin((1 - fraction) * angle) / sine, Math.sin(fraction * angle) / sine]
  return toPoint([
    start[0] * startWeight + end[0] * endWeight,
    start[1] * startWeight + end[1] * endWeight,
    start[2] * startWeight + end[2] * endWeight,
  ])
}

function toVector([longitude, latitude]: Point): Vector {
  return [
    Math.cos(latitude * RADIANS_PER_DEGREE) * Math.cos(longitude * RADIANS_PER_DEGREE),
    Math.cos(latitude * RADIANS_PER_DEGREE) * Math.sin(longitude * RADIANS_PER_DEGREE),
    Math.sin(latitude * RADIANS_PER_DEGREE),
  ]
}

function toPoint([x, y, z]: Vector): Point {
  return [Math.atan2(y, x) / RADIANS_PER_DEGREE, Math.atan2(z, Math.hypot(x, y)) / RADIANS_PER_DEGREE]
}

/** Creates the line through these points along great circles. */
export function createLineThrough(points: Line): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    return next ? createGreatCircle(point, next).slice(0, -1) : [point]
  })
}

/**
 * Splits a line so that no part jumps from one edge of the map to the other. Two neighbouring points more than half
 * the globe apart are on both sides of the date line, and both parts are extended to it.
 */
export function splitAtAntimeridian(line: Line): Point[][] {
  const parts: Point[][] = []
  let part: Point[] = []
  for (const [index, point] of line.entries()) {
    const previous = line[index - 1]
    if (previous && Math.abs(point[0] - previous[0]) > 180) {
      const edge = previous[0] > 0 ? 180 : -180
      const latitude = findLatitudeAtEdge(previous, point, edge)
      if (previous[0] !== edge) part.push([edge, latitude])
      parts.push(part)
      part = point[0] === -edge ? [] : [[-edge, latitude]]
    }
    part.push(point)
  }
  return [...parts, part].filter(({ length }) => length > 1)
}

function findLatitudeAtEdge(previous: Point, next: Point, edge: number): number {
  const [degreesToEdge, degreesToNext] = [edge - previous[0], next[0] + 2 * edge - previous[0]]
  return degreesToNext === 0 ? previous[1] : previous[1] + ((next[1] - previous[1]) * degreesToEdge) / degreesToNext
}

/** Splits a line at this fraction of its length. Both parts contain the point between them. */
export function splitLineAt(line: Line, fraction: number): { passed: Point[]; ahead: Point[] } {
  if (fraction <= 0) return { passed: [], ahead: [...line] }
  if (fraction >= 1) return { passed: [...line], ahead: [] }
  let remainingKm = measureLengthKm(line) * fraction
  for (const [index, point] of line.entries()) {
    const next = line[index + 1]
    if (!next) break
    const stepKm = measureDistanceKm(point, next)
    if (remainingKm < stepKm) {
      const splitPoint = findPointBetween(point, next, remainingKm / stepKm)
      return { passed: [...line.slice(0, index + 1), splitPoint], ahead: [splitPoint, ...line.slice(index + 1)] }
    }
    remainingKm -= stepKm
  }
  return { passed: [...line], ahead: [] }
}
