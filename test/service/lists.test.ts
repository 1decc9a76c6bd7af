// Lists have pages, links, meta, includes and filters. Reference data and transport events are checked here too.
import { describe, expect, test } from 'vitest'
import { createClient, BASE_URL, getLinkedId, NOON, getText, type Identifier } from './client.ts'

const client = createClient({ containers: 130 })

describe('pages', () => {
  test.each(['/containers?page[size]=100', '/containers?page%5Bsize%5D=7', '/containers'])(
    'walking %s by next gives every container once',
    (path) => {
      const ids = client.listAll(path).map(({ id }) => id)
      expect(ids).toHaveLength(130)
      expect(new Set(ids).size).toBe(130)
    },
  )

  test('have 30 records by default, and never more than 100', () => {
    expect(client.list('/containers').data).toHaveLength(30)
    expect(client.list('/containers?page[size]=5000').data).toHaveLength(100)
    expect(client.list('/containers?page[size]=5000').meta.size).toBe(100)
  })

  test('have their position in meta and links, in the order of the live service', () => {
    const { meta, links } = client.list('/containers?page[size]=40&page[number]=2&include=shipment')
    expect(meta).toEqual({ size: 40, total: 130, pagination: { current: 2, next: 3, last: 4, records: 130 } })
    expect(links).toEqual({
      self: `${BASE_URL}/containers?page[size]=40&page[number]=2&include=shipment`,
      current: `${BASE_URL}/containers?page[number]=2&page[size]=40&include=shipment`,
      prev: `${BASE_URL}/containers?page[number]=1&page[size]=40&include=shipment`,
      next: `${BASE_URL}/containers?page[number]=3&page[size]=40&include=shipment`,
      last: `${BASE_URL}/containers?page[number]=4&page[size]=40&include=shipment`,
    })
  })

  test('return encoded brackets encoded', () =>
    expect(client.list('/containers?page%5Bsize%5D=100').links['next']).toBe(
      `${BASE_URL}/containers?page%5Bnumber%5D=2&page%5Bsize%5D=100`,
    ))

  test('have no next on the last page and no last when there is only one', () => {
    const lastPage = client.list('/containers?page[size]=100&page[number]=2')
    expect(lastPage.data).toHaveLength(30)
    expect(Object.keys(lastPage.links).sort()).toEqual(['current', 'last', 'prev', 'self'])
    const onlyPage = client.list('/shipping_lines?page[size]=100')
    expect(Object.keys(onlyPage.links).sort()).toEqual(['current', 'self'])
    expect(onlyPage.meta.pagination).toEqual({ current: 1, records: onlyPage.data.length })
  })

  test('beyond the end are empty', () => {
    const { data, links } = client.list('/containers?page[size]=100&page[number]=99')
    expect(data).toEqual([])
    expect(links['next']).toBeUndefined()
    expect(links['prev']).toContain('page[number]=2')
  })

  test.each([
    'page[size]=0',
    'page[size]=-1',
    'page[size]=many',
    'page[number]=0',
    'page[number]=1.5',
    'page[number]=99999999999',
  ])('refuse %s by name', (query) => {
    const { status, document } = client.send('GET', `/containers?${query}`, undefined)
    expect(status).toBe(400)
    expect(document.errors[0]!.source).toEqual({ parameter: query.split('=')[0] })
  })

  test('of shipments come newest first', () => {
    const createdTimes = client.listAll('/shipments?page[size]=100').map((shipment) => getText(shipment, 'created_at')!)
    expect(createdTimes).toEqual([...createdTimes].sort().reverse())
  })
})

describe('include', () => {
  test('adds each related record once, and no others', () => {
    const { data, included } = client.list('/containers?page[size]=100&include=shipment,pod_terminal,pickup_facility')
    const relatedIds = new Set(
      data.flatMap((container) =>
        ['shipment', 'pod_terminal', 'pickup_facility'].flatMap((relation) => getLinkedId(container, relation) ?? []),
      ),
    )
    expect(new Set(included.map(({ id }) => id))).toEqual(relatedIds)
    expect(included).toHaveLength(relatedIds.size)
  })

  test('follows dotted paths and adds the records on the way', () => {
    const { data, included } = client.list('/containers?page[size]=10&include=shipment.port_of_lading')
    const shipments = included.filter(({ type }) => type === 'shipment')
    const ports = new Set(included.filter(({ type }) => type === 'port').map(({ id }) => id))
    expect(new Set(shipments.map(({ id }) => id))).toEqual(
      new Set(data.map((container) => getLinkedId(container, 'shipment'))),
    )
    expect(new Set(shipments.map((shipment) => getLinkedId(shipment, 'port_of_lading')))).toEqual(ports)
  })

  test('does not repeat primary records', () => {
    const [container] = client.list('/containers').data
    const { included } = client.get(`/containers/${container!.id}?include=shipment.containers`)
    expect(included.filter(({ id }) => id === container!.id)).toEqual([])
  })

  test('is an empty array in a list without related records, and absent from a record read without it', () => {
    const terminal = client.list('/containers?include=pod_terminal').included[0]!
    expect(client.get(`/terminals/${terminal.id}`)).not.toHaveProperty('included')
    const failedRequests = client.list('/tracking_requests?filter[status]=failed')
    expect(failedRequests.included).toEqual([])
  })

  test.each(['ghost', 'shipment.ghost', 'destination_terminal', 'shipment.containers.shipment.ghost'])(
    'refuses %s by name',
    (path) => {
      const { status, document } = client.send('GET', `/containers?include=${path}`, undefined)
      expect(status).toBe(400)
      expect(document.errors[0]!.source).toEqual({ parameter: 'include' })
      expect(document.errors[0]!.detail).toContain(path)
    },
  )
})

