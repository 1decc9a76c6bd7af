// The verdict of readiness, line by line.
import { describe, expect, test } from 'vitest'
import type { Verdict } from '#contract/deadlines.ts'
import { type ReadinessInput, feeTotals, isActive, verdictOf } from '#engine/mirror/containers/readiness.ts'

const atTerminal: ReadinessInput = {
  clock: 'running',
  hasArrived: true,
  isAvailabilityKnown: true,
  isAvailable: true,
  hasActiveHold: false,
  hoursSinceCheck: 1,
}

describe('the verdict, first match wins', () => {
  test.each<[string, Partial<ReadinessInput>, Verdict]>([
    ['out before all else', { clock: 'stopped', hasActiveHold: true, isAvailable: false }, 'out'],
    ['not at the pickup place yet', { hasArrived: false, isAvailable: false, clock: 'not-started' }, 'not-arrived'],
    [
      'not there, availability not told',
      { hasArrived: false, isAvailable: null, isAvailabilityKnown: false, clock: 'not-started' },
      'not-arrived',
    ],
    ['not there, with a hold', { hasArrived: false, isAvailable: null, hasActiveHold: true }, 'not-arrived'],
    ['available although no discharge was reported', { hasArrived: false }, 'ready'],
    ['available with a hold: the sources are out of step', { hasActiveHold: true }, 'conflict'],
    ['held', { hasActiveHold: true, isAvailable: false }, 'held'],
    [
      'held where availability is not known',
      { hasActiveHold: true, isAvailabilityKnown: false, isAvailable: null },
      'held',
    ],
    [
      'held where an unknown availability happens to read true',
      { hasActiveHold: true, isAvailabilityKnown: false },
      'held',
    ],
    ['the terminal does not report', { isAvailabilityKnown: false, isAvailable: false }, 'unknown'],
    ['the terminal does not report, a stale true', { isAvailabilityKnown: false }, 'unknown'],
    ['nobody said whether it reports', { isAvailabilityKnown: null, isAvailable: null }, 'unknown'],
    ['not released, no reason given', { isAvailable: false }, 'not-released'],
    ['not released, availability null', { isAvailable: null }, 'not-released'],
    ['ready', {}, 'ready'],
    ['ready at exactly a day', { hoursSinceCheck: 24 }, 'ready'],
    ['ready but not looked at for more than a day', { hoursSinceCheck: 24.01 }, 'ready-unverified'],
    ['ready but never looked at', { hoursSinceCheck: null }, 'ready-unverified'],
  ])('%s', (_name, change, verdict) => {
    expect(verdictOf({ ...atTerminal, ...change })).toBe(verdict)
  })
})

test('only the status "hold" blocks, in any case', () => {
  const hold = (status: string) => isActive({ name: 'customs', status, description: null })
  expect(['hold', 'Hold', 'HOLD', 'pending', 'released', ''].map(hold)).toEqual([true, true, true, false, false, false])
})

describe('fees due', () => {
  const fee = (type: string, amount: number, currency: string | null = 'USD') => ({ type, amount, currency })
  test('a total beside its lines is not counted again', () => {
    expect(feeTotals([fee('demurrage', 850), fee('exam', 120.5), fee('total', 970.5)])).toEqual([
      { currency: 'USD', amount: 970.5, isPending: false },
    ])
  })
  test('a total that stands alone is the fee', () => {
    expect(feeTotals([fee('total', 300)])).toEqual([{ currency: 'USD', amount: 300, isPending: false }])
  })
  test('an amount of 0 is posted without a price', () => {
    expect(feeTotals([fee('demurrage', 0)])).toEqual([{ currency: 'USD', amount: 0, isPending: true }])
    expect(feeTotals([fee('demurrage', 100), fee('exam', 0)])).toEqual([
      { currency: 'USD', amount: 100, isPending: true },
    ])
  })
  test('currencies are never added up', () => {
    expect(feeTotals([fee('demurrage', 100), fee('exam', 50, 'CAD'), fee('other', 5, null)])).toEqual([
      { currency: 'USD', amount: 100, isPending: false },
      { currency: 'CAD', amount: 50, isPending: false },
      { currency: null, amount: 5, isPending: false },
    ])
  })
  test('cents add up as money does', () => {
    expect(feeTotals([fee('demurrage', 0.1), fee('exam', 0.2)])[0]?.amount).toBe(0.3)
  })
  test('no fees, nothing due', () => {
    expect(feeTotals([])).toEqual([])
  })
})
