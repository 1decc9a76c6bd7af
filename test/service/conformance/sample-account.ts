// Creates a service with at least one record of each type, so that every endpoint has data.
import type { ServiceOptions } from '#service/service.ts'
import { createMail } from '#support/mail.ts'
import { listLinked, MINUTE, NOON, getLinkedId, SECOND, type Client } from './client.ts'
import { wrapData, uploadDocument } from './scenario.ts'

export type Ids = Record<
  | 'container'
  | 'shipment'
  | 'request'
  | 'webhook'
  | 'notification'
  | 'definition'
  | 'option'
  | 'field'
  | 'document'
  | 'email'
  | 'line'
  | 'party'
  | 'port'
  | 'terminal'
  | 'vessel'
  | 'metro',
  string
>

export type SampleAccount = { client: Client; ids: Ids }

/** Replaces each name in braces with its id. */
export const replaceIds = (path: string, ids: Ids) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name as keyof Ids])

/** Opens a separate service for the account, because endpoints may write. */
export async function createSampleAccount(open: (options: Partial<ServiceOptions>) => Client): Promise<SampleAccount> {
  const client = open({ seed: 1, containers: 30, post: () => Promise.resolve({ status: 200, headers: {}, body: '' }) })
  const create = (path: string, type: string, attributes: Record<string, unknown>) =>
    client.send('POST', path, wrapData(type, attributes)).body.data.id
  const shipment = client.listAll('/shipments').find((record) => record.relationships['destination']!.data !== null)!
  const container = listLinked(shipment, 'containers')[0]!.id
  const places = client.get(`/shipments/${shipment.id}?include=port_of_lading,pod_terminal,destination`).included
  const findId = (type: string) => places.find((record) => record.type === type)!.id
  const definition = create('/custom_field_definitions', 'custom_field_definition', {
    entity_type: 'Container',
    api_slug: 'dock',
    display_name: 'Dock',
    data_type: 'enum',
  })
  const option = create(`/custom_field_definitions/${definition}/options`, 'custom_field_option', {
    label: 'Door one',
    value: 'one',
    position: 1,
  })
  const field = create(`/containers/${container}/custom_fields`, 'custom_field', { api_slug: 'dock', value: 'one' })
  const webhook = create('/webhooks', 'webhook', {
    url: 'https://x.example/y',
    active: true,
    events: ['document.extraction_failed'],
  })
  const document = uploadDocument(client, 'nothing of note').body.data.id
  client.service.receiveMail(createMail({ subject: 's', text: 't', from: ['a@b.example'] }), {
    processMs: 0,
    worldMs: NOON,
  })
  await client.service.work({ processMs: 0, worldMs: NOON + SECOND })
  await client.service.work({ processMs: 0, worldMs: NOON + MINUTE })
  const vessel = client.get(`/containers/${container}/transport_events?include=vessel`).included[0]!.id
  const ids: Ids = {
    container,
    shipment: shipment.id,
    definition,
    option,
    field,
    webhook,
    document,
    vessel,
    port: findId('port'),
    terminal: findId('terminal'),
    metro: findId('metro_area'),
    request: client
      .listAll('/tracking_requests')
      .find((record) => getLinkedId(record, 'tracked_object') === shipment.id)!.id,
    notification: client.list('/webhook_notifications', NOON + MINUTE)[0]!.id,
    email: client.list('/email_submissions')[0]!.id,
    line: client.list('/shipping_lines')[0]!.id,
    party: client.list('/parties')[0]!.id,
  }
  return { client, ids }
}
