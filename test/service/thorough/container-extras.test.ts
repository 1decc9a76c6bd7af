// The other endpoints of a container: refresh, raw events, map, and the positions of its vessel.
import { describe, expect, test } from 'vitest'
import type { Post } from '#service/outgoing.ts'
import {
  createClient,
  DAY,
  HOUR,
  getLinkedId,
  MINUTE,
  NOON,
  readText,
  type Document,
  type Identifier,
  type Resource,
} from '../client.ts'

const client = createClient()
const containers = client.listAll('/containers?page[size]=100')
const findByStatus = (status: string) => containers.find(({ attributes }) => attributes['current_status'] === status)!

type Feature = { geometry: { type: string; coordinates: unknown }; properties: Record<string, unknown> }
const readMapFeatures = (id: string) =>
  (JSON.parse(readText(client.sendRaw('GET', `/v2/containers/${id}/map_geojson`))) as { features: Feature[] }).features

describe('a refresh', () => {
  test('asks carrier and terminal at once, and says so', () => {
    const { id, attributes } = findByStatus('available')
    const response = client.sendRaw('PATCH', `/v2/containers/${id}/refresh`, { at: NOON + MINUTE })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('application/json')
    expect(JSON.parse(readText(response))).toEqual({ message: 'Refresh started at: shipping line, terminal.' })
    expect(attributes['terminal_checked_at']).not.toBe('2026-11-20T17:01:00Z')
    expect(client.get(`/containers/${id}`, NOON + MINUTE).data.attributes).toMatchObject({
      terminal_checked_at: '2026-11-20T17:01:00Z',
      shipment_last_tracking_request_at: '2026-11-20T17:01:00Z',
    })
  })

  test('and the map are refused without their features', () => {
    const clientWithoutFeatures = createClient({ features: new Set() })
    const id = containers[0]!.id
    for (const [method, path] of [
      ['PATCH', 'refresh'],
      ['GET', 'map_geojson'],
    ] as const) {
      const { status, document } = clientWithoutFeatures.send(method, `/containers/${id}/${path}`, undefined)
      expect(status).toBe(403)
      expect(document.errors[0]).toMatchObject({ status: '403', title: 'Forbidden' })
    }
  })

  test('has a separate limit of ten a minute', () => {
    const limitedClient = createClient({ isLimited: true })
    const statuses = Array.from(
      { length: 11 },
      () => limitedClient.sendRaw('PATCH', `/v2/containers/${containers[0]!.id}/refresh`).status,
    )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(limitedClient.sendRaw('GET', '/v2/containers').status).toBe(200)
  })
})

test('raw events are in the order of the journey, future ones are estimated, and vessels and ports are included by default', () => {
  const { id } = findByStatus('on_ship')
  const { data, included } = client.list(`/containers/${id}/raw_events`)
  expect(data.map(({ attributes }) => attributes['index'])).toEqual(data.map((_, index) => index))
  const estimated = data.map(({ attributes }) => attributes['estimated'])
  expect(estimated[0]).toBe(false)
  expect(estimated.at(-1)).toBe(true)
  expect(data[0]!.attributes).toMatchObject({ event: 'empty_out', estimated_at: null })
  expect(new Set(included.map(({ type }) => type))).toEqual(new Set(['vessel', 'port', 'terminal']))
})

describe('the map', () => {
  test('shows the ports of a container at sea, and its route in valid coordinates', () => {
    const features = readMapFeatures(findByStatus('on_ship').id)
    const featureTypes = features.map(({ properties }) => properties['feature_type'])
    expect(featureTypes.filter((type) => type === 'port').length).toBeGreaterThanOrEqual(2)
    const ports = features.filter(({ properties }) => properties['feature_type'] === 'port')
    expect(ports[0]!.properties).toMatchObject({ ports_sequence: 1, label: 'POL', location_type: 'Port' })
    expect(ports.at(-1)!.properties['label']).toBe('POD')
    for (const { geometry } of features.filter((feature) => feature.geometry.type === 'LineString')) {
      const points = geometry.coordinates as [number, number][]
      expect(points.every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)).toBe(true)
    }
  })

  test('has a vessel only between a departure and the next arrival', () => {
    for (const { id } of containers) {
      const features = readMapFeatures(id)
      const vessels = features.filter(({ properties }) => properties['feature_type'] === 'current_vessel')
      const ports = features.filter(({ properties }) => properties['feature_type'] === 'port')
      const underway = ports.filter(
        ({ properties }, index) =>
          properties['outbound_atd_at'] !== null && ports[index + 1]?.properties['inbound_ata_at'] === null,
      )
      expect(vessels.length).toBe(underway.length)
    }
  })
})

