// Containers (specification 2.1, 4.2), their transport events and raw events, refresh and map. Refresh and map need an
// entitlement.
import { foundAnswer, foundRecord, idIn, pageAnswer, plainAnswer, wholeAnswer } from './answers.ts'
import { readData, refuseOtherId, stringsOf, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord, forbidden } from '../jsonapi/errors.ts'
import type { Answer, Context, Route } from './routing.ts'
import { mapOf } from '../world/map.ts'
import { rawEventsOf } from '../world/raw-events.ts'

export const containerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/containers',
    answer: (context) => pageAnswer(context, 'container', context.records.list('container')),
  },
  { method: 'GET', path: '/containers/{id}', answer: (context) => foundAnswer(context, 'container', idIn(context)) },
  { method: 'GET', path: '/containers/{id}/transport_events', answer: transportEvents },
  {
    method: 'PATCH',
    path: '/containers/{id}',
    answer: (context) => edit(context, readData(context.body, 'container'), idIn(context)),
  },
  { method: 'PATCH', path: '/containers', answer: editWithoutId },
  { method: 'PATCH', path: '/containers/{id}/refresh', answer: refresh },
  { method: 'GET', path: '/containers/{id}/raw_events', answer: rawEvents },
  { method: 'GET', path: '/containers/{id}/map_geojson', answer: answerMap },
]

function transportEvents(context: Context): Answer {
  const id = idIn(context)
  const events = context.records.belonging('transport_event', 'container', id)
  // A recorded event may belong to a container that was not recorded.
  if (events.length === 0 && !context.records.find('container', id)) throw unknownRecord('container', id)
  return wholeAnswer(context, 'transport_event', events)
}

/** The form in the reference, which has the id only in the body. */
function editWithoutId(context: Context): Answer {
  const data = readData(context.body, 'container')
  if (data.id === null)
    throw invalid([{ pointer: '/data/id', code: 'blank', detail: 'Without an id in the path the body must name it.' }])
  return edit(context, data, data.id)
}

function edit(context: Context, data: BodyData, id: string): Answer {
  foundRecord(context, 'container', id)
  refuseOtherId(data, id)
  const refNumbers = stringsOf(data, 'ref_numbers')
  if (refNumbers === undefined)
    throw invalid([
      {
        pointer: '/data/attributes/ref_numbers',
        code: 'blank',
        detail: 'Only ref_numbers can be changed on a container.',
      },
    ])
  context.written.edit('container', id, { ref_numbers: refNumbers })
  return foundAnswer(context, 'container', id)
}

function refresh(context: Context): Answer {
  const { id, attributes } = foundRecord(context, 'container', idIn(context))
  if (!context.features.has('refresh')) throw forbidden('refresh containers')
  context.account.refreshes.add({ container: id, atMs: context.worldMs })
  const sources = ['shipping line', ...(attributes?.['terminal_checked_at'] === null ? [] : ['terminal'])]
  return plainAnswer({ message: `Refresh started at: ${sources.join(', ')}.` })
}

function rawEvents(context: Context): Answer {
  const { id } = foundRecord(context, 'container', idIn(context))
  const located = context.world.locate(id, context.worldMs)
  const data = located ? rawEventsOf(context.world, located.journey, located.container, context.worldMs) : []
  // Included by default, so that clients need not request vessels and ports one by one.
  return wholeAnswer(context, 'raw_event', data, 'vessel,location,terminal')
}

function answerMap(context: Context): Answer {
  const { id } = foundRecord(context, 'container', idIn(context))
  if (!context.features.has('map')) throw forbidden('maps')
  const located = context.world.locate(id, context.worldMs)
  const features = located ? mapOf(context.world.reference, located, context.worldMs) : []
  return { ...plainAnswer({ type: 'FeatureCollection', features }), mediaType: 'application/geo+json' }
}
