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
  containerCount: number
}

/** A smaller change of the arrival is not news. */
const ARRIVAL_SHIFT_MS = 24 * 3_600_000
const ETA = 'eta'

/**
 * Compares with the value of the last alert, or with the first value. So many small changes cause an alert when their
 * sum is large.
 */
export function compareArrival(shipment: Shipment, episode: Episode | undefined): Findings {
  const { id, etaAt, hasArrived, vessel, voyage, port, containerCount } = shipment
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
    facts: {
      kind: 'arrival-moved',
      before: episode.value,
      after: etaAt,
      vessel,
      voyage,
      port,
      containers: containerCount,
    },
  })
  return findings
}

export type Request = { id: string; status: string | null; reason: string | null; createdAt: string }

const STATUS = 'status'

/** `since`: the first state of a record made after it can be news. For an older record only a change can. */
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

/**
 * `state`: a state of the documents list. `isSent`: uploaded by this program. The first state of such a document can be
 * news, whatever `since` is.
 */
export type Document = { id: string; state: string; type: string | null; receivedAt: string; isSent: boolean }

type DocumentNews = 'document-read' | 'document-failed' | 'document-unlinked'

const newsByState: Partial<Record<string, DocumentNews>> = {
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
  const documentNews = newsByState[state] ?? null
  const previous = episode ?? createEpisode(OUTCOME, receivedAt < since && !isSent ? documentNews : null)
  if (episode && episode.value === documentNews) return findings
  // Between read and unlinked only the links change, and the user or the service changed them.
  const isBetweenReadAndUnlinked =
    previous.value !== 'document-failed' && previous.value !== null && documentNews !== 'document-failed'
  const isNews = documentNews !== null && documentNews !== previous.value && !isBetweenReadAndUnlinked
  const incident = previous.incident + (isNews ? 1 : 0)
  findings.episodes.push({ ...previous, value: documentNews, incident })
  if (previous.value !== null && documentNews !== previous.value)
    findings.withdrawUnshown.push(`doc:${id}:${previous.value}:${previous.incident}`)
  if (isNews)
    findings.news.push({
      key: `doc:${id}:${documentNews}:${incident}`,
      kind: documentNews,
      severity: documentNews === 'document-read' ? 4 : 3,
      field: null,
      facts: { kind: documentNews, type },
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
    // Or the clock was set back after the alert was raised.
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
