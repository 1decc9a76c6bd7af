// The states of an upload, as a table, and the consequence of a failure. Pure. Each step is stored before the next one
// starts, so after a crash the state says what may have happened.
import type { AppError } from '#contract/errors.ts'
import { wasNotSent } from '../api/failures.ts'
import { outcomeOf } from './states.ts'

export type UploadState =
  'QUEUED' | 'BLOB' | 'PUT_OK' | 'UNSURE' | 'CREATED' | 'CLASSIFIED' | 'EXTRACTED' | 'NO_RESULT' | 'REJECTED'

export type UploadStep =
  /** The service named the storage address for the bytes. */
  | 'announce'
  /** The storage has the bytes. */
  | 'put'
  /** The request for the document is about to be sent. This is stored first: from here on the document may exist. */
  | 'ask'
  /** The document exists: the service confirmed it. */
  | 'create'
  /** It is unknown whether the document exists. */
  | 'lose-track'
  /** A search did not find the document. After the second search the document is requested again. */
  | 'not-found'
  | 'not-found-again'
  /** The request failed and had no effect. */
  | 'retry'
  /** A new storage address is needed, because the old one is expired or has other bytes. */
  | 'renew'
  | 'reject'
  | 'classify'
  | 'extract'
  /** There is no result after a day. */
  | 'give-up-waiting'
  /** There is no result after another week. */
  | 'end'
  /** The user asked the service to read the document again. */
  | 'read-again'
  /** The user asked for a retry of a refused upload. */
  | 'resend'

const steps: Record<UploadState, Partial<Record<UploadStep, UploadState>>> = {
  QUEUED: { announce: 'BLOB', retry: 'QUEUED', reject: 'REJECTED' },
  BLOB: { put: 'PUT_OK', retry: 'BLOB', renew: 'QUEUED', reject: 'REJECTED' },
  PUT_OK: {
    ask: 'PUT_OK',
    create: 'CREATED',
    'lose-track': 'UNSURE',
    retry: 'PUT_OK',
    renew: 'QUEUED',
    reject: 'REJECTED',
  },
  UNSURE: {
    create: 'CREATED',
    'not-found': 'UNSURE',
    'not-found-again': 'PUT_OK',
    retry: 'UNSURE',
    reject: 'REJECTED',
  },
  CREATED: { classify: 'CLASSIFIED', extract: 'EXTRACTED', 'give-up-waiting': 'NO_RESULT', 'read-again': 'CREATED' },
  CLASSIFIED: { extract: 'EXTRACTED', 'give-up-waiting': 'NO_RESULT', 'read-again': 'CREATED' },
  // A document that is read again shows its old result until there is a new one.
  EXTRACTED: {},
  NO_RESULT: { extract: 'EXTRACTED', 'read-again': 'CREATED', end: 'NO_RESULT' },
  REJECTED: { resend: 'QUEUED' },
}

/** Null if the step is not allowed in this state. */
export function uploadStateAfter(state: UploadState, step: UploadStep): UploadState | null {
  return steps[state][step] ?? null
}

/** States in which the uploader has something to do. */
export const SENDING_STATES: readonly UploadState[] = ['QUEUED', 'BLOB', 'PUT_OK', 'UNSURE']

/** The number of storage addresses that fail for one content before it is rejected. */
export const MAX_RENEWALS = 3

export type Verdict =
  /** `row`, `all` and `key`: as in states.ts. `denied`: all wait, because the account or key has no permission. */
  | {
      step: 'retry'
      waits: 'row' | 'all' | 'key' | 'denied'
      /** The storage address may be the cause: if other files succeed, the upload gets a new one. */
      isAddressSuspect?: boolean
    }
  /** With `waits` the new address is not requested at once. */
  | { step: 'renew'; waits?: 'row' }
  | { step: 'reject' }
  | { step: 'lose-track' }
  | { step: 'create'; documentId: string; name: string | null }

