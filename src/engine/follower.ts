// What a follower of an office has in place of scheduler and outbox. It sends nothing to the service: the leader sends
// what its user saved, and the single requests for which its user waits.
import { AppError } from '#contract/errors.ts'
import type { Office } from './office/office.ts'
import type { Outbox } from './outbox/worker.ts'
import type { Senders } from './role.ts'
import type { Scheduler } from './sync/scheduler.ts'

type FollowerOffice = Pick<Office, 'getState' | 'sendRight' | 'tasks'>

const doNothing = () => undefined

/** `stopped` ends waiting requests. `running`: what also runs on a follower, and tries again at a refresh. */
export function createFollower(
  office: () => FollowerOffice | null,
  stopped: AbortSignal,
  running: () => readonly { retry: () => void }[],
): Senders {
  /** Why this desktop sends nothing itself. */
  const refusal = () => office()?.sendRight.refusal() ?? new AppError('office/busy')
  const outbox: Outbox = {
    onUsableAnswer: doNothing,
    stop: () => Promise.resolve(),
    wake: () => office()?.tasks.wake(),
    retry: () => office()?.tasks.wake(),
    resume: () => office()?.tasks.wake(),
    block: () => toBlock(findWaitReason(office()) ?? refusal()),
  }
  const scheduler: Scheduler = {
    refresh: async () => {
      for (const part of running()) part.retry()
      const { tasks } = requireLeader(office(), refusal)
      await tasks.relayClient.refresh(stopped).catch((error: unknown) => {
        throw error instanceof AppError && UNANSWERED_CODES.has(error.code) ? refusal() : error
      })
    },
    resume: doNothing,
    wake: doNothing,
    onServerAnswer: doNothing,
    reread: async (containerId) => {
      const { tasks } = requireLeader(office(), refusal)
      await tasks.relayClient.reread(containerId, stopped)
    },
    blockedForMs: () => 0,
    containersEveryMs: () => Number.POSITIVE_INFINITY,
    leftOut: () => [],
    sweepFault: () => null,
    stop: () => Promise.resolve(),
  }
  return { scheduler, outbox }
}

/** The leader did not take the request in time, or is of a version that does not know it. */
const UNANSWERED_CODES = new Set<string>(['api/timeout', 'office/not-allowed'])

const toBlock = ({ code, details }: AppError) => ({ failure: { code, details }, forMs: null })

/** What entries of the outbox wait for; null without a leader. */
function findWaitReason(office: FollowerOffice | null): AppError | null {
  const state = office?.getState()
  if (state?.kind === 'away') return state.failure
  return state?.kind === 'follows' ? new AppError('office/handed-over', { device: state.leader.device }) : null
}

/** Throws at once if no desktop would send the request. */
function requireLeader(office: FollowerOffice | null, refusal: () => AppError): FollowerOffice {
  const state = office?.getState()
  if (!office || state?.kind === 'starting') throw refusal()
  if (state?.kind === 'away') throw state.failure
  return office
}
