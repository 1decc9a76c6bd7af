// What reads the service and sends to it: scheduler, outbox and uploads. In an office they run on the leader only, so
// they start and stop with the role of this computer.
import { AppError } from '#contract/errors.ts'
import type { Uploads } from './documents/uploads.ts'
import type { Outbox } from './outbox/worker.ts'
import type { Scheduler } from './sync/scheduler.ts'

export type Senders = { scheduler: Scheduler; outbox: Outbox; uploads: Uploads }

export type Role = {
  /** Those that run now. On a follower, those that say why nothing is sent. */
  readonly senders: Senders
  start(): void
  /** Starts or stops them. One change follows the other. */
  apply(isLeader: boolean): Promise<void>
}

export function createRole(startSenders: () => Senders): Role {
  let running: Senders | null = null
  const start = () => {
    running ??= startSenders()
  }
  return {
    get senders() {
      return running ?? followers
    },
    start,
    apply: async (isLeader) => {
      if (isLeader) {
        start()
        return
      }
      const ending = running
      running = null
      await ending?.uploads.stop()
      await ending?.outbox.stop()
      await ending?.scheduler.stop()
    },
  }
}

const doNothing = () => undefined
const createRefusal = () => new AppError('office/follows')
const refuse = () => Promise.reject(createRefusal())

/** A follower sends nothing. What its user saves waits until this computer leads. */
const follower = {
  wake: doNothing,
  onUsableAnswer: doNothing,
  retry: doNothing,
  resume: doNothing,
  block: () => {
    const { code, details } = createRefusal()
    return { failure: { code, details }, forMs: null }
  },
  stop: () => Promise.resolve(),
}

const followers: Senders = {
  scheduler: {
    refresh: () => {
      throw createRefusal()
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
  },
  outbox: follower,
  uploads: { ...follower, expectResult: doNothing, fetch: refuse },
}
