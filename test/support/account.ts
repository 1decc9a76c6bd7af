// The other data of an account at the service: custom fields, customers, webhooks. Written like in the web application
// (`act`), so that these requests do not count against the limit and are not in the request log.
import type { Handle } from './network.ts'

export type Record = {
  type: string
  id: string
  attributes: { [name: string]: unknown }
  relationships?: { [name: string]: { data?: unknown } }
}

export type Account = {
  send(method: string, path: string, body?: unknown): { status: number; data: Record }
  define(entity: string, slug: string, dataType: string, more?: object): Record
  option(definitionId: string, value: string, label: string): Record
  set(path: string, slug: string, value: unknown): Record
  all(path: string): Record[]
}

export function accountAt(handle: Handle): Account {
  const ask = (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, bytes } = handle({
      method: method as 'GET',
      url: `https://track.example/v2${path}`,
      headers: {},
      maxBytes: 1e9,
      ...sent,
    })
    const json = bytes.byteLength === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown })
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return { status, data: json.data }
  }
  const send: Account['send'] = (method, path, body) => ask(method, path, body) as { status: number; data: Record }
  const made = (path: string, type: string, attributes: object) =>
    send('POST', path, { data: { type, attributes } }).data
  return {
    send,
    define: (entity, slug, dataType, more = {}) =>
      made('/custom_field_definitions', 'custom_field_definition', {
        entity_type: entity,
        api_slug: slug,
        display_name: slug,
        data_type: dataType,
        ...more,
      }),
    option: (definitionId, value, label) =>
      made(`/custom_field_definitions/${definitionId}/options`, 'custom_field_option', { value, label }),
    set: (path, slug, value) => made(`${path}/custom_fields`, 'custom_field', { api_slug: slug, value }),
    all: (path) => ask('GET', `${path}${path.includes('?') ? '&' : '?'}page[size]=100`).data as Record[],
  }
}

/** One custom field of each kind for containers, with a value on each of them except for `pallets`. */
export function fieldsOfEveryKind(act: Handle): void {
  const account = accountAt(act)
  const [customer] = account.all('/parties')
  const values = {
    cost_centre: 'CC-4410',
    cleared: false,
    delivery_on: '2026-11-27',
    desk: 'north',
    papers: ['invoice', 'packing'],
    slot_at: '2026-11-27T14:30:00Z',
    ...(customer ? { payer: { type: 'party', id: customer.id } } : {}),
  }
  const costCentre = { display_name: 'Cost centre', description: 'As in the ledger', validation: { max_length: 12 } }
  account.define('Container', 'cost_centre', 'short_text', costCentre)
  account.define('Container', 'cleared', 'boolean', { display_name: 'Customs cleared' })
  account.define('Container', 'delivery_on', 'date', { display_name: 'Delivery promised' })
  const desk = account.define('Container', 'desk', 'enum', { display_name: 'Desk', validation: { required: true } })
  account.option(desk.id, 'north', 'North desk')
  account.option(desk.id, 'south', 'South desk')
  const papers = account.define('Container', 'papers', 'enum_multi', { display_name: 'Documents received' })
  account.option(papers.id, 'invoice', 'Commercial invoice')
  account.option(papers.id, 'packing', 'Packing list')
  account.option(papers.id, 'origin', 'Certificate of origin')
  account.define('Container', 'pallets', 'number', { display_name: 'Pallets' })
  account.define('Container', 'payer', 'reference', { display_name: 'Payer', reference_type: 'party' })
  account.define('Container', 'slot_at', 'datetime', { display_name: 'Warehouse slot' })
  for (const { id } of account.all('/containers')) {
    for (const [slug, value] of Object.entries(values)) account.set(`/containers/${id}`, slug, value)
  }
}
