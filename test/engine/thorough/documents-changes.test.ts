// The list of changes has documents that were extracted, failed, linked or unlinked. Documents from before the first
// sweep of an account are not listed.
import { describe, expect, test } from 'vitest'
import type { ChangeFilter } from '#contract/changes.ts'
import type { Resource } from '#engine/api/decode.ts'
import { loadChangeRows } from '#engine/mirror/history/store.ts'
import { orderChanges } from '#engine/changes/list.ts'
import { createFakeClock } from '#support/fake-clock.ts'
import { type Mirror, shipment, startMirror } from '#support/mirror.ts'
import { pdfLines } from '#support/pdf.ts'
import {
  loadInbox,
  wakeUploader,
  spool,
  untilDocuments,
  uploadFromOtherComputer,
  hasProcessed,
} from '#support/spooled.ts'
import { type SyncedEngine, loadAllRows, waitForFirstSweep, startSyncedEngine } from '#support/synced-engine.ts'
import { startTestEngine } from '#support/test-engine.ts'
import { startTrackingService } from '#support/tracking-service.ts'

const loadRows = async ({ client }: SyncedEngine, filter: Partial<ChangeFilter> = {}) =>
  (
    await client.call('changes.list', {
      filter: { scope: 'unseen', kinds: ['document'], ...filter },
      window: { offset: 0, limit: 100 },
    })
  ).rows
const hasFailed = (rows: { state: string }[]) => rows.some(({ state }) => state === 'failed')

function addWebhook({ service }: Pick<SyncedEngine, 'service'>): void {
  const attributes = {
    url: 'https://hooks.example',
    active: true,
    events: ['document.extracted', 'document.extraction_failed'],
  }
  const { status } = service.handle({
    method: 'POST',
    url: 'https://track.example/v2/webhooks',
    headers: { authorization: 'Token test-key', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'webhook', attributes } }),
    maxBytes: 1e9,
  })
  expect(status).toBe(201)
}

