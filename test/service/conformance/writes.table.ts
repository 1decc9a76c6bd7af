// Checks the effects of writes by clients, and the positions of vessels (specification 4.2).
import assert from 'node:assert/strict'
import { MINUTE, NOON, getLinkedId } from './client.ts'
import { wrapData, patch, TEST_REQUEST } from './scenario.ts'
import { rule, type Row } from './row.ts'

export const writeRows: readonly Row[] = [
  rule('4.2', 'a renamed party has its new name in the list too, and a created one comes first', ({ createClient }) => {
    const client = createClient()
    const [party] = client.list('/parties')
    const created = client.send('POST', '/parties', wrapData('party', { company_name: ' Tern Lamps ' })).body.data
    assert.deepEqual(
      [created.attributes, client.get(`/parties/${created.id}`).data, client.list('/parties')[0]],
      [{ company_name: 'Tern Lamps' }, created, created],
    )
    assert.deepEqual(patch(client, `/parties/${party!.id}`, 'party', { company_name: 'Renamed' }).body.data, {
      ...party,
      attributes: { company_name: 'Renamed' },
    })
    assert.deepEqual(
      [
        client.get(`/parties/${party!.id}`).data.attributes,
        client.list('/parties').find(({ id }) => id === party!.id)?.attributes,
      ],
      [{ company_name: 'Renamed' }, { company_name: 'Renamed' }],
    )
    assert.equal(patch(client, `/parties/${party!.id}`, 'party', { company_name: 'RENAMED' }).status, 200)
  }),
  rule(
    '4.2',
    'a renamed party has its new name on its shipments, both those of the world and requested ones',
    ({ createClient }) => {
      const client = createClient()
      const request = client
        .list('/tracking_requests?page[size]=100')
        .find(
          (candidate) =>
            getLinkedId(candidate, 'customer') !== null && getLinkedId(candidate, 'tracked_object') !== null,
        )!
      const party = client.send('POST', '/parties', wrapData('party', { company_name: 'Tern Lamps' })).body.data
      const ownRequest = client.send(
        'POST',
        '/tracking_requests',
        wrapData('tracking_request', TEST_REQUEST, { customer: { data: { type: 'party', id: party.id } } }),
      ).body.data
      const readCustomers = () =>
        [request.id, ownRequest.id].map(
          (id) =>
            client.get(`/tracking_requests/${id}?include=tracked_object`, NOON + MINUTE).included[0]?.attributes[
              'customer_name'
            ],
        )
      assert.deepEqual(readCustomers(), [
        client.get(`/parties/${getLinkedId(request, 'customer')}`).data.attributes['company_name'],
        'Tern Lamps',
      ])
      patch(client, `/parties/${getLinkedId(request, 'customer')}`, 'party', { company_name: 'Renamed Works' })
      patch(client, `/parties/${party.id}`, 'party', { company_name: 'Tern Lamps and Shades' })
      assert.deepEqual(readCustomers(), ['Renamed Works', 'Tern Lamps and Shades'])
    },
  ),
  rule(
    '4.2',
    'references of a request are changed under ref_numbers and under ref_number, alone or as a list',
    async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      const change = (path: string, attributes: Record<string, unknown>) =>
        patch(client, `${path}/${ids.request}`, 'tracking_request', attributes).body.data.attributes['ref_numbers']
      assert.deepEqual(
        [
          change('/tracking_requests', { ref_numbers: ['A', 'B'] }),
          change('/tracking_request', { ref_number: 'C' }),
          change('/tracking_requests', { ref_number: ['D', 'E'] }),
        ],
        [['A', 'B'], ['C'], ['D', 'E']],
      )
      assert.deepEqual(client.get(`/tracking_requests/${ids.request}`).data.attributes['ref_numbers'], ['D', 'E'])
    },
  ),
  rule(
    '4.2',
    'parts of a webhook change separately; events occur once; header names are capitalized',
    async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      const change = (attributes: Record<string, unknown>) =>
        patch(client, `/webhooks/${ids.webhook}`, 'webhook', attributes).body.data.attributes
      const webhookBefore = client.get(`/webhooks/${ids.webhook}`).data.attributes
      assert.deepEqual(change({ active: false }), { ...webhookBefore, active: false })
      assert.deepEqual(change({ events: ['container.updated', 'container.updated'], url: 'http://127.0.0.1:9/x' }), {
        ...webhookBefore,
        active: false,
        events: ['container.updated'],
        url: 'http://127.0.0.1:9/x',
      })
      assert.deepEqual(change({ headers: [{ name: 'x-my-header', value: 'a\tb' }] })['headers'], [
        { name: 'X-My-Header', value: 'a\tb' },
      ])
      assert.deepEqual(change({ headers: null })['headers'], null)
      assert.deepEqual(
        ['http://localhost/x', 'http://[::1]/x'].map((url) => change({ url })['url']),
        ['http://localhost/x', 'http://[::1]/x'],
      )
      assert.deepEqual(
        client.list('/webhooks').map(({ id }) => id),
        [ids.webhook],
      )
    },
  ),
  rule('4.2', 'webhooks are sent from loopback, and the list of addresses has a date', ({ reader }) =>
    assert.deepEqual(reader.get('/webhooks/ips'), {
      webhook_notification_ips: ['127.0.0.1'],
      last_updated: '2026-01-01T00:00:00Z',
    }),
  ),
  rule(
    '4.2',
    'a deleted document, webhook, field, option and definition is not listed and not found by its id',
    async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      for (const [path, list] of [
        [`/documents/${ids.document}`, '/documents'],
        [`/webhooks/${ids.webhook}`, '/webhooks'],
        [`/custom_fields/${ids.field}`, '/custom_fields'],
        [
          `/custom_field_definitions/${ids.definition}/options/${ids.option}`,
          `/custom_field_definitions/${ids.definition}/options`,
        ],
        [`/custom_field_definitions/${ids.definition}`, '/custom_field_definitions'],
      ] as const) {
        assert.equal(client.list(list).length, 1)
        client.send('DELETE', path)
        assert.deepEqual([client.list(list), client.send('GET', path).status], [[], 404])
      }
    },
  ),
  rule('4.2', 'refresh asks line and terminal at once, and names them', ({ createClient }) => {
    const client = createClient({ seed: 1, containers: 60 })
    const containers = client.listAll('/containers')
    const [checked, unchecked] = [
      containers.find(
        ({ attributes }) =>
          attributes['available_for_pickup'] === false && attributes['current_status'] !== 'empty_returned',
      )!,
      containers.find(({ attributes }) => attributes['terminal_checked_at'] === null)!,
    ]
    assert.deepEqual(
      [checked, unchecked].map(
        ({ id }) => client.send('PATCH', `/containers/${id}/refresh`, undefined, NOON + MINUTE).text,
      ),
      [
        '{"message":"Refresh started at: shipping line, terminal."}',
        '{"message":"Refresh started at: shipping line."}',
      ],
    )
    assert.deepEqual(
      client.get(`/containers/${checked.id}`, NOON + 2 * MINUTE).data.attributes['shipment_last_tracking_request_at'],
      '2026-11-20T17:01:00Z',
    )
  }),
  rule('4.2', 'the first refresh of an account sets the request time of its container', ({ createClient }) => {
    const client = createClient({ seed: 1, containers: 60 })
    const { id } = client.list('/containers').find(({ attributes }) => attributes['terminal_checked_at'] === null)!
    client.send('PATCH', `/containers/${id}/refresh`, undefined, NOON + MINUTE)
    assert.equal(
      client.get(`/containers/${id}`, NOON + 2 * MINUTE).data.attributes['shipment_last_tracking_request_at'],
      '2026-11-20T17:01:00Z',
    )
  }),
  rule(
    '4.2',
    'a track has hourly positions over the span, by default a week, and none in the future',
    async ({ account }) => {
      const { client, ids } = await account()
      const readTrack = (query: string) =>
        (client.get(`/vessels/${ids.vessel}?${query}`).data.attributes['positions'] as Record<string, unknown>[]).map(
          ({ timestamp }) => String(timestamp),
        )
      const from = 'show_positions[from_timestamp]=2026-11-20T00:00:00Z'
      assert.deepEqual(
        [readTrack(from).length, readTrack(from)[0], readTrack(from).at(-1)],
        [18, '2026-11-20T00:00:00Z', '2026-11-20T17:00:00Z'],
      )
      assert.deepEqual(
        [
          readTrack(`${from}&show_positions[to_timestamp]=2026-11-20T03:00:00Z`),
          readTrack(`${from}&show_positions[to_timestamp]=2027-01-01T00:00:00Z`).length,
        ],
        [['2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'], 18],
      )
      assert.deepEqual(
        [
          readTrack('show_positions[to_timestamp]=2026-11-20T17:00:00Z').length,
          readTrack('show_positions[from_timestamp]=2026-01-01T00:00:00Z').length,
        ],
        [169, 500],
      )
      const { positions, ...now } = client.get(`/vessels/${ids.vessel}`).data.attributes
      assert.deepEqual([positions, now['position_timestamp']], [undefined, '2026-11-20T17:00:00Z'])
    },
  ),
  rule(
    '4.2',
    'future positions: one a minute from now on, from the port or from the vessel’s position',
    async ({ account }) => {
      const { client, ids } = await account()
      const otherPortId = client.get('/ports/USLAX').data.id
      const readFuturePositions = (path: string) =>
        client.get(`/vessels/${ids.vessel}/${path}`).data.attributes['positions'] as {
          latitude: number
          longitude: number
          timestamp: string
          estimated: boolean
        }[]
      const port = client.get(`/ports/${ids.port}`).data.attributes
      const all = readFuturePositions(`future_positions?port_id=${otherPortId}&previous_port_id=${ids.port}`)
      assert.deepEqual(
        [all[0]?.timestamp, all[1]?.timestamp, all.length <= 1441, all.every(({ estimated }) => estimated)],
        ['2026-11-20T17:00:00Z', '2026-11-20T17:01:00Z', true, true],
      )
      assert.deepEqual(
        [all[0]?.latitude, all[0]?.longitude].map((degree) => degree?.toFixed(2)),
        [port['latitude'], port['longitude']].map((degree) => Number(degree).toFixed(2)),
      )
      const fromPosition = readFuturePositions(
        `future_positions_with_coordinates?port_id=${otherPortId}&previous_port_id=${ids.port}&latitude=33.5&longitude=-119`,
      )
      assert.deepEqual(
        [fromPosition[0]?.latitude, fromPosition[0]?.longitude, fromPosition.at(-1)?.latitude.toFixed(2)],
        [33.5, -119, '33.74'],
      )
      assert.deepEqual(
        readFuturePositions(`future_positions?port_id=${otherPortId}&previous_port_id=${otherPortId}`).map(
          ({ timestamp }) => timestamp,
        ),
        ['2026-11-20T17:00:00Z', '2026-11-20T17:01:00Z'],
      )
      const hours = (fromPosition.length - 1) / 60
      assert.ok(hours > 2 && hours < 3, String(hours))
    },
  ),
]
