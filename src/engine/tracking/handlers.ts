// Handlers for the calls about tracking requests.
import { AppError } from '#contract/errors.ts'
import type { HandlersOf } from '#contract/index.ts'
import { RequestType, type Inference, type LineChoice, type NewRequest, type RequestRow } from '#contract/tracking.ts'
import type { ApiClient } from '../api/client.ts'
import { listsAsOf } from '../mirror/containers/store.ts'
import type { Write } from '../db/write.ts'
import type { Lists } from '../table/lists.ts'
import { loadKindPause } from '../outbox/store.ts'
import type { Outbox } from '../outbox/worker.ts'
import { instantMs, instantOf } from '../outside/calendar.ts'
import type { Random } from '../outside/random.ts'
import { batchHandlers } from './batch-handlers.ts'
import type { InSlices } from '../db/slices.ts'
import { assessNumber, type AssessDeps } from './assessment.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { CREATE_REQUEST } from './create-request.ts'
import { countRequests, loadRequestRows, loadOrderedRequestIds, type SendingBlock } from './list.ts'
import { loadAllLines } from '../mirror/tracking/store.ts'
import { saveDismissed, saveRequest, findWaiting } from './waiting.ts'
import { type WithdrawDeps, withdrawRequests } from './withdraw.ts'
import { boolean, number, record, records, text } from '../api/attributes.ts'
import { isRecord, parseJson } from '../api/decode.ts'

export type TrackingDeps = AssessDeps & {
  write: Write
  lists: Lists
  random: Random
  now: () => string
  inSlices: InSlices
  /** Null without a key: saved requests wait. */
  online: ({ client: ApiClient; outbox: Outbox } & NonNullable<WithdrawDeps['online']>) | null
  /** Aborted when the engine stops. */
  signal: AbortSignal
}

export function trackingHandlers(deps: TrackingDeps): HandlersOf<'tracking' | 'batches'> {
  const { db, lists, online } = deps
  const block = () => getSendingBlock(deps)
  return {
    ...batchHandlers(deps, block),
    'tracking.assess': ({ text }) => assessNumber(deps, text),
    'tracking.lines': () => loadAllLines(db),
    'tracking.list': ({ filter, sort, ...request }) => {
      const { page, ids } = lists.open(request, ['requests', filter, sort], () =>
        loadOrderedRequestIds(db, filter, sort),
      )
      return { ...page, rows: loadRequestRows(db, ids, block()), outOf: countRequests(db), asOf: listsAsOf(db) }
    },
    'tracking.get': ({ id }) => loadRow(deps, id),
    'tracking.infer': ({ number }) => {
      if (!online) throw new AppError('api/no-key')
      return inferNumber(online.client, normalizeNumber(number), deps.signal)
    },
    'tracking.create': (request) => createRequest(deps, request),
    'tracking.cancel': ({ id }) => cancelRequest(deps, id),
    'tracking.dismiss': ({ id, isDismissed }) => {
      loadRow(deps, id)
      deps.write((db, announce) => {
        saveDismissed(db, id, isDismissed)
        announce('requests', id)
      })
    },
  }
}

function getSendingBlock({ db, online, now }: TrackingDeps): SendingBlock {
  if (!online) return { failure: { code: 'api/no-key', details: {} }, nextTryAt: null }
  const block = online.outbox.block()
  const pause = loadKindPause(db, CREATE_REQUEST)
  if (pause) return { failure: pause.failure, nextTryAt: null }
  if (!block) return null
  return {
    failure: block.failure,
    nextTryAt: block.forMs === null ? null : instantOf((instantMs(now()) ?? 0) + block.forMs),
  }
}

function loadRow(deps: TrackingDeps, id: string): RequestRow {
  const [row] = loadRequestRows(deps.db, [id], getSendingBlock(deps))
  if (!row) throw new AppError('tracking/unknown', { id })
  return row
}

function createRequest(deps: TrackingDeps, { replaces, ...request }: NewRequest): { id: string } {
  const payload = { ...request, number: normalizeNumber(request.number) }
  if (payload.number === '')
    throw new AppError('contract/invalid-input', { path: 'number', reason: 'no letter and no digit' })
  if (replaces !== null) loadRow(deps, replaces)
  const id = deps.random.id()
  deps.write((db, announce) => {
    const waiting = findWaiting(db, [payload.number], payload.type)
    if (waiting) throw new AppError('tracking/already-waiting', waiting)
    saveRequest(db, id, payload, deps.now())
    announce('requests', id)
    if (replaces === null) return
    saveDismissed(db, replaces, true)
    announce('requests', replaces)
  })
  deps.online?.outbox.wake()
  return { id }
}

