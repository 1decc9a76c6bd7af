// Specification 3: every state is met, and entered and left as the tables say.
import assert from 'node:assert/strict'
import { valueRows } from './attribute-rows.ts'
import { DAY, HOUR, linked, MINUTE, NOON, only, SECOND, textAt, type Client, type Resource } from './client.ts'
import { dataOf, handIn, invoiceText } from './desk.ts'
import { SAMPLE_INSTANTS, type Given } from './given.ts'
import type { Row } from './row.ts'

export const STATUSES = ['new', 'on_ship', 'available', 'not_available', 'grounded', 'on_rail', 'picked_up', 'off_dock', 'delivered', 'dropped', 'loaded', 'empty_returned', 'awaiting_inland_transfer']
export const STOP_REASONS = ['all_containers_terminated', 'past_arrival_window', 'past_full_out_window', 'no_updates_at_line', 'cancelled_by_user', 'booking_cancelled']

const isThere = (container: Resource, ...names: string[]) => names.some((name) => container.attributes[name] !== null)
const activeHolds = ({ attributes }: Resource) => (attributes['holds_at_pod_terminal'] as { status: string }[]).filter(({ status }) => status === 'hold').length

/** What must hold of every container of a status. */
const MEANINGS: Readonly<Record<string, (container: Resource) => boolean>> = {
  new: (container) => !isThere(container, 'pod_arrived_at', 'weight_in_lbs'),
  on_ship: (container) => !isThere(container, 'pod_discharged_at', 'pod_full_out_at'),
  available: ({ attributes }) => attributes['available_for_pickup'] === true,
  not_available: (container) => activeHolds(container) > 0 && container.attributes['available_for_pickup'] !== true && isThere(container, 'pod_discharged_at'),
  grounded: (container) => activeHolds(container) === 0 && container.attributes['available_for_pickup'] !== true && isThere(container, 'pod_discharged_at'),
  on_rail: (container) => isThere(container, 'pod_rail_loaded_at') && !isThere(container, 'ind_rail_unloaded_at'),
  picked_up: (container) => isThere(container, 'pod_full_out_at', 'final_destination_full_out_at') && !isThere(container, 'empty_terminated_at'),
  off_dock: (container) => isThere(container, 'pod_discharged_at') && !isThere(container, 'pod_full_out_at'),
  delivered: (container) => isThere(container, 'pod_full_out_at', 'final_destination_full_out_at') && !isThere(container, 'empty_terminated_at'),
  dropped: (container) => isThere(container, 'pod_full_out_at', 'final_destination_full_out_at') && !isThere(container, 'empty_terminated_at'),
  loaded: (container) => isThere(container, 'pod_full_out_at', 'final_destination_full_out_at') && !isThere(container, 'empty_terminated_at'),
  empty_returned: (container) => isThere(container, 'empty_terminated_at'),
  awaiting_inland_transfer: (container) => isThere(container, 'pod_discharged_at', 'terminal_checked_at') && !isThere(container, 'pod_rail_loaded_at', 'pod_full_out_at'),
}

