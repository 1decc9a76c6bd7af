// Checks rules between records (specification 2.1, 2.2 and 2.4). They show values that have the right shape but are
// wrong.
import assert from 'node:assert/strict'
import { getInstant, listLinked, getLinkedId, getText, type Resource } from './client.ts'
import { SAMPLE_INSTANTS, type Services } from './services.ts'
import type { Row } from './row.ts'

type Observation = {
  worldMs: number
  container: Resource
  shipment: Resource
  events: readonly Resource[]
  live: readonly Resource[]
}

/**
 * Calls `check` for each container at each instant. `events` is newest first, `live` has those that are not
 * invalidated.
 */
function forEachContainer({ sample }: Services, check: (sight: Observation) => void): void {
  for (const worldMs of SAMPLE_INSTANTS) {
    const shipments = new Map(sample.recordsAt(worldMs, 'shipment').map((shipment) => [shipment.id, shipment]))
    const events = Map.groupBy(sample.recordsAt(worldMs, 'transport_event'), (event) => getLinkedId(event, 'container'))
    for (const container of sample.recordsAt(worldMs, 'container')) {
      const containerEvents = events.get(container.id) ?? []
      check({
        worldMs,
        container,
        shipment: shipments.get(getLinkedId(container, 'shipment')!)!,
        events: containerEvents,
        live: containerEvents.filter(({ attributes }) => attributes['invalidated_at'] === null),
      })
    }
  }
}

function findEvent(events: readonly Resource[], name: string): Resource | undefined {
  return events.find(({ attributes }) => attributes['event'] === `container.${name}`)
}

/** Creates a row: the attribute has the timestamp of the event, and is null while the event is unknown. */
function createMilestoneRow(
  attribute: string,
  event: string,
  section: Row['section'] = '2.1',
  applies: (sight: Observation) => boolean = () => true,
): Row {
  return {
    section,
    kind: 'rule',
    what: `${attribute} is the time of ${event}`,
    check: (services) => {
      let metCount = 0
      forEachContainer(services, (sight) => {
        const expected = applies(sight) ? (findEvent(sight.live, event)?.attributes['timestamp'] ?? null) : null
        assert.equal(
          sight.container.attributes[attribute],
          expected,
          `${sight.container.id} at ${new Date(sight.worldMs).toISOString()}`,
        )
        if (expected !== null) metCount += 1
      })
      assert.ok(metCount > 0, 'never met')
    },
  }
}

const isInland = ({ shipment }: Observation) => shipment.attributes['destination_locode'] !== null

const rule = (section: Row['section'], what: string, check: (sight: Observation) => void): Row => ({
  section,
  kind: 'rule',
  what,
  check: (services) => forEachContainer(services, check),
})

const MILESTONES: readonly Row[] = [
  createMilestoneRow('pod_arrived_at', 'transport.vessel_arrived'),
  createMilestoneRow('pod_discharged_at', 'transport.vessel_discharged'),
  createMilestoneRow('pod_full_out_at', 'transport.full_out', '2.1', (sight) => !isInland(sight)),
  createMilestoneRow('final_destination_full_out_at', 'transport.full_out', '2.1', isInland),
  createMilestoneRow('empty_terminated_at', 'transport.empty_in'),
  createMilestoneRow('pod_rail_loaded_at', 'transport.rail_loaded'),
  createMilestoneRow('pod_rail_departed_at', 'transport.rail_departed'),
  createMilestoneRow('ind_ata_at', 'transport.rail_arrived'),
  createMilestoneRow('ind_rail_unloaded_at', 'transport.rail_unloaded'),
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
        const actual = (container.attributes['import_deadlines'] as Record<string, unknown>)[`pickup_lfd_${member}`]
        assert.equal(
          actual,
          findEvent(events, `pickup_lfd_${member}.changed`)?.attributes['value'] ?? null,
          container.id,
        )
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
      const checked = getInstant(container, 'terminal_checked_at')
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
    const instants = order.flatMap((name) => getInstant(container, name) ?? [])
    // An instant in an unknown zone is written in local time, so a difference of half a day is tolerated.
    for (const [index, instant] of instants.entries())
      assert.ok(
        instant <= worldMs + 43_200_000 && (index === 0 || instant >= instants[index - 1]! - 43_200_000),
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
      findEvent(live, 'transport.estimated.arrived_at_inland_destination')?.attributes['timestamp'] ?? null,
      container.id,
    )
  }),
  rule(
    '2.1',
    'pickup_appointment_at is the value of the newest change of the appointment, until pickup',
    ({ container: { attributes, id }, events }) => {
      const isPickedUp = (attributes['pod_full_out_at'] ?? attributes['final_destination_full_out_at']) !== null
      if (!isPickedUp)
        assert.equal(
          attributes['pickup_appointment_at'],
          findEvent(events, 'pickup_appointment.changed')?.attributes['value'] ?? null,
          id,
        )
    },
  ),
  rule('2.1', 'transport_events links every event of the container, in order', ({ container, events }) =>
    assert.deepEqual(
      listLinked(container, 'transport_events').map(({ id }) => id),
      events.map(({ id }) => id),
    ),
  ),
  rule('2.1', 'weight and seal become known together at loading or stay unknown', ({ container, live }) => {
    if (!findEvent(live, 'transport.vessel_loaded'))
      assert.deepEqual([container.attributes['weight_in_lbs'], container.attributes['seal_number']], [null, null])
  }),
  rule('2.1', 'pickup_facility is the ramp of an inland move, else the terminal at the port', (sight) => {
    if (!isInland(sight))
      assert.equal(getLinkedId(sight.container, 'pickup_facility'), getLinkedId(sight.container, 'pod_terminal'))
    else assert.notEqual(getLinkedId(sight.container, 'pickup_facility'), getLinkedId(sight.container, 'pod_terminal'))
  }),
]

