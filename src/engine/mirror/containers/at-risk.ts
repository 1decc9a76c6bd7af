// Decides whether a container needs a decision of the user, and why: a table of risks. Pure.
import type { Clock, Verdict } from '#contract/deadlines.ts'
import type { Risk, RiskReason, Severity } from '#contract/risk.ts'

export type RiskInput = {
  clock: Clock
  verdict: Verdict
  /** Days to the governing last free day; null without one. */
  daysLeft: number | null
  /** Calendar dates at the place of pickup, `YYYY-MM-DD`. */
  lastFreeDay: string | null
  /** Null without an appointment, and after a missed one. */
  appointmentDate: string | null
  dischargeDate: string | null
  /** Arrival, or the newest estimate of it. */
  arrivalDate: string | null
  /** Whole days since discharge at the place of pickup; null before it. */
  daysSinceDischarge: number | null
  /** Hours since the terminal was checked; null: never. */
  hoursSinceCheck: number | null
  /** Relevant sources report different last free days. */
  isDisputed: boolean
  /** A demurrage or extended-dwell fee is posted, with or without a price. */
  hasRunningFee: boolean
  /** Age of the oldest active customs, USDA or VACIS hold since it was first read; null without one. */
  officialHoldDays: number | null
  /** The last free day is earlier than at the user's last read mark. */
  isLastFreeDayEarlier: boolean
  /** By how much the estimated arrival changed since the user's last read mark, earlier or later. */
  arrivalMovedHours: number
  /** Days until arrival; null when it is unknown or past. */
  daysToArrival: number | null
  isTrackingStopped: boolean
  isOnRail: boolean
}

// The limits of the rules below.
const SOON_DAYS = 3
const OLD_CHECK_HOURS = 24
const NO_DATE_AFTER_DAYS = 2
const OLD_HOLD_DAYS = 2
const BOOK_WITHIN_DAYS = 2
const ARRIVAL_MOVED_HOURS = 24
const ARRIVAL_WITHIN_DAYS = 5

type Rule = { reason: RiskReason; severity: Severity; applies: (container: RiskInput) => boolean }

/** In the order of `RiskReason`. */
export const rules: readonly Rule[] = [
  {
    reason: 'past-last-free-day',
    severity: 1,
    applies: (container) => container.clock === 'running' && isWithin(container, -1),
  },
  { reason: 'last-free-day-today', severity: 1, applies: ({ daysLeft }) => daysLeft === 0 },
  {
    reason: 'last-free-day-tomorrow',
    severity: 2,
    applies: ({ daysLeft, verdict }) => daysLeft === 1 && verdict === 'ready',
  },
  {
    reason: 'not-ready-in-time',
    severity: 2,
    applies: (container) =>
      isWithin(container, SOON_DAYS) && container.verdict !== 'ready' && !isPastBeforeDischarge(container),
  },
  {
    reason: 'appointment-too-late',
    severity: 2,
    // After the last free day no appointment is early enough, and the user would lose the booked one.
    applies: ({ appointmentDate, lastFreeDay, daysLeft }) =>
      isBefore(lastFreeDay, appointmentDate) && daysLeft !== null && daysLeft >= 0,
  },
  {
    reason: 'no-appointment',
    severity: 2,
    applies: (container) =>
      isWithin(container, BOOK_WITHIN_DAYS) && container.verdict === 'ready' && container.appointmentDate === null,
  },
  { reason: 'last-free-day-earlier', severity: 2, applies: (container) => container.isLastFreeDayEarlier },
  { reason: 'fees-running', severity: 2, applies: (container) => container.hasRunningFee },
  {
    reason: 'terminal-check-old',
    severity: 3,
    applies: (container) =>
      isWithin(container, SOON_DAYS) && (container.hoursSinceCheck ?? Number.POSITIVE_INFINITY) > OLD_CHECK_HOURS,
  },
  {
    reason: 'no-last-free-day',
    severity: 3,
    // A container on rail has no free time: that of the port is over, and that of the rail ramp has not begun.
    applies: ({ daysLeft, daysSinceDischarge, isOnRail }) =>
      daysLeft === null && (daysSinceDischarge ?? 0) >= NO_DATE_AFTER_DAYS && !isOnRail,
  },
  { reason: 'sources-disagree', severity: 3, applies: (container) => container.isDisputed },
  { reason: 'hold-ageing', severity: 3, applies: (container) => (container.officialHoldDays ?? 0) >= OLD_HOLD_DAYS },
  {
    reason: 'last-free-day-impossible',
    severity: 3,
    applies: (container) =>
      isBefore(container.lastFreeDay, container.dischargeDate ?? container.arrivalDate) ||
      isPastBeforeDischarge(container),
  },
  {
    reason: 'arrival-moved',
    severity: 4,
    applies: (container) =>
      Math.abs(container.arrivalMovedHours) >= ARRIVAL_MOVED_HOURS &&
      container.daysToArrival !== null &&
      container.daysToArrival <= ARRIVAL_WITHIN_DAYS,
  },
  { reason: 'tracking-stopped', severity: 4, applies: (container) => container.isTrackingStopped },
]

/** Every risk that applies, most severe first. A container that was picked up has none. */
export function findRisks(container: RiskInput): Risk[] {
  if (container.clock === 'stopped') return []
  return rules.filter(({ applies }) => applies(container)).map(({ reason, severity }) => ({ reason, severity }))
}

function isWithin({ daysLeft }: RiskInput, days: number): boolean {
  return daysLeft !== null && daysLeft <= days
}

/** The last free day has passed, and no discharge is reported: one of the two is wrong, or the report is late. */
function isPastBeforeDischarge(container: RiskInput): boolean {
  return container.clock === 'not-started' && isWithin(container, -1)
}

/** Calendar dates as text sort in the order of time. */
function isBefore(first: string | null, second: string | null): boolean {
  return first !== null && second !== null && first < second
}
