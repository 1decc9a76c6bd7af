// The inbox as a person at the keyboard meets it: what is on its way, what was read, beside what it stands, what can be done.
import { describe, expect, it, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { INBOX } from '#support/fake-engine-document-rows.ts'
import { NOW } from '#support/row-factories.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'
import { formatOwnTime } from '../../src/renderer/src/words/dates.ts'
import { canUploadAgain } from '../../src/renderer/src/features/documents/documents.ts'

setScreens()

/** As this computer shows it. */
const ownTime = (at: string) => formatOwnTime(at, Date.parse(NOW))

const row = (place: number) => all(`[data-row="${place}"] [data-key="file"]`)[0]!
const count = () => byTestId('list-count').querySelector('[aria-hidden]')?.textContent.trim()
const saved = (engine: { calls: { name: string; input: unknown }[] }, name: string) => engine.calls.findLast((call) => call.name === name)?.input

/** The panel of one document, once it has stood still long enough for its page to be opened. */
async function openDocument(place: number) {
  await click(row(place))
  await press('Enter')
  await vi.waitFor(() => { expect(isShown('preview') && !isShown('nothing')).toBe(true) })
  await settled()
}

describe('the inbox', () => {
  it('opens by keys with everything, newest first, each state in words with its reason', async () => {
    const { engine, router } = await open({ rows: 14 })
    await press('g')
    await press('d')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'all' }, sort: [{ column: 'received', direction: 'desc' }] })
    expect(column('state').slice(0, 6)).toEqual([
      'Extracted2 things do not agree',
      'Needs a linkNot linked to anything of yours',
      'No result yetNone for a day; still asked for',
      'Uploading63 % of 41 MB',
      'FailedFiles of this kind are not documents the service reads.',
      `DuplicateAlready here: INV-2026-11873 Alder & Finch.pdf, ${ownTime('2026-11-20T17:20:00.000Z')}`,
    ])
    expect([column('type')[0], column('source')[1], column('key')[0], column('amount')[0]]).toEqual(['Commercial invoice', 'Dropped', 'INV-2026-11873', '$12,480.50'])
  })

  it('is narrowed to what needs the user, to states, types and text, and says that nothing matches', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await click('scope-needs-me')
    expect(count()).toBe('5 of 14')
    await click('states')
    await click(all('.choice').find(({ textContent }) => textContent.trim() === 'Failed')!.querySelector('input')!)
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'needs-me', states: ['failed'] } })
    await type('filter-text', 'nobody')
    expect(text('empty-state')).toMatch(/^No document matches this filter\./)
  })

  it('says what is on its way, what it waits for, and holds it', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    expect(text('queue')).toMatch(/^5 files on their way/)
    expect(text('queue')).toContain('3 settling, 1 queued, 1 uploading · 12 of 17 done · 16 MB left · about 1 min')
    engine.folders.queue = { secondsLeft: 4 }
    engine.folders.announce()
    await settled()
    expect(text('queue')).toContain('16 MB left · less than a minute')
    engine.folders.queue = { waitsFor: { code: 'api/offline', details: {} }, nextTryAt: '2026-11-20T17:33:00.000Z' }
    engine.folders.announce()
    await settled()
    expect(text('queue-held')).toBe(`The tracking service cannot be reached. Uploading goes on by itself. Next try ${ownTime('2026-11-20T17:33:00.000Z')}.`)
    await press('p')
    expect(saved(engine, 'folders.pause')).toEqual({ isPaused: true })
    expect(text('queue-held')).toBe('Paused. What is on its way is finished; nothing else leaves until you resume.')
    await click('queue-pause')
    expect(saved(engine, 'folders.pause')).toEqual({ isPaused: false })
  })

  it('says which folder cannot be looked through, and since when', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    Object.assign(engine.folders.all[0]!, { state: 'missing', stateSince: '2026-11-20T15:00:00.000Z' })
    engine.folders.announce()
    await settled()
    expect(text('folder-trouble')).toContain(`${INBOX} has not been there since ${ownTime('2026-11-20T15:00:00.000Z')}: renamed, deleted or not connected.`)
    await click(byTestId('folder-trouble').querySelector('button')!)
    expect(saved(engine, 'folders.look')).toEqual({})
  })

  it('says where to put documents while there are none, and since when nothing has come', async () => {
    const engine = (await open({ rows: 7, path: '/documents' })).engine
    const list = engine.handlers['documents.list']
    engine.handlers['documents.list'] = async (input) => ({ ...(await list(input)), rows: [], total: 0, outOf: 0 })
    await press('g')
    await press('t')
    await press('g')
    await press('d')
    expect(text('empty-state')).toBe(`No documents yet.Drop PDFs into ${INBOX}. Nothing has arrived since ${ownTime('2026-11-20T17:25:00.000Z')}.Add files`)
  })

  it('leads to Settings while no folder is watched', async () => {
    const { router } = await open({ rows: 0, path: '/documents' })
    expect(text('empty-state')).toBe('No documents yet.Drop PDFs, images or scans anywhere on this window, or let a folder be watched: whatever is saved into it is uploaded once and read.Add filesWatch a folder')
    await click('empty-other')
    await expect.poll(() => [router.currentRoute.value.name, router.currentRoute.value.hash]).toEqual(['settings', '#folders'])
  })

  it('is gone through by one key, which takes rows out of what needs the user and can be undone', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await click('scope-needs-me')
    await click(row(0))
    await press('e')
    expect(saved(engine, 'documents.settle')).toEqual({ ids: ['doc-0'], isSettled: true })
    expect(count()).toBe('4 of 14')
    await press('e')
    expect(saved(engine, 'documents.settle')).toEqual({ ids: ['doc-1'], isSettled: true })
    expect(count()).toBe('3 of 14')
    await press('z', { ctrlKey: true })
    expect(count()).toBe('4 of 14')
    await press('e')
    expect(count()).toBe('3 of 14')
    await click('undo')
    expect(count()).toBe('4 of 14')
  })

  it('does the same to all selected rows, and tries again those that failed', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await click(row(0))
    await press('a', { ctrlKey: true })
    await click('retry-selected')
    expect(saved(engine, 'documents.retry')).toEqual({ ids: ['doc-4', 'doc-7', 'doc-12'] })
    await click(row(0))
    await press('a', { ctrlKey: true })
    await click('settle-selected')
    expect(saved(engine, 'documents.settle')).toMatchObject({ isSettled: true, ids: ['doc-0', 'doc-1', 'doc-2'] })
  })

  it('copies the number a document goes by, or its file where it has none', async () => {
    await open({ rows: 14, path: '/documents' })
    await click(row(0))
    await press('c')
    await click(row(2))
    await press('c')
    expect(copied).toEqual(['INV-2026-11873', 'Scan 2026-11-19 08.31.pdf'])
  })

  it('follows the engine: a file that arrives is there without being asked for', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    engine.documents.change('doc-3', { state: 'processing', sentBytes: null })
    await settled()
    expect(column('state')[3]).toBe('Being read')
  })
})

