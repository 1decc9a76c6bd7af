// The service of *hostile*: answers the list of containers with extreme pages. The first answers differ in every
// record, so that all records must be written again. Prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageKind } from './hostile.ts'

const MEBIBYTE = 1024 * 1024
const ANSWERS = 3
const kind = process.argv[2] as PageKind

type Container = { type: 'container'; id: string; attributes: Record<string, unknown> }

const createAttributes = (count: number, createValue: (n: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`attribute_${n}`, createValue(n)]))

function createContainer(n: number, version: number, extraAttributes: Record<string, unknown> = {}): Container {
  return {
    type: 'container',
    id: `c-${n}`,
    attributes: {
      number: `MSCU${1_000_000 + n}`,
      ...createAttributes(60, (k) => (k % 3 === 0 ? null : `value ${n} ${k} ${version}`)),
      ...extraAttributes,
    },
  }
}

const createList = (count: number, createOne: (n: number) => Container, included: unknown[] = []) =>
  JSON.stringify({ data: Array.from({ length: count }, (_, n) => createOne(n)), included, meta: { total: count } })

const pages: Record<PageKind, (version: number) => string> = {
  large: (version) =>
    createList(Math.floor((7.5 * MEBIBYTE) / JSON.stringify(createContainer(1_000, version)).length), (n) =>
      createContainer(n, version),
    ),
  many: () => `{"data":[${'{"id":"1","type":"container"},'.repeat(250_000)}{"id":"2"}]}`,
  oversized: () =>
    `{"data":[${'{"id":"1","type":"container","attributes":{"number":"MSCU1234567"}},'.repeat(450_000)}{"id":"2"}]}`,
  deep: () => `{"data":${'['.repeat(7.5 * MEBIBYTE)}`,
  holds: (version) =>
    createList(100, (n) =>
      createContainer(n, version, {
        holds_at_pod_terminal: Array.from({ length: 490 }, (_, k) => ({
          name: `hold ${k}`,
          status: 'hold',
          description: `${version}`,
        })),
      }),
    ),
  attributes: (version) =>
    createList(400, (n) =>
      createContainer(
        n,
        version,
        createAttributes(490, (k) => `${k} ${version}`),
      ),
    ),
  beside: (version) =>
    createList(
      1,
      (n) => createContainer(n, version),
      Array.from({ length: 4_900 }, (_, n) => ({
        type: 'terminal',
        id: `t${n}`,
        attributes: { name: `Terminal ${n} ${version}` },
      })),
    ),
  events: (version) =>
    createList(1, (n) => createContainer(n, version, { pod_arrived_at: `2026-01-0${version + 1}T00:00:00Z` })),
}

const answers = Array.from({ length: ANSWERS }, (_, version) => Buffer.from(pages[kind](version)))
const createEvents = (version: number) =>
  JSON.stringify({
    data: Array.from({ length: 4_900 }, (_, n) => ({
      type: 'transport_event',
      id: `e${n}`,
      attributes: {
        event: 'container.transport.vessel_loaded',
        timestamp: '2026-01-01T00:00:00Z',
        voyage_number: `${version}`,
      },
    })),
  })
let listRequests = 0
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'application/vnd.api+json')
  if (/\/containers\?/.test(url)) response.end(answers[Math.min(listRequests++, ANSWERS - 1)])
  else response.end(kind === 'events' && url.includes('/transport_events') ? createEvents(listRequests) : '{"data":[]}')
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`)}\n`)
})
