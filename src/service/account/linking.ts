// Finds the shipments and containers of a document by the numbers in its text and in the user's corrections.
import { isObject } from '../jsonapi/body.ts'
import { plain, textsOf } from '../jsonapi/matching.ts'
import { listCandidates, linkedIdentifiers, filterResources, type Records } from '../jsonapi/resource.ts'
import { containerNumbersIn } from '../world/container-number.ts'
import type { StoredDocument } from './stored.ts'
import { numbersIn } from './extract.ts'

/** `corrected`: values that the user set count like the text, so a corrected number is linked. */
export function linksOf(
  records: Records,
  read: string,
  corrected: StoredDocument['manualData'],
): StoredDocument['links'] {
  const text = [read, ...wordsIn(corrected)].join('\n')
  const containerNumbers = new Set(containerNumbersIn(text))
  const numbers = new Set(numbersIn(text).map(plain))
  const containers =
    containerNumbers.size === 0
      ? []
      : filterResources(listCandidates(records.list('container'), [...containerNumbers].map(plain)), (container) =>
          textsOf(container, 'number').some((number) => containerNumbers.has(number)),
        )
  const byNumber =
    numbers.size === 0
      ? []
      : filterResources(listCandidates(records.list('shipment'), [...numbers]), (shipment) =>
          textsOf(shipment, 'bill_of_lading_number', 'normalized_number').some((number) => numbers.has(plain(number))),
        )
  const throughContainers = containers.flatMap((container) =>
    linkedIdentifiers(container.relationships?.['shipment']).map(({ id }) => id),
  )
  return {
    shipments: [...new Set([...byNumber.map(({ id }) => id), ...throughContainers])],
    containers: containers.map(({ id }) => id),
  }
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(wordsIn) : []
}
