// Requests to the service with one of everything: each function returns one that calls an account.
import { NOON } from './client.ts'
import { announce, blobOf, dataOf, handIn, putBytes, TEST_REQUEST } from './desk.ts'
import { withIds, type SampleAccount } from './sample-account.ts'

/** Names in braces are replaced by the ids of the account. */
export const send =
  (method: string, path: string, body?: unknown) =>
  ({ client, ids }: SampleAccount) =>
    client.send(method, withIds(path, ids), body)
export const post = (path: string, body: unknown) => send('POST', path, body)
export const get = (path: string) => send('GET', path)
export const request = (attributes: Record<string, unknown>, relationships?: Record<string, unknown>) =>
  post('/tracking_requests', dataOf('tracking_request', { ...TEST_REQUEST, ...attributes }, relationships))
export const requestOf = (data: object) => post('/tracking_requests', { data: { type: 'tracking_request', ...data } })
export const rawBody =
  (body: string | Uint8Array) =>
  ({ client }: SampleAccount) =>
    client.raw('POST', '/v2/tracking_requests', { body })
export const definition = (attributes: Record<string, unknown>) =>
  post(
    '/custom_field_definitions',
    dataOf('custom_field_definition', {
      entity_type: 'Shipment',
      api_slug: 'slug',
      display_name: 'Name',
      data_type: 'short_text',
      ...attributes,
    }),
  )
export const webhook = (attributes: Record<string, unknown>) =>
  post('/webhooks', dataOf('webhook', { url: 'https://x.example', active: true, ...attributes }))
export const party = (attributes: Record<string, unknown>) => post('/parties', dataOf('party', attributes))
export const document = (attributes: Record<string, unknown>) => post('/documents', dataOf('document', attributes))
export const upload =
  (attributes: Record<string, unknown>) =>
  ({ client }: SampleAccount) =>
    handIn(client, 'new', attributes)
export const blob = (part: Record<string, unknown>) =>
  post('/rails/active_storage/direct_uploads', { blob: { ...blobOf(new Uint8Array([1])), ...part } })
/** Announces the byte 9 and puts this byte. */
export const putByte =
  (byte: number, worldMs = NOON, headers: Record<string, string> = {}) =>
  ({ client }: SampleAccount) =>
    putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([byte]), worldMs, headers)
export const option = (attributes: Record<string, unknown>) =>
  post(
    '/custom_field_definitions/{definition}/options',
    dataOf('custom_field_option', { label: 'L', value: 'v', ...attributes }),
  )
export const value = (attributes: Record<string, unknown>) =>
  post('/containers/{container}/custom_fields', dataOf('custom_field', attributes))
export const long = (length: number) => 'x'.repeat(length)

const KINDS = {
  container: 'containers container',
  shipment: 'shipments shipment',
  request: 'tracking_requests tracking_request',
  definition: 'custom_field_definitions custom_field_definition',
  webhook: 'webhooks webhook',
  document: 'documents document',
  party: 'parties party',
  field: 'custom_fields custom_field',
} as const
export function edit(kind: keyof typeof KINDS, attributes: Record<string, unknown>) {
  const [path = '', type = ''] = KINDS[kind].split(' ')
  return send('PATCH', `/${path}/{${kind}}`, dataOf(type, attributes))
}
