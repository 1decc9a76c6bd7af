// All risks of a container in one integer, so that a list can be filtered and sorted by numbers: a bit for each risk in
// the order of the contract, and above them the severity of the first. 0: no risk.
import { type Risk, RiskReason } from '#contract/risk.ts'
import { severities } from './at-risk.ts'

/** The number of bits for the risks; more than there are. */
const SEVERITY_SHIFT = 20

export function encodeRisks(risks: Risk[]): number {
  const [first] = risks
  return first ? maskOf(risks.map(({ reason }) => reason)) | (first.severity << SEVERITY_SHIFT) : 0
}

/** Most severe first, as the contract names them in that order. */
export function decodeRisks(code: number): Risk[] {
  return RiskReason.options
    .filter((reason) => code & maskOf([reason]))
    .map((reason) => ({ reason, severity: severities[reason] }))
}

/** The most severe one; null without any. */
export function firstReasonOf(code: number): RiskReason | null {
  return RiskReason.options[Math.log2(code & -code)] ?? null
}

/** Without a named risk, every risk counts. */
export function maskOf(reasons: readonly RiskReason[]): number {
  const wanted = reasons.length === 0 ? RiskReason.options : reasons
  return wanted.reduce((mask, reason) => mask | (1 << RiskReason.options.indexOf(reason)), 0)
}

/** 1 to 4; 0 without any reason. */
export function severityOfCode(code: number): number {
  return code >> SEVERITY_SHIFT
}
