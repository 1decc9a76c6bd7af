// Finds the alerts of a container that were withdrawn because it was gone or picked up, and that are true again: the
// service lists it again, or withdrew the gate-out. Pure.
import type { AlertKind } from '#contract/alerts.ts'
import type { Episode } from './episode.ts'
import { type Episodes, type Findings, HOLD, LFD, type ProcessedDate, READY } from './episodes.ts'

type Withdrawn = { key: string; kind: AlertKind; state: string; isDone: boolean }

/** `findings`: the findings of the same evaluation, which may withdraw an alert for another reason. */
export function listRestoredKeys(
  containerId: string,
  episodes: Episodes,
  alerts: readonly Withdrawn[],
  findings: Pick<Findings, 'episodes' | 'withdraw' | 'withdrawUnshown'>,
): string[] {
  const withdrawn = alerts.filter(({ state, isDone }) => state === 'CANCELLED' && !isDone)
  if (withdrawn.length === 0) return []
  const currentKeys = new Set([...episodes.values()].map((episode) => findCurrentKey(containerId, episode)))
  for (const key of [...findings.withdraw, ...findings.withdrawUnshown]) currentKeys.delete(key)
  const dateEpisode = findings.episodes.find(({ name }) => name === LFD) ?? episodes.get(LFD)
  // A date that came back without a new incident keeps the number of the alert `lfd-withdrawn`.
  const hasDate = typeof (JSON.parse(dateEpisode?.value ?? '{}') as Partial<ProcessedDate>).date === 'string'
  return withdrawn
    .filter(({ key, kind }) => currentKeys.has(key) && !(kind === 'lfd-withdrawn' && hasDate))
    .map(({ key }) => key)
}

const HOLD_SIGNS: Partial<Record<string, string>> = { hold: '+', pending: 'p', cleared: '-' }

/** The key that episodes.ts gives to an alert about the current value; null if that value raises none. */
function findCurrentKey(containerId: string, { name, value, incident, candidate }: Episode): string | null {
  // An unconfirmed change of the readiness withdrew its alert, and restores it (compareReadiness in episodes.ts).
  if (name === READY) return value === 'ready' && candidate === null ? `avail:${containerId}:${incident}` : null
  if (name === LFD) {
    const { date, former } = JSON.parse(value ?? '{}') as ProcessedDate
    // A date that returned to the one before it withdrew its alert.
    return date === former ? null : `lfdchg:${containerId}:${incident}`
  }
  const sign = name.startsWith(HOLD) ? HOLD_SIGNS[value ?? 'cleared'] : undefined
  return sign === undefined ? null : `hold${sign}:${containerId}:${name.slice(HOLD.length)}:${incident}`
}
