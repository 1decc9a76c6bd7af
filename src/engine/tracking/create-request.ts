// Sends a new tracking request, recognizes it if it already exists, and reads it until the mirror has it. The service
// refuses a duplicate only while the first request is pending or created, and only if both name the same line. So a
// request that may have arrived is searched for before it is sent again.
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { NewRequest } from '#contract/tracking.ts'
import { instant } from '../api/attributes.ts'
import type { ApiAnswer } from '../api/client.ts'
import { withFirstRecordOnly, type Document } from '../api/decode.ts'
import type { ReadableDb, WritableDb } from '../db/open.ts'
import type { Announce } from '../db/write.ts'
import { findEntryOfRecord, loadKindPause, type OutboxEntry } from '../outbox/store.ts'
import { KindPaused } from '../outbox/states.ts'
import type { Acknowledgement, OutboxKind } from '../outbox/worker.ts'
import { instantMs } from '../outside/calendar.ts'
import { applyRecords } from '../mirror/apply.ts'
import { readRecord, storeRecords, type RecordReaderDeps } from '../mirror/record-reader.ts'
import { loadResource } from '../mirror/records.ts'
import { normalizeNumber } from '../mirror/tracking/number.ts'
import { lineOfScac, requestsNumbered, type KnownRequest } from '../mirror/tracking/store.ts'

export const CREATE_REQUEST = 'tracking_request.create'
export const PAYLOAD_VERSION = 1

const payloadSchema = NewRequest.omit({ replaces: true })
export type RequestPayload = z.infer<typeof payloadSchema>

/** How the leader of an office checks a tracking request of another member. */
export const requestTask = {
  payloadVersion: PAYLOAD_VERSION,
  check: (payload: unknown): void => void payloadSchema.parse(payload),
  createsRecord: { answerDuplicate: (recordId: string) => createDuplicateResult(recordId).answer },
} as const

/**
 * The answer that is stored if the service already had the request. `of`: the id of the earlier request, if it was
 * found.
 */
type DuplicateAnswer = { isDuplicate: true; of: string | null }

export type CreateRequestDeps = RecordReaderDeps

/** The tolerance for clocks that differ, or were wrong when the user saved the request. */
const CLOCK_SLACK_MS = 10 * 60_000
const CREATED = 201

/** What the steps of a request change on the screens. */
export const requestSteps: Pick<OutboxKind, 'announce'> = { announce: (announce, opId) => announce('requests', opId) }

export function createRequestKind(deps: CreateRequestDeps): OutboxKind {
  return {
    ...requestSteps,
    send: (entry, context) => send(deps, entry, context),
    findResult: (entry, signal) => findResult(deps, entry, signal),
  }
}

async function send(
  deps: CreateRequestDeps,
  entry: OutboxEntry,
  context: { signal: AbortSignal; beforeSend: () => void },
): Promise<Acknowledgement> {
  const found = entry.maybeSent === 1 ? await searchRequest(deps, entry, context.signal) : null
  if (found) return found
  // The search found nothing, so a pause applies to this request too. It is for the user of this computer only.
  const pause = entry.member === null ? loadKindPause(deps.db, CREATE_REQUEST) : null
  if (pause) throw new KindPaused(new AppError(pause.failure.code, pause.failure.details))
  const body = { data: { type: 'tracking_request', attributes: createAttributes(parsePayload(entry)) } }
  try {
    const answer = await deps.client.read(
      { method: 'POST', path: '/tracking_requests', bucket: 'tracking-requests', priority: 1, body, ...context },
      'tracking_request',
    )
    const { document } = answer
    const [request] = document.data
    if (!request) throw new AppError('api/malformed', { reason: 'no request' })
    const createdAt = instant(request.attributes, 'created_at')
    // Services answer duplicates differently: some return the existing request with a 200 or even a 201. A sweep may
    // have read our own request before this answer, so a known id alone does not prove a duplicate.
    const isKnown = loadResource(deps.db, 'tracking_request', request.id) !== null
    const isNew =
      !isKnown ||
      isOurs(deps.db, entry, { id: request.id, createdAt }, entry.maybeSent === 1 || answer.status === CREATED)
    const store = (db: WritableDb, announce: Announce) => applyAnswer(deps, db, announce, answer, document)
    return { ...(isNew ? { remoteId: request.id } : createDuplicateResult(request.id)), store }
  } catch (error) {
    if (error instanceof AppError && isDuplicateError(error)) return createDuplicateResult(null)
    if (error instanceof AppError && isPlanLimit(error)) throw new KindPaused(createPlanLimitError(error))
    throw error
  }
}

