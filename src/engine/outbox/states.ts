// The states of an outbox entry, as a table, and the consequence of a failure for it. Pure. A request that may have
// arrived is searched for and then sent again: only kinds that can search, or whose repetition does no harm, belong
// here.
import type { AppError } from '#contract/errors.ts'

export type OutboxState = 'PENDING' | 'SENDING' | 'ACKED' | 'SETTLED' | 'CONFLICT' | 'REJECTED' | 'CANCELLED'

export type Step =
  /** A permit is granted. Stored before anything is sent. */
  | 'leave'
  /** The service confirmed it. */
  | 'acknowledge'
  /** The mirror has the result. */
  | 'settle'
  /** It failed this time and will be retried. */
  | 'retry'
  /** The service refuses it in its present form. */
  | 'reject'
  /** Another user changed the same data since: the user decides. */
  | 'conflict'
  /** The user withdrew it. */
  | 'cancel'
  /** The user gives up an entry that could not be carried out. */
  | 'withdraw'
  /** The user wants it sent despite the conflict or the refusal. */
  | 'resend'
  /** The program ended, or lost track, while it was being sent. */
  | 'restart'

const steps: Record<OutboxState, Partial<Record<Step, OutboxState>>> = {
  // A request that may have arrived is searched before it is sent again, and may be found.
  PENDING: {
    leave: 'SENDING',
    acknowledge: 'ACKED',
    retry: 'PENDING',
    reject: 'REJECTED',
    conflict: 'CONFLICT',
    cancel: 'CANCELLED',
    restart: 'PENDING',
  },
  // After a 429 nothing was done, so the request is sent again.
  SENDING: { leave: 'SENDING', acknowledge: 'ACKED', retry: 'PENDING', reject: 'REJECTED', restart: 'PENDING' },
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
  /** `row`: only this entry waits. `all`: no entry would succeed. `key`: all wait until the user changes the key. */
  | { step: 'retry'; waits: 'row' | 'all' | 'key' }

const ALL_WAIT: AppError['code'][] = [
  'api/offline',
  'api/timeout',
  'api/certificate',
  'api/proxy-login',
  'api/proxy-refused',
  'api/redirected',
  'api/not-json',
  'api/rate-limited',
]
/** The last two are codes of this program: after a search at the service, or where no search is possible. */
const REFUSALS: AppError['code'][] = [
  'api/not-found',
  'api/forbidden',
  'api/refused',
  'fields/unknown',
  'documents/check-needed',
]
/** Request Timeout and Too Early. */
const TEMPORARY_STATUSES = [408, 425]

/** No entry expires: a request that may still succeed is retried forever. */
export function outcomeOf({ code, details }: AppError): Outcome {
  if (code === 'api/unauthorized') return { step: 'retry', waits: 'key' }
  if (ALL_WAIT.includes(code)) return { step: 'retry', waits: 'all' }
  if (!REFUSALS.includes(code)) return { step: 'retry', waits: 'row' }
  // A refusal without a message of the service may come from a proxy.
  const hasServiceMessage = details['reason'] !== null || details['serviceCode'] !== null
  const isTemporary = typeof details['status'] === 'number' && TEMPORARY_STATUSES.includes(details['status'])
  return hasServiceMessage && !isTemporary ? { step: 'reject' } : { step: 'retry', waits: 'all' }
}

const FIRST_BACK_OFF_MS = 15_000
const MAX_BACK_OFF_MS = 10 * 60_000

/** How long an entry that failed by itself waits after this many tries. */
export function rowBackOffMs(tries: number): number {
  return Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.max(0, Math.min(tries, 20) - 1))
}

/**
 * Thrown by `send`: the service takes no entry of this kind now. They wait, also over a restart, until the user
 * retries.
 */
export class KindOnHold extends Error {
  readonly failure: AppError

  constructor(failure: AppError) {
    super('held back')
    this.failure = failure
  }
}

/** Thrown by `send`: carrying it out would undo another user's change. `answer` describes that change. */
export class Conflict extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('conflict')
    this.answer = answer
  }
}
