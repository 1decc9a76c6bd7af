// The texts about ports and routes of the map.
import type { Route, RoutePlace } from '#contract/routes.ts'
import { formatDay } from '../../words/dates.ts'
import { formatPorts } from '../containers/journey.ts'
import { formatCount, joinParts, t, tn } from '../../words/words.ts'

/** Describes what containers do at a port: `Load port for 12 · Discharge port for 3`. */
export function describePlace({ loaded, transshipped, discharged, ending, position }: RoutePlace): string {
  const formatPart = (count: number, key: 'map.loaded' | 'map.transshipped' | 'map.discharged' | 'map.ending') =>
    count === 0 ? null : t(key, { n: formatCount(count) })
  return joinParts(
    ' · ',
    formatPart(loaded, 'map.loaded'),
    formatPart(transshipped, 'map.transshipped'),
    formatPart(discharged, 'map.discharged'),
    formatPart(ending, 'map.ending'),
    position ? null : t('map.noPlace'),
  )
}

export type NameOf = (locode: string) => string

/** Formats the ports without the vessel, which is shown beside them. */
export function formatRoutePorts({ sailing }: Route, nameOf: NameOf): string {
  return formatPorts(sailing, nameOf)
}

/** Describes how far a route is: `via Busan · ETA Wed 25 Nov · 2 picked up`. */
export function describeRouteState(
  { via, atdAt, etaAt, ataAt, out, ladingZone, dischargeZone }: Route,
  nameOf: NameOf,
  now: number | null,
): string {
  const transshipments = via.length === 0 ? null : t('map.via', { ports: via.map(nameOf).join(', ') })
  const departure = atdAt === null ? t('map.notSailed') : t('map.sailed', { date: formatDay(atdAt, ladingZone, now) })
  const arrival = etaAt === null ? null : t('map.due', { date: formatDay(etaAt, dischargeZone, now) })
  const progress =
    ataAt === null
      ? joinParts(' · ', departure, arrival)
      : t('map.arrived', { date: formatDay(ataAt, dischargeZone, now) })
  return joinParts(' · ', transshipments, progress, out === 0 ? null : t('map.out', { n: formatCount(out) }))
}

export function formatContainerCount(n: number): string {
  return tn('map.count', n)
}
