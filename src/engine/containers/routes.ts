// Counts containers by route, for a map. The counts come from the board in memory, the ports and dates of the shown
// routes from the mirror, and the coordinates from the records of the ports.
import type { ContainerFilter } from '#contract/containers.ts'
import { Clock } from '#contract/deadlines.ts'
import { MAX_ROUTES, type Route, type RoutePlace, type Routes, type Sailing } from '#contract/routes.ts'
import { number, text } from '../api/attributes.ts'
import type { Columns } from '../table/columns.ts'
import { resourceOf } from '../mirror/records.ts'
import type { ReadableDb } from '../db/open.ts'
import { instantMs } from '../outside/calendar.ts'
import type { Board, BoardColumn } from '../mirror/board/board.ts'
import { filterSlots } from '../mirror/board/filter.ts'
import { SAILING_COLUMNS } from '../mirror/board/sailings.ts'
import { loadMoment } from '../mirror/containers/moment.ts'

const STOPPED = Clock.options.indexOf('stopped')

/** Containers on one route. The dates of the container at `slot` are used for all of them. */
type Group = { slot: number; containerCount: number; pickedUpCount: number }

export function loadRoutes(db: ReadableDb, board: Board, filter: ContainerFilter): Routes & { total: number } {
  const columns = board.columns
  const slots = filterSlots(board, filter)
  const groups = groupSlots(columns, slots).sort(
    (a, b) =>
      b.containerCount - a.containerCount ||
      (getRepresentativeId(columns, a) < getRepresentativeId(columns, b) ? -1 : 1),
  )
  const sailingOf = createSailingReader(columns)
  const places = createPlaces(db)
  for (const group of groups) addSailingPlaces(places, sailingOf(group.slot), group.containerCount)
  const shownGroups = groups.slice(0, MAX_ROUTES)
  const datesById = loadRouteDates(
    db,
    shownGroups.map((group) => getRepresentativeId(columns, group)),
  )
  const nowMs = loadMoment(db).ms
  const routes = shownGroups.map((group) =>
    createRoute(group, sailingOf(group.slot), datesById.get(getRepresentativeId(columns, group)), nowMs),
  )
  for (const { via, containerCount } of routes)
    for (const locode of via) places.add(locode, 'transshipped', containerCount)
  const hiddenGroups = groups.slice(MAX_ROUTES)
  const isDrawn = (group: Group) => {
    const { sailing } = sailingOf(group.slot)
    return places.hasPosition(sailing.portOfLading) && places.hasPosition(sailing.portOfDischarge)
  }
  return {
    places: places.all(),
    routes,
    more: { routes: hiddenGroups.length, containers: sumContainers(hiddenGroups) },
    placeless: sumContainers(groups.filter((group) => !isDrawn(group))),
    total: slots.length,
  }
}

function getRepresentativeId(columns: Columns<BoardColumn>, { slot }: Group): string {
  return columns.ids[slot] ?? ''
}

function sumContainers(groups: readonly Group[]): number {
  return groups.reduce((sum, { containerCount }) => sum + containerCount, 0)
}

/** Containers on one vessel share their dates. Without a vessel, those that have arrived are a group of their own. */
function groupSlots(columns: Columns<BoardColumn>, slots: Uint32Array): Group[] {
  const codes = SAILING_COLUMNS.map((name) => columns.codes(name))
  const vessels = columns.codes('vessel')
  const [hasReachedPort, clocks] = [columns.numbers('has_reached_port'), columns.numbers('clock')]
  const groups = new Map<string, Group>()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    let key = vessels[slot] === 0 ? String(hasReachedPort[slot]) : ''
    for (const columnCodes of codes) key += ` ${columnCodes[slot] ?? 0}`
    const group = groups.get(key) ?? { slot, containerCount: 0, pickedUpCount: 0 }
    group.containerCount++
    if (clocks[slot] === STOPPED) group.pickedUpCount++
    // A container whose arrival was reported represents the group.
    if (hasReachedPort[slot] === 1 && hasReachedPort[group.slot] !== 1) group.slot = slot
    groups.set(key, group)
  }
  return [...groups.values()]
}

type NamedSailing = { sailing: Sailing; names: ReadonlyMap<string, string> }

function createSailingReader(columns: Columns<BoardColumn>): (slot: number) => NamedSailing {
  const createReader = (name: BoardColumn) => {
    const [codes, texts] = [columns.codes(name), columns.texts(name)]
    return (slot: number) => texts[codes[slot] ?? 0] || null
  }
  const [pol, pod, destination, vessel, voyage] = [
    createReader('pol_locode'),
    createReader('pod_locode'),
    createReader('destination_locode'),
    createReader('vessel'),
    createReader('voyage'),
  ]
  const [polName, podName, destinationName] = [createReader('pol'), createReader('pod'), createReader('destination')]
  return (slot) => {
    const sailing = {
      portOfLading: pol(slot),
      portOfDischarge: pod(slot),
      destination: destination(slot),
      vessel: vessel(slot),
      voyage: voyage(slot),
    }
    return {
      sailing,
      names: new Map([
        [sailing.destination ?? '', destinationName(slot) ?? ''],
        [sailing.portOfLading ?? '', polName(slot) ?? ''],
        [sailing.portOfDischarge ?? '', podName(slot) ?? ''],
      ]),
    }
  }
}

type Role = 'loaded' | 'transshipped' | 'discharged' | 'ending'
type Places = {
  add(locode: string, role: Role, containerCount: number, name?: string): RoutePlace
  hasPosition(locode: string | null): boolean
  all(): RoutePlace[]
}

