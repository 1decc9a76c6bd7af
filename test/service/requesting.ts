// Posts tracking requests as a client does.
import { NOON, getText, type Client } from './client.ts'

export const SECOND = 1000

export function postRequest(client: Client, attributes: Record<string, unknown>, at = NOON, relationships?: unknown) {
  const data = { type: 'tracking_request', attributes, ...(relationships === undefined ? {} : { relationships }) }
  return client.send('POST', '/tracking_requests', { data }, at)
}

export const createBillAttributes = (number: string, scac = 'MAEU') => ({
  request_type: 'bill_of_lading',
  request_number: number,
  scac,
})

/** Tries numbers until a request succeeds. A number always has the same result. */
export function requestSuccessfulBill(
  client: Client,
  attributes: Record<string, unknown> = {},
): { id: string; number: string } {
  for (let digit = 0; digit < 20; digit += 1) {
    const number = `2600000${String(digit).padStart(2, '0')}`
    const { id } = postRequest(client, { ...createBillAttributes(number), ...attributes }).document.data
    if (getText(client.get(`/tracking_requests/${id}`, NOON + 61 * SECOND).data, 'status') === 'created')
      return { id, number }
  }
  throw new Error('No bill of twenty succeeds at once.')
}
