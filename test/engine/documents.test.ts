// Documents in the inbox have extracted values, links and manual corrections. The tests use the embedded service.
import { describe, expect, test } from 'vitest'
import { findRecordsByNumber } from '#engine/documents/match.ts'
import { container, shipment, startMirror } from '#support/mirror.ts'
import type { Mail } from '#service/account/mail.ts'
import { alterJson } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { wakeUploader, spool, untilDocuments, hasProcessed } from '#support/spooled.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from '#support/synced-engine.ts'
import { startWithInvoice, listDocuments, waitUntilEditsSent, listEdits } from '#support/documents.ts'

const listPatches = ({ network }: SyncedEngine) => network.sent.filter(({ method }) => method === 'PATCH')

describe('an invoice', () => {
  test('is linked to its shipment, with the extracted values and the reason', async () => {
    const { engine, container, detail } = await startWithInvoice()
    const document = await detail()
    expect(document).toMatchObject({
      state: 'extracted',
      keyNumber: 'K-118',
      party: 'Hengli Outdoor',
      amount: { value: '18450.50', currency: 'USD' },
      flags: 0,
      needsMe: false,
      schema: 'commercial_invoice@2026-03-01',
      path: '/in/invoice.pdf',
    })
    expect(document.links).toEqual([
      { type: 'shipment', id: container.shipmentId, number: container.bill, shipmentId: container.shipmentId },
      { type: 'container', id: container.id, number: container.number, shipmentId: container.shipmentId },
    ])
    expect(
      document.reasons.map(({ record, isLinked, isExact, because }) => [record.number, isLinked, isExact, because]),
    ).toEqual([
      [container.bill, true, true, [{ kind: 'master-bill', text: container.bill }]],
      [container.number, true, true, [{ kind: 'container', text: container.number }]],
    ])
    // The labels come from the schema, which the engine reads when a document refers to it.
    await engine.clock.advanceUntil(async () =>
      (await detail()).fields.some(({ name, value }) => name === 'purchase_order_number' && value === null),
    )
    expect((await detail()).fields.map(({ name, kind }) => [name, kind]).slice(0, 3)).toEqual([
      ['invoice_number', 'text'],
      ['invoice_date', 'date'],
      ['supplier_name', 'text'],
    ])
  })

  test('is found by shipment, by container, by its content, and by the global search', async () => {
    const { engine, container } = await startWithInvoice()
    const totals = await Promise.all([
      listDocuments(engine, { shipmentId: container.shipmentId }),
      listDocuments(engine, { containerId: container.id }),
      listDocuments(engine, { text: 'hengli' }),
      listDocuments(engine, { types: ['commercial_invoice'] }),
      listDocuments(engine, { text: 'nowhere' }),
      listDocuments(engine, { containerId: 'other' }),
      listDocuments(engine, { states: ['extracted'], sources: ['folder'] }),
      listDocuments(engine, { scope: 'needs-me' }),
    ])
    expect(totals.map(({ total }) => total)).toEqual([1, 1, 1, 1, 0, 0, 1, 0])
    await engine.clock.advance(2_000)
    const { hits } = await engine.client.call('search.find', { text: 'hengli outdoor', limit: 5 })
    expect(hits).toMatchObject([
      {
        kind: 'document',
        number: 'invoice.pdf',
        field: 'extracted',
        text: 'Hengli Outdoor',
        shipmentId: container.shipmentId,
        status: null,
      },
    ])
    expect((await engine.client.call('search.find', { text: 'invoice.pdf', limit: 5 })).hits[0]).toMatchObject({
      kind: 'document',
      field: 'file',
    })
  })

  test('that names an unknown container needs the user until it is marked as done', async () => {
    const { engine, detail } = await startWithInvoice('Container: CSQU3054383')
    const document = await detail()
    expect([document.state, document.needsMe, document.mismatches]).toEqual([
      'extracted',
      true,
      [{ kind: 'other-container', text: 'CSQU3054383' }],
    ])
    expect((await engine.client.call('today.get', {})).documents).toEqual({ needsMe: 1, underWay: 0 })
    await engine.client.call('documents.review', { ids: ['f1'], isReviewed: true })
    expect([(await detail()).needsMe, (await engine.client.call('today.get', {})).documents]).toEqual([
      false,
      { needsMe: 0, underWay: 0 },
    ])
  })

  test('is counted under its type with the label of the account', async () => {
    const { engine } = await startWithInvoice()
    await engine.clock.advance(120_000)
    const types = await engine.client.call('documents.types', {})
    expect([types.find(({ code }) => code === 'commercial_invoice'), types.length > 3]).toMatchObject([
      { label: 'Commercial invoice', count: 1 },
      true,
    ])
  })
})

