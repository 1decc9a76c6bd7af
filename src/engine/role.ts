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
  stop(): Promise<void>
}

/** `follower`: what a follower has instead. */
export function createRole(startSenders: () => Senders, follower: Senders): Role {
  let running: Senders | null = null
  return {
    get senders() {
      return running ?? follower
    },
    get isLeading() {
      return running !== null
    },
    start: () => {
      running ??= startSenders()
    },
    stop: async () => {
      const ending = running
      running = null
      await ending?.outbox.stop()
      await ending?.scheduler.stop()
    },
  }
}
