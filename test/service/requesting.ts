// Tracking requests as a client posts them.
import { NOON, text, type Client } from './client.ts'

export const SECOND = 1000

export function postRequest(client: Client, attributes: Record<string, unknown>, at = NOON, relationships?: unknown) {
  const data = { type: 'tracking_request', attributes, ...(relationships === undefined ? {} : { relationships }) }
  return client.send('POST', '/tracking_requests', { data }, at)
}

export const bill = (number: string, scac = 'MAEU') => ({
  request_type: 'bill_of_lading',
  request_number: number,
  scac,
})

/** A number always has the same result, so this finds one that succeeds. */
export function billThatSucceeds(
  client: Client,
  attributes: Record<string, unknown> = {},
): { id: string; number: string } {
  for (let digit = 0; digit < 20; digit += 1) {
    const number = `2600000${String(digit).padStart(2, '0')}`
    const { id } = postRequest(client, { ...bill(number), ...attributes }).document.data
    if (text(client.get(`/tracking_requests/${id}`, NOON + 61 * SECOND).data, 'status') === 'created')
      return { id, number }
  }
  throw new Error('No bill of twenty succeeds at once.')
}
