// The verdict whether a container can be picked up: the first rule that matches applies. Also the sums of fees due.
import { describe, expect, test } from 'vitest'
import type { Verdict } from '#contract/deadlines.ts'
import { type ReadinessInput, feeTotals, isActive, sortTotals, verdictOf } from '#engine/mirror/containers/readiness.ts'

const atTerminal: ReadinessInput = {
  clock: 'running',
  hasArrived: true,
  isAvailabilityKnown: true,
  isAvailable: true,
  hasActiveHold: false,
  hoursSinceCheck: 1,
}

describe('the verdict is', () =>
  test.each<[string, Partial<ReadinessInput>, Verdict]>([
    ['out before all other rules', { clock: 'stopped', hasActiveHold: true, isAvailable: false }, 'out'],
    ['not-arrived before the arrival', { hasArrived: false, isAvailable: false, clock: 'not-started' }, 'not-arrived'],
    [
      'not-arrived with unknown availability',
      { hasArrived: false, isAvailable: null, isAvailabilityKnown: false, clock: 'not-started' },
      'not-arrived',
    ],
    ['not-arrived with a hold', { hasArrived: false, isAvailable: null, hasActiveHold: true }, 'not-arrived'],
    ['ready although no discharge was reported', { hasArrived: false }, 'ready'],
    ['conflict if it is available with a hold', { hasActiveHold: true }, 'conflict'],
    ['held', { hasActiveHold: true, isAvailable: false }, 'held'],
    ['held with unknown availability', { hasActiveHold: true, isAvailabilityKnown: false, isAvailable: null }, 'held'],
    ['held if the availability is true but not reported', { hasActiveHold: true, isAvailabilityKnown: false }, 'held'],
    ['unknown if the terminal does not report', { isAvailabilityKnown: false, isAvailable: false }, 'unknown'],
    ['unknown if the terminal does not report, with an old true', { isAvailabilityKnown: false }, 'unknown'],
    [
      'unknown if it is not known whether the terminal reports',
      { isAvailabilityKnown: null, isAvailable: null },
      'unknown',
    ],
    ['not-released without a reason', { isAvailable: false }, 'not-released'],
    ['not-released if the availability is null', { isAvailable: null }, 'not-released'],
    ['ready', {}, 'ready'],
    ['ready exactly a day after the check', { hoursSinceCheck: 24 }, 'ready'],
    ['ready-unverified more than a day after the check', { hoursSinceCheck: 24.01 }, 'ready-unverified'],
    ['ready-unverified without a check', { hoursSinceCheck: null }, 'ready-unverified'],
  ])('%s', (_name, change, verdict) => expect(verdictOf({ ...atTerminal, ...change })).toBe(verdict)))

test('only the status "hold" blocks, in upper and lower case', () => {
  const isHoldActive = (status: string) => isActive({ name: 'customs', status, description: null })
  expect(['hold', 'Hold', 'HOLD', 'pending', 'released', ''].map(isHoldActive)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

describe('fees due', () => {
  const fee = (type: string, amount: number, currency: string | null = 'USD') => ({ type, amount, currency })
  test('do not include a total of other fees', () =>
    expect(feeTotals([fee('demurrage', 850), fee('exam', 120.5), fee('total', 970.5)])).toEqual([
      { currency: 'USD', amount: 970.5, isPending: false },
    ]))
  test('include a total without other fees', () =>
    expect(feeTotals([fee('total', 300)])).toEqual([{ currency: 'USD', amount: 300, isPending: false }]))
  test('are pending if an amount is 0', () => {
    expect(feeTotals([fee('demurrage', 0)])).toEqual([{ currency: 'USD', amount: 0, isPending: true }])
    expect(feeTotals([fee('demurrage', 100), fee('exam', 0)])).toEqual([
      { currency: 'USD', amount: 100, isPending: true },
    ])
  })
  test('are separate for each currency', () =>
    expect(feeTotals([fee('demurrage', 100), fee('exam', 50, 'CAD'), fee('other', 5, null)])).toEqual([
      { currency: 'USD', amount: 100, isPending: false },
      { currency: 'CAD', amount: 50, isPending: false },
      { currency: null, amount: 5, isPending: false },
    ]))
  test('add up without rounding errors', () =>
    expect(feeTotals([fee('demurrage', 0.1), fee('exam', 0.2)])[0]?.amount).toBe(0.3))
  test('of many containers are sorted by amount, with an unknown currency last', () => {
    const totals = feeTotals([fee('demurrage', 900, null), fee('exam', 50, 'CAD'), fee('other', 70)])
    expect(sortTotals(totals).map(({ currency }) => currency)).toEqual(['USD', 'CAD', null])
  })
  test('are none without fees', () => expect(feeTotals([])).toEqual([]))
})
