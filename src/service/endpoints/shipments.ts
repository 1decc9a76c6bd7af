// The endpoints of shipments (specification 2.2). A request to stop or resume the tracking needs no body. It applies to
// all containers of the shipment.
import { answerRecordById, getRecord, readId, answerPage } from './answers.ts'
import { readData, refuseOtherId, readStrings } from '../jsonapi/body.ts'
import { invalid } from '../jsonapi/errors.ts'
import { readBoolean } from '../jsonapi/query.ts'
import {
  listCandidates,
  getLinkedIdentifiers,
  createListing,
  filterResources,
  type Listing,
  type Resource,
} from '../jsonapi/resource.ts'
import type { Answer, Context, Route } from './routing.ts'
import { asText, isText, normalizeText, getTexts } from '../jsonapi/matching.ts'

export const shipmentRoutes: readonly Route[] = [
  { method: 'GET', path: '/shipments', answer: (context) => answerPage(context, 'shipment', filterShipments(context)) },
  {
    method: 'GET',
    path: '/shipments/{id}',
    answer: (context) => answerRecordById(context, 'shipment', readId(context)),
  },
  { method: 'PATCH', path: '/shipments/{id}', answer: edit },
  { method: 'PATCH', path: '/shipments/{id}/stop_tracking', answer: stop },
  { method: 'PATCH', path: '/shipments/{id}/resume_tracking', answer: resume },
]

function filterShipments(context: Context): Listing {
  const { query, records } = context
  const listing = records.list('shipment')
  const [q, number] = [query.get('q') ?? '', query.get('number') ?? '']
  const isStopped = readBoolean(query, 'filter[tracking_stopped]')
  if (q === '' && number === '' && isStopped === null) return listing
  const text = normalizeText(q === '' ? number : q)
  return createListing(
    filterResources(
      listCandidates(listing, [text]),
      (shipment) =>
        (q === '' || mentionsText(context, shipment, normalizeText(q))) &&
        // `number` matches the bill of lading only, never a container.
        (number === '' ||
          normalizeText(asText(shipment.attributes?.['bill_of_lading_number'])) === normalizeText(number)) &&
        (isStopped === null || isText(shipment.attributes?.['line_tracking_stopped_at']) === isStopped),
    ),
  )
}

/** Whether the bill, a reference or a container number of the shipment contains the normalized text. */
function mentionsText({ records }: Context, shipment: Resource, wanted: string): boolean {
  const own = [...getTexts(shipment, 'bill_of_lading_number', 'normalized_number', 'ref_numbers')]
  const containers = getLinkedIdentifiers(shipment.relationships?.['containers']).map(({ type, id }) =>
    records.find(type, id),
  )
  const all = [
    ...own,
    ...containers.flatMap((container) => (container ? getTexts(container, 'number', 'ref_numbers') : [])),
  ]
  return all.some((text) => normalizeText(text).includes(wanted))
}

function edit(context: Context): Answer {
  const id = readId(context)
  getRecord(context, 'shipment', id)
  const data = readData(context.body, 'shipment')
  refuseOtherId(data, id)
  const [refNumbers, tags] = [readStrings(data, 'ref_numbers'), readStrings(data, 'tags')]
  if (refNumbers === undefined && tags === undefined) {
    throw invalid([
      { pointer: '/data/attributes', code: 'blank', detail: 'Only ref_numbers and tags can be changed on a shipment.' },
    ])
  }
  context.written.edit('shipment', id, {
    ...(refNumbers ? { ref_numbers: refNumbers } : {}),
    ...(tags ? { tags } : {}),
  })
  return answerRecordById(context, 'shipment', id)
}

/** A second stop of the same shipment changes nothing. */
function stop(context: Context): Answer {
  const { id } = getRecord(context, 'shipment', readId(context))
  const { account, worldMs } = context
  const isStopped = isText(context.records.find('shipment', id)?.attributes?.['line_tracking_stopped_at'])
  if (!isStopped) account.stops.add({ shipment: id, fromMs: worldMs, untilMs: null })
  return answerUpdated(context, id)
}

function resume(context: Context): Answer {
  const { id } = getRecord(context, 'shipment', readId(context))
  const { account, worldMs } = context
  const last = account.stops.all().findLast(({ shipment }) => shipment === id)
  if (last?.untilMs === null) account.stops.change(last.row, { untilMs: worldMs })
  else account.stops.add({ shipment: id, fromMs: worldMs, untilMs: worldMs })
  return answerUpdated(context, id)
}

/** Answers with the shipment after the change. The records in the context are older. */
function answerUpdated(context: Context, id: string): Answer {
  return answerRecordById({ ...context, records: context.reloadRecords() }, 'shipment', id)
}
