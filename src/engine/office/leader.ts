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
import { type LeaderReport, writeReport } from './leader-report.ts'
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
  /** Whether this desktop has what the office has, so that it could begin to read the service at once. */
  isUpToDate: () => boolean
  /** What the other desktops show about the reading. */
  report: () => LeaderReport
  /** The requests of the last minute. `isFinal`: this computer sends nothing more. */
  readBudget: (isFinal: boolean) => LeaseBudget
  /** The budget of the earlier leader, which it reported `idleMs` ago. */
  restoreBudget: (budget: unknown, idleMs: number) => void
  /** This desktop got the lease or lost it. */
  onLease: () => void
  /** Starts the work of a leader. If it fails, the lease is given back. */
  startWork: () => void
  /** The lease is given back after the work has stopped. */
  stopWork: () => Promise<void>
  /** Requests may be sent again, or their refusal changed. */
  onSendRight: () => void
}

export type Leader = SendRight & {
  /** The fence of this leader's lease; null for a follower. */
  fence(): number | null
  /** The work of a leader has started under this lease. */
  isWorking(): boolean
  /** Starts the work of a leader: this desktop has every row of its office. */
  onReady(fence: number): void
  /** The office refused a write under this fence. */
  depose(fence: number): void
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
  /** The work of a leader has started or stopped. One change follows the other. */
  workChanged: Promise<void>
  /** The fence under which its work has started. */
  workingFence: number | null
  /** Its work did not start: another candidate is first until this uptime. */
  notBeforeMs: number
  /** Since when the service has been unreachable for this leader; null while it is not. */
  offlineSinceMs: number | null
  /** After this time without the service, another candidate gets the lease. */
  handOverAfterMs: number
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
    workChanged: Promise.resolve(),
    workingFence: null,
    notBeforeMs: 0,
    offlineSinceMs: null,
    handOverAfterMs: FIRST_HAND_OVER_MS,
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
    fence: () => findFence(context),
    isWorking: () => context.workingFence !== null && context.workingFence === findFence(context),
    onReady: (fence) => startWork(context, fence),
    depose: (fence) => depose(context, fence),
    resume: worker.wake,
    stop: () => stop(context),
  }
}

/** How long a desktop waits after its work did not start, so that another one can lead. */
const FAILED_START_MS = 60_000

/**
 * A leader without the service may be the only desktop without it, so another one gets the lease. If the service is
 * down for all, the lease changes more and more rarely.
 */
const FIRST_HAND_OVER_MS = 60_000
const LONGEST_HAND_OVER_MS = 3_600_000
/** Every other candidate tries within this time. After it, this desktop leads again if none did. */
const HAND_OVER_PAUSE_MS = 10_000

const noPermits = () => ({ general: 0, 'tracking-requests': 0, infer: 0, refresh: 0 })

function findFence({ state, uptimeMs }: Context): number | null {
  const now = advance(state, uptimeMs())
  return now.role === 'leader' ? now.fence : null
}

/** Null for a leader: its requests wait until its lease is certain again, or until it is deposed. */
function findRefusal(context: Context): AppError | null {
  if (findFence(context) !== null) return null
  const connection = context.link.getState()
  return 'failure' in connection ? connection.failure : new AppError('office/follows')
}

async function runOnce(context: Context): Promise<number> {
  const { uptimeMs } = context
  setState(context, advance(context.state, uptimeMs()))
  const step = findStep(context.state, uptimeMs())
  if (step.kind === 'wait') return Math.max(1, step.untilMs - uptimeMs())
  if (step.kind === 'release') await context.workChanged
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
  context.log('info', isLeader ? 'this desktop leads' : 'another desktop may lead', next)
  if (!isLeader) stopWork(context)
  context.onLease()
  context.onSendRight()
}

function depose(context: Context, fence: number): void {
  const { state, worker } = context
  if (state.role !== 'leader' || state.fence !== fence) return
  setState(context, { role: 'deposed', fence })
  worker.wake()
}

function startWork(context: Context, fence: number): void {
  context.workChanged = context.workChanged
    .then(() => {
      if (findFence(context) !== fence) return
      context.startWork()
      context.workingFence = fence
    })
    .catch((error: unknown) => {
      context.log('error', 'work of the leader not started', { error: String(error) })
      context.notBeforeMs = context.uptimeMs() + FAILED_START_MS
      depose(context, fence)
    })
}

function stopWork(context: Context): void {
  context.workChanged = context.workChanged
    .then(() => context.stopWork())
    .catch((error: unknown) => context.log('error', 'work of the leader not stopped', { error: String(error) }))
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
  const { link, space, device, restoreBudget, isUpToDate } = context
  const connection = link.getState()
  if (connection.kind !== 'open' || !connection.canLead) return { kind: 'failed' }
  if (!isUpToDate() || context.uptimeMs() < context.notBeforeMs) return { kind: 'held' }
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
  const report = context.report()
  if (isHandOverDue(context, report)) {
    context.notBeforeMs = context.uptimeMs() + HAND_OVER_PAUSE_MS
    return { kind: 'lost' }
  }
  const connection = link.getState()
  const isDirect = connection.kind === 'open' && connection.isDirect
  const reported = { ...context.unreported }
  const [answer] = await link.query<{ isRenewed: boolean }>(
    'SELECT office.renew_lease($1, $2, $3, $4, $5, $6) AS "isRenewed"',
    [space, fence, LEASE_MS, isDirect, JSON.stringify(readBudget(false)), writeReport(report, fence)],
  )
  if (answer?.isRenewed !== true) return { kind: 'lost' }
  for (const bucket of ['general', 'tracking-requests', 'infer', 'refresh'] as const)
    context.unreported[bucket] -= reported[bucket]
  return { kind: 'renewed' }
}

function isHandOverDue(context: Context, { state }: LeaderReport): boolean {
  const nowMs = context.uptimeMs()
  if (state !== 'offline') {
    context.offlineSinceMs = null
    if (state === 'live') context.handOverAfterMs = FIRST_HAND_OVER_MS
    return false
  }
  context.offlineSinceMs ??= nowMs
  if (nowMs - context.offlineSinceMs < context.handOverAfterMs) return false
  context.log('info', 'another desktop may reach the service')
  context.offlineSinceMs = null
  context.handOverAfterMs = Math.min(LONGEST_HAND_OVER_MS, context.handOverAfterMs * 2)
  return true
}

async function release({ link, space, readBudget }: Context, fence: number): Promise<LeaseAnswer> {
  await link.query('SELECT office.release_lease($1, $2, $3)', [space, fence, JSON.stringify(readBudget(true))])
  return { kind: 'released' }
}

async function stop(context: Context): Promise<void> {
  await context.worker.stop(new AppError('engine/disconnected'))
  const { state } = context
  setState(context, startAsCandidate(context.uptimeMs()))
  await context.workChanged
  if (state.role !== 'candidate') await ask(context, { kind: 'release', fence: state.fence })
}
