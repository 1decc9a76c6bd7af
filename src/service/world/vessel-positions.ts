// The position of a vessel at an instant: on a voyage, or in port between two. Connecting vessels have no position,
// because they belong to single shipments.
import { DAY_MS } from './calendar.ts'
import { placeAt, type Place } from './data/places.ts'
import { SERVICES, type Vessel } from './data/services.ts'
import { positionBetween, type Position } from './routes.ts'
import { drawSailing, vesselOf, voyageDepartingNear } from './sailings.ts'
import { speedKnots } from './map.ts'

export type VesselPosition = Position & { speedKnots: number; isEstimated: boolean }

type Crossing = { from: Place; to: Place; departsMs: number; arrivesMs: number }

export function vesselPositionAt(seed: string, vessel: Vessel, instantMs: number): VesselPosition | null {
  const crossings = crossingsAround(seed, vessel, instantMs)
  const underway = crossings.find(({ departsMs, arrivesMs }) => departsMs <= instantMs && instantMs < arrivesMs)
  if (underway) {
    const share = (instantMs - underway.departsMs) / (underway.arrivesMs - underway.departsMs)
    return {
      ...positionBetween(underway.from, underway.to, share),
      speedKnots: speedKnots(underway),
      isEstimated: false,
    }
  }
  const last = crossings.findLast(({ arrivesMs }) => arrivesMs <= instantMs)
  return last
    ? { latitude: last.to.latitude, longitude: last.to.longitude, heading: 0, speedKnots: 0, isEstimated: false }
    : null
}

/** Its voyages around that time, from the last port of lading to the first port of discharge, oldest first. */
function crossingsAround(seed: string, vessel: Vessel, instantMs: number): Crossing[] {
  const service = SERVICES.find(({ vessels }) => vessels.includes(vessel))
  const load = service?.loads.at(-1)
  const [discharge] = service?.discharges ?? []
  if (!service || !load || !discharge) return []
  const around = voyageDepartingNear(service, load, instantMs)
  return Array.from(
    { length: service.vessels.length * 2 + 4 },
    (_, index) => around - service.vessels.length - 2 + index,
  )
    .filter((voyage) => vesselOf(service, voyage) === vessel)
    .map((voyage) => drawSailing(seed, service, voyage, load, discharge))
    .filter(({ departedMs }) => departedMs > instantMs - 120 * DAY_MS)
    .map(({ departedMs, arrivedMs }) => ({
      from: placeAt(load.locode),
      to: placeAt(discharge.locode),
      departsMs: departedMs,
      arrivesMs: arrivedMs,
    }))
}
