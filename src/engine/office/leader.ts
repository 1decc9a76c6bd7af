// The loop around the lease: takes it, renews it and gives it back, and says whether this computer may send requests to
// the service. A leader whose connection ended sends nothing until it has renewed: the office may have another leader.
import { AppError } from '#contract/errors.ts'
import type { Bucket } from '../api/budget.ts'
import type { SendRight } from '../api/gate.ts'
import { type Clock, createUptime } from '../outside/clock.ts'
import type { Log } from '../outside/log.ts'
import { type Worker, createWorker } from '../outside/worker.ts'
import {
  type CandidateKind,
  type LeaseAnswer,
  type LeaseState,
  type LeaseStep,
  LEASE_MS,
  advance,
  applyAnswer,
  doubt,
  findStep,
  maySend,
  renewNow,
  startAsCandidate,
} from './lease.ts'
import { CLIENT_VERSION, type Link } from './link.ts'
import { type LeaseBudget, RESERVES } from './spent.ts'

export type LeaderDeps = {
  clock: Clock
  log: Log
  link: Pick<Link, 'query' | 'getState' | 'onState'>
  /** The space, an account of the tracking service. */
  space: number
  device: string
  kind: () => CandidateKind
  /** The requests of the last minute. `isFinal`: this computer sends nothing more. */
  readBudget: (isFinal: boolean) => LeaseBudget
  /** The budget of the earlier leader, which it reported `idleMs` ago. */
  restoreBudget: (budget: unknown, idleMs: number) => void
  /** Starts or stops the work of a leader. The lease is given back after the work has stopped. */
  onRole: (isLeader: boolean) => Promise<void>
  /** Requests may be sent again, or their refusal changed. */
  onSendRight: () => void
}

export type Leader = SendRight & {
  /** The computer woke up: a lease that ended during its sleep is over. */
  resume(): void
  /** Stops the work of a leader, and then gives the lease to the next one. */
  stop(): Promise<void>
}

type Context = LeaderDeps & {
  uptimeMs: () => number
  worker: Worker
  state: LeaseState
  /** Permits that were taken after the last report. */
  unreported: Record<Bucket, number>
  roleApplied: Promise<void>
  /** How often the state of the connection has changed. */
  linkChanges: number
  /** For the log: the same failure comes with each try. */
  lastFailure: string | null
}

export function startLeader(deps: LeaderDeps): Leader {
  const uptimeMs = createUptime(deps.clock)
  const context: Context = {
    ...deps,
    uptimeMs,
    worker: createWorker({ ...deps, name: 'leader election' }),
    state: startAsCandidate(uptimeMs()),
    unreported: noPermits(),
    roleApplied: Promise.resolve(),
    linkChanges: 0,
    lastFailure: null,
  }
  const { worker, link } = context
  link.onState(() => {
    context.linkChanges++
    setState(context, doubt(context.state, uptimeMs()))
    deps.onSendRight()
    worker.wake()
  })
  worker.start(() => runOnce(context))
  return {
    maySend: (bucket) => maySend(context.state, uptimeMs()) && context.unreported[bucket] < RESERVES[bucket],
    onPermit: (bucket) => {
      context.unreported[bucket]++
      if (context.unreported[bucket] * 2 < RESERVES[bucket]) return
      setState(context, renewNow(context.state, uptimeMs()))
      worker.wake()
    },
    refusal: () => findRefusal(context),
    resume: worker.wake,
    stop: () => stop(context),
  }
}

const noPermits = () => ({ general: 0, 'tracking-requests': 0, infer: 0, refresh: 0 })

/** Null for a leader: its requests wait until its lease is certain again, or until it is deposed. */
function findRefusal({ state, uptimeMs, link }: Context): AppError | null {
  if (advance(state, uptimeMs()).role === 'leader') return null
  const connection = link.getState()
  return 'failure' in connection ? connection.failure : new AppError('office/follows')
}

