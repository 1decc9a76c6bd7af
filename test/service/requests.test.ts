// A tracking request leads to a shipment, or fails with a reason (specification 3.3).
import { describe, expect, test } from 'vitest'
import { appendCheckDigit } from '#service/world/container-number.ts'
import { createClient, DAY, HOUR, getLinkedId, MINUTE, NOON, getText, type Client } from './client.ts'
import { postRequest, createBillAttributes, requestSuccessfulBill, SECOND } from './requesting.ts'

function requestBillsUntil(isMatching: (client: Client, id: string) => boolean): { client: Client; id: string } {
  const client = createClient({ containers: 7 })
  for (let number = 0; number < 400; number += 1) {
    const { id } = postRequest(client, createBillAttributes(`27${String(number).padStart(7, '0')}`)).document.data
    if (isMatching(client, id)) return { client, id }
  }
  throw new Error('None of 400 bills fares like that.')
}

const readStatus = (client: Client, id: string, at: number) =>
  getText(client.get(`/tracking_requests/${id}`, at).data, 'status')

describe('a new request', () => {
  test('is answered 201, pending and without a shipment', () => {
    const client = createClient()
    const { status, document } = postRequest(client, {
      ...createBillAttributes('MAEU 2-123'),
      request_number: ' 212345678 ',
      ref_numbers: ['PO-1'],
      shipment_tags: ['hot'],
    })
    expect(status).toBe(201)
    expect(document.data.attributes).toEqual({
      request_number: '212345678',
      request_type: 'bill_of_lading',
      scac: 'MAEU',
      ref_numbers: ['PO-1'],
      shipment_tags: ['hot'],
      tags: ['hot'],
      status: 'pending',
      failed_reason: null,
      is_retrying: false,
      retry_count: null,
      created_at: '2026-11-20T17:00:00Z',
      updated_at: '2026-11-20T17:00:00Z',
    })
    expect(document.data.relationships['tracked_object']).toEqual({ data: null })
    expect(document.data.links).toEqual({ self: `/v2/tracking_requests/${document.data.id}` })
    expect(document).not.toHaveProperty('included')
  })

  test('becomes a shipment with containers after 20 to 60 seconds of the world', () => {
    const client = createClient()
    const { id, number } = requestSuccessfulBill(client, {
      ref_numbers: ['PO-77', 'SO-78'],
      shipment_tags: ['fragile'],
    })
    expect(readStatus(client, id, NOON + 19 * SECOND)).toBe('pending')
    const { data, included } = client.get(`/tracking_request/${id}`, NOON + 61 * SECOND)
    const shipmentId = getLinkedId(data, 'tracked_object')!
    const [shipment] = included
    expect(shipment!.id).toBe(shipmentId)
    expect(shipment!.attributes).toMatchObject({
      bill_of_lading_number: number,
      shipping_line_scac: 'MAEU',
      ref_numbers: ['PO-77', 'SO-78'],
      tags: ['fragile'],
      line_tracking_stopped_at: null,
    })
    const containers = client.get(`/shipments/${shipmentId}?include=containers`, NOON + 61 * SECOND).included
    expect(containers.length).toBeGreaterThanOrEqual(1)
    for (const container of containers)
      expect((container.attributes['ref_numbers'] as string[]).slice(0, 2)).toEqual(['PO-77', 'SO-78'])
    expect(Date.parse(getText(data, 'updated_at')!)).toBeGreaterThanOrEqual(NOON + 20 * SECOND)
  })

  test('adds its containers to the list, newest first', () => {
    const client = createClient({ containers: 7 })
    const { id } = requestSuccessfulBill(client)
    const soon = NOON + 61 * SECOND
    const shipmentId = getLinkedId(client.get(`/tracking_requests/${id}`, soon).data, 'tracked_object')
    expect(client.list('/containers', NOON + SECOND).meta.total).toBe(7)
    const { data, meta } = client.list('/containers', soon)
    const ownContainers = data.filter((container) => getLinkedId(container, 'shipment') === shipmentId)
    expect(ownContainers.length).toBeGreaterThan(0)
    expect(meta.total).toBeGreaterThanOrEqual(7 + ownContainers.length)
    expect(data.slice(0, meta.total - 7).map(({ id: containerId }) => containerId)).toEqual(
      expect.arrayContaining(ownContainers.map(({ id: containerId }) => containerId)),
    )
  })

  test('for a container adds only that container, on a vessel of its line', () => {
    const client = createClient()
    const number = appendCheckDigit('MSKU123456')
    const { id } = postRequest(client, {
      request_type: 'container',
      request_number: `${number.slice(0, 4)} ${number.slice(4)}`,
      scac: 'MAEU',
    }).document.data
    const shipmentId = getLinkedId(client.get(`/tracking_requests/${id}`, NOON + HOUR).data, 'tracked_object')!
    const { data, included } = client.get(`/shipments/${shipmentId}?include=containers`, NOON + HOUR)
    expect(included.map((container) => getText(container, 'number'))).toEqual([number])
    expect(getText(data, 'shipping_line_scac')).toBe('MAEU')
  })

  test('is tracked until its containers are returned', () => {
    const client = createClient({ containers: 7 })
    const { id } = requestSuccessfulBill(client)
    const later = NOON + 140 * DAY
    const shipmentId = getLinkedId(client.get(`/tracking_requests/${id}`, later).data, 'tracked_object')!
    const { included } = client.get(`/shipments/${shipmentId}?include=containers`, later)
    expect(new Set(included.map((container) => getText(container, 'current_status')))).toEqual(
      new Set(['empty_returned']),
    )
    expect(readStatus(client, id, later)).toBe('tracking_stopped')
  })

  test('names a customer only if there is such a party', () => {
    const client = createClient()
    const party = client.list('/tracking_requests?include=customer').included.find(({ type }) => type === 'party')!
    const withParty = postRequest(client, createBillAttributes('255500001'), NOON, {
      customer: { data: { type: 'party', id: party.id } },
    })
    expect(getLinkedId(withParty.document.data, 'customer')).toBe(party.id)
    const withUnknownParty = postRequest(client, createBillAttributes('255500002'), NOON, {
      customer: { data: { type: 'party', id: 'nobody' } },
    })
    expect([withUnknownParty.status, withUnknownParty.document.errors[0]!.source]).toEqual([
      422,
      { pointer: '/data/relationships/customer' },
    ])
  })
})

