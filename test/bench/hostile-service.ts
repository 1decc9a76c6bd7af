// The service of *hostile*: answers the list of containers with extreme pages. The first answers differ in every
// record, so that all records must be written again. Prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PageKind } from './hostile.ts'

const MEBIBYTE = 1024 * 1024
const ANSWERS = 3
const kind = process.argv[2] as PageKind

type Made = { type: 'container'; id: string; attributes: Record<string, unknown> }

const attributesOf = (count: number, of: (n: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`attribute_${n}`, of(n)]))

function made(n: number, version: number, more: Record<string, unknown> = {}): Made {
  return {
    type: 'container',
    id: `c-${n}`,
    attributes: {
      number: `MSCU${1_000_000 + n}`,
      ...attributesOf(60, (k) => (k % 3 === 0 ? null : `value ${n} ${k} ${version}`)),
      ...more,
    },
  }
}

const listOf = (count: number, one: (n: number) => Made, included: unknown[] = []) =>
  JSON.stringify({ data: Array.from({ length: count }, (_, n) => one(n)), included, meta: { total: count } })

const pages: Record<PageKind, (version: number) => string> = {
  large: (version) =>
    listOf(Math.floor((7.5 * MEBIBYTE) / JSON.stringify(made(1_000, version)).length), (n) => made(n, version)),
  many: () => `{"data":[${'{"id":"1","type":"container"},'.repeat(250_000)}{"id":"2"}]}`,
  oversized: () =>
    `{"data":[${'{"id":"1","type":"container","attributes":{"number":"MSCU1234567"}},'.repeat(450_000)}{"id":"2"}]}`,
  deep: () => `{"data":${'['.repeat(7.5 * MEBIBYTE)}`,
  holds: (version) =>
    listOf(100, (n) =>
      made(n, version, {
        holds_at_pod_terminal: Array.from({ length: 490 }, (_, k) => ({
          name: `hold ${k}`,
          status: 'hold',
          description: `${version}`,
        })),
      }),
    ),
  attributes: (version) =>
    listOf(400, (n) =>
      made(
        n,
        version,
        attributesOf(490, (k) => `${k} ${version}`),
      ),
    ),
  beside: (version) =>
    listOf(
      1,
      (n) => made(n, version),
      Array.from({ length: 4_900 }, (_, n) => ({
        type: 'terminal',
        id: `t${n}`,
        attributes: { name: `Terminal ${n} ${version}` },
      })),
    ),
  events: (version) => listOf(1, (n) => made(n, version, { pod_arrived_at: `2026-01-0${version + 1}T00:00:00Z` })),
}

const answers = Array.from({ length: ANSWERS }, (_, version) => Buffer.from(pages[kind](version)))
const events = (version: number) =>
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
let asked = 0
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'application/vnd.api+json')
  if (/\/containers\?/.test(url)) response.end(answers[Math.min(asked++, ANSWERS - 1)])
  else response.end(kind === 'events' && url.includes('/transport_events') ? events(asked) : '{"data":[]}')
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`)}\n`)
})
