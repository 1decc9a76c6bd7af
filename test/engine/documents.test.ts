// Documents as the inbox has them, against the service itself: what was read, whose it is, what is changed by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { DocumentDetail } from '#contract/documents.ts'
import type { Mail } from '#service/account/mail.ts'
import { alterJson } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { documentsAt, inbox, nudge, spool, until, uploadedElsewhere } from '#support/spooled.ts'
import { type SyncedEngine, allRows, startSyncedEngine } from '#support/synced-engine.ts'

const isRead = (count: number) => (rows: { state: string }[]) => rows.filter(({ state }) => state === 'extracted' || state === 'needs-link').length === count

type Known = { engine: SyncedEngine; box: { id: string; number: string; shipmentId: string; bill: string }; detail: (id?: string) => Promise<DocumentDetail> }

/** An invoice that names a box of the account, its bill, and whatever else is wanted. */
async function withInvoice(...more: string[]): Promise<Known> {
  const engine = await startSyncedEngine({ containers: 6 })
  const [row] = await allRows(engine)
  if (!row?.shipmentId || !row.masterBill) throw new Error('there is a container with a shipment')
  const box = { id: row.id, number: row.number, shipmentId: row.shipmentId, bill: row.masterBill }
  spool(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118', 'Invoice Date: 2026-10-14', 'Supplier: Hengli Outdoor', `Container: ${box.number}`, `Master Bill of Lading: ${box.bill}`, 'Grand total: USD 18,450.50', ...more))
  await nudge(engine)
  await until(engine, isRead(1))
  return { engine, box, detail: (id = 'f1') => engine.client.call('documents.get', { id }) }
}

const list = ({ client }: SyncedEngine, filter: Partial<Parameters<typeof client.call<'documents.list'>>[1]['filter']>) =>
  client.call('documents.list', { filter: { scope: 'all', ...filter }, sort: [{ column: 'received', direction: 'desc' }], window: { offset: 0, limit: 50 } })
const patches = ({ network }: SyncedEngine) => network.sent.filter(({ method }) => method === 'PATCH')
const edits = async ({ client }: SyncedEngine) => (await client.call('edits.list', { target: null })).rows
const settled = (engine: SyncedEngine) => engine.clock.advanceUntil(async () => {
  await engine.service.work()
  return (await edits(engine)).length === 0
})

describe('an invoice', () => {
  test('stands beside its shipment, with what was read and why', async () => {
    const { engine, box, detail } = await withInvoice()
    const shown = await detail()
    expect(shown).toMatchObject({ state: 'extracted', keyNumber: 'K-118', party: 'Hengli Outdoor', amount: { value: '18450.50', currency: 'USD' }, flags: 0, needsMe: false, schema: 'commercial_invoice@2026-03-01', path: '/in/invoice.pdf' })
    expect(shown.links).toEqual([{ type: 'shipment', id: box.shipmentId, number: box.bill, shipmentId: box.shipmentId }, { type: 'container', id: box.id, number: box.number, shipmentId: box.shipmentId }])
    expect(shown.reasons.map(({ record, isLinked, isExact, because }) => [record.number, isLinked, isExact, because])).toEqual([
      [box.bill, true, true, [{ kind: 'master-bill', text: box.bill }]],
      [box.number, true, true, [{ kind: 'container', text: box.number }]],
    ])
    // By its schema, which is read by itself once something leads to it.
    await engine.clock.advanceUntil(async () => (await detail()).fields.some(({ name, value }) => name === 'purchase_order_number' && value === null))
    expect((await detail()).fields.map(({ name, kind }) => [name, kind]).slice(0, 3)).toEqual([['invoice_number', 'text'], ['invoice_date', 'date'], ['supplier_name', 'text']])
  })

  test('is found by shipment, by container, by anything in it, and by the search of everything', async () => {
    const { engine, box } = await withInvoice()
    const totals = await Promise.all([
      list(engine, { shipmentId: box.shipmentId }), list(engine, { containerId: box.id }), list(engine, { text: 'hengli' }), list(engine, { types: ['commercial_invoice'] }), list(engine, { text: 'nowhere' }),
      list(engine, { containerId: 'other' }), list(engine, { states: ['extracted'], sources: ['folder'] }), list(engine, { scope: 'needs-me' }),
    ])
    expect(totals.map(({ total }) => total)).toEqual([1, 1, 1, 1, 0, 0, 1, 0])
    await engine.clock.advance(2_000)
    const { hits } = await engine.client.call('search.find', { text: 'hengli outdoor', limit: 5 })
    expect(hits).toMatchObject([{ kind: 'document', number: 'invoice.pdf', field: 'extracted', text: 'Hengli Outdoor', shipmentId: box.shipmentId, status: null }])
    expect((await engine.client.call('search.find', { text: 'invoice.pdf', limit: 5 })).hits[0]).toMatchObject({ kind: 'document', field: 'file' })
  })

  test('that names a box of nobody is flagged and needs the user until he has gone through it', async () => {
    const { engine, detail } = await withInvoice('Container: CSQU3054383')
    const shown = await detail()
    expect([shown.state, shown.needsMe, shown.mismatches]).toEqual(['extracted', true, [{ kind: 'other-container', text: 'CSQU3054383' }]])
    expect((await engine.client.call('today.get', {})).documents).toEqual({ needsMe: 1, underWay: 0 })
    await engine.client.call('documents.settle', { ids: ['f1'], isSettled: true })
    expect([(await detail()).needsMe, (await engine.client.call('today.get', {})).documents]).toEqual([false, { needsMe: 0, underWay: 0 }])
  })

  test('is counted under its type by the account’s own words', async () => {
    const { engine } = await withInvoice()
    await engine.clock.advance(120_000)
    const types = await engine.client.call('documents.types', {})
    expect([types.find(({ code }) => code === 'commercial_invoice'), types.length > 3]).toMatchObject([{ label: 'Commercial invoice', count: 1 }, true])
  })
})

describe('a correction', () => {
  test('shows at once, is sent, and takes the ones before it along', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    const save = (extracted: string, value: string | null) => engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted }, value })
    await save('invoice_number', 'K-119')
    const shown = await detail()
    expect([shown.keyNumber, shown.fields.find(({ name }) => name === 'invoice_number'), shown.edits.map(({ name, state }) => [name, state])]).toMatchObject(['K-119', { value: 'K-119', isCorrected: true }, [['invoice.pdf', 'waiting']]])
    await settled(engine)
    await save('buyer_name', 'Kestrelmoor')
    await settled(engine)
    const after = await detail()
    expect(['invoice_number', 'buyer_name', 'supplier_name'].map((field) => after.fields.find(({ name }) => name === field)?.value)).toEqual(['K-119', 'Kestrelmoor', 'Hengli Outdoor'])
    await engine.restart()
    expect((await engine.client.call('documents.get', { id: 'f1' })).keyNumber).toBe('K-119')
    expect(patches(engine)).toHaveLength(2)
  })

  test('is taken back, and what was read shows again', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    await engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted: 'invoice_number' }, value: 'K-119' })
    await settled(engine)
    await engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted: 'invoice_number' }, value: null })
    await settled(engine)
    expect([(await detail()).keyNumber, (await detail()).fields.find(({ name }) => name === 'invoice_number')?.isCorrected]).toEqual(['K-118', false])
  })

  test('leaves what somebody else set by hand in another field as it is', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    // As a service has it that shows them apart from what it read.
    const shown = alterJson((json) => ({ ...json, data: { ...(json['data'] as object), attributes: { ...(json['data'] as { attributes: object }).attributes, extracted_data_manual: { buyer_name: 'THEIRS' } } } }))
    const changes: unknown[] = []
    engine.network.fault(({ method, url, body }) => {
      if (method === 'PATCH') changes.push(body)
      return method === 'GET' && url.includes(`/documents/${documentId}?`) ? shown : null
    })
    await engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted: 'invoice_number' }, value: 'MINE' })
    await settled(engine)
    expect(changes.map((body) => JSON.parse(String(body)) as unknown)).toMatchObject([{ data: { attributes: { extracted_data_manual: { buyer_name: 'THEIRS', invoice_number: 'MINE' } } } }])
  })

  test('of what somebody else corrected meanwhile asks first', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    await engine.client.call('edits.saveDocument', { documentId: documentId!, field: { extracted: 'invoice_number' }, value: 'MINE' })
    const body = JSON.stringify({ data: { type: 'document', id: documentId, attributes: { extracted_data_manual: { invoice_number: 'THEIRS' } } } })
    engine.service.act({ method: 'PATCH', url: `https://track.example/v2/documents/${documentId}`, headers: {}, body, maxBytes: 1e9 })
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await edits(engine))[0]?.state === 'conflict')
    expect((await edits(engine))[0]).toMatchObject({ value: 'MINE', theirs: 'THEIRS', base: 'K-118' })
    await engine.client.call('edits.resolve', { id: (await edits(engine))[0]!.id, keep: 'mine' })
    await settled(engine)
    expect((await detail()).keyNumber).toBe('MINE')
  })

  test('of the type leads to another reading; undone before it left nothing is sent', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    const { id } = await engine.client.call('edits.saveDocument', { documentId: documentId!, field: 'document-type', value: 'packing_list' })
    expect((await detail()).type).toMatchObject({ code: 'packing_list', isManual: true })
    await engine.client.call('edits.undo', { id: id! })
    expect((await detail()).type).toMatchObject({ code: 'commercial_invoice', isManual: false })
    engine.network.plug()
    await engine.client.call('edits.saveDocument', { documentId: documentId!, field: 'document-type', value: 'packing_list' })
    await settled(engine)
    await until(engine, ([row]) => row?.type?.code === 'packing_list')
    expect([(await detail()).type?.isManual, patches(engine).length]).toEqual([true, 1])
  })
})

