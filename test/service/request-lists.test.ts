// The list of tracking requests, and the writes that the service stores for them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient, DAY, HOUR, getLinkedId, NOON, getText, type Client, type Identifier } from './client.ts'
import { requestSuccessfulBill } from './requesting.ts'

describe('the list of requests', () => {
  const client = createClient({ containers: 400, seed: 2 })
  const all = client.listAll('/tracking_requests?page[size]=100')

  test('has one request for each shipment, and a few that failed or wait', () => {
    const tracked = new Set(all.flatMap((request) => getLinkedId(request, 'tracked_object') ?? []))
    expect(client.listAll('/shipments?page[size]=100').every(({ id }) => tracked.has(id))).toBe(true)
    expect(new Set(all.map((request) => getText(request, 'status')))).toEqual(
      new Set(['created', 'tracking_stopped', 'failed', 'awaiting_manifest']),
    )
    expect(new Set(all.map((request) => getText(request, 'request_type')))).toEqual(
      new Set(['bill_of_lading', 'booking_number', 'container']),
    )
  })

  test('is newest first and includes the shipments', () => {
    const { data, included } = client.list('/tracking_requests?page[size]=100')
    const created = data.map((request) => getText(request, 'created_at')!)
    expect(created).toEqual([...created].sort().reverse())
    expect(new Set(included.map(({ id }) => id))).toEqual(
      new Set(data.flatMap((request) => getLinkedId(request, 'tracked_object') ?? [])),
    )
  })

  test.each(['status', 'scac', 'request_type', 'request_number'])('can be filtered by %s', (name) => {
    const value = getText(all[all.length >> 1]!, name)!
    const found = client.listAll(
      `/tracking_requests?page[size]=100&filter[${name}]=${encodeURIComponent(value.toLowerCase())}`,
    )
    expect(found.map(({ id }) => id)).toEqual(
      all.filter((request) => getText(request, name) === value).map(({ id }) => id),
    )
  })

  test('can be filtered by the time of the last change', () => {
    const since = '2026-11-17T17:00:00Z'
    const found = client.listAll(`/tracking_requests?filter%5Bupdated_at%5D%5Bstart%5D=${since}`)
    expect(found.map(({ id }) => id)).toEqual(
      all.filter((request) => getText(request, 'updated_at')! >= since).map(({ id }) => id),
    )
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(all.length)
    const createdBetween = client.listAll(
      `/tracking_requests?filter[created_at][start]=2026-11-01&filter[created_at][end]=2026-11-10T00:00:00Z`,
    )
    expect(
      createdBetween.every(
        (request) =>
          getText(request, 'created_at')! >= '2026-11-01' && getText(request, 'created_at')! <= '2026-11-10T00:00:00Z',
      ),
    ).toBe(true)
  })

  test('can be searched by number and reference', () => {
    const request = all.find(({ attributes }) => (attributes['ref_numbers'] as string[]).length > 0)!
    const [reference] = request.attributes['ref_numbers'] as string[]
    expect(client.listAll(`/tracking_requests?q=${encodeURIComponent(reference!)}`).map(({ id }) => id)).toContain(
      request.id,
    )
  })

  test('has the request of a shipment before the shipment exists', () => {
    const waitingRequest = all.find((request) => getText(request, 'status') === 'awaiting_manifest')!
    const later = NOON + 6 * DAY
    const shipment = getLinkedId(client.get(`/tracking_requests/${waitingRequest.id}`, later).data, 'tracked_object')!
    expect(client.send('GET', `/shipments/${shipment}`, undefined, NOON).status).toBe(404)
    expect(client.send('GET', `/shipments/${shipment}`, undefined, later).status).toBe(200)
  })
})

describe('stored writes of clients', () => {
  function createFolder(): string {
    const path = mkdtempSync(join(tmpdir(), 'service-'))
    onTestFinished(() => rmSync(path, { recursive: true }))
    return path
  }

  function openClient(dataDir: string, options = {}): Client {
    const client = createClient({ containers: 7, dataDir, ...options })
    onTestFinished(() => client.service.close())
    return client
  }

  test('are the same after a restart, byte for byte', () => {
    const dataDir = createFolder()
    const firstClient = openClient(dataDir)
    const { id } = requestSuccessfulBill(firstClient, { ref_numbers: ['R-1'], shipment_tags: ['T'] })
    const [container] = firstClient.list('/containers').data
    firstClient.send('PATCH', `/containers/${container!.id}`, {
      data: { type: 'container', attributes: { ref_numbers: ['edited'] } },
    })
    const paths = ['/containers?include=shipment', `/tracking_requests/${id}`, '/tracking_requests?page[size]=100']
    const readAnswers = (client: Client) => paths.map((path) => JSON.stringify(client.get(path, NOON + 2 * HOUR)))
    const expected = readAnswers(firstClient)
    firstClient.service.close()
    expect(readAnswers(openClient(dataDir, { startMs: NOON + HOUR }))).toEqual(expected)
  })

  test('are stored under their seed', () => {
    const dataDir = createFolder()
    openClient(dataDir, { seed: 'one' })
    expect(() => openClient(dataDir, { seed: 'two' })).toThrow(/--seed one/)
  })

  test('change the containers of their shipment and no other shipment', () => {
    const client = createClient({ containers: 7 })
    const { id } = requestSuccessfulBill(client, { ref_numbers: ['ONLY-MINE'] })
    const shipmentId = getLinkedId(client.get(`/tracking_requests/${id}`, NOON + HOUR).data, 'tracked_object')
    const found = client.list('/shipments?q=only-mine', NOON + HOUR).data
    expect(found.map((shipment) => shipment.id)).toContain(shipmentId)
    const containers = found.flatMap(({ relationships }) => relationships['containers']!.data as Identifier[])
    expect(
      client
        .listAll('/containers', NOON + HOUR)
        .filter(({ attributes }) => JSON.stringify(attributes['ref_numbers']).includes('ONLY-MINE')).length,
    ).toBe(containers.length)
  })
})

test('a request whose references changed is and stays among the updated ones', () => {
  const client = createClient()
  const { data } = client.list('/tracking_requests')
  const at = NOON + 40 * DAY
  const path = `/tracking_requests/${data[0]!.id}`
  const previousAttributes = client.get(path, at).data.attributes
  const body = { data: { type: 'tracking_request', attributes: { ref_numbers: ['A'] } } }
  expect(client.send('PATCH', path, body, at).document.data.attributes).toEqual({
    ...previousAttributes,
    ref_numbers: ['A'],
    updated_at: '2026-12-30T17:00:00Z',
  })
  expect(client.get(path, at + HOUR).data.attributes['updated_at']).toBe('2026-12-30T17:00:00Z')
  expect(
    client.list('/tracking_requests?filter[updated_at][start]=2026-12-30T17:00:00Z', at).data.map(({ id }) => id),
  ).toContain(data[0]!.id)
})
