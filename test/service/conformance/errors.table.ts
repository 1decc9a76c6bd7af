// Checks which requests are refused, with their status, code and pointer (specification 7), and that a refused request
// changes nothing.
import assert from 'node:assert/strict'
import type { Client, Resource } from './client.ts'
import { wrapData, TEST_REQUEST } from './scenario.ts'
import { replaceIds } from './sample-account.ts'
import { REFUSALS } from './refusals.ts'
import type { Row } from './row.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
}

const getPointer = (name: string) => `/data/attributes/${name}`

/** The lists that must be the same after a refusal. */
const STATE = [
  '/tracking_requests',
  '/webhooks',
  '/parties',
  '/custom_field_definitions',
  '/custom_fields',
  '/documents',
]

/** Names of refusals whose request creates a record before it is refused. */
const CREATES_FIRST = /that exists, pending|field that has none|under another field/

/** Parses `status code source`. `source` is null if the error names no part of the request. */
function parseAnswer(answer: string): { status: number; code: string; source: string | null } {
  const [status, code = '', source = null] = answer.split(' ')
  return { status: Number(status), code, source: source === '/' ? '' : (source?.replace(/^@/, getPointer('')) ?? null) }
}

const refusalRows = REFUSALS.map(([what, expected, ask]) => ({ what, ask, ...parseAnswer(expected) })).map(
  ({ what, ask, status, code, source }): Row => ({
    section: '7',
    kind: 'error',
    what: `${what}: ${status} ${code}${source === null ? '' : ` at ${source}`}`,
    check: async ({ createAccount, account }) => {
      // All rows share an account, because a refusal changes nothing, which another row checks. Only rows that create
      // a record before the refusal have their own account.
      const answer = ask(CREATES_FIRST.test(what) ? await createAccount() : await account())
      const [item] = answer.body.errors
      assert.deepEqual(
        [answer.status, item?.status, item?.code, item?.title],
        [status, String(status), code, TITLES[status]],
      )
      assert.deepEqual(
        item?.source,
        source === null ? undefined : source.startsWith('?') ? { parameter: source.slice(1) } : { pointer: source },
      )
      assert.ok((item?.detail.length ?? 0) > 10)
      assert.equal(answer.headers['content-type'], 'application/vnd.api+json')
    },
  }),
)

const FEATURES = ['map', 'vessel_positions', 'refresh', 'rail', 'webhooks', 'documents', 'custom_fields'] as const

const entitlementRows: readonly Row[] = (
  [
    ['map', 'GET', '/containers/{container}/map_geojson'],
    ['refresh', 'PATCH', '/containers/{container}/refresh'],
    ['vessel_positions', 'GET', '/vessels/{vessel}/future_positions?port_id={port}&previous_port_id={port}'],
    ['vessel_positions', 'GET', '/vessels/{vessel}/future_positions_with_coordinates'],
    ['vessel_positions', 'GET', '/vessels/{vessel}?show_positions[from_timestamp]=2026-11-01T00:00:00Z'],
    ['vessel_positions', 'GET', '/vessels/{vessel}?show_positions[to_timestamp]=2026-11-01T00:00:00Z'],
    ...['/webhooks', '/webhooks/events', '/webhooks/ips', '/webhooks/x'].map(
      (path) => ['webhooks', 'GET', path] as const,
    ),
    ['webhooks', 'POST', '/webhooks/trigger'],
    ...['/documents', '/documents/types', '/documents/x', '/documents/x/download_url'].map(
      (path) => ['documents', 'GET', path] as const,
    ),
    ['documents', 'POST', '/documents'],
  ] as const
).map(([feature, method, path]): Row => ({
  section: '7',
  kind: 'error',
  what: `${method} ${path} without the entitlement to ${feature}: 403`,
  check: async ({ createClient, account }) => {
    const client: Client = createClient({
      seed: 1,
      containers: 30,
      features: new Set(FEATURES.filter((name) => name !== feature)),
    })
    const { ids } = await account()
    const { status, body } = client.send(method, replaceIds(path, ids))
    assert.deepEqual(
      [status, body.errors[0]?.status, body.errors[0]?.code, body.errors[0]?.title],
      [403, '403', 'forbidden', 'Forbidden'],
    )
  },
}))