describe('filters', () => {
  const shipments = client.listAll('/shipments?page[size]=100')

  test('find shipments by bill, reference or container number, whatever the case, spaces and dashes', () => {
    const [container] = client.list('/containers').data
    const number = getText(container!, 'number')!
    const found = client.list(
      `/shipments?q=${encodeURIComponent(`${number.slice(0, 4).toLowerCase()} ${number.slice(4, 10)}-${number.slice(10)}`)}`,
    ).data
    expect(found.map(({ id }) => id)).toEqual([getLinkedId(container!, 'shipment')])
    const withReference = shipments.find(({ attributes }) => (attributes['ref_numbers'] as string[]).length > 0)!
    const [reference] = withReference.attributes['ref_numbers'] as string[]
    expect(client.list(`/shipments?q=${encodeURIComponent(reference!)}`).data.map(({ id }) => id)).toContain(
      withReference.id,
    )
  })

  test('find shipments by the requested number, never by a container’s', () => {
    const shipment = shipments.find(({ attributes }) => String(attributes['bill_of_lading_number']).length > 11)!
    expect(
      client.list(`/shipments?number=${getText(shipment, 'bill_of_lading_number')!}`).data.map(({ id }) => id),
    ).toEqual([shipment.id])
    const containers = client.list('/containers?page[size]=100&include=shipment')
    const otherContainer = containers.data.find(
      (container) =>
        getText(
          containers.included.find(({ id }) => id === getLinkedId(container, 'shipment'))!,
          'bill_of_lading_number',
        ) !== getText(container, 'number'),
    )!
    expect(client.list(`/shipments?number=${getText(otherContainer, 'number')!}`).data).toEqual([])
  })

  test('separate shipments by whether their tracking was stopped', () => {
    const stopped = client.list('/shipments?page[size]=100&filter[tracking_stopped]=true')
    const active = client.list('/shipments?page[size]=100&filter[tracking_stopped]=false')
    expect(stopped.data.every((shipment) => getText(shipment, 'line_tracking_stopped_at') !== null)).toBe(true)
    expect(active.data.every((shipment) => getText(shipment, 'line_tracking_stopped_at') === null)).toBe(true)
    expect(stopped.meta.total + active.meta.total).toBe(shipments.length)
  })

  test('that are not known are ignored', () =>
    expect(client.list('/containers?filter[status]=available&sort=lfd').meta.total).toBe(130))
})

describe('reference data', () => {
  test('ports are found by id and by UN/LOCODE, with coordinates as text', () => {
    const { data } = client.get('/ports/uslax')
    expect(data.attributes).toMatchObject({
      code: 'USLAX',
      name: 'Los Angeles',
      time_zone: 'America/Los_Angeles',
      latitude: '33.7395',
    })
    expect(client.get(`/ports/${data.id}`).data).toEqual(data)
    expect((data.relationships['terminals']!.data as Identifier[]).length).toBeGreaterThan(3)
  })

  test('terminals list the data that they report', () => {
    const { included } = client.list('/containers?page[size]=100&include=pod_terminal')
    const flags = included.map(
      ({ attributes }) => (attributes['provided_data'] as Record<string, unknown>)['available_for_pickup'],
    )
    expect(new Set(flags)).toEqual(new Set([true, false]))
  })

  test('shipping lines have the SCAC and the kinds of numbers that can be tracked', () => {
    const lines = client.listAll('/shipping_lines')
    expect(lines.length).toBeGreaterThanOrEqual(14)
    expect(lines.every((line) => /^[A-Z]{4}$/.test(getText(line, 'scac')!))).toBe(true)
    expect(client.get(`/shipping_lines/${lines[0]!.id}`).data).toEqual(lines[0])
  })
})

