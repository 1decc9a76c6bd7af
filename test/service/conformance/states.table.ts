// Checks that every state of a container and of a shipment's tracking occurs, begins and ends as the specification says
// (3.1, 3.2).
import assert from 'node:assert/strict'
import { createValueRows } from './attribute-rows.ts'
import { DAY, HOUR, listLinked, MINUTE, NOON, getLinkedId, SECOND, getText, type Resource } from './client.ts'
import { SAMPLE_INSTANTS } from './services.ts'
import type { Row } from './row.ts'
import { createRequest } from './requests.ts'

const STATUSES = [
  'new',
  'on_ship',
  'available',
  'not_available',
  'grounded',
  'on_rail',
  'picked_up',
  'off_dock',
  'delivered',
  'dropped',
  'loaded',
  'empty_returned',
  'awaiting_inland_transfer',
]
const STOP_REASONS = [
  'all_containers_terminated',
  'past_arrival_window',
  'past_full_out_window',
  'no_updates_at_line',
  'cancelled_by_user',
  'booking_cancelled',
]

const hasAny = (container: Resource, ...names: string[]) => names.some((name) => container.attributes[name] !== null)
const countActiveHolds = ({ attributes }: Resource) =>
  (attributes['holds_at_pod_terminal'] as { status: string }[]).filter(({ status }) => status === 'hold').length

/** The condition that every container with this status must meet. */
const MEANINGS: Readonly<Record<string, (container: Resource) => boolean>> = {
  new: (container) => !hasAny(container, 'pod_arrived_at', 'weight_in_lbs'),
  on_ship: (container) => !hasAny(container, 'pod_discharged_at', 'pod_full_out_at'),
  available: ({ attributes }) => attributes['available_for_pickup'] === true,
  not_available: (container) =>
    countActiveHolds(container) > 0 &&
    container.attributes['available_for_pickup'] !== true &&
    hasAny(container, 'pod_discharged_at'),
  grounded: (container) =>
    countActiveHolds(container) === 0 &&
    container.attributes['available_for_pickup'] !== true &&
    hasAny(container, 'pod_discharged_at'),
  on_rail: (container) => hasAny(container, 'pod_rail_loaded_at') && !hasAny(container, 'ind_rail_unloaded_at'),
  picked_up: (container) =>
    hasAny(container, 'pod_full_out_at', 'final_destination_full_out_at') && !hasAny(container, 'empty_terminated_at'),
  off_dock: (container) => hasAny(container, 'pod_discharged_at') && !hasAny(container, 'pod_full_out_at'),
  delivered: (container) =>
    hasAny(container, 'pod_full_out_at', 'final_destination_full_out_at') && !hasAny(container, 'empty_terminated_at'),
  dropped: (container) =>
    hasAny(container, 'pod_full_out_at', 'final_destination_full_out_at') && !hasAny(container, 'empty_terminated_at'),
  loaded: (container) =>
    hasAny(container, 'pod_full_out_at', 'final_destination_full_out_at') && !hasAny(container, 'empty_terminated_at'),
  empty_returned: (container) => hasAny(container, 'empty_terminated_at'),
  awaiting_inland_transfer: (container) =>
    hasAny(container, 'pod_discharged_at', 'terminal_checked_at') &&
    !hasAny(container, 'pod_rail_loaded_at', 'pod_full_out_at'),
}