const SHIPMENT_RULES: readonly Row[] = [
  rule('2.2', 'normalized_number is the number in capitals without punctuation', ({ shipment }) =>
    assert.equal(
      getText(shipment, 'normalized_number'),
      getText(shipment, 'bill_of_lading_number')!
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, ''),
    ),
  ),
  rule('2.2', 'pod_ata_at is the arrival of the vessel of its containers', ({ shipment, container }) =>
    assert.equal(shipment.attributes['pod_ata_at'], container.attributes['pod_arrived_at']),
  ),
  rule('2.2', 'pod_eta_at is the newest reported estimate', ({ shipment, live }) => {
    const estimate = findEvent(live, 'transport.estimated.vessel_arrived')
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
        getInstant(shipment, 'line_tracking_last_attempted_at')!,
        getInstant(shipment, 'line_tracking_last_succeeded_at')!,
      ]
      assert.ok(
        succeeded <= tried && tried <= worldMs && (getInstant(shipment, 'line_tracking_stopped_at') ?? tried) >= tried,
      )
    },
  ),
  rule(
    '2.2',
    'the departure of the vessel is before its arrival, and both are within half a year of the request',
    ({ shipment }) => {
      // Directly after its entry, the service has not read the line yet.
      if (shipment.attributes['pod_eta_at'] === null) return
      const [departureMs, arrivalMs, createdMs] = [
        getInstant(shipment, 'pol_atd_at') ?? getInstant(shipment, 'pol_etd_at')!,
        getInstant(shipment, 'pod_ata_at') ?? getInstant(shipment, 'pod_eta_at')!,
        getInstant(shipment, 'created_at')!,
      ]
      assert.ok(departureMs < arrivalMs && Math.abs(arrivalMs - createdMs) < 180 * 86_400_000)
    },
  ),
  rule('2.2', 'pol_atd_at is the time of the departure event', ({ shipment, live }) => {
    const departure =
      findEvent(live, 'transport.feeder_departed') === undefined
        ? findEvent(live, 'transport.transshipment_departed')
          ? undefined
          : findEvent(live, 'transport.vessel_departed')
        : undefined
    if (departure) assert.equal(shipment.attributes['pol_atd_at'], departure.attributes['timestamp'])
  }),
  rule('2.2', 'pod_vessel_name is the vessel that arrives', ({ shipment, live }) => {
    const arrived = findEvent(live, 'transport.vessel_arrived')
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
            const record = places.get(getLinkedId(shipment, end) ?? '')
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
    const createdTimes = events.map((event) => getInstant(event, 'created_at')!)
    assert.deepEqual(
      createdTimes,
      createdTimes.toSorted((one, other) => other - one),
    )
    assert.ok(createdTimes.every((createdMs) => createdMs <= worldMs))
  }),
  rule('2.4', 'an event links its own container and shipment', ({ events, container, shipment }) => {
    for (const event of events)
      assert.deepEqual([getLinkedId(event, 'container'), getLinkedId(event, 'shipment')], [container.id, shipment.id])
  }),
  rule('2.4', 'a milestone is reported after it happened', ({ events }) => {
    for (const event of events) {
      const name = getText(event, 'event')!
      if (name.startsWith('container.pickup') || getText(event, 'timezone') === null) continue
      const [happensAt, knownAt] = [getInstant(event, 'timestamp')!, getInstant(event, 'created_at')!]
      if (!name.includes('.estimated.')) assert.ok(happensAt <= knownAt, `${name} ${event.id}`)
    }
  }),
  rule('2.4', 'an invalidated event has a successor that links it', ({ events }) => {
    const replaced = new Set(events.flatMap((event) => getLinkedId(event, 'previous_version') ?? []))
    for (const event of events)
      assert.equal(replaced.has(event.id), event.attributes['invalidated_at'] !== null, event.id)
  }),
  rule('2.4', 'value is set on every change of a date, and on no other event', ({ events }) => {
    for (const { attributes } of events)
      assert.equal(attributes['value'] !== null, String(attributes['event']).endsWith('.changed'))
  }),
  rule('2.4', 'vessels and voyages are set only on moves over water', ({ events }) => {
    for (const event of events) {
      const isOverWater = /vessel|transshipment|feeder/.test(getText(event, 'event')!)
      assert.equal(getLinkedId(event, 'vessel') !== null, isOverWater, getText(event, 'event')!)
      assert.equal(event.attributes['voyage_number'] !== null, isOverWater)
    }
  }),
  rule('2.4', 'a location of the shipment has the same locode in its events', ({ events, shipment }) => {
    for (const event of events) {
      if (getLinkedId(event, 'location') === getLinkedId(shipment, 'port_of_discharge'))
        assert.equal(getText(event, 'location_locode'), getText(shipment, 'port_of_discharge_locode'))
      if (getLinkedId(event, 'location') === getLinkedId(shipment, 'destination'))
        assert.equal(getText(event, 'location_locode'), getText(shipment, 'destination_locode'))
    }
  }),
  rule('2.4', 'no milestone is reported twice', ({ live }) => {
    const names = live
      .map((event) => getText(event, 'event')!)
      .filter((name) => name.startsWith('container.transport.') && !/available|estimated/.test(name))
    assert.equal(new Set(names).size, names.length, names.join(' '))
  }),
]

export const worldRuleRows: readonly Row[] = [...MILESTONES, ...CONTAINER_RULES, ...SHIPMENT_RULES, ...EVENT_RULES]
