// Which request next? A pure answer to what is due, what is under way and what failed. No clock, no network, no rows.
import { type SweepKind, sweepKinds } from '../mirror/kinds.ts'
import { type PeriodInput, periodMs } from './pace.ts'

export type Job = { kind: 'page'; sweep: SweepKind } | { kind: 'ahead' } | { kind: 'verify' } | { kind: 'events' } | { kind: Single }

/**
 * Reads that are one request, or a few in a row: a record somebody waits for or news was heard of, a box that cannot wait
 * for a sparing pace, the list of news, and a record that something leads to and no list has.
 */
export type Single = 'awaited' | 'urgent' | 'hints' | 'reference'

export type SweepPlan = {
  /** A request of this sweep is under way: pages follow each other. */
  isBusy: boolean
  /** Begun and not at its end. */
  isRunning: boolean
  /** `mono` of the last start; null when it never ran in this process. */
  startedMono: number | null
  /** Read in this sweep so far, or in the last one. */
  pages: number
}

export type PlanInput = PeriodInput & {
  mono: number
  sweeps: Record<SweepKind, SweepPlan>
  /** The list of containers has never been read to its end, and may be asked for: until it is, the board shows less than there is. */
  isFirstReading: boolean
  /** Records two sweeps have missed. */
  hasMissing: boolean
  hasEventsDue: boolean
  isVerifying: boolean
  /** From then on the page of containers under way counts as slow, and the one behind it is asked for; null: none is known. */
  aheadAtMono: number | null
  /** What may be begun now: due, and not under way. */
  singles: Record<Single, boolean>
  eventsInFlight: number
  inFlight: number
  /** Nothing is tried before this `mono`; after a failure one request at a time feels its way. */
  blockedUntilMono: number
  failures: number
}

export type Plan = { job: Job } | { waitMs: number }

/** A page of the list the board stands on. */
export function isContainers(job: Job): boolean {
  return job.kind === 'page' && job.sweep === 'containers'
}

const LOOK_AGAIN_MS = 60_000
const MOST_EVENTS_IN_FLIGHT = 2

export function planNext(input: PlanInput): Plan {
  if (input.mono < input.blockedUntilMono) return { waitMs: input.blockedUntilMono - input.mono }
  if (input.failures > 0 && input.inFlight > 0) return { waitMs: LOOK_AGAIN_MS }
  const due = nextDue(input)
  const hasBulk = input.hasEventsDue && input.pace !== 'paused' && input.eventsInFlight < MOST_EVENTS_IN_FLIGHT
  // One of them always waits at the gate, which shares the slots; more only where nothing else is due. After a failure a list
  // goes first: that a record is not known says nothing about the service.
  const isFirstOfBulk = input.eventsInFlight === 0 && input.failures === 0
  if (hasBulk && !input.isFirstReading && (due === null || isFirstOfBulk)) return { job: { kind: 'events' } }
  if (due !== null) return { job: due }
  return { waitMs: Math.max(1, untilDue(input)) }
}

function nextDue(input: PlanInput): Job | null {
  if (input.singles.awaited) return { kind: 'awaited' }
  if (input.singles.urgent) return { kind: 'urgent' }
  if (input.aheadAtMono !== null && input.mono >= input.aheadAtMono) return { kind: 'ahead' }
  if (isReadingFirst(input)) return null
  const ready = sweepKinds.filter((kind) => !input.sweeps[kind].isBusy)
  // A due sweep of containers goes first: it is what the board shows. The others use what it leaves, in their order.
  const sweep = ready.find((kind) => dueInMs(input, kind) <= 0)
  if (sweep) return { kind: 'page', sweep }
  if (input.pace === 'paused') return null
  if (input.hasMissing && !input.isVerifying) return { kind: 'verify' }
  if (input.singles.hints) return { kind: 'hints' }
  return input.singles.reference ? { kind: 'reference' } : null
}

/** Its own page is under way: of what a first reading may send, nothing else is worth delaying the next one for. */
function isReadingFirst({ isFirstReading, sweeps }: PlanInput): boolean {
  return isFirstReading && sweeps.containers.isBusy
}

/** 0 or less: a page of this sweep may be asked for now. */
function dueInMs(input: PlanInput, kind: SweepKind): number {
  const sweep = input.sweeps[kind]
  if (sweep.isRunning || sweep.startedMono === null) return 0
  return sweep.startedMono + periodMs(input, kind, sweep.pages) - input.mono
}

function untilDue(input: PlanInput): number {
  // The bell rings when the page is in; what is due and held up by it would have its loops turn without a pause.
  const kinds = isReadingFirst(input) ? [] : sweepKinds.filter((kind) => !input.sweeps[kind].isBusy)
  const waits = kinds.map((kind) => dueInMs(input, kind))
  const aheadMs = input.aheadAtMono === null ? LOOK_AGAIN_MS : input.aheadAtMono - input.mono
  return Math.min(LOOK_AGAIN_MS, aheadMs, ...waits)
}
