// Who leads a space, as values: what one computer knows, what it does next, and what an answer of the office changes.
// The caller has the connection and the clock, which must run on while the computer sleeps.

/** How long a lease lasts without a renewal. */
export const LEASE_MS = 6_000
/** A leader has three chances to renew before its lease ends. */
const RENEW_EVERY_MS = 2_000
/** An answer that comes later cannot renew a lease any more. */
export const LEASE_ANSWER_MS = LEASE_MS - RENEW_EVERY_MS
const RETRY_AFTER_MS = 500
/** The service knows no fence, so the last request is sent this long before the lease ends. */
const SEND_MARGIN_MS = 2_000

/** A daemon is tried first, so it usually leads; a laptop on battery last. */
export type CandidateKind = 'daemon' | 'desktop' | 'battery'
const tryEveryMs: Record<CandidateKind, number> = { daemon: 500, desktop: 1_000, battery: 3_500 }

export type LeaseState =
  | { role: 'candidate'; tryAtMs: number }
  /**
   * `isConfirmed`: the office got this leader's budget over the connection that is open now. If a connection ends, its
   * lock ends too, and another candidate may lead at once.
   */
  | { role: 'leader'; fence: number; renewAtMs: number; untilMs: number; isConfirmed: boolean }
  /** It stops reading at once, and gives its lock back before it is a candidate again. */
  | { role: 'deposed'; fence: number }

export type LeaseStep =
  | { kind: 'take' }
  | { kind: 'renew'; fence: number }
  | { kind: 'release'; fence: number }
  | { kind: 'wait'; untilMs: number }

/** `held`: another leader has the lease. `lost`: it is over. `failed`: no answer, so nothing is known. */
export type LeaseAnswer =
  { kind: 'taken'; fence: number } | { kind: 'held' | 'renewed' | 'lost' | 'released' | 'failed' }

export const startAsCandidate = (nowMs: number): LeaseState => ({ role: 'candidate', tryAtMs: nowMs })

/** A leader that could not renew in time is deposed, without an answer of the office. */
export function advance(state: LeaseState, nowMs: number): LeaseState {
  return state.role === 'leader' && nowMs >= state.untilMs ? { role: 'deposed', fence: state.fence } : state
}

/** What to do at this time, after `advance`. */
export function findStep(state: LeaseState, nowMs: number): LeaseStep {
  switch (state.role) {
    case 'candidate':
      return nowMs >= state.tryAtMs ? { kind: 'take' } : { kind: 'wait', untilMs: state.tryAtMs }
    case 'leader':
      return nowMs >= state.renewAtMs
        ? { kind: 'renew', fence: state.fence }
        : { kind: 'wait', untilMs: Math.min(state.renewAtMs, state.untilMs) }
    case 'deposed':
      return { kind: 'release', fence: state.fence }
  }
}

/** `sentMs`: when the question was sent. The lease counts from then, because the office got it later. */
export function applyAnswer(
  state: LeaseState,
  answer: LeaseAnswer,
  { sentMs, nowMs, kind }: { sentMs: number; nowMs: number; kind: CandidateKind },
): LeaseState {
  const tryLater: LeaseState = { role: 'candidate', tryAtMs: nowMs + tryEveryMs[kind] }
  const lead = (fence: number, renewAtMs: number, isConfirmed: boolean): LeaseState =>
    advance({ role: 'leader', fence, renewAtMs, untilMs: sentMs + LEASE_MS, isConfirmed }, nowMs)
  switch (answer.kind) {
    case 'taken':
      return lead(answer.fence, nowMs, false)
    case 'renewed':
      return state.role === 'leader' ? lead(state.fence, sentMs + RENEW_EVERY_MS, true) : state
    case 'lost':
      return state.role === 'leader' ? { role: 'deposed', fence: state.fence } : state
    case 'failed':
      return state.role === 'leader' ? advance({ ...state, renewAtMs: nowMs + RETRY_AFTER_MS }, nowMs) : tryLater
    case 'held':
    case 'released':
      return tryLater
  }
}

/** The connection ended or is a new one: a leader sends nothing until it has renewed its lease. */
export function doubt(state: LeaseState, nowMs: number): LeaseState {
  return state.role === 'leader' ? { ...state, isConfirmed: false, renewAtMs: nowMs } : state
}

/** The budget of a leader changed so much that the office must know it. */
export function renewNow(state: LeaseState, nowMs: number): LeaseState {
  return state.role === 'leader' ? { ...state, renewAtMs: Math.min(state.renewAtMs, nowMs) } : state
}

/** Whether a request may be sent to the service now. */
export function maySend(state: LeaseState, nowMs: number): boolean {
  return state.role === 'leader' && state.isConfirmed && nowMs < state.untilMs - SEND_MARGIN_MS
}