describe('a vessel', () => {
  const vessel = client.list('/containers/' + findByStatus('on_ship').id + '/transport_events?include=vessel')
    .included[0]!

  test('is found by id and by IMO, with its position', () => {
    const byImo = client.get(`/vessels/${String(vessel.attributes['imo'])}`)
    expect(byImo.data).toEqual(client.get(`/vessels/${vessel.id}`).data)
    expect(byImo.data.attributes['latitude']).toBeTypeOf('number')
    expect(client.sendRaw('GET', '/v2/vessels/0000000').status).toBe(404)
  })

  test('has past positions by the hour, and future positions by the minute', () => {
    const pastPositions = client.get(
      `/vessels/${vessel.id}?show_positions[from_timestamp]=2026-11-18T00:00:00Z&show_positions[to_timestamp]=2026-11-18T06:00:00Z`,
    ).data.attributes['positions'] as { timestamp: string }[]
    expect(pastPositions.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 7 }, (_, hour) => `2026-11-18T0${hour}:00:00Z`),
    )
    const ports = ['USLAX', 'CNSHA'].map((code) => client.get(`/ports/${code}`).data.id)
    const query = `port_id=${ports[0]!}&previous_port_id=${ports[1]!}`
    const positions = client.get(`/vessels/${vessel.id}/future_positions?${query}`).data.attributes['positions'] as {
      timestamp: string
      estimated: boolean
    }[]
    expect(Date.parse(positions[1]!.timestamp) - Date.parse(positions[0]!.timestamp)).toBe(MINUTE)
    expect(positions.every(({ estimated }) => estimated)).toBe(true)
    const fromCoordinates = client.get(
      `/vessels/${vessel.id}/future_positions_with_coordinates?${query}&latitude=30.5&longitude=-150`,
    ).data.attributes['positions'] as { latitude: number }[]
    expect(fromCoordinates[0]!.latitude).toBe(30.5)
  })

  test.each([
    'future_positions',
    'future_positions?port_id=x&previous_port_id=y',
    'future_positions_with_coordinates?latitude=x',
  ])('refuses %s and names the parameter', (path) => {
    const { status, document } = client.send('GET', `/vessels/${vessel.id}/${path}`, undefined)
    expect(status).toBe(400)
    expect(document.errors[0]!.source).toEqual({ parameter: 'port_id' })
  })

  test('has no positions without the feature for them', () => {
    const clientWithoutFeatures = createClient({ features: new Set() })
    expect(clientWithoutFeatures.get(`/vessels/${vessel.id}`).data.attributes['latitude']).toBeNull()
    expect(
      clientWithoutFeatures.sendRaw(
        'GET',
        `/v2/vessels/${vessel.id}?show_positions[from_timestamp]=2026-11-18T00:00:00Z`,
      ).status,
    ).toBe(403)
    expect(clientWithoutFeatures.sendRaw('GET', `/v2/vessels/${vessel.id}/future_positions`).status).toBe(403)
  })
})

test('without the rail plan the last free day at the ramp is absent, without an error', () => {
  const clientWithoutFeatures = createClient({ features: new Set() })
  const railContainer = containers.find(
    ({ attributes }) => (attributes['import_deadlines'] as Record<string, unknown>)['pickup_lfd_rail'] !== null,
  )!
  expect(clientWithoutFeatures.get(`/containers/${railContainer.id}`).data.attributes).toMatchObject({
    ind_facility_lfd_on: null,
    import_deadlines: { pickup_lfd_rail: null },
  })
  const eventNames = clientWithoutFeatures
    .list(`/containers/${railContainer.id}/transport_events`, NOON + HOUR)
    .data.map(({ attributes }) => attributes['event'])
  expect(eventNames).not.toContain('container.pickup_lfd_rail.changed')
})

