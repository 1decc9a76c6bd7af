// Makes answers as irregular as those of the live service (`--quirks`), for tests of tolerant clients. A hash of the
// record's id selects its irregularities, so they are the same in every answer.
import type { Answer } from './endpoints/routing.ts'
import { isObject } from './jsonapi/body.ts'
import { readQuery } from './jsonapi/query.ts'
import type { Resource } from './jsonapi/resource.ts'
import { HOUR_MS } from './world/calendar.ts'
import { computeHash } from './world/chance.ts'

/** Paths of the lists that the live service sends without `meta`. */
const WITHOUT_META = ['/webhooks', '/custom_field_definitions', '/search']
/** Types whose attributes repeat the id. */
const WITH_OWN_ID = new Set(['webhook_notification', 'port', 'terminal', 'rail_terminal', 'metro_area', 'document'])
const LEGACY_ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'US/Eastern',
  'America/Los_Angeles': 'US/Pacific',
  'America/Chicago': 'US/Central',
  'Asia/Kolkata': 'Asia/Calcutta',
}

export function applyQuirks(answer: Answer, request: { method: string; path: string; rawQuery: string }): Answer {
  const { path } = request
  const { document, status = 200 } = answer
  const later = answer.later?.then((finished) => applyQuirks(finished, request))
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
  // In the specification's sample for shipments, the member is called `error`.
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
  const refusal = findRefusal(request)
  if (refusal) return refusal
  const changed: Record<string, unknown> = { ...document }
  if ('data' in document) changed['data'] = mapRecords(document['data'])
  if (Array.isArray(document['included']))
    changed['included'] = document['included']
      .filter((record) => !isQuirkDrawn(record, 'left out', 9))
      .map(changeRecord)
  if (WITHOUT_META.some((prefix) => path.startsWith(prefix)) || path.endsWith('/options')) delete changed['meta']
  if (path.endsWith('/raw_events') || path.startsWith('/webhook_notifications/')) delete changed['links']
  if (path === '/parties' && isObject(changed['meta'])) changed['meta'] = { total: changed['meta']['total'] }
  if (path.endsWith('/custom_fields') && isObject(changed['meta']))
    changed['meta'] = { ...changed['meta'], size: 0, total: 0 }
  if (path.endsWith('/infer_number') && isObject(changed['data']))
    changed['data'] = { attributes: changed['data']['attributes'] }
  // The live service sends a list with one entry as that entry alone.
  if (path === '/webhook_notifications/examples' && Array.isArray(changed['data']) && changed['data'].length === 1)
    changed['data'] = changed['data'][0] as unknown
  return { ...rest, document: changed }
}

