// Which next action a container needs, by its reasons, readiness and gate: for screens, files and the clipboard.
import type { ContainerRow } from '#contract/containers.ts'
import type { Verdict } from '#contract/deadlines.ts'
import type { RiskReason } from '#contract/risk.ts'
import { type ChargeState, isLastGateDayToday } from './gate-state.ts'

/**
 * The keys of the advice in the catalogue. The texts of `clearHolds…` contain the names of the holds, those of
 * `payFees…` the fees that are due before the pickup.
 */
export type ActionKey =
  | RiskReason
  | 'clearHolds'
  | 'clearHoldsPast'
  | 'clearHoldsToday'
  | 'askHold'
  | 'askHoldPast'
  | 'askHoldToday'
  | 'findBlock'
  | 'findBlockPast'
  | 'findBlockToday'
  | 'followArrival'
  | 'extend'
  | 'rebook'
  | 'payFees'
  | 'payFeesToday'
  | 'payFeesTomorrow'
  | 'payFeesBook'
  | 'payFeesRebook'
  | 'payFeesStop'
  | WaitingKey
type WaitingKey = 'payFeesWhenOpen' | 'pickUpWhenOpen' | 'stopWhenOpen'
const BLOCKED: readonly Verdict[] = ['held', 'conflict', 'not-released']
const READY: readonly Verdict[] = ['ready', 'ready-unverified']
/** The terminal releases a ready container only after its fees are paid. */
const paidFirst: Partial<Record<RiskReason, ActionKey>> = {
  'past-last-free-day': 'payFeesStop',
  'last-free-day-today': 'payFeesToday',
  'last-free-day-tomorrow': 'payFeesTomorrow',
  'no-appointment': 'payFeesBook',
  'appointment-too-late': 'payFeesRebook',
  'fees-running': 'payFeesStop',
}
type HoldState = Pick<ContainerRow, 'activeHolds' | 'verdict'>
/** A pickup that must wait until the gate opens. */
const whenOpen: Partial<Record<ActionKey, WaitingKey>> = {
  'past-last-free-day': 'pickUpWhenOpen',
  'fees-running': 'stopWhenOpen',
  payFeesStop: 'payFeesWhenOpen',
}
type RiskState = Pick<ContainerRow, 'verdict' | 'isGateClosedAtAppointment'> & ChargeState<'date' | 'daysLeft' | 'band'>
export type ActionState = HoldState &
  Pick<ContainerRow, 'feesDue'> & { lastFreeDay: Pick<ContainerRow['lastFreeDay'], 'band'> }

/** Whether fees are all that is due before a pickup. */
export function hasFeesToPay({ verdict, feesDue }: Pick<ContainerRow, 'verdict' | 'feesDue'>): boolean {
  return feesDue.length > 0 && READY.includes(verdict)
}

/** Whether the container probably left without a report, so that its costs are not certain. */
export function isToConfirm(reason: RiskReason, { lastFreeDay }: Pick<ActionState, 'lastFreeDay'>): boolean {
  return reason === 'past-last-free-day' && lastFreeDay.band === 'confirm'
}

export function getActionKey(reason: RiskReason | 'extend', row: ActionState): ActionKey {
  if (reason === 'extend') return reason
  if (isToConfirm(reason, row)) return 'terminal-check-old'
  const payAction = hasFeesToPay(row) ? paidFirst[reason] : undefined
  if (payAction !== undefined) return payAction
  if (reason === 'not-ready-in-time') return getUnblockAction(row)
  // Only a container that can leave stops its charges by a pickup.
  if (reason === 'fees-running' && BLOCKED.includes(row.verdict)) return getUnblockAction(row)
  return (
    (reason === 'past-last-free-day' || reason === 'last-free-day-today' ? getBlockedAction(reason, row) : null) ??
    reason
  )
}

/** The advice for a blocked container, which cannot leave even after its last free day; null if no block is known. */
function getBlockedAction(
  reason: 'past-last-free-day' | 'last-free-day-today',
  { activeHolds, verdict }: HoldState,
): ActionKey | null {
  const isPast = reason === 'past-last-free-day'
  if (activeHolds.length > 0 && (verdict === 'held' || verdict === 'conflict')) {
    if (listNamedHolds(activeHolds).length === 0) return isPast ? 'askHoldPast' : 'askHoldToday'
    return isPast ? 'clearHoldsPast' : 'clearHoldsToday'
  }
  if (verdict === 'not-released') return isPast ? 'findBlockPast' : 'findBlockToday'
  // A terminal may report nothing after the container has left. The advice after its day is to confirm that.
  if (verdict === 'unknown' && !isPast) return 'findBlockToday'
  return verdict === 'not-arrived' ? 'followArrival' : null
}

/** The holds that the user can clear by name. Only the terminal's own text says what a hold "other" is, if anything. */
export function listNamedHolds(activeHolds: readonly string[]): string[] {
  return activeHolds.filter((name) => name.toLowerCase() !== 'other')
}

/** The advice names the holds if there are any. Otherwise the user must find the block first. */
function getUnblockAction({ activeHolds, verdict }: HoldState): ActionKey {
  if (activeHolds.length > 0) return listNamedHolds(activeHolds).length > 0 ? 'clearHolds' : 'askHold'
  if (verdict === 'unknown' || verdict === 'not-released') return 'findBlock'
  if (verdict === 'not-arrived') return 'followArrival'
  return verdict === 'ready-unverified' ? 'terminal-check-old' : 'not-ready-in-time'
}

/**
 * The reason whose advice applies. The advice for a ready container today and tomorrow is to pick it up. If its gate is
 * closed until after the last free day, only an extension helps. If its appointment is later, or at a time when the
 * gate is closed, the advice is to rebook it.
 */
function getAdvisedReason(reason: RiskReason, row: RiskState): RiskReason | 'extend' {
  const isPickup =
    READY.includes(row.verdict) && (reason === 'last-free-day-today' || reason === 'last-free-day-tomorrow')
  if (!isPickup) return reason
  if (row.gateDay?.isOver) return 'extend'
  const isTooLate = row.risks.some(({ reason: other }) => other === 'appointment-too-late')
  if (isTooLate || row.isGateClosedAtAppointment) return 'appointment-too-late'
  return isLastGateDayToday(row) ? 'last-free-day-today' : reason
}

/** The advice for one reason, by the state of the gate. */
export function getAdvice(reason: RiskReason, row: ActionState & RiskState): ActionKey {
  const key = getActionKey(getAdvisedReason(reason, row), row)
  return row.gateDay?.isClosedNow ? (whenOpen[key] ?? key) : key
}

/** Whether fees are due before the pickup and the text of the advice does not name them. */
export function isPaymentApart(key: ActionKey, row: Pick<ContainerRow, 'verdict' | 'feesDue'>): boolean {
  return (key === 'extend' || key === 'rebook') && hasFeesToPay(row)
}

const ACT_SEVERITY = 2

/** Whether an appointment at a closed gate is the first problem: no reason is as severe as an appointment too late. */
export function mustRebookFirst({ isGateClosedAtAppointment, risks }: RiskState): boolean {
  return isGateClosedAtAppointment && risks.every(({ severity }) => severity > ACT_SEVERITY)
}

/**
 * The advice for the most severe reason. A container without one may have an appointment at a closed gate, and a ready
 * container fees to pay; otherwise null.
 */
export function getLeadingActionKey(row: ActionState & RiskState): ActionKey | null {
  if (mustRebookFirst(row)) return 'rebook'
  const [first] = row.risks
  if (first) return getAdvice(first.reason, row)
  return hasFeesToPay(row) ? 'payFees' : null
}