const CONTAINERS: readonly Row[] = [
  ...createValueRows('3.1', 'current_status', STATUSES, ({ sample }) =>
    sample.recordsOf('container').map(({ attributes }) => attributes['current_status']),
  ),
  ...STATUSES.map((status): Row => ({
    section: '3.1',
    kind: 'rule',
    what: `${status} agrees with the other attributes`,
    check: ({ sample }) => {
      for (const container of sample.recordsOf('container'))
        if (container.attributes['current_status'] === status)
          assert.ok(
            MEANINGS[status]?.(container),
            `${container.id} is ${status}: ${JSON.stringify(container.attributes)}`,
          )
    },
  })),
  {
    section: '3.1',
    kind: 'rule',
    what: 'a container is empty_returned exactly if it has an empty return',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('container'))
        assert.equal(attributes['current_status'] === 'empty_returned', attributes['empty_terminated_at'] !== null)
    },
  },
  {
    section: '3.1',
    kind: 'rule',
    what: 'a container is on_ship from its first vessel on, also on a feeder',
    check: ({ createClient }) => {
      const client = createClient({ containers: 300 })
      const hasEvent = (events: readonly Resource[], kind: string) =>
        events.some(({ attributes }) => attributes['event'] === `container.transport.${kind}`)
      let feederCount = 0
      for (let worldMs = NOON; feederCount === 0 && worldMs < NOON + 60 * DAY; worldMs += 6 * HOUR) {
        for (const { id, attributes } of client.list('/containers?page[size]=40', worldMs)) {
          const events = client.list(`/containers/${id}/transport_events`, worldMs)
          if (hasEvent(events, 'vessel_loaded') || !hasEvent(events, 'feeder_loaded')) continue
          feederCount += 1
          assert.equal(attributes['current_status'], 'on_ship', id)
        }
      }
      assert.ok(feederCount > 0, 'no container is met on a feeder')
    },
  },
  {
    section: '3.1',
    kind: 'rule',
    what: 'every delivered container has the event of its delivery',
    check: ({ sample }) => {
      const deliveredIds = new Set(
        sample
          .recordsOf('transport_event')
          .filter(({ attributes }) => attributes['event'] === 'container.transport.delivered')
          .map((event) => getLinkedId(event, 'container')),
      )
      for (const { id, attributes } of sample.recordsOf('container'))
        if (attributes['current_status'] === 'delivered') assert.ok(deliveredIds.has(id))
    },
  },
]

/** These reasons need a journey that lasts weeks after arrival or pickup. Journeys of the world itself end earlier. */
const ONLY_ON_DEMAND = ['past_arrival_window', 'past_full_out_window']

