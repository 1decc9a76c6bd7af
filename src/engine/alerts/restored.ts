// Finds the alerts of a container that were withdrawn because it was gone or picked up, and that are true again: the
// service lists it again, or withdrew the gate-out. Pure.
import type { Episode } from './episode.ts'
import type { ContainerAlert } from './episode-store.ts'
import { type Episodes, type Findings, HOLD, LFD, type ProcessedDate, READY } from './episodes.ts'

/**
 * `alerts`: all alerts of the container. `findings`: the findings of the same evaluation, which may withdraw an alert
 * for another reason.
 */
export function listRestoredKeys(
  containerId: string,
  episodes: Episodes,
  alerts: readonly Pick<ContainerAlert, 'key' | 'kind' | 'state' | 'isDone'>[],
  findings: Pick<Findings, 'episodes' | 'withdraw' | 'withdrawUnshown'>,
): string[] {
  // `CANCELLED` is the stored state of a withdrawn alert.
  const withdrawn = alerts.filter(({ state, isDone }) => state === 'CANCELLED' && !isDone)
  if (withdrawn.length === 0) return []
  const currentKeys = new Set([...episodes.values()].map((episode) => findCurrentKey(containerId, episode)))
  for (const key of [...findings.withdraw, ...findings.withdrawUnshown]) currentKeys.delete(key)
  const dateEpisode = findings.episodes.find(({ name }) => name === LFD) ?? episodes.get(LFD)
  // If a date returned without a new incident, the episode still has the number of the alert `lfd-withdrawn`, so the
  // key of that alert is still current although its text is no longer true.
  const hasDate = typeof (JSON.parse(dateEpisode?.value ?? '{}') as Partial<ProcessedDate>).date === 'string'
  return withdrawn
    .filter(({ key, kind }) => currentKeys.has(key) && !(kind === 'lfd-withdrawn' && hasDate))
    .map(({ key }) => key)
}

const HOLD_SIGNS: Partial<Record<string, string>> = { hold: '+', pending: 'p', cleared: '-' }

/** The key of an alert about the current value, as episodes.ts builds it; null if that value raises none. */
function findCurrentKey(containerId: string, { name, value, incident, candidate }: Episode): string | null {
  // While a change of the readiness is unconfirmed, `compareReadiness` withdraws and restores the alert itself.
  if (name === READY) return value === 'ready' && candidate === null ? `avail:${containerId}:${incident}` : null
  if (name === LFD) {
    const { date, former } = JSON.parse(value ?? '{}') as ProcessedDate
    // If the reported date is the former one again, the alert about the change was withdrawn for that reason.
    return date === former ? null : `lfdchg:${containerId}:${incident}`
  }
  const sign = name.startsWith(HOLD) ? HOLD_SIGNS[value ?? 'cleared'] : undefined
  return sign === undefined ? null : `hold${sign}:${containerId}:${name.slice(HOLD.length)}:${incident}`
}
