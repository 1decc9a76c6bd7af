// Specification 4.4 (the direct link), 5 (authentication) and 9 (versioning).
import assert from 'node:assert/strict'
import {
  BASE_URL,
  KEY,
  listLinked,
  MINUTE,
  NOON,
  getLinkedId,
  ROOT_URL,
  getText,
  type Client,
  type Resource,
} from './client.ts'
import { announce, wrapData } from './scenario.ts'
import { rule, type Row } from './row.ts'
import { date } from './shapes.ts'

const followLink = (client: Client, query: string) => {
  const { status, headers } = client.sendRaw('GET', `/shipments/find?q=${encodeURIComponent(query)}`, { key: null })
  assert.equal(status, 302)
  return headers['location']
}
const getContainerUrl = (container: Resource) =>
  `${ROOT_URL}/shipments/${getLinkedId(container, 'shipment') ?? ''}?container=${container.id}`
const getShipmentUrl = ({ id }: Resource) => `${ROOT_URL}/shipments/${id}`
const setReferences = (client: Client, kind: 'containers' | 'shipments', id: string, ref_numbers: string[]) =>
  assert.equal(client.send('PATCH', `/${kind}/${id}`, wrapData(kind.slice(0, -1), { ref_numbers })).status, 200)

const LINKS: readonly Row[] = [
  rule('4.4', '1: an exact container number opens its shipment with that container selected', ({ reader }) => {
    for (const container of reader.list('/containers').slice(0, 5))
      assert.equal(followLink(reader, getText(container, 'number')!), getContainerUrl(container))
  }),
  rule('4.4', '2: an exact shipment number opens that shipment', ({ reader }) => {
    for (const shipment of reader
      .list('/shipments')
      .filter((record) => getText(record, 'bill_of_lading_number')!.length > 7)
      .slice(0, 5))
      assert.equal(followLink(reader, getText(shipment, 'bill_of_lading_number')!), getShipmentUrl(shipment))
  }),
  rule(
    '4.4',
    '2: an exact reference number opens that shipment, rather than a container whose number contains it',
    ({ createClient }) => {
      const client = createClient()
      const [shipment] = client.list('/shipments')
      const container = client.list('/containers').find((record) => getLinkedId(record, 'shipment') !== shipment!.id)!
      setReferences(client, 'shipments', shipment!.id, ['Ref 77-A'])
      assert.equal(followLink(client, 'REF77a'), getShipmentUrl(shipment!))
      const part = getText(container, 'number')!.slice(2, 10)
      setReferences(client, 'shipments', shipment!.id, [part])
      assert.equal(followLink(client, part), getShipmentUrl(shipment!))
    },
  ),
  rule('4.4', '3: a part of a container number opens the first such container', ({ reader }) => {
    const containers = reader.listAll('/containers?page[size]=100')
    for (const part of ['U1', 'U2', '00', '7'])
      assert.equal(
        followLink(reader, part),
        getContainerUrl(containers.find((container) => getText(container, 'number')!.includes(part))!),
      )
  }),
  rule('4.4', '4: a part of a shipment number or reference opens the first such shipment', ({ createClient }) => {
    const client = createClient()
    const shipments = client.listAll('/shipments')
    setReferences(client, 'shipments', shipments[3]!.id, ['QQ-12345'])
    setReferences(client, 'shipments', shipments[5]!.id, ['QQ-12399'])
    assert.deepEqual(
      [followLink(client, 'qq123'), followLink(client, 'QQ12399')],
      [getShipmentUrl(shipments[3]!), getShipmentUrl(shipments[5]!)],
    )
    const part = getText(shipments[6]!, 'bill_of_lading_number')!.slice(1)
    assert.equal(followLink(client, part), getShipmentUrl(shipments[6]!))
  }),
  rule('4.4', '5: nothing found opens the list with the query filled in', ({ reader }) =>
    assert.equal(followLink(reader, 'no such <thing>&x'), `${ROOT_URL}/shipments?q=no%20such%20%3Cthing%3E%26x`),
  ),
  rule('4.4', 'an empty query opens the list', ({ reader }) =>
    assert.deepEqual(
      [followLink(reader, ''), reader.sendRaw('GET', '/shipments/find', { key: null }).headers['location']],
      [`${ROOT_URL}/shipments?q=`, `${ROOT_URL}/shipments?q=`],
    ),
  ),
  rule('4.4', 'case does not matter', ({ reader }) => {
    const [container] = reader.list('/containers')
    assert.equal(followLink(reader, getText(container!, 'number')!.toLowerCase()), getContainerUrl(container!))
  }),
  rule('4.4', 'spaces and dashes in container numbers are ignored', ({ reader }) => {
    const [container] = reader.list('/containers')
    const number = getText(container!, 'number')!
    assert.equal(
      followLink(reader, ` ${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`),
      getContainerUrl(container!),
    )
  }),
  rule('4.4', 'with several matching shipments the first wins', ({ createClient }) => {
    const client = createClient()
    const shipments = client.listAll('/shipments')
    for (const shipment of [shipments[7]!, shipments[2]!]) setReferences(client, 'shipments', shipment.id, ['SAME-1'])
    assert.equal(followLink(client, 'same1'), getShipmentUrl(shipments[2]!))
  }),
  rule('4.4', 'a reference of a container alone does not match', ({ createClient }) => {
    const client = createClient()
    const [container] = client.list('/containers')
    setReferences(client, 'containers', container!.id, ['ZZTOP-1'])
    assert.equal(followLink(client, 'ZZTOP-1'), `${ROOT_URL}/shipments?q=ZZTOP-1`)
  }),
  rule('4.4', 'the opened page shows the number, marks the container, and is HTML without scripts', ({ reader }) => {
    const [container] = reader.list('/containers')
    const page = reader.sendRaw('GET', getContainerUrl(container!).slice(ROOT_URL.length), { key: null })
    assert.deepEqual(
      [page.status, page.headers['content-type'], page.headers['content-security-policy']],
      [200, 'text/html; charset=utf-8', "default-src 'none'"],
    )
    const shipment = reader.get(`/shipments/${getLinkedId(container!, 'shipment')!}?include=containers`)
    assert.ok(page.text.includes(`<title>Shipment ${getText(shipment.data, 'bill_of_lading_number')!}</title>`))
    assert.equal(page.text.match(/<li/g)?.length, listLinked(shipment.data, 'containers').length)
    assert.ok(
      page.text.includes(
        `<li aria-current="true">${getText(container!, 'number')!} · ${getText(container!, 'current_status')!}</li>`,
      ),
    )
  }),
  rule('4.4', 'the list shows the query as text, never as markup', ({ reader }) => {
    const page = reader.sendRaw('GET', `/shipments?q=${encodeURIComponent('"><b>&')}`, { key: null })
    assert.deepEqual([page.status, page.text.includes('value="&quot;&gt;&lt;b&gt;&amp;"')], [200, true])
  }),
]