describe('asking the service once more', () => {
  const image = new TextEncoder().encode('\x89PNG not really')
  const isRotate = ({ method, url }: { method: string; url: string }) => method === 'POST' && url.endsWith('/rotate')

  test('to read it again leads to a new result, and twice before it left is once', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    engine.network.unplug()
    const ask = () => engine.client.call('documents.ask', { documentId: documentId!, act: 'reextract' })
    const first = await ask()
    await engine.clock.advance(1_000)
    expect(await ask()).toEqual(first)
    const tried = engine.network.sent.length
    engine.network.plug()
    await settled(engine)
    expect(engine.network.sent.slice(tried).filter(({ url, method }) => method === 'POST' && url.endsWith('/reextract'))).toHaveLength(1)
    await until(engine, isRead(1))
  })

  test('of an old one, behind more than a page of newer ones, brings the result as soon as of a new one', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    for (let n = 0; n < 101; n++) {
      if (n % 20 === 0) await engine.clock.advance(60_000)
      uploadedElsewhere(engine, pdfLines('COMMERCIAL INVOICE', `Invoice No: N-${n}`), `n${n}.pdf`)
    }
    await engine.service.work()
    await engine.clock.advance(20 * 60_000)
    const swept = engine.network.sent.length
    await engine.clock.advanceUntil(() => engine.network.sent.slice(swept).some(({ url }) => url.includes('/documents?page[number]=2')))
    const before = engine.network.sent.length
    await engine.client.call('documents.ask', { documentId: documentId!, act: 'reextract' })
    await settled(engine)
    await engine.clock.advance(60_000)
    const asked = engine.network.sent.slice(before).filter(({ method, url }) => method === 'GET' && url.includes('/documents'))
    expect(asked.map(({ url }) => url.replace(/.*documents/, '').replace(documentId!, 'old').split(/[&=]/)[0]).slice(0, 2)).toEqual(['?sort', '/old?include'])
  })

  test('to rotate it is for images only, and never done twice', async () => {
    const { engine, detail } = await withInvoice()
    const { documentId } = await detail()
    await expect(engine.client.call('documents.ask', { documentId: documentId!, act: 'rotate-90' })).rejects.toMatchObject({ code: 'documents/not-an-image' })
    spool(engine, image, { name: 'scan.png', contentType: 'image/png' })
    await nudge(engine)
    const rows = await until(engine, (all) => all.length === 2 && all.every(({ documentId: id }) => id !== null))
    engine.network.fault((request) => (isRotate(request) ? { kind: 'hang' } : null))
    await engine.client.call('documents.ask', { documentId: rows[1]!.documentId!, act: 'rotate-90' })
    await engine.clock.advanceUntil(async () => (await edits(engine))[0]?.state === 'refused')
    expect([(await edits(engine))[0]?.failure?.code, engine.network.sent.filter(isRotate).length]).toEqual(['documents/check-needed', 1])
  })
})

