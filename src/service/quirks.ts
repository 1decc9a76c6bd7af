// Answers as crooked as live ones (`--quirks`, service facts section 3): what a tolerant client must survive. Which record
// is hit, and by what, rests on its id, so that the same record is crooked in the same way every time.

import type { Answer } from './endpoints/routing.ts'
import { isObject } from './jsonapi/body.ts'
import type { Resource } from './jsonapi/resource.ts'
import { hashOf } from './world/chance.ts'

/** Lists the live service gives without meta. */
const WITHOUT_META = ['/webhooks', '/custom_field_definitions', '/search']
const WITH_OWN_ID = new Set(['webhook_notification', 'port', 'terminal', 'rail_terminal', 'metro_area', 'document'])
const LEGACY_ZONES: Readonly<Record<string, string>> = { 'America/New_York': 'US/Eastern', 'America/Los_Angeles': 'US/Pacific', 'America/Chicago': 'US/Central', 'Asia/Kolkata': 'Asia/Calcutta' }

export function quirky(answer: Answer, path: string): Answer {
  const { document, status = 200 } = answer
  const later = answer.later?.then((finished) => quirky(finished, path))
  const rest = later ? { ...answer, later } : answer
  if (!isObject(document)) return rest
  if (status === 404) return { status, content: new TextEncoder().encode('<!DOCTYPE html><html><head><title>404</title></head><body><h1>Not Found</h1></body></html>'), mediaType: 'text/html; charset=utf-8' }
  if (Array.isArray(document['errors'])) return { ...rest, document: { errors: document['errors'].map((item) => (isObject(item) ? { source: null, meta: null, ...item } : (item as unknown))) } }
  const crooked: Record<string, unknown> = { ...document }
  if ('data' in document) crooked['data'] = each(document['data'])
  if (Array.isArray(document['included'])) crooked['included'] = document['included'].filter((record) => !isStruck(record, 'left out', 9)).map(oneOf)
  if (WITHOUT_META.some((prefix) => path.startsWith(prefix)) || path.endsWith('/options')) delete crooked['meta']
  if (path.endsWith('/raw_events')) delete crooked['links']
  return { ...rest, document: crooked }
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
  if (record.type === 'container') crookContainer(attributes, strike)
  if (record.type === 'transport_event' && strike('no time', 13)) attributes['timestamp'] = null
  if (record.type === 'shipment' && strike('no references', 5)) attributes['ref_numbers'] = strike('list of null', 2) ? [null] : null
  return { ...record, ...(record.attributes ? { attributes } : {}), ...relationshipsOf(record, strike), ...(record.links && strike('other self', 4) ? { links: { ...record.links, self: '/v2/containers/00000000-0000-4000-8000-000000000000' } } : {}) }
}

type Strike = (quirk: string, oneIn: number) => boolean

function crookedValue(name: string, value: unknown, strike: Strike): unknown {
  if (typeof value !== 'string') return value
  if (name.endsWith('timezone') || name === 'time_zone') return strike('legacy zone', 3) ? (LEGACY_ZONES[value] ?? value) : value
  if (name.endsWith('_at') && strike('milliseconds', 6)) return value.replace(/(:\d\d)Z$/, '$1.123Z')
  return value
}

const NOT_IN_OLD_SAMPLES = ['import_deadlines', 'pod_rail_loaded_at', 'pod_rail_departed_at', 'ind_eta_at', 'ind_ata_at', 'location_at_pod_terminal']

/** Offsets instead of Z, HTML in free text, empty text, names that are missing altogether. */
function crookContainer(attributes: Record<string, unknown>, strike: Strike): void {
  if (strike('no seal', 5)) attributes['seal_number'] = ''
  if (strike('no weight', 6)) attributes['weight_in_lbs'] = 0
  if (strike('line break', 3) && typeof attributes['location_at_pod_terminal'] === 'string') attributes['location_at_pod_terminal'] = `${attributes['location_at_pod_terminal']}<br>COMMUNITY - YARD`
  if (strike('odd length', 17)) attributes['equipment_length'] = 50
  if (strike('odd type', 19)) attributes['equipment_type'] = 'hard top'
  if (strike('no status', 11)) delete attributes['current_status']
  if (strike('old sample', 13)) for (const name of NOT_IN_OLD_SAMPLES) Reflect.deleteProperty(attributes, name)
  const { pod_arrived_at: arrived } = attributes
  if (strike('offset', 7) && typeof arrived === 'string') attributes['pod_arrived_at'] = withOffset(arrived)
  Object.assign(attributes, { delivered_at: null, empty_out_at: null, ssl_lfd: null, ind_facility_holds: strike('null list', 2) ? null : [], ind_facility_fees: [] })
}

const HOUR_MS = 3_600_000

function withOffset(instant: string): string {
  return `${new Date(Date.parse(instant) - 7 * HOUR_MS).toISOString().slice(0, 19)}-07:00`
}

/** Null linkage is often not there at all; a relation may have no data, and point at what nobody sends. */
function relationshipsOf({ relationships, type, id }: Resource, strike: Strike): { relationships?: Record<string, unknown> } {
  if (!relationships) return {}
  if (type === 'transport_event' && strike('bare event', 12)) return { relationships: {} }
  const kept: [string, unknown][] = Object.entries(relationships).filter(([, relationship]) => relationship.data !== null || hashOf(id) % 2 === 0)
  if (type === 'container' && strike('no shipment', 29)) return { relationships: { ...Object.fromEntries(kept), shipment: { data: null } } }
  return { relationships: Object.fromEntries(kept) }
}

function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'
}
