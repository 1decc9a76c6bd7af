// Notifications that were sent to webhooks, newest first, and examples (specification 2.12, 4.2).

import { notificationDocument } from '../account/notification-document.ts'
import { badParameter, unknownRecord } from '../jsonapi/errors.ts'
import { pageAnswer, rowOf } from './answers.ts'
import { exampleOf } from './notification-examples.ts'
import type { Answer, Context, Route } from './routing.ts'
import { EVENT_NAMES } from './webhook-events.ts'

export const webhookNotificationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/webhook_notifications',
    answer: (context) => pageAnswer(context, 'webhook_notification', context.records.list('webhook_notification')),
  },
  { method: 'GET', path: '/webhook_notifications/examples', answer: examples },
  { method: 'GET', path: '/webhook_notifications/{id}', answer: one },
]

function one(context: Context): Answer {
  const id = context.params['id'] ?? ''
  const stored = context.account.notifications.get(rowOf(context, 'webhook_notification', id))
  const record = context.records.find('webhook_notification', id)
  if (!stored || !record) throw unknownRecord('webhook notification', id)
  const subject = stored.news ?? context.records.find(stored.reference.type, stored.reference.id)
  return { document: notificationDocument(context.records, record, subject, context.baseUrl) }
}

/** A list, as in the schema; without `event`, one example for each event. */
function examples(context: Context): Answer {
  const wanted = context.query.get('event')
  if (wanted !== null && !EVENT_NAMES.includes(wanted))
    throw badParameter('event', `${wanted} is not one of the events.`)
  const documents = (wanted === null ? EVENT_NAMES : [wanted]).flatMap((event) => exampleOf(context, event) ?? [])
  const included = new Map(
    documents.flatMap((document) => document.included ?? []).map((record) => [`${record.type} ${record.id}`, record]),
  )
  return {
    document: {
      data: documents.map(({ data }) => data),
      included: [...included.values()],
      links: { self: context.url },
    },
  }
}
