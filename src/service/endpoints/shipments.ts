// Shipments (specification 2.2). Stopping and resuming their tracking applies to all containers and needs no body.
import { foundAnswer, foundRecord, idIn, pageAnswer } from './answers.ts'
import { readData, refuseOtherId, stringsOf } from '../jsonapi/body.ts'
import { invalid } from '../jsonapi/errors.ts'
import { booleanOf } from '../jsonapi/query.ts'
import {
  listCandidates,
  linkedIdentifiers,
  listingOf,
  filterResources,
  type Listing,
  type Resource,
} from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'
import { asText, isText, plain, textsOf } from '../jsonapi/matching.ts'

export const shipmentRoutes: readonly Route[] = [
  { method: 'GET', path: '/shipments', answer: (context) => pageAnswer(context, 'shipment', filterShipments(context)) },
  { method: 'GET', path: '/shipments/{id}', answer: (context) => foundAnswer(context, 'shipment', idIn(context)) },
  { method: 'PATCH', path: '/shipments/{id}', answer: edit },
  { method: 'PATCH', path: '/shipments/{id}/stop_tracking', answer: stop },
  { method: 'PATCH', path: '/shipments/{id}/resume_tracking', answer: resume },
]

function filterShipments(context: Context): Listing {
  const { query, records } = context
  const listing = records.list('shipment')
  const [q, number] = [query.get('q') ?? '', query.get('number') ?? '']
  const isStopped = booleanOf(query, 'filter[tracking_stopped]')
  if (q === '' && number === '' && isStopped === null) return listing
  const text = plain(q === '' ? number : q)
  return listingOf(
    filterResources(
      listCandidates(listing, [text]),
      (shipment) =>
        (q === '' || mentionsText(context, shipment, plain(q))) &&
        // Matches the number of the bill, never that of a container.
        (number === '' || plain(asText(shipment.attributes?.['bill_of_lading_number'])) === plain(number)) &&
        (isStopped === null || isText(shipment.attributes?.['line_tracking_stopped_at']) === isStopped),
    ),
  )
}

/** `q` searches the bill, references, and the numbers of the containers. */
function mentionsText({ records }: Context, shipment: Resource, wanted: string): boolean {
  const own = [...textsOf(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers')]
  const containers = linkedIdentifiers(shipment.relationships?.['containers']).map(({ type, id }) =>
    records.find(type, id),
  )
  const all = [
    ...own,
    ...containers.flatMap((container) => (container ? textsOf(container, 'number', 'ref_numbers') : [])),
  ]
  return all.some((text) => plain(text).includes(wanted))
}

function edit(context: Context): Answer {
  const id = idIn(context)
  foundRecord(context, 'shipment', id)
  const data = readData(context.body, 'shipment')
  refuseOtherId(data, id)
  const [refNumbers, tags] = [stringsOf(data, 'ref_numbers'), stringsOf(data, 'tags')]
  if (refNumbers === undefined && tags === undefined) {
    throw invalid([
      { pointer: '/data/attributes', code: 'blank', detail: 'Only ref_numbers and tags can be changed on a shipment.' },
    ])
  }
  context.written.edit('shipment', id, {
    ...(refNumbers ? { ref_numbers: refNumbers } : {}),
    ...(tags ? { tags } : {}),
  })
  return foundAnswer(context, 'shipment', id)
}

/** Stopping a stopped shipment changes nothing. */
function stop(context: Context): Answer {
  const { id } = foundRecord(context, 'shipment', idIn(context))
  const { account, worldMs } = context
  const isStopped = isText(context.records.find('shipment', id)?.attributes?.['line_tracking_stopped_at'])
  if (!isStopped) account.stops.add({ shipment: id, fromMs: worldMs, untilMs: null })
  return answerUpdated(context, id)
}

function resume(context: Context): Answer {
  const { id } = foundRecord(context, 'shipment', idIn(context))
  const { account, worldMs } = context
  const last = account.stops.all().findLast(({ shipment }) => shipment === id)
  if (last?.untilMs === null) account.stops.change(last.row, { untilMs: worldMs })
  else account.stops.add({ shipment: id, fromMs: worldMs, untilMs: worldMs })
  return answerUpdated(context, id)
}

/** Reads the records again, because they changed. */
function answerUpdated(context: Context, id: string): Answer {
  return foundAnswer({ ...context, records: context.recordsNow() }, 'shipment', id)
}