const CONTAINERS: readonly Row[] = [
  ...valueRows('3.1', 'current_status', STATUSES, ({ sample }) => sample.of('container').map(({ attributes }) => attributes['current_status'])),
  ...STATUSES.map((status): Row => ({
    section: '3.1', kind: 'rule', what: `${status} says what the other attributes say`,
    check: ({ sample }) => { for (const container of sample.of('container')) if (container.attributes['current_status'] === status) assert.ok(MEANINGS[status]?.(container), `${container.id} is ${status}: ${JSON.stringify(container.attributes)}`) },
  })),
  { section: '3.1', kind: 'rule', what: 'every container with an empty return is empty_returned', check: ({ sample }) => { for (const { attributes } of sample.of('container')) assert.equal(attributes['current_status'] === 'empty_returned', attributes['empty_terminated_at'] !== null) } },
  { section: '3.1', kind: 'rule', what: 'on_ship from the first ship on, be it a feeder', check: ({ fresh }) => {
    const client = fresh({ containers: 300 })
    const isTold = (events: readonly Resource[], kind: string) => events.some(({ attributes }) => attributes['event'] === `container.transport.${kind}`)
    let met = 0
    for (let at = NOON; met === 0 && at < NOON + 60 * DAY; at += 6 * HOUR) {
      for (const { id, attributes } of client.list('/containers?page[size]=40', at)) {
        const events = client.list(`/containers/${id}/transport_events`, at)
        if (isTold(events, 'vessel_loaded') || !isTold(events, 'feeder_loaded')) continue
        met += 1
        assert.equal(attributes['current_status'], 'on_ship', id)
      }
    }
    assert.ok(met > 0, 'no container is met on a feeder')
  } },
  { section: '3.1', kind: 'rule', what: 'delivered has its event', check: ({ sample }) => {
    const told = new Set(sample.of('transport_event').filter(({ attributes }) => attributes['event'] === 'container.transport.delivered').map((event) => only(event, 'container')))
    for (const { id, attributes } of sample.of('container')) if (attributes['current_status'] === 'delivered') assert.ok(told.has(id))
  } },
]

/** Weeks after arrival or pickup every journey of the world's own is long over. */
const ONLY_ON_DEMAND = ['past_arrival_window', 'past_full_out_window']

