// The inbox as a person at the keyboard meets it: what is on its way, what was read, beside what it stands, what can be done.
import { rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { accountAt } from '#support/account.ts'
import { BILL, COPY, INVOICE, LOCKED, startInbox } from '#support/inbox.ts'
import { fileCell, openDocument, openInbox } from '#support/inbox-screen.ts'
import { alterJson, refusal } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { NOW } from '#support/prepared.ts'
import { type ScreenEngine, startScreenEngine } from '#support/screen-engine.ts'
import { nudge, spool, until } from '#support/spooled.ts'
import { tempDir } from '#support/test-engine.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'
import { formatOwnTime } from '../../src/renderer/src/words/dates.ts'
import { canUploadAgain } from '../../src/renderer/src/features/documents/documents.ts'

setScreens()

/** As this computer shows it. */
const ownTime = (at: string) => formatOwnTime(at, Date.parse(NOW))

const count = () => byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim()
const saved = (engine: { calls: { name: string; input: unknown }[] }, name: string) => engine.calls.findLast((call) => call.name === name)?.input

/** A file of the folder, and what the service is to be asked for it never gets an answer. */
async function hangUpload(engine: ScreenEngine, ...names: string[]) {
  engine.network.fault(({ method }) => (method === 'PUT' ? { kind: 'hang', isEarly: true } : null))
  for (const name of names) spool(engine, new TextEncoder().encode(name.repeat(1_000)), { name })
  await nudge(engine)
  await engine.clock.advanceUntil(async () => (await engine.client.call('folders.queue', {})).uploading === 1)
  await settled()
}

/** An account without documents that watches a folder. */
async function openWithFolder() {
  const engine = await startScreenEngine({ containers: 7 })
  const folder = tempDir()
  await engine.ask('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
  return { folder, ...(await open({ path: '/documents', engine })) }
}

/** The service’s answer about a document, with these lines in what was read. */
function withLines(json: Record<string, unknown>, lines: object[]) {
  for (const { type, attributes } of (json['included'] ?? []) as { type: string; attributes: { payload: object } }[])
    if (type === 'document_representation') Object.assign(attributes.payload, { lines })
  return json
}

describe('the inbox', () => {
  it('opens by keys with everything, newest first, each state in words with its reason', async () => {
    const { engine, router } = await openInbox({ path: '/lfd' })
    await press('g')
    await press('d')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'all' }, sort: [{ column: 'received', direction: 'desc' }] })
    expect(column('state')).toEqual([
      'Needs a linkNot linked to any of your records',
      'Extracted1 value does not match',
      `DuplicateAlready here: ${INVOICE}, ${ownTime('2026-11-20T17:00:00.000Z')}`,
      'FailedThe service did not accept this file. The service says: “File is encrypted”',
    ])
    expect([column('type')[1], column('source')[0], column('key')[1], column('amount')[1]]).toEqual(['Commercial invoice', 'Dropped', 'INV-2026-11873', '$12,480.50'])
  })

  it('says how much of a file has left, and that nothing came of one for a day', async () => {
    const { engine } = await openInbox()
    spool(engine, new TextEncoder().encode('nothing to be read'), { name: 'Scan 2026-11-19 08.31.pdf' })
    await nudge(engine)
    await engine.clock.advanceUntil(async () => (await engine.client.call('documents.list', { filter: { scope: 'all', states: ['processing'] }, sort: [], window: { offset: 0, limit: 1 } })).total === 1)
    engine.clock.sleepMachine(25 * 3_600_000)
    await engine.clock.advanceUntil(async () => (await engine.client.call('documents.list', { filter: { scope: 'all', states: ['no-result'] }, sort: [], window: { offset: 0, limit: 1 } })).total === 1)
    await hangUpload(engine, 'annexes.pdf')
    await press('g')
    await press('t')
    await press('g')
    await press('d')
    expect(column('state').slice(0, 2)).toEqual(['Uploading50 % of 11 kB', 'No result yetNo result for a day; still waiting'])
  })

  it('is narrowed to what needs the user, to states, types and text, and says that nothing matches', async () => {
    const { engine } = await openInbox()
    await click('scope-needs-me')
    expect(count()).toBe('3 of 4')
    await click('states')
    await click(all('.choice').find(({ textContent }) => textContent.trim() === 'Failed')!.querySelector('input')!)
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'needs-me', states: ['failed'] } })
    await type('filter-text', 'nobody')
    expect(text('empty-state')).toMatch(/^No document matches this filter\./)
  })

  it('says what is on its way, what it waits for, and holds it', async () => {
    const { engine } = await openInbox()
    await hangUpload(engine, 'one.pdf', 'two.pdf')
    expect(text('queue')).toMatch(/^2 files on their way/)
    expect(text('queue')).toMatch(/1 queued, 1 uploading · 0 of 2 done · \d+ kB left/)
    // A pace of minutes, which nothing small here has.
    engine.between('folders.queue', async (_, ask) => ({ ...(await ask()), secondsLeft: 4 }))
    engine.announce({ topic: 'folders', ids: null })
    await settled()
    expect(text('queue')).toContain('kB left · less than a minute')
    engine.between('folders.queue', null)
    engine.network.unplug()
    await engine.clock.advanceUntil(async () => (await engine.client.call('folders.queue', {})).waitsFor !== null)
    await settled()
    const { nextTryAt } = await engine.ask('folders.queue', {})
    expect(text('queue-held')).toBe(`The tracking service cannot be reached. Uploading continues automatically. Next try ${ownTime(nextTryAt!)}.`)
    await press('p')
    expect(saved(engine, 'folders.pause')).toEqual({ isPaused: true })
    expect(text('queue-held')).toBe('Paused. Current uploads finish, and no others start until you resume.')
    await click('queue-pause')
    expect(saved(engine, 'folders.pause')).toEqual({ isPaused: false })
  })

  it('says which folder cannot be looked through, and since when', async () => {
    const { engine, folder } = await openWithFolder()
    rmSync(folder, { recursive: true })
    await engine.ask('folders.look', {})
    await expect.poll(async () => {
      await settled()
      return isShown('folder-trouble')
    }).toBe(true)
    const [{ stateSince } = { stateSince: '' }] = await engine.ask('folders.list', {})
    expect(text('folder-trouble')).toContain(`${folder} has been missing since ${ownTime(stateSince)}: it was renamed, deleted or disconnected.`)
    await click(byTestId('folder-trouble').querySelector('button')!)
    expect(saved(engine, 'folders.look')).toEqual({})
  })

  it('says where to put documents while there are none', async () => {
    const { folder } = await openWithFolder()
    expect(text('empty-state')).toMatch(new RegExp(`^No documents yet\\.Drop PDFs into ${folder}\\..*Add files$`))
  })

  it('says since when nothing has come where there was something before', async () => {
    const { engine } = await startInbox()
    // Documents that were deleted at the service go in the end; the folder goes on knowing when its newest file came.
    engine.between('documents.list', async (_, ask) => ({ ...(await ask()), rows: [], total: 0, outOf: 0 }))
    await open({ path: '/documents', engine })
    expect(text('empty-state')).toBe(`No documents yet.Drop PDFs into /in. Nothing has arrived since ${ownTime('2026-11-20T17:00:00.000Z')}.Add files`)
  })

  it('leads to Settings while no folder is watched', async () => {
    const { router } = await open({ rows: 7, path: '/documents' })
    expect(text('empty-state')).toBe('No documents yet.Drop PDFs, images or scans anywhere on this window, or watch a folder: each file saved into it is uploaded once and read.Add filesWatch a folder')
    await click('empty-other')
    await expect.poll(() => [router.currentRoute.value.name, router.currentRoute.value.hash]).toEqual(['settings', '#folders'])
  })

  it('is gone through by one key, which takes rows out of what needs the user and can be undone', async () => {
    const { engine, row: rowOf } = await openInbox()
    await click('scope-needs-me')
    await click(fileCell(BILL))
    await press('e')
    expect(saved(engine, 'documents.settle')).toEqual({ ids: [rowOf(BILL).id], isSettled: true })
    expect(count()).toBe('2 of 4')
    await press('e')
    expect(saved(engine, 'documents.settle')).toEqual({ ids: [rowOf(INVOICE).id], isSettled: true })
    expect(count()).toBe('1 of 4')
    await press('z', { ctrlKey: true })
    expect(count()).toBe('2 of 4')
    await press('e')
    expect(count()).toBe('1 of 4')
    await click('undo')
    expect(count()).toBe('2 of 4')
  })

  it('does the same to all selected rows, and tries again those that failed', async () => {
    const { engine, row: rowOf } = await openInbox()
    await click(fileCell(BILL))
    await press('a', { ctrlKey: true })
    await click('retry-selected')
    expect(saved(engine, 'documents.retry')).toEqual({ ids: [rowOf(LOCKED).id] })
    await click(fileCell(BILL))
    await press('a', { ctrlKey: true })
    await click('settle-selected')
    expect(saved(engine, 'documents.settle')).toMatchObject({ isSettled: true, ids: [rowOf(BILL).id, rowOf(INVOICE).id] })
  })

  it('copies the number a document goes by, or its file where it has none', async () => {
    await openInbox()
    await click(fileCell(INVOICE))
    await press('c')
    await click(fileCell(LOCKED))
    await press('c')
    expect(copied).toEqual(['INV-2026-11873', LOCKED])
  })

  it('follows the engine: what becomes of a file is there without being asked for', async () => {
    const { engine, row: rowOf } = await openInbox()
    await engine.ask('documents.retry', { ids: [rowOf(LOCKED).id] })
    await engine.clock.advanceUntil(async () => (await engine.client.call('documents.get', { id: rowOf(LOCKED).id })).state === 'processing')
    await settled()
    expect(column('state')[3]).toBe('Being read')
  })
})

