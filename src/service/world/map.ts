// Builds the map of a container's voyage as GeoJSON: the ports, the vessel between them, and the past and future path.
import { HOUR_MS, formatIso, formatIsoOrNull } from './calendar.ts'
import { COUNTRY_NAMES, computeDistanceKm, STATE_NAMES, type Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import { findReachedMs, type Journey, type ContainerWithJourney } from './journey.ts'
import type { Reference } from './reference-records.ts'
import { KM_PER_NAUTICAL_MILE, listPointsBetween, computePosition } from './routes.ts'
import { getValueAt } from './steps.ts'

type Feature = { type: 'Feature'; geometry: Record<string, unknown>; properties: Record<string, unknown> }

/** One vessel between two ports. */
type Leg = {
  from: Place
  to: Place
  vessel: Vessel
  voyageNumber: string
  /** The times of the simulated voyage, also if they are still in the future. */
  departsMs: number
  arrivesMs: number
  /** The line's current estimate of the departure. `etaMs` is that of the arrival. */
  etdMs: number
  etaMs: number
  /** The reported departure, or null before it. `ataMs` is the reported arrival. */
  atdMs: number | null
  ataMs: number | null
}

const POINTS_PER_LEG = 40
/** Before its arrival is reported, the vessel is never in the port. */
const MAX_SHARE_AT_SEA = 0.999

export function buildMap(reference: Reference, located: ContainerWithJourney, nowMs: number): Feature[] {
  const legs = listLegs(located, nowMs)
  const [first] = legs
  if (!first) return []
  const places = [first.from, ...legs.map((leg) => leg.to)]
  return [
    ...places.map((place, index) =>
      buildPortFeature(reference, place, index, places.length, legs[index - 1] ?? null, legs[index] ?? null, nowMs),
    ),
    ...legs.flatMap((leg, index) => buildLegFeatures(reference, leg, index + 1, nowMs)),
  ]
}

function listLegs({ journey, container }: ContainerWithJourney, nowMs: number): Leg[] {
  const { sailing, loadPort, portOfDischarge } = journey
  const nullIfFuture = (atMs: number) => (atMs <= nowMs ? atMs : null)
  const etaMs = getValueAt(sailing.arrivalEstimates, nowMs) ?? sailing.scheduledArrivalMs
  const ocean: Leg = {
    from: loadPort,
    to: portOfDischarge,
    vessel: sailing.vessel,
    voyageNumber: sailing.voyageNumber,
    departsMs: sailing.departedMs,
    arrivesMs: sailing.arrivedMs,
    etdMs: sailing.scheduledDepartureMs,
    etaMs,
    atdMs: nullIfFuture(sailing.departedMs),
    ataMs: findReachedMs(container, 'vessel_arrived', nowMs),
  }
  return [...listConnectionLegs(journey, nullIfFuture), ocean]
}

function listConnectionLegs({ connection }: Journey, nullIfFuture: (atMs: number) => number | null): Leg[] {
  if (!connection) return []
  const { from, hub, vessel, voyageNumber, departedMs, arrivedMs } = connection
  return [
    {
      from,
      to: hub,
      vessel,
      voyageNumber,
      departsMs: departedMs,
      arrivesMs: arrivedMs,
      etdMs: departedMs,
      etaMs: arrivedMs,
      atdMs: nullIfFuture(departedMs),
      ataMs: nullIfFuture(arrivedMs),
    },
  ]
}

function buildPortFeature(
  reference: Reference,
  place: Place,
  index: number,
  total: number,
  inbound: Leg | null,
  outbound: Leg | null,
  nowMs: number,
): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
    properties: {
      feature_type: 'port',
      ports_sequence: index + 1,
      ports_total: total,
      location_id: reference.getPortId(place),
      location_type: 'Port',
      ...buildPlaceNames(place),
      time_zone: place.zone,
      label: getPortLabel(index, total),
      inbound_eta_at: formatIsoOrNull(inbound?.etaMs ?? null),
      inbound_ata_at: formatIsoOrNull(inbound?.ataMs ?? null),
      outbound_etd_at: formatIsoOrNull(outbound?.etdMs ?? null),
      outbound_atd_at: formatIsoOrNull(outbound?.atdMs ?? null),
      updated_at: formatIso(nowMs),
    },
  }
}