const STOPS: readonly Row[] = [
  ...valueRows('3.2', 'line_tracking_stopped_reason', [null, ...STOP_REASONS.filter((reason) => !ONLY_ON_DEMAND.includes(reason))], ({ sample }) => sample.of('shipment').map(({ attributes }) => attributes['line_tracking_stopped_reason'])),
  ...STOP_REASONS.map((reason): Row => ({
    section: '3.2', kind: 'rule', what: `${reason} on demand: created, stopped for it ten minutes later, its request too, and heard of no more`,
    check: ({ fresh }) => {
      const client = fresh()
      const { id } = made(client, { request_number: `TEST-TR-STOPPED-${reason.toUpperCase().replaceAll('_', '-')}` })
      const stateOf = (at: number) => {
        const { data, included } = client.get(`/tracking_requests/${id}?include=tracked_object`, at)
        const { line_tracking_stopped_at: stoppedAt, line_tracking_stopped_reason: stoppedFor, line_tracking_last_attempted_at: asked } = included[0]?.attributes ?? {}
        return { status: data.attributes['status'], stoppedFor, isStopped: stoppedAt !== null, asked }
      }
      const createdMs = Date.parse(textAt(client.get(`/tracking_requests/${id}?include=tracked_object`, NOON + 2 * MINUTE).included[0]!, 'created_at')!)
      assert.deepEqual([createdMs, createdMs + 10 * MINUTE - SECOND].map((at) => stateOf(at).isStopped), [false, false])
      const [at, later] = [stateOf(createdMs + 10 * MINUTE), stateOf(NOON + 90 * DAY)]
      assert.deepEqual({ ...at, asked: null }, { status: 'tracking_stopped', stoppedFor: reason, isStopped: true, asked: null })
      assert.deepEqual(later, at)
    },
  })),
  { section: '3.2', kind: 'rule', what: 'a reason stands exactly where a time does', check: ({ sample }) => { for (const { attributes } of sample.of('shipment')) assert.equal(attributes['line_tracking_stopped_at'] === null, attributes['line_tracking_stopped_reason'] === null) } },
  { section: '3.2', kind: 'rule', what: 'a user is named exactly where a user stopped it', check: ({ sample }) => { for (const shipment of sample.of('shipment')) assert.equal(only(shipment, 'line_tracking_stopped_by_user') !== null, shipment.attributes['line_tracking_stopped_reason'] === 'cancelled_by_user') } },
  { section: '3.2', kind: 'rule', what: 'all_containers_terminated only when every container is back', check: ({ sample }) => {
    for (const at of SAMPLE_INSTANTS) {
      const containers = Map.groupBy(sample.at(at, 'container'), (container) => only(container, 'shipment'))
      for (const { id, attributes } of sample.at(at, 'shipment')) if (attributes['line_tracking_stopped_reason'] === 'all_containers_terminated') assert.ok(containers.get(id)?.every((container) => container.attributes['current_status'] === 'empty_returned'), id)
    }
  } },
  { section: '3.2', kind: 'rule', what: 'stopped by a client: reason, time, user; nothing moves; resumed: all three gone and the world caught up', check: ({ fresh }) => {
    const client = fresh({ containers: 20 })
    const container = client.list('/containers').find(({ attributes }) => attributes['current_status'] === 'on_ship')!
    const id = only(container, 'shipment')!
    const stopped = client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined, NOON + MINUTE)
    assert.deepEqual([stopped.status, stopped.body.data.attributes['line_tracking_stopped_at'], stopped.body.data.attributes['line_tracking_stopped_reason'], linked(stopped.body.data, 'line_tracking_stopped_by_user')[0]?.type], [200, '2026-11-20T17:01:00Z', 'cancelled_by_user', 'user'])
    const once = client.send('PATCH', `/shipments/${id}/stop_tracking`, undefined, NOON + HOUR)
    assert.equal(once.body.data.attributes['line_tracking_stopped_at'], '2026-11-20T17:01:00Z')
    const requestOf = (at: number) => client.walk('/tracking_requests', at).find((request) => only(request, 'tracked_object') === id)!
    assert.equal(requestOf(NOON + 2 * HOUR).attributes['status'], 'tracking_stopped')
    assert.equal(requestOf(NOON + 2 * HOUR).attributes['updated_at'], '2026-11-20T17:01:00Z')
    assert.deepEqual(client.get(`/containers/${container.id}`, NOON + 30 * DAY).data, client.get(`/containers/${container.id}`, NOON + MINUTE).data)
    assert.deepEqual(client.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY), client.list(`/containers/${container.id}/transport_events`, NOON + MINUTE))
    const resumed = client.send('PATCH', `/shipments/${id}/resume_tracking`, undefined, NOON + 30 * DAY)
    const untouched = fresh({ containers: 20 })
    assert.deepEqual([resumed.status, client.get(`/containers/${container.id}`, NOON + 30 * DAY).data], [200, untouched.get(`/containers/${container.id}`, NOON + 30 * DAY).data])
    assert.deepEqual([resumed.body.data.attributes['line_tracking_stopped_at'], resumed.body.data.attributes['line_tracking_stopped_reason'], only(resumed.body.data, 'line_tracking_stopped_by_user')], [null, null, null])
    assert.deepEqual(client.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY), untouched.list(`/containers/${container.id}/transport_events`, NOON + 30 * DAY))
  } },
  { section: '3.2', kind: 'rule', what: 'a shipment the line gave up can be resumed: the stop from before no longer shows', check: ({ fresh }) => {
    const client = fresh({ seed: 1, containers: 140 })
    const shipment = client.walk('/shipments?filter[tracking_stopped]=true&page[size]=100').find(({ attributes }) => attributes['line_tracking_stopped_reason'] !== 'cancelled_by_user')!
    const { status, body } = client.send('PATCH', `/shipments/${shipment.id}/resume_tracking`)
    assert.deepEqual([status, body.data.attributes['line_tracking_stopped_at'], body.data.attributes['line_tracking_stopped_reason']], [200, null, null])
  } },
]

export function request(client: Client, attributes: Record<string, unknown>, at = NOON) {
  return client.send('POST', '/tracking_requests', dataOf('tracking_request', { request_type: 'bill_of_lading', scac: 'TEST', ...attributes }), at)
}

function made(client: Client, attributes: Record<string, unknown>): Resource {
  const { status, text, body } = request(client, attributes)
  assert.equal(status, 201, text)
  return body.data
}

const stateAt = (client: Client, id: string, at: number) => {
  const { status, failed_reason: reason, is_retrying: isRetrying, retry_count: count } = client.get(`/tracking_requests/${id}`, at).data.attributes
  return [status, reason, isRetrying, count]
}

