// Content on its way to the service, against the service itself: exactly one document each, whatever happens in between.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { HttpRequest } from '#engine/outside/http.ts'
import { type Fault, alterJson } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { documentsAt, inbox, nudge, spool, until, uploadedElsewhere } from '#support/spooled.ts'
import { type SyncedEngine, startSyncedEngine } from '#support/synced-engine.ts'
import type { TrackingServiceOptions } from '#support/tracking-service.ts'

const small = (options: TrackingServiceOptions = {}) => startSyncedEngine({ containers: 6, ...options })
const PDF = pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118', 'Grand total: USD 18,450.50')
const other = (n: number) => pdfLines('COMMERCIAL INVOICE', `Invoice No: K-${n}`)

const isAnnounce = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/rails/active_storage/direct_uploads')
const isPut = ({ method }: HttpRequest) => method === 'PUT'
const isCreate = ({ method, url }: HttpRequest) => method === 'POST' && url.endsWith('/v2/documents')
const isLook = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('filter[filename]')
const steps = [['the announcement', isAnnounce], ['the bytes', isPut], ['the document', isCreate]] as const
const sentTo = ({ network }: SyncedEngine, is: (request: HttpRequest) => boolean) => network.sent.filter((request) => is(request as unknown as HttpRequest))
const states = (engine: SyncedEngine) => inbox(engine).then((rows) => rows.map(({ state }) => state))

/** Once, then never again. */
function once(is: (request: HttpRequest) => boolean, fault: Fault): (request: HttpRequest) => Fault | null {
  let isOver = false
  return (request) => {
    if (isOver || !is(request)) return null
    isOver = true
    return fault
  }
}

const isRead = (count: number) => (rows: { state: string }[]) => rows.filter(({ state }) => state === 'extracted' || state === 'needs-link').length === count

