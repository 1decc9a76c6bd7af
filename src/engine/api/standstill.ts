// Everything a queue sends stands still for a while after a failure that would meet the next one too: why, until when,
// and what sets it going before that. All times are steady (`mono`): a sleep or a changed clock lengthens nothing.
import type { AppError } from '#contract/errors.ts'
import type { Failure } from '#contract/values.ts'
import type { Clock } from '../outside/clock.ts'

export type Standstill = {
  /** From now on for so long; infinite: until the user has put it right. */
  begin(failure: AppError, ms: number): void
  end(): void
  /** Milliseconds of it that are left; 0 when nothing stands still. */
  leftMs(): number
  /** As screens tell it; `forMs` is null when only the user can end it. */
  told: () => { failure: Failure; forMs: number | null } | null
  /**
   * What left at `leftMono` arrived. False: it stands still since something that came after that, such as a refused
   * key.
   */
  passed(leftMono: number): boolean
  /** The service answered somebody else. True where that is news, and ends it. */
  heard(): boolean
}

const FIRST_TRIES = 4
const FIRST_BACK_OFF_MS = 15_000
export const BACK_OFF_MS = 60_000
/** An answer that was under way when it began says nothing about it. */
const LATE_ANSWER_MS = 2_000
const NO_NETWORK: AppError['code'][] = ['api/offline', 'api/certificate', 'api/proxy-login', 'api/proxy-refused']

/** How long all wait after so many failures in a row. */
export function backOffMs(failures: number): number {
  return failures <= FIRST_TRIES ? FIRST_BACK_OFF_MS : BACK_OFF_MS
}

export function createStandstill(clock: Clock): Standstill {
  let held: { failure: Failure; sinceMono: number; untilMono: number } | null = null
  let answeredMono = Number.NEGATIVE_INFINITY
  const leftMs = () => Math.max(0, (held?.untilMono ?? 0) - clock.mono())
  return {
    begin: ({ code, details }, ms) => {
      const mono = clock.mono()
      held = { failure: { code, details }, sinceMono: mono, untilMono: mono + ms }
    },
    end: () => {
      held = null
    },
    leftMs,
    told: () => {
      const forMs = leftMs()
      return held && forMs > 0 ? { failure: held.failure, forMs: Number.isFinite(forMs) ? forMs : null } : null
    },
    passed: (leftMono) => {
      if (held && held.sinceMono >= leftMono) return false
      held = null
      return true
    },
    // Where nothing at all got through, an answer to anybody is news; it is none about what only our own requests run
    // into. What fails again after it was tried for such an answer waits its time out.
    heard: () => {
      const mono = clock.mono()
      if (!held || !NO_NETWORK.includes(held.failure.code)) return false
      if (mono - held.sinceMono < LATE_ANSWER_MS || mono - answeredMono < BACK_OFF_MS) return false
      answeredMono = mono
      held = null
      return true
    },
  }
}
