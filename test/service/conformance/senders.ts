// Functions for the table of refusals. Each one returns a function that sends a request for a sample account.
import { NOON } from './client.ts'
import { announce, describeBlob, wrapData, uploadDocument, putBytes, TEST_REQUEST } from './scenario.ts'
import { replaceIds, type SampleAccount } from './sample-account.ts'

/** Names in braces in the path are replaced with the ids of the account. */
export const sendRequest =
  (method: string, path: string, body?: unknown) =>
  ({ client, ids }: SampleAccount) =>
    client.send(method, replaceIds(path, ids), body)
export const postJson = (path: string, body: unknown) => sendRequest('POST', path, body)
export const getPath = (path: string) => sendRequest('GET', path)
export const track = (attributes: Record<string, unknown>, relationships?: Record<string, unknown>) =>
  postJson('/tracking_requests', wrapData('tracking_request', { ...TEST_REQUEST, ...attributes }, relationships))
export const trackData = (data: object) =>
  postJson('/tracking_requests', { data: { type: 'tracking_request', ...data } })
export const postRawBody =
  (body: string | Uint8Array) =>
  ({ client }: SampleAccount) =>
    client.sendRaw('POST', '/v2/tracking_requests', { body })
export const define = (attributes: Record<string, unknown>) =>
  postJson(
    '/custom_field_definitions',
    wrapData('custom_field_definition', {
      entity_type: 'Shipment',
      api_slug: 'slug',
      display_name: 'Name',
      data_type: 'short_text',
      ...attributes,
    }),
  )
export const postWebhook = (attributes: Record<string, unknown>) =>
  postJson('/webhooks', wrapData('webhook', { url: 'https://x.example', active: true, ...attributes }))
export const postParty = (attributes: Record<string, unknown>) => postJson('/parties', wrapData('party', attributes))
export const postDocument = (attributes: Record<string, unknown>) =>
  postJson('/documents', wrapData('document', attributes))
export const uploadFile =
  (attributes: Record<string, unknown>) =>
  ({ client }: SampleAccount) =>
    uploadDocument(client, 'new', attributes)
export const announceBlob = (patch: Record<string, unknown>) =>
  postJson('/rails/active_storage/direct_uploads', { blob: { ...describeBlob(new Uint8Array([1])), ...patch } })
/** Announces a file with the byte 9, and then uploads this byte. */
export const putByte =
  (byte: number, worldMs = NOON, headers: Record<string, string> = {}) =>
  ({ client }: SampleAccount) =>
    putBytes(client, announce(client, new Uint8Array([9])), new Uint8Array([byte]), worldMs, headers)
export const postOption = (attributes: Record<string, unknown>) =>
  postJson(
    '/custom_field_definitions/{definition}/options',
    wrapData('custom_field_option', { label: 'L', value: 'v', ...attributes }),
  )
export const postValue = (attributes: Record<string, unknown>) =>
  postJson('/containers/{container}/custom_fields', wrapData('custom_field', attributes))
export const repeatX = (length: number) => 'x'.repeat(length)

/** The path and the type of each kind of record. */
const PATHS_AND_TYPES = {
  container: 'containers container',
  shipment: 'shipments shipment',
  request: 'tracking_requests tracking_request',
  definition: 'custom_field_definitions custom_field_definition',
  webhook: 'webhooks webhook',
  document: 'documents document',
  party: 'parties party',
  field: 'custom_fields custom_field',
} as const
export function patchRecord(kind: keyof typeof PATHS_AND_TYPES, attributes: Record<string, unknown>) {
  const [path = '', type = ''] = PATHS_AND_TYPES[kind].split(' ')
  return sendRequest('PATCH', `/${path}/{${kind}}`, wrapData(type, attributes))
}
