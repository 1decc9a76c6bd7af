// Posts tracking requests, by default with a bill of lading of the TEST line.
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

export function createRequest(client: Client, attributes: Record<string, unknown>): Resource {
  const { status, text, body } = postRequest(client, attributes)
  assert.equal(status, 201, text)
  return body.data
}