describe('transport events', () => {
  const containers = client.listAll('/containers?page[size]=100')

  test('are the events that the container links, the newest first, none from the future', () => {
    for (const container of containers) {
      const events = client.list(`/containers/${container.id}/transport_events`).data
      expect(events.map(({ id }) => id)).toEqual(
        (container.relationships['transport_events']!.data as Identifier[]).map(({ id }) => id),
      )
      const createdTimes = events.map((event) => Date.parse(getText(event, 'created_at')!))
      expect(createdTimes).toEqual([...createdTimes].sort((one, other) => other - one))
      expect(createdTimes.every((at) => at <= NOON)).toBe(true)
    }
  })

  test('have the milestones that the container shows', () => {
    const pairs = [
      ['pod_arrived_at', 'container.transport.vessel_arrived'],
      ['pod_discharged_at', 'container.transport.vessel_discharged'],
      ['pod_full_out_at', 'container.transport.full_out'],
      ['empty_terminated_at', 'container.transport.empty_in'],
      ['ind_rail_unloaded_at', 'container.transport.rail_unloaded'],
    ] as const
    const zoned = containers.filter(
      ({ attributes }) =>
        attributes['pod_timezone'] !== null &&
        (attributes['empty_terminated_at'] === null || attributes['empty_terminated_timezone'] !== null),
    )
    expect(zoned.length).toBeGreaterThan(100)
    for (const container of zoned) {
      const isInland = getLinkedId(container, 'pickup_facility') !== getLinkedId(container, 'pod_terminal')
      if (isInland && container.attributes['final_destination_timezone'] === null) continue
      const events = client.list(`/containers/${container.id}/transport_events`).data
      for (const [attribute, kind] of pairs) {
        const milestone = events.find((event) => event.attributes['event'] === kind)
        if (isInland && attribute === 'pod_full_out_at') continue
        expect(milestone ? getText(milestone, 'timestamp') : null, `${container.id} ${attribute}`).toBe(
          getText(container, attribute),
        )
      }
    }
  })

  test('have the current last free day', () => {
    const dated = containers.filter((container) => getText(container, 'pickup_lfd') !== null)
    expect(dated.length).toBeGreaterThan(30)
    for (const container of dated) {
      const events = client.list(`/containers/${container.id}/transport_events`).data
      const latest = events.find((event) => event.attributes['event'] === 'container.pickup_lfd.changed')
      expect(latest && getText(latest, 'value'), container.id).toBe(getText(container, 'pickup_lfd'))
    }
  })

  test('have only the kinds and sources of the specification', () => {
    const events = containers.flatMap(({ id }) => client.list(`/containers/${id}/transport_events`).data)
    const kinds = new Set(events.map((event) => getText(event, 'event')!))
    expect([...kinds].filter((kind) => !KINDS.includes(kind))).toEqual([])
    expect(kinds.size).toBeGreaterThan(25)
    expect(new Set(events.map((event) => getText(event, 'data_source')))).toEqual(
      new Set(['shipping_line', 'terminal', 'ais']),
    )
  })

  test('keep a replaced estimate, which is marked and linked to its successor', () => {
    const events = containers.flatMap(({ id }) => client.list(`/containers/${id}/transport_events`).data)
    const replaced = events.filter((event) => getText(event, 'invalidated_at') !== null)
    expect(replaced.length).toBeGreaterThan(10)
    const previousIds = new Set(events.map((event) => getLinkedId(event, 'previous_version')))
    expect(replaced.every(({ id }) => previousIds.has(id))).toBe(true)
  })
})

const LEG_EVENTS = ['vessel', 'transshipment', 'feeder'].flatMap((leg) =>
  ['arrived', 'discharged', 'loaded', 'departed'].map((action) => `${leg}_${action}`),
)
const KINDS = [
  ...[
    ...LEG_EVENTS,
    'rail_loaded',
    'rail_departed',
    'rail_arrived',
    'rail_unloaded',
    'empty_out',
    'full_in',
    'full_out',
    'empty_in',
    'vessel_berthed',
  ].map((kind) => `container.transport.${kind}`),
  ...[
    'arrived_at_inland_destination',
    'estimated.arrived_at_inland_destination',
    'estimated.vessel_arrived',
    'estimated.vessel_departed',
    'available',
    'not_available',
    'delivered',
  ].map((kind) => `container.transport.${kind}`),
  ...['pickup_lfd', 'pickup_lfd_line', 'pickup_lfd_terminal', 'pickup_lfd_rail', 'pickup_appointment'].map(
    (kind) => `container.${kind}.changed`,
  ),
]
