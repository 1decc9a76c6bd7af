// The world depends only on the seed and the instant. Earlier requests and other services change no answer.
import { describe, expect, test } from 'vitest'
import { createClient, BASE_URL, DAY, HOUR, MINUTE, NOON, readText, type Client } from '../client.ts'

const PATHS = [
  '/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility,transport_events',
  '/containers?page[number]=2&include=shipment.port_of_lading',
  '/shipments?page[size]=100&include=containers,destination',
  '/tracking_requests?page[size]=100',
]

const readPages = (client: Client, at: number) =>
  PATHS.map((path) => readText(client.sendRaw('GET', `/v2${path}`, { at })))

describe('purity', () => {
  test.each([1, 'a word', 4_294_967_296])('two services of seed %s give the same bytes', (seed) => {
    const options = { seed, containers: 80 }
    expect(readPages(createClient(options), NOON)).toEqual(readPages(createClient(options), NOON))
  })

  test('earlier requests and their order change nothing', () => {
    const usedClient = createClient({ containers: 80 })
    for (const hours of [0, 1, 30, 700, 3, 2000, 999, 5000, 1]) readPages(usedClient, NOON + hours * HOUR)
    expect(readPages(usedClient, NOON + 40 * DAY)).toEqual(readPages(createClient({ containers: 80 }), NOON + 40 * DAY))
  })

  test('a client that goes forward in time and one that goes backward get the same answers', () => {
    const [forwardClient, backwardClient] = [createClient({ containers: 80 }), createClient({ containers: 80 })]
    const instants = Array.from({ length: 250 }, (_, index) => NOON + index * 11 * MINUTE)
    const readPage = (client: Client, at: number) =>
      readText(client.sendRaw('GET', '/v2/containers?page[size]=100&include=shipment', { at }))
    const forwardPages = instants.map((at) => readPage(forwardClient, at))
    const backwardPages = instants
      .toReversed()
      .map((at) => readPage(backwardClient, at))
      .toReversed()
    expect(instants.filter((_, index) => forwardPages[index] !== backwardPages[index])).toEqual([])
    expect(new Set(forwardPages).size).toBeGreaterThan(200)
  })

  test('the start time of the service changes nothing', () => {
    const at = NOON + 9 * DAY
    expect(readPages(createClient({ startMs: NOON - 300 * DAY }), at)).toEqual(
      readPages(createClient({ startMs: at }), at),
    )
  })

  test('a seed gives the same world as number and as text, and another seed another world', () => {
    expect(readPages(createClient({ seed: 7 }), NOON)).toEqual(readPages(createClient({ seed: '7' }), NOON))
    expect(readPages(createClient({ seed: 7 }), NOON)).not.toEqual(readPages(createClient({ seed: 8 }), NOON))
  })

  test('a container has the same number and shipment at every instant', () => {
    const client = createClient()
    const [container] = client.list('/containers?page[number]=2').data
    const later = client.get(`/containers/${container!.id}`, NOON + 90 * DAY).data
    expect(later.attributes['number']).toBe(container!.attributes['number'])
    expect(later.relationships['shipment']).toEqual(container!.relationships['shipment'])
  })

  test('the list is complete at every instant, also while a container is replaced', () => {
    const client = createClient({ containers: 33 })
    const counts = Array.from(
      { length: 200 },
      (_, index) => client.list('/containers?page[size]=1', NOON + index * 7 * HOUR).meta.total,
    )
    expect(new Set(counts)).toEqual(new Set([33]))
  })

  test.each([0, 1, 6, 8, 27, 61])('a world of %d containers has that many', (containers) =>
    expect(createClient({ containers }).list('/containers').meta.total).toBe(containers),
  )

  test('links begin with the base address of the service', () => {
    const client = createClient({ baseUrl: 'https://example.test/tracking/v2' })
    const response = client.sendRaw('GET', '/tracking/v2/containers?page[size]=1')
    expect(response.status).toBe(200)
    expect(readText(response)).toContain('https://example.test/tracking/v2/containers?page[number]=2')
    expect(readText(response)).not.toContain(BASE_URL)
  })

  test('dates outside the years of the world are refused at the start', () =>
    expect(() => createClient({ startMs: Date.UTC(1970, 0, 1) })).toThrow(/2000 to 2099/))
})