const KEYS: readonly (readonly [what: string, headers: Record<string, string>, status: number])[] = [
  ['Token with the key is accepted', { authorization: `Token ${KEY}` }, 200],
  ['no header is refused', {}, 401],
  ['an empty header is refused', { authorization: '' }, 401],
  ['another key is refused', { authorization: 'Token other' }, 401],
  ['the key without its prefix is refused', { authorization: KEY }, 401],
  ['Bearer is another scheme and refused', { authorization: `Bearer ${KEY}` }, 401],
  ['the key with something behind it is refused', { authorization: `Token ${KEY}x` }, 401],
  ['the beginning of the key is refused', { authorization: `Token ${KEY.slice(0, -1)}` }, 401],
  ['the key in another header is refused', { 'x-api-key': KEY }, 401],
]

const ACCESS: readonly Row[] = [
  ...KEYS.map(([what, headers, status]) =>
    rule('5', what, ({ reader }) => {
      const answer = reader.sendRaw('GET', '/v2/containers', { key: null, headers })
      assert.equal(answer.status, status)
      if (status === 401)
        assert.deepEqual(
          [
            answer.body.errors[0]?.status,
            answer.body.errors[0]?.code,
            answer.body.errors[0]?.title,
            answer.headers['content-type'],
          ],
          ['401', 'unauthorized', 'Unauthorized', 'application/vnd.api+json'],
        )
    }),
  ),
  ...(
    [
      '/v2/shipments',
      '/v2/tracking_requests',
      '/v2/webhooks',
      '/v2/documents',
      '/v2/search?query=a',
      '/v2/no/such/path',
      '/v2/parties',
      '/v2/custom_fields',
    ] as const
  ).map((url) =>
    rule('5', `${url} asks for the key, whatever the method`, ({ reader }) => {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
        assert.equal(reader.sendRaw(method, url, { key: null }).status, 401)
    }),
  ),
  rule('5', 'a request without the key changes nothing', ({ createClient }) => {
    const client = createClient()
    const { id, attributes } = client.list('/containers')[0]!
    assert.equal(
      client.sendRaw('PATCH', `/v2/containers/${id}`, {
        body: wrapData('container', { ref_numbers: ['X'] }),
        key: 'wrong',
      }).status,
      401,
    )
    assert.deepEqual(client.get(`/containers/${id}`).data.attributes, attributes)
  }),
  rule('5', 'the web application’s direct link and signed addresses need no key', ({ createClient }) => {
    const client = createClient()
    const { direct_upload: upload } = announce(client, new Uint8Array([1]))
    assert.deepEqual(
      [
        client.sendRaw('GET', '/shipments/find?q=x', { key: null }).status,
        client.sendRaw('PUT', new URL(upload.url).pathname, { key: null, body: new Uint8Array([2]) }).status,
      ],
      [302, 422],
    )
  }),
  rule('5', 'only paths below /v2 belong to the API', ({ reader }) => {
    for (const url of ['/containers', '/v1/containers', '/v2', '/v2x/containers', '/', ''])
      assert.equal(reader.sendRaw('GET', url).status, 404, url)
  }),
]