async function cancelRequest(deps: TrackingDeps, id: string): Promise<void> {
  loadRow(deps, id)
  if ((await withdrawRequests(deps, [id])) === 0) throw new AppError('tracking/already-sent', { id })
}

// Asks the service to identify a number. Its answer may lack parts, and has percentages in two forms.

type Attributes = Record<string, unknown>
type Candidate = Inference['candidates'][number]

/** How long a user waits for the answer. */
const USER_TIMEOUT_MS = 15_000

async function inferNumber(client: ApiClient, typed: string, signal: AbortSignal): Promise<Inference> {
  const path = '/tracking_requests/infer_number'
  const answer = await client.request({
    method: 'POST',
    path,
    bucket: 'infer',
    priority: 0,
    body: { number: typed },
    signal,
    patienceMs: USER_TIMEOUT_MS,
  })
  return decodeInference(answer.bytes)
}

/** The service's documented answers have no id and sometimes no type, so they are not decoded as records. */
export function decodeInference(bytes: Uint8Array): Inference {
  const json = parseJson(bytes)
  const data = isRecord(json) ? json['data'] : null
  const attributes = isRecord(data) ? data['attributes'] : null
  if (!isRecord(attributes)) throw new AppError('api/malformed', { reason: 'no inference' })
  const validation = record(attributes, 'validation')
  const lineAttributes = record(attributes, 'shipping_line')
  const { selected } = lineAttributes
  const selectedLine = isRecord(selected) ? toCandidate(selected) : null
  const candidates = records(lineAttributes, 'candidates').flatMap((candidate) => toCandidate(candidate) ?? [])
  const decision = findDecision(lineAttributes, selectedLine)
  return {
    type: findType(attributes, validation),
    isValid: boolean(validation, 'is_valid'),
    reason: text(validation, 'reason'),
    decision,
    selected: selectedLine && decision !== 'no_prediction' ? toLineChoice(selectedLine) : null,
    candidates: (candidates.length === 0 && selectedLine ? [selectedLine] : candidates).toSorted(
      (one, other) => (other.confidence ?? 0) - (one.confidence ?? 0),
    ),
  }
}

function findType(attributes: Attributes, validation: Attributes): RequestType | null {
  const reported = text(attributes, 'number_type')?.toLowerCase()
  const type =
    reported === 'booking'
      ? 'booking_number'
      : (reported ?? (text(validation, 'type') === 'container' ? 'container' : null))
  return RequestType.safeParse(type).data ?? null
}

/** From this confidence on, a line is selected without a question. */
const AUTO_SELECT = 0.95
/** From this confidence on, a line is suggested. */
const NEEDS_CONFIRMATION = 0.7

/** Without a decision of the service, the confidence decides. */
function findDecision(lineAttributes: Attributes, selected: Candidate | null): Inference['decision'] {
  const decision = text(lineAttributes, 'decision')
  if (decision === 'auto_select' || decision === 'needs_confirmation') return selected ? decision : 'no_prediction'
  const confidence = selected?.confidence ?? 0
  if (decision === 'no_prediction' || confidence < NEEDS_CONFIRMATION) return 'no_prediction'
  return confidence >= AUTO_SELECT ? 'auto_select' : 'needs_confirmation'
}

/** Null if a request cannot name this line: documented answers contain codes that are not SCACs. */
function toCandidate(attributes: Attributes): Candidate | null {
  const scac = text(attributes, 'scac')?.toUpperCase() ?? ''
  if (!/^[A-Z0-9]{4}$/.test(scac)) return null
  return { scac, name: text(attributes, 'name') ?? scac, confidence: toFraction(number(attributes, 'confidence')) }
}

function toLineChoice({ scac, name }: LineChoice): LineChoice {
  return { scac, name }
}

/** Some answers use 0 to 1, others 0 to 100. */
function toFraction(confidence: number | null): number | null {
  if (confidence === null || confidence < 0) return null
  return Math.min(1, confidence > 1 ? confidence / 100 : confidence)
}
