// Documents that arrive by direct upload and by e-mail, and the webhook delivery after the extraction (specification
// 2.9-2.11, 3.4).
import { describe, expect, test } from 'vitest'
import type { Mail } from '#service/account/mail.ts'
import type { Post } from '#service/outgoing.ts'
import { pdfLines } from '#support/pdf.ts'
import { createClient, HOUR, getLinkedId, NOON, type Client, type Document } from './client.ts'
import { announceUpload, uploadDocument, putBytes } from './uploading.ts'
import { INVOICE, sharedClient, work, SECOND } from './invoice.ts'

describe('direct upload', () => {
  const bytes = pdfLines('anything')

  test('returns an address and headers for the bytes, which are sent without the key', () => {
    const announced = announceUpload(sharedClient, bytes, { filename: 'Rechnung März.pdf' })
    expect(announced.direct_upload.url).toMatch(/^http:\/\/127\.0\.0\.1:4949\/rails\//)
    expect(announced.direct_upload.headers).toEqual({
      'Content-Type': 'application/pdf',
      'Content-MD5': expect.any(String) as string,
      'Content-Disposition': `inline; filename="Rechnung M?rz.pdf"; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf`,
    })
    expect(putBytes(sharedClient, announced, bytes)).toBe(204)
  })

  test('needs the key for the announcement, which is also accepted below /v2', () => {
    expect(sharedClient.sendRaw('POST', '/rails/active_storage/direct_uploads', { body: {}, key: null }).status).toBe(
      401,
    )
    expect(sharedClient.sendRaw('POST', '/v2/rails/active_storage/direct_uploads', { body: {} }).status).toBe(422)
  })

  test.each([
    [
      'other bytes',
      (client: Client) => putBytes(client, announceUpload(client, bytes), pdfLines('something else')),
      422,
    ],
    [
      'another MD5',
      (client: Client) =>
        putBytes(client, announceUpload(client, bytes), bytes, { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' }),
      422,
    ],
    [
      'another type',
      (client: Client) => putBytes(client, announceUpload(client, bytes), bytes, { 'Content-Type': 'text/html' }),
      422,
    ],
    [
      'another length',
      (client: Client) => putBytes(client, announceUpload(client, bytes, { byte_size: 7 }), bytes),
      422,
    ],
    [
      'a late upload',
      (client: Client) => putBytes(client, announceUpload(client, bytes), bytes, {}, NOON + 2 * HOUR),
      404,
    ],
    [
      'a made-up address',
      (client: Client) =>
        putBytes(
          client,
          {
            ...announceUpload(client, bytes),
            direct_upload: { url: 'http://x/rails/active_storage/disk/abc--def', headers: {} },
          },
          bytes,
        ),
      404,
    ],
  ])('refuses %s', (_, attempt, status) => expect(attempt(sharedClient)).toBe(status))

  test.each([
    ['filename', ''],
    ['filename', 7],
    ['content_type', 'x\r\nSet-Cookie: a'],
    ['byte_size', -1],
    ['byte_size', 1e12],
    ['checksum', 'short'],
  ])('refuses a %s of %j', (name, value) => {
    const blob = {
      filename: 'a.pdf',
      content_type: 'application/pdf',
      byte_size: 1,
      checksum: 'AAAAAAAAAAAAAAAAAAAAAA==',
      [name]: value,
    }
    const { status, document } = sharedClient.send('POST', '/rails/active_storage/direct_uploads', { blob })
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer: `/blob/${name}` }])
  })

  test.each(['../../etc/passwd', '..\\..\\boot.ini', 'a\r\nX-Evil: 1.pdf', '"quoted".pdf', '..'])(
    'removes folders, quotes and control characters from the name %j',
    (filename) => {
      const disposition = announceUpload(sharedClient, bytes, { filename }).direct_upload.headers[
        'Content-Disposition'
      ]!
      expect(disposition).toMatch(/^inline; filename="[^"/\\\r\n]+"; filename\*=UTF-8''[^/\\\r\n]+$/)
    },
  )
})

const MAIL: Mail = {
  subject: 'Shipping documents',
  text: 'Please find attached. '.repeat(20),
  from: ['export@hengli.example'],
  to: ['documents@sample.example'],
  cc: ['desk@forwarder.example'],
  messageId: '<1@hengli.example>',
  inReplyTo: null,
  references: [],
  contentType: 'multipart/mixed',
  sentMs: NOON - HOUR,
  attachments: [
    { filename: 'invoice.pdf', contentType: 'application/pdf', content: INVOICE },
    { filename: 'packing.pdf', contentType: 'application/pdf', content: pdfLines('PACKING LIST', 'Total cartons: 3') },
  ],
}

describe('an e-mail', () => {
  test('becomes a submission with its documents, which are processed like any others', async () => {
    const client = createClient()
    client.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON })
    await work(client, NOON + 10 * SECOND)
    const { data, included } = client.list('/email_submissions', NOON + 10 * SECOND)
    expect(data[0]!.attributes).toMatchObject({
      subject: 'Shipping documents',
      body_preview: MAIL.text!.slice(0, 200),
      from: MAIL.from,
      to: MAIL.to,
      cc: MAIL.cc,
      message_id: MAIL.messageId,
      sent_at: '2026-11-20T16:00:00Z',
      documents_count: 2,
    })
    expect(included.map(({ type }) => type).toSorted()).toEqual([
      'document',
      'document',
      'document_representation',
      'document_representation',
    ])
    const document = included.find(({ type }) => type === 'document')!
    expect(document.attributes['source']).toBe('email')
    expect(getLinkedId(document, 'email_submission')).toBe(data[0]!.id)
    expect(client.get(`/email_submissions/${data[0]!.id}`, NOON + 10 * SECOND).data).toEqual(data[0])
  })

  test('with a known file is accepted, but the file is not', () => {
    const client = createClient()
    uploadDocument(client, INVOICE)
    client.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON })
    client.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON + HOUR })
    expect(client.list('/email_submissions').data.map(({ attributes }) => attributes['documents_count'])).toEqual([
      0, 1,
    ])
    expect(client.list('/documents').data).toHaveLength(2)
  })
})

test('webhooks get the result of the extraction, with or without the representation', async () => {
  const delivered: Document[] = []
  const post: Post = ({ body }) => {
    delivered.push(JSON.parse(new TextDecoder().decode(body)) as Document)
    return Promise.resolve({ status: 200, headers: {}, body: '' })
  }
  const client = createClient({ post })
  client.send('POST', '/webhooks', {
    data: {
      type: 'webhook',
      attributes: {
        url: 'https://hooks.example',
        active: true,
        events: ['document.extracted', 'document.extraction_failed'],
      },
    },
  })
  client.service.receiveMail({ ...MAIL, attachments: MAIL.attachments.slice(0, 1) }, { processMs: 0, worldMs: NOON })
  uploadDocument(client, pdfLines('Dear friends'))
  await work(client, NOON)
  expect(delivered).toEqual([])
  await work(client, NOON + 10 * SECOND)
  await work(client, NOON + HOUR)
  expect(delivered.map(({ data }) => data.attributes['event'])).toEqual([
    'document.extracted',
    'document.extraction_failed',
  ])
  expect(delivered[0]!.data).toMatchObject({
    attributes: { version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
    relationships: { document: { data: { type: 'document' } } },
  })
  expect(delivered[0]!.included.map(({ type }) => type)).toEqual([
    'document',
    'email_submission',
    'account',
    'document_representation',
  ])
  expect(delivered[1]!.included.map(({ type }) => type)).toEqual(['document', 'account', 'user'])
})
