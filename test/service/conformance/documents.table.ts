// The fields of documents, e-mails and representations (specification 2.9 to 2.11).
import assert from 'node:assert/strict'
import { valueRows } from './attribute-rows.ts'
import { linked, only, type Resource } from './client.ts'
import type { Row } from './row.ts'
import { date } from './shapes.ts'
import { valuesOf, type DeskRecord, readFromDesk, CREATED_AT } from './desk-values.ts'

const READ = '2026-11-20T17:00:05Z'

const invoice = readFromDesk(({ invoice: { id } }) => `/documents/${id}`)
const representation: DeskRecord = (desk) =>
  desk.client.get(`/documents/${desk.invoice.id}?include=last_document_representation`, desk.worldMs).included[0]!

const DOCUMENTS: readonly Row[] = [
  ...valuesOf('2.9', 'document', invoice, {
    name: 'Lamps',
    document_type: 'commercial_invoice',
    document_type_manual: null,
    classification_notes: 'Recognized by its wording.',
    source: 'upload',
    file_name: 'lamps.txt',
    file_content_type: 'text/plain',
    file_size_bytes: 191,
    created_at: CREATED_AT,
    updated_at: READ,
  }),
  {
    section: '2.9',
    kind: 'attribute',
    what: 'links.self and links.download are paths',
    check: async (services) => {
      const desk = await services.desk()
      assert.deepEqual(invoice(desk).links, {
        self: `/documents/${desk.invoice.id}`,
        download: `/documents/${desk.invoice.id}/download_url`,
      })
    },
  },
  {
    section: '2.9',
    kind: 'relationship',
    what: 'account, user and email_submission: uploaded by a user, or received by mail',
    check: async (services) => {
      const desk = await services.desk()
      const { account, user, email_submission: email } = invoice(desk).relationships
      assert.deepEqual(
        [(account?.data as Resource).type, (user?.data as Resource).type, email?.data],
        ['account', 'user', null],
      )
      const mailed = desk.client
        .list('/documents', desk.worldMs)
        .find(({ attributes }) => attributes['source'] === 'email')!
      assert.deepEqual(
        [only(mailed, 'user'), only(mailed, 'email_submission')],
        [null, desk.client.list('/email_submissions', desk.worldMs)[0]!.id],
      )
    },
  },
  {
    section: '2.9',
    kind: 'relationship',
    what: 'last_document_representation after extraction, and the shipments and cargos that its numbers name',
    check: async (services) => {
      const desk = await services.desk()
      const record = invoice(desk)
      assert.deepEqual(
        [linked(record, 'shipments'), linked(record, 'cargos'), representation(desk).id],
        [
          [{ type: 'shipment', id: desk.shipment.id }],
          [{ type: 'container', id: desk.container.id }],
          only(record, 'last_document_representation'),
        ],
      )
      assert.deepEqual(Object.keys(record.relationships).sort(), [
        'account',
        'cargos',
        'email_submission',
        'last_document_representation',
        'shipments',
        'user',
      ])
    },
  },
  ...valueRows('2.9', 'source', ['upload', 'api', 'email'], async (services) =>
    (await services.desk()).client.list('/documents').map(({ attributes }) => attributes['source']),
  ),
]

const EMAIL_TEXT = `Dear all,\n${'see attached. '.repeat(30)}`
const email: DeskRecord = (desk) => desk.client.list('/email_submissions', desk.worldMs)[0]!

const PAPERS: readonly Row[] = [
  ...valuesOf('2.10', 'email_submission', email, {
    subject: 'Papers for lamps',
    body: EMAIL_TEXT,
    body_preview: EMAIL_TEXT.slice(0, 200),
    from: ['tern@sons.example'],
    to: ['documents@sample.example'],
    cc: ['boss@sons.example'],
    message_id: '<7@sons.example>',
    in_reply_to: null,
    references: [],
    content_type: 'multipart/mixed',
    documents_count: 1,
    sent_at: '2026-11-20T16:59:55Z',
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
  }),
  {
    section: '2.10',
    kind: 'relationship',
    what: 'documents are those of the mail',
    check: async (services) => {
      const desk = await services.desk()
      const [document] = linked(email(desk), 'documents')
      assert.equal(
        desk.client.get(`/documents/${document!.id}`, desk.worldMs).data.attributes['file_name'],
        'packing.txt',
      )
      assert.equal(email(desk).links['self'], `/email_submissions/${email(desk).id}`)
      assert.deepEqual([linked(email(desk), 'account')[0]?.type, only(email(desk), 'user')], ['account', null])
    },
  },
  ...valuesOf('2.11', 'document_representation', representation, {
    schema_version: '2026-03-01',
    payload: {
      invoice_number: 'INV-2026/118',
      invoice_date: '2026-10-30',
      supplier_name: 'Tern & Sons Lamps',
      buyer_name: 'Halvorsen Lamp Company',
      total_amount: '12480.50',
      currency: 'USD',
      bill_of_lading_number: '@bill',
      container_numbers: ['@container'],
    },
    created_at: READ,
    updated_at: READ,
  }).map((row): Row => (row.what.includes('payload') ? { ...row, check: payloadCheck } : row)),
  {
    section: '2.11',
    kind: 'rule',
    what: 'schema_version names a schema that describes every member of the payload',
    check: async (services) => {
      const desk = await services.desk()
      const { attributes } = representation(desk)
      assert.equal(date(attributes['schema_version']), null)
      const schema = desk.client.get(`/document_schemas/commercial_invoice@${String(attributes['schema_version'])}`)
        .data.attributes['schema_payload'] as { properties: Record<string, unknown> }
      for (const name of Object.keys(attributes['payload'] as object)) assert.ok(name in schema.properties, name)
    },
  },
]

async function payloadCheck(services: Parameters<Row['check']>[0]): Promise<void> {
  const desk = await services.desk()
  assert.deepEqual(representation(desk).attributes['payload'], {
    invoice_number: 'INV-2026/118',
    invoice_date: '2026-10-30',
    supplier_name: 'Tern & Sons Lamps',
    buyer_name: 'Halvorsen Lamp Company',
    total_amount: '12480.50',
    currency: 'USD',
    bill_of_lading_number: desk.shipment.attributes['bill_of_lading_number'],
    container_numbers: [desk.container.attributes['number']],
  })
}

export const documentRows: readonly Row[] = [...DOCUMENTS, ...PAPERS]
