// The scenario is an account that a client has used: it has a webhook, custom fields, an uploaded invoice, a mail with
// a packing list, an unreadable file and two tracking requests. Many rows check its records and deliveries.
import { createHash } from 'node:crypto'
import type { ServiceOptions } from '#service/service.ts'
import { DAY, NOON, SECOND, getText, type Body, type Client, type Resource } from './client.ts'

export type Delivery = { url: string; headers: Record<string, string>; text: string; document: Body }

export type Scenario = {
  client: Client
  /** A time after all documents are processed and all notifications are delivered. */
  worldMs: number
  shipment: Resource
  container: Resource
  webhook: Resource
  definition: Resource
  option: Resource
  field: Resource
  invoice: Resource
  /** The answer to the submission, before the processing. */
  submitted: Resource
  unreadable: Resource
  deliveries: readonly Delivery[]
}

/** The attributes of a request that always succeeds. */
export const TEST_REQUEST = { request_type: 'bill_of_lading', request_number: 'TEST-TR-SUCCEEDED', scac: 'TEST' }

export const HOOK_URL = 'https://hooks.example/quay'

export function createInvoiceText(bill: string, container: string): string {
  return [
    'COMMERCIAL INVOICE',
    'Invoice No: INV-2026/118',
    'Invoice Date: 2026-10-30',
    'Seller: Tern & Sons Lamps',
    'Buyer: Halvorsen Lamp Company',
    `B/L: ${bill}`,
    `Container: ${container}`,
    'Grand Total: USD 12,480.50',
  ].join('\n')
}

export const PACKING_LIST = [
  'PACKING LIST',
  'Packing List No: PL-77',
  'Shipper: Tern & Sons Lamps',
  'Total Cartons: 240',
  'Gross Weight (kg): 3.120,5',
].join('\n')

/** Uploads a file and creates its document. Throws if the upload is refused, but returns any answer to the creation. */
export function uploadDocument(
  client: Client,
  content: string | Uint8Array,
  attributes: Record<string, unknown> = {},
  blob: Record<string, unknown> = {},
  worldMs = NOON,
) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const announced = announce(client, bytes, blob, worldMs)
  const put = putBytes(client, announced, bytes, worldMs)
  if (put.status !== 204) throw new Error(`PUT answers ${put.status}: ${put.text}`)
  return client.send(
    'POST',
    '/documents',
    {
      data: { type: 'document', attributes: { name: 'Lamps', attached_document: announced.signed_id, ...attributes } },
    },
    worldMs,
  )
}

export type Announced = {
  id: string
  key: string
  filename: string
  content_type: string
  byte_size: number
  checksum: string
  created_at: string
  service_name: string
  metadata: unknown
  signed_id: string
  direct_upload: { url: string; headers: Record<string, string> }
}

export function describeBlob(bytes: Uint8Array): {
  filename: string
  content_type: string
  byte_size: number
  checksum: string
} {
  return {
    filename: 'lamps.txt',
    content_type: 'text/plain',
    byte_size: bytes.byteLength,
    checksum: createHash('md5').update(bytes).digest('base64'),
  }
}

export function announce(
  client: Client,
  bytes: Uint8Array,
  blob: Record<string, unknown> = {},
  worldMs = NOON,
): Announced {
  const answer = client.sendRaw('POST', '/rails/active_storage/direct_uploads', {
    body: { blob: { ...describeBlob(bytes), ...blob } },
    worldMs,
  })
  if (answer.status !== 200) throw new Error(`the announcement answers ${answer.status}: ${answer.text}`)
  return answer.body as unknown as Announced
}

/** Sends the bytes without the API key, as the specification requires. */
export function putBytes(
  client: Client,
  { direct_upload: { url, headers } }: Announced,
  bytes: Uint8Array,
  worldMs = NOON,
  extraHeaders: Record<string, string> = {},
) {
  const lowerCaseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return client.sendRaw('PUT', new URL(url).pathname, {
    body: bytes,
    headers: { ...lowerCaseHeaders, ...extraHeaders },
    key: null,
    worldMs,
  })
}

