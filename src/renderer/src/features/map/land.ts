// The land from Natural Earth (public domain) as packed by world-atlas: coarse for the whole world, finer when zoomed
// in.
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import coarse from 'world-atlas/land-110m.json?raw'
import fine from 'world-atlas/land-50m.json?raw'
import { toWorld, type Spot } from './projection.ts'

/** Above this scale the corners of the coarse coast are visible. */
const FINE_FROM_SCALE = 2_200
/** Land south of this latitude is left out: no ships go there, and a ring around the pole has no inside on this map. */
const MIN_LATITUDE = -60

type Ring = readonly (readonly number[])[]

/**
 * Reads the closed rings of coasts, in units of the world. A ring over the date line extends beyond the edge instead of
 * jumping; most of it is within the first copy of the world.
 */
export function readRings(topology: Topology): Spot[][] {
  const land = feature(topology, topology.objects['land'] as GeometryCollection)
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
  return polygons
    .filter(([outer]) => outer?.some(([, latitude = 0]) => latitude > MIN_LATITUDE))
    .flat()
    .map(unwrapRing)
}

/** Adds or subtracts whole worlds where a ring crosses the date line, so that it has no jump. */
function unwrapRing(ring: Ring): Spot[] {
  let [previousLongitude, worldOffset] = [0, 0]
  const spots = ring.map(([longitude = 0, latitude = 0], index) => {
    if (index > 0 && Math.abs(longitude - previousLongitude) > 180)
      worldOffset += longitude < previousLongitude ? 1 : -1
    previousLongitude = longitude
    const { x, y } = toWorld([longitude, latitude])
    return { x: x + worldOffset, y }
  })
  const firstWorld = Math.floor(spots.reduce((sum, { x }) => sum + x, 0) / Math.max(1, spots.length))
  return spots.map(({ x, y }) => ({ x: x - firstWorld, y }))
}

const paths = new Map<string, Path2D>()

export function getLandPath(scale: number): Path2D {
  const text = scale < FINE_FROM_SCALE ? coarse : fine
  const path = paths.get(text) ?? createPath(readRings(JSON.parse(text) as Topology))
  paths.set(text, path)
  return path
}

function createPath(rings: readonly Spot[][]): Path2D {
  const path = new Path2D()
  for (const ring of rings) {
    for (const [index, { x, y }] of ring.entries()) {
      if (index === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    path.closePath()
  }
  return path
}
