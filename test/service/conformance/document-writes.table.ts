// Checks the upload and the changes of documents (specification 4.2).
import assert from 'node:assert/strict'
import { MINUTE, NOON, ROOT_URL } from './client.ts'
import { announce, describeBlob, wrapData, uploadDocument, patch, putBytes } from './scenario.ts'
import { rule, type Row } from './row.ts'
import { uuid } from './shapes.ts'

export const documentWriteRows: readonly Row[] = [
  rule('4.2', 'there are five document types, with labels', ({ reader }) =>
    assert.deepEqual(reader.get('/documents/types'), {
      document_types: [
        ['commercial_invoice', 'Commercial invoice'],
        ['arrival_notice', 'Arrival notice'],
        ['delivery_order', 'Delivery order'],
        ['packing_list', 'Packing list'],
        ['bill_of_lading', 'Bill of lading'],
      ].map(([code, label]) => ({ code, label })),
    }),
  ),
  rule('4.2', 'a document’s type and data are set by hand separately, and reset by null', async ({ createAccount }) => {
    const { client, ids } = await createAccount()
    const change = (attributes: Record<string, unknown>) =>
      patch(client, `/documents/${ids.document}`, 'document', attributes).body.data
    const typed = change({ document_type_manual: 'packing_list' })
    assert.deepEqual(
      [
        typed.attributes['document_type'],
        typed.attributes['document_type_manual'],
        typed.attributes['classification_notes'],
      ],
      ['packing_list', 'packing_list', 'Set by a user.'],
    )
    assert.equal(change({ extracted_data_manual: { x: 1 } }).attributes['document_type'], 'packing_list')
    assert.deepEqual(
      [
        change({ document_type_manual: null }).attributes['document_type_manual'],
        change({ extracted_data_manual: null }).attributes['document_type'],
      ],
      [null, null],
    )
  }),
  rule('4.2', 'data set by hand replaces extracted data in the representation', async (services) => {
    const client = services.createClient()
    const { id } = uploadDocument(client, 'PACKING LIST\nPacking List No: PL-7\nTotal Cartons: 12').body.data
    await client.service.work({ processMs: 0, worldMs: NOON })
    client.send(
      'PATCH',
      `/documents/${id}`,
      wrapData('document', { extracted_data_manual: { total_packages: '13', note: 'x' } }),
    )
    assert.deepEqual(
      client.get(`/documents/${id}?include=current_extraction`, NOON + MINUTE).included[0]?.attributes['payload'],
      { packing_list_number: 'PL-7', total_packages: '13', note: 'x' },
    )
  }),
  rule('4.2', 'an image can be rotated by each quarter turn, and its update time changes', ({ createClient }) => {
    const client = createClient()
    const { id } = uploadDocument(client, new Uint8Array([1, 2]), {}, { filename: 'a.png', content_type: 'image/png' })
      .body.data
    for (const degrees of [90, 180, 270])
      assert.equal(client.send('POST', `/documents/${id}/rotate`, { degrees }, NOON + MINUTE).status, 202)
    assert.deepEqual(
      [
        client.get(`/documents/${id}`, NOON + MINUTE).data.attributes['updated_at'],
        client.send('POST', `/documents/${id}/rotate`, { degrees: 90 }).text,
      ],
      ['2026-11-20T17:01:00Z', '{"status":"accepted"}'],
    )
  }),
  ...(
    [
      ['a/../b.txt', 'b.txt'],
      ['..\\c.txt', 'c.txt'],
      ['..', 'file'],
      ['"', 'file'],
      ['a"b\u0001.txt ', 'ab.txt'],
      ['.profile', '.profile'],
    ] as const
  ).map(([sent, shown]) =>
    rule('4.2', `the file name ${JSON.stringify(sent)} is shown as ${shown}`, ({ createClient }) =>
      assert.equal(
        (announce(createClient(), new Uint8Array([1]), { filename: sent }) as unknown as { filename: string }).filename,
        shown,
      ),
    ),
  ),
  rule('4.2', 'an invented download address is not found', ({ reader }) => {
    const { status, text } = reader.sendRaw('GET', '/rails/active_storage/blobs/made--up/x.txt', { key: null })
    assert.deepEqual(
      [status, (JSON.parse(text) as { errors: { code: string }[] }).errors.map(({ code }) => code)],
      [404, ['not_found']],
    )
  }),
  rule(
    '4.2',
    'direct upload: announced, put without a key, created, downloaded again byte by byte',
    ({ createClient }) => {
      const client = createClient()
      const bytes = new TextEncoder().encode('PACKING LIST öä')
      const { signed_id: signedId, direct_upload: upload, ...announced } = announce(client, bytes)
      assert.deepEqual(
        { ...announced, id: uuid(announced.id), key: announced.key.length },
        {
          ...describeBlob(bytes),
          id: null,
          key: 28,
          metadata: {},
          service_name: 'disk',
          created_at: '2026-11-20T17:00:00Z',
        },
      )
      assert.deepEqual(
        [upload.url.startsWith(`${ROOT_URL}/rails/active_storage/disk/`), upload.headers],
        [
          true,
          {
            'Content-Type': 'text/plain',
            'Content-MD5': describeBlob(bytes).checksum,
            'Content-Disposition': 'inline; filename="lamps.txt"; filename*=UTF-8\'\'lamps.txt',
          },
        ],
      )
      assert.equal(putBytes(client, { ...announced, signed_id: signedId, direct_upload: upload }, bytes).status, 204)
      const { id } = client.send('POST', '/documents', wrapData('document', { attached_document: signedId })).body.data
      assert.equal(client.get(`/documents/${id}`).data.attributes['name'], 'lamps.txt')
      const { download_url: url } = client.get(`/documents/${id}/download_url`) as unknown as { download_url: string }
      const file = client.sendRaw('GET', url.slice(ROOT_URL.length), { key: null })
      assert.deepEqual(
        [file.status, file.headers['content-type'], file.headers['x-content-type-options'], [...file.bytes]],
        [200, 'text/plain', 'nosniff', [...bytes]],
      )
    },
  ),
  rule('4.2', 'the announcement is also available below /v2, and needs the key', ({ createClient }) => {
    const client = createClient()
    const blob = describeBlob(new Uint8Array([1]))
    assert.equal(client.send('POST', '/rails/active_storage/direct_uploads', { blob }).status, 200)
    assert.equal(
      client.sendRaw('POST', '/rails/active_storage/direct_uploads', { body: { blob }, key: null }).status,
      401,
    )
  }),
]
