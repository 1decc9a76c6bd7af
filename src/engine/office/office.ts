// Connects the parts of an office: the connection, the election, and the request budget that passes from leader to
// leader.
import type { Gate, SendRight } from '../api/gate.ts'
import type { Clock } from '../outside/clock.ts'
import type { Log } from '../outside/log.ts'
import type { Postgres, PostgresAddress } from '../outside/postgres.ts'
import type { Random } from '../outside/random.ts'
import { startLeader } from './leader.ts'
import { LEASE_ANSWER_MS } from './lease.ts'
import { startLink } from './link.ts'
import { fromLeaseBudget, toLeaseBudget } from './spent.ts'

/** What an account knows of its office. */
export type Membership = {
  address: PostgresAddress
  space: number
  /** The name of this computer, as other members see it. */
  device: string
  kind: 'daemon' | 'desktop'
}

export type OfficeDeps = {
  clock: Clock
  random: Pick<Random, 'next'>
  log: Log
  postgres: Postgres
  now: () => string
  membership: Membership
  isOnBattery: () => boolean
  /** The gate of the account's key. It asks the returned `sendRight`. */
  gate: () => Pick<Gate, 'recheck' | 'getSpent' | 'continueFrom'>
  /** Starts or stops what only the leader does. */
  onRole: (isLeader: boolean) => Promise<void>
}

export type Office = {
  sendRight: SendRight
  resume(): void
  /** Ends the work of a leader first, so that the next one gets the final budget. */
  stop(): Promise<void>
}

/** After this time no request of the earlier leader counts any more, and the own permits are at least as complete. */
const FORGOTTEN_MS = 120_000

export function startOffice(deps: OfficeDeps): Office {
  const { membership, gate, isOnBattery } = deps
  const link = startLink({ ...deps, ...membership, answerTimeoutMs: LEASE_ANSWER_MS })
  const leader = startLeader({
    ...deps,
    ...membership,
    link,
    kind: () => (membership.kind === 'desktop' && isOnBattery() ? 'battery' : membership.kind),
    readBudget: (isFinal) => {
      const { spent, uptimeMs } = gate().getSpent()
      return toLeaseBudget(spent, uptimeMs, isFinal)
    },
    restoreBudget: (budget, idleMs) => {
      if (idleMs < FORGOTTEN_MS) gate().continueFrom((uptimeMs) => fromLeaseBudget(budget, idleMs, uptimeMs))
    },
    onSendRight: () => gate().recheck(),
  })
  return {
    sendRight: leader,
    resume: () => leader.resume(),
    stop: async () => {
      await leader.stop()
      await link.stop()
    },
  }
}