const MEMBERS: readonly Row[] = [
  ...(['status', 'title', 'detail', 'code'] as const).map((member): Row => ({
    section: '7',
    kind: 'attribute',
    what: `an error has the text ${member}`,
    check: ({ reader }) => assert.equal(typeof reader.send('GET', '/x').body.errors[0]?.[member], 'string'),
  })),
  {
    section: '7',
    kind: 'attribute',
    what: 'source is an object, and is omitted if there is nothing to point at',
    check: (services) => {
      const client = services.createClient()
      assert.deepEqual(Object.keys(client.send('GET', '/x').body.errors[0]!), ['status', 'title', 'code', 'detail'])
      assert.deepEqual(Object.keys(client.send('POST', '/parties', wrapData('party', {})).body.errors[0]!).sort(), [
        'code',
        'detail',
        'source',
        'status',
        'title',
      ])
    },
  },
  {
    section: '7',
    kind: 'rule',
    what: 'all errors of a body are reported at once',
    check: ({ createClient }) => {
      const { body } = createClient().send('POST', '/tracking_requests', wrapData('tracking_request', {}))
      assert.deepEqual(
        body.errors.map(({ source }) => source?.pointer),
        ['request_type', 'request_number', 'scac'].map(getPointer),
      )
    },
  },
  {
    section: '7',
    kind: 'rule',
    what: 'the duplicate’s detail names number, SCAC and "pending or created"',
    check: ({ createClient }) => {
      const client = createClient()
      const ask = () => client.send('POST', '/tracking_requests', wrapData('tracking_request', TEST_REQUEST))
      ask()
      assert.match(ask().body.errors[0]!.detail, /TEST-TR-SUCCEEDED.*TEST.*pending or created/)
    },
  },
  {
    section: '7',
    kind: 'rule',
    what: 'a refusal changes nothing',
    check: async ({ createAccount }) => {
      const account = await createAccount()
      const readState = () => STATE.map((path) => account.client.listAll(path))
      const refusals = REFUSALS.filter(([what]) => !CREATES_FIRST.test(what))
      const stateBefore = readState()
      for (const [, , ask] of refusals) ask(account)
      assert.deepEqual(readState(), stateBefore)
    },
  },
  {
    section: '7',
    kind: 'rule',
    what: 'without the rail plan its last free day is absent, not refused',
    check: ({ createClient }) => {
      const [client, clientWithoutRail] = [
        createClient({ seed: 1, containers: 140 }),
        createClient({ seed: 1, containers: 140, features: new Set(FEATURES.filter((name) => name !== 'rail')) }),
      ]
      const withRail = client.listAll('/containers?page[size]=100')
      const withoutRail = clientWithoutRail.listAll('/containers?page[size]=100')
      for (const [index, { id, attributes }] of withRail.entries()) {
        const deadlines = attributes['import_deadlines'] as Record<string, unknown>
        const lfd = deadlines['pickup_lfd_line'] ?? deadlines['pickup_lfd_terminal']
        assert.deepEqual(withoutRail[index]!.attributes, {
          ...attributes,
          pickup_lfd: lfd,
          ind_facility_lfd_on: null,
          import_deadlines: { ...deadlines, pickup_lfd_rail: null },
        })
        assert.deepEqual(clientWithoutRail.get(`/containers/${id}`).data.attributes, withoutRail[index]!.attributes)
      }
      const onRail = withRail.find(({ attributes }) => attributes['ind_facility_lfd_on'] !== null)!
      const listEvents = (client: Client) => client.list(`/containers/${onRail.id}/transport_events`)
      const railEvents = listEvents(client).filter(
        ({ attributes }) => attributes['event'] === 'container.pickup_lfd_rail.changed',
      )
      assert.ok(railEvents.length > 0)
      const isRampEvent = ({ attributes, relationships }: Resource) =>
        attributes['event'] === 'container.pickup_lfd.changed' &&
        attributes['data_source'] === 'terminal' &&
        JSON.stringify(relationships['location']).includes('metro_area')
      assert.deepEqual(
        listEvents(clientWithoutRail),
        listEvents(client).filter((event) => !isRampEvent(event) && !railEvents.some(({ id }) => event.id === id)),
      )
      assert.ok(
        !clientWithoutRail
          .list('/webhooks/events')
          .some(({ attributes }) =>
            (attributes['events'] as { name: string }[]).some(
              ({ name }) => name === 'container.pickup_lfd_rail.changed',
            ),
          ),
      )
    },
  },
]

export const errorRows: readonly Row[] = [...MEMBERS, ...refusalRows, ...entitlementRows]
