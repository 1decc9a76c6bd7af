// Builds the records that do not change: ports, metro areas, terminals, vessels, shipping lines and parties.
import type { Identifier, Resource } from '../jsonapi/resource.ts'
import { CUSTOMERS } from './data/customers.ts'
import { COUNTRY_NAMES, findPlace, PLACES, STATE_NAMES, type Place } from './data/places.ts'
import { CONNECTING_VESSELS, SERVICES, type Vessel } from './data/services.ts'
import { SHIPPING_LINES, TEST_LINE, type ShippingLine } from './data/shipping-lines.ts'
import { TERMINALS, type Terminal } from './data/terminals.ts'
import type { IdKind, Ids } from './ids.ts'

export const VESSELS: readonly Vessel[] = [...SERVICES.flatMap((service) => service.vessels), ...CONNECTING_VESSELS]
const RAMPS: readonly Terminal[] = TERMINALS.filter(({ kind }) => kind === 'rail')
const LINES: readonly ShippingLine[] = [...SHIPPING_LINES, TEST_LINE]

export type Reference = {
  getPortId(place: Place): string
  /** The id of the metro area, which is the destination of shipments to an inland city. */
  getMetroAreaId(place: Place): string
  getTerminalId(terminal: Terminal): string
  /**
   * The record that shipments and events refer to. For a ramp it is a rail terminal, although the pickup facility of a
   * container refers to the ramp's terminal record.
   */
  getFacility(terminal: Terminal): Identifier
  getVesselId(vessel: Vessel): string
  getPartyId(customerName: string): string | null
  userId: string
  list(type: string): readonly Resource[]
  find(type: string, id: string): Resource | null
}

export function createReference(ids: Ids): Reference {
  const createEntryId = <T>(kind: IdKind, table: readonly T[], entry: T) => ids.create(kind, table.indexOf(entry))
  const getPortId = (place: Place) => createEntryId('port', PLACES, place)
  const getTerminalId = (terminal: Terminal) => createEntryId('terminal', TERMINALS, terminal)
  const userId = ids.create('user', 0)
  const lists = new Map<string, readonly Resource[]>([
    ['port', PLACES.map((place) => buildPortRecord(place, getPortId(place), listTerminals(place).map(getTerminalId)))],
    [
      'metro_area',
      PLACES.filter((place) => place.isInland).map((place) =>
        buildMetroAreaRecord(place, createEntryId('metro_area', PLACES, place)),
      ),
    ],
    [
      'terminal',
      TERMINALS.map((terminal) =>
        buildTerminalRecord(terminal, getTerminalId(terminal), getPortId(findPlace(terminal.locode))),
      ),
    ],
    [
      'rail_terminal',
      RAMPS.map((ramp) =>
        buildRailTerminalRecord(
          ramp,
          createEntryId('rail_terminal', RAMPS, ramp),
          createEntryId('metro_area', PLACES, findPlace(ramp.locode)),
        ),
      ),
    ],
    ['vessel', VESSELS.map((vessel) => buildVesselRecord(vessel, createEntryId('vessel', VESSELS, vessel)))],
    ['shipping_line', LINES.map((line) => buildLineRecord(line, createEntryId('shipping_line', LINES, line)))],
    [
      'party',
      CUSTOMERS.map((customer) => ({
        type: 'party',
        id: createEntryId('party', CUSTOMERS, customer),
        attributes: { company_name: customer.name },
      })),
    ],
    ['user', [{ type: 'user', id: userId }]],
  ])
  const recordsById = new Map(
    [...lists].map(([type, records]) => [type, new Map(records.map((record) => [record.id, record]))]),
  )
  const partyIds = new Map(CUSTOMERS.map((customer) => [customer.name, createEntryId('party', CUSTOMERS, customer)]))
  return {
    getPortId,
    getTerminalId,
    getFacility: (terminal) =>
      terminal.kind === 'rail'
        ? { type: 'rail_terminal', id: createEntryId('rail_terminal', RAMPS, terminal) }
        : { type: 'terminal', id: getTerminalId(terminal) },
    userId,
    getMetroAreaId: (place) => createEntryId('metro_area', PLACES, place),
    getVesselId: (vessel) => createEntryId('vessel', VESSELS, vessel),
    getPartyId: (customerName) => partyIds.get(customerName) ?? null,
    list: (type) => lists.get(type) ?? [],
    find: (type, id) => recordsById.get(type)?.get(id) ?? null,
  }
}

