// Checks the pages, links, filters and orders of lists (specification 4.2).
import assert from 'node:assert/strict'
import { createValueRows } from './attribute-rows.ts'
import { BASE_URL, getLinkedId, getText, type Resource } from './client.ts'
import { rule, type Row } from './row.ts'

const LISTS: readonly (readonly [path: string, size: number])[] = [
  ['/shipments', 30],
  ['/containers', 30],
  ['/tracking_requests', 30],
  ['/parties', 25],
  ['/shipping_lines', 30],
]
/** For each list every relation, and for each type that it leads to at least one relation of that type. */
const DECLARED_INCLUDES: readonly (readonly [path: string, includes: string])[] = [
  [
    '/containers',
    'shipment.port_of_lading pickup_facility.port pod_terminal.port transport_events.shipment.containers transport_events.container.raw_events transport_events.location.terminals transport_events.vessel transport_events.terminal.metro_area transport_events.previous_version.previous_version raw_events.location.terminals raw_events.vessel raw_events.terminal.metro_area raw_events.container.shipment',
  ],
  [
    '/shipments',
    'containers.raw_events port_of_lading.terminals.port port_of_discharge.terminals pod_terminal.port.terminals destination.terminals destination_terminal.port destination_terminal.metro_area line_tracking_stopped_by_user',
  ],
  ['/tracking_requests', 'tracked_object.containers customer user'],
  ['/custom_field_definitions', 'account fields.entity options'],
  ['/custom_fields', 'entity.tracked_object entity.port_of_lading entity.pickup_facility definition.options user'],
  [
    '/webhook_notifications',
    'webhook reference_object.previous_version reference_object.tracked_object reference_object.port.terminals reference_object.terminal.port reference_object.container.raw_events reference_object.shipment.containers document.cargos webhook_notification_logs',
  ],
  [
    '/documents',
    'account user email_submission.documents last_document_representation current_extraction shipments.containers cargos.raw_events',
  ],
  ['/email_submissions', 'account user documents.cargos'],
]
const PAGES: readonly Row[] = [
  ...LISTS.map(([path, size]) =>
    rule('4.2', `${path}: pages of ${size}, by links.next to the end, each record once`, ({ reader }) => {
      const { data, meta, links } = reader.get(path)
      const all = reader.listAll(path)
      assert.deepEqual(
        [meta.size, (data as unknown as Resource[]).length, all.length, new Set(all.map(({ id }) => id)).size],
        [size, Math.min(size, meta.total), meta.total, meta.total],
      )
      assert.equal(links['prev'], undefined)
      assert.deepEqual(reader.listAll(`${path}?page[size]=7`), all)
    }),
  ),
  rule('4.2', 'custom field definitions: 25 a page', ({ reader }) =>
    assert.equal(reader.get('/custom_field_definitions').meta.size, 25),
  ),
  ...DECLARED_INCLUDES.map(([path, includes]) =>
    rule('4.2', `${path} accepts every include that it declares, also those that lead to no record`, ({ reader }) => {
      // An empty page has no record that could show a relation.
      for (const include of includes.split(' '))
        for (const page of [1, 9999])
          assert.equal(
            reader.send('GET', `${path}?page[size]=1&page[number]=${page}&include=${include}`).status,
            200,
            include,
          )
    }),
  ),
  rule('4.2', 'a world too large for the cache gives the same answers', ({ createClient }) => {
    // Both have the same first shipments. Only the larger one creates its records again for each request.
    const [small, large] = [createClient({ containers: 20_000 }), createClient({ containers: 26_000 })]
    const shipmentIds = small.list('/shipments?page[size]=100').map(({ id }) => id)
    for (const id of shipmentIds.slice(0, 12)) {
      const path = `/shipments/${id}?include=containers.transport_events,containers.raw_events,containers.pod_terminal`
      assert.deepEqual(large.get(path), small.get(path), id)
    }
    const [first, second] = ['/containers?page[size]=100', '/containers?page[size]=50'].map((path) => large.list(path))
    assert.deepEqual(second, first?.slice(0, 50))
  }),
  rule('4.2', 'a page in the middle has links and meta', ({ reader }) => {
    const { meta, links } = reader.get('/containers?page[number]=3&page[size]=20&include=shipment')
    const createLink = (number: number) =>
      `${BASE_URL}/containers?page[number]=${number}&page[size]=20&include=shipment`
    assert.deepEqual(links, {
      self: createLink(3),
      current: createLink(3),
      prev: createLink(2),
      next: createLink(4),
      last: createLink(7),
    })
    assert.deepEqual(meta, { size: 20, total: 140, pagination: { current: 3, next: 4, last: 7, records: 140 } })
  }),
  rule('4.2', 'the last page has no next; a single page has neither next nor last', ({ reader }) => {
    assert.deepEqual(
      [
        Object.keys(reader.get('/containers?page[number]=7&page[size]=20').links),
        reader.get('/containers?page[number]=7&page[size]=20').meta.pagination,
      ],
      [['self', 'current', 'prev', 'last'], { current: 7, last: 7, records: 140 }],
    )
    assert.deepEqual(
      [Object.keys(reader.get('/parties').links), reader.get('/parties').meta.pagination],
      [['self', 'current'], { current: 1, records: 16 }],
    )
  }),
  rule('4.2', 'a page beyond the last is empty and links back', ({ reader }) => {
    const { data, links } = reader.get('/containers?page[number]=99&page[size]=20')
    assert.deepEqual(
      [data, links['prev'], links['next']],
      [[], `${BASE_URL}/containers?page[number]=7&page[size]=20`, undefined],
    )
  }),
  rule('4.2', 'brackets may be encoded, and links return them in the same form', ({ reader }) => {
    const { meta, links } = reader.get('/containers?page%5Bsize%5D=50')
    assert.deepEqual(
      [meta.size, links['self'], links['next']],
      [50, `${BASE_URL}/containers?page%5Bsize%5D=50`, `${BASE_URL}/containers?page%5Bnumber%5D=2&page%5Bsize%5D=50`],
    )
  }),
  rule('4.2', 'a trailing slash does not matter', ({ reader }) =>
    assert.deepEqual(reader.list('/containers/'), reader.list('/containers')),
  ),
]