/** Returns the error for requests that the live service refuses though they are valid, else null. */
function findRefusal({ method, path, rawQuery }: { method: string; path: string; rawQuery: string }): Answer | null {
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

function mapRecords(data: unknown): unknown {
  return Array.isArray(data) ? data.map(changeRecord) : changeRecord(data)
}

function isQuirkDrawn(record: unknown, quirk: string, oneIn: number): boolean {
  return isObject(record) && computeHash(String(record['id']), quirk) % oneIn === 0
}

function changeRecord(record: unknown): unknown {
  if (!isResource(record)) return record
  const hasQuirk = (quirk: string, oneIn: number) => isQuirkDrawn(record, quirk, oneIn)
  const attributes: Record<string, unknown> = { ...record.attributes }
  if (WITH_OWN_ID.has(record.type)) attributes['id'] = record.id
  for (const [name, value] of Object.entries(attributes)) attributes[name] = changeValue(name, value, hasQuirk)
  // JSON omits members that are undefined, so a quirk can remove an attribute.
  if (Object.hasOwn(QUIRKS, record.type)) Object.assign(attributes, QUIRKS[record.type]?.(attributes, hasQuirk))
  return {
    ...record,
    ...(record.attributes ? { attributes } : {}),
    ...changeRelationships(record, hasQuirk),
    ...(record.links && hasQuirk('other self', 4)
      ? { links: { ...record.links, self: '/v2/containers/00000000-0000-4000-8000-000000000000' } }
      : {}),
  }
}

function changeValue(name: string, value: unknown, hasQuirk: HasQuirk): unknown {
  if (typeof value !== 'string') return value
  if (name.endsWith('timezone') || name === 'time_zone')
    return hasQuirk('legacy zone', 3) ? (LEGACY_ZONES[value] ?? value) : value
  if (name.endsWith('_at') && hasQuirk('milliseconds', 6)) return value.replace(/(:\d\d)Z$/, '$1.123Z')
  return value
}

/** Drops half of the empty relations. Some records lose all relations, and some name records that are never sent. */
function changeRelationships(
  { relationships, type, id }: Resource,
  hasQuirk: HasQuirk,
): { relationships?: Record<string, unknown> } {
  if (!relationships) return {}
  if (type === 'transport_event' && hasQuirk('bare event', 12)) return { relationships: {} }
  const remaining: [string, unknown][] = Object.entries(relationships).filter(
    ([, relationship]) => relationship.data !== null || computeHash(id) % 2 === 0,
  )
  const { vessel } = relationships
  if (type === 'transport_event' && isObject(vessel?.data) && hasQuirk('nameless vessel', 15))
    return {
      relationships: { ...Object.fromEntries(remaining), vessel: { data: { id: vessel.data['id'], name: 'vessel' } } },
    }
  if (type === 'container' && hasQuirk('no shipment', 29))
    return { relationships: { ...Object.fromEntries(remaining), shipment: { data: null } } }
  return { relationships: Object.fromEntries(remaining) }
}

function isResource(value: unknown): value is Resource {
  return isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'
}

/** Whether this record has the quirk. One in `oneIn` records has it. */
type HasQuirk = (quirk: string, oneIn: number) => boolean
type Attributes = Record<string, unknown>
/** Returns the attributes to replace in a record of one type. The value undefined removes an attribute. */
type Quirk = (attributes: Attributes, hasQuirk: HasQuirk) => Attributes

const attributesIf = (applies: boolean, attributes: Attributes): Attributes => (applies ? attributes : {})

function formatWithOffset(instant: string): string {
  return `${new Date(Date.parse(instant) - 7 * HOUR_MS).toISOString().slice(0, 19)}-07:00`
}

/** A source whose dates are all UTC midnight may send them as dates without a time. */
function asBareDate(written: unknown): unknown {
  return typeof written === 'string' && written.endsWith('T00:00:00Z') ? written.slice(0, 10) : written
}

const isDeadline = (name: string) => /lfd/.test(name) && name !== 'ssl_lfd'

function withBareDates(attributes: Attributes): Attributes {
  const bare = Object.entries(attributes)
    .filter(([name]) => isDeadline(name))
    .map(([name, written]) => [name, asBareDate(written)])
  const { import_deadlines: members } = attributes
  const all =
    typeof members === 'object' && members !== null
      ? {
          import_deadlines: Object.fromEntries(
            Object.entries(members).map(([name, written]) => [name, asBareDate(written)]),
          ),
        }
      : {}
  return { ...Object.fromEntries(bare), ...all } as Attributes
}

/** Attributes that older samples of the live service do not have. */
const NOT_IN_OLD_SAMPLES = [
  'import_deadlines',
  'pod_rail_loaded_at',
  'pod_rail_departed_at',
  'ind_eta_at',
  'ind_ata_at',
  'location_at_pod_terminal',
]

const changeContainer: Quirk = (attributes, hasQuirk) => {
  const { location_at_pod_terminal: location, pod_arrived_at: arrived, pod_rail_carrier_scac: railroad } = attributes
  return {
    delivered_at: null,
    empty_out_at: null,
    ssl_lfd: null,
    ind_facility_holds: hasQuirk('null list', 2) ? null : [],
    ind_facility_fees: [],
    ...attributesIf(hasQuirk('no seal', 5), { seal_number: '' }),
    ...attributesIf(hasQuirk('no weight', 6), { weight_in_lbs: 0 }),
    ...attributesIf(hasQuirk('line break', 3) && typeof location === 'string', {
      location_at_pod_terminal: `${String(location)}<br>COMMUNITY - YARD`,
    }),
    ...attributesIf(hasQuirk('bare date', 2), withBareDates(attributes)),
    ...attributesIf(hasQuirk('odd length', 17), { equipment_length: 50 }),
    ...attributesIf(hasQuirk('odd type', 19), { equipment_type: 'hard top' }),
    ...attributesIf(hasQuirk('short railroad', 2) && railroad === 'UPRR', { pod_rail_carrier_scac: 'UP' }),
    ...attributesIf(hasQuirk('offset', 7) && typeof arrived === 'string', {
      pod_arrived_at: typeof arrived === 'string' ? formatWithOffset(arrived) : null,
    }),
    ...attributesIf(hasQuirk('no status', 11), { current_status: undefined }),
    ...attributesIf(
      hasQuirk('old sample', 13),
      Object.fromEntries(NOT_IN_OLD_SAMPLES.map((name) => [name, undefined])),
    ),
  }
}

const changeShipment: Quirk = (attributes, hasQuirk) => ({
  pol_original_etd_at: attributes['pol_etd_at'],
  destination_original_eta_at: attributes['destination_eta_at'],
  ...attributesIf(hasQuirk('no references', 5), { ref_numbers: hasQuirk('list of null', 2) ? [null] : null }),
  ...attributesIf(hasQuirk('no place', 9), { destination_locode: null }),
  ...attributesIf(hasQuirk('no port', 23), {
    port_of_discharge_locode: null,
    port_of_discharge_name: null,
    pod_timezone: null,
  }),
  ...attributesIf(hasQuirk('closed', 3) && attributes['line_tracking_stopped_reason'] !== null, {
    line_tracking_stopped_reason: 'account_closed',
  }),
  ...attributesIf(hasQuirk('old sample', 13), {
    tags: undefined,
    normalized_number: undefined,
    shipping_line_short_name: undefined,
    customer_name: undefined,
    pod_original_eta_at: undefined,
  }),
})

const changeTransportEvent: Quirk = (attributes, hasQuirk) => ({
  value_timestamp: attributes['value'] ?? null,
  ...attributesIf(
    hasQuirk('bare date', 2) && /pickup_lfd_(terminal|rail)\.changed$/.test(String(attributes['event'])),
    {
      timestamp: asBareDate(attributes['timestamp']),
      value: asBareDate(attributes['value']),
      value_timestamp: asBareDate(attributes['value'] ?? null),
    },
  ),
  ...attributesIf(hasQuirk('no time', 13), { timestamp: null }),
  ...attributesIf(attributes['event'] === 'container.pickup_lfd_rail.changed', { data_source: 'rail' }),
  ...attributesIf(hasQuirk('no voyage', 11), { voyage_number: '' }),
})

const changeRawEvent: Quirk = (attributes, hasQuirk) => ({
  will_occur_at: attributes['estimated_at'] ?? null,
  invalidated_at: null,
  data_source: 'shipping_line',
  data_provider_name: 'Line',
  data_provider_code: 'line',
  ...attributesIf(hasQuirk('nowhere', 9), {
    location_name: null,
    location_locode: null,
    timezone: null,
    vessel_imo: null,
  }),
})

const changeVessel: Quirk = (attributes, hasQuirk) =>
  attributesIf(hasQuirk('pole', 7) && attributes['latitude'] !== null, {
    latitude: 89.9,
    longitude: 0,
    nautical_speed_knots: 100,
  })

const changeShippingLine: Quirk = (attributes) => ({
  provided_data: { pickup_lfd: true, pickup_lfd_notes: '' },
  // The live service sends this placeholder literally. Clients replace it with the number.
  tracking_url: `https://line.example/track?bl=\${BLNUM}`,
  contact_url: null,
  bol_prefix: attributes['scac'],
})

/** Some changesets use the former name of `holds_at_pod_terminal`. */
const changeUpdatedEvent: Quirk = ({ changeset }, hasQuirk) => {
  const { holds_at_pod_terminal: holds, ...rest } = (changeset ?? {}) as Attributes
  return attributesIf(hasQuirk('old name', 4) && holds !== undefined, {
    changeset: { ...rest, pod_terminal_holds: holds },
  })
}

const changeDefinition: Quirk = ({ entity_type: entityType }) => ({
  sensitive: false,
  reference_number: false,
  ...attributesIf(entityType === 'Container', { entity_type: 'Cargo' }),
})

const QUIRKS: Readonly<Record<string, Quirk>> = {
  container: changeContainer,
  shipment: changeShipment,
  transport_event: changeTransportEvent,
  raw_event: changeRawEvent,
  vessel: changeVessel,
  shipping_line: changeShippingLine,
  container_updated_event: changeUpdatedEvent,
  custom_field_definition: changeDefinition,
  metro_area: () => ({ '': null }),
}