function listTerminals(place: Place): Terminal[] {
  return TERMINALS.filter((terminal) => terminal.locode === place.locode)
}

/** As in the live service, coordinates are strings here, but numbers in vessels. */
function buildPlaceAttributes(place: Place): Record<string, unknown> {
  return {
    name: place.name,
    code: place.locode,
    state_abbr: place.state,
    country_code: place.locode.slice(0, 2),
    time_zone: place.zone,
    latitude: place.latitude.toFixed(4),
    longitude: place.longitude.toFixed(4),
  }
}

function buildPortRecord(place: Place, id: string, terminalIds: readonly string[]): Resource {
  return {
    type: 'port',
    id,
    attributes: { ...buildPlaceAttributes(place), city: place.name },
    relationships: { terminals: { data: terminalIds.map((terminal) => ({ type: 'terminal', id: terminal })) } },
  }
}

function buildMetroAreaRecord(place: Place, id: string): Resource {
  return { type: 'metro_area', id, attributes: buildPlaceAttributes(place) }
}

function buildTerminalRecord(terminal: Terminal, id: string, portId: string): Resource {
  const { reports } = terminal
  const state = terminal.state ?? findPlace(terminal.locode).state
  return {
    type: 'terminal',
    id,
    attributes: {
      name: terminal.name,
      nickname: terminal.nickname,
      firms_code: terminal.firmsCode,
      smdg_code: terminal.smdgCode,
      bic_facility_code: null,
      facility_type: terminal.kind,
      street: terminal.street,
      city: terminal.city,
      state: state === null ? null : (STATE_NAMES[state] ?? null),
      state_abbr: state,
      zip: terminal.zip,
      country: COUNTRY_NAMES[terminal.locode.slice(0, 2)] ?? null,
      provided_data: {
        ...buildFlag('pickup_lfd', reports.lastFreeDay),
        ...buildFlag('available_for_pickup', reports.availability),
        ...buildFlag('holds_at_pod_terminal', reports.holds),
        ...buildFlag('fees_at_pod_terminal', reports.fees),
        ...buildFlag('pickup_appointment_at', reports.appointment),
        ...buildFlag('location_at_pod_terminal', reports.yardSpot),
        ...buildFlag('pod_full_out_chassis_number', reports.availability),
        ...buildFlag('pod_full_out_at', reports.availability),
      },
    },
    relationships: { port: { data: { type: 'port', id: portId } } },
  }
}

function buildRailTerminalRecord(
  { name, nickname, firmsCode, city }: Terminal,
  id: string,
  metroAreaId: string,
): Resource {
  return {
    type: 'rail_terminal',
    id,
    attributes: { name, nickname, firms_code: firmsCode, city },
    relationships: { port: { data: null }, metro_area: { data: { type: 'metro_area', id: metroAreaId } } },
  }
}

function buildFlag(name: string, isProvided: boolean): Record<string, boolean | string> {
  return { [name]: isProvided, [`${name}_notes`]: '' }
}

function buildVesselRecord(vessel: Vessel, id: string): Resource {
  return {
    type: 'vessel',
    id,
    attributes: {
      name: vessel.name,
      imo: vessel.imo,
      mmsi: null,
      latitude: null,
      longitude: null,
      nautical_speed_knots: null,
      navigational_heading_degrees: null,
      position_timestamp: null,
    },
  }
}

function buildLineRecord(line: ShippingLine, id: string): Resource {
  return {
    type: 'shipping_line',
    id,
    attributes: {
      scac: line.scac,
      name: line.name,
      short_name: line.shortName,
      alternative_scacs: line.alternativeScacs,
      bill_of_lading_tracking_support: true,
      booking_number_tracking_support: true,
      container_number_tracking_support: line.tracksContainers,
    },
  }
}
