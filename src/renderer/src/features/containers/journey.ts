// Vessels, places and milestones in the trade's terms.
import { findPickupPort } from '#words/container-cells.ts'
import type { ContainerRow, ZonedPlace } from '#contract/containers.ts'
import type { TimelineEntry, TimelineLeg } from '#contract/timeline.ts'
import type { Sailing } from '#contract/routes.ts'
import { formatLocalDate } from '../../words/dates.ts'
import { formatCount, joinParts, t, translateName, type PlainWord } from '../../words/words.ts'

const DAY_MS = 86_400_000

export function formatVesselVoyage({ vessel, voyage }: { vessel: string | null; voyage: string | null }): string {
  return joinParts(' ', vessel, voyage)
}

/**
 * `+3 d`: the calendar days at the port from the first to the current estimate. Empty if one is missing, or both are
 * the same day.
 */
export function formatArrivalShift(first: string | null, current: string | null, zone: string | null): string {
  if (first === null || current === null) return ''
  const days = countDays(first, current, zone)
  return days === 0 ? '' : t(days > 0 ? 'shipment.later' : 'shipment.earlier', { n: formatCount(Math.abs(days)) })
}

/** `18 d late`: how long ago the expected day ended at the place. Empty if it has not ended. */
export function formatOverdue(eta: string | null, zone: string | null, nowMs: number | null): string {
  if (eta === null || nowMs === null) return ''
  const days = countDays(eta, new Date(nowMs).toISOString(), zone)
  return days > 0 ? t('shipment.overdue', { n: formatCount(days) }) : ''
}

/** Calendar days from one instant to another, in this zone. */
function countDays(from: string, to: string, zone: string | null): number {
  const getDayMs = (instant: string) => Date.parse(formatLocalDate(instant, zone))
  return Math.round((getDayMs(to) - getDayMs(from)) / DAY_MS)
}

export function getPlaceName({ name, locode }: Omit<ZonedPlace, 'zone'>): string | null {
  return name ?? locode
}

/**
 * The pickup location. `Los Angeles (port)` if the service names no terminal, and the container does not move inland.
 */
export function formatPickupPlace(row: Parameters<typeof findPickupPort>[0]): string | null {
  const port = findPickupPort(row)
  return port === null ? row.pickupPlace : t('cell.portOnly', { port })
}

/** `CNSHA → USLAX → USCHI · Oberon Tide 204E`. `getName`: names in place of UN/LOCODEs. */
export function formatSailing(sailing: Sailing, getName: (locode: string) => string = (locode) => locode): string {
  return joinParts(' · ', formatPorts(sailing, getName), formatVesselVoyage(sailing))
}

export function formatPorts(
  { portOfLading, portOfDischarge, destination }: Omit<Sailing, 'vessel' | 'voyage'>,
  getName: (locode: string) => string,
): string {
  const formatPort = (locode: string | null) => (locode === null ? t('map.unknownPort') : getName(locode))
  const destinationName = destination === null || destination === portOfDischarge ? null : getName(destination)
  return joinParts(' → ', formatPort(portOfLading), formatPort(portOfDischarge), destinationName)
}

/**
 * The place of the container whose zone this is. A zone is named after only one of its cities, so a place of the
 * container is more helpful. Null if none is in this zone.
 */
export function findPlaceInZone(
  { portOfDischarge, destination, isInland }: Pick<ContainerRow, 'portOfDischarge' | 'destination' | 'isInland'>,
  zone: string,
): string | null {
  const places = isInland ? [destination, portOfDischarge] : [portOfDischarge, destination]
  return (
    places
      .filter((place) => place.zone === zone)
      .map(getPlaceName)
      .find((name) => name !== null) ?? null
  )
}

const eventNames: Record<string, PlainWord> = {
  'transport.vessel_arrived': 'event.vessel_arrived',
  'transport.vessel_berthed': 'event.vessel_berthed',
  'transport.vessel_discharged': 'event.vessel_discharged',
  'transport.vessel_loaded': 'event.vessel_loaded',
  'transport.vessel_departed': 'event.vessel_departed',
  'transport.rail_departed': 'event.rail_departed',
  'transport.rail_arrived': 'event.rail_arrived',
  'transport.rail_loaded': 'event.rail_loaded',
  'transport.rail_unloaded': 'event.rail_unloaded',
  'transport.transshipment_arrived': 'event.transshipment_arrived',
  'transport.transshipment_discharged': 'event.transshipment_discharged',
  'transport.transshipment_loaded': 'event.transshipment_loaded',
  'transport.transshipment_departed': 'event.transshipment_departed',
  'transport.feeder_arrived': 'event.feeder_arrived',
  'transport.feeder_discharged': 'event.feeder_discharged',
  'transport.feeder_loaded': 'event.feeder_loaded',
  'transport.feeder_departed': 'event.feeder_departed',
  'transport.empty_out': 'event.empty_out',
  'transport.full_in': 'event.full_in',
  'transport.full_out': 'event.full_out',
  'transport.empty_in': 'event.empty_in',
  'transport.arrived_at_inland_destination': 'event.arrived_at_inland_destination',
  'transport.estimated.arrived_at_inland_destination': 'event.arrived_at_inland_destination',
  'transport.available': 'event.available',
  'pickup_lfd.changed': 'event.pickup_lfd_changed',
  'pickup_lfd_line.changed': 'event.pickup_lfd_line_changed',
  'pickup_lfd_terminal.changed': 'event.pickup_lfd_terminal_changed',
  'pickup_lfd_rail.changed': 'event.pickup_lfd_rail_changed',
  'pickup_appointment.changed': 'event.pickup_appointment_changed',
  'transport.not_available': 'event.not_available',
  'transport.delivered': 'event.delivered',
}

/** An event without a text is shown by its own name, made readable. */
export function formatEvent(event: string): string {
  const known = translateName(eventNames, event)
  if (known !== null) return known
  const name = event.replace(/^transport\./, '').replaceAll(/[._]/g, ' ')
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

export function formatLeg({ leg, ordinal }: Pick<TimelineLeg, 'leg' | 'ordinal'>): string {
  const word = t(`timeline.leg.${leg}`)
  return ordinal > 0 ? t('timeline.legOrdinal', { leg: word, n: ordinal }) : word
}

const sourceNames: Record<string, PlainWord> = {
  shipping_line: 'timeline.source.shipping_line',
  terminal: 'timeline.source.terminal',
  ais: 'timeline.source.ais',
}

export function formatSource(source: string): string {
  return translateName(sourceNames, source) ?? source
}

export function formatEntryKind(kind: TimelineEntry['kind']): string {
  return t(`timeline.${kind}`)
}

export type LegState = 'over' | 'underway' | 'ahead'

/** A leg is over if something happened on a later one, or if it is the last and nothing more is expected on it. */
export function listLegStates(legs: readonly Pick<TimelineLeg, 'entries'>[]): LegState[] {
  const hasEntry = (index: number, kind: TimelineEntry['kind']) =>
    legs[index]?.entries.some((entry) => entry.kind === kind) === true
  const lastReachedIndex = legs.findLastIndex((_, index) => hasEntry(index, 'actual'))
  return legs.map((_, index) => {
    if (index < lastReachedIndex) return 'over'
    if (index > lastReachedIndex) return 'ahead'
    return index === legs.length - 1 && !hasEntry(index, 'estimated') ? 'over' : 'underway'
  })
}
