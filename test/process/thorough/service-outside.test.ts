// Tests the service over real connections: signed webhooks with retries, received mail, network faults, and equal data
// from two processes with the same seed.
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, describe, expect, test } from 'vitest'
import { HANG_MS } from '../../support/hang.ts'
import { pdfLines } from '../../support/pdf.ts'
import { endPrograms, makeFolder, startService, type Program, type ServiceReady } from '../../support/programs.ts'

type Ready = ServiceReady & { smtp?: { port: number; to: string } }
type Resource = {
  id: string
  type: string
  attributes: Record<string, unknown>
  relationships: Record<string, { data: unknown }>
}
type Document = { data: Resource; included?: Resource[] }

const servers: Server[] = []
afterEach(async () => {
  await endPrograms()
  for (const server of servers.splice(0)) server.close()
})

const START_OPTIONS = ['--containers', '5', '--start', '2026-11-20T17:00:00Z', '--no-limit']

function createHeaders({ key }: Ready): Record<string, string> {
  return { authorization: `Token ${key}`, 'content-type': 'application/vnd.api+json' }
}

function sendRequest(ready: Ready, method: string, path: string, document?: unknown): Promise<Response> {
  return fetch(ready.url + path, {
    method,
    headers: createHeaders(ready),
    ...(document === undefined ? {} : { body: JSON.stringify(document) }),
    signal: AbortSignal.timeout(HANG_MS),
  })
}

async function readJson<T>(ready: Ready, path: string): Promise<T> {
  return (await (await sendRequest(ready, 'GET', path)).json()) as T
}

async function pollUntil<T>(condition: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const endMs = Date.now() + HANG_MS
  while (Date.now() < endMs) {
    const value = await condition()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The condition never became true.')
}

const REQUEST = {
  data: {
    type: 'tracking_request',
    attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' },
  },
}

type Received = { signature: string; type: string; body: Buffer }

/** Starts a webhook receiver that refuses the first delivery of each notification. */
async function startReceiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      const { 'x-t49-webhook-signature': signature, 'content-type': type } = incoming.headers
      const isFirst = !received.some((earlier) => earlier.body.equals(body))
      received.push({ signature: String(signature), type: String(type), body })
      outgoing.writeHead(isFirst ? 500 : 202).end('received')
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, received }
}

describe('webhooks', () => {
  test('are signed over their bytes, and are sent again after a refusal', async () => {
    const { url, received } = await startReceiver()
    const { ready } = await startService(...START_OPTIONS, '--clock-rate', '50', '--speed', '20')
    const webhook = (await (
      await sendRequest(ready, 'POST', '/webhooks', {
        data: { type: 'webhook', attributes: { url, active: true, events: ['tracking_request.succeeded'] } },
      })
    ).json()) as Document
    const created = (await (await sendRequest(ready, 'POST', '/tracking_requests', REQUEST)).json()) as Document
    const listReceived = () => received.filter(({ body }) => body.includes(created.data.id))
    await pollUntil(() => (listReceived().length >= 2 ? true : undefined))
    for (const { signature, type, body } of received) {
      expect(type).toBe('application/json')
      expect(signature).toBe(createHmac('sha256', String(webhook.data.attributes['secret'])).update(body).digest('hex'))
    }
    const [first, second] = listReceived()
    expect(second!.body).toEqual(first!.body)
    const notification = JSON.parse(first!.body.toString()) as Document
    expect(notification.data.attributes['event']).toBe('tracking_request.succeeded')
    expect(notification.included!.map((record) => record.type)).toEqual(
      expect.arrayContaining(['tracking_request', 'shipment', 'container']),
    )
    const status = await pollUntil(async () => {
      const { data } = await readJson<Document>(ready, `/webhook_notifications/${notification.data.id}`)
      return data.attributes['delivery_status'] === 'pending' ? undefined : data.attributes['delivery_status']
    })
    expect(status).toBe('succeeded')
  })

  test('can be triggered for a test, and the answer contains the request and the response', async () => {
    const { url, received } = await startReceiver()
    const { ready } = await startService(...START_OPTIONS)
    const result = (await (
      await sendRequest(ready, 'POST', '/webhooks/trigger', {
        url,
        event: 'container.transport.vessel_arrived',
        secret: 'shh',
      })
    ).json()) as Record<string, unknown>
    expect(result).toMatchObject({
      url,
      succeeded: false,
      status_code: 500,
      response_body: 'received',
      request_body: received[0]!.body.toString(),
    })
    expect(received[0]!.signature).toBe(createHmac('sha256', 'shh').update(received[0]!.body).digest('hex'))
  })
})

