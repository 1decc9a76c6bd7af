// Problems of one file, of storage, or of our own copy: they do not stop other uploads, and do not end an upload that
// can still succeed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HttpFailure, type HttpRequest } from '#engine/outside/http.ts'
import type { Fault } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { documentsAt, inbox, nudge, spool, until, isRead } from '#support/spooled.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { SERVICE_KEY, startTrackingService } from '#support/tracking-service.ts'
import { startWatched } from '#support/watched.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'

const other = (n: number) => pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`)
const isAnnounce = ({ method, url }: { method: string; url: string }) =>
  method === 'POST' && url.endsWith('/rails/active_storage/direct_uploads')
const isPut = ({ method }: { method: string }) => method === 'PUT'
const fileOf = ({ body }: HttpRequest) => (body as { file: string }).file
const small = () => startSyncedEngine({ containers: 6 })
const queue = (engine: SyncedEngine, from: number, to: number) => {
  for (let n = from; n < to; n++) spool(engine, other(n), { name: `n${n}.pdf` })
}
const putsIn = ({ network }: SyncedEngine) => network.sent.filter(isPut).length

/** Its bytes never arrive: those of the first file that is sent. */
function oneBadFile(fault: Fault): { decide: (request: HttpRequest) => Fault | null; puts: () => number } {
  let [bad, puts] = ['', 0]
  const decide = (request: HttpRequest) => {
    if (!isPut(request)) return null
    if (bad === '') bad = fileOf(request)
    if (fileOf(request) !== bad) return null
    puts++
    return fault
  }
  return { decide, puts: () => puts }
}

describe('a file whose bytes never arrive', () => {
  test.each([
    ['the line breaks', { kind: 'fail', reason: 'broken' }],
    ['nobody answers', { kind: 'hang' }],
    ['storage is busy for it', { kind: 'answer', status: 503 }],
  ] satisfies [string, Fault][])('keeps none of the others, older or newer, where %s', async (_, fault) => {
    const engine = await small()
    queue(engine, 0, 4)
    const bad = oneBadFile(fault)
    engine.network.fault(bad.decide)
    await nudge(engine)
    await until(engine, isRead(3), 300_000)
    queue(engine, 4, 10)
    await nudge(engine)
    await until(engine, isRead(9), 120_000)
    const before = bad.puts()
    await engine.clock.advance(3_600_000)
    expect([
      bad.puts() > before,
      bad.puts() - before <= 60,
      (await inbox(engine)).filter(({ state }) => state === 'failed').length,
    ]).toEqual([true, true, 0])
    engine.network.fault(null)
    await until(engine, isRead(10))
    expect(documentsAt(engine)).toHaveLength(10)
  })
})

test('a file that storage lets not in three times, while it takes the others, has failed', async () => {
  const engine = await small()
  queue(engine, 0, 6)
  const bad = oneBadFile({ kind: 'answer', status: 403 })
  engine.network.fault(bad.decide)
  await nudge(engine)
  const rows = await until(engine, isRead(5), 300_000)
  await until(engine, (all) => all.some(({ state }) => state === 'failed'), 120_000)
  expect([
    rows.length,
    (await inbox(engine)).flatMap(({ failure }) => failure?.code ?? []),
    engine.network.sent.filter(isAnnounce).length,
  ]).toEqual([6, ['documents/not-arriving'], 8])
})

test('where storage lets nobody in, no file fails of it, and the service is hardly asked', async () => {
  const engine = await small()
  queue(engine, 0, 6)
  engine.network.fault((request) =>
    isPut(request) ? { kind: 'answer', status: 403, contentType: 'text/html', body: 'blocked by policy' } : null,
  )
  await nudge(engine)
  await engine.clock.advance(3_600_000)
  const announced = engine.network.sent.filter(isAnnounce).length
  expect([
    (await inbox(engine)).filter(({ state }) => state === 'failed').length,
    announced > 20,
    announced < 80,
  ]).toEqual([0, true, true])
  const waitsFor = async () => (await engine.client.call('folders.queue', {})).waitsFor
  // While the next try is under way nothing is waited for.
  await engine.clock.advanceUntil(async () => (await waitsFor()) !== null, 300_000)
  expect(await waitsFor()).toMatchObject({ code: 'api/server-error', details: { status: 403 } })
  engine.network.fault(null)
  await until(engine, isRead(6), 300_000)
  expect(documentsAt(engine)).toHaveLength(6)
})

describe('our own copy', () => {
  test.each(['EBUSY', 'EPERM', 'EMFILE', 'EIO'])('that cannot be read for %s is read again', async (code) => {
    const engine = await small()
    queue(engine, 0, 2)
    let failed = 0
    const fault: Fault = { kind: 'fail', reason: 'unreadable' }
    const send = engine.network.send.bind(engine.network)
    engine.network.send = async (request, signal) => {
      if (!isPut(request) || failed >= 3) return send(request, signal)
      failed++
      throw new HttpFailure(fault.reason, Object.assign(new Error(code), { code }))
    }
    await nudge(engine)
    await until(engine, isRead(2))
    expect([failed, documentsAt(engine).length]).toEqual([3, 2])
  })

  test.each([
    [
      'damaged',
      (path: string) => {
        writeFileSync(path, Buffer.from(readFileSync(path)).fill(0x20, 10, 40))
      },
    ],
    [
      'cut off',
      (path: string) => {
        writeFileSync(path, readFileSync(path).subarray(0, 40))
      },
    ],
    [
      'gone',
      (path: string) => {
        rmSync(path)
      },
    ],
  ])('that is %s is sent to nobody, and its row says that the file is to be put there again', async (_, harm) => {
    const engine = await small()
    // Dropped: in a folder its file might still be, and whether the engine has found out that there is none is the
    // disk's pace.
    const { sha256 } = spool(engine, other(1), { folder: null })
    harm(join(engine.dir, 'spool', sha256))
    // A storage that takes what it gets.
    engine.network.fault((request) => (isPut(request) ? { kind: 'answer', status: 204 } : null))
    await nudge(engine)
    const [row] = await until(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, documentsAt(engine).length, putsIn(engine) <= 1]).toEqual([
      'documents/not-kept',
      0,
      true,
    ])
  })

  test.each([
    [
      'damaged',
      (path: string) => {
        writeFileSync(path, Buffer.from(readFileSync(path)).fill(0x20, 10, 40))
      },
    ],
    [
      'gone',
      (path: string) => {
        rmSync(path)
      },
    ],
  ])('that is %s is made anew from the file, by itself', async (_, harm) => {
    const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
    const service = startTrackingService(clock, { containers: 6 })
    const engine = await startWatched({ clock, handle: service.handle, apiKey: SERVICE_KEY })
    await engine.client.call('folders.pause', { isPaused: true })
    engine.put('a.pdf', other(1))
    await engine.until(() => engine.uploads().length === 1)
    harm(join(engine.dir, 'spool', engine.uploads()[0]!.sha256))
    await nudge(engine)
    await engine.until(() => engine.uploads()[0]!.state === 'CREATED')
    expect([
      documentsAt({ service }).map(({ attributes }) => attributes['file_size_bytes']),
      (await inbox(engine)).map(({ state }) => state),
    ]).toEqual([[other(1).byteLength], ['processing']])
  })
})
