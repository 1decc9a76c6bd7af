// Why a container needs a decision and what to do about it, in words. The engine decides which risks a container has.
import {
  type ActionKey,
  type ActionState,
  getActionKey,
  getAdvice,
  getLeadingActionKey,
  isPaymentApart,
  isToConfirm,
  listNamedHolds,
  mustRebookFirst,
} from '#words/advice.ts'
import type { ContainerRow } from '#contract/containers.ts'
import type { Risk, RiskReason } from '#contract/risk.ts'
import { joinAnd, joinParts, joinList, t, tn, type PlainWord } from '../../words/words.ts'
import type { Tone } from '../../ui/tone.ts'
import { formatOtherDays } from './bands.ts'
import { type GateSubject, formatGateLimit } from './gates.ts'
import { formatHoldInText } from './readiness.ts'
import { formatFees, formatPriced } from '../../words/money.ts'

/** The labels are in the order in which the filter lists them. The compiler checks that none is missing. */
const riskLabels: Record<RiskReason, PlainWord> = {
  'past-last-free-day': 'risk.past-last-free-day',
  'last-free-day-today': 'risk.last-free-day-today',
  'last-free-day-tomorrow': 'risk.last-free-day-tomorrow',
  'not-ready-in-time': 'risk.not-ready-in-time',
  'appointment-too-late': 'risk.appointment-too-late',
  'no-appointment': 'risk.no-appointment',
  'last-free-day-earlier': 'risk.last-free-day-earlier',
  'fees-running': 'risk.fees-running',
  'terminal-check-old': 'risk.terminal-check-old',
  'no-last-free-day': 'risk.no-last-free-day',
  'sources-disagree': 'risk.sources-disagree',
  'hold-ageing': 'risk.hold-ageing',
  'last-free-day-impossible': 'risk.last-free-day-impossible',
  'arrival-moved': 'risk.arrival-moved',
  'tracking-stopped': 'risk.tracking-stopped',
}

export const riskReasons = Object.keys(riskLabels) as RiskReason[]

export function formatRisk(reason: RiskReason): string {
  return t(riskLabels[reason])
}

type LeadingSubject = ActionState & GateSubject & Pick<ContainerRow, 'isGateClosedAtAppointment'>
type Subject = LeadingSubject & Pick<ContainerRow, 'ages' | 'appointmentAt'>

/** A container that probably left must be verified: it may cost nothing any more. */
export const CONFIRMATION: Risk = { reason: 'past-last-free-day', severity: 3 }

/** The reason with details of the container: the other dates, or which part of the readiness is missing. */
export function describeReason(
  reason: RiskReason,
  { ages, appointmentAt, lastFreeDay, verdict }: Pick<Subject, 'ages' | 'appointmentAt' | 'lastFreeDay' | 'verdict'>,
  nowMs: number | null,
): string {
  if (reason === 'not-ready-in-time' && verdict === 'ready-unverified') return t('verdictShort.readyUnverified')
  // A missed appointment counts as none.
  if (reason === 'no-appointment' && appointmentAt !== null) return t('update.appointmentMissed')
  if (reason === 'sources-disagree')
    return t('phrase.labelled', { what: formatRisk(reason), how: formatOtherDays(lastFreeDay, nowMs) })
  return reason === 'terminal-check-old' && ages.terminal === null ? t('risk.neverChecked') : formatRisk(reason)
}

/** An appointment at a closed gate is as severe as one that is too late. */
const REBOOKING: Risk = { reason: 'appointment-too-late', severity: 2 }

/**
 * `reasons`: empty for an appointment at a closed gate, which the engine does not count as a reason.
 * `isConditional`: the container probably left, so an urgent step is only for one that is still at the terminal.
 */
export type NextStep = { action: string; risk: Risk; reasons: RiskReason[]; isConditional: boolean }

export function describeStep({ reasons }: NextStep, row: Subject, nowMs: number | null): string {
  if (reasons.length === 0) return t('risk.appointmentGateClosed')
  return joinList(reasons.map((reason) => describeReason(reason, row, nowMs)))
}

/**
 * What to do, the most severe reason first, after the verification of a container that probably left. Reasons with the
 * same action are one step, even if one of them adds an alternative: "Clear VACIS hold, or extend". The first step that
 * names the payment of fees is the only one.
 */
