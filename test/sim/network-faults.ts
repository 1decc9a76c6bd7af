// Draws the faults of the network between a desktop and the service. sim-http.ts applies them.
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'

/** The fault of a request. A fault whose name ends in `After` occurs after the request took effect at the service. */
export type NetworkFault =
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
  | 'otherJson'
  | 'invalidData'
  | 'withoutIds'
  | 'portalPage'
  | 'portalRedirect'
  | 'portalLogin'
  | 'pageNotFound'
  | 'unauthorized'
  | 'forbidden'
  | 'rateLimited'
  | 'invalidRetryAfter'
  | 'emptyList'
  | 'halfList'
  | 'shiftedRows'
  | 'foreignLink'
  | 'badRecord'
  | 'endlessLinks'
  | 'slow'
  | 'addressExpired'
  | 'badDigest'
  | 'blobPurged'

/** The probability of each fault during a faulty period. */
export type FaultProbabilities = Partial<Record<NetworkFault, number>>

export type FaultPeriods = {
  probabilities: FaultProbabilities
  /** The shortest and longest duration of periods with and without faults. */
  faultyMs: [number, number]
  faultFreeMs: [number, number]
}

export type NetworkFaults = {
  /** Returns the fault of this request, or null. */
  drawFault(request: Pick<HttpRequest, 'method' | 'url'>): NetworkFault | null
  /** Ends all faults for the rest of the world. */
  stop(): void
  isFaulty(): boolean
  counts: Map<NetworkFault, number>
}

const isPut = ({ method }: Pick<HttpRequest, 'method'>) => method === 'PUT'

/** The requests to which a fault applies. A fault without an entry applies to all. */
const APPLIES_TO: Partial<Record<NetworkFault, (request: Pick<HttpRequest, 'method' | 'url'>) => boolean>> = {
  addressExpired: isPut,
  badDigest: isPut,
  blobPurged: ({ method, url }) => method === 'POST' && url.endsWith('/documents'),
}

export function createNetworkFaults(
  timeline: Timeline,
  random: Random,
  periods: FaultPeriods | null,
  onChange: (isFaulty: boolean) => void,
): NetworkFaults {
  let isFaulty = false
  let isStopped = periods === null
  const counts = new Map<NetworkFault, number>()
  const togglePeriod = () => {
    if (isStopped || periods === null) return
    isFaulty = !isFaulty
    onChange(isFaulty)
    timeline.after(random.drawLogUniform(...(isFaulty ? periods.faultyMs : periods.faultFreeMs)), togglePeriod)
  }
  if (periods) timeline.after(random.drawLogUniform(...periods.faultFreeMs), togglePeriod)
  return {
    drawFault: (request) => {
      if (!isFaulty || periods === null) return null
      let remainder = random.drawUnit()
      for (const [fault, probability] of Object.entries(periods.probabilities) as [NetworkFault, number][]) {
        if (APPLIES_TO[fault]?.(request) === false) continue
        remainder -= probability
        if (remainder >= 0) continue
        counts.set(fault, (counts.get(fault) ?? 0) + 1)
        return fault
      }
      return null
    },
    stop: () => {
      if (isFaulty) onChange(false)
      isStopped = true
      isFaulty = false
    },
    isFaulty: () => isFaulty,
    counts,
  }
}
