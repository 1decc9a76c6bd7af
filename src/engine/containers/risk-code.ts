// All reasons of a box in one integer, so that a list can be filtered and sorted by them in SQL and the rule is asked
// once per row: a bit for each reason in the contract's order, and above them the severity of the first. 0: no reason.
import type { Clock, Verdict } from '#contract/deadlines.ts'
import { type Risk, RiskReason } from '#contract/risk.ts'
import type { SqlValue } from '../db/open.ts'
import { type RiskInput, risksOf, severities } from './at-risk.ts'

/** Bits for the reasons: more than there are. */
const SEVERITY_SHIFT = 20

export function encodeRisks(risks: Risk[]): number {
  const [first] = risks
  return first ? maskOf(risks.map(({ reason }) => reason)) | (first.severity << SEVERITY_SHIFT) : 0
}

/** Most severe first, as the contract names them in that order. */
export function decodeRisks(code: number): Risk[] {
  return RiskReason.options.filter((reason) => code & maskOf([reason])).map((reason) => ({ reason, severity: severities[reason] }))
}

/** No reason named: any of them. */
export function maskOf(reasons: readonly RiskReason[]): number {
  const wanted = reasons.length === 0 ? RiskReason.options : reasons
  return wanted.reduce((mask, reason) => mask | (1 << RiskReason.options.indexOf(reason)), 0)
}

/** SQL over a `risk_code`: 1 to 4, null without any reason. */
export const SEVERITY = `nullif(risk_code >> ${SEVERITY_SHIFT}, 0)`

/** The order of `risk_code(…)` in moment.ts; SQLite knows no booleans and no names of arguments. */
export function riskCode(...values: SqlValue[]): number {
  const [clock, verdict, daysLeft, lastFreeDay, appointmentDate, dischargeDate, arrivalDate, daysSinceDischarge, hoursSinceCheck, ...flags] = values
  const [isDisputed, hasRunningFee, officialHoldDays, isLastFreeDayEarlier, arrivalMovedHours, daysToArrival, isTrackingStopped] = flags
  const input: RiskInput = {
    clock: clock as Clock,
    verdict: verdict as Verdict,
    daysLeft: daysLeft as number | null,
    lastFreeDay: lastFreeDay as string | null,
    appointmentDate: appointmentDate as string | null,
    dischargeDate: dischargeDate as string | null,
    arrivalDate: arrivalDate as string | null,
    daysSinceDischarge: daysSinceDischarge as number | null,
    hoursSinceCheck: hoursSinceCheck as number | null,
    isDisputed: isDisputed === 1,
    hasRunningFee: hasRunningFee === 1,
    officialHoldDays: officialHoldDays as number | null,
    isLastFreeDayEarlier: isLastFreeDayEarlier === 1,
    arrivalMovedHours: Number(arrivalMovedHours),
    daysToArrival: daysToArrival as number | null,
    isTrackingStopped: isTrackingStopped === 1,
  }
  return encodeRisks(risksOf(input))
}