describe('the file of a document', () => {
  test('is the one that was sent, while it is kept', async () => {
    const { engine } = await withInvoice()
    const opened = await engine.client.call('documents.open', { id: 'f1' })
    expect([opened.name, opened.contentType, opened.sizeBytes]).toEqual(['invoice.pdf', 'application/pdf', readFileSync(join(engine.dir, 'spool', opened.file)).byteLength])
  })

  test('is the one the service has turned since, and the one that was sent where that cannot be had', async () => {
    const { engine } = await withInvoice()
    const [image, turned] = ['\x89PNG upright', '\x89PNG turned'].map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
    spool(engine, image, { name: 'scan.png', contentType: 'image/png' })
    await nudge(engine)
    const rows = await until(engine, (all) => all.length === 2 && all.every(({ documentId: id }) => id !== null))
    const { id, documentId } = rows.find(({ fileName }) => fileName === 'scan.png')!
    const opened = async () => {
      const opening = engine.client.call('documents.open', { id })
      await engine.clock.advance(10_000)
      return readFileSync(join(engine.dir, 'spool', (await opening).file))
    }
    const isBlob = ({ method, url }: { method: string; url: string }) => method === 'GET' && url.includes('/rails/active_storage/blobs/')
    engine.network.fault((request) => (isBlob(request) ? { kind: 'alter', alter: (answer) => ({ ...answer, bytes: turned }) } : null))
    expect(await opened()).toEqual(Buffer.from(image))
    await engine.client.call('documents.ask', { documentId: documentId!, act: 'rotate-90' })
    await settled(engine)
    expect(await opened()).toEqual(Buffer.from(turned))
    engine.network.unplug()
    expect(await opened()).toEqual(Buffer.from(image))
  })

  test('of one that came another way is fetched, without the key', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    const bytes = pdfLines('COMMERCIAL INVOICE', 'Invoice No: E-1')
    const id = uploadedElsewhere(engine, bytes, 'theirs.pdf')
    const [row] = await until(engine, isRead(1))
    expect([row?.id, row?.source, row?.documentId]).toEqual([id, 'other', id])
    const opening = engine.client.call('documents.open', { id })
    await engine.clock.advance(10_000)
    const opened = await opening
    expect([readFileSync(join(engine.dir, 'spool', opened.file)).equals(Buffer.from(bytes)), engine.network.sent.find(({ url }) => url.includes('/rails/active_storage/blobs/'))?.headers]).toEqual([true, {}])
  })

  test('that nobody has is said to be none', async () => {
    const { engine } = await withInvoice()
    await expect(engine.client.call('documents.open', { id: 'unheard-of' })).rejects.toMatchObject({ code: 'documents/unknown' })
  })
})

