// The user asks the service to extract documents again or to rotate them. A document without a result needs the user.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { pdfLines } from '#support/pdf.ts'
import {
  listServiceDocuments,
  loadInbox,
  wakeUploader,
  spool,
  untilDocuments,
  uploadFromOtherComputer,
  hasProcessed,
} from '#support/spooled.ts'
import { startSyncedEngine } from '#support/synced-engine.ts'
import { startWithInvoice, listDocuments, waitUntilEditsSent, listEdits } from '#support/documents.ts'

describe('a request to process a document again', () => {
  const image = new TextEncoder().encode('\x89PNG not really')
  const isRotate = ({ method, url }: { method: string; url: string }) => method === 'POST' && url.endsWith('/rotate')

  test('for extraction brings a new result, and two requests before sending become one', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    const requestExtraction = () => engine.client.call('documents.ask', { documentId: documentId!, act: 'reextract' })
    const first = await requestExtraction()
    await engine.clock.advance(1_000)
    expect(await requestExtraction()).toEqual(first)
    const sentBefore = engine.network.sent.length
    engine.network.plug()
    await waitUntilEditsSent(engine)
    expect(
      engine.network.sent
        .slice(sentBefore)
        .filter(({ url, method }) => method === 'POST' && url.endsWith('/reextract')),
    ).toHaveLength(1)
    await untilDocuments(engine, hasProcessed(1))
  })

  test('for an old document behind a page of newer ones brings the result without delay', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    for (let n = 0; n < 101; n++) {
      if (n % 20 === 0) await engine.clock.advance(60_000)
      uploadFromOtherComputer(engine, pdfLines('COMMERCIAL INVOICE', `Invoice No: N-${n}`), `n${n}.pdf`)
    }
    await engine.service.work()
    await engine.clock.advance(20 * 60_000)
    const swept = engine.network.sent.length
    await engine.clock.advanceUntil(() =>
      engine.network.sent.slice(swept).some(({ url }) => url.includes('/documents?page[number]=2')),
    )
    const sentBefore = engine.network.sent.length
    await engine.client.call('documents.ask', { documentId: documentId!, act: 'reextract' })
    await waitUntilEditsSent(engine)
    await engine.clock.advance(60_000)
    const reads = engine.network.sent
      .slice(sentBefore)
      .filter(({ method, url }) => method === 'GET' && url.includes('/documents'))
    expect(
      reads
        .map(
          ({ url }) =>
            url
              .replace(/.*documents/, '')
              .replace(documentId!, 'old')
              .split(/[&=]/)[0],
        )
        .slice(0, 2),
    ).toEqual(['?sort', '/old?include'])
  })

  test('for rotation is for images only, and is never repeated', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    await expect(
      engine.client.call('documents.ask', { documentId: documentId!, act: 'rotate-90' }),
    ).rejects.toMatchObject({ code: 'documents/not-an-image' })
    spool(engine, image, { name: 'scan.png', contentType: 'image/png' })
    await wakeUploader(engine)
    const rows = await untilDocuments(
      engine,
      (all) => all.length === 2 && all.every(({ documentId: id }) => id !== null),
    )
    engine.network.fault((request) => (isRotate(request) ? { kind: 'hang' } : null))
    await engine.client.call('documents.ask', { documentId: rows[1]!.documentId!, act: 'rotate-90' })
    await engine.clock.advanceUntil(async () => (await listEdits(engine))[0]?.state === 'refused')
    expect([(await listEdits(engine))[0]?.failure?.code, engine.network.sent.filter(isRotate).length]).toEqual([
      'documents/check-needed',
      1,
    ])
  })
})