describe('an arrival notice', () => {
  test('whose last free day no source reports shows the one in effect, and needs review', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    const { id, number, masterBill, lastFreeDay } = (await loadAllRows(engine)).find(
      ({ lastFreeDay: { date }, fullOutAt }) => date !== null && fullOutAt === null,
    )!
    const sendNotice = (day: string, name: string) =>
      spool(
        engine,
        pdfLines(
          'ARRIVAL NOTICE',
          `Master Bill of Lading: ${masterBill}`,
          `Container: ${number}`,
          `Last Free Day: ${day}`,
        ),
        { name, files: [`/in/${name}`] },
      )
    sendNotice('2026-01-05', 'early.pdf')
    sendNotice(lastFreeDay.date!, 'same.pdf')
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(2))
    const loadMismatches = async () =>
      Promise.all(
        ['f1', 'f2'].map(async (file) => (await engine.client.call('documents.get', { id: file })).mismatches),
      )
    const mismatch = { kind: 'other-lfd', number, inDocument: '2026-01-05', inEffect: lastFreeDay.date }
    expect(await loadMismatches()).toEqual([[mismatch], []])
    const countToReview = async () => (await engine.client.call('documents.counts', {})).needsMe
    const loadFlags = async () =>
      (await listDocuments(engine, {})).rows.map(({ fileName, flags }) => [fileName, flags]).toSorted()
    expect([await countToReview(), await loadFlags()]).toEqual([
      1,
      [
        ['early.pdf', 1],
        ['same.pdf', 0],
      ],
    ])
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: { date: '2026-11-22', reason: 'line' } })
    expect(await loadMismatches()).toEqual([[{ ...mismatch, inEffect: '2026-11-22' }], []])
    await engine.client.call('containers.setManualLastFreeDay', { id, manual: { date: '2026-01-05', reason: 'line' } })
    expect([await countToReview(), (await loadMismatches())[0]], 'the day of the document is in effect').toEqual([
      0,
      [],
    ])
  })
})

describe('a correction', () => {
  test('is shown at once and sent together with earlier corrections', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    const save = (extracted: string, value: string | null) =>
      engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted }, value })
    await save('invoice_number', 'K-119')
    const document = await detail()
    expect([
      document.keyNumber,
      document.fields.find(({ name }) => name === 'invoice_number'),
      document.edits.map(({ name, state }) => [name, state]),
    ]).toMatchObject(['K-119', { value: 'K-119', isCorrected: true }, [['invoice.pdf', 'waiting']]])
    await waitUntilEditsSent(engine)
    await save('buyer_name', 'Kestrelmoor')
    await waitUntilEditsSent(engine)
    const sent = await detail()
    expect(
      ['invoice_number', 'buyer_name', 'supplier_name'].map(
        (field) => sent.fields.find(({ name }) => name === field)?.value,
      ),
    ).toEqual(['K-119', 'Kestrelmoor', 'Hengli Outdoor'])
    await engine.restart()
    expect((await engine.client.call('documents.get', { id: 'f1' })).keyNumber).toBe('K-119')
    expect(listPatches(engine)).toHaveLength(2)
  })

  test('can be undone, and the extracted value is shown again', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: { extracted: 'invoice_number' },
      value: 'K-119',
    })
    await waitUntilEditsSent(engine)
    await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: { extracted: 'invoice_number' },
      value: null,
    })
    await waitUntilEditsSent(engine)
    expect([
      (await detail()).keyNumber,
      (await detail()).fields.find(({ name }) => name === 'invoice_number')?.isCorrected,
    ]).toEqual(['K-118', false])
  })

  test('does not change the manual value of another user in another field', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    // Some services return manual values apart from the extracted ones.
    const document = alterJson((json) => ({
      ...json,
      data: {
        ...(json['data'] as object),
        attributes: {
          ...(json['data'] as { attributes: object }).attributes,
          extracted_data_manual: { buyer_name: 'THEIRS' },
        },
      },
    }))
    const changes: unknown[] = []
    engine.network.fault(({ method, url, body }) => {
      if (method === 'PATCH') changes.push(body)
      return method === 'GET' && url.includes(`/documents/${documentId}?`) ? document : null
    })
    await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: { extracted: 'invoice_number' },
      value: 'MINE',
    })
    await waitUntilEditsSent(engine)
    expect(changes.map((body) => JSON.parse(String(body)) as unknown)).toMatchObject([
      { data: { attributes: { extracted_data_manual: { buyer_name: 'THEIRS', invoice_number: 'MINE' } } } },
    ])
  })

  test('of a field that another user corrected meanwhile becomes a conflict', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: { extracted: 'invoice_number' },
      value: 'MINE',
    })
    const body = JSON.stringify({
      data: { type: 'document', id: documentId, attributes: { extracted_data_manual: { invoice_number: 'THEIRS' } } },
    })
    engine.service.act({
      method: 'PATCH',
      url: `https://track.example/v2/documents/${documentId}`,
      headers: {},
      body,
      maxBytes: 1e9,
    })
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await listEdits(engine))[0]?.state === 'conflict')
    expect((await listEdits(engine))[0]).toMatchObject({ value: 'MINE', theirs: 'THEIRS', base: 'K-118' })
    await engine.client.call('edits.resolve', { id: (await listEdits(engine))[0]!.id, keep: 'mine' })
    await waitUntilEditsSent(engine)
    expect((await detail()).keyNumber).toBe('MINE')
  })

  test('of the type starts a new extraction, and is not sent if it is undone first', async () => {
    const { engine, detail } = await startWithInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    const { id } = await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: 'document-type',
      value: 'packing_list',
    })
    expect((await detail()).type).toMatchObject({ code: 'packing_list', isManual: true })
    await engine.client.call('edits.undo', { id: id! })
    expect((await detail()).type).toMatchObject({ code: 'commercial_invoice', isManual: false })
    engine.network.plug()
    await engine.client.call('edits.saveDocument', {
      documentId: documentId!,
      field: 'document-type',
      value: 'packing_list',
    })
    await waitUntilEditsSent(engine)
    await untilDocuments(engine, ([row]) => row?.type?.code === 'packing_list')
    expect([(await detail()).type?.isManual, listPatches(engine).length]).toEqual([true, 1])
  })
})