export function wrapData(type: string, attributes: Record<string, unknown>, relationships?: Record<string, unknown>) {
  return { data: { type, attributes, ...(relationships ? { relationships } : {}) } }
}

export function patch(client: Client, path: string, type: string, attributes: Record<string, unknown>) {
  return client.send('PATCH', path, wrapData(type, attributes))
}

export async function createScenario(open: (options: Partial<ServiceOptions>) => Client): Promise<Scenario> {
  const deliveries: Delivery[] = []
  const client = open({
    post: ({ url, headers, body }) => {
      const text = new TextDecoder().decode(body)
      deliveries.push({ url, headers, text, document: JSON.parse(text) as Body })
      return Promise.resolve({ status: 200, headers: {}, body: 'ok' })
    },
  })
  const create = (path: string, body: unknown): Resource => {
    const answer = client.send('POST', path, body)
    if (answer.status !== 201) throw new Error(`POST ${path} answers ${answer.status}: ${answer.text}`)
    return answer.body.data
  }
  const container = client.list('/containers').find((record) => record.attributes['pod_discharged_at'] !== null)!
  const shipment = client.get(`/containers/${container.id}?include=shipment`).included[0]!
  const webhook = create(
    '/webhooks',
    wrapData('webhook', { url: HOOK_URL, active: true, headers: [{ name: 'x-team', value: 'Blue' }] }),
  )
  const definition = create(
    '/custom_field_definitions',
    wrapData('custom_field_definition', {
      entity_type: 'Shipment',
      api_slug: 'priority',
      display_name: 'Priority',
      data_type: 'enum',
    }),
  )
  const option = create(
    `/custom_field_definitions/${definition.id}/options`,
    wrapData('custom_field_option', { label: 'Very high', value: 'high', position: 2 }),
  )
  const field = create(
    `/shipments/${shipment.id}/custom_fields`,
    wrapData('custom_field', { api_slug: 'priority', value: 'high' }),
  )
  const submitted = uploadDocument(
    client,
    createInvoiceText(getText(shipment, 'bill_of_lading_number')!, getText(container, 'number')!),
    { source: 'upload' },
  ).body.data
  const unreadable = uploadDocument(
    client,
    new Uint8Array([0, 1, 2, 3]),
    { name: 'A picture' },
    { filename: 'box.png', content_type: 'image/png' },
  ).body.data
  client.service.receiveMail(
    {
      subject: 'Papers for lamps',
      text: `Dear all,\n${'see attached. '.repeat(30)}`,
      from: ['tern@sons.example'],
      to: ['documents@sample.example'],
      cc: ['boss@sons.example'],
      messageId: '<7@sons.example>',
      inReplyTo: null,
      references: [],
      contentType: 'multipart/mixed',
      sentMs: NOON - 5 * SECOND,
      attachments: [
        { filename: 'packing.txt', contentType: 'text/plain', content: new TextEncoder().encode(PACKING_LIST) },
      ],
    },
    { processMs: 0, worldMs: NOON },
  )
  for (const request_number of ['TEST-TR-SUCCEEDED', 'TEST-TR-FAILED'])
    create(
      '/tracking_requests',
      wrapData('tracking_request', { ...TEST_REQUEST, request_number, ref_numbers: ['PO-1'] }),
    )
  const worldMs = NOON + DAY
  await client.service.work({ processMs: 0, worldMs: NOON + 10 * SECOND })
  await client.service.work({ processMs: DAY, worldMs })
  return {
    client,
    worldMs,
    shipment,
    container,
    webhook,
    definition,
    option,
    field,
    submitted,
    invoice: client.get(`/documents/${submitted.id}`, worldMs).data,
    unreadable,
    deliveries,
  }
}