test('mail to the documents alias becomes a submission with its document, and mail to other mailboxes is refused', async () => {
  const { ready } = (await startService(...START_OPTIONS, '--smtp-port', '0', '--speed', '50')) as Program<Ready>
  const transport = createTransport({ host: '127.0.0.1', port: ready.smtp!.port, ignoreTLS: true })
  const attachment = {
    filename: '../../Packing list.pdf',
    contentType: 'application/pdf',
    content: Buffer.from(pdfLines('PACKING LIST', 'Packing list no: PL-2026/7', 'Total cartons: 12')),
  }
  await transport.sendMail({
    from: 'ops@forwarder.example',
    to: ready.smtp!.to,
    subject: 'Papers',
    text: 'See attached.',
    attachments: [attachment],
  })
  await expect(
    transport.sendMail({ from: 'ops@forwarder.example', to: 'someone@else.example', text: 'x' }),
  ).rejects.toThrow(/550/)
  transport.close()

  const { data, included } = await pollUntil(async () => {
    const submissions = await readJson<{ data: Resource[]; included: Resource[] }>(ready, '/email_submissions')
    return submissions.included.some(({ type }) => type === 'document_representation') ? submissions : undefined
  })
  expect(data[0]!.attributes).toMatchObject({ subject: 'Papers', from: ['ops@forwarder.example'], documents_count: 1 })
  const document = included.find(({ type }) => type === 'document')!
  expect(document.attributes).toMatchObject({
    file_name: 'Packing list.pdf',
    document_type: 'packing_list',
    source: 'email',
  })
  expect(included.find(({ type }) => type === 'document_representation')!.attributes['payload']).toMatchObject({
    packing_list_number: 'PL-2026/7',
    total_packages: '12',
  })
})

describe('network faults', () => {
  const startFaultyService = (rules: unknown) => {
    const file = join(makeFolder(), 'faults.json')
    writeFileSync(file, JSON.stringify(rules))
    return startService(...START_OPTIONS, '--faults', file)
  }

  test('a 503 with `after` still creates the record, and a 502 with `before` does not', async () => {
    const { ready } = await startFaultyService([
      {
        kind: 'status',
        status: 503,
        method: 'POST',
        path: '/tracking_requests',
        when: 'after',
        times: 1,
        retryAfterSeconds: 3,
      },
      { kind: 'status', status: 502, method: 'POST', path: '/parties', when: 'before', times: 1 },
    ])
    const answer = await sendRequest(ready, 'POST', '/tracking_requests', REQUEST)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
    expect((await sendRequest(ready, 'POST', '/tracking_requests', REQUEST)).status).toBe(422)
    const party = { data: { type: 'party', attributes: { company_name: 'Wexcombe Lamps' } } }
    expect((await sendRequest(ready, 'POST', '/parties', party)).status).toBe(502)
    expect((await sendRequest(ready, 'POST', '/parties', party)).status).toBe(201)
  })

  test('the rules reset, truncate, html, hang and latency change the answers of their paths', async () => {
    const { ready } = await startFaultyService([
      { kind: 'reset', path: '/shipments' },
      { kind: 'truncate', path: '/containers' },
      { kind: 'html', path: '/parties', status: 502 },
      { kind: 'hang', path: '/webhooks' },
      { kind: 'latency', path: '/shipping_lines', latencyMs: 300 },
    ])
    await expect(sendRequest(ready, 'GET', '/shipments')).rejects.toThrow()
    await expect(sendRequest(ready, 'GET', '/containers').then((answer) => answer.text())).rejects.toThrow()
    const page = await sendRequest(ready, 'GET', '/parties')
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    await expect(
      fetch(`${ready.url}/webhooks`, { headers: createHeaders(ready), signal: AbortSignal.timeout(700) }),
    ).rejects.toThrow(/timeout/i)
    const sentMs = performance.now()
    expect((await sendRequest(ready, 'GET', '/shipping_lines')).status).toBe(200)
    expect(performance.now() - sentMs).toBeGreaterThanOrEqual(290)
  })
})

test('two processes with one seed, and one after a restart, give equal data at the same time, including written data', async () => {
  // At this speed the time of the service does not change during the test.
  const options = [
    '--containers',
    '80',
    '--seed',
    'twins',
    '--start',
    '2026-11-20T17:00:00Z',
    '--speed',
    '0.000001',
    '--no-limit',
  ]
  const paths = [
    '/containers?page[size]=100&include=shipment,transport_events',
    '/shipments?page[size]=100&include=containers',
    '/tracking_requests?page[size]=100',
    '/parties',
    '/webhooks',
    '/documents',
  ]
  const getOrigin = ({ url }: Ready) => url.replace('/v2', '')
  const readBytes = (ready: Ready) =>
    Promise.all(
      paths.map(async (path) =>
        (await (await sendRequest(ready, 'GET', path)).text()).replaceAll(getOrigin(ready), ''),
      ),
    )
  const writeData = async (ready: Ready) => {
    await sendRequest(ready, 'POST', '/parties', {
      data: { type: 'party', attributes: { company_name: 'Wexcombe Lamps' } },
    })
    await sendRequest(ready, 'POST', '/tracking_requests', REQUEST)
    await sendRequest(ready, 'POST', '/webhooks', {
      data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true } },
    })
  }
  const folder = makeFolder()
  const [one, other] = [await startService(...options), await startService(...options, '--data-dir', folder)]
  await writeData(one.ready)
  await writeData(other.ready)
  const bytes = await readBytes(one.ready)
  expect(await readBytes(other.ready)).toEqual(bytes)
  await other.stop()
  const restarted = await startService(...options, '--data-dir', folder)
  expect(await readBytes(restarted.ready)).toEqual(bytes)
})
