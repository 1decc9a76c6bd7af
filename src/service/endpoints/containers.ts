// The endpoints of containers (specification 2.1, 4.2): list, edit, transport events, raw events, refresh and map. An
// account needs an entitlement for refresh and map.
import { answerRecordById, getRecord, readId, answerPage, answerJson, answerWholeList } from './answers.ts'
import { readData, refuseOtherId, readStrings, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord, forbidden } from '../jsonapi/errors.ts'
import type { Answer, Context, Route } from './routing.ts'
import { buildMap } from '../world/map.ts'
import { listRawEvents } from '../world/raw-events.ts'

export const containerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/containers',
    answer: (context) => answerPage(context, 'container', context.records.list('container')),
  },
  {
    method: 'GET',
    path: '/containers/{id}',
    answer: (context) => answerRecordById(context, 'container', readId(context)),
  },
  { method: 'GET', path: '/containers/{id}/transport_events', answer: answerTransportEvents },
  {
    method: 'PATCH',
    path: '/containers/{id}',
    answer: (context) => edit(context, readData(context.body, 'container'), readId(context)),
  },
  { method: 'PATCH', path: '/containers', answer: editWithoutId },
  { method: 'PATCH', path: '/containers/{id}/refresh', answer: refresh },
  { method: 'GET', path: '/containers/{id}/raw_events', answer: answerRawEvents },
  { method: 'GET', path: '/containers/{id}/map_geojson', answer: answerMap },
]

function answerTransportEvents(context: Context): Answer {
  const id = readId(context)
  const events = context.records.listRelated('transport_event', 'container', id)
  // With `--replay`, an event can belong to a container that was not recorded.
  if (events.length === 0 && !context.records.find('container', id)) throw unknownRecord('container', id)
  return answerWholeList(context, 'transport_event', events)
}

/** The reference of the live service documents this path, with the id only in the body. */
function editWithoutId(context: Context): Answer {
  const data = readData(context.body, 'container')
  if (data.id === null)
    throw invalid([{ pointer: '/data/id', code: 'blank', detail: 'Without an id in the path the body must name it.' }])
  return edit(context, data, data.id)
}

function edit(context: Context, data: BodyData, id: string): Answer {
  getRecord(context, 'container', id)
  refuseOtherId(data, id)
  const refNumbers = readStrings(data, 'ref_numbers')
  if (refNumbers === undefined)
    throw invalid([
      {
        pointer: '/data/attributes/ref_numbers',
        code: 'blank',
        detail: 'Only ref_numbers can be changed on a container.',
      },
    ])
  context.written.edit('container', id, { ref_numbers: refNumbers })
  return answerRecordById(context, 'container', id)
}

function refresh(context: Context): Answer {
  const { id, attributes } = getRecord(context, 'container', readId(context))
  if (!context.features.has('refresh')) throw forbidden('refresh containers')
  context.account.refreshes.add({ container: id, atMs: context.worldMs })
  const sources = ['shipping line', ...(attributes?.['terminal_checked_at'] === null ? [] : ['terminal'])]
  return answerJson({ message: `Refresh started at: ${sources.join(', ')}.` })
}

function answerRawEvents(context: Context): Answer {
  const { id } = getRecord(context, 'container', readId(context))
  const located = context.world.findContainer(id, context.worldMs)
  const data = located ? listRawEvents(context.world, located.journey, located.container, context.worldMs) : []
  // Included by default, so that clients need not request vessels and ports one by one.
  return answerWholeList(context, 'raw_event', data, 'vessel,location,terminal')
}

function answerMap(context: Context): Answer {
  const { id } = getRecord(context, 'container', readId(context))
  if (!context.features.has('map')) throw forbidden('maps')
  const located = context.world.findContainer(id, context.worldMs)
  const features = located ? buildMap(context.world.reference, located, context.worldMs) : []
  return { ...answerJson({ type: 'FeatureCollection', features }), mediaType: 'application/geo+json' }
}