describe('a document', () => {
  it('shows its page beside what was read, why it stands where it stands, and what does not agree', async () => {
    await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('page-count')).toBe('of 3') })
    expect(text('panel-number')).toBe('INV-2026-11873 Alder & Finch.pdf')
    expect(text('mismatches')).toContain('Container TSMU 000114 9 is not of this shipment.')
    expect(text('matches')).toMatch(/^Linked to shipment \w+In the document: container \w{4} \d{6} \d, master B\/L \w+/)
    expect(text('fact-read-total_amount')).toContain('12480.50')
    expect(isShown('fact-read-tax_id')).toBe(false)
    await click('show-empty')
    expect(text('fact-read-tax_id')).toContain('None')
    expect(text('fact-read-lines')).toContain('Lines · 3 rowsDescriptionHS code')
  })

  it('copies a value by a press on it', async () => {
    await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    await click('copy-read-invoice_number')
    expect(copied).toEqual(['INV-2026-11873'])
  })

  it('is corrected in place: shown at once as waiting, and taken back', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    await click('change-read-seller_name')
    await type('field-seller_name', 'Ningbo Halcyon Ltd.')
    await click('save-seller_name')
    expect(saved(engine, 'edits.saveDocument')).toEqual({ documentId: 'service-doc-0', field: { extracted: 'seller_name' }, value: 'Ningbo Halcyon Ltd.', seen: 'Ningbo Halcyon Trading Co., Ltd.' })
    expect(text('fact-read-seller_name')).toContain('Ningbo Halcyon Ltd.Waiting to be sent')
    await click('edit-undo')
    expect(text('fact-read-seller_name')).toContain('Ningbo Halcyon Trading Co., Ltd.')
  })

  it('puts a conflict and a refusal of a correction before the user', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    const { id } = await engine.handlers['edits.saveDocument']({ documentId: 'service-doc-0', field: 'document-type', value: 'bill_of_lading' })
    engine.edits.turn(id!, { state: 'conflict', theirs: 'packing_list' })
    await settled()
    expect([text('edit-mine'), text('edit-theirs')]).toEqual(['Bill of lading', 'Packing list'])
    engine.edits.turn(id!, { state: 'refused', failure: { code: 'api/refused', details: { reason: 'unknown type' } } })
    await settled()
    expect(text('edit-refused')).toContain('The service says: “unknown type”')
  })

  it('is asked for once more, and what was asked is shown until it is done', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    expect(all('button[data-testid^="ask-"]').map(({ textContent }) => textContent.trim())).toEqual(['Read it again', 'Find its type again', 'Link it again'])
    await click('ask-reextract')
    expect(saved(engine, 'documents.ask')).toEqual({ documentId: 'service-doc-0', act: 'reextract' })
    expect(text('fact-asked-reextract')).toContain('Asked of the serviceRead it againWaiting to be sent')
  })

  it('leads to its shipment, on to a container, and back', async () => {
    const { router } = await open({ rows: 14, path: '/documents' })
    await openDocument(0)
    await click('link-shipment')
    expect(byTestId('detail-panel').getAttribute('aria-label')).toMatch(/^Shipment /)
    await click(byTestId('boxes').querySelector('button')!)
    expect(Object.keys(router.currentRoute.value.query)).toEqual(['document', 'shipment', 'container'])
    await click('back-to-document')
    expect(router.currentRoute.value.query).toEqual({ document: 'doc-0' })
  })

  it('without a link says what it may belong to and why, and links nothing by itself', async () => {
    await open({ rows: 14, path: '/documents' })
    await openDocument(1)
    expect(text('matches')).toMatch(/^May belong to shipment .*Alike: vessel .+, party .+, date 17 Nov\. Nothing is linked on such a likeness alone\.$/)
  })

  it('that is a duplicate leads to the first; one deleted at the service can be uploaded again', async () => {
    const { engine, router } = await open({ rows: 14, path: '/documents' })
    await openDocument(5)
    await click('open-first')
    expect(router.currentRoute.value.query).toEqual({ document: 'doc-0' })
    await press('Escape')
    await router.push('/documents?document=doc-13')
    await settled()
    expect(text('document-state')).toContain('Deleted at the service')
    await click('upload-again')
    expect(saved(engine, 'documents.uploadAgain')).toEqual({ id: 'doc-13' })
  })

  it('offers to be uploaded again only where the engine can: deleted at the service, and from a file here', () => {
    expect([
      canUploadAgain({ isGone: true, source: 'folder' }), canUploadAgain({ isGone: true, source: 'drop' }), canUploadAgain({ isGone: true, source: 'email' }),
      canUploadAgain({ isGone: true, source: 'other' }), canUploadAgain({ isGone: false, source: 'folder' }),
    ]).toEqual([true, true, false, false, false])
  })

  it('that is not known any more says so', async () => {
    await open({ rows: 14, path: '/documents?document=nobody' })
    expect(text('detail-panel')).toContain('This document is not known here.')
  })
})

