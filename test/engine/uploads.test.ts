// Each content that is uploaded to the embedded service becomes exactly one document.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import { listServiceDocuments, loadInbox, wakeUploader, spool, untilDocuments, hasProcessed } from '#support/spooled.ts'
import {
  startSmallEngine,
  PDF,
  listSent,
  isPut,
  listDocumentStates,
  isAnnounce,
  createOneTimeFault,
  isCreateDocument,
  createOtherInvoice,
  isNameSearch,
} from '#support/uploads.ts'

describe('a file', () => {
  test('becomes one document, and shows the extracted values', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    await wakeUploader(engine)
    const [row] = await untilDocuments(engine, hasProcessed(1))
    expect(row).toMatchObject({
      id: 'f1',
      state: 'needs-link',
      fileName: 'invoice.pdf',
      source: 'folder',
      sourceName: '/in',
      keyNumber: 'K-118',
      amount: { value: '18450.50', currency: 'USD' },
      type: { code: 'commercial_invoice', isManual: false },
      failure: null,
      needsMe: true,
      isGone: false,
      sizeBytes: PDF.byteLength,
    })
    expect(
      listServiceDocuments(engine).map(({ id, attributes }) => [id, attributes['name'], attributes['file_size_bytes']]),
    ).toEqual([[row?.documentId, 'invoice.pdf', PDF.byteLength]])
  })

  test('goes to storage with the headers it was given and without the key', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    const [put] = listSent(engine, isPut)
    expect(Object.keys(put?.headers ?? {}).sort()).toEqual(['Content-Disposition', 'Content-MD5', 'Content-Type'])
  })

  test('waits while uploads are paused, also over a restart', async () => {
    const engine = await startSmallEngine()
    await engine.client.call('folders.pause', { isPaused: true })
    spool(engine, PDF)
    await engine.restart()
    await engine.clock.advance(120_000)
    expect([
      await listDocumentStates(engine),
      await engine.client.call('folders.queue', {}),
      listServiceDocuments(engine).length,
    ]).toMatchObject([['queued'], { queued: 1, isPaused: true }, 0])
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('in three places is sent once; the others are duplicates of the first', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF, { files: ['/in/a.pdf', '/in/b.pdf', '/in/c.pdf'] })
    await wakeUploader(engine)
    const rows = await untilDocuments(engine, hasProcessed(1))
    expect(rows.map(({ fileName, state, duplicateOf }) => [fileName, state, duplicateOf?.rowId ?? null])).toEqual([
      ['a.pdf', 'needs-link', null],
      ['b.pdf', 'duplicate', 'f1'],
      ['c.pdf', 'duplicate', 'f1'],
    ])
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('is not sent with a key that the service does not know', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    await engine.restart({ apiKey: 'wrong-key' })
    await engine.clock.advance(300_000)
    expect([
      (await loadInbox(engine))[0]?.failure?.code,
      listSent(engine, isAnnounce).length,
      engine.waitingCounts.at(-1),
    ]).toEqual(['api/unauthorized', 0, 1])
  })
})

describe('an upload address', () => {
  test('that expired is requested again', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isPut, { kind: 'answer', status: 403 }))
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect([listSent(engine, isAnnounce).length, listServiceDocuments(engine).length]).toEqual([2, 1])
  })

  test('that was delayed too long is not used', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    engine.network.fault((request) => (isPut(request) ? { kind: 'fail', reason: 'unreachable' } : null))
    await wakeUploader(engine)
    await engine.clock.advance(360_000)
    engine.network.fault(null)
    await untilDocuments(engine, hasProcessed(1))
    expect([listSent(engine, isAnnounce).length > 1, listServiceDocuments(engine).length]).toEqual([true, 1])
  })

  test('that the service does not know is requested again, three times at most', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    const forgotten: Fault = {
      kind: 'answer',
      status: 422,
      contentType: 'application/json',
      body: '{"errors":[{"detail":"gone","source":{"pointer":"/data/attributes/attached_document"}}]}',
    }
    engine.network.fault((request) => (isCreateDocument(request) ? forgotten : null))
    await wakeUploader(engine)
    const [row] = await untilDocuments(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, row?.needsMe, listSent(engine, isAnnounce).length]).toEqual([
      'documents/not-arriving',
      true,
      3,
    ])
    engine.network.fault(null)
    await engine.client.call('documents.retry', { ids: ['f1'] })
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('that received other bytes than announced receives them again', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    engine.network.fault(
      createOneTimeFault(isPut, {
        kind: 'answer',
        status: 400,
        contentType: 'application/xml',
        body: '<Error><Code>BadDigest</Code></Error>',
      }),
    )
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect([listSent(engine, isPut).length, listServiceDocuments(engine).length]).toEqual([2, 1])
  })

  test('that refused an incomplete upload receives the bytes again', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    engine.network.fault(
      createOneTimeFault(isPut, {
        kind: 'answer',
        status: 400,
        contentType: 'application/xml',
        body: '<Error><Code>RequestTimeout</Code></Error>',
        isEarly: true,
      }),
    )
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect([listSent(engine, isPut).length, listServiceDocuments(engine).length]).toEqual([2, 1])
  })

  test('receives nothing if the copy in the spool changed: the row has the reason', async () => {
    const engine = await startSmallEngine()
    // A dropped file has no original from which the engine can copy it again.
    const { sha256 } = spool(engine, PDF, { folder: null })
    writeFileSync(join(engine.dir, 'spool', sha256), 'damaged')
    await wakeUploader(engine)
    const [row] = await untilDocuments(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, listServiceDocuments(engine).length]).toEqual(['documents/not-kept', 0])
  })
})

