// Checks the records of the world (specification 2 to 2.6). There is one row for each attribute and relationship, and
// rows that compare records with each other.
import assert from 'node:assert/strict'
import {
  createAttributeRows,
  createAttributeNamesRow,
  createRelationshipRows,
  createValueRows,
  type AttributeEntry,
  type RelationEntry,
  type LoadRecords,
} from './attribute-rows.ts'
import type { Row } from './row.ts'
import {
  anyText,
  date,
  decimal,
  hold,
  instant,
  trueOrFalse,
  textLike,
  listOf,
  locode,
  nullable,
  number,
  objectOf,
  oneOf,
  scac,
  text,
  uuid,
  wholeNumber,
  zone,
} from './shapes.ts'
import { getText } from './client.ts'

const createLoader =
  (type: string): LoadRecords =>
  ({ sample }) =>
    sample.recordsOf(type)
const EQUIPMENT_TYPES = ['dry', 'reefer', 'open top', 'flat rack', 'bulk', 'tank']
const feeMembers = {
  type: oneOf('demurrage', 'exam', 'extended_dwell_time', 'other', 'total'),
  amount: number(0, 100_000),
}
const checkFee = (value: unknown) =>
  objectOf({
    ...feeMembers,
    ...(typeof value === 'object' && value !== null && 'currency_code' in value
      ? { currency_code: textLike(/^[A-Z]{3}$/) }
      : {}),
  })(value)
const deadline = nullable(instant)

export const CONTAINER: readonly AttributeEntry[] = [
  ['number', textLike(/^[A-Z]{3}U\d{7}$/)],
  ['ref_numbers', listOf(text)],
  ['equipment_type', oneOf(...EQUIPMENT_TYPES), 'may be null'],
  ['equipment_length', oneOf(10, 20, 40, 45), 'may be null'],
  ['equipment_height', oneOf('standard', 'high_cube'), 'may be null'],
  ['weight_in_lbs', wholeNumber(2000, 70_000), 'may be null'],
  ['created_at', instant],
  ['seal_number', textLike(/^[A-Z0-9]{5,}$/), 'may be null'],
  ['pickup_lfd', instant, 'may be null'],
  ['pickup_appointment_at', instant, 'may be null'],
  ['availability_known', trueOrFalse],
  ['available_for_pickup', trueOrFalse, 'may be null'],
  ['pod_arrived_at', instant, 'may be null'],
  ['pod_discharged_at', instant, 'may be null'],
  ['pod_full_out_at', instant, 'may be null'],
  ['terminal_checked_at', instant, 'may be null'],
  ['pod_full_out_chassis_number', textLike(/^[A-Z]{4}\d{6}$/), 'may be null'],
  ['location_at_pod_terminal', text, 'may be null'],
  ['final_destination_full_out_at', instant, 'may be null'],
  ['empty_terminated_at', instant, 'may be null'],
  ['holds_at_pod_terminal', listOf(hold)],
  ['fees_at_pod_terminal', listOf(checkFee)],
  ['pod_timezone', zone, 'may be null'],
  ['final_destination_timezone', zone, 'may be null'],
  ['empty_terminated_timezone', zone, 'may be null'],
  ['pod_rail_carrier_scac', scac, 'may be null'],
  ['ind_rail_carrier_scac', scac, 'may be null'],
  ['pod_last_tracking_request_at', instant, 'may be null'],
  ['shipment_last_tracking_request_at', instant, 'null if unknown'],
  ['pod_rail_loaded_at', instant, 'may be null'],
  ['pod_rail_departed_at', instant, 'may be null'],
  ['ind_eta_at', instant, 'may be null'],
  ['ind_ata_at', instant, 'may be null'],
  ['ind_rail_unloaded_at', instant, 'may be null'],
  ['ind_facility_lfd_on', instant, 'may be null'],
  [
    'import_deadlines',
    objectOf({ pickup_lfd_terminal: deadline, pickup_lfd_rail: deadline, pickup_lfd_line: deadline }),
  ],
  ['current_status', text],
]