export function listNextSteps(row: Subject): NextStep[] {
  const isPast = row.risks.some(({ reason }) => reason === 'past-last-free-day')
  const getUnpaidKey = (reason: RiskReason) => getAdvice(reason, { ...row, feesDue: [] }).replace(/(Today|Past)$/, '')
  const steps = Map.groupBy(row.risks, ({ reason }) => {
    const key = getUnpaidKey(reason)
    // Both advise a pickup.
    return (key === 'fees-running' || key === 'stopWhenOpen') && isPast ? getUnpaidKey('past-last-free-day') : key
  })
  const mustRebook = mustRebookFirst(row)
  let feesDue = mustRebook && isPaymentApart('rebook', row) ? [] : row.feesDue
  const hasProbablyLeft = row.risks.some(({ reason }) => isToConfirm(reason, row))
  const rebooking = mustRebook
    ? [{ action: formatLeadingAction(row), risk: REBOOKING, reasons: [], isConditional: false }]
    : []
  const riskSteps = [...steps.values()].flatMap((risks) => {
    const [risk] = risks
    if (!risk) return []
    const key = getAdvice(risk.reason, { ...row, feesDue })
    const isVerification = isToConfirm(risk.reason, row)
    const step = {
      action: formatAction(key, { ...row, feesDue }),
      risk: isVerification ? CONFIRMATION : risk,
      reasons: risks.map(({ reason }) => reason),
      isConditional: hasProbablyLeft && !isVerification && risk.severity < CONFIRMATION.severity,
    }
    if (key.startsWith('payFees') || isPaymentApart(key, row)) feesDue = []
    return [step]
  })
  return [...rebooking, ...riskSteps]
}

/** Formats what to do about one reason. Texts outside of the app use the same choice of action. */
export function formatNextAction(reason: RiskReason, row: ActionState): string {
  return formatAction(getActionKey(reason, row), row)
}

function formatAction(key: ActionKey, row: ActionState): string {
  const { activeHolds, feesDue } = row
  switch (key) {
    case 'clearHolds':
    case 'clearHoldsPast':
    case 'clearHoldsToday': {
      const holds = listNamedHolds(activeHolds).map(formatHoldInText)
      return tn(`riskAction.${key}`, holds.length, { holds: joinAnd(holds) })
    }
    case 'payFees':
    case 'payFeesToday':
    case 'payFeesTomorrow':
    case 'payFeesBook':
    case 'payFeesRebook':
    case 'payFeesStop':
    case 'payFeesWhenOpen': {
      const isPriced = formatPriced(feesDue) !== ''
      return t(`riskAction.${key}`, { fees: isPriced ? formatFees(feesDue, 'short') : t('money.unpricedFee') })
    }
    case 'extend':
    case 'rebook':
      return joinParts(' · ', t(`riskAction.${key}`), isPaymentApart(key, row) ? formatAction('payFees', row) : null)
    default:
      return t(`riskAction.${key}`)
  }
}

/** The action for the most severe reason; empty if there is nothing to do. */
export function formatLeadingAction(row: LeadingSubject): string {
  const key = getLeadingActionKey(row)
  return key === null ? '' : formatAction(key, row)
}

/** The same with the last gate day and its closing time, as `formatGateLimit` has them. */
export function formatActionByGate(row: LeadingSubject, nowMs: number | null): string {
  const action = formatLeadingAction(row)
  return action === '' ? '' : joinParts(' · ', action, formatGateLimit(row, nowMs))
}

/** Every reason with its action, and the limit of the gate, for a tooltip. */
export function formatRisksTip(row: Subject, nowMs: number | null): string | null {
  const steps = listNextSteps(row).map((step) => joinParts(' · ', describeStep(step, row, nowMs), step.action))
  return steps.length === 0 ? null : joinParts('\n', ...steps, formatGateLimit(row, nowMs))
}

/** By severity: 1 is the most severe. */
const severityTones: Record<number, Tone> = { 1: 'past', 2: 'soon', 3: 'upcoming', 4: 'later' }

export function getSeverityTone(severity: Risk['severity']): Tone {
  return severityTones[severity] ?? 'later'
}

/** A last free day that is today has its own tone, because its costs can still be avoided. */
export function getRiskTone({ reason, severity }: Risk): Tone {
  return reason === 'last-free-day-today' ? 'today' : getSeverityTone(severity)
}

/** Formats how urgent a step is. An urgent step after the verification has its condition instead. */
export function formatStepSeverity({ risk, isConditional }: NextStep): string {
  return isConditional ? t('severity.ifNotLeft') : formatRiskSeverity(risk)
}

export function getStepTone({ risk, isConditional }: NextStep): Tone {
  return isConditional ? 'later' : getRiskTone(risk)
}

/** A last free day that is today is free until midnight, so its costs begin the next day. */
export function formatRiskSeverity({ reason, severity }: Risk): string {
  return reason === 'last-free-day-today' ? t('severity.costsNext') : formatSeverity(severity)
}

/** The severity of a change: what it means for the plan. An LFD that is earlier costs days, but not yet money. */
export function formatChangeSeverity(severity: Risk['severity']): string {
  if (severity === 1) return t('severity.costsDays')
  return severity === 3 ? t('severity.plan') : formatSeverity(severity)
}

export function formatSeverity(severity: Risk['severity']): string {
  const labels: Record<number, PlainWord> = {
    1: 'severity.costs',
    2: 'severity.act',
    3: 'severity.verify',
    4: 'severity.know',
  }
  const word = labels[severity]
  return word === undefined ? String(severity) : t(word)
}
