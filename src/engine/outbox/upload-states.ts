// The states of content on its way to the service, as a table, and the consequence of a failure. Pure. Each step is
// stored before the next one starts, so after a crash the state says what may have happened.
import type { AppError } from '#contract/errors.ts'
import { hasNotLeft } from '../api/failures.ts'
import { outcomeOf } from './states.ts'

export type UploadState =
  'QUEUED' | 'BLOB' | 'PUT_OK' | 'UNSURE' | 'CREATED' | 'CLASSIFIED' | 'EXTRACTED' | 'NO_RESULT' | 'REJECTED'

export type UploadStep =
  /** The service has named the address for the bytes. */
  | 'announce'
  /** The bytes are stored there. */
  | 'put'
  /** On the disk before the document is asked for: from here on it may exist. */
  | 'ask'
  /** The document exists: the service confirmed it. */
  | 'create'
  /** It is unknown whether the document exists. */
  | 'lose-track'
  /** CheckCounts for and not found; the second time it is asked for again. */
  | 'not-found'
  | 'not-found-again'
  /** It failed this time, and had no effect. */
  | 'retry'
  /** The place for the bytes is gone, or has other bytes: another one. */
  | 'renew'
  | 'reject'
  | 'classify'
  | 'extract'
  /** A day has passed. */
  | 'give-up-waiting'
  /** Another week has passed. */
  | 'end'
  /** The user asked the service to read it again. */
  | 'read-again'
  /** The user asked to retry a refused one. */
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
  UNSURE: { create: 'CREATED', 'not-found': 'UNSURE', 'not-found-again': 'PUT_OK', retry: 'UNSURE' },
  CREATED: { classify: 'CLASSIFIED', extract: 'EXTRACTED', 'give-up-waiting': 'NO_RESULT', 'read-again': 'CREATED' },
  CLASSIFIED: { extract: 'EXTRACTED', 'give-up-waiting': 'NO_RESULT', 'read-again': 'CREATED' },
  // Read once more it shows what it has until there is something else.
  EXTRACTED: {},
  NO_RESULT: { extract: 'EXTRACTED', 'read-again': 'CREATED', end: 'NO_RESULT' },
  REJECTED: { resend: 'QUEUED' },
}

/** Null: not allowed in this state. */
export function uploadStateAfter(state: UploadState, step: UploadStep): UploadState | null {
  return steps[state][step] ?? null
}

/** What there is still to be done about by itself. */
export const SENDING_STATES: readonly UploadState[] = ['QUEUED', 'BLOB', 'PUT_OK', 'UNSURE']

/** So many places for the bytes of one content are asked for because the one before it came to nothing. */
export const MOST_RENEWALS = 3

export type Verdict =
  /** As the outbox has it. `denied`: this account, or this key, may not; asked again after a while. */
  | {
      step: 'retry'
      waits: 'row' | 'all' | 'key' | 'denied'
      /** Where it is not everybody's trouble, another place is tried. */ isOfPlace?: boolean
    }
  /** Not at once where it waits. */
  | { step: 'renew'; waits?: 'row' }
  | { step: 'reject' }
  | { step: 'lose-track' }
  | { step: 'create'; documentId: string; name: string | null }

/** Of announcing a file: it has no effect, so whatever is unclear may be done again. */
export function verdictOfAnnouncing(error: AppError): Verdict {
  if (isOwnDenial(error)) return { step: 'retry', waits: 'denied' }
  const outcome = outcomeOf(error)
  return outcome.step === 'reject' && error.code === 'api/not-found' ? { step: 'retry', waits: 'denied' } : outcome
}

/** Of asking for the document, which must not be done twice: only a word of the service itself is believed. */
export function verdictOfCreating(error: AppError): Verdict {
  const { code, details } = error
  if (hasNotLeft(error)) return { step: 'retry', waits: 'all' }
  if (code === 'api/unauthorized') return { step: 'retry', waits: 'key' }
  if (code === 'api/malformed' || !isOwnWord(error)) return { step: 'lose-track' }
  if (isOwnDenial(error)) return { step: 'retry', waits: 'denied' }
  const { existingId, existingName, pointer } = details
  if (details['status'] === CONFLICT && typeof existingId === 'string')
    return { step: 'create', documentId: existingId, name: typeof existingName === 'string' ? existingName : null }
  if (details['status'] === UNPROCESSABLE && typeof pointer === 'string' && BLOB_POINTER.test(pointer))
    return { step: 'renew' }
  return outcomeOf(error).step === 'reject' ? { step: 'reject' } : { step: 'lose-track' }
}

/**
 * Of putting bytes into storage: its answers are its own, mostly not JSON, and doing it again does no harm. An address
 * that is no longer good is replaced at once; refused again it may be an office's filter, which answers everybody so.
 */
export function verdictOfStoring(status: number, renewals = 0): Verdict {
  if (GONE.includes(status))
    return renewals === 0 ? { step: 'renew' } : { step: 'retry', waits: 'all', isOfPlace: true }
  // Bad digest, or not what was announced.
  if (status === BAD_REQUEST || status === UNPROCESSABLE) return { step: 'renew', waits: 'row' }
  return { step: 'retry', waits: status >= 300 && status < 400 ? 'all' : 'row' }
}

const BAD_REQUEST = 400
const GONE = [403, 404, 410]
const CONFLICT = 409
const UNPROCESSABLE = 422
const BLOB_POINTER = /attached_document|blob|file/

/** Of a document, in the service's own words. */
export function isWithoutFile(error: AppError): boolean {
  return (error.code === 'api/not-found' || error.code === 'api/refused') && isOwnWord(error)
}

/** Without words of the service's own somebody in between has refused, such as a proxy. */
function isOwnWord({ code, details }: AppError): boolean {
  return (
    ['api/refused', 'api/forbidden', 'api/not-found'].includes(code) &&
    (details['reason'] !== null || details['serviceCode'] !== null)
  )
}

function isOwnDenial(error: AppError): boolean {
  return error.code === 'api/forbidden' && isOwnWord(error)
}

const FIRST_BACK_OFF_MS = 1_000
const LONGEST_BACK_OFF_MS = 5 * 60_000

/** Full jitter: of many that failed together no two come back together. `chance` in [0, 1). */
export function uploadBackOffMs(tries: number, chance: number): number {
  return Math.round(
    Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(tries, 20) - 1)) * chance,
  )
}

/** The service may carry out late what it gave no answer to: looked for earlier it is not found. */
export const UNSURE_MS = 60_000
export const BETWEEN_LOOKS_MS = 15_000
export const LOOKS = 2
