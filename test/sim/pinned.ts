// Worlds with an explicit timeline. Each began as a random seed that failed; a seed changes as soon as the simulator
// gets a new fault, and a timeline does not.
import type { Plan } from './plan.ts'
import type { World } from './world.ts'

export type PinnedWorld = {
  /** The events, and the expected result. */
  says: string
  plan: Plan
  script: (world: World) => void
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Only the events of the script occur. */
const QUIET: Omit<Plan, 'test' | 'worldSeed' | 'durationMs'> = {
  startMs: Date.UTC(2028, 0, 27, 12),
  containers: 4,
  speed: 1,
  spells: null,
  events: [],
  eventEveryMs: HOUR_MS,
  endsEvery: null,
  isPowerAtRisk: false,
  jitterMs: 0,
  pageSize: null,
  isLimited: true,
  userEveryMs: 100 * HOUR_MS,
  orderShare: 0,
  isStormy: false,
  duplicates: 'reject',
  clerk: null,
  terminalEveryMs: null,
}

const CUSTOMS = [{ name: 'customs', status: 'hold', description: 'CBP EXAM - DOCUMENT REVIEW' }]

export const PINNED: Record<string, PinnedWorld> = {
  'hold placed again in a sleep': {
    says: 'a hold disappears and is there again when the computer wakes up hours later: an alert is raised, because no reading shows whether it flickered',
    plan: { ...QUIET, test: 'T5', worldSeed: 'T5-201', durationMs: 6 * MINUTE_MS },
    script: ({ service, timeline, computer }) => {
      const [first] = service.account.list('/containers')
      const say = (holds: typeof CUSTOMS) => {
        if (first)
          service.change({ type: 'container', id: first.id }, { holds_at_pod_terminal: holds, pod_full_out_at: null })
      }
      say(CUSTOMS)
      timeline.after(49_000, () => say([]))
      timeline.after(84_000, () => {
        say(CUSTOMS)
        computer.sleep(3 * HOUR_MS)
      })
    },
  },
  'start on a full disk': {
    says: 'a program that crashed starts again while the disk is full: it serves what was saved, and reads again once there is room',
    plan: { ...QUIET, test: 'T3', worldSeed: 'T3-5071', durationMs: 4 * MINUTE_MS },
    script: ({ desktop, timeline, bugs }) => {
      timeline.after(20_000, () => desktop.end('crash'))
      timeline.after(20_500, () => desktop.setFull(true))
      timeline.after(140_000, () => {
        if (!desktop.isRunning()) bugs.push('it does not run while the disk is full')
      })
      timeline.after(150_000, () => desktop.setFull(false))
    },
  },
}
