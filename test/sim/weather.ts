// Faults of the network between a desktop and the service: their probability and duration. Data only; wire.ts applies
// them.
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Chance } from './chance.ts'
import type { Timeline } from './timeline.ts'

/** The fault of a request. Those named `…After` occur after its effect at the service. */
export type Mishap =
  | 'unreachable'
  | 'resetBefore'
  | 'resetAfter'
  | 'certificate'
  | 'hangBefore'
  | 'hangAfter'
  | 'errorBefore'
  | 'errorAfter'
  | 'errorLate'
  | 'truncated'
  | 'empty'
  | 'noData'
  | 'wrongKind'
  | 'notWhole'
  | 'withoutIds'
  | 'page'
  | 'redirect'
  | 'login'
  | 'pageNotFound'
  | 'unauthorized'
  | 'forbidden'
  | 'refused'
  | 'oddWait'
  | 'emptyList'
  | 'halfList'
  | 'drift'
  | 'foreignLink'
  | 'badRecord'
  | 'endless'
  | 'slow'
  | 'addressExpired'
  | 'badDigest'
  | 'blobPurged'

/** Probability of each fault while there are faults. */
export type Weather = Partial<Record<Mishap, number>>

export type Spells = {
  weather: Weather
  /** How long times with and without faults last. */
  badMs: [number, number]
  fineMs: [number, number]
}

export type Sky = {
  /** The fault of this request; null: none. */
  next(request: Pick<HttpRequest, 'method' | 'url'>): Mishap | null
  /** Ends all faults. */
  clear(): void
  isBad(): boolean
  counts: Map<Mishap, number>
}

const isPut = ({ method }: Pick<HttpRequest, 'method'>) => method === 'PUT'

/** Faults that apply only to some requests. */
const befalls: Partial<Record<Mishap, (request: Pick<HttpRequest, 'method' | 'url'>) => boolean>> = {
  addressExpired: isPut,
  badDigest: isPut,
  blobPurged: ({ method, url }) => method === 'POST' && url.endsWith('/documents'),
}

export function createSky(
  timeline: Timeline,
  chance: Chance,
  spells: Spells | null,
  onChange: (isBad: boolean) => void,
): Sky {
  let isBad = false
  let isOver = spells === null
  const counts = new Map<Mishap, number>()
  const turn = () => {
    if (isOver || spells === null) return
    isBad = !isBad
    onChange(isBad)
    timeline.after(chance.spread(...(isBad ? spells.badMs : spells.fineMs)), turn)
  }
  if (spells) timeline.after(chance.spread(...spells.fineMs), turn)
  return {
    next: (request) => {
      if (!isBad || spells === null) return null
      let left = chance.next()
      for (const [mishap, probability] of Object.entries(spells.weather) as [Mishap, number][]) {
        if (befalls[mishap]?.(request) === false) continue
        left -= probability
        if (left >= 0) continue
        counts.set(mishap, (counts.get(mishap) ?? 0) + 1)
        return mishap
      }
      return null
    },
    clear: () => {
      if (isBad) onChange(false)
      isOver = true
      isBad = false
    },
    isBad: () => isBad,
    counts,
  }
}
