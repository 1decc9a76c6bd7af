// The search, and the direct link of the web application (specification 4.4).
import { describe, expect, test } from 'vitest'
import { createClient, getLinkedId, readText } from './client.ts'

const client = createClient()
const [container] = client.list('/containers').data
const shipmentId = getLinkedId(container!, 'shipment')!
const shipment = client.get(`/shipments/${shipmentId}`).data
const number = String(container!.attributes['number'])
const bill = String(shipment.attributes['bill_of_lading_number'])

describe('search', () => {
  test('finds a container in any spelling of its number', () => {
    for (const query of [
      number,
      number.toLowerCase(),
      `${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`,
    ]) {
      const { data } = client.list(`/search?query=${encodeURIComponent(query)}`)
      expect(data.find(({ id }) => id === container!.id)).toMatchObject({
        type: 'search_result',
        attributes: { entity_type: 'cargo', number, shipment_id: shipmentId },
      })
    }
  })

  test('returns the shipment of a bill without the request for it', () => {
    const { data } = client.list(`/search?query=${encodeURIComponent(bill)}`)
    expect(data[0]).toMatchObject({
      id: shipmentId,
      attributes: {
        entity_type: 'shipment',
        number: bill,
        tracking_stopped: shipment.attributes['line_tracking_stopped_at'] !== null,
      },
    })
    expect(data.filter(({ attributes }) => attributes['entity_type'] === 'tracking_request')).toEqual([])
  })

  test('returns at most 25 hits, shipments before containers before requests', () => {
    const kinds = client.list('/search?query=0').data.map(({ attributes }) => String(attributes['entity_type']))
    expect(kinds).toHaveLength(25)
    const order = ['shipment', 'cargo', 'tracking_request']
    expect(kinds).toEqual(kinds.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)))
  })

  test.each(['/search', '/search?query=', '/search?query=%20-'])(
    '%s is refused, because the text to search for is empty',
    (path) => {
      const { status, document } = client.send('GET', path, undefined)
      expect(status).toBe(400)
      expect(document.errors[0]!.source).toEqual({ parameter: 'query' })
    },
  )
})

describe('the direct link', () => {
  const followLink = (q: string) => {
    const response = client.sendRaw('GET', `/shipments/find?q=${encodeURIComponent(q)}`, { key: null })
    expect(response.status).toBe(302)
    return response.headers['location']!.replace('http://127.0.0.1:4949', '')
  }
  const shipmentWithReference = client
    .listAll('/shipments')
    .find(({ attributes }) => (attributes['ref_numbers'] as string[]).length > 0)!

  test('follows the order of the specification', () => {
    expect(followLink(number)).toBe(`/shipments/${shipmentId}?container=${container!.id}`)
    expect(followLink(`${number.slice(0, 4)} ${number.slice(4).toLowerCase()}`)).toBe(
      `/shipments/${shipmentId}?container=${container!.id}`,
    )
    expect(followLink(bill.toLowerCase())).toMatch(new RegExp(`^/shipments/${shipmentId}`))
    expect(followLink((shipmentWithReference.attributes['ref_numbers'] as string[])[0]!)).toMatch(
      /^\/shipments\/[0-9a-f-]{36}$/,
    )
    expect(followLink(number.slice(0, 9))).toMatch(/^\/shipments\/[0-9a-f-]{36}\?container=/)
    expect(followLink('no such thing')).toBe('/shipments?q=no%20such%20thing')
    expect(followLink('')).toBe('/shipments?q=')
  })

  test('opens pages that show the query as text', () => {
    const page = readText(client.sendRaw('GET', `/shipments/${shipmentId}?container=${container!.id}`, { key: null }))
    expect(page).toContain(`<li aria-current="true">${number}`)
    expect(readText(client.sendRaw('GET', '/shipments?q=%22%3E%3Cscript%3E', { key: null }))).toContain(
      'value="&quot;&gt;&lt;script&gt;"',
    )
    expect(client.sendRaw('GET', '/shipments/nothing', { key: null }).status).toBe(404)
  })

  test('a partial bill is found when no container matches', () => {
    // A container number begins with four letters, so none matches a bill that begins with five.
    const shipmentWithFiveLetters = client
      .listAll('/shipments')
      .find((candidate) => /^[A-Z]{4}[A-Z]/.test(String(candidate.attributes['bill_of_lading_number'])))!
    expect(followLink(String(shipmentWithFiveLetters.attributes['bill_of_lading_number']).slice(0, -1))).toMatch(
      /^\/shipments\/[0-9a-f-]{36}$/,
    )
  })
})
