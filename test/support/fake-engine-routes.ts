// The made-up containers by the way they go.
import type { ContainerFilter, ContainerRow } from '#contract/containers.ts'
import type { EngineContract } from '#contract/index.ts'
import { MOST_ROUTES, type RoutePlace, type Sailing } from '#contract/routes.ts'
import type { Handlers } from '#contract/rpc.ts'
import { NOW } from './row-factories.ts'
import { workedOut } from './worked-out.ts'

/** Of the places of row-factories.ts, but for Haiphong: the service does not know where every port lies. */
const positions: Record<string, [latitude: number, longitude: number]> = {
  CNNGB: [29.94, 121.88],
  CNSHA: [30.63, 122.06],
  DEHAM: [53.53, 9.93],
  USLAX: [33.74, -118.26],
  USOAK: [37.8, -122.31],
  USEWR: [40.69, -74.15],
  USSAV: [32.13, -81.14],
  USHOU: [29.68, -94.99],
  USCHI: [41.85, -87.65],
  USMEM: [35.15, -90.05],
}

type Passes = (row: ContainerRow, filter: ContainerFilter) => boolean

export const sailingOf = ({ portOfLading, portOfDischarge, destination, vessel, voyage }: ContainerRow): Sailing => ({ portOfLading: portOfLading.locode, portOfDischarge: portOfDischarge.locode, destination: destination.locode, vessel, voyage })

export function goesThat(row: ContainerRow, { ports, sailings }: ContainerFilter): boolean {
  const touched = [row.portOfLading.locode, row.portOfDischarge.locode, row.destination.locode]
  return (ports?.some((port) => touched.includes(port)) ?? true) && (sailings?.some((sailing) => JSON.stringify(sailing) === JSON.stringify(sailingOf(row))) ?? true)
}

export function routeHandlers(rows: () => readonly ContainerRow[], passes: Passes): Pick<Handlers<EngineContract>, 'containers.routes'> {
  return {
    'containers.routes': ({ filter }) =>
      workedOut(rows(), `routes ${JSON.stringify(filter)}`, () => {
        const passing = rows().filter((row) => passes(row, filter))
        const routes = [...Map.groupBy(passing, (row) => JSON.stringify(sailingOf(row))).values()].flatMap((group) => {
          const [first] = group
          if (!first) return []
          const { portOfLading, portOfDischarge, etaAt, ataAt, lastFreeDay } = first
          const out = group.filter((row) => row.lastFreeDay.clock === 'stopped').length
          return [{ sailing: sailingOf(first), via: [], boxes: group.length, out, ladingZone: portOfLading.zone, dischargeZone: portOfDischarge.zone, etdAt: null, atdAt: null, etaAt, ataAt, share: lastFreeDay.clock === 'not-started' ? 0.4 : 1 }]
        })
        routes.sort((a, b) => b.boxes - a.boxes)
        const isDrawn = ({ portOfLading, portOfDischarge }: ContainerRow) => [portOfLading, portOfDischarge].every(({ locode }) => locode !== null && positions[locode] !== undefined)
        return {
          places: placesOf(passing),
          routes: routes.slice(0, MOST_ROUTES),
          more: { routes: Math.max(0, routes.length - MOST_ROUTES), boxes: routes.slice(MOST_ROUTES).reduce((sum, { boxes }) => sum + boxes, 0) },
          placeless: passing.filter((row) => !isDrawn(row)).length,
          total: passing.length,
          outOf: rows().length,
          asOf: NOW,
        }
      }),
  }
}

function placesOf(rows: readonly ContainerRow[]): RoutePlace[] {
  const places = new Map<string, RoutePlace>()
  for (const row of rows) {
    for (const [role, { locode, name }] of [['loaded', row.portOfLading], ['discharged', row.portOfDischarge], ['ending', row.destination]] as const) {
      if (locode === null) continue
      const [latitude, longitude] = positions[locode] ?? []
      const position = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
      const place = places.get(locode) ?? { locode, name: name ?? locode, position, loaded: 0, transshipped: 0, discharged: 0, ending: 0, boxes: 0 }
      place[role]++
      place.boxes++
      places.set(locode, place)
    }
  }
  return [...places.values()].sort((a, b) => b.boxes - a.boxes)
}
