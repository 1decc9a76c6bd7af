// Containers (specification 2.1, 4.2) and their transport events.

import { foundAnswer, foundRecord, pageAnswer, wholeAnswer } from './answers.ts'
import { readData, stringsOf, type BodyData } from '../jsonapi/body.ts'
import { invalid, unknownRecord } from '../jsonapi/errors.ts'
import type { Answer, Context, Route } from './routing.ts'

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
]

function idIn({ params }: Context): string {
  return params['id'] ?? ''
}

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
  if (data.id !== null && data.id !== id)
    throw invalid([{ pointer: '/data/id', code: 'invalid', detail: 'The id in the body is not the id in the path.' }])
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
