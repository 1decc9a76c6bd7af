// A client stops and resumes the tracking of a shipment. While it is stopped the data does not change, and none is
// lost. Some test numbers (`TEST-TR-STOPPED-…`) have shipments whose tracking stops by itself.
import { expect, test } from 'vitest'
import { createClient, DAY, HOUR, getLinkedId, MINUTE, NOON, type Resource } from './client.ts'
import { createBillAttributes, postRequest } from './requesting.ts'

const client = createClient()

/** Finds a shipment whose containers change within two days. */
function findChangingShipment(): Resource {
  const found = client
    .list('/shipments?page[size]=100')
    .data.find(
      ({ id, attributes }) =>
        attributes['line_tracking_stopped_at'] === null &&
        JSON.stringify(listContainersAndEvents(id, NOON + DAY)) !==
          JSON.stringify(listContainersAndEvents(id, NOON + 3 * DAY)),
    )
  if (!found) throw new Error('Nothing moves.')
  return found
}

const listContainersAndEvents = (id: string, atMs: number) =>
  client.get(`/shipments/${id}?include=containers.transport_events`, atMs).included

test('a stopped shipment shows the stop and keeps its data; after resuming it is up to date', () => {
  const { id } = findChangingShipment()
  const request = client
    .listAll('/tracking_requests?page[size]=100', NOON + DAY)
    .find(
      (candidate) => getLinkedId(candidate, 'tracked_object') === id && candidate.attributes['status'] === 'created',
    )!
  const dataBefore = listContainersAndEvents(id, NOON + DAY)

  const stopped = client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined, NOON + DAY)
  expect(stopped.status).toBe(200)
  expect(stopped.document.data.attributes).toMatchObject({
    line_tracking_stopped_at: '2026-11-21T17:00:00Z',
    line_tracking_stopped_reason: 'cancelled_by_user',
  })
  expect(getLinkedId(stopped.document.data, 'line_tracking_stopped_by_user')).not.toBeNull()
  expect(listContainersAndEvents(id, NOON + 3 * DAY)).toEqual(dataBefore)
  expect(
    client.list('/shipments?filter[tracking_stopped]=true', NOON + 3 * DAY).data.map((shipment) => shipment.id),
  ).toContain(id)
  expect(client.get(`/tracking_requests/${request.id}`, NOON + 3 * DAY).data.attributes).toMatchObject({
    status: 'tracking_stopped',
    updated_at: '2026-11-21T17:00:00Z',
  })

  // Some clients send a body.
  const stoppedAgain = client.send(
    'PATCH',
    `/shipments/${id}/stop_tracking`,
    { data: { type: 'shipment', id } },
    NOON + 2 * DAY,
  )
  expect(stoppedAgain.document.data.attributes['line_tracking_stopped_at']).toBe('2026-11-21T17:00:00Z')

  const resumed = client.send('PATCH', `/shipments/${id}/resume_tracking`, undefined, NOON + 3 * DAY)
  expect(resumed.document.data.attributes).toMatchObject({
    line_tracking_stopped_at: null,
    line_tracking_stopped_reason: null,
  })
  expect(listContainersAndEvents(id, NOON + 3 * DAY)).toEqual(
    createClient().get(`/shipments/${id}?include=containers.transport_events`, NOON + 3 * DAY).included,
  )
  expect(client.get(`/tracking_requests/${request.id}`, NOON + 3 * DAY).data.attributes).toMatchObject({
    status: 'created',
    updated_at: '2026-11-23T17:00:00Z',
  })
  expect(
    client
      .list('/tracking_requests?filter[updated_at][start]=2026-11-23T17:00:00Z', NOON + 3 * DAY)
      .data.map((changed) => changed.id),
  ).toContain(request.id)
})

test('resuming removes a stop that the world set before it', () => {
  const { id, attributes } = client.list('/shipments?filter[tracking_stopped]=true').data[0]!
  const stoppedMs = Date.parse(String(attributes['line_tracking_stopped_at']))
  const { document } = client.send('PATCH', `/shipments/${id}/resume_tracking`, undefined, stoppedMs + HOUR)
  expect(document.data.attributes['line_tracking_stopped_at']).toBeNull()
})

test('an unknown shipment is not found', () =>
  expect(client.send('PATCH', '/shipments/x/stop_tracking', undefined).status).toBe(404))

test.each([
  'all_containers_terminated',
  'past_arrival_window',
  'past_full_out_window',
  'no_updates_at_line',
  'cancelled_by_user',
  'booking_cancelled',
])('the test number for %s has a shipment whose tracking stopped for this reason', (reason) => {
  const number = `TEST-TR-STOPPED-${reason.toUpperCase().replaceAll('_', '-')}`
  const { id } = postRequest(client, createBillAttributes(number, 'TEST')).document.data
  expect(client.get(`/tracking_requests/${id}`, NOON + 2 * MINUTE).data.attributes['status']).toBe('created')
  const stopped = client.get(`/tracking_requests/${id}?include=tracked_object`, NOON + DAY)
  expect(stopped.data.attributes['status']).toBe('tracking_stopped')
  expect(stopped.included[0]!.attributes).toMatchObject({ line_tracking_stopped_reason: reason })
})
