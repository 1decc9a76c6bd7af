// What reads the service and sends to it: scheduler and outbox. In an office they run on the leader only, so
// they start and stop with the role of this computer.
import type { Clock } from './outside/clock.ts'
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
  clock: Pick<Clock, 'mono'>
  startSenders: () => Senders
  startReading: () => Scheduler
  /** What a follower has instead. */
  follower: Senders
}

/** A refresh requested at most this long before a role starts begins again with it, even if it was complete. */
const REFRESH_AGAIN_MS = 60_000

export function createRole({ clock, startSenders, startReading, follower }: RoleDeps): Role {
  let running: Senders | null = null
  let refreshedMono = Number.NEGATIVE_INFINITY
  const run = ({ outbox, scheduler }: Senders) => {
    const refresh = async () => {
      refreshedMono = clock.mono()
      await scheduler.refresh()
    }
    const refreshAgain = async () => scheduler.refresh()
    running = { outbox, scheduler: { ...scheduler, refresh } }
    // A computer can lose its lease while it reads everything for the user. If the disk is full, it reads as usual.
    if (clock.mono() - refreshedMono <= REFRESH_AGAIN_MS) refreshAgain().catch(() => undefined)
  }
  return {
    get senders() {
      return running ?? follower
    },
    get isLeading() {
      return running !== null && running.outbox !== follower.outbox
    },
    start: () => {
      if (!running) run(startSenders())
    },
    startReading: () => {
      if (!running) run({ ...follower, scheduler: startReading() })
    },
    stop: async () => {
      const ending = running
      running = null
      await ending?.outbox.stop()
      await ending?.scheduler.stop()
    },
  }
}
