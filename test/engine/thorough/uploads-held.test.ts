// Problems of one file, of storage or of the spool copy do not stop other uploads, and do not end an upload that can
// still succeed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HttpFailure, type HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { listServiceDocuments, loadInbox, wakeUploader, spool, untilDocuments, hasProcessed } from '#support/spooled.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { SERVICE_KEY, startTrackingService } from '#support/tracking-service.ts'
import { startWatched } from '#support/watched.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const createInvoice = (n: number) => pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`)
const isAnnounce = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/rails/active_storage/direct_uploads')
const isPut = ({ method }: { method: string }) => method === 'PUT'
const getFile = ({ body }: HttpRequest) => (body as { file: string }).file
const startSmallEngine = () => startSyncedEngine({ containers: 6 })
const queueFiles = (engine: SyncedEngine, from: number, to: number) => {
  for (let n = from; n < to; n++) spool(engine, createInvoice(n), { name: `n${n}.pdf` })
}
const countPuts = ({ network }: SyncedEngine) => network.sent.filter(isPut).length

/** The fault applies only to the bytes of the first file that is sent. */
function createBadFileFault(fault: Fault): { decide: (request: HttpRequest) => Fault | null; puts: () => number } {
  let [badFile, puts] = ['', 0]
  const decide = (request: HttpRequest) => {
    if (!isPut(request)) return null
    if (badFile === '') badFile = getFile(request)
    if (getFile(request) !== badFile) return null
    puts++
    return fault
  }
  return { decide, puts: () => puts }
}

describe('a file whose bytes never arrive', () =>
  test.each([
    ['the connection breaks', { kind: 'fail', reason: 'broken' }],
    ['no answer comes', { kind: 'hang' }],
    ['storage is busy', { kind: 'answer', status: 503 }],
  ] satisfies [string, Fault][])('does not delay other files, older or newer, while %s', async (_, fault) => {
    const engine = await startSmallEngine()
    queueFiles(engine, 0, 4)
    const badFile = createBadFileFault(fault)
    engine.network.fault(badFile.decide)
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(3), 300_000)
    queueFiles(engine, 4, 10)
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(9), 120_000)
    const putsBefore = badFile.puts()
    await engine.clock.advance(3_600_000)
    expect([
      badFile.puts() > putsBefore,
      badFile.puts() - putsBefore <= 60,
      (await loadInbox(engine)).filter(({ state }) => state === 'failed').length,
    ]).toEqual([true, true, 0])
    engine.network.fault(null)
    await untilDocuments(engine, hasProcessed(10))
    expect(listServiceDocuments(engine)).toHaveLength(10)
  }))

test('a file that storage refuses three times fails if storage accepts other files', async () => {
  const engine = await startSmallEngine()
  queueFiles(engine, 0, 6)
  const badFile = createBadFileFault({ kind: 'answer', status: 403 })
  engine.network.fault(badFile.decide)
  await wakeUploader(engine)
  const rows = await untilDocuments(engine, hasProcessed(5), 300_000)
  await untilDocuments(engine, (all) => all.some(({ state }) => state === 'failed'), 120_000)
  expect([
    rows.length,
    (await loadInbox(engine)).flatMap(({ failure }) => failure?.code ?? []),
    engine.network.sent.filter(isAnnounce).length,
  ]).toEqual([6, ['documents/not-arriving'], 8])
})

test('while storage refuses all files, no file fails, and few requests are sent to the service', async () => {
  const engine = await startSmallEngine()
  queueFiles(engine, 0, 6)
  engine.network.fault((request) =>
    isPut(request) ? { kind: 'answer', status: 403, contentType: 'text/html', body: 'blocked by policy' } : null,
  )
  await wakeUploader(engine)
  await engine.clock.advance(3_600_000)
  const announceCount = engine.network.sent.filter(isAnnounce).length
  expect([
    (await loadInbox(engine)).filter(({ state }) => state === 'failed').length,
    announceCount > 20,
    announceCount < 80,
  ]).toEqual([0, true, true])
  const loadWaitReason = async () => (await engine.client.call('folders.queue', {})).waitsFor
  // During the next try the value is null.
  await engine.clock.advanceUntil(async () => (await loadWaitReason()) !== null, 300_000)
  expect(await loadWaitReason()).toMatchObject({ code: 'api/server-error', details: { status: 403 } })
  engine.network.fault(null)
  await untilDocuments(engine, hasProcessed(6), 300_000)
  expect(listServiceDocuments(engine)).toHaveLength(6)
})

describe('a spool copy', () => {
  test.each(['EBUSY', 'EPERM', 'EMFILE', 'EIO'])('that cannot be read because of %s is read again', async (code) => {
    const engine = await startSmallEngine()
    queueFiles(engine, 0, 2)
    let failed = 0
    const fault: Fault = { kind: 'fail', reason: 'unreadable' }
    const send = engine.network.send.bind(engine.network)
    engine.network.send = async (request, signal) => {
      if (!isPut(request) || failed >= 3) return send(request, signal)
      failed++
      throw new HttpFailure(fault.reason, Object.assign(new Error(code), { code }))
    }
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(2))
    expect([failed, listServiceDocuments(engine).length]).toEqual([3, 2])
  })

  test.each([
    ['damaged', (path: string) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(0x20, 10, 40))],
    ['cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 40))],
    ['missing', (path: string) => rmSync(path)],
  ])('that is %s is not sent, and its row fails with the reason', async (_, damageCopy) => {
    const engine = await startSmallEngine()
    // A dropped file has no original from which the engine can copy it again.
    const { sha256 } = spool(engine, createInvoice(1), { folder: null })
    damageCopy(join(engine.dir, 'spool', sha256))
    // A storage that accepts all bytes.
    engine.network.fault((request) => (isPut(request) ? { kind: 'answer', status: 204 } : null))
    await wakeUploader(engine)
    const [row] = await untilDocuments(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, listServiceDocuments(engine).length, countPuts(engine) <= 1]).toEqual([
      'documents/not-kept',
      0,
      true,
    ])
  })

  test.each([
    ['damaged', (path: string) => writeFileSync(path, Buffer.from(readFileSync(path)).fill(0x20, 10, 40))],
    ['missing', (path: string) => rmSync(path)],
  ])('that is %s is copied again from the original file', async (_, damageCopy) => {
    const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
    const service = startTrackingService(clock, { containers: 6 })
    const engine = await startWatched({ clock, handle: service.handle, apiKey: SERVICE_KEY })
    await engine.client.call('folders.pause', { isPaused: true })
    engine.put('a.pdf', createInvoice(1))
    await engine.until(() => engine.uploads().length === 1)
    damageCopy(join(engine.dir, 'spool', engine.uploads()[0]!.sha256))
    await wakeUploader(engine)
    await engine.until(() => engine.uploads()[0]!.state === 'CREATED')
    expect([
      listServiceDocuments({ service }).map(({ attributes }) => attributes['file_size_bytes']),
      (await loadInbox(engine)).map(({ state }) => state),
    ]).toEqual([[createInvoice(1).byteLength], ['processing']])
  })
})