test('without the rail plan no event or change refers to the absent day, and all others are shown', async () => {
  const delivered: Document[] = []
  const post: Post = ({ body }) => {
    delivered.push(JSON.parse(new TextDecoder().decode(body)) as Document)
    return Promise.resolve({ status: 200, headers: {}, body: '' })
  }
  const clientWithoutRail = createClient({ features: new Set(['webhooks']), containers: 140, post })
  for (const { relationships, id } of clientWithoutRail.listAll('/containers?page[size]=100')) {
    expect(clientWithoutRail.list(`/containers/${id}/transport_events`).data.map((event) => event.id)).toEqual(
      (relationships['transport_events']!.data as Identifier[]).map((event) => event.id),
    )
  }
  clientWithoutRail.send('POST', '/webhooks', {
    data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true } },
  })
  for (let day = 1; day <= 20; day += 1)
    await clientWithoutRail.service.work({ processMs: day * DAY, worldMs: NOON + day * DAY })
  const deliveredText = JSON.stringify(delivered)
  expect(delivered.some(({ data }) => data.attributes['event'] === 'container.pickup_lfd.changed')).toBe(true)
  expect(deliveredText).not.toContain('container.pickup_lfd_rail.changed')
  const changesets = delivered.flatMap(
    ({ included }) =>
      (included as Resource[] | undefined)?.flatMap(({ attributes }) => attributes['changeset'] ?? []) ?? [],
  ) as Record<string, [unknown, unknown]>[]
  expect(changesets.some((changeset) => 'pickup_lfd' in changeset)).toBe(true)
  expect(changesets.filter((changeset) => 'pickup_lfd_rail' in changeset)).toEqual([])
  expect(
    delivered
      .filter(({ data }) => String(data.attributes['event']).startsWith('container.pickup_lfd.'))
      .filter(({ included }) => included.length === 0),
  ).toEqual([])
})

test('inland cities are metro areas, found by id and by UN/LOCODE', () => {
  const shipment = client
    .listAll('/shipments?page[size]=100')
    .find((candidate) => getLinkedId(candidate, 'destination') !== null)!
  const area = client.get(`/metro_areas/${getLinkedId(shipment, 'destination')!}`).data
  expect(client.get(`/metro_areas/${String(area.attributes['code']).toLowerCase()}`).data).toEqual(area)
  expect(client.sendRaw('GET', '/v2/metro_areas/USLAX').status).toBe(404)
})

describe('raw events', () => {
  const pickedUp = findByStatus('picked_up')

  test('are linked to the container and included on request, also through its shipment', () => {
    const withRawEvents = client.get(`/containers/${pickedUp.id}?include=raw_events`)
    const linked = withRawEvents.data.relationships['raw_events']!.data as Identifier[]
    expect(linked.length).toBeGreaterThan(5)
    expect(withRawEvents.included.map(({ id }) => id)).toEqual(linked.map(({ id }) => id))
    expect(client.list(`/containers/${pickedUp.id}/raw_events`).data).toEqual(withRawEvents.included)
    const shipment = client.get(`/shipments/${getLinkedId(pickedUp, 'shipment')!}?include=containers.raw_events`)
    expect(shipment.included.filter(({ type }) => type === 'raw_event').map(({ id }) => id)).toEqual(
      expect.arrayContaining(linked.map(({ id }) => id)),
    )
  })
})

test('a ramp is a rail terminal for its shipment and events, included with its metro area, and a terminal for the container', () => {
  const shipments = client.list('/shipments?page[size]=100&include=destination_terminal.metro_area')
  const ramps = shipments.included.filter(({ type }) => type === 'rail_terminal')
  expect(ramps.length).toBeGreaterThan(0)
  for (const { attributes, relationships } of ramps) {
    expect(Object.keys(attributes)).toEqual(['name', 'nickname', 'firms_code', 'city'])
    expect(relationships['port']!.data).toBeNull()
    expect(shipments.included.map(({ id }) => id)).toContain((relationships['metro_area']!.data as Identifier).id)
  }
  const railContainer = containers.find(({ attributes }) => attributes['ind_ata_at'] !== null)!
  const types = new Set(
    client.list(`/containers/${railContainer.id}/transport_events?include=terminal`).included.map(({ type }) => type),
  )
  expect(types).toContain('rail_terminal')
  expect((railContainer.relationships['pickup_facility']!.data as Identifier).type).toBe('terminal')
})