describe('a document', () => {
  it('shows its page beside what was read, why it stands where it stands, and what does not agree', async () => {
    const { engine, row: rowOf } = await openInbox()
    // Its schema says what the document did not.
    await engine.clock.advanceUntil(async () => (await engine.client.call('documents.get', { id: rowOf(INVOICE).id })).fields.some(({ value }) => value === null))
    await openDocument(INVOICE)
    await vi.waitFor(() => { expect(text('page-count')).toBe('of 3') })
    expect(text('panel-number')).toBe(INVOICE)
    expect(text('mismatches')).toContain('Container CSQU 305438 3 is not of this shipment.')
    expect(text('matches')).toMatch(/^Linked to shipment \w+In the document: master B\/L \w+Linked to container \w{4} \d{6} \dIn the document: container \w{4} \d{6} \d/)
    expect(text('fact-read-total_amount')).toContain('12480.50')
    expect(isShown('fact-read-purchase_order_number')).toBe(false)
    await click('show-empty')
    expect(text('fact-read-purchase_order_number')).toContain('None')
  })

  it('shows a table that was read with its rows and columns', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    const lines = ['Chairs', 'Tables', 'Lamps'].map((description) => ({ description, hs_code: '9401' }))
    // The embedded service reads no tables.
    engine.network.fault(({ method, url }) => (method === 'GET' && url.includes('/v2/documents') ? alterJson((json) => withLines(json, lines)) : null))
    spool(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118'), { name: INVOICE })
    await nudge(engine)
    await until(engine, ([row]) => row?.state === 'needs-link')
    await open({ path: '/documents', engine })
    await openDocument(INVOICE)
    expect(text('fact-read-lines')).toContain('Lines · 3 rowsDescriptionHs codeChairs9401')
  })

  it('copies a value by a press on it', async () => {
    await openInbox()
    await openDocument(INVOICE)
    await click('copy-read-invoice_number')
    expect(copied).toEqual(['INV-2026-11873'])
  })

  it('is corrected in place: shown at once as waiting, and taken back', async () => {
    const { engine, row: rowOf } = await openInbox()
    engine.network.unplug()
    await openDocument(INVOICE)
    await click('change-read-supplier_name')
    await type('field-supplier_name', 'Ningbo Halcyon Ltd.')
    await click('save-supplier_name')
    expect(saved(engine, 'edits.saveDocument')).toEqual({ documentId: rowOf(INVOICE).documentId, field: { extracted: 'supplier_name' }, value: 'Ningbo Halcyon Ltd.', seen: 'Ningbo Halcyon Trading Co., Ltd.' })
    expect(text('fact-read-supplier_name')).toContain('Ningbo Halcyon Ltd.Waiting to be sent')
    await click('edit-undo')
    expect(text('fact-read-supplier_name')).toContain('Ningbo Halcyon Trading Co., Ltd.')
  })

  it.each(['conflict', 'refused'] as const)('puts a correction that is in %s before the user', async (state) => {
    const { engine, row: rowOf } = await openInbox()
    const { documentId } = rowOf(INVOICE)
    await openDocument(INVOICE)
    engine.network.unplug()
    await engine.ask('edits.saveDocument', { documentId: documentId!, field: 'document-type', value: 'bill_of_lading' })
    if (state === 'conflict') accountAt(engine.service.act).send('PATCH', `/documents/${documentId!}`, { data: { type: 'document', id: documentId, attributes: { document_type_manual: 'packing_list' } } })
    else engine.network.fault(({ method }) => (method === 'PATCH' ? refusal('unknown type') : null))
    engine.network.plug()
    await engine.clock.advanceUntil(async () => (await engine.client.call('edits.list', { target: null })).rows[0]?.state === state)
    await settled()
    if (state === 'conflict') expect([text('edit-mine'), text('edit-theirs')]).toEqual(['Bill of lading', 'Packing list'])
    else expect(text('edit-refused')).toContain('The service says: “unknown type”')
  })

  it('is asked for once more, and what was asked is shown until it is done', async () => {
    const { engine, row: rowOf } = await openInbox()
    engine.network.unplug()
    await openDocument(INVOICE)
    expect(all('button[data-testid^="ask-"]').map(({ textContent }) => textContent.trim())).toEqual(['Read it again', 'Find its type again', 'Link it again'])
    await click('ask-reextract')
    expect(saved(engine, 'documents.ask')).toEqual({ documentId: rowOf(INVOICE).documentId, act: 'reextract' })
    expect(text('fact-asked-reextract')).toContain('Request to the serviceRead it againWaiting to be sent')
  })

  it('leads to its shipment, on to a container, and back', async () => {
    const { router, row: rowOf } = await openInbox()
    await openDocument(INVOICE)
    await click('link-shipment')
    expect(byTestId('detail-panel').getAttribute('aria-label')).toMatch(/^Shipment /)
    await click(byTestId('boxes').querySelector('button')!)
    expect(Object.keys(router.currentRoute.value.query)).toEqual(['document', 'shipment', 'container'])
    await click('back-to-document')
    expect(router.currentRoute.value.query).toEqual({ document: rowOf(INVOICE).id })
  })

  it('without a link says what it may belong to and why, and links nothing by itself', async () => {
    await openInbox()
    await openDocument(BILL)
    expect(text('matches')).toMatch(/^May belong to shipment .*Similar: vessel .+\. A document is not linked by a similarity alone\.$/)
  })

  it('that is a duplicate leads to the first; one deleted at the service can be uploaded again', async () => {
    const { engine, router, row: rowOf } = await openInbox()
    await openDocument(COPY)
    await click('open-first')
    expect(router.currentRoute.value.query).toEqual({ document: rowOf(INVOICE).id })
    accountAt(engine.service.act).send('DELETE', `/documents/${rowOf(BILL).documentId!}`)
    await engine.clock.advance(60_000)
    engine.clock.sleepMachine(26 * 3_600_000)
    await engine.clock.advanceUntil(async () => (await engine.client.call('documents.get', { id: rowOf(BILL).id })).isGone)
    await press('Escape')
    await router.push(`/documents?document=${rowOf(BILL).id}`)
    await settled()
    expect(text('document-state')).toContain('Deleted at the service')
    await click('upload-again')
    expect(saved(engine, 'documents.uploadAgain')).toEqual({ id: rowOf(BILL).id })
  })

  it('offers to be uploaded again only where the engine can: deleted at the service, and from a file here', () => {
    expect([
      canUploadAgain({ isGone: true, source: 'folder' }), canUploadAgain({ isGone: true, source: 'drop' }), canUploadAgain({ isGone: true, source: 'email' }),
      canUploadAgain({ isGone: true, source: 'other' }), canUploadAgain({ isGone: false, source: 'folder' }),
    ]).toEqual([true, true, false, false, false])
  })

  it('that is not known any more says so', async () => {
    await openInbox({ path: '/documents?document=nobody' })
    expect(text('detail-panel')).toContain('Quaywatch does not know this document.')
  })
})
