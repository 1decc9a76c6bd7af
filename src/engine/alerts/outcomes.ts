// Decides what is news about a shipment, a tracking request, a document and the reading itself: compares it with the
// last processed value, as episodes.ts does for a container. Pure.
import { instantMs } from '../outside/calendar.ts'
import { type Episode, type Findings, freshEpisode, noFindings } from './episodes.ts'

export type Shipment = {
  id: string
  etaAt: string | null
  hasArrived: boolean
  vessel: string | null
  voyage: string | null
  port: string | null
  containers: number
}

/** A smaller change of the arrival is not news. */
const ARRIVAL_SHIFT_MS = 24 * 3_600_000
const ETA = 'eta'

/**
 * Compares with the last value that an alert reported, so many small changes cause an alert when their sum is large.
 */
export function compareArrival(shipment: Shipment, episode: Episode | undefined): Findings {
  const { id, etaAt, hasArrived, vessel, voyage, port, containers } = shipment
  const findings = noFindings()
  if (!episode || episode.value === null) {
    if (!episode || etaAt !== null) findings.episodes.push({ ...(episode ?? freshEpisode(ETA, null)), value: etaAt })
    return findings
  }
  if (etaAt === null || hasArrived) return findings
  const shiftMs = (instantMs(etaAt) ?? 0) - (instantMs(episode.value) ?? 0)
  if (Math.abs(shiftMs) < ARRIVAL_SHIFT_MS) return findings
  const n = episode.n + 1
  findings.episodes.push({ ...episode, value: etaAt, n })
  findings.news.push({
    key: `eta:${id}:${n}`,
    kind: 'arrival-moved',
    severity: 3,
    field: 'pod_eta_at',
    facts: { kind: 'arrival-moved', before: episode.value, after: etaAt, vessel, voyage, port, containers },
  })
  return findings
}

export type Request = { id: string; status: string | null; reason: string | null; createdAt: string }

const STATUS = 'status'

/** `since`: records made after it are always news. For older records only changes are news. */
export function compareRequest(
  { id, status, reason, createdAt }: Request,
  episode: Episode | undefined,
  since: string,
): Findings {
  const findings = noFindings()
  const before = episode ?? freshEpisode(STATUS, createdAt < since ? status : null)
  if (episode?.value === status) return findings
  const isNews = status === 'failed' && before.value !== 'failed'
  const n = before.n + (isNews ? 1 : 0)
  findings.episodes.push({ ...before, value: status, n })
  if (isNews)
    findings.news.push({
      key: `req:${id}:${n}`,
      kind: 'request-failed',
      severity: 3,
      field: 'status',
      facts: { kind: 'request-failed', reason },
    })
  else if (before.value === 'failed' && status !== 'failed') findings.withdraw.push(`req:${id}:${before.n}`)
  return findings
}

/** `state`: a state of the documents list. `isSent`: uploaded by this program. Its first state is news. */
export type Document = { id: string; state: string; type: string | null; receivedAt: string; isSent: boolean }

type Outcome = 'document-read' | 'document-failed' | 'document-unlinked'

const outcomes: Partial<Record<string, Outcome>> = {
  extracted: 'document-read',
  failed: 'document-failed',
  'needs-link': 'document-unlinked',
}
const OUTCOME = 'outcome'

export function compareDocument(
  { id, state, type, receivedAt, isSent }: Document,
  episode: Episode | undefined,
  since: string,
): Findings {
  const findings = noFindings()
  const outcome = outcomes[state] ?? null
  const before = episode ?? freshEpisode(OUTCOME, receivedAt < since && !isSent ? outcome : null)
  if (episode && episode.value === outcome) return findings
  // Only the links changed, and the user or the service changed them.
  const isOnlyLinkChange = before.value !== 'document-failed' && before.value !== null && outcome !== 'document-failed'
  const isNews = outcome !== null && outcome !== before.value && !isOnlyLinkChange
  const n = before.n + (isNews ? 1 : 0)
  findings.episodes.push({ ...before, value: outcome, n })
  if (before.value !== null && outcome !== before.value)
    findings.withdrawUnshown.push(`doc:${id}:${before.value}:${before.n}`)
  if (isNews)
    findings.news.push({
      key: `doc:${id}:${outcome}:${n}`,
      kind: outcome,
      severity: outcome === 'document-read' ? 4 : 3,
      field: null,
      facts: { kind: outcome, type },
    })
  return findings
}

export type ReadingState = {
  now: string
  /** The end of the last complete reading, or null if there was none. */
  readAt: string | null
  /** How long nothing was read while the program ran and the computer was awake. */
  silentMs: number
}

export const STALE = 'stale'
/** The alert is raised after this time without a complete reading. */
const STALE_MS = 60 * 60_000
export const staleKey = (n: number) => `stale:${n}`

/**
 * The value of the episode is the time at which the alert was raised, or null. `isOver`: the alert must be withdrawn,
 * even if it was shown.
 */
export function compareReading(
  { now, readAt, silentMs }: ReadingState,
  episode: Episode = freshEpisode(STALE, null),
): Findings & { isOver: boolean } {
  const findings = noFindings()
  if (episode.value !== null) {
    const isOver = readAt !== null && (readAt > episode.value || episode.value > now)
    if (isOver) findings.episodes.push({ ...episode, value: null })
    return { ...findings, isOver }
  }
  if (silentMs < STALE_MS) return { ...findings, isOver: false }
  const n = episode.n + 1
  findings.episodes.push({ ...episode, value: now, n })
  findings.news.push({
    key: staleKey(n),
    kind: 'not-updating',
    severity: 2,
    field: null,
    facts: { kind: 'not-updating', since: readAt },
  })
  return { ...findings, isOver: false }
}