describe('the preview', () => {
  const failing = (error: AppError) => () => Promise.reject(error)

  it.each([
    ['documents/password', 'The file is locked with a password. Save it without one and upload it again.'],
    ['documents/damaged', 'The file is damaged and cannot be shown.'],
  ] as const)('says %s, and everything beside it goes on', async (code, sentence) => {
    await open({ rows: 14, path: '/documents', openPdf: failing(new AppError(code)) })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview-failure')).toContain(sentence) })
    expect(text('fact-read-invoice_number')).toContain('INV-2026-11873')
    expect(isShown('preview-save')).toBe(true)
  })

  it('shows a text as it is, however it is called', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    engine.documents.setFile('doc-0', { bytes: Buffer.from('<script>alert(1)</script> Größe'), contentType: 'text/html' })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview-text')).toBe('<script>alert(1)</script> Größe') })
  })

  it('shows the first 200 kB of a long text and says so', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    engine.documents.setFile('doc-0', { bytes: Buffer.from('ü'.repeat(150_001)), contentType: 'text/csv' })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview')).toContain('The first 200 kB of 300 kB.') })
    expect(text('preview-text').replaceAll('ü', '')).toBe('')
  })

  it('judges a file by how it begins: a program that calls itself a PDF is damaged, not drawn', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    engine.documents.setFile('doc-0', { bytes: Buffer.from('MZ\0\0'), contentType: 'application/pdf' })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview-failure')).toContain('damaged') })
  })

  it('offers a copy of what it cannot show, and says what has no file', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await openDocument(4)
    await vi.waitFor(() => { expect(text('preview-failure')).toBe('Files of this kind cannot be shown here. Save a copy and open it with its own program.Save a copy') })
    engine.handlers['documents.open'] = () => { throw new AppError('documents/no-file') }
    await press('Escape')
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview-failure')).toContain('There is no file to be shown.') })
    expect(isShown('preview-save')).toBe(false)
  })

  it('opens nothing of a file that may still be written to', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    await openDocument(6)
    expect(text('preview')).toBe('There is nothing to show before the file has been taken.')
    expect(saved(engine, 'documents.open')).toBeUndefined()
  })

  it('turns pages by keys within those there are, and by number', async () => {
    const drawn: number[] = []
    await open({ rows: 14, path: '/documents', openPdf: () => Promise.resolve({ pages: 5_000, draw: (page) => { drawn.push(page); return Promise.resolve({ width: 1, height: 1 }) }, close: () => undefined }) })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('page-count')).toBe('of 5,000') })
    byTestId('pdf-view').focus()
    await press('PageDown')
    await press('End')
    await press('PageDown')
    await press('Home')
    const input = byTestId('page-number') as HTMLInputElement
    input.value = '70000'
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    expect([drawn, input.value]).toEqual([[1, 2, 5_000, 1, 5_000], '5000'])
  })

  it('keeps the other pages where one of them is damaged, and says which', async () => {
    const draw = (page: number) => (page === 2 ? Promise.reject(new AppError('documents/damaged')) : Promise.resolve({ width: 1, height: 1 }))
    await open({ rows: 14, path: '/documents', openPdf: () => Promise.resolve({ pages: 3, draw, close: () => undefined }) })
    await openDocument(0)
    await vi.waitFor(() => { expect(byTestId('pdf-page').dataset['drawn']).toBe('1') })
    byTestId('pdf-view').focus()
    await press('PageDown')
    await vi.waitFor(() => { expect(text('page-failure')).toBe('Page 2 is damaged and cannot be shown. The other pages can be. Save a copy to see whether another program shows this one.Save a copy') })
    expect([byTestId('pdf-page').style.display, isShown('preview-failure')]).toEqual(['none', false])
    await press('PageDown')
    await vi.waitFor(() => { expect([byTestId('pdf-page').dataset['drawn'], isShown('page-failure'), byTestId('pdf-page').style.display]).toEqual(['3', false, '']) })
  })

  it('of a single page that is damaged is that of a damaged file', async () => {
    await open({ rows: 14, path: '/documents', openPdf: () => Promise.resolve({ pages: 1, draw: () => Promise.reject(new AppError('documents/damaged')), close: () => undefined }) })
    await openDocument(0)
    await vi.waitFor(() => { expect(text('preview-failure')).toContain('The file is damaged and cannot be shown.') })
  })

  it('is closed with its panel', async () => {
    const close = vi.fn()
    await open({ rows: 14, path: '/documents', openPdf: () => Promise.resolve({ pages: 1, draw: () => Promise.resolve({ width: 1, height: 1 }), close }) })
    await openDocument(0)
    await vi.waitFor(() => { expect(isShown('pdf-page')).toBe(true) })
    await press('Escape')
    expect(close).toHaveBeenCalledTimes(1)
  })
})

