// The lists and records that can be read from the service: lists that are swept from the first record to the last, and
// records, or lists that belong to one record, that are read one by one.
import type { Priority } from '../api/budget.ts'

export type SweepKind =
  | 'containers'
  | 'shipments'
  | 'tracking_requests'
  | 'custom_field_definitions'
  | 'container_fields'
  | 'shipment_fields'
  | 'request_fields'
  | 'documents'
  | 'email_submissions'
  | 'parties'
  | 'shipping_lines'

/** The types with custom fields. */
export const ENTITIES = ['container', 'shipment', 'tracking_request'] as const
export type Entity = (typeof ENTITIES)[number]

export type SweepList = {
  /** Type of the records it lists. */
  type: string
  /** For values of custom fields: the service's name of the entity is appended. */
  path: string
  /** The time between two starts at the usual pace. sync/pace.ts computes the actual time. */
  periodMs: number
  priority: Priority
  /** The board does not need this list, and some accounts are not allowed to read it. Read last, one at a time. */
  isBackground: boolean
  /**
   * What a complete sweep adds to the `missing_count` of a record that it did not list. At 2, the record is read by id.
   * 0: the list contains changes only, or its records are never removed.
   */
  missing: 0 | 1 | 2
  /** Set if it lists the values of custom fields: the type of the records that have these fields. */
  fieldsOf?: Entity
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The list of the values of custom fields. The live service fails if it is requested without a filter. */
const createFieldsList = (entity: Entity): SweepList => ({
  type: 'custom_field',
  path: '/custom_fields?page[size]=100&filter[entity_type]=',
  periodMs: 30 * MINUTE_MS,
  priority: 4,
  isBackground: true,
  missing: 2,
  fieldsOf: entity,
})

/** If several lists are due at the same time, they are read in this order. */
export const sweepLists: Record<SweepKind, SweepList> = {
  containers: {
    type: 'container',
    path: '/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility',
    periodMs: 15_000,
    priority: 3,
    isBackground: false,
    missing: 1,
  },
  shipments: {
    type: 'shipment',
    path: '/shipments?page[size]=100&include=port_of_lading,port_of_discharge,destination,pod_terminal,destination_terminal',
    periodMs: 30 * MINUTE_MS,
    priority: 3,
    isBackground: false,
    missing: 1,
  },
  tracking_requests: {
    type: 'tracking_request',
    path: '/tracking_requests?page[size]=100',
    periodMs: 5 * MINUTE_MS,
    priority: 3,
    isBackground: false,
    missing: 0,
  },
  custom_field_definitions: {
    type: 'custom_field_definition',
    path: '/custom_field_definitions?page[size]=100',
    periodMs: DAY_MS,
    priority: 3,
    isBackground: true,
    missing: 2,
  },
  container_fields: createFieldsList('container'),
  shipment_fields: createFieldsList('shipment'),
  request_fields: createFieldsList('tracking_request'),
  documents: {
    type: 'document',
    path: '/documents?page[size]=100&sort=-created_at&include=last_document_representation',
    periodMs: 5 * MINUTE_MS,
    priority: 3,
    isBackground: true,
    missing: 1,
  },
  email_submissions: {
    type: 'email_submission',
    path: '/email_submissions?page[size]=100',
    periodMs: 5 * MINUTE_MS,
    priority: 3,
    isBackground: true,
    missing: 0,
  },
  parties: {
    type: 'party',
    path: '/parties?page[size]=100',
    periodMs: DAY_MS,
    priority: 3,
    isBackground: true,
    missing: 0,
  },
  shipping_lines: {
    type: 'shipping_line',
    path: '/shipping_lines?page[size]=100',
    periodMs: DAY_MS,
    priority: 3,
    isBackground: true,
    missing: 0,
  },
}

export const sweepKinds = Object.keys(sweepLists) as SweepKind[]

export function mapSweepKinds<Value>(createValue: (kind: SweepKind) => Value): Record<SweepKind, Value> {
  const valueByKind: Partial<Record<SweepKind, Value>> = {}
  for (const kind of sweepKinds) valueByKind[kind] = createValue(kind)
  return valueByKind as Record<SweepKind, Value>
}

export type RecordKind = {
  /** `id` is escaped. */
  path: (id: string) => string
  /** The second path, if a 404 can mean a wrong path: reference and specification differ for requests. */
  otherPath?: (id: string) => string
  type: string
  /** For a list of records that belong to the record with this id: the relation to it, which the list leaves out. */
  ownerRelation?: string
}

const createRecordKind = (type: string, path: string, query = ''): RecordKind => ({
  type,
  path: (id) => `/${path}/${id}${query}`,
})
const createFieldsKind = (path: string): RecordKind => ({
  type: 'custom_field',
  path: (id) => `/${path}/${id}/custom_fields?page[size]=100`,
  ownerRelation: 'entity',
})

/** By the name in `record_due.type`: a record type, or a name for the list of what belongs to one record. */
export const recordKinds: Partial<Record<string, RecordKind>> = {
  container: createRecordKind('container', 'containers', '?include=shipment,pod_terminal,pickup_facility'),
  shipment: createRecordKind('shipment', 'shipments', '?include=containers,pod_terminal'),
  tracking_request: {
    ...createRecordKind('tracking_request', 'tracking_requests'),
    otherPath: (id) => `/tracking_request/${id}`,
  },
  port: createRecordKind('port', 'ports'),
  metro_area: createRecordKind('metro_area', 'metro_areas'),
  terminal: createRecordKind('terminal', 'terminals'),
  vessel: createRecordKind('vessel', 'vessels'),
  party: createRecordKind('party', 'parties'),
  document: createRecordKind('document', 'documents', '?include=last_document_representation'),
  document_schema: createRecordKind('document_schema', 'document_schemas'),
  email_submission: createRecordKind('email_submission', 'email_submissions'),
  custom_field_definition: createRecordKind('custom_field_definition', 'custom_field_definitions'),
  custom_field: createRecordKind('custom_field', 'custom_fields'),
  options_of: {
    type: 'custom_field_option',
    path: (id) => `/custom_field_definitions/${id}/options?page[size]=100`,
    ownerRelation: 'definition',
  },
  fields_of_container: createFieldsKind('containers'),
  fields_of_shipment: createFieldsKind('shipments'),
  fields_of_tracking_request: createFieldsKind('tracking_requests'),
}

/** The type of the record that the listed records belong to, by the name of the list. */
export const ownerTypes: Partial<Record<string, string>> = {
  options_of: 'custom_field_definition',
  fields_of_container: 'container',
  fields_of_shipment: 'shipment',
  fields_of_tracking_request: 'tracking_request',
}

/**
 * Records that are read by id if another record references them and they were never read. Rail terminals come only as
 * included records.
 */
export const REFERENCES: ReadonlySet<string> = new Set([
  'port',
  'metro_area',
  'terminal',
  'vessel',
  'party',
  'custom_field_definition',
  'document_schema',
  'email_submission',
])

/** Related records that are stored from any answer. */
export const STORED_FROM_ANY_ANSWER: ReadonlySet<string> = new Set([
  'port',
  'metro_area',
  'terminal',
  'rail_terminal',
  'vessel',
])
