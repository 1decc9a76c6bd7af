// Checks the states of a tracking request (specification 3.3).
import assert from 'node:assert/strict'
import { createValueRows } from './attribute-rows.ts'
import { DAY, listLinked, MINUTE, NOON, getLinkedId, SECOND, type Client } from './client.ts'
import type { Services } from './services.ts'
import type { Row } from './row.ts'
import { createRequest, postRequest } from './requests.ts'

const readState = (client: Client, id: string, worldMs: number) => {
  const {
    status,
    failed_reason: reason,
    is_retrying: isRetrying,
    retry_count: count,
  } = client.get(`/tracking_requests/${id}`, worldMs).data.attributes
  return [status, reason, isRetrying, count]
}

const FAILED_REASONS = [
  'booking_cancelled',
  'duplicate',
  'expired',
  'internal_processing_error',
  'invalid_number',
  'not_found',
  'retries_exhausted',
  'shipping_line_unreachable',
  'unrecognized_response',
  'data_unavailable',
  'scac_auto_detect_failed',
]

export const requestStateRows: readonly Row[] = [
  ...createValueRows(
    '3.3',
    'status',
    ['pending', 'created', 'failed', 'awaiting_manifest', 'tracking_stopped'],
    (services: Services) => {
      const client = services.createClient()
      return [
        createRequest(client, { request_number: 'TEST-TR-SUCCEEDED' }).attributes['status'],
        ...services.sample.recordsOf('tracking_request').map(({ attributes }) => attributes['status']),
      ]
    },
  ),
  {
    section: '3.3',
    kind: 'rule',
    what: 'accepted: 201, pending, tracked_object null',
    check: ({ createClient }) => {
      const { status, headers, body } = postRequest(createClient(), {
        request_number: 'TEST-TR-SUCCEEDED',
        ref_numbers: ['PO-1'],
        shipment_tags: ['hot'],
      })
      const { id, attributes } = body.data
      assert.deepEqual(
        [status, headers['location'], attributes],
        [
          201,
          `http://127.0.0.1:4949/v2/tracking_requests/${id}`,
          {
            request_number: 'TEST-TR-SUCCEEDED',
            request_type: 'bill_of_lading',
            scac: 'TEST',
            ref_numbers: ['PO-1'],
            shipment_tags: ['hot'],
            tags: ['hot'],
            status: 'pending',
            failed_reason: null,
            is_retrying: false,
            retry_count: null,
            created_at: '2026-11-20T17:00:00Z',
            updated_at: '2026-11-20T17:00:00Z',
          },
        ],
      )
      assert.deepEqual(body.data.relationships['tracked_object'], { data: null })
    },
  },
  ...[
    ['bill_of_lading', 'MEDUTN2047118'],
    ['booking_number', 'EBKG04711887'],
    ['container', 'MEDU1234565'],
  ].map(([requestType, number]): Row => ({
    section: '3.3',
    kind: 'rule',
    what: `a ${requestType} can be requested`,
    check: ({ createClient }) => {
      const { status, body } = postRequest(createClient(), {
        request_type: requestType,
        request_number: number,
        scac: 'MSCU',
      })
      assert.deepEqual(
        [status, body.data.attributes['request_type'], body.data.attributes['request_number']],
        [201, requestType, number],
      )
    },
  })),
  {
    section: '3.3',
    kind: 'rule',
    what: 'matched: created within a minute, with a shipment of that number and its containers',
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, { request_number: 'TEST-TR-SUCCEEDED' })
      assert.deepEqual(readState(client, id, NOON + 15 * SECOND), ['pending', null, false, null])
      const { data, included } = client.get(`/tracking_requests/${id}`, NOON + MINUTE)
      assert.equal(data.attributes['status'], 'created')
      assert.deepEqual(
        [included.map(({ type }) => type), included[0]?.id, included[0]?.attributes['bill_of_lading_number']],
        [['shipment'], getLinkedId(data, 'tracked_object'), 'TEST-TR-SUCCEEDED'],
      )
      assert.ok(listLinked(included[0]!, 'containers').length > 0)
      assert.ok(client.listAll('/shipments', NOON + MINUTE).some((shipment) => shipment.id === included[0]?.id))
      assert.ok(!client.listAll('/shipments', NOON + 15 * SECOND).some((shipment) => shipment.id === included[0]?.id))
      assert.ok(
        client
          .listAll('/containers', NOON + MINUTE)
          .some((container) => getLinkedId(container, 'shipment') === included[0]?.id),
      )
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'tracked to its end: tracking_stopped when all containers are returned',
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, { request_number: 'TEST-TR-SUCCEEDED' })
      assert.deepEqual(readState(client, id, NOON + 200 * DAY), ['tracking_stopped', null, false, null])
      assert.equal(
        client.get(`/tracking_requests/${id}`, NOON + 200 * DAY).included[0]?.attributes[
          'line_tracking_stopped_reason'
        ],
        'all_containers_terminated',
      )
    },
  },
  ...FAILED_REASONS.map((reason): Row => ({
    section: '3.3',
    kind: 'value',
    what: `failed_reason ${reason} occurs`,
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, {
        request_number: `TEST-TR-FAILED-${reason.toUpperCase().replaceAll('_', '-')}`,
      })
      assert.deepEqual(
        [readState(client, id, NOON), readState(client, id, NOON + MINUTE)],
        [
          ['pending', null, false, null],
          ['failed', reason, false, null],
        ],
      )
      assert.equal(getLinkedId(client.get(`/tracking_requests/${id}`, NOON + MINUTE).data, 'tracked_object'), null)
    },
  })),
  {
    section: '3.3',
    kind: 'rule',
    what: 'TEST-TR-FAILED fails as not_found',
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, { request_number: 'TEST-TR-FAILED' })
      assert.deepEqual(readState(client, id, NOON + MINUTE), ['failed', 'not_found', false, null])
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'awaiting_manifest for seven days, then failed as expired',
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, { request_number: 'TEST-TR-AWAITING-MANIFEST' })
      assert.deepEqual(
        [MINUTE, 6.9 * DAY, 7 * DAY + MINUTE].map((delayMs) => readState(client, id, NOON + delayMs)),
        [
          ['awaiting_manifest', null, false, null],
          ['awaiting_manifest', null, false, null],
          ['failed', 'expired', false, null],
        ],
      )
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'retried fourteen times over a day at growing intervals, then retries_exhausted',
    check: ({ createClient }) => {
      const client = createClient()
      const { id } = createRequest(client, { request_number: 'TEST-TR-RETRIES-EXHAUSTED' })
      const states = Array.from({ length: 12 * 60 + 2 }, (_, step) => readState(client, id, NOON + step * 2 * MINUTE))
      const counts = states.map(([, , isRetrying, count]) => (isRetrying === true ? Number(count) : 0))
      const firstSteps = Array.from({ length: 14 }, (_, index) => counts.indexOf(index + 1))
      const gaps = firstSteps.slice(1).map((step, index) => step - firstSteps[index]!)
      assert.deepEqual(
        [gaps.length, gaps.toSorted((one, other) => one - other), counts.some((count) => count > 14)],
        [13, gaps, false],
      )
      assert.deepEqual(
        new Set(
          states
            .filter(([, , isRetrying]) => isRetrying === true)
            .map(([status, reason]) => `${String(status)} ${String(reason)}`),
        ),
        new Set([
          'pending shipping_line_unreachable',
          'pending unrecognized_response',
          'pending internal_processing_error',
        ]),
      )
      assert.deepEqual(states.at(-1), ['failed', 'retries_exhausted', false, 14])
    },
  },
  ...(['pending', 'created'] as const).map((state): Row => ({
    section: '3.3',
    kind: 'rule',
    what: `the same number and SCAC again while ${state}: rejected, and nothing is created`,
    check: ({ createClient }) => {
      const client = createClient()
      createRequest(client, { request_number: 'TEST-TR-SUCCEEDED' })
      const worldMs = NOON + (state === 'pending' ? SECOND : MINUTE)
      const countBefore = client.listAll('/tracking_requests', worldMs).length
      assert.equal(postRequest(client, { request_number: ' test tr succeeded' }, worldMs).status, 422)
      assert.equal(client.listAll('/tracking_requests', worldMs).length, countBefore)
    },
  })),
  {
    section: '3.3',
    kind: 'rule',
    what: 'the same number again after it failed: accepted',
    check: ({ createClient }) => {
      const client = createClient()
      createRequest(client, { request_number: 'TEST-TR-FAILED' })
      assert.equal(postRequest(client, { request_number: 'TEST-TR-FAILED' }, NOON + SECOND).status, 422)
      assert.equal(postRequest(client, { request_number: 'TEST-TR-FAILED' }, NOON + MINUTE).status, 201)
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'the same number at another line: accepted; under another SCAC of the same line: rejected',
    check: ({ createClient }) => {
      const client = createClient()
      const number = 'CONF4711887'
      assert.deepEqual(
        ['MAEU', 'HLCU', 'SEAU'].map((code) => postRequest(client, { request_number: number, scac: code }).status),
        [201, 201, 422],
      )
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'auto-detection: pending with scac null, then created with the line’s SCAC, or scac_auto_detect_failed',
    check: ({ createClient }) => {
      const client = createClient()
      const detected = createRequest(client, {
        request_number: 'OOLU2600112233',
        scac: undefined,
        auto_detect_vocc_scac: true,
      })
      const undetected = createRequest(client, {
        request_number: 'XXXX99',
        scac: undefined,
        auto_detect_vocc_scac: true,
      })
      assert.deepEqual(
        [
          detected.attributes['scac'],
          client.get(`/tracking_requests/${detected.id}`, NOON + 10 * DAY).data.attributes['scac'],
        ],
        [null, 'OOLU'],
      )
      assert.deepEqual(readState(client, undetected.id, NOON + MINUTE), [
        'failed',
        'scac_auto_detect_failed',
        false,
        null,
      ])
      assert.equal(client.get(`/tracking_requests/${undetected.id}`, NOON + MINUTE).data.attributes['scac'], null)
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'a container number with a wrong check digit fails as invalid_number, and at a line that does not track containers as data_unavailable',
    check: ({ createClient }) => {
      const client = createClient()
      const states = [
        ['HLXU1234560', 'HLCU'],
        ['CBHU1234561', 'COSU'],
        ['OOLU2600112233', 'HLCU'],
      ].map(([request_number, code]) =>
        readState(
          client,
          createRequest(client, { request_type: 'container', request_number, scac: code }).id,
          NOON + MINUTE,
        ),
      )
      assert.deepEqual(
        states.map(([, reason]) => reason),
        ['invalid_number', 'data_unavailable', 'invalid_number'],
      )
    },
  },
  {
    section: '3.3',
    kind: 'rule',
    what: 'a container number requested as a bill of lading fails as invalid_number',
    check: ({ createClient }) => {
      const client = createClient()
      assert.deepEqual(
        readState(client, createRequest(client, { request_number: 'CBHU1234561', scac: 'COSU' }).id, NOON + MINUTE),
        ['failed', 'invalid_number', false, null],
      )
    },
  },
]