function getPortLabel(index: number, total: number): string {
  if (index === 0) return 'POL'
  return index === total - 1 ? 'POD' : `TS${index}`
}

function buildPlaceNames(place: Place): Record<string, string | null> {
  const countryCode = place.locode.slice(0, 2)
  return {
    name: place.name,
    state_abbr: place.state,
    state: place.state === null ? null : (STATE_NAMES[place.state] ?? null),
    country_code: countryCode,
    country: COUNTRY_NAMES[countryCode] ?? countryCode,
  }
}

function buildLegFeatures(reference: Reference, leg: Leg, sequence: number, nowMs: number): Feature[] {
  const { from, to, atdMs, ataMs } = leg
  const portIds = { previous_port_id: reference.getPortId(from), next_port_id: reference.getPortId(to) }
  if (atdMs === null)
    return [
      buildLineFeature(listPointsBetween(from, to, 0, 1, POINTS_PER_LEG), {
        feature_type: 'estimated_full_legs',
        ports_sequence: sequence,
        ...portIds,
      }),
    ]
  const share =
    ataMs === null ? Math.min(MAX_SHARE_AT_SEA, (nowMs - leg.departsMs) / (leg.arrivesMs - leg.departsMs)) : 1
  const pastPath = buildLineFeature(listPointsBetween(from, to, 0, share, POINTS_PER_LEG), {
    feature_type: 'past_vessel_locations',
    ports_sequence: sequence,
    vessel_id: reference.getVesselId(leg.vessel),
    start_time: formatIso(atdMs),
    end_time: formatIso(ataMs ?? nowMs),
    outbound_atd_at: formatIso(atdMs),
    inbound_ata_at: formatIsoOrNull(ataMs),
    inbound_eta_at: formatIso(leg.etaMs),
  })
  if (ataMs !== null) return [pastPath]
  const futurePath = buildLineFeature(listPointsBetween(from, to, share, 1, POINTS_PER_LEG), {
    feature_type: 'estimated_partial_leg',
    ports_sequence: sequence,
    current_port_id: portIds.previous_port_id,
    next_port_id: portIds.next_port_id,
  })
  return [pastPath, buildVesselFeature(reference, leg, sequence, share, nowMs), futurePath]
}

function buildLineFeature(coordinates: [number, number][], properties: Record<string, unknown>): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: { ...properties, point_count: coordinates.length },
  }
}

function buildVesselFeature(reference: Reference, leg: Leg, sequence: number, share: number, nowMs: number): Feature {
  const { from, to, vessel } = leg
  const { latitude, longitude, heading } = computePosition(from, to, share)
  const buildPortProperties = (prefix: string, place: Place) =>
    Object.fromEntries(
      Object.entries({ id: reference.getPortId(place), ...buildPlaceNames(place), time_zone: place.zone }).map(
        ([key, value]) => [`${prefix}_${key}`, value],
      ),
    )
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      feature_type: 'current_vessel',
      ports_sequence: sequence,
      vessel_id: reference.getVesselId(vessel),
      vessel_name: vessel.name,
      vessel_imo: vessel.imo,
      voyage_number: leg.voyageNumber,
      vessel_location_timestamp: formatIso(nowMs),
      vessel_location_heading: heading,
      vessel_location_speed: computeSpeedKnots(leg),
      ...buildPortProperties('departure_port', from),
      // The port of departure is never the last port, so the number of ports does not matter.
      departure_port_label: getPortLabel(sequence - 1, Infinity),
      departure_port_atd: formatIsoOrNull(leg.atdMs),
      ...buildPortProperties('arrival_port', to),
      arrival_port_eta: formatIso(leg.etaMs),
    },
  }
}

/** Returns the average speed of the leg, rounded to a tenth of a knot. */
export function computeSpeedKnots({
  from,
  to,
  departsMs,
  arrivesMs,
}: Pick<Leg, 'from' | 'to' | 'departsMs' | 'arrivesMs'>): number {
  return (
    Math.round((computeDistanceKm(from, to) / KM_PER_NAUTICAL_MILE / ((arrivesMs - departsMs) / HOUR_MS)) * 10) / 10
  )
}
