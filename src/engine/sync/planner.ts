// Chooses the next request from what is due, what is in progress and what failed. Pure: no clock, no network, no rows.
import { type SweepKind, sweepKinds } from '../mirror/kinds.ts'
import { type PeriodInput, periodMs } from './pace.ts'

/**
 * `page`: the next page of a sweep. `ahead`: the page after a slow page of containers. `verify`: a record that sweeps
 * did not list. `events`: the transport events of one container.
 */
export type Job =
  { kind: 'page'; sweep: SweepKind } | { kind: 'ahead' } | { kind: 'verify' } | { kind: 'events' } | { kind: Single }

/**
 * Reads of one request, or of a few in sequence. `awaited`: a record that the user waits for or that a hint names.
 * `urgent`: a container that cannot wait for the next sweep at a slow pace. `hints`: the list of webhook
 * notifications. `reference`: a record that another record references and no list contains.
 */
export type Single = 'awaited' | 'urgent' | 'hints' | 'reference'

export type SweepPlan = {
  /** A request of this sweep is in progress. Its pages are read in sequence. */
  isBusy: boolean
  /** The sweep has started and not ended. */
  isRunning: boolean
  /** `mono` of the last start; null if it never ran in this process. */
  startedMono: number | null
  /** Pages read in the current sweep, or in the last one. */
  pages: number
}

export type PlanInput = PeriodInput & {
  mono: number
  sweeps: Record<SweepKind, SweepPlan>
  /** The container list may be requested and was never read to its end: until then the board is incomplete. */
  isFirstReading: boolean
  /** There are records that two sweeps did not list. */
  hasMissing: boolean
  hasEventsDue: boolean
  isVerifying: boolean
  /** When the container page in progress counts as slow, so that the next one is requested; null: none is known. */
  aheadAtMono: number | null
  /** Which single reads may start now: due and not in progress. */
  singles: Record<Single, boolean>
  eventsInFlight: number
  inFlight: number
  /** Nothing is sent before this `mono`. After a failure, one request at a time is sent until one succeeds. */
  blockedUntilMono: number
  failures: number
}

export type Plan = { job: Job } | { waitMs: number }

/** Whether the job reads the next page of the containers, the list that the board shows. */
export function isBoardPage(job: Job): boolean {
  return job.kind === 'page' && job.sweep === 'containers'
}

const RECHECK_MS = 60_000
const MAX_EVENTS_IN_FLIGHT = 2

export function planNext(input: PlanInput): Plan {
  if (input.mono < input.blockedUntilMono) return { waitMs: input.blockedUntilMono - input.mono }
  if (input.failures > 0 && input.inFlight > 0) return { waitMs: RECHECK_MS }
  const dueJob = findDueJob(input)
  const hasBulk = input.hasEventsDue && input.pace !== 'paused' && input.eventsInFlight < MAX_EVENTS_IN_FLIGHT
  // One read of events always waits at the gate, which divides the permits. A second one waits only if nothing else is
  // due. After a failure a list goes first, because a failure of a single record says nothing about the service.
  const isOnlyEventRead = input.eventsInFlight === 0 && input.failures === 0
  if (hasBulk && !input.isFirstReading && (dueJob === null || isOnlyEventRead)) return { job: { kind: 'events' } }
  if (dueJob !== null) return { job: dueJob }
  return { waitMs: Math.max(1, msUntilDue(input)) }
}

function findDueJob(input: PlanInput): Job | null {
  if (input.singles.awaited) return { kind: 'awaited' }
  if (input.singles.urgent) return { kind: 'urgent' }
  if (input.aheadAtMono !== null && input.mono >= input.aheadAtMono) return { kind: 'ahead' }
  if (isFirstReadingBusy(input)) return null
  const idleKinds = sweepKinds.filter((kind) => !input.sweeps[kind].isBusy)
  // A due container sweep goes first, because the board shows it. The other sweeps follow in their order.
  const sweep = idleKinds.find((kind) => dueInMs(input, kind) <= 0)
  if (sweep) return { kind: 'page', sweep }
  if (input.pace === 'paused') return null
  if (input.hasMissing && !input.isVerifying) return { kind: 'verify' }
  if (input.singles.hints) return { kind: 'hints' }
  return input.singles.reference ? { kind: 'reference' } : null
}

/** During the first reading, while its page is in progress, nothing else is sent that could delay the next page. */
function isFirstReadingBusy({ isFirstReading, sweeps }: PlanInput): boolean {
  return isFirstReading && sweeps.containers.isBusy
}

/** Milliseconds until a page of this sweep may be requested; 0 or less: now. */
function dueInMs(input: PlanInput, kind: SweepKind): number {
  const sweep = input.sweeps[kind]
  if (sweep.isRunning || sweep.startedMono === null) return 0
  return sweep.startedMono + periodMs(input, kind, sweep.pages) - input.mono
}

function msUntilDue(input: PlanInput): number {
  // The lanes are woken when the page is stored. If sweeps that wait for it counted as due, the lanes would never rest.
  const kinds = isFirstReadingBusy(input) ? [] : sweepKinds.filter((kind) => !input.sweeps[kind].isBusy)
  const waits = kinds.map((kind) => dueInMs(input, kind))
  const aheadMs = input.aheadAtMono === null ? RECHECK_MS : input.aheadAtMono - input.mono
  return Math.min(RECHECK_MS, aheadMs, ...waits)
}
