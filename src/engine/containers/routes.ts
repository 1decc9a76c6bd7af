// Sums up the routes of containers for a map: counted over the board in memory. Ports and dates of the shown routes
// come from the mirror, coordinates from the records of the ports.
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
type Group = { slot: number; containerCount: number; out: number }

export function loadRoutes(db: ReadableDb, board: Board, filter: ContainerFilter): Routes & { total: number } {
  const columns = board.columns
  const slots = filterSlots(board, filter)
  const groups = groupSlots(columns, slots).sort(
    (a, b) => b.containerCount - a.containerCount || (idOf(columns, a) < idOf(columns, b) ? -1 : 1),
  )
  const sailingOf = createSailingReader(columns)
  const places = createPlaces(db)
  for (const group of groups) countEnds(places, sailingOf(group.slot), group.containerCount)
  const shownGroups = groups.slice(0, MAX_ROUTES)
  const datesById = loadRouteDates(
    db,
    shownGroups.map((group) => idOf(columns, group)),
  )
  const nowMs = loadMoment(db).ms
  const routes = shownGroups.map((group) =>
    createRoute(group, sailingOf(group.slot), datesById.get(idOf(columns, group)), nowMs),
  )
  for (const { via, containerCount } of routes)
    for (const locode of via) places.add(locode, 'transshipped', containerCount)
  const rest = groups.slice(MAX_ROUTES)
  const isDrawn = (group: Group) => {
    const { sailing } = sailingOf(group.slot)
    return places.hasPosition(sailing.portOfLading) && places.hasPosition(sailing.portOfDischarge)
  }
  return {
    places: places.all(),
    routes,
    more: { routes: rest.length, containers: containersIn(rest) },
    placeless: containersIn(groups.filter((group) => !isDrawn(group))),
    total: slots.length,
  }
}

function idOf(columns: Columns<BoardColumn>, { slot }: Group): string {
  return columns.ids[slot] ?? ''
}

function containersIn(groups: readonly Group[]): number {
  return groups.reduce((sum, { containerCount }) => sum + containerCount, 0)
}

/** Containers on one ship share their dates. Without a ship, those that have arrived are a group of their own. */
function groupSlots(columns: Columns<BoardColumn>, slots: Uint32Array): Group[] {
  const codes = SAILING_COLUMNS.map((name) => columns.codes(name))
  const vessels = columns.codes('vessel')
  const [reached, clocks] = [columns.numbers('has_reached_port'), columns.numbers('clock')]
  const groups = new Map<string, Group>()
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] ?? 0
    let key = vessels[slot] === 0 ? String(reached[slot]) : ''
    for (const columnCodes of codes) key += ` ${columnCodes[slot] ?? 0}`
    const group = groups.get(key) ?? { slot, containerCount: 0, out: 0 }
    group.containerCount++
    if (clocks[slot] === STOPPED) group.out++
    // A container whose arrival was reported represents the group.
    if (reached[slot] === 1 && reached[group.slot] !== 1) group.slot = slot
    groups.set(key, group)
  }
  return [...groups.values()]
}

type NamedSailing = { sailing: Sailing; names: ReadonlyMap<string, string> }