describe('e-mails', () => {
  const mail: Mail = {
    subject: 'Invoice for you', text: 'See attached.', from: ['sender@supplier.example'], to: ['documents@sample.example'], cc: [], messageId: null, inReplyTo: null, references: [], contentType: null,
    sentMs: Date.parse('2026-11-20T16:59:00Z'), attachments: [{ filename: 'mailed.pdf', contentType: 'application/pdf', content: pdfLines('COMMERCIAL INVOICE', 'Invoice No: M-1') }],
  }

  test('stand in a list of their own, with what was attached in the inbox', async () => {
    const engine = await startSyncedEngine({ containers: 6 })
    engine.service.service.receiveMail(mail, { processMs: engine.clock.up(), worldMs: engine.service.worldMs() })
    const [row] = await until(engine, (rows) => isRead(1)(rows) && rows[0]?.sourceName !== null)
    expect(row).toMatchObject({ source: 'email', sourceName: 'Invoice for you', fileName: 'mailed.pdf', keyNumber: 'M-1' })
    const emails = await engine.client.call('emails.list', { filter: { text: 'supplier' }, sort: [], window: { offset: 0, limit: 10 } })
    expect(emails.rows).toMatchObject([{ subject: 'Invoice for you', from: ['sender@supplier.example'], documents: 1, preview: 'See attached.' }])
    const shown = await engine.client.call('emails.get', { id: emails.rows[0]!.id })
    expect([shown.body, shown.to, shown.rows.map(({ id }) => id)]).toEqual(['See attached.', ['documents@sample.example'], [row?.id]])
    expect((await engine.client.call('documents.get', { id: row!.id })).emailId).toBe(emails.rows[0]?.id)
    expect(await engine.client.call('emails.alias', {})).toEqual({ address: 'documents@sample.example', from: 'seen' })
    await engine.client.call('emails.setAlias', { address: 'inbox@office.example' })
    expect(await engine.client.call('emails.alias', {})).toEqual({ address: 'inbox@office.example', from: 'typed' })
  })
})

