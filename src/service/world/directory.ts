// Lists the searchable numbers of a shipment, its containers and its requests. They are computed from the plan only,
// because making every journey of a large world for one search takes seconds. A match is only a candidate: the caller
// must check the record.
import { normalizeText } from '../jsonapi/matching.ts'
import { normalizeNumber } from './numbers.ts'
import { formatPartReference, type ShipmentPlan } from './plan.ts'
import { drawMistypedRequest } from './requests.ts'
import type { WrittenRequest } from './written-requests.ts'

/** Returns the normalized numbers, one on each line, so that no match spans two numbers. */
export function listNumbers(seed: string, plan: ShipmentPlan): string {
  const { number, containerNumbers, refNumbers } = plan
  const mistypedNumber = drawMistypedRequest(seed, plan, () => number)?.requestNumber
  const partReferences =
    refNumbers.length === 0 ? [] : containerNumbers.map((_, index) => formatPartReference(plan, index))
  return joinNormalized([
    number,
    normalizeNumber(number),
    ...containerNumbers,
    ...refNumbers,
    ...partReferences,
    mistypedNumber ?? '',
  ])
}

/** Like `listNumbers`, for a client's request that has no shipment. */
export function listWrittenNumbers({ requestNumber, refNumbers }: WrittenRequest): string {
  return joinNormalized([requestNumber, ...refNumbers])
}

function joinNormalized(texts: readonly string[]): string {
  return [...new Set(texts.map(normalizeText))].join('\n')
}