async function searchRequest(
  deps: CreateRequestDeps,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<Acknowledgement | null> {
  const payload = parsePayload(entry)
  try {
    await readRequestsByNumber(deps, payload.number, signal)
  } catch (error) {
    // If the service refuses this search, it still refuses duplicates itself.
    if (error instanceof AppError && isRefusal(error)) return null
    throw error
  }
  const ownRequest = findSimilarRequests(deps.db, payload).find((request) =>
    isOurs(deps.db, entry, request, entry.maybeSent === 1),
  )
  return ownRequest ? { remoteId: ownRequest.id } : null
}

function isRefusal({ code }: AppError): boolean {
  return code === 'api/not-found' || code === 'api/refused'
}

function createAttributes({ number, type, scac, refs }: RequestPayload): Record<string, unknown> {
  return {
    request_type: type,
    request_number: number,
    ...(scac === null ? { auto_detect_vocc_scac: true } : { scac }),
    ...(refs.length === 0 ? {} : { ref_numbers: refs }),
  }
}

function isDuplicateError({ code, details }: AppError): boolean {
  const pointer = details['pointer']
  const isAboutNumber = typeof pointer !== 'string' || pointer.endsWith('/request_number')
  return code === 'api/refused' && details['serviceCode'] === 'duplicate' && isAboutNumber
}

function createDuplicateResult(id: string | null): Pick<Acknowledgement, 'remoteId' | 'answer'> {
  const answer: DuplicateAnswer = { isDuplicate: true, of: id }
  return { remoteId: null, answer }
}

async function findResult(
  deps: CreateRequestDeps,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<Pick<Acknowledgement, 'remoteId' | 'answer'>> {
  if (entry.remoteId !== null) {
    if (loadResource(deps.db, 'tracking_request', entry.remoteId) === null)
      await readRecord(deps, { type: 'tracking_request', id: entry.remoteId }, { priority: 1, signal })
    return { remoteId: entry.remoteId }
  }
  const payload = parsePayload(entry)
  await readRequestsByNumber(deps, payload.number, signal)
  const similarRequests = findSimilarRequests(deps.db, payload)
  const ownRequest = similarRequests.find((request) => isOurs(deps.db, entry, request, entry.maybeSent === 1))
  return ownRequest ? { remoteId: ownRequest.id, answer: null } : createDuplicateResult(similarRequests[0]?.id ?? null)
}

/** Requests for the same number and line; for any line if the service was to find the line. */
function findSimilarRequests(db: ReadableDb, { number, scac }: RequestPayload): KnownRequest[] {
  const findMainScac = (code: string) => lineOfScac(db, code)?.scac ?? code
  return requestsNumbered(db, [normalizeNumber(number)]).filter(
    (request) => scac === null || request.scac === null || findMainScac(request.scac) === findMainScac(scac),
  )
}

/**
 * Whether the service's request may be the result of our entry: the entry may have arrived, and the service created its
 * request after the entry was saved. `mayBeResult`: whether the entry may have arrived.
 */
function isOurs(
  db: ReadableDb,
  { opId, createdAt }: OutboxEntry,
  request: { id: string; createdAt: string | null },
  mayBeResult: boolean,
): boolean {
  const owner = findEntryOfRecord(db, request.id)
  if (owner !== null) return owner === opId
  return (
    mayBeResult &&
    request.createdAt !== null &&
    (instantMs(request.createdAt) ?? 0) >= (instantMs(createdAt) ?? 0) - CLOCK_SLACK_MS
  )
}

async function readRequestsByNumber(deps: CreateRequestDeps, number: string, signal: AbortSignal): Promise<void> {
  const path = `/tracking_requests?page[size]=100&filter[request_number]=${encodeURIComponent(number)}`
  const { document, ...answer } = await deps.client.read({ path, priority: 1, signal }, 'tracking_request')
  if (document.unreadable.length > 0) throw new AppError('api/malformed', { reason: 'a request that cannot be read' })
  await storeRecords(deps, document, answer, signal)
}

function applyAnswer(
  { now }: CreateRequestDeps,
  db: WritableDb,
  announce: Announce,
  { requestSeq, isOlderThan }: ApiAnswer,
  document: Document,
): void {
  applyRecords(db, announce, withFirstRecordOnly(document), { requestSeq, isOlderThan, readAt: now(), sweepId: null })
}

function parsePayload({ payload }: OutboxEntry): RequestPayload {
  return JSON.parse(payload) as RequestPayload
}

// Whether a refusal means that the plan allows no more numbers. The service does not document this, so the status and
// the message decide. A refusal about one attribute never means it.

const PAYMENT_REQUIRED = 402
/** The statuses with which a service may refuse a request because of the plan. */
const PLAN_LIMIT_STATUSES = [PAYMENT_REQUIRED, 403, 422, 400, 409]
const PLAN_LIMIT_WORDS =
  /\b(plan|subscription|quota|allowance|upgrade|billing|entitlement|credits?)\b|limit[\s_-]*(reached|exceeded)|(reached|exceeded?s?)[\s\w_-]*limit|(shipment|container|tracking|account)[\s_-]*limit|maximum number of/i

export function isPlanLimit({ code, details }: AppError): boolean {
  const { status, reason, serviceCode, pointer } = details
  if (code !== 'api/refused' && code !== 'api/forbidden') return false
  if (status === PAYMENT_REQUIRED) return true
  if (typeof status !== 'number' || !PLAN_LIMIT_STATUSES.includes(status)) return false
  if (typeof pointer === 'string' && pointer.includes('/attributes/')) return false
  return PLAN_LIMIT_WORDS.test(`${toText(serviceCode)} ${toText(reason)}`)
}

function createPlanLimitError(refusal: AppError): AppError {
  const { status = null, reason = null } = refusal.details
  return new AppError('tracking/plan-limit', { status, reason }, refusal)
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : ''
}