function createSailingReader(columns: Columns<BoardColumn>): (slot: number) => NamedSailing {
  const read = (name: BoardColumn) => {
    const [codes, texts] = [columns.codes(name), columns.texts(name)]
    return (slot: number) => texts[codes[slot] ?? 0] || null
  }
  const [pol, pod, end, vessel, voyage] = [
    read('pol_locode'),
    read('pod_locode'),
    read('destination_locode'),
    read('vessel'),
    read('voyage'),
  ]
  const [polName, podName, endName] = [read('pol'), read('pod'), read('destination')]
  return (slot) => {
    const sailing = {
      portOfLading: pol(slot),
      portOfDischarge: pod(slot),
      destination: end(slot),
      vessel: vessel(slot),
      voyage: voyage(slot),
    }
    return {
      sailing,
      names: new Map([
        [sailing.destination ?? '', endName(slot) ?? ''],
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
  const records = new Map(loadPlaces(db).map((place) => [place.locode, place]))
  const passed = new Map<string, RoutePlace>()
  return {
    add: (locode, role, containerCount, name = locode) => {
      const place = passed.get(locode) ?? {
        locode,
        name: records.get(locode)?.name ?? name,
        position: records.get(locode)?.position ?? null,
        loaded: 0,
        transshipped: 0,
        discharged: 0,
        ending: 0,
        containerCount: 0,
      }
      place[role] += containerCount
      place.containerCount += containerCount
      passed.set(locode, place)
      return place
    },
    hasPosition: (locode) => locode !== null && (records.get(locode)?.position ?? null) !== null,
    all: () =>
      [...passed.values()].sort((a, b) => b.containerCount - a.containerCount || (a.locode < b.locode ? -1 : 1)),
  }
}

function countEnds(
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

/** Metro areas have UN/LOCODEs too. If one equals a port's, the port is used. Coordinates are sent as text. */
function loadPlaces(db: ReadableDb): Pick<RoutePlace, 'locode' | 'name' | 'position'>[] {
  const rows = db.all<{ type: string; id: string; raw: string }>(
    `SELECT type, id, raw FROM res WHERE type IN ('port', 'metro_area') ORDER BY type`,
  )
  return rows.flatMap(({ type, id, raw }) => {
    const { attributes } = resourceOf(type, id, raw)
    const locode = text(attributes, 'code')
    return locode === null
      ? []
      : [{ locode, name: text(attributes, 'name') ?? locode, position: positionOf(attributes) }]
  })
}

/** Null if the position is missing, invalid, or 0, 0, which the service sends for unknown positions. */
export function positionOf(attributes: Record<string, unknown>): RoutePlace['position'] {
  const [latitude, longitude] = [number(attributes, 'latitude'), number(attributes, 'longitude')]
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

type Dates = Pick<Route, 'etdAt' | 'atdAt' | 'etaAt' | 'ataAt'>
type RouteDates = Dates & Pick<Route, 'ladingZone' | 'dischargeZone'> & { via: string }

const VIA = `(SELECT json_group_array(locode) FROM (
  SELECT e.locode FROM event e WHERE e.container_id = c.id AND e.locode IS NOT NULL AND (e.event GLOB 'container.transport.transshipment_*' OR e.event GLOB 'container.transport.feeder_*')
  GROUP BY e.locode ORDER BY min(e.at)))`

function loadRouteDates(db: ReadableDb, ids: string[]): Map<string, RouteDates> {
  const rows = db.all<RouteDates & { id: string }>(
    `SELECT c.id, c.pol_zone AS ladingZone, c.pod_zone AS dischargeZone, s.etd_at AS etdAt, s.atd_at AS atdAt, c.eta_at AS etaAt, c.ata_at AS ataAt, ${VIA} AS via
     FROM json_each(?) j CROSS JOIN container_row c ON c.id = j.value LEFT JOIN shipment_row s ON s.id = c.shipment_id`,
    JSON.stringify(ids),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function createRoute(
  { containerCount, out }: Group,
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
  const isEnd = (locode: string) => locode === sailing.portOfLading || locode === sailing.portOfDischarge
  return {
    sailing,
    via: (JSON.parse(via) as string[]).filter((locode) => !isEnd(locode)),
    containerCount,
    out,
    ladingZone,
    dischargeZone,
    etdAt,
    atdAt,
    etaAt,
    ataAt,
    share: computeShare({ etdAt, atdAt, etaAt, ataAt }, nowMs),
  }
}

/** Before its arrival is reported, a ship is drawn at most at this share of its route, just short of the port. */
const MAX_SHARE_AT_SEA = 0.97

/** The share of the route that the ship has sailed, from 0 to 1; null if it is unknown. */
export function computeShare({ atdAt, etaAt, ataAt }: Dates, nowMs: number): number | null {
  if (ataAt !== null && (instantMs(ataAt) ?? Infinity) <= nowMs) return 1
  const [leftMs, dueMs] = [atdAt === null ? null : instantMs(atdAt), etaAt === null ? null : instantMs(etaAt)]
  if (leftMs === null || leftMs > nowMs) return 0
  if (dueMs === null || dueMs <= leftMs) return null
  return Math.min(MAX_SHARE_AT_SEA, (nowMs - leftMs) / (dueMs - leftMs))
}