describe('a copy', () => {
  const said = () => document.querySelector('.n-message')?.textContent

  it('is saved under the name of the file, by key or by button', async () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) { names.push(this.download) })
    await open({ rows: 14, path: '/documents' })
    await click(row(0))
    await press('s')
    await vi.waitFor(() => { expect(names).toEqual(['INV-2026-11873 Alder & Finch.pdf']) })
    await openDocument(4)
    await click('save-copy')
    await vi.waitFor(() => { expect(names).toEqual(['INV-2026-11873 Alder & Finch.pdf', 'cargo manifest.xyz']) })
  })

  it('is not called saved by a page that cannot know what its browser did with it', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await open({ rows: 14, path: '/documents' })
    await click(row(0))
    await press('s')
    await vi.waitFor(() => { expect(said()).toBe('INV-2026-11873 Alder & Finch.pdf is with your browser’s downloads') })
  })

  it.each([
    ['is called saved once the desktop app has it on the disk', () => ({ savedAs: 'INV-2026-11873 Alder & Finch.pdf' }), 'INV-2026-11873 Alder & Finch.pdf saved'],
    ['is not spoken of where no place was chosen for it', () => ({ savedAs: null }), undefined],
    ['that could not be written says why and what to do', () => { throw new AppError('shell/copy-no-room') }, 'The copy was not saved: there is no room for it on that disk. Make room there, or save it somewhere else.'],
  ])('%s', async (_, outcome, words) => {
    const written = Promise.withResolvers<undefined>()
    const { shell } = await open({ rows: 14, path: '/documents', host: { host: 'electron' } })
    const asked: unknown[] = []
    shell.handlers['file.save'] = async (input) => {
      asked.push(input)
      await written.promise
      return outcome()
    }
    await click(row(0))
    await press('s')
    await vi.waitFor(() => { expect(asked).toEqual([{ content: expect.stringMatching(/^[0-9a-f]{64}$/) as string, name: 'INV-2026-11873 Alder & Finch.pdf' }]) })
    expect(said()).toBeUndefined()
    written.resolve(undefined)
    await settled()
    expect(said()).toBe(words)
  })

  it('that is not to be had is told', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    engine.documents.file = () => undefined
    await click(row(0))
    await press('s')
    await vi.waitFor(() => { expect(document.querySelector('.n-message')?.textContent).toContain('There is no file to be shown.') })
  })
})
