// The endpoints of vessels, by id or IMO number, with past and future positions. An account needs an entitlement for
// positions.
import { badParameter, forbidden, unknownRecord } from '../jsonapi/errors.ts'
import { parseInstant } from '../jsonapi/instants.ts'
import { listAllResources, type Resource } from '../jsonapi/resource.ts'
import { DAY_MS, HOUR_MS, formatIso, MINUTE_MS } from '../world/calendar.ts'
import { PLACES, type Place } from '../world/data/places.ts'
import { VESSELS } from '../world/reference-records.ts'
import { listPointsBetween, computePosition } from '../world/routes.ts'
import { findVesselPosition } from '../world/vessel-positions.ts'
import { answerRecord } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const vesselRoutes: readonly Route[] = [
  { method: 'GET', path: '/vessels/{id}', answer: answerVessel },
  { method: 'GET', path: '/vessels/{id}/future_positions', answer: (context) => answerFuturePositions(context, false) },
  {
    method: 'GET',
    path: '/vessels/{id}/future_positions_with_coordinates',
    answer: (context) => answerFuturePositions(context, true),
  },
]

/** A longer track has larger steps, so that it has at most this many positions. */
const MAX_POSITIONS = 500
const MAX_MINUTES = 1440
const KNOTS_TO_KM = 1.852
const ASSUMED_KNOTS = 17
const KM_PER_DEGREE = 111.2

function findVessel({ records, params }: Context): Resource {
  const wanted = params['id'] ?? ''
  const vessel = listAllResources(records.list('vessel')).find(
    ({ id, attributes }) => id === wanted || attributes?.['imo'] === wanted,
  )
  if (!vessel) throw unknownRecord('vessel', wanted)
  return vessel
}

function answerVessel(context: Context): Answer {
  const vessel = findVessel(context)
  const { query, features, worldMs, world } = context
  const [from, to] = [readInstant(context, 'from_timestamp'), readInstant(context, 'to_timestamp')]
  const wantsTrack = query.has('show_positions[from_timestamp]') || query.has('show_positions[to_timestamp]')
  if (!features.has('vessel_positions')) {
    if (wantsTrack) throw forbidden('positions of vessels')
    return answerRecord(context, vessel)
  }
  const simulatedVessel = VESSELS.find(({ imo }) => imo === vessel.attributes?.['imo'])
  const findPosition = (instantMs: number) =>
    simulatedVessel ? findVesselPosition(world.seed, simulatedVessel, instantMs) : null
  const currentPosition = findPosition(worldMs)
  const position = currentPosition && {
    latitude: currentPosition.latitude,
    longitude: currentPosition.longitude,
    nautical_speed_knots: currentPosition.speedKnots,
    navigational_heading_degrees: currentPosition.heading,
    position_timestamp: formatIso(Math.floor(worldMs / (15 * MINUTE_MS)) * 15 * MINUTE_MS),
  }
  const track = wantsTrack
    ? { positions: listTrack(findPosition, from ?? worldMs - 7 * DAY_MS, Math.min(to ?? worldMs, worldMs)) }
    : {}
  return answerRecord(context, { ...vessel, attributes: { ...vessel.attributes, ...position, ...track } })
}

function listTrack(
  findPosition: (instantMs: number) => ReturnType<typeof findVesselPosition>,
  fromMs: number,
  toMs: number,
): Record<string, unknown>[] {
  const stepMs = Math.max(HOUR_MS, (toMs - fromMs) / MAX_POSITIONS)
  const instants = Array.from(
    { length: Math.max(0, Math.min(MAX_POSITIONS, Math.floor((toMs - fromMs) / stepMs) + 1)) },
    (_, index) => fromMs + index * stepMs,
  )
  return instants.flatMap((instantMs) => {
    const position = findPosition(instantMs)
    return position
      ? [
          {
            latitude: position.latitude,
            longitude: position.longitude,
            heading: position.heading,
            timestamp: formatIso(instantMs),
            estimated: position.isEstimated,
          },
        ]
      : []
  })
}

function readInstant({ query }: Context, name: string): number | null {
  const parameter = `show_positions[${name}]`
  const text = query.get(parameter)
  if (text === null || text === '') return null
  const instantMs = parseInstant(text)
  if (instantMs === null) throw badParameter(parameter, `${parameter} must be an ISO 8601 date-time.`)
  return instantMs
}

/** Answers one position for each minute at an assumed speed. It starts at the previous port or the given position. */
function answerFuturePositions(context: Context, hasCoordinates: boolean): Answer {
  const vessel = findVessel(context)
  if (!context.features.has('vessel_positions')) throw forbidden('positions of vessels')
  const [to, previous] = [readPort(context, 'port_id'), readPort(context, 'previous_port_id')]
  const from: Place = hasCoordinates
    ? {
        ...previous,
        latitude: readCoordinate(context, 'latitude', 90),
        longitude: readCoordinate(context, 'longitude', 180),
      }
    : previous
  const hours = (computeDegrees(from, to) * KM_PER_DEGREE) / (ASSUMED_KNOTS * KNOTS_TO_KM)
  const minutes = Math.max(1, Math.min(MAX_MINUTES, Math.round(hours * 60)))
  const share = Math.min(1, minutes / Math.max(1, hours * 60))
  const { worldMs } = context
  const positions = listPointsBetween(from, to, 0, share, minutes + 1).map(([longitude, latitude], index) => ({
    latitude,
    longitude,
    heading: computePosition(from, to, (share * index) / minutes).heading,
    timestamp: formatIso(worldMs + index * MINUTE_MS),
    estimated: true,
  }))
  return answerRecord(context, { ...vessel, attributes: { ...vessel.attributes, positions } })
}

function readPort({ query, world }: Context, parameter: string): Place {
  const id = query.get(parameter)
  const place = PLACES.find((candidate) => !candidate.isInland && world.reference.getPortId(candidate) === id)
  if (!place) throw badParameter(parameter, `${parameter} must be the id of a port.`)
  return place
}

function readCoordinate({ query }: Context, parameter: string, max: number): number {
  const text = query.get(parameter) ?? ''
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > max)
    throw badParameter(parameter, `${parameter} must be a number from -${max} to ${max}.`)
  return value
}

function computeDegrees(from: Place, to: Place): number {
  const radian = Math.PI / 180
  const cosine =
    Math.sin(from.latitude * radian) * Math.sin(to.latitude * radian) +
    Math.cos(from.latitude * radian) *
      Math.cos(to.latitude * radian) *
      Math.cos((to.longitude - from.longitude) * radian)
  return Math.acos(Math.max(-1, Math.min(1, cosine))) / radian
}
