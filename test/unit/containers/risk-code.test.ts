// Encodes reasons of risk as one integer, by which SQL sorts and filters.
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
])('encoding and decoding of %s gives the same reasons', (_name, reasons) => {
  expect(decodeRisks(encodeRisks(reasons.map(risk)))).toEqual(reasons.map(risk))
})

test('the contract lists reasons in the order of their severity', () => {
  const severityOrder = RiskReason.options.map((reason) => severities[reason])
  expect(severityOrder).toEqual(severityOrder.toSorted((a, b) => a - b))
})

test('a mask matches codes with one of its reasons, and an empty mask matches each code with a reason', () => {
  const code = encodeRisks([risk('fees-running'), risk('sources-disagree')])
  const matches = (reasons: RiskReason[]) => (code & maskOf(reasons)) !== 0
  expect([
    matches(['sources-disagree']),
    matches(['past-last-free-day', 'fees-running']),
    matches(['tracking-stopped']),
    matches([]),
  ]).toEqual([true, true, false, true])
  expect(encodeRisks([]) & maskOf([])).toBe(0)
})