const STOPS: readonly Row[] = [
  ...createValueRows(
    '3.2',
    'line_tracking_stopped_reason',
    [null, ...STOP_REASONS.filter((reason) => !ONLY_ON_DEMAND.includes(reason))],
    ({ sample }) => sample.recordsOf('shipment').map(({ attributes }) => attributes['line_tracking_stopped_reason']),
  ),
  ...STOP_REASONS.map((reason): Row => ({
    section: '3.2',
    kind: 'rule',
    what: `${reason} on demand: created, stopped ten minutes later together with its request, and unchanged from then on`,
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, {
        request_number: `TEST-TR-STOPPED-${reason.toUpperCase().replaceAll('_', '-')}`,
      })
      const readState = (worldMs: number) => {
        const { data, included } = client.get(`/tracking_requests/${id}?include=tracked_object`, worldMs)
        const {
          line_tracking_stopped_at: stoppedAt,
          line_tracking_stopped_reason: stopReason,
          line_tracking_last_attempted_at: lastAttemptAt,
        } = included[0]?.attributes ?? {}
        return { status: data.attributes['status'], stopReason, isStopped: stoppedAt !== null, lastAttemptAt }
      }
      const createdMs = Date.parse(
        getText(
          client.get(`/tracking_requests/${id}?include=tracked_object`, NOON + 2 * MINUTE).included[0]!,
          'created_at',
        )!,
      )
      assert.deepEqual(
        [createdMs, createdMs + 10 * MINUTE - SECOND].map((worldMs) => readState(worldMs).isStopped),
        [false, false],
      )
      const [stopped, later] = [readState(createdMs + 10 * MINUTE), readState(NOON + 90 * DAY)]
      assert.deepEqual(
        { ...stopped, lastAttemptAt: null },
        { status: 'tracking_stopped', stopReason: reason, isStopped: true, lastAttemptAt: null },
      )
      assert.deepEqual(later, stopped)
    },
  })),
  {
    section: '3.2',
    kind: 'rule',
    what: 'the reason of a stop is set exactly if its time is',
    check: ({ sample }) => {
      for (const { attributes } of sample.recordsOf('shipment'))
        assert.equal(
          attributes['line_tracking_stopped_at'] === null,
          attributes['line_tracking_stopped_reason'] === null,
        )
    },
  },
  {
    section: '3.2',
    kind: 'rule',
    what: 'the user of a stop is set exactly if a user stopped the tracking',
    check: ({ sample }) => {
      for (const shipment of sample.recordsOf('shipment'))
        assert.equal(
          getLinkedId(shipment, 'line_tracking_stopped_by_user') !== null,
          shipment.attributes['line_tracking_stopped_reason'] === 'cancelled_by_user',
        )
    },
  },
  {
    section: '3.2',
    kind: 'rule',
    what: 'all_containers_terminated occurs only if every container is returned',
    check: ({ sample }) => {
      for (const worldMs of SAMPLE_INSTANTS) {
        const containers = Map.groupBy(sample.recordsAt(worldMs, 'container'), (container) =>
          getLinkedId(container, 'shipment'),
        )
        for (const { id, attributes } of sample.recordsAt(worldMs, 'shipment'))
          if (attributes['line_tracking_stopped_reason'] === 'all_containers_terminated')
            assert.ok(
              containers.get(id)?.every((container) => container.attributes['current_status'] === 'empty_returned'),
              id,
            )
      }
    },
  },
  {
    section: '3.2',
    kind: 'rule',
    what: 'stopped by a client: reason, time and user are set, and nothing changes; resumed: all three are removed, and the data is up to date',
    check: ({ createClient }) => {
      const client = createClient({ containers: 20 })
      const container = client.list('/containers').find(({ attributes }) => attributes['current_status'] === 'on_ship')!
      const id = getLinkedId(container, 'shipment')!
      const stopped = client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined, NOON + MINUTE)
      assert.deepEqual(
        [
          stopped.status,
          stopped.body.data.attributes['line_tracking_stopped_at'],
          stopped.body.data.attributes['line_tracking_stopped_reason'],
          listLinked(stopped.body.data, 'line_tracking_stopped_by_user')[0]?.type,
        ],
        [200, '2026-11-20T17:01:00Z', 'cancelled_by_user', 'user'],
      )
      const stoppedAgain = client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined, NOON + HOUR)
      assert.equal(stoppedAgain.body.data.attributes['line_tracking_stopped_at'], '2026-11-20T17:01:00Z')
      const findRequest = (worldMs: number) =>
        client.listAll('/tracking_requests', worldMs).find((request) => getLinkedId(request, 'tracked_object') === id)!
      assert.equal(findRequest(NOON + 2 * HOUR).attributes['status'], 'tracking_stopped')
      assert.equal(findRequest(NOON + 2 * HOUR).attributes['updated_at'], '2026-11-20T17:01:00Z')
      assert.deepEqual(
        client.get(`/containers/${container.id}`, NOON + 30 * DAY).data,
        client.get(`/containers/${container.id}`, NOON + MINUTE).data,
      )
      assert.deepEqual(
        client.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY),
        client.list(`/containers/${container.id}/transport_events`, NOON + MINUTE),
      )
      const resumed = client.send('PATCH', `/shipments/${id}/resume_tracking`, undefined, NOON + 30 * DAY)
      const untouched = createClient({ containers: 20 })
      assert.deepEqual(
        [resumed.status, client.get(`/containers/${container.id}`, NOON + 30 * DAY).data],
        [200, untouched.get(`/containers/${container.id}`, NOON + 30 * DAY).data],
      )
      assert.deepEqual(
        [
          resumed.body.data.attributes['line_tracking_stopped_at'],
          resumed.body.data.attributes['line_tracking_stopped_reason'],
          getLinkedId(resumed.body.data, 'line_tracking_stopped_by_user'),
        ],
        [null, null, null],
      )
      assert.deepEqual(
        client.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY),
        untouched.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY),
      )
    },
  },
  {
    section: '3.2',
    kind: 'rule',
    what: 'tracking of a shipment that the line stopped can be resumed, and the earlier stop is no longer shown',
    check: ({ createClient }) => {
      const client = createClient({ seed: 1, containers: 140 })
      const shipment = client
        .listAll('/shipments?filter[tracking_stopped]=true&page[size]=100')
        .find(({ attributes }) => attributes['line_tracking_stopped_reason'] !== 'cancelled_by_user')!
      const { status, body } = client.send('PATCH', `/shipments/${shipment.id}/resume_tracking`)
      assert.deepEqual(
        [
          status,
          body.data.attributes['line_tracking_stopped_at'],
          body.data.attributes['line_tracking_stopped_reason'],
        ],
        [200, null, null],
      )
    },
  },
]

export const stateRows: readonly Row[] = [...CONTAINERS, ...STOPS]