describe('a file', () => {
  test('becomes one document, is read, and shows it', async () => {
    const engine = await small()
    spool(engine, PDF)
    await nudge(engine)
    const [row] = await until(engine, isRead(1))
    expect(row).toMatchObject({
      id: 'f1', state: 'needs-link', fileName: 'invoice.pdf', source: 'folder', sourceName: '/in', keyNumber: 'K-118', amount: { value: '18450.50', currency: 'USD' },
      type: { code: 'commercial_invoice', isManual: false }, failure: null, needsMe: true, isGone: false, sizeBytes: PDF.byteLength,
    })
    expect(documentsAt(engine).map(({ id, attributes }) => [id, attributes['name'], attributes['file_size_bytes']])).toEqual([[row?.documentId, 'invoice.pdf', PDF.byteLength]])
  })

  test('goes to storage with the headers it was given and without the key', async () => {
    const engine = await small()
    spool(engine, PDF)
    await nudge(engine)
    await until(engine, isRead(1))
    const [put] = sentTo(engine, isPut)
    expect(Object.keys(put?.headers ?? {}).sort()).toEqual(['Content-Disposition', 'Content-MD5', 'Content-Type'])
  })

  test('waits while nothing may leave, over a restart too', async () => {
    const engine = await small()
    await engine.client.call('folders.pause', { isPaused: true })
    spool(engine, PDF)
    await engine.restart()
    await engine.clock.advance(120_000)
    expect([await states(engine), await engine.client.call('folders.queue', {}), documentsAt(engine).length]).toMatchObject([['queued'], { queued: 1, isPaused: true }, 0])
    await nudge(engine)
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('that stands in three places is sent once; the others are duplicates of the first', async () => {
    const engine = await small()
    spool(engine, PDF, { files: ['/in/a.pdf', '/in/b.pdf', '/in/c.pdf'] })
    await nudge(engine)
    const rows = await until(engine, isRead(1))
    expect(rows.map(({ fileName, state, duplicateOf }) => [fileName, state, duplicateOf?.rowId ?? null])).toEqual([['a.pdf', 'needs-link', null], ['b.pdf', 'duplicate', 'f1'], ['c.pdf', 'duplicate', 'f1']])
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('is not sent under a key the service does not know', async () => {
    const engine = await small()
    spool(engine, PDF)
    await engine.restart({ apiKey: 'wrong-key' })
    await engine.clock.advance(300_000)
    expect([(await inbox(engine))[0]?.failure?.code, sentTo(engine, isAnnounce).length, engine.waiting.at(-1)]).toEqual(['api/unauthorized', 0, 1])
  })
})

describe('an answer that is lost', () => {
  test.each(steps)('after %s was taken leads to one document all the same', async (_, is) => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(once(is, { kind: 'hang' }))
    await nudge(engine)
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test.each(steps)('before %s was taken leads to one document all the same', async (_, is) => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(once(is, { kind: 'fail', reason: 'broken' }))
    await nudge(engine)
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test.each(['reject', 'replace', 'accept'] as const)('is looked for, and in an account that would %s a second one there is one', async (duplicates) => {
    const engine = await small({ duplicates })
    spool(engine, PDF)
    engine.network.fault(once(isCreate, { kind: 'alter', alter: (answer) => ({ ...answer, status: 502, headers: {}, bytes: new Uint8Array() }) }))
    await nudge(engine)
    await engine.clock.advance(30_000)
    expect([await states(engine), sentTo(engine, isLook).length]).toEqual([['uploading'], 0])
    const [row] = await until(engine, isRead(1))
    expect([row?.state, sentTo(engine, isCreate).length, sentTo(engine, isLook).length, documentsAt(engine).length]).toEqual(['needs-link', 1, 1, 1])
  })

  test('is looked for on: where there is more than can be looked through, it is not asked for again', async () => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    const newer = { type: 'document', id: 'other', attributes: { name: 'other.pdf', created_at: '2027-01-01T00:00:00Z' } }
    const endless = (url: string) => alterJson((json) => ({ ...json, data: [newer], links: { next: `${url}&page[number]=2` } }))
    const lost: Fault = { kind: 'alter', alter: (answer) => ({ ...answer, status: 502, headers: {}, bytes: new Uint8Array() }) }
    engine.network.fault((request) => (isCreate(request) ? lost : isLook(request) ? endless(request.url) : null))
    await nudge(engine)
    await engine.clock.advance(600_000)
    expect([await states(engine), sentTo(engine, isCreate).length]).toEqual([['uploading'], 1])
    engine.network.fault(null)
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('is not taken for somebody else’s document of the same name', async () => {
    const engine = await small()
    spool(engine, other(1), { name: 'same.pdf' })
    await nudge(engine)
    await until(engine, isRead(1))
    spool(engine, other(2), { name: 'same.pdf', files: ['/in/sub/same.pdf'] })
    engine.network.fault(once(isCreate, { kind: 'answer', status: 500 }))
    await nudge(engine)
    await until(engine, isRead(2))
    expect([documentsAt(engine).length, sentTo(engine, isLook).length, sentTo(engine, isCreate).length]).toEqual([2, 2, 3])
  })
})

describe('somebody else’s document of the same name and size', () => {
  const isFetch = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('/rails/active_storage/blobs/')
  const isAddress = ({ url }: HttpRequest) => url.endsWith('/download_url')

  test.each([
    ['storage is busy', isFetch, { kind: 'answer', status: 503, contentType: 'text/xml', body: 'SlowDown' }],
    ['storage lets nobody in', isFetch, { kind: 'answer', status: 403 }],
    ['storage has not got it', isFetch, { kind: 'answer', status: 404 }],
    ['somebody in between answers for the service', isAddress, { kind: 'answer', status: 404 }],
  ] satisfies [string, (request: HttpRequest) => boolean, Fault][])('is not taken for ours while %s', async (_, isFaulty, fault) => {
    const engine = await small({ duplicates: 'accept' })
    const theirs = uploadedElsewhere(engine, other(2), 'invoice.pdf')
    spool(engine, other(1))
    const lost = once(isCreate, { kind: 'answer', status: 502 })
    engine.network.fault((request) => lost(request) ?? (isFaulty(request) ? fault : null))
    await nudge(engine)
    await engine.clock.advance(300_000)
    expect([(await states(engine)).includes('uploading'), sentTo(engine, isCreate).length, documentsAt(engine).map(({ id }) => id)]).toEqual([true, 1, [theirs]])
    engine.network.fault(null)
    await until(engine, isRead(2))
    expect(documentsAt(engine)).toHaveLength(2)
  })
})

describe('the end of the program', () => {
  test.each([...steps, ['the answer to the document', isCreate]] as const)('at %s leaves one document', async (_, is) => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(once(is, { kind: 'hang' }))
    await nudge(engine)
    await engine.clock.advanceUntil(() => sentTo(engine, is).length > 0)
    await engine.clock.advance(1_000)
    await engine.restart()
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('at any state it has reached leaves one document that is read in the end', async () => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    const reached = new Set<string>()
    const stateNow = () => {
      const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
      const row = db.prepare('SELECT state, post_sent_at IS NOT NULL AS isAsked FROM upload').get() as { state: string; isAsked: number }
      db.close()
      return `${row.state}${row.isAsked === 1 ? ' asked' : ''}`
    }
    await nudge(engine)
    // Steps shorter than one way over the line: each state that lasts at all is met, and the program ends in it.
    for (let step = 0; step < 6_000 && stateNow() !== 'EXTRACTED asked'; step++) {
      await engine.clock.advance(step < 400 ? 10 : 1_000)
      if (reached.has('CREATED asked')) await engine.service.work()
      if (reached.has(stateNow())) continue
      reached.add(stateNow())
      await engine.restart()
    }
    expect([...reached]).toEqual(['QUEUED', 'BLOB', 'PUT_OK asked', 'UNSURE asked', 'CREATED asked', 'EXTRACTED asked'])
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('while it looks leaves it looking', async () => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault((request) => (isCreate(request) && sentTo(engine, isCreate).length === 1 ? { kind: 'answer', status: 500 } : null))
    await nudge(engine)
    await engine.clock.advanceUntil(() => sentTo(engine, isLook).length === 1)
    await engine.restart()
    await until(engine, isRead(1))
    expect([documentsAt(engine).length, sentTo(engine, isLook).length]).toEqual([1, 2])
  })
})

describe('content the service has already', () => {
  test('is a duplicate, and no failure', async () => {
    const engine = await small()
    uploadedElsewhere(engine, PDF, 'first.pdf')
    spool(engine, PDF, { name: 'again.pdf' })
    await nudge(engine)
    const rows = await until(engine, (all) => all.some(({ state }) => state === 'duplicate') && isRead(1)(all))
    const [first] = documentsAt(engine)
    expect(rows.map(({ fileName, state, documentId, duplicateOf, needsMe }) => [fileName, state, documentId, duplicateOf?.name ?? null, needsMe]).sort()).toEqual([
      ['again.pdf', 'duplicate', first?.id, 'first.pdf', false],
      ['first.pdf', 'needs-link', first?.id, null, true],
    ])
  })

  test('is a document of its own where the account takes a second one', async () => {
    const engine = await small({ duplicates: 'accept' })
    uploadedElsewhere(engine, PDF, 'first.pdf')
    spool(engine, PDF, { name: 'again.pdf' })
    await nudge(engine)
    await until(engine, isRead(2))
    expect(documentsAt(engine)).toHaveLength(2)
  })

  test('and somebody deleted there is sent again only when the user says so', async () => {
    const engine = await small()
    const { rowIds: [id = ''] } = spool(engine, PDF)
    await nudge(engine)
    const [row] = await until(engine, isRead(1))
    engine.service.act({ method: 'DELETE', url: `https://track.example/v2/documents/${row?.documentId}`, headers: {}, maxBytes: 1e9 })
    await engine.client.call('sync.refresh', {})
    await until(engine, (rows) => rows[0]?.isGone === true, 3_600_000)
    await engine.clock.advance(600_000)
    expect(documentsAt(engine)).toEqual([])
    await engine.client.call('documents.uploadAgain', { id })
    const [again] = await until(engine, (rows) => rows[0]?.isGone === false && isRead(1)(rows))
    expect([again?.id, documentsAt(engine).map((document) => document.id)]).toEqual([id, [again?.documentId]])
  })
})

describe('a place for the bytes', () => {
  test('that is no longer good is asked for anew', async () => {
    const engine = await small()
    spool(engine, PDF)
    engine.network.fault(once(isPut, { kind: 'answer', status: 403 }))
    await nudge(engine)
    await until(engine, isRead(1))
    expect([sentTo(engine, isAnnounce).length, documentsAt(engine).length]).toEqual([2, 1])
  })

  test('that was waited for too long is not tried any more', async () => {
    const engine = await small()
    spool(engine, PDF)
    engine.network.fault((request) => (isPut(request) ? { kind: 'fail', reason: 'unreachable' } : null))
    await nudge(engine)
    await engine.clock.advance(360_000)
    engine.network.fault(null)
    await until(engine, isRead(1))
    expect([sentTo(engine, isAnnounce).length > 1, documentsAt(engine).length]).toEqual([true, 1])
  })

  test('the service has forgotten is asked for anew, three times at most', async () => {
    const engine = await small()
    spool(engine, PDF)
    const forgotten: Fault = { kind: 'answer', status: 422, contentType: 'application/json', body: '{"errors":[{"detail":"gone","source":{"pointer":"/data/attributes/attached_document"}}]}' }
    engine.network.fault((request) => (isCreate(request) ? forgotten : null))
    await nudge(engine)
    const [row] = await until(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, row?.needsMe, sentTo(engine, isAnnounce).length]).toEqual(['documents/not-arriving', true, 3])
    engine.network.fault(null)
    await engine.client.call('documents.retry', { ids: ['f1'] })
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('that got other bytes than announced gets them again', async () => {
    const engine = await small()
    spool(engine, PDF)
    engine.network.fault(once(isPut, { kind: 'answer', status: 400, contentType: 'application/xml', body: '<Error><Code>BadDigest</Code></Error>' }))
    await nudge(engine)
    await until(engine, isRead(1))
    expect([sentTo(engine, isPut).length, documentsAt(engine).length]).toEqual([2, 1])
  })

  test('that refused them before all had left gets them again', async () => {
    const engine = await small()
    spool(engine, PDF)
    engine.network.fault(once(isPut, { kind: 'answer', status: 400, contentType: 'application/xml', body: '<Error><Code>RequestTimeout</Code></Error>', isEarly: true }))
    await nudge(engine)
    await until(engine, isRead(1))
    expect([sentTo(engine, isPut).length, documentsAt(engine).length]).toEqual([2, 1])
  })

  test('gets nothing where the copy here is not what it was: the row says so', async () => {
    const engine = await small()
    // Dropped: in a folder its file might still be, and whether the engine has found out that there is none is the disk's pace.
    const { sha256 } = spool(engine, PDF, { folder: null })
    writeFileSync(join(engine.dir, 'spool', sha256), 'damaged')
    await nudge(engine)
    const [row] = await until(engine, ([first]) => first?.state === 'failed')
    expect([row?.failure?.code, documentsAt(engine).length]).toEqual(['documents/not-kept', 0])
  })
})

describe('what the service says', () => {
  test('is shown where it does not take a file, and the next one goes on', async () => {
    const engine = await small()
    spool(engine, PDF)
    spool(engine, other(2), { name: 'two.pdf' })
    engine.network.fault(once(isCreate, { kind: 'answer', status: 422, contentType: 'application/json', body: '{"errors":[{"title":"Unprocessable","detail":"Name is a secret"}]}' }))
    await nudge(engine)
    const rows = await until(engine, isRead(1))
    expect(rows.map(({ state, failure }) => [state, failure?.details['reason'] ?? null])).toEqual([['failed', 'Name is a secret'], ['needs-link', null]])
  })

  test('is waited for while it is away, and a row says until when', async () => {
    const engine = await small()
    engine.network.unplug()
    spool(engine, PDF)
    await nudge(engine)
    await engine.clock.advance(3_600_000)
    expect((await inbox(engine))[0]).toMatchObject({ state: 'queued', failure: { code: 'api/offline' } })
    expect((await engine.client.call('folders.queue', {})).waitsFor).toMatchObject({ code: 'api/offline' })
    engine.network.plug()
    await until(engine, isRead(1))
    expect(documentsAt(engine)).toHaveLength(1)
  })

  test('as 429 costs nothing but time', async () => {
    const engine = await small()
    spool(engine, PDF)
    engine.network.fault((request) => (isCreate(request) && sentTo(engine, isCreate).length < 3 ? { kind: 'answer', status: 429, headers: { 'retry-after': '5' } } : null))
    await nudge(engine)
    await until(engine, isRead(1))
    expect([documentsAt(engine).length, sentTo(engine, isLook).length]).toEqual([1, 0])
  })

  test('of a portal in between is not believed', async () => {
    const engine = await small({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault((request) => ((isCreate(request) || isAnnounce(request)) && sentTo(engine, () => true).length % 2 === 0 ? { kind: 'answer', status: 200 } : null))
    await nudge(engine)
    await until(engine, isRead(1), 3_600_000)
    expect(documentsAt(engine)).toHaveLength(1)
  })
})

describe('many files', () => {
  test('leave oldest first, a few at a time, and are counted', async () => {
    const engine = await small()
    await engine.client.call('folders.pause', { isPaused: true })
    for (let n = 0; n < 12; n++) spool(engine, other(n), { name: `n${n}.pdf` })
    expect(await engine.client.call('folders.queue', {})).toMatchObject({ queued: 12, uploading: 0, isPaused: true })
    await nudge(engine)
    await until(engine, isRead(12))
    const names = documentsAt(engine).toSorted((a, b) => String(a.attributes['created_at']).localeCompare(String(b.attributes['created_at']))).map(({ attributes }) => String(attributes['name']))
    expect(names.slice(0, 4).every((name) => ['n0.pdf', 'n1.pdf', 'n2.pdf', 'n3.pdf', 'n4.pdf'].includes(name))).toBe(true)
    expect([documentsAt(engine).length, await engine.client.call('folders.queue', {})]).toMatchObject([12, { queued: 0, uploading: 0, total: 0, bytesLeft: 0 }])
    expect(engine.waiting.at(-1)).toBe(0)
  })

  test('that wait for a result over many pages are looked for at four pages a minute, for more would leave the board nothing', async () => {
    const engine = await small({ isLimited: false })
    const isList = ({ method, url }: HttpRequest) => method === 'GET' && url.includes('sort=-created_at&page[size]')
    engine.network.fault((request) => (isList(request) ? { kind: 'alter', alter: () => engine.service.handle({ ...request, url: request.url.replace('page[size]=100', 'page[size]=2') }) } : null))
    for (let n = 0; n < 40; n++) spool(engine, other(n), { name: `n${n}.pdf` })
    await nudge(engine)
    // Nothing is read there, so all of them go on waiting.
    await engine.clock.advanceUntil(() => Promise.resolve(documentsAt(engine).length === 40))
    const listed = sentTo(engine, isList).length
    const minutes = 20
    await engine.clock.advance(minutes * 60_000)
    expect(sentTo(engine, isList).length - listed).toBeLessThanOrEqual(4 * minutes + 20)
  })
})
