// Every JSON:API answer passes a third-party validator.
import { expect, test } from 'vitest'
import { createClient, parseDocument, NOON } from './client.ts'
import { isJsonApi } from './json-api-validator.ts'
import { createMail } from '#support/mail.ts'

test('lists, records, included records and errors of every resource are valid', () => {
  const client = createClient()
  client.send('POST', '/webhooks', {
    data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true } },
  })
  const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: new Uint8Array([65]) }]
  client.service.receiveMail(createMail({ subject: 's', text: 't', from: ['a@b.example'], attachments }), {
    processMs: 0,
    worldMs: NOON,
  })
  const getFirstId = (path: string) => client.list(path).data[0]!.id
  const container = getFirstId('/containers')
  const paths = [
    '/containers?include=shipment,pod_terminal,pickup_facility,transport_events',
    `/containers/${container}`,
    `/containers/${container}/transport_events?include=location,terminal,vessel`,
    `/containers/${container}/raw_events`,
    '/shipments?include=containers,port_of_lading,destination',
    `/shipments/${getFirstId('/shipments')}`,
    '/tracking_requests',
    `/tracking_requests/${getFirstId('/tracking_requests')}`,
    '/webhooks',
    '/webhooks/events',
    '/webhook_notifications',
    '/webhook_notifications/examples',
    '/shipping_lines',
    '/ports/USLAX',
    '/vessels/9604196',
    '/parties',
    '/custom_field_definitions',
    '/custom_fields',
    '/documents',
    '/email_submissions',
    '/document_schemas/packing_list@2026-03-01',
    '/search?query=U',
    '/search',
    '/containers/x',
    '/containers?include=wheels',
    '/containers?page[size]=x',
  ]
  const invalidPaths = paths.filter(
    (path) => !isJsonApi(parseDocument(client.sendRaw('GET', `/v2${path}`, { at: NOON + 86_400_000 }))),
  )
  expect(invalidPaths).toEqual([])
})
