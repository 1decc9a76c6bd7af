// Worlds with an explicit timeline. Each one was a random seed that failed. A new fault in the simulator changes the
// world of every seed, but not these timelines.
import type { Plan } from './plan.ts'
import type { World } from './world.ts'

export type PinnedWorld = {
  /** The events and the expected result. It is the title of the test. */
  description: string
  plan: Plan
  script: (world: World) => void
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A plan without random events, so that only the events of the script occur. */
const FAULT_FREE_PLAN: Omit<Plan, 'test' | 'worldSeed' | 'durationMs'> = {
  startMs: Date.UTC(2028, 0, 27, 12),
  containers: 4,
  speed: 1,
  faultPeriods: null,
  events: [],
  eventIntervalMs: HOUR_MS,
  crashIntervalPoints: null,
  canLosePower: false,
  jitterMs: 0,
  pageSize: null,
  isLimited: true,
  userIntervalMs: 100 * HOUR_MS,
  orderShare: 0,
  hasRereadStorms: false,
  duplicates: 'reject',
  clerk: null,
  terminalIntervalMs: null,
}

const CUSTOMS_HOLD = [{ name: 'customs', status: 'hold', description: 'CBP EXAM - DOCUMENT REVIEW' }]

export const PINNED: Record<string, PinnedWorld> = {
  'hold placed again in a sleep': {
    description:
      'if a hold disappears and is reported again after hours of sleep, an alert is raised, because the engine cannot know whether it was absent',
    plan: { ...FAULT_FREE_PLAN, test: 'T5', worldSeed: 'T5-201', durationMs: 6 * MINUTE_MS },
    script: ({ service, timeline, computer }) => {
      const [first] = service.account.list('/containers')
      const reportHolds = (holds: typeof CUSTOMS_HOLD) => {
        if (first)
          service.editAsOtherUser(
            { type: 'container', id: first.id },
            { holds_at_pod_terminal: holds, pod_full_out_at: null },
          )
      }
      reportHolds(CUSTOMS_HOLD)
      timeline.after(49_000, () => reportHolds([]))
      timeline.after(84_000, () => {
        reportHolds(CUSTOMS_HOLD)
        computer.sleep(3 * HOUR_MS)
      })
    },
  },
  'start on a full disk': {
    description:
      'a program that crashed starts again while the disk is full, serves the saved data, and syncs again when the disk has space',
    plan: { ...FAULT_FREE_PLAN, test: 'T3', worldSeed: 'T3-5071', durationMs: 4 * MINUTE_MS },
    script: ({ desktop, timeline, bugs }) => {
      timeline.after(20_000, () => desktop.terminate('crash'))
      timeline.after(20_500, () => desktop.setDiskFull(true))
      timeline.after(140_000, () => {
        if (!desktop.isRunning()) bugs.push('it does not run while the disk is full')
      })
      timeline.after(150_000, () => desktop.setDiskFull(false))
    },
  },
}
