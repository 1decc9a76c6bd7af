// Pauses a whole queue after a failure that would repeat for the next request: why, until when, and what ends it
// earlier. All times are monotonic (`mono`): sleep or a changed clock does not lengthen a pause.
import type { AppError, ErrorCode } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { Clock } from '../outside/clock.ts'

export type QueuePause = {
  /** Pauses for `ms` from now; if infinite, until the user has fixed the cause. */
  begin(failure: AppError, ms: number): void
  end(): void
  /** Remaining milliseconds; 0 when there is no pause. */
  leftMs(): number
  /** The pause as screens show it; `forMs` is null if only the user can end it. */
  current: () => { failure: Failure; forMs: number | null } | null
  /**
   * Call this when the request sent at `sentMono` was answered. Ends a pause that began before it was sent. Returns
   * false if the pause began later, for another reason such as a refused key.
   */
  onArrival(sentMono: number): boolean
  /**
   * Call this when the service answered another request. Ends a pause after a failure of the connection. Returns
   * whether it ended.
   */
  onAnswer(): boolean
}

/** This many failures in a row have a shorter pause each. */
const FIRST_FAILURES = 4
const FIRST_BACK_OFF_MS = 15_000
export const BACK_OFF_MS = 60_000
/** An answer within this time after the pause began may belong to an earlier request, so it does not end the pause. */
const LATE_ANSWER_MS = 2_000
const NO_NETWORK: readonly ErrorCode[] = ['api/offline', 'api/certificate', 'api/proxy-login', 'api/proxy-refused']
const isNetworkFailure = (code: ErrorCode) => NO_NETWORK.includes(code)

/** The pause after this many failures in a row. */
export function backOffMs(failures: number): number {
  return failures <= FIRST_FAILURES ? FIRST_BACK_OFF_MS : BACK_OFF_MS
}

/** `endsWithAnswer`: whether an answer to another request ends a pause with this failure. */
export function createQueuePause(clock: Clock, endsWithAnswer = isNetworkFailure): QueuePause {
  let pause: { failure: Failure; sinceMono: number; untilMono: number } | null = null
  let answeredMono = Number.NEGATIVE_INFINITY
  const leftMs = () => Math.max(0, (pause?.untilMono ?? 0) - clock.mono())
  return {
    begin: ({ code, details }, ms) => {
      const mono = clock.mono()
      pause = { failure: { code, details }, sinceMono: mono, untilMono: mono + ms }
    },
    end: () => {
      pause = null
    },
    leftMs,
    current: () => {
      const forMs = leftMs()
      return pause && forMs > 0 ? { failure: pause.failure, forMs: Number.isFinite(forMs) ? forMs : null } : null
    },
    onArrival: (sentMono) => {
      if (pause && pause.sinceMono >= sentMono) return false
      pause = null
      return true
    },
    // After such a failure, an answer to any request shows that the network works again. It says nothing about
    // failures of this queue's own requests. If the retry fails too, the full pause applies.
    onAnswer: () => {
      const mono = clock.mono()
      if (!pause || !endsWithAnswer(pause.failure.code)) return false
      if (mono - pause.sinceMono < LATE_ANSWER_MS || mono - answeredMono < BACK_OFF_MS) return false
      answeredMono = mono
      pause = null
      return true
    },
  }
}