async function runOnce(context: Context): Promise<number> {
  const { uptimeMs } = context
  setState(context, advance(context.state, uptimeMs()))
  const step = findStep(context.state, uptimeMs())
  if (step.kind === 'wait') return Math.max(1, step.untilMs - uptimeMs())
  if (step.kind === 'release') await context.roleApplied
  const { linkChanges } = context
  const sentMs = uptimeMs()
  const answer = await ask(context, step)
  const next = applyAnswer(context.state, answer, { sentMs, nowMs: uptimeMs(), kind: context.kind() })
  // The connection may have ended just after the answer.
  setState(context, linkChanges === context.linkChanges ? next : doubt(next, uptimeMs()))
  if (answer.kind === 'renewed') context.onSendRight()
  return 0
}

function setState(context: Context, next: LeaseState): void {
  const wasLeader = context.state.role === 'leader'
  const isLeader = next.role === 'leader'
  context.state = next
  if (wasLeader === isLeader) return
  context.log('info', isLeader ? 'this computer leads' : 'another computer may lead', next)
  context.roleApplied = context.roleApplied
    .then(() => context.onRole(isLeader))
    .catch((error: unknown) => context.log('error', 'role not changed', { isLeader, error: String(error) }))
  context.onSendRight()
}

/** A failure is no answer: the statement may have run. */
async function ask(context: Context, step: Exclude<LeaseStep, { kind: 'wait' }>): Promise<LeaseAnswer> {
  try {
    if (step.kind === 'take') return await take(context)
    return step.kind === 'renew' ? await renew(context, step.fence) : await release(context, step.fence)
  } catch (error) {
    const failure = error instanceof AppError ? error.code : String(error)
    if (failure !== context.lastFailure) context.log('warn', 'no answer about the lease', { step: step.kind, failure })
    context.lastFailure = failure
    return { kind: 'failed' }
  }
}

async function take(context: Context): Promise<LeaseAnswer> {
  const { link, space, device, restoreBudget } = context
  const connection = link.getState()
  if (connection.kind !== 'open' || !connection.canLead) return { kind: 'failed' }
  const [lease] = await link.query<{ fence: number; budget: unknown; idleMs: number }>(
    'SELECT fence, budget, idle_ms AS "idleMs" FROM office.take_lease($1, $2, $3, $4, $5)',
    [space, CLIENT_VERSION, device, LEASE_MS, connection.isDirect],
  )
  if (lease === undefined) return { kind: 'held' }
  restoreBudget(lease.budget, lease.idleMs)
  context.unreported = noPermits()
  context.lastFailure = null
  return { kind: 'taken', fence: lease.fence }
}

async function renew(context: Context, fence: number): Promise<LeaseAnswer> {
  const { link, space, readBudget } = context
  const connection = link.getState()
  const reported = { ...context.unreported }
  const [answer] = await link.query<{ isRenewed: boolean }>(
    `SELECT office.renew_lease($1, $2, $3, $4, $5, '{}') AS "isRenewed"`,
    [space, fence, LEASE_MS, connection.kind === 'open' && connection.isDirect, JSON.stringify(readBudget(false))],
  )
  if (answer?.isRenewed !== true) return { kind: 'lost' }
  for (const bucket of ['general', 'tracking-requests', 'infer', 'refresh'] as const)
    context.unreported[bucket] -= reported[bucket]
  return { kind: 'renewed' }
}

async function release({ link, space, readBudget }: Context, fence: number): Promise<LeaseAnswer> {
  await link.query('SELECT office.release_lease($1, $2, $3)', [space, fence, JSON.stringify(readBudget(true))])
  return { kind: 'released' }
}

async function stop(context: Context): Promise<void> {
  await context.worker.stop(new AppError('engine/disconnected'))
  const { state } = context
  setState(context, startAsCandidate(context.uptimeMs()))
  await context.roleApplied
  if (state.role !== 'candidate') await ask(context, { kind: 'release', fence: state.fence })
}