describe('an answer of the service', () => {
  test('is shown if it refuses a file, and the next file continues', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    spool(engine, createOtherInvoice(2), { name: 'two.pdf' })
    engine.network.fault(
      createOneTimeFault(isCreateDocument, {
        kind: 'answer',
        status: 422,
        contentType: 'application/json',
        body: '{"errors":[{"title":"Unprocessable","detail":"Name is a secret"}]}',
      }),
    )
    await wakeUploader(engine)
    const rows = await untilDocuments(engine, hasProcessed(1))
    expect(rows.map(({ state, failure }) => [state, failure?.details['reason'] ?? null])).toEqual([
      ['failed', 'Name is a secret'],
      ['needs-link', null],
    ])
  })

  test('is awaited while the service is unavailable, and a row has the time of the next attempt', async () => {
    const engine = await startSmallEngine()
    engine.network.unplug()
    spool(engine, PDF)
    await wakeUploader(engine)
    await engine.clock.advance(3_600_000)
    expect((await loadInbox(engine))[0]).toMatchObject({ state: 'queued', failure: { code: 'api/offline' } })
    expect((await engine.client.call('folders.queue', {})).waitsFor).toMatchObject({ code: 'api/offline' })
    engine.network.plug()
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('with status 429 only delays the upload', async () => {
    const engine = await startSmallEngine()
    spool(engine, PDF)
    engine.network.fault((request) =>
      isCreateDocument(request) && listSent(engine, isCreateDocument).length < 3
        ? { kind: 'answer', status: 429, headers: { 'retry-after': '5' } }
        : null,
    )
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect([listServiceDocuments(engine).length, listSent(engine, isNameSearch).length]).toEqual([1, 0])
  })

  test('from a captive portal is ignored', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault((request) =>
      (isCreateDocument(request) || isAnnounce(request)) && listSent(engine, () => true).length % 2 === 0
        ? { kind: 'answer', status: 200 }
        : null,
    )
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1), 3_600_000)
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })
})

describe('many files', () => {
  test('are sent oldest first, a few at a time, and are counted', async () => {
    const engine = await startSmallEngine()
    await engine.client.call('folders.pause', { isPaused: true })
    for (let n = 0; n < 12; n++) spool(engine, createOtherInvoice(n), { name: `n${n}.pdf` })
    expect(await engine.client.call('folders.queue', {})).toMatchObject({ queued: 12, uploading: 0, isPaused: true })
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(12))
    const names = listServiceDocuments(engine)
      .toSorted((a, b) => String(a.attributes['created_at']).localeCompare(String(b.attributes['created_at'])))
      .map(({ attributes }) => String(attributes['name']))
    expect(names.slice(0, 4).every((name) => ['n0.pdf', 'n1.pdf', 'n2.pdf', 'n3.pdf', 'n4.pdf'].includes(name))).toBe(
      true,
    )
    expect([listServiceDocuments(engine).length, await engine.client.call('folders.queue', {})]).toMatchObject([
      12,
      { queued: 0, uploading: 0, total: 0, bytesLeft: 0 },
    ])
    expect(engine.waitingCounts.at(-1)).toBe(0)
  })

  test('that wait for a result are searched at four pages a minute, to leave requests for the board', async () => {
    const engine = await startSmallEngine({ isLimited: false })
    const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('sort=-created_at&page[size]')
    engine.network.fault((request) =>
      isList(request)
        ? {
            kind: 'alter',
            alter: () =>
              engine.service.handle({ ...request, url: request.url.replace('page[size]=100', 'page[size]=2') }),
          }
        : null,
    )
    for (let n = 0; n < 40; n++) spool(engine, createOtherInvoice(n), { name: `n${n}.pdf` })
    await wakeUploader(engine)
    // The service extracts no document in this test, so all of them wait.
    await engine.clock.advanceUntil(() => Promise.resolve(listServiceDocuments(engine).length === 40))
    const readsBefore = listSent(engine, isList).length
    const minutes = 20
    await engine.clock.advance(minutes * 60_000)
    expect(listSent(engine, isList).length - readsBefore).toBeLessThanOrEqual(4 * minutes + 20)
  })
})
