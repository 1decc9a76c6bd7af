// Posts tracking requests, by default of the type bill of lading and for the line TEST. The caller gives the number.
import assert from 'node:assert/strict'
import { NOON, type Client, type Resource } from './client.ts'
import { wrapData } from './scenario.ts'

export function postRequest(client: Client, attributes: Record<string, unknown>, worldMs = NOON) {
  return client.send(
    'POST',
    '/tracking_requests',
    wrapData('tracking_request', { request_type: 'bill_of_lading', scac: 'TEST', ...attributes }),
    worldMs,
  )
}

/** Posts a request that must be accepted, and returns it. */
export function createRequest(client: Client, attributes: Record<string, unknown>): Resource {
  const { status, text, body } = postRequest(client, attributes)
  assert.equal(status, 201, text)
  return body.data
}
