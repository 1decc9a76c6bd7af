// The time zones of ports and terminals, collected from the containers that report one. A container without a zone
// counts its days in the zone of its place.
import { related, text, zone } from '../../api/attributes.ts'
import type { Resource } from '../../api/decode.ts'
import type { ReadableDb, WritableDb } from '../../db/open.ts'
import { PLACE_ZONE, markRecord } from '../feed/marks.ts'
import { canonicalZone } from '../../outside/calendar.ts'

/** The zones of the places of one container; null if unknown. */
export type PlaceZones = { pod: string | null; destination: string | null }

/**
 * `own`: as the service reports them for the container, or else for its shipment. `other`: as other containers report
 * them for the same places; null if `own` has one.
 */
export type ContainerZones = { own: PlaceZones; other: PlaceZones }

/** Zones by place. A place is the id of a terminal, or the UN/LOCODE of a port or an inland point. */
export type ReportedZones = Map<string, Set<string>>

/** Read in a few milliseconds. */
const REPORTS_PER_SLICE = 2_000

type ContainerAndShipment = { container: Resource; shipment: Resource | null }

function readOwnZones({ container: { attributes }, shipment }: ContainerAndShipment): PlaceZones {
  return {
    pod: zone(attributes, 'pod_timezone') ?? zone(shipment?.attributes ?? {}, 'pod_timezone'),
    destination:
      zone(attributes, 'final_destination_timezone') ?? zone(shipment?.attributes ?? {}, 'destination_timezone'),
  }
}

/** The places whose zones are those of the container, the most exact one first. */
function listPlaces({ container, shipment }: ContainerAndShipment): Record<keyof PlaceZones, string[]> {
  const [terminal, facility] = [related(container, 'pod_terminal')?.id, related(container, 'pickup_facility')?.id]
  const getLocode = (name: string) => text(shipment?.attributes ?? {}, name)
  const isKnown = (place: string | null | undefined) => typeof place === 'string'
  return {
    pod: [terminal, getLocode('port_of_discharge_locode')].filter(isKnown),
    destination: [facility === terminal ? null : facility, getLocode('destination_locode')].filter(isKnown),
  }
}

/** Adds the zones that this container reports for its places. */
export function collectZones(reported: ReportedZones, records: ContainerAndShipment & { zones: ContainerZones }): void {
  const [zones, places] = [records.zones.own, listPlaces(records)]
  for (const kind of ['pod', 'destination'] as const) addReports(reported, zones[kind], places[kind])
}

function addReports(reported: ReportedZones, zoneName: string | null, places: readonly (string | null)[]): void {
  if (zoneName === null) return
  for (const place of places) if (place !== null) reported.set(place, (reported.get(place) ?? new Set()).add(zoneName))
}

export function loadZones(db: ReadableDb, records: ContainerAndShipment): ContainerZones {
  const own = readOwnZones(records)
  if (own.pod !== null && own.destination !== null) return { own, other: NO_ZONES }
  const places = listPlaces(records)
  const load = (kind: keyof PlaceZones) => {
    if (own[kind] !== null) return null
    for (const place of places[kind]) {
      const zoneName = loadPlaceZone(db, place)
      if (typeof zoneName === 'string') return zoneName
    }
    return null
  }
  return { own, other: { pod: load('pod'), destination: load('destination') } }
}

const NO_ZONES: PlaceZones = { pod: null, destination: null }

/** Null if reports disagree; undefined without a report. */
export function loadPlaceZone(db: ReadableDb, place: string): string | null | undefined {
  return db.value<string | null>('SELECT zone FROM place_zone WHERE place = ?', place)
}

/**
 * Saves the zones, and returns the ids of the containers that count their days in one that is new. If containers report
 * different zones for one place now, its zone counts as unknown, whichever was read first.
 */