describe('e-mails', () => {
  const mail: Mail = {
    subject: 'Invoice for you',
    text: 'See attached.',
    from: ['sender@supplier.example'],
    to: ['documents@sample.example'],
    cc: [],
    messageId: null,
    inReplyTo: null,
    references: [],
    contentType: null,
    sentMs: Date.parse('2026-11-20T16:59:00Z'),
    attachments: [
      {
        filename: 'mailed.pdf',
        contentType: 'application/pdf',
        content: pdfLines('COMMERCIAL INVOICE', 'Invoice No: M-1'),
      },
    ],
  }

  test('have a list of their own, and their attachments are in the inbox', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    engine.service.service.receiveMail(mail, { processMs: engine.clock.up(), worldMs: engine.service.worldMs() })
    const [row] = await untilDocuments(engine, (rows) => hasProcessed(1)(rows) && rows[0]?.sourceName !== null)
    expect(row).toMatchObject({
      source: 'email',
      sourceName: 'Invoice for you',
      fileName: 'mailed.pdf',
      keyNumber: 'M-1',
    })
    const emails = await engine.client.call('emails.list', {
      filter: { text: 'supplier' },
      sort: [],
      window: { offset: 0, limit: 10 },
    })
    expect(emails.rows).toMatchObject([
      { subject: 'Invoice for you', from: ['sender@supplier.example'], documents: 1, preview: 'See attached.' },
    ])
    const document = await engine.client.call('emails.get', { id: emails.rows[0]!.id })
    expect([document.body, document.to, document.rows.map(({ id }) => id)]).toEqual([
      'See attached.',
      ['documents@sample.example'],
      [row?.id],
    ])
    expect((await engine.client.call('documents.get', { id: row!.id })).emailId).toBe(emails.rows[0]?.id)
    expect(await engine.client.call('emails.alias', {})).toEqual({ address: 'documents@sample.example', from: 'seen' })
    await engine.client.call('emails.setAlias', { address: 'inbox@office.example' })
    expect(await engine.client.call('emails.alias', {})).toEqual({ address: 'inbox@office.example', from: 'typed' })
  })
})

test('a value names both the container and the shipment that have its number', () => {
  const mirror = startMirror()
  mirror.read(shipment('s1', { bill_of_lading_number: 'MSCU1111111' }), container('c1', 'MSCU1111111', 's1'))
  const records = findRecordsByNumber(mirror.db, ['MSCU1111111']).get('MSCU1111111')
  expect(records?.map(({ type, id }) => [type, id])).toEqual([
    ['container', 'c1'],
    ['shipment', 's1'],
  ])
})
