// Specification 2.1, 2.2 and 2.4 once more: what is said of one thing held against what is said of another, so that a
// value can be wrong though its shape is right.
import assert from 'node:assert/strict'
import { instantAt, linked, only, textAt, type Resource } from './client.ts'
import { SAMPLE_INSTANTS, type Given } from './given.ts'
import type { Row } from './row.ts'

type Told = {
  at: number
  container: Resource
  shipment: Resource
  events: readonly Resource[]
  live: readonly Resource[]
}

/** A container with its shipment and its events, newest first; `live` leaves out what was invalidated. */
function each({ sample }: Given, look: (told: Told) => void): void {
  for (const at of SAMPLE_INSTANTS) {
    const shipments = new Map(sample.at(at, 'shipment').map((shipment) => [shipment.id, shipment]))
    const events = Map.groupBy(sample.at(at, 'transport_event'), (event) => only(event, 'container'))
    for (const container of sample.at(at, 'container')) {
      const own = events.get(container.id) ?? []
      look({
        at,
        container,
        shipment: shipments.get(only(container, 'shipment')!)!,
        events: own,
        live: own.filter(({ attributes }) => attributes['invalidated_at'] === null),
      })
    }
  }
}

function eventOf(events: readonly Resource[], name: string): Resource | undefined {
  return events.find(({ attributes }) => attributes['event'] === `container.${name}`)
}

/** An attribute of the container is the timestamp of its event, and null while the event is not known. */
function milestone(
  attribute: string,
  event: string,
  section: Row['section'] = '2.1',
  applies: (told: Told) => boolean = () => true,
): Row {
  return {
    section,
    kind: 'rule',
    what: `${attribute} is the time of ${event}`,
    check: (given) => {
      let met = 0
      each(given, (told) => {
        const wanted = applies(told) ? (eventOf(told.live, event)?.attributes['timestamp'] ?? null) : null
        assert.equal(
          told.container.attributes[attribute],
          wanted,
          `${told.container.id} at ${new Date(told.at).toISOString()}`,
        )
        if (wanted !== null) met += 1
      })
      assert.ok(met > 0, 'never met')
    },
  }
}

const isInland = ({ shipment }: Told) => shipment.attributes['destination_locode'] !== null

const rule = (section: Row['section'], what: string, look: (told: Told) => void): Row => ({
  section,
  kind: 'rule',
  what,
  check: (given) => {
    each(given, look)
  },
})

const MILESTONES: readonly Row[] = [
  milestone('pod_arrived_at', 'transport.vessel_arrived'),
  milestone('pod_discharged_at', 'transport.vessel_discharged'),
  milestone('pod_full_out_at', 'transport.full_out', '2.1', (told) => !isInland(told)),
  milestone('final_destination_full_out_at', 'transport.full_out', '2.1', isInland),
  milestone('empty_terminated_at', 'transport.empty_in'),
  milestone('pod_rail_loaded_at', 'transport.rail_loaded'),
  milestone('pod_rail_departed_at', 'transport.rail_departed'),
  milestone('ind_ata_at', 'transport.rail_arrived'),
  milestone('ind_rail_unloaded_at', 'transport.rail_unloaded'),
]