const CONTAINER_RELATIONS: readonly RelationEntry[] = [
  ['shipment', ['shipment'], 'one'],
  ['pickup_facility', ['terminal'], 'one or none'],
  ['pod_terminal', ['terminal'], 'one or none'],
  ['transport_events', ['transport_event'], 'many'],
  ['raw_events', ['raw_event'], 'many'],
]

const SHIPMENT: readonly AttributeEntry[] = [
  ['bill_of_lading_number', text],
  ['normalized_number', textLike(/^[A-Z0-9]+$/)],
  ['ref_numbers', listOf(text)],
  ['created_at', instant],
  ['tags', listOf(text)],
  ['port_of_lading_locode', locode, 'null if unknown'],
  ['port_of_lading_name', text, 'null if unknown'],
  ['port_of_discharge_locode', locode, 'null if unknown'],
  ['port_of_discharge_name', text, 'null if unknown'],
  ['destination_locode', locode, 'may be null'],
  ['destination_name', textLike(/^[A-Z].+, [A-Z]{2}$/), 'may be null'],
  ['shipping_line_scac', scac],
  ['shipping_line_name', text],
  ['shipping_line_short_name', text],
  ['customer_name', text, 'may be null'],
  ['pod_vessel_name', textLike(/^[A-Z0-9 .'-]+$/), 'null if unknown'],
  ['pod_vessel_imo', textLike(/^\d{7}$/), 'null if unknown'],
  ['pod_voyage_number', textLike(/^\d{3}[EW]$/), 'null if unknown'],
  ['pol_etd_at', instant, 'null if unknown'],
  ['pol_atd_at', instant, 'may be null'],
  ['pod_eta_at', instant, 'null if unknown'],
  ['pod_original_eta_at', instant, 'null if unknown'],
  ['pod_ata_at', instant, 'may be null'],
  ['destination_eta_at', instant, 'may be null'],
  ['destination_ata_at', instant, 'may be null'],
  ['pol_timezone', zone, 'null if unknown'],
  ['pod_timezone', zone, 'may be null'],
  ['destination_timezone', zone, 'may be null'],
  ['line_tracking_last_attempted_at', instant, 'null if unknown'],
  ['line_tracking_last_succeeded_at', instant, 'null if unknown'],
  ['line_tracking_stopped_at', instant, 'may be null'],
  ['line_tracking_stopped_reason', text, 'may be null'],
]

const SHIPMENT_RELATIONS: readonly RelationEntry[] = [
  ['destination', ['port', 'metro_area'], 'one or none'],
  ['port_of_lading', ['port'], 'one'],
  ['port_of_discharge', ['port'], 'one'],
  ['containers', ['container'], 'many'],
  ['pod_terminal', ['terminal'], 'one or none'],
  ['destination_terminal', ['terminal', 'rail_terminal'], 'one or none'],
  ['line_tracking_stopped_by_user', ['user'], 'one or none'],
]

const PROVIDED = [
  'pickup_lfd',
  'available_for_pickup',
  'holds_at_pod_terminal',
  'fees_at_pod_terminal',
  'pickup_appointment_at',
  'location_at_pod_terminal',
  'pod_full_out_chassis_number',
  'pod_full_out_at',
]
const TERMINAL: readonly AttributeEntry[] = [
  ['name', text],
  ['nickname', text],
  ['firms_code', textLike(/^[A-Z0-9]{4}$/), 'may be null'],
  ['smdg_code', textLike(/^[A-Z0-9]{2,6}$/), 'may be null'],
  ['bic_facility_code', text, 'null if unknown'],
  ['street', text, 'may be null'],
  ['city', text],
  ['state', text, 'may be null'],
  ['state_abbr', textLike(/^[A-Z]{2}$/), 'may be null'],
  ['zip', text, 'may be null'],
  ['country', oneOf('United States', 'Canada', 'Netherlands', 'Germany', 'Belgium')],
  ['facility_type', oneOf('ocean_terminal', 'rail')],
  [
    'provided_data',
    objectOf(
      Object.fromEntries(
        PROVIDED.flatMap((name) => [
          [name, trueOrFalse],
          [`${name}_notes`, anyText],
        ]),
      ),
    ),
  ],
]

const EVENT: readonly AttributeEntry[] = [
  ['event', textLike(/^container\.[a-z_.]+$/)],
  ['voyage_number', textLike(/^\d{3}[A-Z]$/), 'may be null'],
  ['timestamp', instant, 'null if unknown'],
  ['timezone', zone, 'may be null'],
  ['location_locode', locode, 'null if unknown'],
  ['created_at', instant],
  ['data_source', text],
  ['value', instant, 'may be null'],
  ['invalidated_at', instant, 'may be null'],
]

const EVENT_RELATIONS: readonly RelationEntry[] = [
  ['shipment', ['shipment'], 'one'],
  ['location', ['port', 'metro_area'], 'one'],
  ['vessel', ['vessel'], 'one or none'],
  ['terminal', ['terminal', 'rail_terminal'], 'one or none'],
  ['container', ['container'], 'one'],
  ['previous_version', ['transport_event'], 'one or none'],
]

const PLACE: readonly AttributeEntry[] = [
  ['name', text],
  ['code', locode],
  ['country_code', textLike(/^[A-Z]{2}$/)],
  ['time_zone', zone],
  ['latitude', decimal],
  ['longitude', decimal],
]

const LINE: readonly AttributeEntry[] = [
  ['scac', scac],
  ['name', text],
  ['short_name', text],
  ['alternative_scacs', listOf(scac)],
  ['bill_of_lading_tracking_support', trueOrFalse],
  ['booking_number_tracking_support', trueOrFalse],
  ['container_number_tracking_support', trueOrFalse],
]

const getNames = (entries: readonly (readonly unknown[])[]) => entries.map(([name]) => String(name))

const RESOURCES: readonly Row[] = [
  createAttributeNamesRow(
    '2.1',
    'container',
    createLoader('container'),
    getNames(CONTAINER),
    getNames(CONTAINER_RELATIONS),
  ),
  createAttributeNamesRow(
    '2.2',
    'shipment',
    createLoader('shipment'),
    getNames(SHIPMENT),
    getNames(SHIPMENT_RELATIONS),
  ),
  createAttributeNamesRow('2.3', 'terminal', createLoader('terminal'), getNames(TERMINAL), ['port']),
  createAttributeNamesRow(
    '2.4',
    'transport_event',
    createLoader('transport_event'),
    getNames(EVENT),
    getNames(EVENT_RELATIONS),
  ),
  createAttributeNamesRow('2', 'port', createLoader('port'), [...getNames(PLACE), 'city', 'state_abbr'], ['terminals']),
  createAttributeNamesRow('2', 'metro_area', createLoader('metro_area'), [...getNames(PLACE), 'state_abbr'], []),
  createAttributeNamesRow('2', 'shipping_line', createLoader('shipping_line'), getNames(LINE), []),
  createAttributeNamesRow('2', 'party', createLoader('party'), ['company_name'], []),
  ...createAttributeRows('2.1', 'container', createLoader('container'), CONTAINER),
  ...createRelationshipRows('2.1', 'container', createLoader('container'), CONTAINER_RELATIONS),
  ...createAttributeRows('2.2', 'shipment', createLoader('shipment'), SHIPMENT),
  ...createRelationshipRows('2.2', 'shipment', createLoader('shipment'), SHIPMENT_RELATIONS),
  ...createAttributeRows('2.3', 'terminal', createLoader('terminal'), TERMINAL),
  ...createRelationshipRows('2.3', 'terminal', createLoader('terminal'), [['port', ['port'], 'one']]),
  ...createAttributeRows('2.4', 'transport_event', createLoader('transport_event'), EVENT),
  ...createRelationshipRows('2.4', 'transport_event', createLoader('transport_event'), EVENT_RELATIONS),
  ...createAttributeRows('2', 'port', createLoader('port'), [
    ...PLACE,
    ['city', text],
    ['state_abbr', textLike(/^[A-Z]{2}$/), 'may be null'],
  ]),
  ...createRelationshipRows('2', 'port', createLoader('port'), [['terminals', ['terminal'], 'none or many']]),
  ...createAttributeRows('2', 'metro_area', createLoader('metro_area'), [
    ...PLACE,
    ['state_abbr', textLike(/^[A-Z]{2}$/), 'null if unknown'],
  ]),
  ...createAttributeRows('2', 'shipping_line', createLoader('shipping_line'), LINE),
  ...createAttributeRows('2', 'party', createLoader('party'), [['company_name', text]]),
]

const VALUES: readonly Row[] = [
  ...createValueRows('2.1', 'equipment_type', [...EQUIPMENT_TYPES, null], ({ sample }) =>
    sample.recordsOf('container').map(({ attributes }) => attributes['equipment_type']),
  ),
  ...createValueRows('2.1', 'equipment_length', [10, 20, 40, 45, null], ({ sample }) =>
    sample.recordsOf('container').map(({ attributes }) => attributes['equipment_length']),
  ),
  ...createValueRows('2.1', 'equipment_height', ['standard', 'high_cube', null], ({ sample }) =>
    sample.recordsOf('container').map(({ attributes }) => attributes['equipment_height']),
  ),
  ...createValueRows('2.4', 'data_source', ['shipping_line', 'terminal', 'ais'], ({ sample }) =>
    sample.recordsOf('transport_event').map(({ attributes }) => attributes['data_source']),
  ),
  ...createValueRows('2.3', 'facility_type', ['ocean_terminal', 'rail'], ({ sample }) =>
    sample.recordsOf('terminal').map(({ attributes }) => attributes['facility_type']),
  ),
]

const createLinkRow = (section: Row['section'], type: string, path: string): Row => ({
  section,
  kind: 'attribute',
  what: `${type} links.self names the record`,
  check: ({ sample }) => {
    for (const { id, links } of sample.recordsOf(type)) assert.equal(links['self'], `${path}/${id}`)
  },
})

const GENERAL: readonly Row[] = [
  createLinkRow('2.1', 'container', '/v2/containers'),
  createLinkRow('2.2', 'shipment', '/v2/shipments'),
  {
    section: '2',
    kind: 'rule',
    what: 'ids are UUID strings and no two records share one',
    check: ({ sample }) => {
      const types = new Map<string, string>()
      for (const type of [
        'container',
        'shipment',
        'transport_event',
        'tracking_request',
        'terminal',
        'port',
        'metro_area',
        'party',
        'user',
        'shipping_line',
      ]) {
        for (const { id } of sample.recordsOf(type)) {
          assert.equal(uuid(id), null, id)
          assert.equal(types.get(id) ?? type, type, id)
          types.set(id, type)
        }
      }
    },
  },
  {
    section: '2',
    kind: 'rule',
    what: 'every date-time attribute is ISO 8601 in UTC',
    check: ({ sample }) => {
      for (const type of ['container', 'shipment', 'transport_event', 'tracking_request']) {
        for (const { attributes } of sample.recordsOf(type)) {
          for (const [name, value] of Object.entries(attributes))
            if (name.endsWith('_at') && value !== null)
              assert.ok(instant(value) === null || date(value) === null, `${name}: ${JSON.stringify(value)}`)
        }
      }
    },
  },
  {
    section: '2',
    kind: 'rule',
    what: 'a container’s shipment lists that container, and no container twice',
    check: ({ sample }) => {
      const lists = new Map(
        sample
          .recordsOf('shipment')
          .map((shipment) => [
            shipment.id,
            (shipment.relationships['containers']!.data as { id: string }[]).map(({ id }) => id),
          ]),
      )
      for (const { id, relationships } of sample.recordsOf('container'))
        assert.equal(
          lists.get((relationships['shipment']!.data as { id: string }).id)?.filter((other) => other === id).length,
          1,
        )
    },
  },
  {
    section: '2',
    kind: 'rule',
    what: 'container numbers have a valid check digit (ISO 6346)',
    check: ({ sample }) => {
      for (const container of sample.recordsOf('container'))
        assert.equal(
          computeCheckDigit(getText(container, 'number')!.slice(0, 10)),
          getText(container, 'number')!.slice(10),
        )
    },
  },
]

function computeCheckDigit(stem: string): string {
  const values = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ'
  const sum = Array.from(stem).reduce(
    (total, character, exponent) => total + values.indexOf(character) * 2 ** exponent,
    0,
  )
  return String((sum % 11) % 10)
}

export const resourceRows: readonly Row[] = [...RESOURCES, ...VALUES, ...GENERAL]
