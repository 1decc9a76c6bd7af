// Every random request gets a correct answer. It causes no crash and no 500, an error names the problem, and a refused
// request changes nothing. FUZZ_CASES and FUZZ_SEED set the number of requests and the seed for manual runs.
import { expect, test } from 'vitest'
import type { ServiceRequest, ServiceResponse } from '#service/service.ts'
import { createClient, parseDocument, NOON, readText, type Client } from '../client.ts'
import { createFuzzing } from '../fuzzing.ts'
import { uploadDocument } from '../uploading.ts'

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

const readState = (client: Client) =>
  LISTS.map((path) =>
    readText(client.sendRaw('GET', `/v2${path}${path.includes('?') ? '&' : '?'}page[size]=100`)),
  ).join('\n')

function prepareClient(onBug: (error: unknown) => void): { client: Client; ids: string[] } {
  const client = createClient({
    containers: 6,
    onBug,
    post: () => Promise.resolve({ status: 200, headers: {}, body: '' }),
  })
  const createdIds = [
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
    uploadDocument(client, new TextEncoder().encode('PACKING LIST'), {
      content_type: 'text/plain',
      filename: 'list.txt',
    }),
  ].map(({ data }) => data.id)
  const port = client.get('/ports/USLAX').data
  const listedIds = ['/containers', '/shipments', '/tracking_requests', '/shipping_lines'].flatMap((path) =>
    client
      .list(path)
      .data.slice(0, 3)
      .map(({ id }) => id),
  )
  return { client, ids: [...createdIds, ...listedIds, port.id] }
}

/** Returns what is wrong with the answer, or null if it is correct. */
function findProblem({ method }: ServiceRequest, response: ServiceResponse): string | null {
  const { status, headers } = response
  if (status >= 500) return `${status} ${readText(response)}`
  const badHeader = Object.entries(headers).find(([, value]) => !/^[\t\x20-\x7e]*$/.test(value))
  if (badHeader) return `header ${badHeader[0]} would break the answer`
  if (method === 'HEAD') return response.body.byteLength === 0 ? null : 'content after HEAD'
  if (headers['content-type']?.includes('json')) {
    const document = parseDocument(response)
    if (status < 400) return 'errors' in document ? 'errors in a success' : null
    const [first] = document.errors
    if (!first || first.status !== String(status) || !first.title || !first.detail)
      return `an error without words: ${readText(response)}`
    if (status === 400 && !first.source) return `no source: ${readText(response)}`
  } else if (status >= 400) return `${status} as ${headers['content-type'] ?? 'nothing'}`
  return null
}

test(`${CASES} random requests are answered, and refused ones change nothing`, () => {
  const bugs: unknown[] = []
  const { client, ids } = prepareClient((error) => bugs.push(error))
  const fuzzing = createFuzzing(SEED, ids)
  const problems: string[] = []
  const statuses = new Map<number, number>()
  let before = readState(client)
  for (let number = 0; number < CASES; number += 1) {
    const request = fuzzing.next()
    const response = client.service.handle(request, { processMs: number, worldMs: NOON })
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const after = request.method === 'GET' ? before : readState(client)
    const problem =
      findProblem(request, response) ??
      (response.status >= 400 && after !== before ? `changed something although ${response.status}` : null)
    if (problem !== null)
      problems.push(
        `${number} ${request.method} ${request.url.slice(0, 200)}: ${problem.slice(0, 300)} ${request.body ? new TextDecoder().decode(request.body).slice(0, 300) : ''}`,
      )
    before = after
  }
  expect(problems).toEqual([])
  expect(bugs).toEqual([])
  // If all requests were refused for the same reason, the test would prove little.
  for (const status of [200, 201, 400, 401, 404, 405, 422])
    expect(statuses.get(status) ?? 0, `status ${status}`).toBeGreaterThan(3)
})
