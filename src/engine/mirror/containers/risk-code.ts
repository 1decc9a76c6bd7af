// Encodes all risks of a container in one integer, so that lists are filtered by numbers. Each risk is a bit, in the
// order of the contract. 0: no risk.
import { type Risk, RiskReason } from '#contract/risk.ts'

export function encodeRisks(risks: readonly Risk[]): number {
  return bitsOf(risks.map(({ reason }) => reason))
}

/** The most severe risk; null if there is none. */
export function firstReasonOf(code: number): RiskReason | null {
  return RiskReason.options[Math.log2(code & -code)] ?? null
}

/** The bits of these risks; of all risks if the list is empty. */
export function maskOf(reasons: readonly RiskReason[]): number {
  return bitsOf(reasons.length === 0 ? RiskReason.options : reasons)
}

function bitsOf(reasons: readonly RiskReason[]): number {
  return reasons.reduce((bits, reason) => bits | (1 << RiskReason.options.indexOf(reason)), 0)
}
