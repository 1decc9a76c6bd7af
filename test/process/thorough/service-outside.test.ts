// The service over real connections: signed webhooks with retries, received mail, network faults, and equal bytes from
// two processes of one seed.
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

const START = ['--containers', '5', '--start', '2026-11-20T17:00:00Z', '--no-limit']

function headersFor({ key }: Ready): Record<string, string> {
  return { authorization: `Token ${key}`, 'content-type': 'application/vnd.api+json' }
}

function send(ready: Ready, method: string, path: string, document?: unknown): Promise<Response> {
  return fetch(ready.url + path, {
    method,
    headers: headersFor(ready),
    ...(document === undefined ? {} : { body: JSON.stringify(document) }),
    signal: AbortSignal.timeout(HANG_MS),
  })
}

async function read<T>(ready: Ready, path: string): Promise<T> {
  return (await (await send(ready, 'GET', path)).json()) as T
}

async function until<T>(condition: () => Promise<T | undefined> | T | undefined): Promise<T> {
  const endMs = Date.now() + HANG_MS
  while (Date.now() < endMs) {
    const value = await condition()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It did not come to that.')
}

const REQUEST = {
  data: {
    type: 'tracking_request',
    attributes: { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' },
  },
}

type Received = { signature: string; type: string; body: Buffer }

/** A listener that refuses the first delivery of each notification. */
async function receiver(): Promise<{ url: string; received: Received[] }> {
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
    const { url, received } = await receiver()
    const { ready } = await startService(...START, '--clock-rate', '50', '--speed', '20')
    const hook = (await (
      await send(ready, 'POST', '/webhooks', {
        data: { type: 'webhook', attributes: { url, active: true, events: ['tracking_request.succeeded'] } },
      })
    ).json()) as Document
    const made = (await (await send(ready, 'POST', '/tracking_requests', REQUEST)).json()) as Document
    const ofOurs = () => received.filter(({ body }) => body.includes(made.data.id))
    await until(() => (ofOurs().length >= 2 ? true : undefined))
    for (const { signature, type, body } of received) {
      expect(type).toBe('application/json')
      expect(signature).toBe(createHmac('sha256', String(hook.data.attributes['secret'])).update(body).digest('hex'))
    }
    const [first, second] = ofOurs()
    expect(second!.body).toEqual(first!.body)
    const notification = JSON.parse(first!.body.toString()) as Document
    expect(notification.data.attributes['event']).toBe('tracking_request.succeeded')
    expect(notification.included!.map((record) => record.type)).toEqual(
      expect.arrayContaining(['tracking_request', 'shipment', 'container']),
    )
    const status = await until(async () => {
      const { data } = await read<Document>(ready, `/webhook_notifications/${notification.data.id}`)
      return data.attributes['delivery_status'] === 'pending' ? undefined : data.attributes['delivery_status']
    })
    expect(status).toBe('succeeded')
  })

  test('can be tested, and the answer shows the whole exchange', async () => {
    const { url, received } = await receiver()
    const { ready } = await startService(...START)
    const shown = (await (
      await send(ready, 'POST', '/webhooks/trigger', {
        url,
        event: 'container.transport.vessel_arrived',
        secret: 'shh',
      })
    ).json()) as Record<string, unknown>
    expect(shown).toMatchObject({
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
  const { ready } = (await startService(...START, '--smtp-port', '0', '--speed', '50')) as Program<Ready>
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

  const { data, included } = await until(async () => {
    const submissions = await read<{ data: Resource[]; included: Resource[] }>(ready, '/email_submissions')
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

describe('faults on the wire', () => {
  const faulty = (rules: unknown) => {
    const file = join(makeFolder(), 'faults.json')
    writeFileSync(file, JSON.stringify(rules))
    return startService(...START, '--faults', file)
  }

  test('a 503 after the effect leaves the request created, and a 502 before it does not', async () => {
    const { ready } = await faulty([
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
    const answer = await send(ready, 'POST', '/tracking_requests', REQUEST)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
    expect((await send(ready, 'POST', '/tracking_requests', REQUEST)).status).toBe(422)
    const party = { data: { type: 'party', attributes: { company_name: 'Wexcombe Lamps' } } }
    expect((await send(ready, 'POST', '/parties', party)).status).toBe(502)
    expect((await send(ready, 'POST', '/parties', party)).status).toBe(201)
  })

  test('a reset, half an answer, a page of HTML, silence and a delay occur by rule', async () => {
    const { ready } = await faulty([
      { kind: 'reset', path: '/shipments' },
      { kind: 'truncate', path: '/containers' },
      { kind: 'html', path: '/parties', status: 502 },
      { kind: 'hang', path: '/webhooks' },
      { kind: 'latency', path: '/shipping_lines', latencyMs: 300 },
    ])
    await expect(send(ready, 'GET', '/shipments')).rejects.toThrow()
    await expect(send(ready, 'GET', '/containers').then((answer) => answer.text())).rejects.toThrow()
    const page = await send(ready, 'GET', '/parties')
    expect([page.status, page.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    await expect(
      fetch(`${ready.url}/webhooks`, { headers: headersFor(ready), signal: AbortSignal.timeout(700) }),
    ).rejects.toThrow(/timeout/i)
    const askedMs = performance.now()
    expect((await send(ready, 'GET', '/shipping_lines')).status).toBe(200)
    expect(performance.now() - askedMs).toBeGreaterThanOrEqual(290)
  })
})

test('two processes of one seed and a restarted one give the same bytes at one instant, including written data', async () => {
  // This speed keeps the instant the same during the test.
  const still = [
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
  const origin = ({ url }: Ready) => url.replace('/v2', '')
  const bytesOf = (ready: Ready) =>
    Promise.all(
      paths.map(async (path) => (await (await send(ready, 'GET', path)).text()).replaceAll(origin(ready), '')),
    )
  const write = async (ready: Ready) => {
    await send(ready, 'POST', '/parties', { data: { type: 'party', attributes: { company_name: 'Wexcombe Lamps' } } })
    await send(ready, 'POST', '/tracking_requests', REQUEST)
    await send(ready, 'POST', '/webhooks', {
      data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true } },
    })
  }
  const folder = makeFolder()
  const [one, other] = [await startService(...still), await startService(...still, '--data-dir', folder)]
  await write(one.ready)
  await write(other.ready)
  const bytes = await bytesOf(one.ready)
  expect(await bytesOf(other.ready)).toEqual(bytes)
  await other.stop()
  const again = await startService(...still, '--data-dir', folder)
  expect(await bytesOf(again.ready)).toEqual(bytes)
})
