// Opens the file of a document that arrived by another channel, while storage, the connection or the disk fails.
import { createFiles } from '#engine/outside/files.ts'
import { expect, test } from 'vitest'
import { HttpFailure } from '#engine/outside/http.ts'
import { getErrorCode } from '#support/error-code.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import type { Fault } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { untilDocuments, uploadFromOtherComputer } from '#support/spooled.ts'
import { waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

const PDF = pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-1')
const isDownload = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' && url.includes('/rails/active_storage/blobs/')

async function startWithDocument() {
  const engine = await startSyncedEngine({ containers: 6 })
  const id = uploadFromOtherComputer(engine, PDF, 'theirs.pdf')
  await untilDocuments(engine, (rows) => rows.length === 1)
  return { engine, id }
}

test.each([
  ['sends nothing', { kind: 'hang' }, 'api/timeout'],
  ['is busy', { kind: 'answer', status: 503, contentType: 'text/xml', body: 'SlowDown' }, 'api/server-error'],
  ['does not have it', { kind: 'answer', status: 404 }, 'documents/no-file'],
  ['sends too many bytes', { kind: 'fail', reason: 'too-large' }, 'documents/too-large-to-open'],
] satisfies [string, Fault, string][])(
  'if storage %s the user gets an error within half a minute',
  async (_, fault, code) => {
    const { engine, id } = await startWithDocument()
    engine.network.fault((request) => (isDownload(request) ? fault : null))
    const opening = getErrorCode(engine.client.call('documents.open', { id }))
    // The disk is real and may answer late. The half minute begins with the request.
    await engine.clock.advanceUntil(() => engine.network.sent.some(isDownload))
    await engine.clock.advance(31_000)
    expect(await opening).toBe(code)
  },
)

test('a slow download continues as long as bytes arrive', async () => {
  const { engine, id } = await startWithDocument()
  const send = engine.network.send.bind(engine.network)
  engine.network.send = async (request, signal) => {
    for (let piece = 0; isDownload(request) && piece < 10; piece++) {
      await engine.clock.sleep(20_000, signal)
      if (signal.aborted) throw new HttpFailure('aborted')
      request.onReceived?.()
    }
    return send(request, signal)
  }
  const opening = getErrorCode(engine.client.call('documents.open', { id }))
  expect(await engine.clock.advanceUntilSettled(opening, 210_000)).toBe('no error')
})

test('a file that is requested twice at once is downloaded once and opened for both', async () => {
  const { engine, id } = await startWithDocument()
  const openings = Promise.all([1, 2].map(() => getErrorCode(engine.client.call('documents.open', { id }))))
  expect([
    await engine.clock.advanceUntilSettled(openings),
    engine.network.sent.filter(({ method, url }) => method === 'GET' && isDownload({ method, url })).length,
    engine.errors,
  ]).toEqual([['no error', 'no error'], 1, []])
})

test('on a full disk the user gets an error', async () => {
  const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
  const service = startTrackingService(clock, { containers: 6 })
  const files = createFiles()
  const save = () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }))
  const engine = Object.assign(await startTestEngine({ clock, handle: service.handle, files: { ...files, save } }), {
    service,
  })
  await waitForFirstSweep(engine)
  const id = uploadFromOtherComputer(engine, PDF, 'theirs.pdf')
  await untilDocuments(engine, (rows) => rows.length === 1)
  const opening = getErrorCode(engine.client.call('documents.open', { id }))
  expect(await engine.clock.advanceUntilSettled(opening)).toBe('db/disk-full')
})
