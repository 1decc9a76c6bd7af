// Finds the position of a vessel at an instant: on a voyage, or in port between two voyages. Connecting vessels have no
// position, because their legs belong to single shipments.
import { DAY_MS } from './calendar.ts'
import { findPlace, type Place } from './data/places.ts'
import { SERVICES, type Vessel } from './data/services.ts'
import { computePosition, type Position } from './routes.ts'
import { drawSailing, getVessel, findVoyageDepartingNear } from './sailings.ts'
import { computeSpeedKnots } from './map.ts'

export type VesselPosition = Position & { speedKnots: number; isEstimated: boolean }

type Crossing = { from: Place; to: Place; departsMs: number; arrivesMs: number }

export function findVesselPosition(seed: string, vessel: Vessel, instantMs: number): VesselPosition | null {
  const crossings = listCrossings(seed, vessel, instantMs)
  const currentCrossing = crossings.find(({ departsMs, arrivesMs }) => departsMs <= instantMs && instantMs < arrivesMs)
  if (currentCrossing) {
    const share = (instantMs - currentCrossing.departsMs) / (currentCrossing.arrivesMs - currentCrossing.departsMs)
    return {
      ...computePosition(currentCrossing.from, currentCrossing.to, share),
      speedKnots: computeSpeedKnots(currentCrossing),
      isEstimated: false,
    }
  }
  const last = crossings.findLast(({ arrivesMs }) => arrivesMs <= instantMs)
  return last
    ? { latitude: last.to.latitude, longitude: last.to.longitude, heading: 0, speedKnots: 0, isEstimated: false }
    : null
}

/**
 * Lists the voyages of the vessel near that time, oldest first, from the last port of lading to the first of discharge.
 */
function listCrossings(seed: string, vessel: Vessel, instantMs: number): Crossing[] {
  const service = SERVICES.find(({ vessels }) => vessels.includes(vessel))
  const load = service?.loads.at(-1)
  const [discharge] = service?.discharges ?? []
  if (!service || !load || !discharge) return []
  const nearestVoyage = findVoyageDepartingNear(service, load, instantMs)
  return Array.from(
    { length: service.vessels.length * 2 + 4 },
    (_, index) => nearestVoyage - service.vessels.length - 2 + index,
  )
    .filter((voyage) => getVessel(service, voyage) === vessel)
    .map((voyage) => drawSailing(seed, service, voyage, load, discharge))
    .filter(({ departedMs }) => departedMs > instantMs - 120 * DAY_MS)
    .map(({ departedMs, arrivedMs }) => ({
      from: findPlace(load.locode),
      to: findPlace(discharge.locode),
      departsMs: departedMs,
      arrivesMs: arrivedMs,
    }))
}
