// The endpoints of webhooks, which are addresses that get events. An account needs an entitlement for them.
import { createDelivery, ACCEPTED_STATUSES } from '../account/webhook-records.ts'
import { isObject, readData, readJson, type BodyData } from '../jsonapi/body.ts'
import { invalid, ServiceError, unknownRecord, type Problem } from '../jsonapi/errors.ts'
import type { StoredWebhook } from '../account/stored.ts'
import { answerCreated, answerEmpty, answerRecordById, answerPage, answerJson, readRow, readId } from './answers.ts'
import { createExample } from './webhook-notifications.ts'
import { requireFeature, type Answer, type Context, type Route } from './routing.ts'
import { EVENT_CATEGORIES, EVENT_NAMES } from './webhook-events.ts'

export const webhookRoutes: readonly Route[] = requireFeature('webhooks', [
  {
    method: 'GET',
    path: '/webhooks',
    answer: (context) => answerPage(context, 'webhook', context.records.list('webhook')),
  },
  { method: 'POST', path: '/webhooks', answer: create },
  { method: 'GET', path: '/webhooks/events', answer: answerEvents },
  {
    method: 'GET',
    path: '/webhooks/ips',
    answer: () => answerJson({ webhook_notification_ips: ['127.0.0.1'], last_updated: '2026-01-01T00:00:00Z' }),
  },
  { method: 'POST', path: '/webhooks/trigger', answer: answerTrigger },
  { method: 'GET', path: '/webhooks/{id}', answer: (context) => answerRecordById(context, 'webhook', readId(context)) },
  { method: 'PATCH', path: '/webhooks/{id}', answer: change },
  { method: 'DELETE', path: '/webhooks/{id}', answer: remove },
])

type WebhookChanges = Partial<Pick<StoredWebhook, 'url' | 'isActive' | 'events' | 'headers'>>

function create(context: Context): Answer {
  const data = readData(context.body, 'webhook')
  const { url, events: names = EVENT_NAMES, isActive = true, headers = null } = readChanges(data)
  if (url === undefined)
    throw invalid([{ pointer: '/data/attributes/url', code: 'blank', detail: "Url can't be blank" }])
  const { account, signer, worldMs } = context
  const stored = account.webhooks.add({
    url,
    isActive,
    events: names,
    headers,
    secret: '',
    createdMs: worldMs,
    failures: 0,
  })
  account.webhooks.change(stored.row, { secret: signer.secret('webhook', stored.row) })
  return answerCreated(context, 'webhook', context.world.ids.create('webhook', stored.row))
}

function change(context: Context): Answer {
  const id = readId(context)
  const row = findWebhookRow(context, id)
  const data = readData(context.body, 'webhook')
  const changes = readChanges(data)
  if (Object.keys(changes).length === 0)
    throw invalid([
      { pointer: '/data/attributes', code: 'blank', detail: 'Send any of url, active, events and headers.' },
    ])
  // When a client activates a webhook again, its count of failures starts at 0.
  context.account.webhooks.change(row, { ...changes, ...(changes.isActive ? { failures: 0 } : {}) })
  return answerRecordById(context, 'webhook', id)
}

function remove(context: Context): Answer {
  context.account.webhooks.remove(findWebhookRow(context, readId(context)))
  return answerEmpty(200)
}

function findWebhookRow(context: Context, id: string): number {
  const row = readRow(context, 'webhook', id)
  if (!context.account.webhooks.get(row)) throw unknownRecord('webhook', id)
  return row
}

