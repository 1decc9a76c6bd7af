// Computes the position of a vessel between two ports. It moves on the great circle at constant speed, even across
// land. Longitudes are within ±180, so a line over the Pacific jumps at the date line.
import type { Place } from './data/places.ts'

/** Latitude and longitude in degrees. The heading is in degrees clockwise from north. */
export type Position = { latitude: number; longitude: number; heading: number }

const RADIAN = Math.PI / 180
export const KM_PER_NAUTICAL_MILE = 1.852

type Vector = readonly [x: number, y: number, z: number]

/** `share` is the sailed part of the way: 0 at the first port, 1 at the second. */
export function computePosition(from: Place, to: Place, share: number): Position {
  const [start, end] = [toVector(from), toVector(to)]
  const angle = Math.acos(Math.max(-1, Math.min(1, start[0] * end[0] + start[1] * end[1] + start[2] * end[2])))
  const computeVector = (part: number) => {
    if (angle < 1e-9) return start
    const [near, far] = [Math.sin((1 - part) * angle) / Math.sin(angle), Math.sin(part * angle) / Math.sin(angle)]
    return [start[0] * near + end[0] * far, start[1] * near + end[1] * far, start[2] * near + end[2] * far] as const
  }
  const position = toPoint(computeVector(share))
  const nextPosition = toPoint(computeVector(Math.min(1, share + 0.001)))
  return { ...position, heading: share >= 1 ? 0 : computeBearing(position, nextPosition) }
}

/** Lists points between two shares of the way as `[longitude, latitude]`, as in GeoJSON. */
export function listPointsBetween(
  from: Place,
  to: Place,
  fromShare: number,
  toShare: number,
  points: number,
): [number, number][] {
  return Array.from({ length: points }, (_, index) => {
    const { latitude, longitude } = computePosition(
      from,
      to,
      fromShare + ((toShare - fromShare) * index) / (points - 1),
    )
    return [longitude, latitude]
  })
}

function toVector({ latitude, longitude }: Place): Vector {
  const [phi, lambda] = [latitude * RADIAN, longitude * RADIAN]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

function toPoint([x, y, z]: Vector): { latitude: number; longitude: number } {
  return {
    latitude: roundDegrees(Math.atan2(z, Math.hypot(x, y)) / RADIAN),
    longitude: roundDegrees(Math.atan2(y, x) / RADIAN),
  }
}

function computeBearing(
  from: { latitude: number; longitude: number },
  to: { latitude: number; longitude: number },
): number {
  const [fromLatitude, toLatitude, longitudeDifference] = [
    from.latitude * RADIAN,
    to.latitude * RADIAN,
    (to.longitude - from.longitude) * RADIAN,
  ]
  const angle =
    Math.atan2(
      Math.sin(longitudeDifference) * Math.cos(toLatitude),
      Math.cos(fromLatitude) * Math.sin(toLatitude) -
        Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(longitudeDifference),
    ) / RADIAN
  return Math.round((angle + 360) % 360)
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
