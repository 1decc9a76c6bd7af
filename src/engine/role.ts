// What reads the service and sends to it: scheduler, outbox and uploads. In an office they run on the leader only, so
// they start and stop with the role of this computer.
import type { AppError } from '#contract/errors.ts'
import type { Uploads } from './documents/uploads.ts'
import type { Outbox } from './outbox/worker.ts'
import type { Scheduler } from './sync/scheduler.ts'

export type Senders = { scheduler: Scheduler; outbox: Outbox; uploads: Uploads }

export type Role = {
  /** Those that run now. On a follower, those that say why nothing is sent. */
  readonly senders: Senders
  start(): void
  stop(): Promise<void>
}

/** `refusal`: why a follower sends nothing. */
export function createRole(startSenders: () => Senders, refusal: () => AppError): Role {
  const followers = createFollowers(refusal)
  let running: Senders | null = null
  return {
    get senders() {
      return running ?? followers
    },
    start: () => {
      running ??= startSenders()
    },
    stop: async () => {
      const ending = running
      running = null
      await ending?.uploads.stop()
      await ending?.outbox.stop()
      await ending?.scheduler.stop()
    },
  }
}

const doNothing = () => undefined

/** A follower sends nothing. What its user saves waits until this desktop leads. */
function createFollowers(refusal: () => AppError): Senders {
  const refuse = () => Promise.reject(refusal())
  const sender = {
    wake: doNothing,
    onUsableAnswer: doNothing,
    retry: doNothing,
    resume: doNothing,
    block: () => {
      const { code, details } = refusal()
      return { failure: { code, details }, forMs: null }
    },
    stop: () => Promise.resolve(),
  }
  const scheduler = {
    refresh: () => {
      throw refusal()
    },
    resume: doNothing,
    wake: doNothing,
    onServerAnswer: doNothing,
    reread: refuse,
    blockedForMs: () => 0,
    containersEveryMs: () => Number.POSITIVE_INFINITY,
    leftOut: () => [],
    sweepFault: () => null,
    stop: () => Promise.resolve(),
  }
  return { scheduler, outbox: sender, uploads: { ...sender, expectResult: doNothing, fetch: refuse } }
}
