// The last processed value of one fact, and when a value that differs counts as confirmed. Pure.
import { instantMs } from '../outside/calendar.ts'

/** The last processed value. `incident`: the number of the last incident, so that a second one gets its own key. */
export type Episode = {
  name: string
  incident: number
  value: string | null
  /** A value that is not confirmed yet, and the time of the first read that had it. */
  candidate: string | null
  candidateSince: string | null
  /** The time of the terminal's check at that read. */
  checkedAt: string | null
}

export type Reading = {
  now: string
  /** When the service last sent the record; null: unknown. */
  readAt: string | null
  /** When the terminal was last asked. */
  checkedAt: string | null
  /**
   * The time of the last change in history to a value that disappeared, by the name of its episode
   * (`listHistoryFields`).
   */
  changedAt: ReadonlyMap<string, string>
}

export const createEpisode = (name: string, value: string | null): Episode => ({
  name,
  incident: 0,
  value,
  candidate: null,
  candidateSince: null,
  checkedAt: null,
})

/** How long a value must be absent before it counts as removed, if the terminal was not checked again in between. */
const CONFIRM_MS = 10 * 60_000

export function withValue(episode: Episode, value: string | null, incident: number): Episode {
  return { ...episode, incident, value, candidate: null, candidateSince: null, checkedAt: null }
}

/**
 * Whether the value was absent at the last read, and no read followed for so long that it would have been confirmed:
 * the computer slept or had no network. The absence may have been a read error, but a missed alert is worse.
 */
export function wasAbsentUnconfirmed({ candidate, candidateSince: since }: Episode, { now, readAt }: Reading): boolean {
  return (
    candidate !== null &&
    since !== null &&
    since <= now &&
    (instantMs(readAt ?? now) ?? 0) - (instantMs(since) ?? 0) >= CONFIRM_MS
  )
}

/**
 * Returns true if this read confirms the value: the terminal was checked again since the first read that had it, or
 * that read was at least CONFIRM_MS ago. Otherwise returns the episode to store, or an empty array if it is stored
 * already.
 */
export function confirmValue(
  episode: Episode,
  candidate: string,
  { now, readAt, checkedAt, changedAt }: Reading,
): true | Episode[] {
  const lastChange = changedAt.get(episode.name) ?? ''
  // A later change means that the value was back while the program was not running.
  const wasBack = lastChange > (episode.candidateSince ?? '') && lastChange <= now
  const since = wasBack ? null : episode.candidateSince
  // If the clock was ahead at the first read, the time of that read is in the future and starts again.
  if (episode.candidate !== candidate || since === null || since > now)
    return [{ ...episode, candidate, candidateSince: readAt !== null && readAt < now ? readAt : now, checkedAt }]
  if (checkedAt !== null && (episode.checkedAt === null || checkedAt > episode.checkedAt)) return true
  const sinceMs = instantMs(since) ?? 0
  const isLongAbsent = (instantMs(readAt ?? now) ?? 0) - sinceMs >= CONFIRM_MS
  return isLongAbsent ? true : []
}
