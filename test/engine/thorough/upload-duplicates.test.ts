// The service can already have the content of an upload, or a document of another user with the same name.
import { describe, expect, test } from 'vitest'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import {
  listServiceDocuments,
  wakeUploader,
  spool,
  untilDocuments,
  uploadFromOtherComputer,
  hasProcessed,
} from '#support/spooled.ts'
import {
  startSmallEngine,
  PDF,
  listSent,
  listDocumentStates,
  createOneTimeFault,
  isCreateDocument,
  createOtherInvoice,
} from '#support/uploads.ts'

describe('a document of another user with the same name and size', () => {
  const isFileRequest = ({ method, url }: HttpRequest) =>
    method === 'GET' && url.includes('/rails/active_storage/blobs/')
  const isAddressRequest = ({ url }: HttpRequest) => url.endsWith('/download_url')

  test.each([
    ['storage is busy', isFileRequest, { kind: 'answer', status: 503, contentType: 'text/xml', body: 'SlowDown' }],
    ['storage refuses all requests', isFileRequest, { kind: 'answer', status: 403 }],
    ['storage does not have the file', isFileRequest, { kind: 'answer', status: 404 }],
    ['a proxy answers for the service', isAddressRequest, { kind: 'answer', status: 404 }],
  ] satisfies [string, (request: HttpRequest) => boolean, Fault][])(
    'is not treated as the document of the user while %s',
    async (_, isFaulty, fault) => {
      const engine = await startSmallEngine({ duplicates: 'accept' })
      const theirs = uploadFromOtherComputer(engine, createOtherInvoice(2), 'invoice.pdf')
      spool(engine, createOtherInvoice(1))
      const failCreateOnce = createOneTimeFault(isCreateDocument, { kind: 'answer', status: 502 })
      engine.network.fault((request) => failCreateOnce(request) ?? (isFaulty(request) ? fault : null))
      await wakeUploader(engine)
      await engine.clock.advance(300_000)
      expect([
        (await listDocumentStates(engine)).includes('uploading'),
        listSent(engine, isCreateDocument).length,
        listServiceDocuments(engine).map(({ id }) => id),
      ]).toEqual([true, 1, [theirs]])
      engine.network.fault(null)
      await untilDocuments(engine, hasProcessed(2))
      expect(listServiceDocuments(engine)).toHaveLength(2)
    },
  )
})

describe('content that the service has already', () => {
  test('is a duplicate, and no failure', async () => {
    const engine = await startSmallEngine()
    uploadFromOtherComputer(engine, PDF, 'first.pdf')
    spool(engine, PDF, { name: 'again.pdf' })
    await wakeUploader(engine)
    const rows = await untilDocuments(
      engine,
      (all) => all.some(({ state }) => state === 'duplicate') && hasProcessed(1)(all),
    )
    const [first] = listServiceDocuments(engine)
    expect(
      rows
        .map(({ fileName, state, documentId, duplicateOf, needsMe }) => [
          fileName,
          state,
          documentId,
          duplicateOf?.name ?? null,
          needsMe,
        ])
        .sort(),
    ).toEqual([
      ['again.pdf', 'duplicate', first?.id, 'first.pdf', false],
      ['first.pdf', 'needs-link', first?.id, null, true],
    ])
  })

  test('is a document of its own if the account accepts duplicates', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    uploadFromOtherComputer(engine, PDF, 'first.pdf')
    spool(engine, PDF, { name: 'again.pdf' })
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(2))
    expect(listServiceDocuments(engine)).toHaveLength(2)
  })

  test('that was deleted there is sent again only if the user requests it', async () => {
    const engine = await startSmallEngine()
    const {
      rowIds: [id = ''],
    } = spool(engine, PDF)
    await wakeUploader(engine)
    const [row] = await untilDocuments(engine, hasProcessed(1))
    engine.service.act({
      method: 'DELETE',
      url: `https://track.example/v2/documents/${row?.documentId}`,
      headers: {},
      maxBytes: 1e9,
    })
    await engine.client.call('sync.refresh', {})
    await untilDocuments(engine, (rows) => rows[0]?.isGone === true, 3_600_000)
    await engine.clock.advance(600_000)
    expect(listServiceDocuments(engine)).toEqual([])
    await engine.client.call('documents.uploadAgain', { id })
    const [resent] = await untilDocuments(engine, (rows) => rows[0]?.isGone === false && hasProcessed(1)(rows))
    expect([resent?.id, listServiceDocuments(engine).map((document) => document.id)]).toEqual([
      id,
      [resent?.documentId],
    ])
  })
})