const CONTAINER_RULES: readonly Row[] = [
  rule('2.1', 'pickup_lfd coalesces the deadlines: line, else terminal, else rail', ({ container: { attributes } }) => {
    const {
      pickup_lfd_line: line,
      pickup_lfd_terminal: terminal,
      pickup_lfd_rail: rail,
    } = attributes['import_deadlines'] as Record<string, string | null>
    assert.equal(attributes['pickup_lfd'], line ?? terminal ?? rail)
  }),
  rule(
    '9',
    'ind_facility_lfd_on, deprecated, still says what import_deadlines.pickup_lfd_rail says',
    ({ container: { attributes } }) => {
      assert.equal(
        attributes['ind_facility_lfd_on'],
        (attributes['import_deadlines'] as Record<string, unknown>)['pickup_lfd_rail'],
      )
    },
  ),
  ...(['line', 'terminal', 'rail'] as const).map((member) =>
    rule(
      '2.1',
      `import_deadlines.pickup_lfd_${member} is the value of the newest event that changed it`,
      ({ container, events }) => {
        const said = (container.attributes['import_deadlines'] as Record<string, unknown>)[`pickup_lfd_${member}`]
        assert.equal(said, eventOf(events, `pickup_lfd_${member}.changed`)?.attributes['value'] ?? null, container.id)
      },
    ),
  ),
  rule(
    '2.1',
    'import_deadlines that are local midnights are midnights of their own zone',
    ({ container: { attributes } }) => {
      const { pickup_lfd_terminal: terminal, pickup_lfd_rail: rail } = attributes['import_deadlines'] as Record<
        string,
        string | null
      >
      for (const [value, zone] of [
        [terminal, attributes['pod_timezone']],
        [rail, attributes['final_destination_timezone']],
      ]) {
        if (typeof value !== 'string' || typeof zone !== 'string' || !/T0[4-8]:00:00Z$|T2[23]:00:00Z$/.test(value))
          continue
        assert.equal(
          new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
            Date.parse(value),
          ),
          '00:00',
          `${value} in ${zone}`,
        )
      }
    },
  ),
  rule(
    '2.1',
    'available_for_pickup is null exactly when availability is not known',
    ({ container: { attributes } }) => {
      assert.equal(attributes['available_for_pickup'] === null, attributes['availability_known'] === false)
    },
  ),
  rule(
    '2.1',
    'the terminal was checked when it was last asked, not in the future, and every few hours',
    ({ container, at }) => {
      assert.equal(container.attributes['terminal_checked_at'], container.attributes['pod_last_tracking_request_at'])
      const checked = instantAt(container, 'terminal_checked_at')
      assert.ok(checked === null || checked <= at)
    },
  ),
  rule('2.1', 'nothing has happened in the future, nor out of order', ({ container, at }) => {
    const order = [
      'pod_arrived_at',
      'pod_discharged_at',
      'pod_rail_loaded_at',
      'pod_rail_departed_at',
      'ind_ata_at',
      'ind_rail_unloaded_at',
      'final_destination_full_out_at',
      'pod_full_out_at',
      'empty_terminated_at',
    ]
    const moments = order.flatMap((name) => instantAt(container, name) ?? [])
    // Where a zone is not known the digits are local: half a day is left for that.
    for (const [index, moment] of moments.entries())
      assert.ok(moment <= at + 43_200_000 && (index === 0 || moment >= moments[index - 1]! - 43_200_000), container.id)
  }),
  rule('2.1', 'whoever left the gate has no holds, no fees and no yard location', ({ container: { attributes } }) => {
    if ((attributes['pod_full_out_at'] ?? attributes['final_destination_full_out_at']) === null) return
    assert.deepEqual(
      [
        attributes['holds_at_pod_terminal'],
        attributes['fees_at_pod_terminal'],
        attributes['location_at_pod_terminal'],
        attributes['available_for_pickup'] ?? false,
      ],
      [[], [], null, false],
    )
  }),
  rule('2.1', 'a chassis is named only after pickup at the port', ({ container: { attributes } }) => {
    if (attributes['pod_full_out_chassis_number'] !== null) assert.notEqual(attributes['pod_full_out_at'], null)
  }),
  rule('2.1', 'rail carriers are named from loading on', ({ container: { attributes } }) => {
    for (const name of ['pod_rail_carrier_scac', 'ind_rail_carrier_scac'])
      assert.equal(attributes[name] === null, attributes['pod_rail_loaded_at'] === null)
  }),
  rule(
    '2.1',
    'zones stand at what they apply to: no zone of the empty return before the return',
    ({ container: { attributes } }) => {
      if (attributes['empty_terminated_at'] === null) assert.equal(attributes['empty_terminated_timezone'], null)
    },
  ),
  rule('2.1', 'ind_eta_at is the newest estimate of the rail arrival while it is under way', ({ container, live }) => {
    if (container.attributes['ind_ata_at'] !== null) return
    assert.equal(
      container.attributes['ind_eta_at'],
      eventOf(live, 'transport.estimated.arrived_at_inland_destination')?.attributes['timestamp'] ?? null,
      container.id,
    )
  }),
  rule(
    '2.1',
    'pickup_appointment_at is the value of the newest change of the appointment, until pickup',
    ({ container: { attributes, id }, events }) => {
      const isOut = (attributes['pod_full_out_at'] ?? attributes['final_destination_full_out_at']) !== null
      if (!isOut)
        assert.equal(
          attributes['pickup_appointment_at'],
          eventOf(events, 'pickup_appointment.changed')?.attributes['value'] ?? null,
          id,
        )
    },
  ),
  rule('2.1', 'transport_events names every event of the container, in order', ({ container, events }) => {
    assert.deepEqual(
      linked(container, 'transport_events').map(({ id }) => id),
      events.map(({ id }) => id),
    )
  }),
  rule('2.1', 'weight and seal become known together with loading or stay unknown', ({ container, live }) => {
    if (!eventOf(live, 'transport.vessel_loaded'))
      assert.deepEqual([container.attributes['weight_in_lbs'], container.attributes['seal_number']], [null, null])
  }),
  rule('2.1', 'pickup_facility is the ramp of an inland move, else the terminal at the port', (told) => {
    if (!isInland(told)) assert.equal(only(told.container, 'pickup_facility'), only(told.container, 'pod_terminal'))
    else assert.notEqual(only(told.container, 'pickup_facility'), only(told.container, 'pod_terminal'))
  }),
]

