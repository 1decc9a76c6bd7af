// The map of a container's voyage as GeoJSON: ports, the vessel between them, and the past and future path. Empty
// without a departure.
import { HOUR_MS, isoOf, isoOrNull } from './calendar.ts'
import { COUNTRY_NAMES, distanceKm, STATE_NAMES, type Place } from './data/places.ts'
import type { Vessel } from './data/services.ts'
import { whenReached, type Journey, type Located } from './journey.ts'
import type { Reference } from './reference-records.ts'
import { KM_PER_NAUTICAL_MILE, lineBetween, positionBetween } from './routes.ts'
import { valueAt } from './steps.ts'

type Feature = { type: 'Feature'; geometry: Record<string, unknown>; properties: Record<string, unknown> }

/** One vessel between two ports. Actual times are null until they are known. */
type Leg = {
  from: Place
  to: Place
  vessel: Vessel
  voyageNumber: string
  departsMs: number
  arrivesMs: number
  etdMs: number
  etaMs: number
  atdMs: number | null
  ataMs: number | null
}

const POINTS_A_LEG = 40

export function mapOf(reference: Reference, located: Located, nowMs: number): Feature[] {
  const legs = legsOf(located, nowMs)
  const [first] = legs
  if (!first) return []
  const places = [first.from, ...legs.map((leg) => leg.to)]
  return [
    ...places.map((place, index) =>
      portFeature(reference, place, index, places.length, legs[index - 1] ?? null, legs[index] ?? null, nowMs),
    ),
    ...legs.flatMap((leg, index) => legFeatures(reference, leg, index + 1, nowMs)),
  ]
}

function legsOf({ journey, container }: Located, nowMs: number): Leg[] {
  const { sailing, loadPort, portOfDischarge } = journey
  const known = (atMs: number) => (atMs <= nowMs ? atMs : null)
  const etaMs = valueAt(sailing.arrivalEstimates, nowMs) ?? sailing.scheduledArrivalMs
  const ocean: Leg = {
    from: loadPort,
    to: portOfDischarge,
    vessel: sailing.vessel,
    voyageNumber: sailing.voyageNumber,
    departsMs: sailing.departedMs,
    arrivesMs: sailing.arrivedMs,
    etdMs: sailing.scheduledDepartureMs,
    etaMs,
    atdMs: known(sailing.departedMs),
    ataMs: whenReached(container, 'vessel_arrived', nowMs),
  }
  return [...connectionLeg(journey, known), ocean]
}

function connectionLeg({ connection }: Journey, known: (atMs: number) => number | null): Leg[] {
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
      atdMs: known(departedMs),
      ataMs: known(arrivedMs),
    },
  ]
}

function portFeature(
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
      location_id: reference.portId(place),
      location_type: 'Port',
      ...placeNames(place),
      time_zone: place.zone,
      label: labelOf(index, total),
      inbound_eta_at: isoOrNull(inbound?.etaMs ?? null),
      inbound_ata_at: isoOrNull(inbound?.ataMs ?? null),
      outbound_etd_at: isoOrNull(outbound?.etdMs ?? null),
      outbound_atd_at: isoOrNull(outbound?.atdMs ?? null),
      updated_at: isoOf(nowMs),
    },
  }
}

function labelOf(index: number, total: number): string {
  if (index === 0) return 'POL'
  return index === total - 1 ? 'POD' : `TS${index}`
}

function placeNames(place: Place): Record<string, string | null> {
  const countryCode = place.locode.slice(0, 2)
  return {
    name: place.name,
    state_abbr: place.state,
    state: place.state === null ? null : (STATE_NAMES[place.state] ?? null),
    country_code: countryCode,
    country: COUNTRY_NAMES[countryCode] ?? countryCode,
  }
}

function legFeatures(reference: Reference, leg: Leg, sequence: number, nowMs: number): Feature[] {
  const { from, to, atdMs, ataMs } = leg
  const ends = { previous_port_id: reference.portId(from), next_port_id: reference.portId(to) }
  if (atdMs === null)
    return [
      lineFeature(lineBetween(from, to, 0, 1, POINTS_A_LEG), {
        feature_type: 'estimated_full_legs',
        ports_sequence: sequence,
        ...ends,
      }),
    ]
  const share = ataMs === null ? Math.min(0.999, (nowMs - leg.departsMs) / (leg.arrivesMs - leg.departsMs)) : 1
  const past = lineFeature(lineBetween(from, to, 0, share, POINTS_A_LEG), {
    feature_type: 'past_vessel_locations',
    ports_sequence: sequence,
    vessel_id: reference.vesselId(leg.vessel),
    start_time: isoOf(atdMs),
    end_time: isoOf(ataMs ?? nowMs),
    outbound_atd_at: isoOf(atdMs),
    inbound_ata_at: isoOrNull(ataMs),
    inbound_eta_at: isoOf(leg.etaMs),
  })
  if (ataMs !== null) return [past]
  const ahead = lineFeature(lineBetween(from, to, share, 1, POINTS_A_LEG), {
    feature_type: 'estimated_partial_leg',
    ports_sequence: sequence,
    current_port_id: ends.previous_port_id,
    next_port_id: ends.next_port_id,
  })
  return [past, vesselFeature(reference, leg, sequence, share, nowMs), ahead]
}

function lineFeature(coordinates: [number, number][], properties: Record<string, unknown>): Feature {
  return {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: { ...properties, point_count: coordinates.length },
  }
}

function vesselFeature(reference: Reference, leg: Leg, sequence: number, share: number, nowMs: number): Feature {
  const { from, to, vessel } = leg
  const { latitude, longitude, heading } = positionBetween(from, to, share)
  const prefixed = (prefix: string, place: Place) =>
    Object.fromEntries(
      Object.entries({ id: reference.portId(place), ...placeNames(place), time_zone: place.zone }).map(
        ([key, value]) => [`${prefix}_${key}`, value],
      ),
    )
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      feature_type: 'current_vessel',
      ports_sequence: sequence,
      vessel_id: reference.vesselId(vessel),
      vessel_name: vessel.name,
      vessel_imo: vessel.imo,
      voyage_number: leg.voyageNumber,
      vessel_location_timestamp: isoOf(nowMs),
      vessel_location_heading: heading,
      vessel_location_speed: speedKnots(leg),
      ...prefixed('departure_port', from),
      departure_port_label: labelOf(sequence - 1, Infinity),
      departure_port_atd: isoOrNull(leg.atdMs),
      ...prefixed('arrival_port', to),
      arrival_port_eta: isoOf(leg.etaMs),
    },
  }
}

export function speedKnots({
  from,
  to,
  departsMs,
  arrivesMs,
}: Pick<Leg, 'from' | 'to' | 'departsMs' | 'arrivesMs'>): number {
  return Math.round((distanceKm(from, to) / KM_PER_NAUTICAL_MILE / ((arrivesMs - departsMs) / HOUR_MS)) * 10) / 10
}