const createFilterRow = (
  path: string,
  query: string,
  isMatching: (record: Resource, all: readonly Resource[]) => boolean,
): Row =>
  rule('4.2', `${path}?${query} finds exactly the matching records`, ({ reader }) => {
    const all = reader.listAll(`${path}?page[size]=100`)
    const filtered = reader.listAll(`${path}?page[size]=100&${query}`)
    assert.deepEqual(
      filtered.map(({ id }) => id),
      all.filter((record) => isMatching(record, all)).map(({ id }) => id),
    )
    assert.ok(filtered.length > 0 && filtered.length < all.length, `${filtered.length} of ${all.length}`)
  })

const getReferences = ({ attributes }: Resource) => attributes['ref_numbers'] as string[]
const FILTERS: readonly Row[] = [
  createFilterRow(
    '/shipments',
    'filter[tracking_stopped]=true',
    ({ attributes }) => attributes['line_tracking_stopped_at'] !== null,
  ),
  createFilterRow(
    '/shipments',
    'filter[tracking_stopped]=1',
    ({ attributes }) => attributes['line_tracking_stopped_at'] !== null,
  ),
  createFilterRow(
    '/shipments',
    'filter[tracking_stopped]=false',
    ({ attributes }) => attributes['line_tracking_stopped_at'] === null,
  ),
  createFilterRow('/tracking_requests', 'filter[status]=failed', ({ attributes }) => attributes['status'] === 'failed'),
  createFilterRow(
    '/tracking_requests',
    'filter[request_type]=booking_number',
    ({ attributes }) => attributes['request_type'] === 'booking_number',
  ),
  createFilterRow('/tracking_requests', 'filter[scac]=oolu', ({ attributes }) => attributes['scac'] === 'OOLU'),
  createFilterRow(
    '/tracking_requests',
    'filter[created_at][start]=2026-10-15T00:00:00Z',
    ({ attributes }) => String(attributes['created_at']) >= '2026-10-15T00:00:00Z',
  ),
  createFilterRow(
    '/tracking_requests',
    'filter[created_at][end]=2026-10-15T00:00:00Z',
    ({ attributes }) => String(attributes['created_at']) <= '2026-10-15T00:00:00Z',
  ),
  createFilterRow(
    '/tracking_requests',
    'filter[updated_at][start]=2026-11-01T00:00:00Z',
    ({ attributes }) => String(attributes['updated_at']) >= '2026-11-01T00:00:00Z',
  ),
  createFilterRow(
    '/tracking_requests',
    'filter[updated_at][end]=2026-11-01T00:00:00Z',
    ({ attributes }) => String(attributes['updated_at']) <= '2026-11-01T00:00:00Z',
  ),
  createFilterRow('/tracking_requests', 'q=PO', (record) =>
    [String(record.attributes['request_number']), ...getReferences(record)].some((text) =>
      /po/i.test(text.replaceAll(/[\s-]/g, '')),
    ),
  ),
  rule('4.2', 'both ends of a time span are included', ({ reader }) => {
    const request = reader.list('/tracking_requests')[3]!
    for (const name of ['created_at', 'updated_at']) {
      for (const end of ['start', 'end'])
        assert.ok(
          reader
            .listAll(`/tracking_requests?page[size]=100&filter[${name}][${end}]=${getText(request, name)!}`)
            .some(({ id }) => id === request.id),
        )
    }
  }),
  rule(
    '4.2',
    '/shipments?q finds a bill, a reference and a container’s number; number finds only the bill',
    ({ reader }) => {
      const container = reader.list('/containers').find((record) => getReferences(record).length > 0)!
      const id = getLinkedId(container, 'shipment')!
      const bill = getText(reader.get(`/shipments/${id}`).data, 'bill_of_lading_number')!
      const ids = (query: string) => reader.listAll(`/shipments?${query}`).map((shipment) => shipment.id)
      assert.deepEqual(ids(`q=${bill.toLowerCase()}`), [id])
      assert.deepEqual(ids(`number=${bill.toLowerCase()}`), [id])
      assert.deepEqual([ids(`q=${getText(container, 'number')!}`), ids(`number=${bill.slice(0, -1)}`)], [[id], []])
      assert.ok(ids(`q=${encodeURIComponent(getReferences(container)[0]!)}`).includes(id))
    },
  ),
  rule('4.2', '/tracking_requests?filter[request_number] finds that number', ({ reader }) => {
    const request = reader.list('/tracking_requests')[5]!
    assert.deepEqual(reader.list(`/tracking_requests?filter[request_number]=${getText(request, 'request_number')!}`), [
      request,
    ])
  }),
  rule(
    '4.2',
    'a port and a metro area are also found by their code, a vessel by its IMO number',
    async ({ account }) => {
      const { client, ids } = await account()
      for (const [path, id] of [
        ['ports', ids.port],
        ['metro_areas', ids.metro],
      ] as const) {
        const { data } = client.get(`/${path}/${id}`)
        assert.deepEqual(client.get(`/${path}/${getText(data, 'code')!.toLowerCase()}`).data, data)
      }
      const { data } = client.get(`/vessels/${ids.vessel}`)
      assert.deepEqual(client.get(`/vessels/${getText(data, 'imo')!}`).data, data)
    },
  ),
  ...createValueRows(
    '4.2',
    'documents?sort',
    ['document_type', '-document_type', 'created_at', '-created_at', 'added_by', '-added_by'],
    async (services) => {
      const { client, worldMs } = await services.scenario()
      const getSortKey = (name: string) => (document: Resource) =>
        name === 'added_by' ? (getLinkedId(document, 'user') ?? '') : (getText(document, name) ?? '')
      return ['document_type', 'created_at', 'added_by'].flatMap((name) => {
        const [ascending, descending] = [
          client.list(`/documents?sort=${name}`, worldMs),
          client.list(`/documents?sort=-${name}`, worldMs),
        ]
        const keys = ascending.map(getSortKey(name))
        const isAscending =
          keys.every((entry, index) => index === 0 || keys[index - 1]! <= entry) &&
          new Set(keys).size > (name === 'created_at' ? 0 : 1)
        return [
          ...(isAscending ? [name] : []),
          ...(JSON.stringify(descending) === JSON.stringify(ascending.toReversed()) ? [`-${name}`] : []),
        ]
      })
    },
  ),
  rule('4.2', 'documents are filtered by file name, type and linked records', async (services) => {
    const { client, worldMs, shipment, container, invoice } = await services.scenario()
    const listFileNames = (query: string) =>
      client.list(`/documents?${query}`, worldMs).map(({ attributes }) => attributes['file_name'])
    assert.deepEqual(
      [
        listFileNames('filter[filename]=LAMP'),
        listFileNames('filter[document_types]=packing_list,arrival_notice'),
        listFileNames('filter[document_types]=commercial_invoice'),
      ],
      [['lamps.txt'], ['packing.txt'], ['lamps.txt']],
    )
    assert.deepEqual(
      [getText(shipment, 'bill_of_lading_number')!, getText(container, 'number')!].map((number) =>
        client.list(`/documents?filter[reference]=${number}`, worldMs).map(({ id }) => id),
      ),
      [[invoice.id], [invoice.id]],
    )
    assert.deepEqual(listFileNames('filter[reference]=NOWHERE'), [])
  }),
  rule(
    '4.2',
    'custom field definitions and values are filtered by entity, type, name and definition',
    async ({ account }) => {
      const { client, ids } = await account()
      const count = (path: string) => client.list(path).length
      assert.deepEqual(
        [
          'entity_type]=Container',
          'entity_type]=Cargo',
          'entity_type]=Shipment',
          'data_type]=enum',
          'data_type]=date',
          'display_name]=do',
          'display_name]=ock',
        ].map((filter) => count(`/custom_field_definitions?filter[${filter}`)),
        [1, 1, 0, 1, 0, 1, 0],
      )
      assert.deepEqual(
        [
          `entity_id]=${ids.container}`,
          `entity_id]=${ids.shipment}`,
          'entity_type]=container',
          'entity_type]=shipment',
          `definition_id]=${ids.definition}`,
          `definition_id]=${ids.option}`,
        ].map((filter) => count(`/custom_fields?filter[${filter}`)),
        [1, 0, 1, 0, 1, 0],
      )
    },
  ),
]

export const listRows: readonly Row[] = [...PAGES, ...FILTERS]