const SHIPMENT_RULES: readonly Row[] = [
  rule('2.2', 'normalized_number is the number in capitals without signs', ({ shipment }) => {
    assert.equal(
      textAt(shipment, 'normalized_number'),
      textAt(shipment, 'bill_of_lading_number')!
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, ''),
    )
  }),
  rule('2.2', 'pod_ata_at is the arrival of its containers’ ship', ({ shipment, container }) => {
    assert.equal(shipment.attributes['pod_ata_at'], container.attributes['pod_arrived_at'])
  }),
  rule('2.2', 'pod_eta_at is the newest estimate told', ({ shipment, live }) => {
    const told = eventOf(live, 'transport.estimated.vessel_arrived')
    if (told && shipment.attributes['pod_ata_at'] === null)
      assert.equal(shipment.attributes['pod_eta_at'], told.attributes['timestamp'], shipment.id)
  }),
  rule('2.2', 'pod_timezone, destination and customer agree with the container', ({ shipment, container }) => {
    assert.equal(shipment.attributes['pod_timezone'], container.attributes['pod_timezone'])
    assert.equal(shipment.attributes['destination_timezone'], container.attributes['final_destination_timezone'])
    assert.equal(shipment.attributes['created_at'], container.attributes['created_at'])
  }),
  rule('2.2', 'tracking was last tried at or after it last succeeded, and both lie in the past', ({ shipment, at }) => {
    const [tried, succeeded] = [
      instantAt(shipment, 'line_tracking_last_attempted_at')!,
      instantAt(shipment, 'line_tracking_last_succeeded_at')!,
    ]
    assert.ok(succeeded <= tried && tried <= at && (instantAt(shipment, 'line_tracking_stopped_at') ?? tried) >= tried)
  }),
  rule('2.2', 'the ship left before it arrives, and both are within half a year of the request', ({ shipment }) => {
    // Entered, and the line not yet asked.
    if (shipment.attributes['pod_eta_at'] === null) return
    const [left, arrives, created] = [
      instantAt(shipment, 'pol_atd_at') ?? instantAt(shipment, 'pol_etd_at')!,
      instantAt(shipment, 'pod_ata_at') ?? instantAt(shipment, 'pod_eta_at')!,
      instantAt(shipment, 'created_at')!,
    ]
    assert.ok(left < arrives && Math.abs(arrives - created) < 180 * 86_400_000)
  }),
  rule('2.2', 'pol_atd_at is the time the ship was seen to leave', ({ shipment, live }) => {
    const left =
      eventOf(live, 'transport.feeder_departed') === undefined
        ? eventOf(live, 'transport.transshipment_departed')
          ? undefined
          : eventOf(live, 'transport.vessel_departed')
        : undefined
    if (left) assert.equal(shipment.attributes['pol_atd_at'], left.attributes['timestamp'])
  }),
  rule('2.2', 'pod_vessel_name is the ship that arrives', ({ shipment, live }) => {
    const arrived = eventOf(live, 'transport.vessel_arrived')
    if (arrived) assert.equal(arrived.attributes['voyage_number'], shipment.attributes['pod_voyage_number'])
  }),
  {
    section: '2.2',
    kind: 'rule',
    what: 'ports and destination are named as their records are',
    check: ({ reader, sample }) => {
      for (const at of SAMPLE_INSTANTS) {
        const places = new Map(
          [...sample.at(at, 'port'), ...sample.at(at, 'metro_area')].map((record) => [record.id, record]),
        )
        for (const shipment of sample.at(at, 'shipment')) {
          for (const end of ['port_of_lading', 'port_of_discharge', 'destination']) {
            const record = places.get(only(shipment, end) ?? '')
            assert.equal(shipment.attributes[`${end}_locode`], record?.attributes['code'] ?? null)
            if (record && end !== 'destination')
              assert.equal(shipment.attributes[`${end}_name`], record.attributes['name'])
            if (record && end === 'destination')
              assert.equal(
                shipment.attributes['destination_name'],
                `${String(record.attributes['name'])}, ${String(record.attributes['state_abbr'])}`,
              )
          }
        }
      }
      assert.ok(reader)
    },
  },
  {
    section: '2.2',
    kind: 'rule',
    what: 'the shipping line is one of the list, its names with it',
    check: ({ sample }) => {
      const lines = new Map(sample.of('shipping_line').map(({ attributes }) => [attributes['scac'], attributes]))
      for (const { attributes } of sample.of('shipment')) {
        const line = lines.get(attributes['shipping_line_scac'])
        assert.deepEqual(
          [attributes['shipping_line_name'], attributes['shipping_line_short_name']],
          [line?.['name'], line?.['short_name']],
        )
      }
    },
  },
]