test('a document nothing can be read out of has no result after a day, and needs the user', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await nudge(engine)
  const [row] = await until(engine, ([first]) => first?.documentId !== null && first !== undefined)
  expect([row?.state, row?.processingSince]).toEqual(['processing', expect.stringMatching(/^2026-11-20T17:/)])
  engine.clock.sleepMachine(25 * 3_600_000)
  await engine.clock.advance(120_000)
  expect((await inbox(engine))[0]).toMatchObject({ state: 'no-result', needsMe: true, failure: null, processingSince: null })
  // Its name is found all the same.
  expect((await engine.client.call('search.find', { text: 'letter.pdf', limit: 5 })).hits).toMatchObject([{ kind: 'document', field: 'file', number: 'letter.pdf' }])
  expect((await list(engine, { text: 'letter' })).total).toBe(1)
  expect(documentsAt(engine)).toHaveLength(1)
})

test('asked to be read once more, a document without a result is waited for anew; a week after that day nothing is any more', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await nudge(engine)
  const [row] = await until(engine, ([first]) => first !== undefined && first.documentId !== null)
  const shown = async () => (await inbox(engine))[0]?.state
  const pass = async (hours: number) => {
    engine.clock.sleepMachine(hours * 3_600_000)
    await engine.clock.advance(120_000)
  }
  const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
  const isFinished = () => db.prepare('SELECT finished_at IS NOT NULL AS isFinished FROM upload').pluck().get()
  await pass(25)
  expect(await shown()).toBe('no-result')
  await engine.client.call('documents.ask', { documentId: row!.documentId!, act: 'reextract' })
  await settled(engine)
  expect(await shown()).toBe('processing')
  await pass(23)
  expect(await shown()).toBe('processing')
  await pass(2)
  expect(await shown()).toBe('no-result')
  await pass(6 * 24)
  expect(isFinished()).toBe(0)
  await pass(25)
  expect([isFinished(), await shown()]).toEqual([1, 'no-result'])
  db.close()
})

test('for the sake of an old document without a result, what came after it is not read through at each look for a new one', async () => {
  const engine = await startSyncedEngine({ containers: 3 })
  spool(engine, pdfLines('Dear all'), { name: 'letter.pdf' })
  await nudge(engine)
  await until(engine, ([row]) => row !== undefined && row.documentId !== null)
  engine.clock.sleepMachine(25 * 3_600_000)
  await engine.clock.advance(120_000)
  for (let n = 0; n < 110; n++) {
    if (n % 20 === 0) await engine.clock.advance(60_000)
    uploadedElsewhere(engine, pdfLines(`Dear ${n}`), `${n}.pdf`)
  }
  await engine.clock.advance(360_000)
  spool(engine, pdfLines('Dear nobody'), { name: 'note.pdf' })
  await nudge(engine)
  await until(engine, (rows) => rows.some(({ fileName, documentId }) => fileName === 'note.pdf' && documentId !== null))
  const before = engine.network.sent.length
  await engine.clock.advance(130_000)
  // The list as it is read for results: the sweep asks for its members in another order.
  const pages = engine.network.sent.slice(before).filter(({ url }) => url.includes('sort=-created_at&page[size]'))
  expect([pages.length >= 3, pages.filter(({ url }) => url.includes('page[number]=2')).length]).toEqual([true, 0])
})
