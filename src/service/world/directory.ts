// Under which numbers a shipment, its containers and its requests may be looked for. Read off the plan alone: to let
// every journey happen for one search takes a large world seconds. Only narrows down; what is shown decides.

import { plain } from '../jsonapi/matching.ts'
import { normalised } from './numbers.ts'
import { partReference, type ShipmentPlan } from './plan.ts'
import { mistakeOf } from './requests.ts'
import type { WrittenRequest } from './written-requests.ts'

/** One text to a line, so that nothing is found across two of them. */
export function numbersOf(seed: string, plan: ShipmentPlan): string {
  const { number, containerNumbers, refNumbers } = plan
  const mistaken = mistakeOf(seed, plan, () => number)?.requestNumber
  const parts = refNumbers.length === 0 ? [] : containerNumbers.map((_, index) => partReference(plan, index))
  return linesOf([number, normalised(number), ...containerNumbers, ...refNumbers, ...parts, mistaken ?? ''])
}

/** Of a request that led to nothing. */
export function numbersOfWritten({ requestNumber, refNumbers }: WrittenRequest): string {
  return linesOf([requestNumber, ...refNumbers])
}

function linesOf(texts: readonly string[]): string {
  return [...new Set(texts.map(plain))].join('\n')
}
