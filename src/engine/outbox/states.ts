// The states of an outbox entry, as a table, and the consequence of a failure for it. Pure. The outbox searches for a
// request that may have arrived, and then sends it again. So it takes only kinds of requests that can be searched for,
// or that may be repeated without harm.
import type { AppError } from '#contract/errors.ts'

export type OutboxState = 'PENDING' | 'SENDING' | 'ACKED' | 'SETTLED' | 'CONFLICT' | 'REJECTED' | 'CANCELLED'

export type Step =
  /** The gate granted a permit. This is stored before anything is sent. */
  | 'send'
  /** The service confirmed the entry. */
  | 'acknowledge'
  /** The mirror has the result. */
  | 'settle'
  /** Sending failed and will be retried. */
  | 'retry'
  /** The service refuses the entry as it is. */
  | 'reject'
  /** Another user changed the same data after the edit was saved. The user must decide. */
  | 'conflict'
  /** The user withdrew the entry before it was sent. */
  | 'cancel'
  /** The user gives up an entry with a conflict or a refusal. */
  | 'withdraw'
  /** The user sends the entry again despite the conflict or the refusal. */
  | 'resend'
  /** The result of the entry is unknown: its answer could not be stored. */
  | 'restart'

const steps: Record<OutboxState, Partial<Record<Step, OutboxState>>> = {
  // The outbox searches for a request that may have arrived before it sends the request again. If it finds the request,
  // the entry is acknowledged without being sent.
  PENDING: {
    send: 'SENDING',
    acknowledge: 'ACKED',
    retry: 'PENDING',
    reject: 'REJECTED',
    conflict: 'CONFLICT',
    cancel: 'CANCELLED',
    restart: 'PENDING',
  },
  // The service does not carry out a request that it answers with 429, so the request is sent again.
  SENDING: { send: 'SENDING', acknowledge: 'ACKED', retry: 'PENDING', reject: 'REJECTED', restart: 'PENDING' },
  // If the resulting record cannot be read, the entry is still settled, because the service confirmed it.
  ACKED: { settle: 'SETTLED', retry: 'ACKED', reject: 'SETTLED', restart: 'ACKED' },
  SETTLED: {},
  CONFLICT: { withdraw: 'CANCELLED', resend: 'PENDING' },
  REJECTED: { withdraw: 'CANCELLED', resend: 'PENDING' },
  CANCELLED: {},
}

/** Null if the step is not allowed in this state. */
export function stateAfter(state: OutboxState, step: Step): OutboxState | null {
  return steps[state][step] ?? null
}

export type Outcome =
  | { step: 'reject' }
  /** `row`: only this entry waits. `all`: all wait, because none would succeed. `key`: all wait for another key. */
  | { step: 'retry'; waits: 'row' | 'all' | 'key' }

const ALL_WAIT_CODES: AppError['code'][] = [
  'api/offline',
  'api/timeout',
  'api/certificate',
  'api/proxy-login',
  'api/proxy-refused',
  'api/redirected',
  'api/not-json',
  'api/rate-limited',
  // The requests of a follower of an office go through its database.
  'office/unreachable',
  'office/certificate',
  'office/tls-required',
  'office/login-refused',
  'office/no-database',
  'office/full',
  'office/not-a-member',
  'office/too-old',
  'office/other-account',
  'office/key-changed',
  'office/too-many-connections',
  'office/busy',
  'office/follows',
]
/** The last two are codes of the engine: an entry that cannot be carried out, and one that the user must check. */
const REFUSAL_CODES: AppError['code'][] = [
  'api/not-found',
  'api/forbidden',
  'api/refused',
  'fields/unknown',
  'documents/check-needed',
]
/** HTTP statuses: Request Timeout and Too Early. */
const TEMPORARY_STATUSES = [408, 425]

/** No entry expires: a request that may still succeed is retried forever. */
export function outcomeOf({ code, details }: AppError): Outcome {
  if (code === 'api/unauthorized') return { step: 'retry', waits: 'key' }
  if (ALL_WAIT_CODES.includes(code)) return { step: 'retry', waits: 'all' }
  if (!REFUSAL_CODES.includes(code)) return { step: 'retry', waits: 'row' }
  // A refusal without a message of the service may come from a proxy.
  const hasServiceMessage = details['reason'] !== null || details['serviceCode'] !== null
  const isTemporary = typeof details['status'] === 'number' && TEMPORARY_STATUSES.includes(details['status'])
  return hasServiceMessage && !isTemporary ? { step: 'reject' } : { step: 'retry', waits: 'all' }
}

const FIRST_BACK_OFF_MS = 15_000
const MAX_BACK_OFF_MS = 10 * 60_000

/** How long an entry waits after this many tries, if only this entry fails. */
export function rowBackOffMs(tries: number): number {
  return Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(tries, 20) - 1))
}

/**
 * Thrown by `send`: the service accepts no entry of this kind now. All entries of this user and kind pause, also after
 * a restart, until the user resumes them. An entry of another member of the office is refused.
 */
export class KindPaused extends Error {
  readonly failure: AppError

  constructor(failure: AppError) {
    super('kind paused')
    this.failure = failure
  }
}

/** Thrown by `send`: the entry would undo another user's change. `answer` describes that change. */
export class Conflict extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('conflict')
    this.answer = answer
  }
}