describe('the processing of a request', () => {
  const numberWithWrongDigit = appendCheckDigit('MSKU123456').replace(/\d$/, (digit) =>
    String((Number(digit) + 1) % 10),
  )
  test.each([
    [
      'a container with a wrong check digit',
      { request_type: 'container', request_number: numberWithWrongDigit, scac: 'MAEU' },
      'invalid_number',
    ],
    ['a container under the name of a bill', createBillAttributes(appendCheckDigit('MSKU123456')), 'invalid_number'],
    ['a bill without digits', createBillAttributes('HELLO-WORLD'), 'invalid_number'],
    [
      'a container at a line that cannot track it',
      { request_type: 'container', request_number: appendCheckDigit('CBHU123456'), scac: 'COSU' },
      'data_unavailable',
    ],
    ['the test number for failure', createBillAttributes('TEST-TR-FAILED', 'TEST'), 'not_found'],
    ['an unknown test number', createBillAttributes('TEST-1234', 'TEST'), 'not_found'],
    [
      'a number of no carrier',
      { request_type: 'bill_of_lading', request_number: 'QQQQ1234567', auto_detect_vocc_scac: true },
      'scac_auto_detect_failed',
    ],
  ])('accepts it as pending, and then fails: %s', (_, attributes, reason) => {
    const client = createClient()
    const { status, document } = postRequest(client, attributes)
    expect([status, getText(document.data, 'status')]).toEqual([201, 'pending'])
    const { data } = client.get(`/tracking_requests/${document.data.id}`, NOON + 61 * SECOND)
    expect(data.attributes).toMatchObject({ status: 'failed', failed_reason: reason, is_retrying: false })
    expect(data.relationships['tracked_object']).toEqual({ data: null })
  })

  test('succeeds for the test number of success', () => {
    const client = createClient()
    const { id } = postRequest(client, createBillAttributes('TEST-TR-SUCCEEDED', 'TEST')).document.data
    expect(readStatus(client, id, NOON + 61 * SECOND)).toBe('created')
  })

  test('detects the carrier if requested', () => {
    const client = createClient()
    const { document } = postRequest(client, {
      request_type: 'container',
      request_number: appendCheckDigit('OOLU765432'),
      auto_detect_vocc_scac: true,
    })
    expect(getText(document.data, 'scac')).toBe(null)
    expect(getText(client.get(`/tracking_requests/${document.data.id}`, NOON + HOUR).data, 'scac')).toBe('OOLU')
  })

  test('counts the attempts at carriers that do not answer at first', () => {
    const { client, id } = requestBillsUntil(
      (reader, requestId) =>
        reader.get(`/tracking_requests/${requestId}`, NOON + 2 * MINUTE).data.attributes['is_retrying'] === true,
    )
    const { attributes } = client.get(`/tracking_requests/${id}`, NOON + 2 * MINUTE).data
    expect(attributes).toMatchObject({ status: 'pending', failed_reason: 'shipping_line_unreachable' })
    expect(attributes['retry_count']).toBeGreaterThanOrEqual(1)
    expect(client.get(`/tracking_requests/${id}`, NOON + 16 * MINUTE).data.attributes).toMatchObject({
      status: 'created',
      failed_reason: null,
      is_retrying: false,
      retry_count: null,
    })
  })

  test('waits for the manifest for some bills, and fails for a few of them', () => {
    const awaitsManifest = (reader: Client, requestId: string) =>
      readStatus(reader, requestId, NOON + HOUR) === 'awaiting_manifest'
    const succeeding = requestBillsUntil(
      (reader, requestId) =>
        awaitsManifest(reader, requestId) && readStatus(reader, requestId, NOON + 5 * DAY) === 'created',
    )
    expect(succeeding.id).toBeTruthy()
    const failing = requestBillsUntil(
      (reader, requestId) =>
        awaitsManifest(reader, requestId) && readStatus(reader, requestId, NOON + 8 * DAY) === 'failed',
    )
    expect(getText(failing.client.get(`/tracking_requests/${failing.id}`, NOON + 8 * DAY).data, 'failed_reason')).toBe(
      'expired',
    )
  })
})