const VERSIONS: readonly Row[] = [
  rule('9', 'the version is in the path, and every absolute link begins with that path', ({ reader }) => {
    for (const path of ['/containers?page[size]=5', '/shipments', '/parties'])
      for (const link of Object.values(reader.get(path).links)) assert.ok(link.startsWith(`${BASE_URL}/`), link)
  }),
  rule('9', 'every link begins with the configured base address', ({ createClient }) => {
    const client = createClient({ baseUrl: 'https://t.example/a/v2' })
    const { links } = client.sendRaw('GET', '/a/v2/containers?page[size]=5').body
    assert.deepEqual(
      [links['self'], links['next']],
      [
        'https://t.example/a/v2/containers?page[size]=5',
        'https://t.example/a/v2/containers?page[number]=2&page[size]=5',
      ],
    )
  }),
  rule('9', 'notifications of documents carry a date as version, also when delivered', async (services) => {
    const { deliveries } = await services.scenario()
    const versions = deliveries
      .filter(({ document }) => String(document.data.attributes['event']).startsWith('document.'))
      .map(({ document }) => document.data.attributes['version'])
    assert.deepEqual([...new Set(versions)], ['2025-06-01'])
  }),
  ...['commercial_invoice', 'bill_of_lading', 'arrival_notice', 'delivery_order', 'packing_list'].map((type) =>
    rule('9', `the schema of ${type} is addressed by its version, and by its type alone`, ({ reader }) => {
      const { data } = reader.get(`/document_schemas/${type}@2026-03-01`)
      const {
        schema_version: version,
        full_version: full,
        document_type: documentType,
        current,
        draft,
        schema_format: format,
        schema_payload: payload,
        active_at: active,
        label,
        description,
        ...rest
      } = data.attributes
      assert.deepEqual(
        [date(version), full, data.id, documentType, current, draft, format, active],
        [null, `${type}@2026-03-01`, `${type}@2026-03-01`, type, true, false, 'json_schema', '2026-03-01T00:00:00Z'],
      )
      assert.deepEqual(
        [
          (label as string).toLowerCase().replaceAll(' ', '_'),
          String(description).includes(String(label).toLowerCase()),
          rest,
        ],
        [type, true, { created_at: '2026-03-01T00:00:00Z', updated_at: '2026-03-01T00:00:00Z' }],
      )
      const { properties, ...frame } = payload as { properties: Record<string, unknown> }
      assert.deepEqual(frame, {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: true,
      })
      assert.deepEqual(properties['container_numbers'], { type: 'array', items: { type: 'string' } })
      for (const [name, property] of Object.entries(properties))
        if (name !== 'container_numbers')
          assert.deepEqual(
            property,
            /(^|_)date$|^eta$|last_free_day/.test(name) ? { type: 'string', format: 'date' } : { type: 'string' },
            name,
          )
      assert.deepEqual(reader.get(`/document_schemas/${type}`).data, data)
      assert.equal(reader.send('GET', `/document_schemas/${type}@2020-01-01`).status, 404)
    }),
  ),
  rule('9', 'the Date header of an answer is the world’s time', ({ reader }) =>
    assert.equal(
      reader.sendRaw('GET', '/v2/containers', { worldMs: NOON + MINUTE }).headers['date'],
      'Fri, 20 Nov 2026 17:01:00 GMT',
    ),
  ),
]

export const accessRows: readonly Row[] = [...LINKS, ...ACCESS, ...VERSIONS]
