// A client for the account's own records at the service: custom fields, customers, webhooks. It sends its requests as
// the web application does (`act`), so that they do not count against the limit and are not in the request log.
import type { Handle } from './network.ts'

export type ServiceRecord = {
  type: string
  id: string
  attributes: { [name: string]: unknown }
  relationships?: { [name: string]: { data?: unknown } }
}

export type Account = {
  send(method: string, path: string, body?: unknown): { status: number; data: ServiceRecord }
  defineField(entity: string, slug: string, dataType: string, extraAttributes?: object): ServiceRecord
  addOption(definitionId: string, value: string, label: string): ServiceRecord
  setField(path: string, slug: string, value: unknown): ServiceRecord
  list(path: string): ServiceRecord[]
}

export function createAccountClient(handle: Handle): Account {
  const request = (method: string, path: string, body?: unknown) => {
    const requestBody = body === undefined ? {} : { body: JSON.stringify(body) }
    const { status, bytes } = handle({
      method: method as 'GET',
      url: `https://track.example/v2${path}`,
      headers: {},
      maxBytes: 1e9,
      ...requestBody,
    })
    const json = bytes.byteLength === 0 ? {} : (JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown })
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`)
    return { status, data: json.data }
  }
  const send: Account['send'] = (method, path, body) =>
    request(method, path, body) as { status: number; data: ServiceRecord }
  const create = (path: string, type: string, attributes: object) =>
    send('POST', path, { data: { type, attributes } }).data
  return {
    send,
    defineField: (entity, slug, dataType, extraAttributes = {}) =>
      create('/custom_field_definitions', 'custom_field_definition', {
        entity_type: entity,
        api_slug: slug,
        display_name: slug,
        data_type: dataType,
        ...extraAttributes,
      }),
    addOption: (definitionId, value, label) =>
      create(`/custom_field_definitions/${definitionId}/options`, 'custom_field_option', { value, label }),
    setField: (path, slug, value) => create(`${path}/custom_fields`, 'custom_field', { api_slug: slug, value }),
    list: (path) => request('GET', `${path}${path.includes('?') ? '&' : '?'}page[size]=100`).data as ServiceRecord[],
  }
}

/** Creates a custom field of each kind for containers, and sets all of them except `pallets` on every container. */
export function addFieldsOfEveryKind(act: Handle): void {
  const account = createAccountClient(act)
  const [customer] = account.list('/parties')
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
  account.defineField('Container', 'cost_centre', 'short_text', costCentre)
  account.defineField('Container', 'cleared', 'boolean', { display_name: 'Customs cleared' })
  account.defineField('Container', 'delivery_on', 'date', { display_name: 'Delivery promised' })
  const desk = account.defineField('Container', 'desk', 'enum', {
    display_name: 'Desk',
    validation: { required: true },
  })
  account.addOption(desk.id, 'north', 'North desk')
  account.addOption(desk.id, 'south', 'South desk')
  const papers = account.defineField('Container', 'papers', 'enum_multi', { display_name: 'Documents received' })
  account.addOption(papers.id, 'invoice', 'Commercial invoice')
  account.addOption(papers.id, 'packing', 'Packing list')
  account.addOption(papers.id, 'origin', 'Certificate of origin')
  account.defineField('Container', 'pallets', 'number', { display_name: 'Pallets' })
  account.defineField('Container', 'payer', 'reference', { display_name: 'Payer', reference_type: 'party' })
  account.defineField('Container', 'slot_at', 'datetime', { display_name: 'Warehouse slot' })
  for (const { id } of account.list('/containers')) {
    for (const [slug, value] of Object.entries(values)) account.setField(`/containers/${id}`, slug, value)
  }
}
