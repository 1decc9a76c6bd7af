// Finds the shipments and containers of a document by the numbers in its text and in the user's corrections.
import { isObject } from '../jsonapi/body.ts'
import { normalizeText, getTexts } from '../jsonapi/matching.ts'
import { listCandidates, getLinkedIdentifiers, filterResources, type Records } from '../jsonapi/resource.ts'
import { findContainerNumbers } from '../world/container-number.ts'
import type { StoredDocument } from './stored.ts'
import { findNumbers } from './extract.ts'

/** Searches the corrections of the user as well as the text, so that a corrected number is linked. */
export function findLinks(
  records: Records,
  documentText: string,
  corrections: StoredDocument['manualData'],
): StoredDocument['links'] {
  const text = [documentText, ...listTexts(corrections)].join('\n')
  const containerNumbers = new Set(findContainerNumbers(text))
  const numbers = new Set(findNumbers(text).map(normalizeText))
  const containers =
    containerNumbers.size === 0
      ? []
      : filterResources(
          listCandidates(records.list('container'), [...containerNumbers].map(normalizeText)),
          (container) => getTexts(container, 'number').some((number) => containerNumbers.has(number)),
        )
  const shipmentsByNumber =
    numbers.size === 0
      ? []
      : filterResources(listCandidates(records.list('shipment'), [...numbers]), (shipment) =>
          getTexts(shipment, 'bill_of_lading_number', 'normalized_number').some((number) =>
            numbers.has(normalizeText(number)),
          ),
        )
  const shipmentIdsOfContainers = containers.flatMap((container) =>
    getLinkedIdentifiers(container.relationships?.['shipment']).map(({ id }) => id),
  )
  return {
    shipments: [...new Set([...shipmentsByNumber.map(({ id }) => id), ...shipmentIdsOfContainers])],
    containers: containers.map(({ id }) => id),
  }
}

/** All strings in a JSON value, also nested ones. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(listTexts) : []
}
