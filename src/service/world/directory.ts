// The searchable numbers of a shipment, its containers and its requests. Computed from the plan only, because making
// every journey of a large world for one search takes seconds. It selects candidates; callers check the records.
import { plain } from '../jsonapi/matching.ts'
import { normalizeNumber } from './numbers.ts'
import { partReference, type ShipmentPlan } from './plan.ts'
import { mistakeOf } from './requests.ts'
import type { WrittenRequest } from './written-requests.ts'

/** One number for each line, so that a match never spans two of them. */
export function numbersOf(seed: string, plan: ShipmentPlan): string {
  const { number, containerNumbers, refNumbers } = plan
  const mistaken = mistakeOf(seed, plan, () => number)?.requestNumber
  const parts = refNumbers.length === 0 ? [] : containerNumbers.map((_, index) => partReference(plan, index))
  return linesOf([number, normalizeNumber(number), ...containerNumbers, ...refNumbers, ...parts, mistaken ?? ''])
}

/** For a request without a shipment. */
export function numbersOfWritten({ requestNumber, refNumbers }: WrittenRequest): string {
  return linesOf([requestNumber, ...refNumbers])
}

function linesOf(texts: readonly string[]): string {
  return [...new Set(texts.map(plain))].join('\n')
}
