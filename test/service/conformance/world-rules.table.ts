// Specification 2.1, 2.2 and 2.4: rules between records, which show values that are wrong although their shape is
// right.
import assert from 'node:assert/strict'
import { instantAt, linked, only, textAt, type Resource } from './client.ts'
import { SAMPLE_INSTANTS, type Services } from './services.ts'
import type { Row } from './row.ts'

type Sight = {
  worldMs: number
  container: Resource
  shipment: Resource
  events: readonly Resource[]
  live: readonly Resource[]
}

/** A container with its shipment and its events, newest first; `live` has only events that are not invalidated. */
function each({ sample }: Services, check: (sight: Sight) => void): void {
  for (const worldMs of SAMPLE_INSTANTS) {
    const shipments = new Map(sample.recordsAt(worldMs, 'shipment').map((shipment) => [shipment.id, shipment]))
    const events = Map.groupBy(sample.recordsAt(worldMs, 'transport_event'), (event) => only(event, 'container'))
    for (const container of sample.recordsAt(worldMs, 'container')) {
      const own = events.get(container.id) ?? []
      check({
        worldMs,
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

/** An attribute of the container has the timestamp of its event, and is null while the event is unknown. */
function milestone(
  attribute: string,
  event: string,
  section: Row['section'] = '2.1',
  applies: (sight: Sight) => boolean = () => true,
): Row {
  return {
    section,
    kind: 'rule',
    what: `${attribute} is the time of ${event}`,
    check: (services) => {
      let met = 0
      each(services, (sight) => {
        const wanted = applies(sight) ? (eventOf(sight.live, event)?.attributes['timestamp'] ?? null) : null
        assert.equal(
          sight.container.attributes[attribute],
          wanted,
          `${sight.container.id} at ${new Date(sight.worldMs).toISOString()}`,
        )
        if (wanted !== null) met += 1
      })
      assert.ok(met > 0, 'never met')
    },
  }
}

const isInland = ({ shipment }: Sight) => shipment.attributes['destination_locode'] !== null

const rule = (section: Row['section'], what: string, check: (sight: Sight) => void): Row => ({
  section,
  kind: 'rule',
  what,
  check: (services) => each(services, check),
})

const MILESTONES: readonly Row[] = [
  milestone('pod_arrived_at', 'transport.vessel_arrived'),
  milestone('pod_discharged_at', 'transport.vessel_discharged'),
  milestone('pod_full_out_at', 'transport.full_out', '2.1', (sight) => !isInland(sight)),
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
    'the deprecated ind_facility_lfd_on has the value of import_deadlines.pickup_lfd_rail',
    ({ container: { attributes } }) =>
      assert.equal(
        attributes['ind_facility_lfd_on'],
        (attributes['import_deadlines'] as Record<string, unknown>)['pickup_lfd_rail'],
      ),
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
    'import_deadlines at a local midnight are at midnight of their own zone',
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
  rule('2.1', 'available_for_pickup is null exactly when availability is not known', ({ container: { attributes } }) =>
    assert.equal(attributes['available_for_pickup'] === null, attributes['availability_known'] === false),
  ),
  rule(
    '2.1',
    'the time of the terminal check is that of the last request to it, and not in the future',
    ({ container, worldMs }) => {
      assert.equal(container.attributes['terminal_checked_at'], container.attributes['pod_last_tracking_request_at'])
      const checked = instantAt(container, 'terminal_checked_at')
      assert.ok(checked === null || checked <= worldMs)
    },
  ),
  rule('2.1', 'no event is in the future, and the events are in order', ({ container, worldMs }) => {
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
    // If a zone is not known the digits are local, so half a day is tolerated.
    for (const [index, moment] of moments.entries())
      assert.ok(
        moment <= worldMs + 43_200_000 && (index === 0 || moment >= moments[index - 1]! - 43_200_000),
        container.id,
      )
  }),
  rule('2.1', 'a container that left the gate has no holds, fees or yard location', ({ container: { attributes } }) => {
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
  rule('2.1', 'a chassis is set only after pickup at the port', ({ container: { attributes } }) => {
    if (attributes['pod_full_out_chassis_number'] !== null) assert.notEqual(attributes['pod_full_out_at'], null)
  }),
  rule('2.1', 'rail carriers are set from loading on', ({ container: { attributes } }) => {
    for (const name of ['pod_rail_carrier_scac', 'ind_rail_carrier_scac'])
      assert.equal(attributes[name] === null, attributes['pod_rail_loaded_at'] === null)
  }),
  rule('2.1', 'the zone of the empty return is null before the return', ({ container: { attributes } }) => {
    if (attributes['empty_terminated_at'] === null) assert.equal(attributes['empty_terminated_timezone'], null)
  }),
  rule('2.1', 'ind_eta_at is the newest estimate of the rail arrival until the arrival', ({ container, live }) => {
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
  rule('2.1', 'transport_events links every event of the container, in order', ({ container, events }) =>
    assert.deepEqual(
      linked(container, 'transport_events').map(({ id }) => id),
      events.map(({ id }) => id),
    ),
  ),
  rule('2.1', 'weight and seal become known together at loading or stay unknown', ({ container, live }) => {
    if (!eventOf(live, 'transport.vessel_loaded'))
      assert.deepEqual([container.attributes['weight_in_lbs'], container.attributes['seal_number']], [null, null])
  }),
  rule('2.1', 'pickup_facility is the ramp of an inland move, else the terminal at the port', (sight) => {
    if (!isInland(sight)) assert.equal(only(sight.container, 'pickup_facility'), only(sight.container, 'pod_terminal'))
    else assert.notEqual(only(sight.container, 'pickup_facility'), only(sight.container, 'pod_terminal'))
  }),
]

const SHIPMENT_RULES: readonly Row[] = [
  rule('2.2', 'normalized_number is the number in capitals without punctuation', ({ shipment }) =>
    assert.equal(
      textAt(shipment, 'normalized_number'),
      textAt(shipment, 'bill_of_lading_number')!
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, ''),
    ),
  ),
  rule('2.2', 'pod_ata_at is the arrival of the vessel of its containers', ({ shipment, container }) =>
    assert.equal(shipment.attributes['pod_ata_at'], container.attributes['pod_arrived_at']),
  ),
  rule('2.2', 'pod_eta_at is the newest reported estimate', ({ shipment, live }) => {
    const estimate = eventOf(live, 'transport.estimated.vessel_arrived')
    if (estimate && shipment.attributes['pod_ata_at'] === null)
      assert.equal(shipment.attributes['pod_eta_at'], estimate.attributes['timestamp'], shipment.id)
  }),
  rule('2.2', 'pod_timezone, destination and customer agree with the container', ({ shipment, container }) => {
    assert.equal(shipment.attributes['pod_timezone'], container.attributes['pod_timezone'])
    assert.equal(shipment.attributes['destination_timezone'], container.attributes['final_destination_timezone'])
    assert.equal(shipment.attributes['created_at'], container.attributes['created_at'])
  }),
  rule(
    '2.2',
    'the last attempt to track is not before the last success, and both are in the past',
    ({ shipment, worldMs }) => {
      const [tried, succeeded] = [
        instantAt(shipment, 'line_tracking_last_attempted_at')!,
        instantAt(shipment, 'line_tracking_last_succeeded_at')!,
      ]
      assert.ok(
        succeeded <= tried && tried <= worldMs && (instantAt(shipment, 'line_tracking_stopped_at') ?? tried) >= tried,
      )
    },
  ),
  rule(
    '2.2',
    'the departure of the vessel is before its arrival, and both are within half a year of the request',
    ({ shipment }) => {
      // It was entered, and the line was not asked yet.
      if (shipment.attributes['pod_eta_at'] === null) return
      const [left, arrives, created] = [
        instantAt(shipment, 'pol_atd_at') ?? instantAt(shipment, 'pol_etd_at')!,
        instantAt(shipment, 'pod_ata_at') ?? instantAt(shipment, 'pod_eta_at')!,
        instantAt(shipment, 'created_at')!,
      ]
      assert.ok(left < arrives && Math.abs(arrives - created) < 180 * 86_400_000)
    },
  ),
  rule('2.2', 'pol_atd_at is the time of the departure event', ({ shipment, live }) => {
    const left =
      eventOf(live, 'transport.feeder_departed') === undefined
        ? eventOf(live, 'transport.transshipment_departed')
          ? undefined
          : eventOf(live, 'transport.vessel_departed')
        : undefined
    if (left) assert.equal(shipment.attributes['pol_atd_at'], left.attributes['timestamp'])
  }),
  rule('2.2', 'pod_vessel_name is the vessel that arrives', ({ shipment, live }) => {
    const arrived = eventOf(live, 'transport.vessel_arrived')
    if (arrived) assert.equal(arrived.attributes['voyage_number'], shipment.attributes['pod_voyage_number'])
  }),
  {
    section: '2.2',
    kind: 'rule',
    what: 'the names of ports and destination are those of their records',
    check: ({ reader, sample }) => {
      for (const worldMs of SAMPLE_INSTANTS) {
        const places = new Map(
          [...sample.recordsAt(worldMs, 'port'), ...sample.recordsAt(worldMs, 'metro_area')].map((record) => [
            record.id,
            record,
          ]),
        )
        for (const shipment of sample.recordsAt(worldMs, 'shipment')) {
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
    what: 'the shipping line is one of the list, with its names',
    check: ({ sample }) => {
      const lines = new Map(sample.recordsOf('shipping_line').map(({ attributes }) => [attributes['scac'], attributes]))
      for (const { attributes } of sample.recordsOf('shipment')) {
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
  rule('2.4', 'events are sorted newest first, and none is shown before it was known', ({ events, worldMs }) => {
    const stamps = events.map((event) => instantAt(event, 'created_at')!)
    assert.deepEqual(
      stamps,
      stamps.toSorted((one, other) => other - one),
    )
    assert.ok(stamps.every((stamp) => stamp <= worldMs))
  }),
  rule('2.4', 'an event links its own container and shipment', ({ events, container, shipment }) => {
    for (const event of events)
      assert.deepEqual([only(event, 'container'), only(event, 'shipment')], [container.id, shipment.id])
  }),
  rule('2.4', 'a milestone is reported after it happened', ({ events }) => {
    for (const event of events) {
      const name = textAt(event, 'event')!
      if (name.startsWith('container.pickup') || textAt(event, 'timezone') === null) continue
      const [happensAt, knownAt] = [instantAt(event, 'timestamp')!, instantAt(event, 'created_at')!]
      if (!name.includes('.estimated.')) assert.ok(happensAt <= knownAt, `${name} ${event.id}`)
    }
  }),
  rule('2.4', 'an invalidated event has a successor that links it', ({ events }) => {
    const replaced = new Set(events.flatMap((event) => only(event, 'previous_version') ?? []))
    for (const event of events)
      assert.equal(replaced.has(event.id), event.attributes['invalidated_at'] !== null, event.id)
  }),
  rule('2.4', 'value is set on every change of a date, and on no other event', ({ events }) => {
    for (const { attributes } of events)
      assert.equal(attributes['value'] !== null, String(attributes['event']).endsWith('.changed'))
  }),
  rule('2.4', 'vessels and voyages are set only on moves over water', ({ events }) => {
    for (const event of events) {
      const isOverWater = /vessel|transshipment|feeder/.test(textAt(event, 'event')!)
      assert.equal(only(event, 'vessel') !== null, isOverWater, textAt(event, 'event')!)
      assert.equal(event.attributes['voyage_number'] !== null, isOverWater)
    }
  }),
  rule('2.4', 'a location of the shipment has the same locode in its events', ({ events, shipment }) => {
    for (const event of events) {
      if (only(event, 'location') === only(shipment, 'port_of_discharge'))
        assert.equal(textAt(event, 'location_locode'), textAt(shipment, 'port_of_discharge_locode'))
      if (only(event, 'location') === only(shipment, 'destination'))
        assert.equal(textAt(event, 'location_locode'), textAt(shipment, 'destination_locode'))
    }
  }),
  rule('2.4', 'no milestone is reported twice', ({ live }) => {
    const names = live
      .map((event) => textAt(event, 'event')!)
      .filter((name) => name.startsWith('container.transport.') && !/available|estimated/.test(name))
    assert.equal(new Set(names).size, names.length, names.join(' '))
  }),
]

export const worldRuleRows: readonly Row[] = [...MILESTONES, ...CONTAINER_RULES, ...SHIPMENT_RULES, ...EVENT_RULES]
