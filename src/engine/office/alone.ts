// Reading alone: if the office is away for some time, the user can let this desktop read the service on its own, until
// the office answers. It sends nothing, and is not remembered over a restart.
import { AppError } from '#contract/errors.ts'
import { type Clock, createUptime } from '../outside/clock.ts'
import type { Log } from '../outside/log.ts'

/**
 * The share of the key's requests that a desktop uses alone. It cannot ask how many others do the same. Five of them
 * stay within the limit together. If there are more, refusals of the service lower what each sends.
 */
export const ALONE_SHARE = 0.2
const OFFERED_AFTER_MS = 15 * 60_000
const RETRY_MS = 1_000
/** Longer than the longest pause between two tries to connect, so that a desktop that read alone can come first. */
const YIELD_MS = 30_000

export type AloneDeps = {
  clock: Clock
  log: Log
  startReading: () => void
  stopReading: () => Promise<void>
  /** The state changed. */
  onChange: () => void
}

export type Alone = {
  /** `offered`: the user can start it. Null: the office is there, or was a short time ago. */
  state(): 'offered' | 'reading' | null
  /** Throws `office/not-away` if it is not offered. */
  start(): void
  /** Call it after each change. If the office is not away, the reading ends. */
  update(isAway: boolean): void
  /** The office answered. The next offer follows after 15 minutes without it. */
  end(): void
  /**
   * The office came back a moment ago, and this desktop did not read alone. If one that did so leads first, the history
   * has each change as it saw it.
   */
  isYielding(): boolean
  /** Resolves when this desktop does not read alone, and the last page is stored. */
  whenOver(): Promise<void>
  stop(): Promise<void>
}

export function createAlone({ clock, log, startReading, stopReading, onChange }: AloneDeps): Alone {
  const uptimeMs = createUptime(clock)
  let awaySinceUp: number | null = null
  let isReading = false
  let yieldsUntilUp = 0
  let isStopped = false
  let over = Promise.withResolvers<undefined>()
  let cancelTimer: () => void = () => undefined
  over.resolve(undefined)
  const isOffered = () => awaySinceUp !== null && uptimeMs() - awaySinceUp >= OFFERED_AFTER_MS
  /** A timer may fire a few milliseconds before the uptime has reached its time. */
  const announceOffer = (waitMs: number) => {
    cancelTimer = clock.after(waitMs, () => (isOffered() ? onChange() : announceOffer(RETRY_MS)))
  }
  const end = () => {
    if (isOffered() && !isReading) yieldsUntilUp = uptimeMs() + YIELD_MS
    awaySinceUp = null
    cancelTimer()
    if (!isReading) return
    isReading = false
    const { resolve } = over
    stopReading()
      .catch((error: unknown) => log('error', 'reading alone not stopped', { error: String(error) }))
      .finally(() => resolve(undefined))
  }
  return {
    state: () => (isReading ? 'reading' : isOffered() ? 'offered' : null),
    start: () => {
      if (isReading) return
      if (!isOffered()) throw new AppError('office/not-away')
      isReading = true
      try {
        startReading()
      } catch (error) {
        isReading = false
        throw error
      }
      over = Promise.withResolvers()
      log('info', 'this desktop reads alone')
      onChange()
    },
    update: (isAway) => {
      if (!isAway) end()
      else if (awaySinceUp === null && !isStopped) {
        awaySinceUp = uptimeMs()
        announceOffer(OFFERED_AFTER_MS)
      }
    },
    end,
    isYielding: () => uptimeMs() < yieldsUntilUp,
    whenOver: () => over.promise,
    stop: () => {
      isStopped = true
      end()
      return over.promise
    },
  }
}
