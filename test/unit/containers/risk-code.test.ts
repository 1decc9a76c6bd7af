// Encodes reasons of risk as one integer, by which lists are filtered.
import { expect, test } from 'vitest'
import { RiskReason } from '#contract/risk.ts'
import { rules } from '#engine/mirror/containers/at-risk.ts'
import { encodeRisks, firstReasonOf, maskOf } from '#engine/mirror/containers/risk-code.ts'

const encodeReasons = (reasons: RiskReason[]) => encodeRisks(reasons.map((reason) => ({ reason, severity: 1 })))

test.each<[string, RiskReason[]]>([
  ['none', []],
  ['the last one alone', ['tracking-stopped']],
  ['some', ['last-free-day-today', 'fees-running', 'arrival-moved']],
  ['all', RiskReason.options],
])('the code of %s matches each of its reasons, and its first reason is the most severe one', (_name, reasons) => {
  const code = encodeReasons(reasons)
  expect(RiskReason.options.filter((reason) => (code & maskOf([reason])) !== 0)).toEqual(reasons)
  expect(firstReasonOf(code)).toBe(reasons[0] ?? null)
})

test('the rules are in the order of the contract, most severe first', () => {
  expect(rules.map(({ reason }) => reason)).toEqual(RiskReason.options)
  const severities = rules.map(({ severity }) => severity)
  expect(severities).toEqual(severities.toSorted((a, b) => a - b))
})

test('a mask matches codes with one of its reasons, and an empty mask matches each code with a reason', () => {
  const code = encodeReasons(['fees-running', 'sources-disagree'])
  const matches = (reasons: RiskReason[]) => (code & maskOf(reasons)) !== 0
  expect([
    matches(['sources-disagree']),
    matches(['past-last-free-day', 'fees-running']),
    matches(['tracking-stopped']),
    matches([]),
  ]).toEqual([true, true, false, true])
  expect(encodeReasons([]) & maskOf([])).toBe(0)
})