const FAILED_REASONS = ['booking_cancelled', 'duplicate', 'expired', 'internal_processing_error', 'invalid_number', 'not_found', 'retries_exhausted', 'shipping_line_unreachable', 'unrecognized_response', 'data_unavailable', 'scac_auto_detect_failed']

const REQUESTS: readonly Row[] = [
  ...valueRows('3.3', 'status', ['pending', 'created', 'failed', 'awaiting_manifest', 'tracking_stopped'], (given: Given) => {
    const client = given.fresh()
    return [made(client, { request_number: 'TEST-TR-SUCCEEDED' }).attributes['status'], ...given.sample.of('tracking_request').map(({ attributes }) => attributes['status'])]
  }),
  { section: '3.3', kind: 'rule', what: 'accepted: 201, pending, tracked_object null', check: ({ fresh }) => {
    const { status, headers, body } = request(fresh(), { request_number: 'TEST-TR-SUCCEEDED', ref_numbers: ['PO-1'], shipment_tags: ['hot'] })
    const { id, attributes } = body.data
    assert.deepEqual([status, headers['location'], attributes], [201, `http://127.0.0.1:4949/v2/tracking_requests/${id}`, {
      request_number: 'TEST-TR-SUCCEEDED', request_type: 'bill_of_lading', scac: 'TEST', ref_numbers: ['PO-1'], shipment_tags: ['hot'], tags: ['hot'], status: 'pending', failed_reason: null, is_retrying: false, retry_count: null, created_at: '2026-11-20T17:00:00Z', updated_at: '2026-11-20T17:00:00Z',
    }])
    assert.deepEqual(body.data.relationships['tracked_object'], { data: null })
  } },
  ...[['bill_of_lading', 'MEDUTN2047118'], ['booking_number', 'EBKG04711887'], ['container', 'MEDU1234565']].map(([requestType, number]): Row => ({
    section: '3.3', kind: 'rule', what: `a ${requestType} can be asked for`,
    check: ({ fresh }) => {
      const { status, body } = request(fresh(), { request_type: requestType, request_number: number, scac: 'MSCU' })
      assert.deepEqual([status, body.data.attributes['request_type'], body.data.attributes['request_number']], [201, requestType, number])
    },
  })),
  { section: '3.3', kind: 'rule', what: 'matched: created within a minute, with a shipment of that number and its containers', check: ({ fresh }) => {
    const client = fresh()
    const { id } = made(client, { request_number: 'TEST-TR-SUCCEEDED' })
    assert.deepEqual(stateAt(client, id, NOON + 15 * SECOND), ['pending', null, false, null])
    const { data, included } = client.get(`/tracking_requests/${id}`, NOON + MINUTE)
    assert.equal(data.attributes['status'], 'created')
    assert.deepEqual([included.map(({ type }) => type), included[0]?.id, included[0]?.attributes['bill_of_lading_number']], [['shipment'], only(data, 'tracked_object'), 'TEST-TR-SUCCEEDED'])
    assert.ok(linked(included[0]!, 'containers').length > 0)
    assert.ok(client.walk('/shipments', NOON + MINUTE).some((shipment) => shipment.id === included[0]?.id))
    assert.ok(!client.walk('/shipments', NOON + 15 * SECOND).some((shipment) => shipment.id === included[0]?.id))
    assert.ok(client.walk('/containers', NOON + MINUTE).some((container) => only(container, 'shipment') === included[0]?.id))
  } },
  { section: '3.3', kind: 'rule', what: 'tracked to its end: tracking_stopped when all containers are back', check: ({ fresh }) => {
    const client = fresh()
    const { id } = made(client, { request_number: 'TEST-TR-SUCCEEDED' })
    assert.deepEqual(stateAt(client, id, NOON + 200 * DAY), ['tracking_stopped', null, false, null])
    assert.equal(client.get(`/tracking_requests/${id}`, NOON + 200 * DAY).included[0]?.attributes['line_tracking_stopped_reason'], 'all_containers_terminated')
  } },
  ...FAILED_REASONS.map((reason): Row => ({
    section: '3.3', kind: 'value', what: `failed_reason ${reason} is met`,
    check: ({ fresh }) => {
      const client = fresh()
      const { id } = made(client, { request_number: `TEST-TR-FAILED-${reason.toUpperCase().replaceAll('_', '-')}` })
      assert.deepEqual([stateAt(client, id, NOON), stateAt(client, id, NOON + MINUTE)], [['pending', null, false, null], ['failed', reason, false, null]])
      assert.equal(only(client.get(`/tracking_requests/${id}`, NOON + MINUTE).data, 'tracked_object'), null)
    },
  })),
  { section: '3.3', kind: 'rule', what: 'TEST-TR-FAILED fails as not_found', check: ({ fresh }) => {
    const client = fresh()
    const { id } = made(client, { request_number: 'TEST-TR-FAILED' })
    assert.deepEqual(stateAt(client, id, NOON + MINUTE), ['failed', 'not_found', false, null])
  } },
  { section: '3.3', kind: 'rule', what: 'awaiting_manifest for seven days, then failed as expired', check: ({ fresh }) => {
    const client = fresh()
    const { id } = made(client, { request_number: 'TEST-TR-AWAITING-MANIFEST' })
    assert.deepEqual([MINUTE, 6.9 * DAY, 7 * DAY + MINUTE].map((after) => stateAt(client, id, NOON + after)), [['awaiting_manifest', null, false, null], ['awaiting_manifest', null, false, null], ['failed', 'expired', false, null]])
  } },
  { section: '3.3', kind: 'rule', what: 'retried fourteen times over a day, further and further apart, then retries_exhausted', check: ({ fresh }) => {
    const client = fresh()
    const { id } = made(client, { request_number: 'TEST-TR-RETRIES-EXHAUSTED' })
    const states = Array.from({ length: 12 * 60 + 2 }, (_, step) => stateAt(client, id, NOON + step * 2 * MINUTE))
    const counts = states.map(([, , isRetrying, count]) => (isRetrying === true ? Number(count) : 0))
    const first = Array.from({ length: 14 }, (_, index) => counts.indexOf(index + 1))
    const gaps = first.slice(1).map((minute, index) => minute - first[index]!)
    assert.deepEqual([gaps.length, gaps.toSorted((one, other) => one - other), counts.some((count) => count > 14)], [13, gaps, false])
    assert.deepEqual(new Set(states.filter(([, , isRetrying]) => isRetrying === true).map(([status, reason]) => `${String(status)} ${String(reason)}`)), new Set(['pending shipping_line_unreachable', 'pending unrecognized_response', 'pending internal_processing_error']))
    assert.deepEqual(states.at(-1), ['failed', 'retries_exhausted', false, 14])
  } },
  ...(['pending', 'created'] as const).map((state): Row => ({
    section: '3.3', kind: 'rule', what: `the same number and SCAC again while ${state}: rejected, nothing is made`,
    check: ({ fresh }) => {
      const client = fresh()
      made(client, { request_number: 'TEST-TR-SUCCEEDED' })
      const at = NOON + (state === 'pending' ? SECOND : MINUTE)
      const before = client.walk('/tracking_requests', at).length
      assert.equal(request(client, { request_number: ' test tr succeeded' }, at).status, 422)
      assert.equal(client.walk('/tracking_requests', at).length, before)
    },
  })),
  { section: '3.3', kind: 'rule', what: 'the same number again after it failed: accepted', check: ({ fresh }) => {
    const client = fresh()
    made(client, { request_number: 'TEST-TR-FAILED' })
    assert.equal(request(client, { request_number: 'TEST-TR-FAILED' }, NOON + SECOND).status, 422)
    assert.equal(request(client, { request_number: 'TEST-TR-FAILED' }, NOON + MINUTE).status, 201)
  } },
  { section: '3.3', kind: 'rule', what: 'the same number at another line: accepted; under another SCAC of the same line: rejected', check: ({ fresh }) => {
    const client = fresh()
    const number = 'CONF4711887'
    assert.deepEqual(['MAEU', 'HLCU', 'SEAU'].map((code) => request(client, { request_number: number, scac: code }).status), [201, 201, 422])
  } },
  { section: '3.3', kind: 'rule', what: 'auto-detection: pending with scac null, then created with the line’s SCAC, or scac_auto_detect_failed', check: ({ fresh }) => {
    const client = fresh()
    const found = made(client, { request_number: 'OOLU2600112233', scac: undefined, auto_detect_vocc_scac: true })
    const lost = made(client, { request_number: 'XXXX99', scac: undefined, auto_detect_vocc_scac: true })
    assert.deepEqual([found.attributes['scac'], client.get(`/tracking_requests/${found.id}`, NOON + 10 * DAY).data.attributes['scac']], [null, 'OOLU'])
    assert.deepEqual(stateAt(client, lost.id, NOON + MINUTE), ['failed', 'scac_auto_detect_failed', false, null])
    assert.equal(client.get(`/tracking_requests/${lost.id}`, NOON + MINUTE).data.attributes['scac'], null)
  } },
  { section: '3.3', kind: 'rule', what: 'a container number: invalid_number without its check digit, data_unavailable at a line that does not track containers', check: ({ fresh }) => {
    const client = fresh()
    const states = [['HLXU1234560', 'HLCU'], ['CBHU1234561', 'COSU'], ['OOLU2600112233', 'HLCU']].map(([request_number, code]) => stateAt(client, made(client, { request_type: 'container', request_number, scac: code }).id, NOON + MINUTE))
    assert.deepEqual(states.map(([, reason]) => reason), ['invalid_number', 'data_unavailable', 'invalid_number'])
  } },
  { section: '3.3', kind: 'rule', what: 'a container number under the kind of a bill is not found there', check: ({ fresh }) => {
    const client = fresh()
    assert.deepEqual(stateAt(client, made(client, { request_number: 'CBHU1234561', scac: 'COSU' }).id, NOON + MINUTE), ['failed', 'invalid_number', false, null])
  } },
]

