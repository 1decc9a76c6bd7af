// Reasons as one integer and back, the way SQL sorts and filters by them.
import { expect, test } from 'vitest'
import { RiskReason } from '#contract/risk.ts'
import { severities } from '#engine/mirror/containers/at-risk.ts'
import { decodeRisks, encodeRisks, maskOf } from '#engine/mirror/containers/risk-code.ts'

const risk = (reason: RiskReason) => ({ reason, severity: severities[reason] })

test.each<[string, RiskReason[]]>([
  ['none', []],
  ['each alone', ['tracking-stopped']],
  ['some', ['last-free-day-today', 'fees-running', 'arrival-moved']],
  ['all', RiskReason.options],
])('%s comes back as it was', (_name, reasons) => {
  expect(decodeRisks(encodeRisks(reasons.map(risk)))).toEqual(reasons.map(risk))
})

test('the contract names reasons in the order of their weight', () => {
  const weights = RiskReason.options.map((reason) => severities[reason])
  expect(weights).toEqual(weights.toSorted((a, b) => a - b))
})

test('a mask meets the codes that have one of its reasons, an empty one every code but none', () => {
  const code = encodeRisks([risk('fees-running'), risk('sources-disagree')])
  const meets = (reasons: RiskReason[]) => (code & maskOf(reasons)) !== 0
  expect([
    meets(['sources-disagree']),
    meets(['past-last-free-day', 'fees-running']),
    meets(['tracking-stopped']),
    meets([]),
  ]).toEqual([true, true, false, true])
  expect(encodeRisks([]) & maskOf([])).toBe(0)
})
