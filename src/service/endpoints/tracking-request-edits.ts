// What may be changed on a tracking request (service facts 1.6): its references, under either name; a party cannot be
// added later.

import { foundAnswer, foundRecord } from './answers.ts'
import { readData, stringsOf, type BodyData } from '../jsonapi/body.ts'
import { invalid } from '../jsonapi/errors.ts'
import type { Answer, Context, Route } from './routing.ts'

export const trackingRequestEditRoutes: readonly Route[] = [{ method: 'PATCH', path: '/tracking_requests/{id}', answer: edit }]

function edit(context: Context): Answer {
  const id = context.params['id'] ?? ''
  foundRecord(context, 'tracking_request', id)
  const data = readData(context.body, 'tracking_request')
  if (data.id !== null && data.id !== id) throw invalid([{ pointer: '/data/id', code: 'invalid', detail: 'The id in the body is not the id in the path.' }])
  const refNumbers = stringsOf(data, 'ref_numbers') ?? singleRef(data)
  if (!refNumbers) throw invalid([{ pointer: '/data/attributes/ref_numbers', code: 'blank', detail: 'Only ref_number or ref_numbers can be changed on a tracking request.' }])
  context.written.edit('tracking_request', id, { ref_numbers: refNumbers })
  return foundAnswer(context, 'tracking_request', id, 'tracked_object')
}

const MAX_TEXT = 255

/** The declared spelling: one reference, singular. */
function singleRef({ attributes }: BodyData): string[] | undefined {
  const { ref_number: reference } = attributes
  if (reference === undefined) return undefined
  if (typeof reference !== 'string' || reference.length > MAX_TEXT) {
    throw invalid([{ pointer: '/data/attributes/ref_number', code: 'invalid', detail: `ref_number must be a string of at most ${MAX_TEXT} characters.` }])
  }
  return [reference]
}
