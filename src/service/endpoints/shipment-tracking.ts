// Stops and resumes the tracking of a shipment with all its containers. There is no body.

import { isText } from '../jsonapi/matching.ts'
import { foundAnswer, foundRecord } from './answers.ts'
import type { Answer, Context, Route } from './routing.ts'

export const shipmentTrackingRoutes: readonly Route[] = [
  { method: 'PATCH', path: '/shipments/{id}/stop_tracking', answer: stop },
  { method: 'PATCH', path: '/shipments/{id}/resume_tracking', answer: resume },
]

/** Stopping a stopped shipment changes nothing. */
function stop(context: Context): Answer {
  const { id } = foundRecord(context, 'shipment', context.params['id'] ?? '')
  const { account, worldMs } = context
  const isStopped = isText(context.records.find('shipment', id)?.attributes?.['line_tracking_stopped_at'])
  if (!isStopped) account.stops.add({ shipment: id, fromMs: worldMs, untilMs: null })
  return answerAnew(context, id)
}

function resume(context: Context): Answer {
  const { id } = foundRecord(context, 'shipment', context.params['id'] ?? '')
  const { account, worldMs } = context
  const last = account.stops.all().findLast(({ shipment }) => shipment === id)
  if (last?.untilMs === null) account.stops.change(last.row, { untilMs: worldMs })
  else account.stops.add({ shipment: id, fromMs: worldMs, untilMs: worldMs })
  return answerAnew(context, id)
}

/** Reads the records again, because they changed. */
function answerAnew(context: Context, id: string): Answer {
  return foundAnswer({ ...context, records: context.recordsNow() }, 'shipment', id)
}