function readChanges({ attributes }: BodyData): WebhookChanges {
  const { url, active, events: names, headers } = attributes
  const problems: Problem[] = []
  const addProblem = (attribute: string, code: string, detail: string) =>
    problems.push({ pointer: `/data/attributes/${attribute}`, code, detail })
  if (url !== undefined && !isWebhookUrl(url)) addProblem('url', 'invalid', 'Url must be an https address')
  if (active !== undefined && typeof active !== 'boolean')
    addProblem('active', 'invalid', 'Active must be true or false')
  if (names !== undefined && !isEventList(names))
    addProblem('events', 'inclusion', 'Events must be a list of at least one known event')
  if (headers !== undefined && headers !== null && !isHeaderList(headers))
    addProblem(
      'headers',
      'invalid',
      'Headers must be a list of {name, value} with a header’s name and one line of text',
    )
  if (problems.length > 0) throw invalid(problems)
  return {
    ...(typeof url === 'string' ? { url } : {}),
    ...(typeof active === 'boolean' ? { isActive: active } : {}),
    ...(isEventList(names) ? { events: [...new Set(names)] } : {}),
    ...(headers === null
      ? { headers }
      : isHeaderList(headers)
        ? { headers: headers.map(({ name, value }) => ({ name: capitalize(name), value })) }
        : {}),
  }
}

/** Whether the value is an https address. Plain http is allowed only to this computer, where no network can read it. */
export function isWebhookUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}

function isEventList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 200 &&
    value.every((entry) => typeof entry === 'string' && EVENT_NAMES.includes(entry))
  )
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e]{0,1000}$/

function isHeaderList(value: unknown): value is { name: string; value: string }[] {
  const isHeader = (entry: unknown) =>
    isObject(entry) &&
    typeof entry['name'] === 'string' &&
    HEADER_NAME.test(entry['name']) &&
    typeof entry['value'] === 'string' &&
    HEADER_VALUE.test(entry['value'])
  return Array.isArray(value) && value.length <= 20 && value.every(isHeader)
}

function capitalize(name: string): string {
  return name
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('-')
}

/** Lists the events, without those that the account is not entitled to. */
function answerEvents({ features, baseUrl }: Context): Answer {
  const isOffered = (name: string) =>
    (features.has('rail') || name !== 'container.pickup_lfd_rail.changed') &&
    (features.has('documents') || !name.startsWith('document.'))
  const data = EVENT_CATEGORIES.map(({ slug, name, events: all }) => ({
    type: 'webhook_event_category',
    id: slug,
    attributes: {
      name,
      events: all.filter(([event]) => isOffered(event)).map(([event, description]) => ({ name: event, description })),
    },
  })).filter(({ attributes }) => attributes.events.length > 0)
  return { document: { data, links: { self: `${baseUrl}/webhooks/events` } } }
}

function answerTrigger(context: Context): Answer {
  const body = readJson(context.body)
  if (!isObject(body)) throw invalid([{ pointer: '', code: 'invalid', detail: 'Send {url, event, secret}.' }])
  const { url, event, secret = '' } = body
  const problems: Problem[] = []
  if (!isWebhookUrl(url)) problems.push({ pointer: '/url', code: 'invalid', detail: 'Url must be an https address' })
  if (typeof event !== 'string' || !EVENT_NAMES.includes(event))
    problems.push({ pointer: '/event', code: 'inclusion', detail: 'Event must be a known event' })
  if (typeof secret !== 'string')
    problems.push({ pointer: '/secret', code: 'invalid', detail: 'Secret must be a string' })
  if (problems.length > 0 || typeof url !== 'string' || typeof event !== 'string' || typeof secret !== 'string')
    throw invalid(problems)
  const example = createExample(context, event)
  if (!example)
    throw new ServiceError(422, [{ code: 'invalid', detail: 'There is no container to make an example of.' }])
  const delivery = createDelivery({ url, secret, headers: null }, example)
  const sent = { url, request_headers: delivery.headers, request_body: new TextDecoder().decode(delivery.body) }
  const answerUnsent = (error: string) => answerJson({ ...sent, succeeded: false, error })
  if (!context.post) return answerUnsent('This service sends nothing.')
  const later = context.post(delivery).then(
    ({ status, headers, body: text }) =>
      answerJson({
        ...sent,
        succeeded: ACCEPTED_STATUSES.has(status),
        status_code: status,
        response_headers: headers,
        response_body: text,
      }),
    (error: unknown) => answerUnsent(describeFailure(error)),
  )
  return { ...answerUnsent('The address has not answered yet.'), later }
}

/** Describes why a request failed. `fetch` reports the reason only in the cause of its error. */
export function describeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
