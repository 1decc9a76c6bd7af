// Makes answers as irregular as those of the live service (`--quirks`), for tests of tolerant clients. A hash of the
// record's id selects its irregularities, so they are the same in every answer.

import type { Answer } from './endpoints/routing.ts'
import { isObject } from './jsonapi/body.ts'
import { readQuery } from './jsonapi/query.ts'
import type { Resource } from './jsonapi/resource.ts'
import { CROOKS, type Strike } from './quirks-of-types.ts'
import { hashOf } from './world/chance.ts'

/** Lists that the live service sends without meta. */
const WITHOUT_META = ['/webhooks', '/custom_field_definitions', '/search']
const WITH_OWN_ID = new Set(['webhook_notification', 'port', 'terminal', 'rail_terminal', 'metro_area', 'document'])
const LEGACY_ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'US/Eastern',
  'America/Los_Angeles': 'US/Pacific',
  'America/Chicago': 'US/Central',
  'Asia/Kolkata': 'Asia/Calcutta',
}

export function quirky(answer: Answer, asked: { method: string; path: string; rawQuery: string }): Answer {
  const { path } = asked
  const { document, status = 200 } = answer
  const later = answer.later?.then((finished) => quirky(finished, asked))
  const rest = later ? { ...answer, later } : answer
  if (!isObject(document)) return rest
  if (status === 404)
    return {
      status,
      content: new TextEncoder().encode(
        '<!DOCTYPE html><html><head><title>404</title></head><body><h1>Not Found</h1></body></html>',
      ),
      mediaType: 'text/html; charset=utf-8',
    }
  // The sample of one endpoint names the member `error`.
  const name = status === 422 && path.startsWith('/shipments') ? 'error' : 'errors'
  if (Array.isArray(document['errors']))
    return {
      ...rest,
      document: {
        [name]: document['errors'].map((item) =>
          isObject(item) ? { source: null, meta: null, ...item } : (item as unknown),
        ),
      },
    }
  const refusal = refusalOf(asked)
  if (refusal) return refusal
  const crooked: Record<string, unknown> = { ...document }
  if ('data' in document) crooked['data'] = each(document['data'])
  if (Array.isArray(document['included']))
    crooked['included'] = document['included'].filter((record) => !isStruck(record, 'left out', 9)).map(oneOf)
  if (WITHOUT_META.some((prefix) => path.startsWith(prefix)) || path.endsWith('/options')) delete crooked['meta']
  if (path.endsWith('/raw_events') || path.startsWith('/webhook_notifications/')) delete crooked['links']
  if (path === '/parties' && isObject(crooked['meta'])) crooked['meta'] = { total: crooked['meta']['total'] }
  if (path.endsWith('/custom_fields') && isObject(crooked['meta']))
    crooked['meta'] = { ...crooked['meta'], size: 0, total: 0 }
  if (path.endsWith('/infer_number') && isObject(crooked['data']))
    crooked['data'] = { attributes: crooked['data']['attributes'] }
  // A list with one entry is sent as that entry.
  if (path === '/webhook_notifications/examples' && Array.isArray(crooked['data']) && crooked['data'].length === 1)
    crooked['data'] = crooked['data'][0] as unknown
  return { ...rest, document: crooked }
}

/** Requests for which the live service fails without a reason. */
function refusalOf({ method, path, rawQuery }: { method: string; path: string; rawQuery: string }): Answer | null {
  const query = readQuery(rawQuery)
  const isFiltered = ['entity_type', 'entity_id', 'definition_id'].some((name) => query.has(`filter[${name}]`))
  if (method === 'GET' && path === '/custom_fields' && !isFiltered)
    return {
      status: 500,
      document: { errors: [{ status: '500', source: null, title: 'Internal Server Error', detail: null }] },
    }
  if (path === '/webhook_notifications/examples' && !query.has('event'))
    return {
      status: 400,
      document: {
        errors: [{ status: '400', source: { parameter: 'event' }, title: 'Bad Request', detail: 'event is missing' }],
      },
    }
  return null
}

function each(data: unknown): unknown {
  return Array.isArray(data) ? data.map(oneOf) : oneOf(data)
}

function isStruck(record: unknown, quirk: string, oneIn: number): boolean {
  return isObject(record) && hashOf(String(record['id']), quirk) % oneIn === 0
}

function oneOf(record: unknown): unknown {
  if (!isResource(record)) return record
  const strike = (quirk: string, oneIn: number) => isStruck(record, quirk, oneIn)
  const attributes: Record<string, unknown> = { ...record.attributes }
  if (WITH_OWN_ID.has(record.type)) attributes['id'] = record.id
  for (const [name, value] of Object.entries(attributes)) attributes[name] = crookedValue(name, value, strike)
  // JSON leaves out undefined values.
  if (Object.hasOwn(CROOKS, record.type)) Object.assign(attributes, CROOKS[record.type]?.(attributes, strike))
  return {
    ...record,
    ...(record.attributes ? { attributes } : {}),
    ...relationshipsOf(record, strike),
    ...(record.links && strike('other self', 4)
      ? { links: { ...record.links, self: '/v2/containers/00000000-0000-4000-8000-000000000000' } }
      : {}),
  }
}

function crookedValue(name: string, value: unknown, strike: Strike): unknown {
  if (typeof value !== 'string') return value
  if (name.endsWith('timezone') || name === 'time_zone')
    return strike('legacy zone', 3) ? (LEGACY_ZONES[value] ?? value) : value
  if (name.endsWith('_at') && strike('milliseconds', 6)) return value.replace(/(:\d\d)Z$/, '$1.123Z')
  return value
}

/** Drops half of the empty relations, and sometimes sends no relations or references to records that are never sent. */
function relationshipsOf(
  { relationships, type, id }: Resource,
  strike: Strike,
): { relationships?: Record<string, unknown> } {
  if (!relationships) return {}
  if (type === 'transport_event' && strike('bare event', 12)) return { relationships: {} }
  const kept: [string, unknown][] = Object.entries(relationships).filter(
    ([, relationship]) => relationship.data !== null || hashOf(id) % 2 === 0,
  )
  const { vessel } = relationships
  if (type === 'transport_event' && isObject(vessel?.data) && strike('nameless vessel', 15))
    return {
      relationships: { ...Object.fromEntries(kept), vessel: { data: { id: vessel.data['id'], name: 'vessel' } } },
    }
  if (type === 'container' && strike('no shipment', 29))
    return { relationships: { ...Object.fromEntries(kept), shipment: { data: null } } }
  return { relationships: Object.fromEntries(kept) }
}

function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'
}
