// Checks the fields of documents, e-mails and representations (specification 2.9 to 2.11).
import assert from 'node:assert/strict'
import { createValueRows } from './attribute-rows.ts'
import { listLinked, getLinkedId, type Resource } from './client.ts'
import type { Row } from './row.ts'
import { date } from './shapes.ts'
import { createExactValueRows, type ReadScenarioRecord, createScenarioReader, CREATED_AT } from './scenario-values.ts'

const EXTRACTED_AT = '2026-11-20T17:00:05Z'

const readInvoice = createScenarioReader(({ invoice: { id } }) => `/documents/${id}`)
const readRepresentation: ReadScenarioRecord = (scenario) =>
  scenario.client.get(`/documents/${scenario.invoice.id}?include=last_document_representation`, scenario.worldMs)
    .included[0]!

const DOCUMENTS: readonly Row[] = [
  ...createExactValueRows('2.9', 'document', readInvoice, {
    name: 'Lamps',
    document_type: 'commercial_invoice',
    document_type_manual: null,
    classification_notes: 'Recognized by its wording.',
    source: 'upload',
    file_name: 'lamps.txt',
    file_content_type: 'text/plain',
    file_size_bytes: 191,
    created_at: CREATED_AT,
    updated_at: EXTRACTED_AT,
  }),
  {
    section: '2.9',
    kind: 'attribute',
    what: 'links.self and links.download are paths',
    check: async (services) => {
      const scenario = await services.scenario()
      assert.deepEqual(readInvoice(scenario).links, {
        self: `/documents/${scenario.invoice.id}`,
        download: `/documents/${scenario.invoice.id}/download_url`,
      })
    },
  },
  {
    section: '2.9',
    kind: 'relationship',
    what: 'account, user and email_submission: uploaded by a user, or received by mail',
    check: async (services) => {
      const scenario = await services.scenario()
      const { account, user, email_submission: email } = readInvoice(scenario).relationships
      assert.deepEqual(
        [(account?.data as Resource).type, (user?.data as Resource).type, email?.data],
        ['account', 'user', null],
      )
      const mailed = scenario.client
        .list('/documents', scenario.worldMs)
        .find(({ attributes }) => attributes['source'] === 'email')!
      assert.deepEqual(
        [getLinkedId(mailed, 'user'), getLinkedId(mailed, 'email_submission')],
        [null, scenario.client.list('/email_submissions', scenario.worldMs)[0]!.id],
      )
    },
  },
  {
    section: '2.9',
    kind: 'relationship',
    what: 'last_document_representation after extraction, and the shipments and cargos that its numbers name',
    check: async (services) => {
      const scenario = await services.scenario()
      const record = readInvoice(scenario)
      assert.deepEqual(
        [listLinked(record, 'shipments'), listLinked(record, 'cargos'), readRepresentation(scenario).id],
        [
          [{ type: 'shipment', id: scenario.shipment.id }],
          [{ type: 'container', id: scenario.container.id }],
          getLinkedId(record, 'last_document_representation'),
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
  ...createValueRows('2.9', 'source', ['upload', 'api', 'email'], async (services) =>
    (await services.scenario()).client.list('/documents').map(({ attributes }) => attributes['source']),
  ),
]

const EMAIL_TEXT = `Dear all,\n${'see attached. '.repeat(30)}`
const readEmail: ReadScenarioRecord = (scenario) => scenario.client.list('/email_submissions', scenario.worldMs)[0]!

const EMAILS_AND_REPRESENTATIONS: readonly Row[] = [
  ...createExactValueRows('2.10', 'email_submission', readEmail, {
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
      const scenario = await services.scenario()
      const [document] = listLinked(readEmail(scenario), 'documents')
      assert.equal(
        scenario.client.get(`/documents/${document!.id}`, scenario.worldMs).data.attributes['file_name'],
        'packing.txt',
      )
      assert.equal(readEmail(scenario).links['self'], `/email_submissions/${readEmail(scenario).id}`)
      assert.deepEqual(
        [listLinked(readEmail(scenario), 'account')[0]?.type, getLinkedId(readEmail(scenario), 'user')],
        ['account', null],
      )
    },
  },
  ...createExactValueRows('2.11', 'document_representation', readRepresentation, {
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
    created_at: EXTRACTED_AT,
    updated_at: EXTRACTED_AT,
  }).map((row): Row => (row.what.includes('payload') ? { ...row, check: checkPayload } : row)),
  {
    section: '2.11',
    kind: 'rule',
    what: 'schema_version names a schema that describes every member of the payload',
    check: async (services) => {
      const scenario = await services.scenario()
      const { attributes } = readRepresentation(scenario)
      assert.equal(date(attributes['schema_version']), null)
      const schema = scenario.client.get(`/document_schemas/commercial_invoice@${String(attributes['schema_version'])}`)
        .data.attributes['schema_payload'] as { properties: Record<string, unknown> }
      for (const name of Object.keys(attributes['payload'] as object)) assert.ok(name in schema.properties, name)
    },
  },
]

async function checkPayload(services: Parameters<Row['check']>[0]): Promise<void> {
  const scenario = await services.scenario()
  assert.deepEqual(readRepresentation(scenario).attributes['payload'], {
    invoice_number: 'INV-2026/118',
    invoice_date: '2026-10-30',
    supplier_name: 'Tern & Sons Lamps',
    buyer_name: 'Halvorsen Lamp Company',
    total_amount: '12480.50',
    currency: 'USD',
    bill_of_lading_number: scenario.shipment.attributes['bill_of_lading_number'],
    container_numbers: [scenario.container.attributes['number']],
  })
}

export const documentRows: readonly Row[] = [...DOCUMENTS, ...EMAILS_AND_REPRESENTATIONS]