describe('documents among the changes', () => {
  test('an extracted document is one row and its link to a shipment another; both are searchable and counted until seen', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    const row = (await loadAllRows(engine)).find(
      ({ shipmentId, masterBill }) => shipmentId !== null && masterBill !== null,
    )!
    const markBefore = await engine.client.call('changes.seenMark', {})
    spool(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118', `Master Bill of Lading: ${row.masterBill!}`))
    await wakeUploader(engine)
    const [read] = await untilDocuments(engine, hasProcessed(1))
    const about = {
      kind: 'document',
      severity: 4,
      object: 'document',
      objectId: read!.documentId,
      number: 'invoice.pdf',
      isNew: true,
      sourceAt: null,
      shipmentId: null,
    }
    const changeRows = await loadRows(engine)
    expect(changeRows.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toMatchObject([
      { ...about, field: 'extraction', before: '"processing"', after: '"extracted"' },
      { ...about, field: `→shipments/${row.shipmentId!}`, before: null, after: JSON.stringify(row.masterBill) },
    ])
    expect((await engine.client.call('changes.seenMark', {})).unseen - markBefore.unseen).toBeGreaterThanOrEqual(2)
    expect(
      [await loadRows(engine, { text: 'invoice.pdf' }), await loadRows(engine, { text: 'nowhere.pdf' })].map(
        ({ length }) => length,
      ),
    ).toEqual([2, 0])
    await engine.restart()
    expect(await loadRows(engine)).toHaveLength(2)
    await engine.client.call('changes.markSeen', {
      throughId: (await engine.client.call('changes.seenMark', {})).newestId,
    })
    expect([await loadRows(engine), await loadRows(engine, { scope: 'all' })].map(({ length }) => length)).toEqual([
      0, 2,
    ])
  })

  test('a failed extraction has a higher severity and is one row', async () => {
    const engine = await startSyncedEngine({ containers: 3 })
    addWebhook(engine)
    spool(engine, pdfLines(''), { name: 'scan.pdf' })
    await wakeUploader(engine)
    await untilDocuments(engine, hasFailed, 4_000_000)
    await engine.clock.advance(900_000)
    expect(await loadRows(engine)).toMatchObject([
      { severity: 2, number: 'scan.pdf', field: 'extraction', before: '"processing"', after: '"failed"' },
    ])
  })

  test('a document of another computer is a row, although its first read already has the extracted values', async () => {
    const engine = await startSyncedEngine({ containers: 3 })
    // After this time the existing documents have been read.
    await engine.clock.advance(120_000)
    const id = uploadFromOtherComputer(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: N-1'), 'theirs.pdf')
    await engine.service.work()
    await untilDocuments(engine, hasProcessed(1))
    expect(await loadRows(engine)).toMatchObject([
      { objectId: id, number: 'theirs.pdf', field: 'extraction', after: '"extracted"' },
    ])
  })

  test('a document from before the first sweep of the account is no row', async () => {
    const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
    const service = startTrackingService(clock, { containers: 3 })
    uploadFromOtherComputer({ service }, pdfLines('COMMERCIAL INVOICE', 'Invoice No: N-1'), 'old.pdf')
    await service.work()
    await clock.advance(60_000)
    await service.work()
    const engine: SyncedEngine = Object.assign(await startTestEngine({ clock, handle: service.handle }), { service })
    await waitForFirstSweep(engine)
    await untilDocuments(engine, (rows) => rows.length === 1)
    await engine.clock.advance(900_000)
    expect(await loadInbox(engine)).toHaveLength(1)
    expect(await loadRows(engine)).toEqual([])
  })
})

describe('a document of this computer whose extraction fails is a row', () => {
  const FAILED = { severity: 2, number: 'scan.pdf', field: 'extraction', before: '"processing"', after: '"failed"' }
  const isSent = (rows: { documentId: string | null }[]) => rows.some(({ documentId }) => documentId !== null)
  const listFailureAlerts = async ({ client }: SyncedEngine) =>
    (await client.call('alerts.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 100 } })).rows.filter(
      ({ facts }) => facts.kind === 'document-failed',
    )
  const createMatcher = (method: string, path: RegExp) => (request: { method: string; url: string }) =>
    request.method === method && path.test(request.url)
  /** Expects one row and one alert, also after a restart. */
  const expectOneReport = async (engine: SyncedEngine) => {
    await untilDocuments(engine, hasFailed, 4_000_000)
    await engine.clock.advance(900_000)
    expect(await loadRows(engine)).toMatchObject([FAILED])
    await engine.restart()
    await waitForFirstSweep(engine)
    await engine.clock.advance(900_000)
    expect(await loadRows(engine)).toMatchObject([FAILED])
    expect(await listFailureAlerts(engine)).toHaveLength(1)
  }
  const startWithWebhook = async () => {
    const engine = await startSyncedEngine({ containers: 3 })
    addWebhook(engine)
    return engine
  }
  const uploadScan = async (engine: SyncedEngine) => {
    spool(engine, pdfLines(''), { name: 'scan.pdf' })
    await wakeUploader(engine)
  }

  test('if it was read before the failure', async () => {
    const engine = await startWithWebhook()
    await engine.clock.advance(120_000)
    await uploadScan(engine)
    expect(await untilDocuments(engine, isSent)).toMatchObject([{ state: 'processing' }])
    await expectOneReport(engine)
  })

  test('if it failed before the existing documents were read', async () => {
    const engine = await startWithWebhook()
    const isTypeList = createMatcher('GET', /documents\/types/)
    engine.network.fault((request) => (isTypeList(request) ? { kind: 'answer', status: 503 } : null))
    await uploadScan(engine)
    await untilDocuments(engine, hasFailed, 4_000_000)
    engine.network.fault(null)
    await expectOneReport(engine)
  })

  test('if it was first read as failed, and its upload had no answer', async () => {
    const engine = await startWithWebhook()
    await engine.clock.advance(120_000)
    const isUpload = createMatcher('POST', /v2\/documents$/)
    engine.network.fault((request) => (isUpload(request) ? { kind: 'hang' } : null))
    await uploadScan(engine)
    await expectOneReport(engine)
  })

  test('if the notification came before its owner was known', async () => {
    const engine = await startWithWebhook()
    const [isUpload, isDocumentList, isTypeList] = [
      createMatcher('POST', /v2\/documents$/),
      createMatcher('GET', /v2\/documents\?/),
      createMatcher('GET', /documents\/types/),
    ]
    engine.network.fault((request) =>
      isUpload(request)
        ? { kind: 'hang' }
        : isDocumentList(request) || isTypeList(request)
          ? { kind: 'answer', status: 503 }
          : null,
    )
    await uploadScan(engine)
    const hasReadNotifications = () =>
      engine.network.sent.filter(({ url }) => url.includes('webhook_notifications')).length > 3
    await untilDocuments(engine, hasReadNotifications, 4_000_000)
    expect(await loadRows(engine)).toEqual([])
    engine.network.fault(null)
    await expectOneReport(engine)
  })

  test('if it failed while the program was closed', async () => {
    const engine = await startWithWebhook()
    const isTypeList = createMatcher('GET', /documents\/types/)
    engine.network.fault((request) => (isTypeList(request) ? { kind: 'answer', status: 503 } : null))
    await uploadScan(engine)
    await untilDocuments(engine, isSent)
    await engine.stop()
    await engine.clock.advance(60_000)
    await engine.service.work()
    engine.network.fault(null)
    await engine.restart()
    await expectOneReport(engine)
  })

  test('again if the user requested it again and it failed again', async () => {
    const engine = await startWithWebhook()
    await uploadScan(engine)
    const [row] = await untilDocuments(engine, hasFailed, 4_000_000)
    await engine.client.call('documents.ask', { documentId: row!.documentId!, act: 'reextract' })
    await untilDocuments(engine, (rows) => !hasFailed(rows))
    await untilDocuments(engine, hasFailed, 4_000_000)
    await engine.clock.advance(900_000)
    expect(await loadRows(engine)).toMatchObject([FAILED, FAILED])
  })
})

describe('a document of another computer that failed before the account was read', () =>
  test('is no row', async () => {
    const clock = createFakeClock(Date.parse('2026-11-20T17:00:00Z'))
    const service = startTrackingService(clock, { containers: 3 })
    addWebhook({ service })
    uploadFromOtherComputer({ service }, pdfLines(''), 'theirs.pdf')
    await service.work()
    await clock.advance(60_000)
    await service.work()
    const engine: SyncedEngine = Object.assign(await startTestEngine({ clock, handle: service.handle }), { service })
    await waitForFirstSweep(engine)
    await untilDocuments(engine, hasFailed, 4_000_000)
    await engine.clock.advance(900_000)
    expect(await loadRows(engine)).toEqual([])
  }))

describe('a document that changes between two reads', () => {
  const createDocument = (linked: string[] | null, representation: string | null = 'r1'): Resource => ({
    type: 'document',
    id: 'd1',
    attributes: { file_name: 'invoice.pdf', created_at: '2026-11-19T00:00:00Z' },
    relationships:
      linked === null
        ? {}
        : {
            last_document_representation:
              representation === null ? null : { type: 'document_representation', id: representation },
            shipments: linked.map((id) => ({ type: 'shipment', id })),
          },
  })
  const formatRows = ({ db }: Mirror) =>
    loadChangeRows(db, orderChanges(db, { scope: 'all' }).map(Number)).map(
      ({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`,
    )

  test('in its links is one row for each shipment, with its master bill', () => {
    const mirror = startMirror()
    mirror.read(shipment('s1'), shipment('s2'), createDocument(['s1']))
    mirror.read(createDocument(['s2']))
    expect(formatRows(mirror).toSorted()).toEqual(['→shipments/s1: "BILLs1" → –', '→shipments/s2: – → "BILLs2"'])
  })

  test('is no row if its first read was partial, or if only its extraction is new', () => {
    const mirror = startMirror()
    mirror.read(createDocument(null))
    mirror.read(createDocument(['s1']))
    mirror.read(createDocument(['s1'], 'r2'))
    expect(formatRows(mirror)).toEqual([])
  })

  test('is no row if only its name changed', () => {
    const mirror = startMirror()
    mirror.read(createDocument([], null))
    mirror.read({ ...createDocument([], null), attributes: { file_name: 'other.pdf' } })
    expect(formatRows(mirror)).toEqual([])
  })
})