describe('the file of a document', () => {
  test('is the uploaded copy while the spool has it', async () => {
    const { engine } = await startWithInvoice()
    const opened = await engine.client.call('documents.open', { id: 'f1' })
    expect([opened.name, opened.contentType, opened.sizeBytes]).toEqual([
      'invoice.pdf',
      'application/pdf',
      readFileSync(join(engine.dir, 'spool', opened.file)).byteLength,
    ])
  })

  test('is the rotated file of the service, or the uploaded copy where the service has none', async () => {
    const { engine } = await startWithInvoice()
    const [image, rotated] = ['\x89PNG upright', '\x89PNG rotated'].map((text) => new TextEncoder().encode(text)) as [
      Uint8Array,
      Uint8Array,
    ]
    spool(engine, image, { name: 'scan.png', contentType: 'image/png' })
    await wakeUploader(engine)
    const rows = await untilDocuments(
      engine,
      (all) => all.length === 2 && all.every(({ documentId: id }) => id !== null),
    )
    const { id, documentId } = rows.find(({ fileName }) => fileName === 'scan.png')!
    const opened = async () => {
      const { file } = await engine.clock.advanceUntilSettled(engine.client.call('documents.open', { id }))
      return readFileSync(join(engine.dir, 'spool', file))
    }
    const isBlob = ({ method, url }: { method: string; url: string }) =>
      method === 'GET' && url.includes('/rails/active_storage/blobs/')
    engine.network.fault((request) =>
      isBlob(request) ? { kind: 'alter', alter: (answer) => ({ ...answer, bytes: rotated }) } : null,
    )
    expect(await opened()).toEqual(Buffer.from(image))
    await engine.client.call('documents.ask', { documentId: documentId!, act: 'rotate-90' })
    await waitUntilEditsSent(engine)
    expect(await opened()).toEqual(Buffer.from(rotated))
    engine.network.unplug()
    expect(await opened()).toEqual(Buffer.from(image))
  })

  test('is downloaded without the key if the document arrived by another channel', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    const bytes = pdfLines('COMMERCIAL INVOICE', 'Invoice No: E-1')
    const id = uploadFromOtherComputer(engine, bytes, 'theirs.pdf')
    const [row] = await untilDocuments(engine, hasProcessed(1))
    expect([row?.id, row?.source, row?.documentId]).toEqual([id, 'other', id])
    const opened = await engine.clock.advanceUntilSettled(engine.client.call('documents.open', { id }))
    expect([
      readFileSync(join(engine.dir, 'spool', opened.file)).equals(Buffer.from(bytes)),
      engine.network.sent.find(({ url }) => url.includes('/rails/active_storage/blobs/'))?.headers,
    ]).toEqual([true, {}])
  })

  test('is missing if neither the spool nor the service has it', async () => {
    const { engine } = await startWithInvoice()
    await expect(engine.client.call('documents.open', { id: 'unknown' })).rejects.toMatchObject({
      code: 'documents/unknown',
    })
  })
})

test('a document without a result after one day needs the user', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await wakeUploader(engine)
  const [row] = await untilDocuments(engine, ([first]) => first?.documentId !== null && first !== undefined)
  expect([row?.state, row?.processingSince]).toEqual(['processing', expect.stringMatching(/^2026-11-20T17:/)])
  engine.clock.sleepMachine(25 * 3_600_000)
  await engine.clock.advance(120_000)
  expect((await loadInbox(engine))[0]).toMatchObject({
    state: 'no-result',
    needsMe: true,
    failure: null,
    processingSince: null,
  })
  // The document is found by its name.
  expect((await engine.client.call('search.find', { text: 'letter.pdf', limit: 5 })).hits).toMatchObject([
    { kind: 'document', field: 'file', number: 'letter.pdf' },
  ])
  expect((await listDocuments(engine, { text: 'letter' })).total).toBe(1)
  expect(listServiceDocuments(engine)).toHaveLength(1)
})

test('a new request for extraction starts the wait again, which ends one week after the first day', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await wakeUploader(engine)
  const [row] = await untilDocuments(engine, ([first]) => first !== undefined && first.documentId !== null)
  const loadState = async () => (await loadInbox(engine))[0]?.state
  const passHours = async (hours: number) => {
    engine.clock.sleepMachine(hours * 3_600_000)
    await engine.clock.advance(120_000)
  }
  const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
  const isFinished = () => db.prepare('SELECT finished_at IS NOT NULL AS isFinished FROM upload').pluck().get()
  await passHours(25)
  expect(await loadState()).toBe('no-result')
  await engine.client.call('documents.ask', { documentId: row!.documentId!, act: 'reextract' })
  await waitUntilEditsSent(engine)
  expect(await loadState()).toBe('processing')
  await passHours(23)
  expect(await loadState()).toBe('processing')
  await passHours(2)
  expect(await loadState()).toBe('no-result')
  await passHours(6 * 24)
  expect(isFinished()).toBe(0)
  await passHours(25)
  expect([isFinished(), await loadState()]).toEqual([1, 'no-result'])
  db.close()
})

test('an old document without a result does not make each check read all newer documents', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await wakeUploader(engine)
  await untilDocuments(engine, ([row]) => row !== undefined && row.documentId !== null)
  engine.clock.sleepMachine(25 * 3_600_000)
  await engine.clock.advance(120_000)
  for (let n = 0; n < 110; n++) {
    if (n % 20 === 0) await engine.clock.advance(60_000)
    uploadFromOtherComputer(engine, pdfLines(`Dear ${n}`), `${n}.pdf`)
  }
  await engine.clock.advance(360_000)
  spool(engine, pdfLines('Dear nobody'), { name: 'note.pdf' })
  await wakeUploader(engine)
  await untilDocuments(engine, (rows) =>
    rows.some(({ fileName, documentId }) => fileName === 'note.pdf' && documentId !== null),
  )
  const sentBefore = engine.network.sent.length
  await engine.clock.advance(130_000)
  // Requests for results have this sort order. The sweep uses another one.
  const pages = engine.network.sent.slice(sentBefore).filter(({ url }) => url.includes('sort=-created_at&page[size]'))
  expect([pages.length >= 3, pages.filter(({ url }) => url.includes('page[number]=2')).length]).toEqual([true, 0])
})