export function savePlaceZones(db: WritableDb, reported: ReportedZones): string[] {
  const changed: string[] = []
  for (const [place, names] of reported) {
    const stored = loadPlaceZone(db, place)
    // Until the rows are rebuilt, it stays unknown.
    if (stored === null) continue
    const zones = new Set([...names].map(canonicalZone))
    const isNews = zones.size > 1 || !zones.has(stored ?? '')
    if (!isNews) continue
    const zoneName = findOnly(stored === undefined ? zones : loadReportedZones(db, place))
    savePlaceZone(db, place, zoneName)
    markRecord(db, PLACE_ZONE, place)
    changed.push(place)
  }
  return changed.length === 0 ? [] : loadContainersWithoutZone(db, changed)
}

export function savePlaceZone(db: WritableDb, place: string, zoneName: string | null): void {
  db.run('INSERT OR REPLACE INTO place_zone (place, zone) VALUES (?, ?)', place, zoneName)
}

export function deletePlaceZone(db: WritableDb, place: string): void {
  db.run('DELETE FROM place_zone WHERE place = ?', place)
}

/** For a rebuild of all rows. Zones that no record reports any more would stay otherwise. */
export function deletePlaceZones(db: WritableDb): void {
  db.run('DELETE FROM place_zone')
}

function findOnly(zones: ReadonlySet<string>): string | null {
  const [only] = zones
  return zones.size === 1 && only !== undefined ? only : null
}

/** The zones that containers report for a place now. Slow, because it reads all rows: for reports that disagree. */
function loadReportedZones(db: ReadableDb, place: string): Set<string> {
  const zones = db.column<string>(
    `SELECT pod_zone FROM container_row WHERE pod_zone IS NOT NULL AND (pod_terminal_id = ? OR pod_locode = ?)
     UNION SELECT destination_zone FROM container_row WHERE destination_zone IS NOT NULL
       AND (destination_locode = ? OR pickup_place_id = ? AND pickup_place_id IS NOT pod_terminal_id)`,
    place,
    place,
    place,
    place,
  )
  return new Set(zones.map(canonicalZone))
}

type ReportRow = {
  key: number
  podZone: string | null
  terminal: string | null
  port: string | null
  destinationZone: string | null
  facility: string | null
  destination: string | null
}

/** The zones that the next containers after this key report, and the key of the last one; null if there are no more. */
export function loadReports(db: ReadableDb, afterKey: number): { reported: ReportedZones; lastKey: number } | null {
  const rows = db.all<ReportRow>(
    `SELECT key, pod_zone AS podZone, pod_terminal_id AS terminal, pod_locode AS port,
       destination_zone AS destinationZone, nullif(pickup_place_id, pod_terminal_id) AS facility,
       destination_locode AS destination
     FROM container_row WHERE key > ? ORDER BY key LIMIT ${REPORTS_PER_SLICE}`,
    afterKey,
  )
  const lastKey = rows.at(-1)?.key
  if (lastKey === undefined) return null
  const reported: ReportedZones = new Map()
  for (const { podZone, terminal, port, destinationZone, facility, destination } of rows) {
    addReports(reported, podZone, [terminal, port])
    addReports(reported, destinationZone, [facility, destination])
  }
  return { reported, lastKey }
}

/** Each part of the query has an index of its own. */
export function loadContainersWithoutZone(db: ReadableDb, places: readonly string[]): string[] {
  const json = JSON.stringify(places)
  return db.column<string>(
    `SELECT id FROM container_row WHERE pod_zone IS NULL AND pod_terminal_id IN (SELECT value FROM json_each(?))
     UNION SELECT id FROM container_row WHERE pod_zone IS NULL AND pod_locode IN (SELECT value FROM json_each(?))
     UNION SELECT id FROM container_row
       WHERE destination_zone IS NULL AND is_inland = 1 AND pickup_place_id IN (SELECT value FROM json_each(?))
     UNION SELECT id FROM container_row WHERE destination_zone IS NULL AND destination_locode IS NOT NULL
       AND destination_locode IN (SELECT value FROM json_each(?))`,
    json,
    json,
    json,
    json,
  )
}
