// What reads the service and sends to it: scheduler and outbox. In an office they run on the leader only, so
// they start and stop with the role of this computer.
import type { Outbox } from './outbox/worker.ts'
import type { Scheduler } from './sync/scheduler.ts'

export type Senders = { scheduler: Scheduler; outbox: Outbox }

export type Role = {
  /** Those that run now, or those of a follower. */
  readonly senders: Senders
  readonly isLeading: boolean
  start(): void
  /** Reads the service and sends nothing: the outbox remains that of a follower. */
  startReading(): void
  stop(): Promise<void>
}

export type RoleDeps = {
  startSenders: () => Senders
  startReading: () => Scheduler
  /** What a follower has instead. */
  follower: Senders
}

export function createRole({ startSenders, startReading, follower }: RoleDeps): Role {
  let running: Senders | null = null
  return {
    get senders() {
      return running ?? follower
    },
    get isLeading() {
      return running !== null && running.outbox !== follower.outbox
    },
    start: () => {
      running ??= startSenders()
    },
    startReading: () => {
      running ??= { ...follower, scheduler: startReading() }
    },
    stop: async () => {
      const ending = running
      running = null
      await ending?.outbox.stop()
      await ending?.scheduler.stop()
    },
  }
}
