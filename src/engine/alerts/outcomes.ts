// Decides what is news about a shipment, a tracking request, a document and the reading itself: compares it with the
// last processed value, as episodes.ts does for a container. Pure.
import { instantMs } from '../outside/calendar.ts'
import { type Episode, createEpisode } from './episode.ts'
import { type Findings, createFindings } from './episodes.ts'

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
  const findings = createFindings()
  if (!episode || episode.value === null) {
    if (!episode || etaAt !== null) findings.episodes.push({ ...(episode ?? createEpisode(ETA, null)), value: etaAt })
    return findings
  }
  if (etaAt === null || hasArrived) return findings
  const shiftMs = (instantMs(etaAt) ?? 0) - (instantMs(episode.value) ?? 0)
  if (Math.abs(shiftMs) < ARRIVAL_SHIFT_MS) return findings
  const incident = episode.incident + 1
  findings.episodes.push({ ...episode, value: etaAt, incident })
  findings.news.push({
    key: `eta:${id}:${incident}`,
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
  const findings = createFindings()
  const previous = episode ?? createEpisode(STATUS, createdAt < since ? status : null)
  if (episode?.value === status) return findings
  const isNews = status === 'failed' && previous.value !== 'failed'
  const incident = previous.incident + (isNews ? 1 : 0)
  findings.episodes.push({ ...previous, value: status, incident })
  if (isNews)
    findings.news.push({
      key: `req:${id}:${incident}`,
      kind: 'request-failed',
      severity: 3,
      field: 'status',
      facts: { kind: 'request-failed', reason },
    })
  else if (previous.value === 'failed' && status !== 'failed') findings.withdraw.push(`req:${id}:${previous.incident}`)
  return findings
}

/** `state`: a state of the documents list. `isSent`: uploaded by this program. Its first state is news. */
export type Document = { id: string; state: string; type: string | null; receivedAt: string; isSent: boolean }

type Outcome = 'document-read' | 'document-failed' | 'document-unlinked'

const outcomeByState: Partial<Record<string, Outcome>> = {
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
  const findings = createFindings()
  const outcome = outcomeByState[state] ?? null
  const previous = episode ?? createEpisode(OUTCOME, receivedAt < since && !isSent ? outcome : null)
  if (episode && episode.value === outcome) return findings
  // Only the links changed, and the user or the service changed them.
  const isOnlyLinkChange =
    previous.value !== 'document-failed' && previous.value !== null && outcome !== 'document-failed'
  const isNews = outcome !== null && outcome !== previous.value && !isOnlyLinkChange
  const incident = previous.incident + (isNews ? 1 : 0)
  findings.episodes.push({ ...previous, value: outcome, incident })
  if (previous.value !== null && outcome !== previous.value)
    findings.withdrawUnshown.push(`doc:${id}:${previous.value}:${previous.incident}`)
  if (isNews)
    findings.news.push({
      key: `doc:${id}:${outcome}:${incident}`,
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
export const createStaleKey = (incident: number) => `stale:${incident}`

/**
 * The value of the episode is the time at which the alert was raised, or null. `isOver`: the alert must be withdrawn,
 * even if it was shown.
 */
export function compareReading(
  { now, readAt, silentMs }: ReadingState,
  episode: Episode = createEpisode(STALE, null),
): Findings & { isOver: boolean } {
  const findings = createFindings()
  if (episode.value !== null) {
    const isOver = readAt !== null && (readAt > episode.value || episode.value > now)
    if (isOver) findings.episodes.push({ ...episode, value: null })
    return { ...findings, isOver }
  }
  if (silentMs < STALE_MS) return { ...findings, isOver: false }
  const incident = episode.incident + 1
  findings.episodes.push({ ...episode, value: now, incident })
  findings.news.push({
    key: createStaleKey(incident),
    kind: 'not-updating',
    severity: 2,
    field: null,
    facts: { kind: 'not-updating', since: readAt },
  })
  return { ...findings, isOver: false }
}
