// Ports and routes of the map in words.
import type { Route, RoutePlace } from '#contract/routes.ts'
import { formatDay } from '../../words/dates.ts'
import { formatPorts } from '../containers/journey.ts'
import { formatCount, joined, t, tn } from '../../words/words.ts'

/** `Load port for 12 · Discharge port for 3` */
export function describePlace({ loaded, transshipped, discharged, ending, position }: RoutePlace): string {
  const part = (n: number, word: 'map.loaded' | 'map.transshipped' | 'map.discharged' | 'map.ending') =>
    n === 0 ? null : t(word, { n: formatCount(n) })
  return joined(
    ' · ',
    part(loaded, 'map.loaded'),
    part(transshipped, 'map.transshipped'),
    part(discharged, 'map.discharged'),
    part(ending, 'map.ending'),
    position ? null : t('map.noPlace'),
  )
}

export type NameOf = (locode: string) => string

/** Without its vessel, which is shown beside it. */
export function routePorts({ sailing }: Route, nameOf: NameOf): string {
  return formatPorts(sailing, nameOf)
}

/** `via Busan · ETA Wed 25 Nov · 2 picked up` */
export function routeState(
  { via, atdAt, etaAt, ataAt, out, ladingZone, dischargeZone }: Route,
  nameOf: NameOf,
  now: number | null,
): string {
  const changes = via.length === 0 ? null : t('map.via', { ports: via.map(nameOf).join(', ') })
  const left = atdAt === null ? t('map.notSailed') : t('map.sailed', { date: formatDay(atdAt, ladingZone, now) })
  const due = etaAt === null ? null : t('map.due', { date: formatDay(etaAt, dischargeZone, now) })
  const progress =
    ataAt === null ? joined(' · ', left, due) : t('map.arrived', { date: formatDay(ataAt, dischargeZone, now) })
  return joined(' · ', changes, progress, out === 0 ? null : t('map.out', { n: formatCount(out) }))
}

export function containerCount(n: number): string {
  return tn('map.count', n)
}