const documentAt = (client: Client, id: string, at: number) => client.get(`/documents/${id}`, at).data

const DOCUMENTS: readonly Row[] = [
  { section: '3.4', kind: 'rule', what: 'submit: 201 with document_type null and no representation', check: async (given) => {
    const { submitted } = await given.desk()
    assert.deepEqual([submitted.attributes['document_type'], submitted.attributes['classification_notes'], submitted.relationships['last_document_representation']?.data], [null, null, null])
    assert.equal(handIn(given.fresh(), 'PACKING LIST').status, 201)
  } },
  { section: '3.4', kind: 'rule', what: 'classify, then extract: the type is there first, the representation after it', check: async (given) => {
    const { client, invoice } = await given.desk()
    const states = [0, 1.9, 2, 4.9, 5].map((seconds) => {
      const document = documentAt(client, invoice.id, NOON + seconds * SECOND)
      return [document.attributes['document_type'], only(document, 'last_document_representation') !== null, textAt(document, 'updated_at')!.slice(17, 19)]
    })
    assert.deepEqual(states, [[null, false, '00'], [null, false, '00'], ['commercial_invoice', false, '02'], ['commercial_invoice', false, '02'], ['commercial_invoice', true, '05']])
  } },
  ...['document.extracted', 'document.extraction_failed'].map((event): Row => ({
    section: '3.4', kind: 'event', what: `result: ${event} is sent once for each such document`,
    check: async (given) => {
      const { deliveries, unreadable } = await given.desk()
      const told = deliveries.filter(({ document }) => document.data.attributes['event'] === event)
      if (event === 'document.extracted') assert.equal(told.length, 2)
      else assert.deepEqual(told.map(({ document }) => only(document.data, 'document')), [unreadable.id])
    },
  })),
  { section: '3.4', kind: 'rule', what: 'a mail to the alias makes an email submission and its documents', check: async (given) => {
    const { client, at } = await given.desk()
    const mailed = client.list('/documents', at).filter(({ attributes }) => attributes['source'] === 'email')
    assert.deepEqual(mailed.map(({ attributes }) => [attributes['name'], attributes['document_type']]), [['packing.txt', 'packing_list']])
  } },
  { section: '3.4', kind: 'rule', what: 'duplicate: the same content is refused by the API and passed over in mail', check: ({ fresh }) => {
    const client = fresh()
    const first = handIn(client, 'PACKING LIST')
    const again = handIn(client, 'PACKING LIST', { name: 'Other name' })
    assert.deepEqual([again.status, again.body.errors[0]?.meta], [409, { existing_document_id: first.body.data.id, existing_document_name: 'Lamps' }])
    const mail = { subject: 'x', text: null, from: [], to: [], cc: [], messageId: null, inReplyTo: null, references: [], contentType: null, sentMs: null, attachments: [{ filename: 'x.txt', contentType: 'text/plain', content: new TextEncoder().encode('PACKING LIST') }] }
    client.service.receiveMail(mail, { processMs: 0, worldMs: NOON })
    assert.equal(client.list('/documents').length, 1)
    assert.deepEqual(client.list('/email_submissions').map(({ attributes }) => [attributes['documents_count'], attributes['body_preview'], attributes['sent_at']]), [[0, null, null]])
  } },
  ...([
    ['commercial_invoice', 'Commercial Invoice\nInvoice No: A-1'],
    ['commercial_invoice', 'INVOICE\nInvoice No: A-1'],
    ['bill_of_lading', 'BILL OF LADING\nB/L No: OOLU123456'],
    ['bill_of_lading', 'SEA WAYBILL\nBooking: 123456'],
    ['arrival_notice', 'Arrival Notice\nETA: 2026-12-01'],
    ['delivery_order', 'DELIVERY ORDER\nDeliver to: Yard 7'],
    ['packing_list', 'Packing List\nCartons: 3'],
  ] as const).map(([type, words]): Row => ({
    section: '3.4', kind: 'value', what: `document_type ${type} is recognised in "${words.split('\n')[0] ?? ''}"`,
    check: async ({ fresh }) => {
      const client = fresh()
      const { id } = handIn(client, words).body.data
      await client.service.work({ processMs: 0, worldMs: NOON })
      assert.equal(documentAt(client, id, NOON + MINUTE).attributes['document_type'], type)
    },
  })),
  { section: '3.4', kind: 'rule', what: 'reextract, reclassify and relink begin anew and announce again', check: async ({ fresh }) => {
    const told: unknown[] = []
    const client = fresh({ post: ({ body }) => { told.push((JSON.parse(new TextDecoder().decode(body)) as { data: Resource }).data.attributes['event']); return Promise.resolve({ status: 204, headers: {}, body: '' }) } })
    client.send('POST', '/webhooks', dataOf('webhook', { url: 'https://x.example', active: true, events: ['document.extracted'] }))
    const { id } = handIn(client, invoiceText('X123456', 'HLXU1234560')).body.data
    for (const [order, step] of ['', 'reextract', 'reclassify', 'relink'].entries()) {
      const at = NOON + (order + 1) * HOUR
      if (step !== '') assert.deepEqual([client.send('POST', `/documents/${id}/${step}`, undefined, at).status, documentAt(client, id, at).attributes['document_type']], [202, null])
      await client.service.work({ processMs: 0, worldMs: at + SECOND })
      await client.service.work({ processMs: 0, worldMs: at + MINUTE })
      assert.equal(documentAt(client, id, at + MINUTE).attributes['document_type'], 'commercial_invoice')
    }
    assert.deepEqual(told, ['document.extracted', 'document.extracted', 'document.extracted'])
    // Linked anew it is not read anew: what was known of it is known at once.
    client.send('POST', `/documents/${id}/relink`, undefined, NOON + 9 * HOUR)
    await client.service.work({ processMs: 0, worldMs: NOON + 9 * HOUR })
    assert.equal(documentAt(client, id, NOON + 9 * HOUR).attributes['document_type'], 'commercial_invoice')
  } },
]

export const stateRows: readonly Row[] = [...CONTAINERS, ...STOPS, ...REQUESTS, ...DOCUMENTS]
