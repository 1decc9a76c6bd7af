// Irregularities of each record type: undeclared attributes, unusual values, broken references. Each function returns
// attributes that replace those of the record; undefined removes one.

export type Strike = (quirk: string, oneIn: number) => boolean
type Attributes = Record<string, unknown>
type Crook = (attributes: Attributes, strike: Strike) => Attributes

const when = (isStruck: boolean, attributes: Attributes): Attributes => (isStruck ? attributes : {})

const HOUR_MS = 3_600_000

function withOffset(instant: string): string {
  return `${new Date(Date.parse(instant) - 7 * HOUR_MS).toISOString().slice(0, 19)}-07:00`
}

/** A source that has only UTC midnight may be sent as a date alone. */
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

const NOT_IN_OLD_SAMPLES = [
  'import_deadlines',
  'pod_rail_loaded_at',
  'pod_rail_departed_at',
  'ind_eta_at',
  'ind_ata_at',
  'location_at_pod_terminal',
]

const container: Crook = (attributes, strike) => {
  const { location_at_pod_terminal: location, pod_arrived_at: arrived, pod_rail_carrier_scac: railroad } = attributes
  return {
    delivered_at: null,
    empty_out_at: null,
    ssl_lfd: null,
    ind_facility_holds: strike('null list', 2) ? null : [],
    ind_facility_fees: [],
    ...when(strike('no seal', 5), { seal_number: '' }),
    ...when(strike('no weight', 6), { weight_in_lbs: 0 }),
    ...when(strike('line break', 3) && typeof location === 'string', {
      location_at_pod_terminal: `${String(location)}<br>COMMUNITY - YARD`,
    }),
    ...when(strike('bare date', 2), withBareDates(attributes)),
    ...when(strike('odd length', 17), { equipment_length: 50 }),
    ...when(strike('odd type', 19), { equipment_type: 'hard top' }),
    ...when(strike('short railroad', 2) && railroad === 'UPRR', { pod_rail_carrier_scac: 'UP' }),
    ...when(strike('offset', 7) && typeof arrived === 'string', {
      pod_arrived_at: typeof arrived === 'string' ? withOffset(arrived) : null,
    }),
    ...when(strike('no status', 11), { current_status: undefined }),
    ...when(strike('old sample', 13), Object.fromEntries(NOT_IN_OLD_SAMPLES.map((name) => [name, undefined]))),
  }
}

const shipment: Crook = (attributes, strike) => ({
  pol_original_etd_at: attributes['pol_etd_at'],
  destination_original_eta_at: attributes['destination_eta_at'],
  ...when(strike('no references', 5), { ref_numbers: strike('list of null', 2) ? [null] : null }),
  ...when(strike('no place', 9), { destination_locode: null }),
  ...when(strike('no port', 23), { port_of_discharge_locode: null, port_of_discharge_name: null, pod_timezone: null }),
  ...when(strike('closed', 3) && attributes['line_tracking_stopped_reason'] !== null, {
    line_tracking_stopped_reason: 'account_closed',
  }),
  ...when(strike('old sample', 13), {
    tags: undefined,
    normalized_number: undefined,
    shipping_line_short_name: undefined,
    customer_name: undefined,
    pod_original_eta_at: undefined,
  }),
})

const transportEvent: Crook = (attributes, strike) => ({
  value_timestamp: attributes['value'] ?? null,
  ...when(strike('bare date', 2) && /pickup_lfd_(terminal|rail)\.changed$/.test(String(attributes['event'])), {
    timestamp: asBareDate(attributes['timestamp']),
    value: asBareDate(attributes['value']),
    value_timestamp: asBareDate(attributes['value'] ?? null),
  }),
  ...when(strike('no time', 13), { timestamp: null }),
  ...when(attributes['event'] === 'container.pickup_lfd_rail.changed', { data_source: 'rail' }),
  ...when(strike('no voyage', 11), { voyage_number: '' }),
})

const rawEvent: Crook = (attributes, strike) => ({
  will_occur_at: attributes['estimated_at'] ?? null,
  invalidated_at: null,
  data_source: 'shipping_line',
  data_provider_name: 'Line',
  data_provider_code: 'line',
  ...when(strike('nowhere', 9), { location_name: null, location_locode: null, timezone: null, vessel_imo: null }),
})

const vessel: Crook = (attributes, strike) =>
  when(strike('pole', 7) && attributes['latitude'] !== null, {
    latitude: 89.9,
    longitude: 0,
    nautical_speed_knots: 100,
  })

const shippingLine: Crook = (attributes) => ({
  provided_data: { pickup_lfd: true, pickup_lfd_notes: '' },
  // A literal placeholder of the live service; clients insert the number.
  tracking_url: `https://line.example/track?bl=\${BLNUM}`,
  contact_url: null,
  bol_prefix: attributes['scac'],
})

/** Uses the former name of the attribute. */
const updatedEvent: Crook = ({ changeset }, strike) => {
  const { holds_at_pod_terminal: holds, ...rest } = (changeset ?? {}) as Attributes
  return when(strike('old name', 4) && holds !== undefined, { changeset: { ...rest, pod_terminal_holds: holds } })
}

const definition: Crook = ({ entity_type: entityType }) => ({
  sensitive: false,
  reference_number: false,
  ...when(entityType === 'Container', { entity_type: 'Cargo' }),
})

export const CROOKS: Readonly<Record<string, Crook>> = {
  container,
  shipment,
  transport_event: transportEvent,
  raw_event: rawEvent,
  vessel,
  shipping_line: shippingLine,
  container_updated_event: updatedEvent,
  custom_field_definition: definition,
  metro_area: () => ({ '': null }),
}
