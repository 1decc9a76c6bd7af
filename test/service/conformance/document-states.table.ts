// Checks the states of a document, from its upload to its extraction (specification 3.4).
import assert from 'node:assert/strict'
import { HOUR, MINUTE, NOON, getLinkedId, SECOND, getText, type Client, type Resource } from './client.ts'
import { wrapData, uploadDocument, createInvoiceText } from './scenario.ts'
import type { Row } from './row.ts'
import { createMail } from '#support/mail.ts'

const readDocument = (client: Client, id: string, worldMs: number) => client.get(`/documents/${id}`, worldMs).data

export const documentStateRows: readonly Row[] = [
  {
    section: '3.4',
    kind: 'rule',
    what: 'submit: 201 with document_type null and no representation',
    check: async (services) => {
      const { submitted } = await services.scenario()
      assert.deepEqual(
        [
          submitted.attributes['document_type'],
          submitted.attributes['classification_notes'],
          submitted.relationships['last_document_representation']?.data,
        ],
        [null, null, null],
      )
      assert.equal(uploadDocument(services.createClient(), 'PACKING LIST').status, 201)
    },
  },
  {
    section: '3.4',
    kind: 'rule',
    what: 'classify, then extract: the type comes first, then the representation',
    check: async (services) => {
      const { client, invoice } = await services.scenario()
      const states = [0, 1.9, 2, 4.9, 5].map((seconds) => {
        const document = readDocument(client, invoice.id, NOON + seconds * SECOND)
        return [
          document.attributes['document_type'],
          getLinkedId(document, 'last_document_representation') !== null,
          getText(document, 'updated_at')!.slice(17, 19),
        ]
      })
      assert.deepEqual(states, [
        [null, false, '00'],
        [null, false, '00'],
        ['commercial_invoice', false, '02'],
        ['commercial_invoice', false, '02'],
        ['commercial_invoice', true, '05'],
      ])
    },
  },
  ...['document.extracted', 'document.extraction_failed'].map((event): Row => ({
    section: '3.4',
    kind: 'event',
    what: `result: ${event} is sent once for each such document`,
    check: async (services) => {
      const { deliveries, unreadable } = await services.scenario()
      const sent = deliveries.filter(({ document }) => document.data.attributes['event'] === event)
      if (event === 'document.extracted') assert.equal(sent.length, 2)
      else
        assert.deepEqual(
          sent.map(({ document }) => getLinkedId(document.data, 'document')),
          [unreadable.id],
        )
    },
  })),
  {
    section: '3.4',
    kind: 'rule',
    what: 'a mail to the alias creates an email submission and its documents',
    check: async (services) => {
      const { client, worldMs } = await services.scenario()
      const mailed = client.list('/documents', worldMs).filter(({ attributes }) => attributes['source'] === 'email')
      assert.deepEqual(
        mailed.map(({ attributes }) => [attributes['name'], attributes['document_type']]),
        [['packing.txt', 'packing_list']],
      )
    },
  },
  {
    section: '3.4',
    kind: 'rule',
    what: 'duplicate: the same content is refused by the API and ignored in mail',
    check: ({ createClient }) => {
      const client = createClient()
      const first = uploadDocument(client, 'PACKING LIST')
      const duplicate = uploadDocument(client, 'PACKING LIST', { name: 'Other name' })
      assert.deepEqual(
        [duplicate.status, duplicate.body.errors[0]?.meta],
        [409, { existing_document_id: first.body.data.id, existing_document_name: 'Lamps' }],
      )
      const mail = createMail({
        subject: 'x',
        attachments: [
          { filename: 'x.txt', contentType: 'text/plain', content: new TextEncoder().encode('PACKING LIST') },
        ],
      })
      client.service.receiveMail(mail, { processMs: 0, worldMs: NOON })
      assert.equal(client.list('/documents').length, 1)
      assert.deepEqual(
        client
          .list('/email_submissions')
          .map(({ attributes }) => [attributes['documents_count'], attributes['body_preview'], attributes['sent_at']]),
        [[0, null, null]],
      )
    },
  },
  ...(
    [
      ['commercial_invoice', 'Commercial Invoice\nInvoice No: A-1'],
      ['commercial_invoice', 'INVOICE\nInvoice No: A-1'],
      ['bill_of_lading', 'BILL OF LADING\nB/L No: OOLU123456'],
      ['bill_of_lading', 'SEA WAYBILL\nBooking: 123456'],
      ['arrival_notice', 'Arrival Notice\nETA: 2026-12-01'],
      ['delivery_order', 'DELIVERY ORDER\nDeliver to: Yard 7'],
      ['packing_list', 'Packing List\nCartons: 3'],
    ] as const
  ).map(([type, text]): Row => ({
    section: '3.4',
    kind: 'value',
    what: `document_type ${type} is recognised in "${text.split('\n')[0] ?? ''}"`,
    check: async ({ createClient }) => {
      const client = createClient()
      const { id } = uploadDocument(client, text).body.data
      await client.service.work({ processMs: 0, worldMs: NOON })
      assert.equal(readDocument(client, id, NOON + MINUTE).attributes['document_type'], type)
    },
  })),
  {
    section: '3.4',
    kind: 'rule',
    what: 'reextract, reclassify and relink process the document again and send the events again',
    check: async ({ createClient }) => {
      const sent: unknown[] = []
      const client = createClient({
        post: ({ body }) => {
          sent.push((JSON.parse(new TextDecoder().decode(body)) as { data: Resource }).data.attributes['event'])
          return Promise.resolve({ status: 204, headers: {}, body: '' })
        },
      })
      client.send(
        'POST',
        '/webhooks',
        wrapData('webhook', { url: 'https://x.example', active: true, events: ['document.extracted'] }),
      )
      const { id } = uploadDocument(client, createInvoiceText('X123456', 'HLXU1234560')).body.data
      for (const [order, step] of ['', 'reextract', 'reclassify', 'relink'].entries()) {
        const worldMs = NOON + (order + 1) * HOUR
        if (step !== '')
          assert.deepEqual(
            [
              client.send('POST', `/documents/${id}/${step}`, undefined, worldMs).status,
              readDocument(client, id, worldMs).attributes['document_type'],
            ],
            [202, null],
          )
        await client.service.work({ processMs: 0, worldMs: worldMs + SECOND })
        await client.service.work({ processMs: 0, worldMs: worldMs + MINUTE })
        assert.equal(readDocument(client, id, worldMs + MINUTE).attributes['document_type'], 'commercial_invoice')
      }
      assert.deepEqual(sent, ['document.extracted', 'document.extracted', 'document.extracted'])
      // Linking again does not extract again, so the type and the data remain available.
      client.send('POST', `/documents/${id}/relink`, undefined, NOON + 9 * HOUR)
      await client.service.work({ processMs: 0, worldMs: NOON + 9 * HOUR })
      assert.equal(readDocument(client, id, NOON + 9 * HOUR).attributes['document_type'], 'commercial_invoice')
    },
  },
]