/** The ports and inland places on these routes, by their UN/LOCODE. */
function createPlaces(db: ReadableDb): Places {
  const knownPlaces = new Map(loadPlaces(db).map((place) => [place.locode, place]))
  const placeByLocode = new Map<string, RoutePlace>()
  return {
    add: (locode, role, containerCount, name = locode) => {
      const place = placeByLocode.get(locode) ?? {
        locode,
        name: knownPlaces.get(locode)?.name ?? name,
        position: knownPlaces.get(locode)?.position ?? null,
        loaded: 0,
        transshipped: 0,
        discharged: 0,
        ending: 0,
        containerCount: 0,
      }
      place[role] += containerCount
      place.containerCount += containerCount
      placeByLocode.set(locode, place)
      return place
    },
    hasPosition: (locode) => locode !== null && (knownPlaces.get(locode)?.position ?? null) !== null,
    all: () =>
      [...placeByLocode.values()].sort((a, b) => b.containerCount - a.containerCount || (a.locode < b.locode ? -1 : 1)),
  }
}

function addSailingPlaces(
  places: Places,
  { sailing: { portOfLading, portOfDischarge, destination }, names }: NamedSailing,
  containerCount: number,
): void {
  const add = (locode: string | null, role: Role) =>
    locode === null ? null : places.add(locode, role, containerCount, names.get(locode))
  add(portOfLading, 'loaded')
  const dischargePlace = add(portOfDischarge, 'discharged')
  // A container that returns to its port of lading counts once there.
  if (dischargePlace && portOfDischarge === portOfLading) dischargePlace.containerCount -= containerCount
  if (destination !== portOfDischarge) add(destination, 'ending')
}

/**
 * Metro areas have UN/LOCODEs too. Ports come after them, so a port replaces a metro area with the same UN/LOCODE.
 * Coordinates are sent as text.
 */
function loadPlaces(db: ReadableDb): Pick<RoutePlace, 'locode' | 'name' | 'position'>[] {
  const rows = db.all<{ type: string; id: string; raw: string }>(
    `SELECT type, id, raw FROM res WHERE type IN ('port', 'metro_area') ORDER BY type`,
  )
  return rows.flatMap(({ type, id, raw }) => {
    const { attributes } = resourceOf(type, id, raw)
    const locode = text(attributes, 'code')
    return locode === null
      ? []
      : [{ locode, name: text(attributes, 'name') ?? locode, position: readPosition(attributes) }]
  })
}

/** Null if the position is missing, invalid, or 0, 0, which the service sends for unknown positions. */
export function readPosition(attributes: Record<string, unknown>): RoutePlace['position'] {
  const [latitude, longitude] = [number(attributes, 'latitude'), number(attributes, 'longitude')]
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

type SailingDates = Pick<Route, 'etdAt' | 'atdAt' | 'etaAt' | 'ataAt'>
type RouteDates = SailingDates & Pick<Route, 'ladingZone' | 'dischargeZone'> & { via: string }

/** The transshipment places of a container, in order of time, as a JSON array. */
const VIA_SQL = `(SELECT json_group_array(locode) FROM (
  SELECT locode FROM event WHERE container_id = container.id AND locode IS NOT NULL
    AND (event.event GLOB 'container.transport.transshipment_*' OR event.event GLOB 'container.transport.feeder_*')
  GROUP BY locode ORDER BY min(at)))`

function loadRouteDates(db: ReadableDb, ids: string[]): Map<string, RouteDates> {
  const rows = db.all<RouteDates & { id: string }>(
    `SELECT container.id, container.pol_zone AS ladingZone, container.pod_zone AS dischargeZone, shipment.etd_at AS etdAt,
       shipment.atd_at AS atdAt, container.eta_at AS etaAt, container.ata_at AS ataAt, ${VIA_SQL} AS via
     FROM json_each(?) ids CROSS JOIN container_row container ON container.id = ids.value
     LEFT JOIN shipment_row shipment ON shipment.id = container.shipment_id`,
    JSON.stringify(ids),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function createRoute(
  { containerCount, pickedUpCount }: Group,
  { sailing }: NamedSailing,
  dates: RouteDates | undefined,
  nowMs: number,
): Route {
  const {
    ladingZone = null,
    dischargeZone = null,
    etdAt = null,
    atdAt = null,
    etaAt = null,
    ataAt = null,
    via = '[]',
  } = dates ?? {}
  const isPortOfSailing = (locode: string) => locode === sailing.portOfLading || locode === sailing.portOfDischarge
  return {
    sailing,
    via: (JSON.parse(via) as string[]).filter((locode) => !isPortOfSailing(locode)),
    containerCount,
    out: pickedUpCount,
    ladingZone,
    dischargeZone,
    etdAt,
    atdAt,
    etaAt,
    ataAt,
    share: computeShareSailed({ etdAt, atdAt, etaAt, ataAt }, nowMs),
  }
}

/** Before its arrival is reported, a vessel is drawn at most at this share of its route, just before the port. */
const MAX_SHARE_AT_SEA = 0.97

/**
 * The share of the route that the vessel has sailed, from 0 to 1: 0 before its departure, and if no departure was
 * reported. Null if it departed, and its ETA is missing or not after the departure.
 */
export function computeShareSailed({ atdAt, etaAt, ataAt }: SailingDates, nowMs: number): number | null {
  if (ataAt !== null && (instantMs(ataAt) ?? Infinity) <= nowMs) return 1
  const [departedMs, etaMs] = [atdAt === null ? null : instantMs(atdAt), etaAt === null ? null : instantMs(etaAt)]
  if (departedMs === null || departedMs > nowMs) return 0
  if (etaMs === null || etaMs <= departedMs) return null
  return Math.min(MAX_SHARE_AT_SEA, (nowMs - departedMs) / (etaMs - departedMs))
}