describe('validation', () => {
  test.each([
    ['request_type', 'blank', { request_number: '212345678', scac: 'MAEU' }],
    ['request_type', 'inclusion', { request_type: 'airwaybill', request_number: '212345678', scac: 'MAEU' }],
    ['request_number', 'blank', { request_type: 'bill_of_lading', scac: 'MAEU' }],
    ['request_number', 'blank', { request_type: 'bill_of_lading', request_number: '   ', scac: 'MAEU' }],
    ['request_number', 'invalid', { request_type: 'bill_of_lading', request_number: 212345678, scac: 'MAEU' }],
    ['request_number', 'too_long', { request_type: 'bill_of_lading', request_number: '2'.repeat(51), scac: 'MAEU' }],
    ['scac', 'blank', { request_type: 'bill_of_lading', request_number: '212345678' }],
    ['scac', 'blank', { request_type: 'bill_of_lading', request_number: '212345678', scac: 'QQQQ' }],
    // The service knows this carrier, but does not track it.
    ['scac', 'blank', { request_type: 'bill_of_lading', request_number: '212345678', scac: 'SMLU' }],
    ['scac', 'invalid', { request_type: 'bill_of_lading', request_number: '212345678', scac: 'MAERSK' }],
    ['ref_numbers', 'invalid', { ...createBillAttributes('212345678'), ref_numbers: 'PO-1' }],
  ])('of %s answers 422 %s', (attribute, code, attributes) => {
    const { status, document } = postRequest(createClient({ containers: 7 }), attributes)
    expect(status).toBe(422)
    expect(document.errors).toMatchObject([
      { status: '422', code, source: { pointer: `/data/attributes/${attribute}` }, title: 'Unprocessable Entity' },
    ])
  })

  test('lists all missing values at once', () => {
    const { document } = postRequest(createClient({ containers: 7 }), {})
    expect(document.errors.map(({ source }) => source?.pointer)).toEqual(
      ['request_type', 'request_number', 'scac'].map((name) => `/data/attributes/${name}`),
    )
  })

  test('refuses a number that is already tracked, in any spelling, but not at another line', () => {
    const client = createClient()
    const { number } = requestSuccessfulBill(client)
    for (const spelling of [number, `${number.slice(0, 3)}-${number.slice(3)}`, ` ${number} `]) {
      const { status, document } = postRequest(client, createBillAttributes(spelling), NOON + HOUR)
      expect(status).toBe(422)
      expect(document.errors).toMatchObject([
        { code: 'duplicate', source: { pointer: '/data/attributes/request_number' } },
      ])
    }
    expect(postRequest(client, createBillAttributes(number, 'SAFM'), NOON + HOUR).status).toBe(422)
    expect(postRequest(client, createBillAttributes(number, 'HLCU'), NOON + HOUR).status).toBe(201)
  })

  test('refuses a number that the world tracks, and accepts a failed one again', () => {
    const client = createClient()
    const existing = client.list('/tracking_requests?filter[status]=created').data[0]!
    const duplicate = {
      request_type: getText(existing, 'request_type'),
      request_number: getText(existing, 'request_number'),
      scac: getText(existing, 'scac'),
    }
    expect(postRequest(client, duplicate).document.errors[0]!.code).toBe('duplicate')
    expect(postRequest(client, createBillAttributes('TEST-TR-FAILED', 'TEST')).status).toBe(201)
    expect(postRequest(client, createBillAttributes('TEST-TR-FAILED', 'TEST'), NOON + SECOND).status).toBe(422)
    expect(postRequest(client, createBillAttributes('TEST-TR-FAILED', 'TEST'), NOON + HOUR).status).toBe(201)
  })
})

test('the service refuses a number again after its line was detected, with or without a line', () => {
  const client = createClient()
  const number = appendCheckDigit('OOLU765432')
  const attributes = { request_type: 'container', request_number: number, auto_detect_vocc_scac: true }
  const first = postRequest(client, { ...attributes, scac: '' })
  expect([first.status, first.document.data.attributes['scac']]).toEqual([201, null])
  for (const at of [NOON, NOON + 61 * SECOND]) {
    for (const duplicate of [attributes, { ...attributes, scac: '' }, { ...attributes, scac: 'OOLU' }])
      expect(postRequest(client, duplicate, at).document.errors.map(({ code }) => code)).toEqual(['duplicate'])
  }
  expect(postRequest(client, { ...attributes, scac: 'MAEU' }).status).toBe(201)
})