const EVENT_RULES: readonly Row[] = [
  rule('2.4', 'events come newest first and none before it was known', ({ events, at }) => {
    const stamps = events.map((event) => instantAt(event, 'created_at')!)
    assert.deepEqual(
      stamps,
      stamps.toSorted((one, other) => other - one),
    )
    assert.ok(stamps.every((stamp) => stamp <= at))
  }),
  rule('2.4', 'an event names its own container and shipment', ({ events, container, shipment }) => {
    for (const event of events)
      assert.deepEqual([only(event, 'container'), only(event, 'shipment')], [container.id, shipment.id])
  }),
  rule('2.4', 'a milestone is told after it happened; an estimate lies ahead or was replaced', ({ events }) => {
    for (const event of events) {
      const name = textAt(event, 'event')!
      if (name.startsWith('container.pickup') || textAt(event, 'timezone') === null) continue
      const [happens, told] = [instantAt(event, 'timestamp')!, instantAt(event, 'created_at')!]
      if (!name.includes('.estimated.')) assert.ok(happens <= told, `${name} ${event.id}`)
    }
  }),
  rule('2.4', 'what was invalidated has a successor that names it', ({ events }) => {
    const replaced = new Set(events.flatMap((event) => only(event, 'previous_version') ?? []))
    for (const event of events)
      assert.equal(replaced.has(event.id), event.attributes['invalidated_at'] !== null, event.id)
  }),
  rule('2.4', 'value stands on changes of dates only, and there always', ({ events }) => {
    for (const { attributes } of events)
      assert.equal(attributes['value'] !== null, String(attributes['event']).endsWith('.changed'))
  }),
  rule('2.4', 'ships and voyages stand on moves over water only', ({ events }) => {
    for (const event of events) {
      const isOverWater = /vessel|transshipment|feeder/.test(textAt(event, 'event')!)
      assert.equal(only(event, 'vessel') !== null, isOverWater, textAt(event, 'event')!)
      assert.equal(event.attributes['voyage_number'] !== null, isOverWater)
    }
  }),
  rule('2.4', 'a location is the port or city whose locode stands beside it', ({ events, shipment }) => {
    for (const event of events) {
      if (only(event, 'location') === only(shipment, 'port_of_discharge'))
        assert.equal(textAt(event, 'location_locode'), textAt(shipment, 'port_of_discharge_locode'))
      if (only(event, 'location') === only(shipment, 'destination'))
        assert.equal(textAt(event, 'location_locode'), textAt(shipment, 'destination_locode'))
    }
  }),
  rule('2.4', 'no milestone is told twice', ({ live }) => {
    const names = live
      .map((event) => textAt(event, 'event')!)
      .filter((name) => name.startsWith('container.transport.') && !/available|estimated/.test(name))
    assert.equal(new Set(names).size, names.length, names.join(' '))
  }),
]

export const worldRuleRows: readonly Row[] = [...MILESTONES, ...CONTAINER_RULES, ...SHIPMENT_RULES, ...EVENT_RULES]
