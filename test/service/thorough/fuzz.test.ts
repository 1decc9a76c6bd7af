// Every request gets an answer: no crash, no 500, an error that names the problem, and no change by a refused request.
// FUZZ_CASES and FUZZ_SEED set the number and the seed for manual runs.
import { expect, test } from 'vitest'
import type { ServiceRequest, ServiceResponse } from '#service/service.ts'
import { createClient, documentOf, NOON, textOf, type Client } from '../client.ts'
import { createFuzzing } from '../fuzzing.ts'
import { handIn } from '../uploading.ts'

const CASES = Number(process.env['FUZZ_CASES'] ?? 800)
const SEED = process.env['FUZZ_SEED'] ?? '1'

/** All data that a client can change. */
const LISTS = [
  '/containers',
  '/shipments',
  '/tracking_requests',
  '/webhooks',
  '/parties',
  '/custom_field_definitions',
  '/custom_fields',
  '/documents?include=shipments',
  '/email_submissions',
]

const stateOf = (client: Client) =>
  LISTS.map((path) => textOf(client.raw('GET', `/v2${path}${path.includes('?') ? '&' : '?'}page[size]=100`))).join('\n')

function prepared(onBug: (error: unknown) => void): { client: Client; ids: string[] } {
  const client = createClient({
    containers: 6,
    onBug,
    post: () => Promise.resolve({ status: 200, headers: {}, body: '' }),
  })
  const made = [
    client.send('POST', '/webhooks', {
      data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true } },
    }).document,
    client.send('POST', '/parties', { data: { type: 'party', attributes: { company_name: 'Somebody' } } }).document,
    client.send('POST', '/custom_field_definitions', {
      data: {
        type: 'custom_field_definition',
        attributes: { entity_type: 'Shipment', api_slug: 'x', display_name: 'X', data_type: 'enum' },
      },
    }).document,
    handIn(client, new TextEncoder().encode('PACKING LIST'), { content_type: 'text/plain', filename: 'list.txt' }),
  ].map(({ data }) => data.id)
  const port = client.get('/ports/USLAX').data
  const listed = ['/containers', '/shipments', '/tracking_requests', '/shipping_lines'].flatMap((path) =>
    client
      .list(path)
      .data.slice(0, 3)
      .map(({ id }) => id),
  )
  return { client, ids: [...made, ...listed, port.id] }
}

/** Null if the answer is correct. */
function problemOf({ method }: ServiceRequest, response: ServiceResponse): string | null {
  const { status, headers } = response
  if (status >= 500) return `${status} ${textOf(response)}`
  const bad = Object.entries(headers).find(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))
  if (bad) return `header ${bad[0]} would break the answer`
  if (method === 'HEAD') return response.body.byteLength === 0 ? null : 'content after HEAD'
  if (headers['content-type']?.includes('json')) {
    const document = documentOf(response)
    if (status < 400) return 'errors' in document ? 'errors in a success' : null
    const [first] = document.errors
    if (!first || first.status !== String(status) || !first.title || !first.detail)
      return `an error without words: ${textOf(response)}`
    if (status === 400 && !first.source) return `no source: ${textOf(response)}`
  } else if (status >= 400) return `${status} as ${headers['content-type'] ?? 'nothing'}`
  return null
}

test(`${CASES} random requests are answered, and refused ones change nothing`, () => {
  const bugs: unknown[] = []
  const { client, ids } = prepared((error) => bugs.push(error))
  const fuzzing = createFuzzing(SEED, ids)
  const found: string[] = []
  const statuses = new Map<number, number>()
  let before = stateOf(client)
  for (let number = 0; number < CASES; number += 1) {
    const request = fuzzing.next()
    const response = client.service.handle(request, { processMs: number, worldMs: NOON })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const after = request.method === 'GET' ? before : stateOf(client)
    const problem =
      problemOf(request, response) ??
      (response.status >= 400 && after !== before ? `changed something although ${response.status}` : null)
    if (problem !== null)
      found.push(
        `${number} ${request.method} ${request.url.slice(0, 200)}: ${problem.slice(0, 300)} ${request.body ? new TextDecoder().decode(request.body).slice(0, 300) : ''}`,
      )
    before = after
  }
  expect(found).toEqual([])
  expect(bugs).toEqual([])
  // If all requests were refused for the same reason, the test would prove little.
  for (const status of [200, 201, 400, 401, 404, 405, 422])
    expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(3)
})