/**
 * Announcing a file has no effect that matters, so after an unclear result it is simply repeated. A member of an office
 * who may only read cannot upload.
 */
export function verdictOfAnnouncing(error: AppError): Verdict {
  if (error.code === 'office/not-allowed') return { step: 'reject' }
  if (isServiceDenial(error)) return { step: 'retry', waits: 'denied' }
  const outcome = outcomeOf(error)
  return outcome.step === 'reject' && error.code === 'api/not-found' ? { step: 'retry', waits: 'denied' } : outcome
}

/** Creating a document must not happen twice, so only an answer of the service itself counts. */
export function verdictOfCreating(error: AppError): Verdict {
  const { code, details } = error
  if (wasNotSent(error)) return { step: 'retry', waits: 'all' }
  // The office or its leader refused the request before anything was sent.
  if (code === 'office/not-allowed') return { step: 'reject' }
  if (code === 'api/unauthorized') return { step: 'retry', waits: 'key' }
  if (code === 'api/malformed' || !hasServiceMessage(error)) return { step: 'lose-track' }
  if (isServiceDenial(error)) return { step: 'retry', waits: 'denied' }
  const { existingId, existingName, pointer } = details
  if (details['status'] === CONFLICT && typeof existingId === 'string')
    return { step: 'create', documentId: existingId, name: typeof existingName === 'string' ? existingName : null }
  if (details['status'] === UNPROCESSABLE && typeof pointer === 'string' && BLOB_POINTER.test(pointer))
    return { step: 'renew' }
  return outcomeOf(error).step === 'reject' ? { step: 'reject' } : { step: 'lose-track' }
}

/** Searching for a document again does no harm. A member of an office who lost every right cannot search. */
export function verdictOfSearching({ code }: AppError): Verdict {
  if (code === 'office/not-allowed') return { step: 'reject' }
  return { step: 'retry', waits: code === 'api/unauthorized' ? 'key' : 'row' }
}

/**
 * For storage, whose answers have their own form. Sending the bytes again does no harm. An expired address is replaced
 * at once; a second refusal may come from a proxy that refuses everything.
 */
export function verdictOfStoring(status: number, renewals = 0): Verdict {
  if (EXPIRED.includes(status))
    return renewals === 0 ? { step: 'renew' } : { step: 'retry', waits: 'all', isAddressSuspect: true }
  // These statuses mean a wrong checksum, or another size than announced.
  if (status === BAD_REQUEST || status === UNPROCESSABLE) return { step: 'renew', waits: 'row' }
  return { step: 'retry', waits: status >= 300 && status < 400 ? 'all' : 'row' }
}

const BAD_REQUEST = 400
const EXPIRED = [403, 404, 410]
const CONFLICT = 409
const UNPROCESSABLE = 422
const BLOB_POINTER = /attached_document|blob|file/

/** Whether the service itself says that the document has no file. */
export function isWithoutFile(error: AppError): boolean {
  return (error.code === 'api/not-found' || error.code === 'api/refused') && hasServiceMessage(error)
}

/** Whether the answer has a message of the service. Without one it may come from a proxy. */
function hasServiceMessage({ code, details }: AppError): boolean {
  return (
    ['api/refused', 'api/forbidden', 'api/not-found'].includes(code) &&
    (details['reason'] !== null || details['serviceCode'] !== null)
  )
}

function isServiceDenial(error: AppError): boolean {
  return error.code === 'api/forbidden' && hasServiceMessage(error)
}

const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 5 * 60_000

/** A random wait (`random` from 0 to 1), so that files that failed together are not retried together. */
export function uploadBackOffMs(tries: number, random: number): number {
  return Math.round(Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(tries, 20) - 1)) * random)
}

/** The wait before the first search: the service may finish a request late, and an earlier search would not find it. */
export const UNSURE_MS = 60_000
export const BETWEEN_SEARCHES_MS = 15_000
export const MAX_SEARCHES = 2
