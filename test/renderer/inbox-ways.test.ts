// The ways into the inbox and around it: files dropped and chosen, watched folders, e-mails, Today, panels, the search.
import { describe, expect, it, vi } from 'vitest'
import { MOST_FILE_BYTES } from '#contract/rules/files.ts'
import { PICKED_FOLDER } from '#support/fake-shell.ts'
import { INVOICE, startInbox } from '#support/inbox.ts'
import { pdfLines } from '#support/pdf.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { tempDir } from '#support/test-engine.ts'
import { createTestWatch } from '#support/watched.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/screens.ts'

setScreens()

/** As this computer writes paths. */
const SAMPLE_PATH = /Windows/.test(navigator.userAgent) ? 'C:\\Users\\you\\Documents\\Inbox' : /Mac OS/.test(navigator.userAgent) ? '/Users/you/Documents/Inbox' : '/home/you/Documents/Inbox'

const saved = (engine: { calls: { name: string; input: unknown }[] }, name: string) => engine.calls.findLast((call) => call.name === name)?.input

async function drop(...files: File[]) {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files, items: [] } })
  window.dispatchEvent(event)
  await settled()
}

/** It is put onto the real disk, and taken from there. */
const isSoon = (isSo: () => boolean) => expect.poll(async () => {
  await settled()
  return isSo()
}).toBe(true)
/** The list stands still under whoever reads it: what comes meanwhile is behind the pill. */
const isListed = (...names: string[]) => expect.poll(async () => {
  await settled()
  if (isShown('moved-pill')) await click('moved-pill')
  return column('file')
}).toEqual(expect.arrayContaining(names))

const paper = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

describe('files dropped onto the window', () => {
  it('are taken one after the other, whatever screen is open, and lead to the inbox', async () => {
    const { engine, router } = await open({ rows: 7, path: '/lfd' })
    await drop(paper('one.pdf'), paper('two & half “ü”.pdf'))
    await isSoon(() => isShown('toast-act'))
    expect(saved(engine, 'folders.look')).toEqual({})
    await click('toast-act')
    expect(router.currentRoute.value.name).toBe('documents')
    await isListed('one.pdf', 'two & half “ü”.pdf')
  })

  it('that are not taken are named with the reason, and hold back no other', async () => {
    const { engine, files } = await open({ rows: 7, path: '/documents' })
    files.refusals.set('full.pdf', 507)
    files.refusals.set('odd.pdf', 500)
    const huge = paper('huge.pdf')
    Object.defineProperty(huge, 'size', { value: MOST_FILE_BYTES + 1 })
    await drop(huge, paper('full.pdf'), paper('odd.pdf'), paper('good.pdf'))
    await isListed('good.pdf')
    expect(all('[data-testid="not-taken"] p').map(({ textContent }) => textContent)).toEqual([
      'huge.pdf: The file is larger than 500 MB. Split it, or scan it at a lower resolution.',
      expect.stringMatching(/^full\.pdf: .*disk/i),
      'odd.pdf: The file could not be copied. Drop it again. Nothing of it was stored.',
    ])
    expect(engine.calls.filter(({ name }) => name === 'folders.look')).toHaveLength(1)
    await click(byTestId('not-taken').querySelector('button')!)
    expect(isShown('not-taken')).toBe(false)
  })

  it('are said to have come while the list stands still', async () => {
    await open({ path: '/documents', engine: (await startInbox()).engine })
    await drop(paper('one.pdf'))
    await isSoon(() => isShown('moved-pill'))
    expect(text('moved-pill')).toBe('1 document changed, show')
  })

  it('are not said to upload by themselves while uploading is paused', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    const isSaid = (words: string) => isSoon(() => document.body.textContent.includes(words))
    await drop(paper('one.pdf'))
    await isSaid('1 file added. It is uploaded automatically.')
    await engine.ask('folders.pause', { isPaused: true })
    await drop(paper('two.pdf'), paper('three.pdf'))
    await isSaid('2 files added. They wait until you resume uploading.')
  })

  it('that are folders are refused by name', async () => {
    await open({ rows: 7, path: '/documents' })
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [new File([], 'October')], items: [{ webkitGetAsEntry: () => ({ isDirectory: true, name: 'October' }) }] } })
    window.dispatchEvent(event)
    await settled()
    expect(text('not-taken')).toContain('October: This is a folder or a link, not a file.')
  })

  it('that may be a list are asked about, and go where they are meant to', async () => {
    const { router } = await open({ rows: 7, path: '/documents' })
    const sheet = () => new File(['MBL\nCOSU6123456701'], 'sheet.csv')
    await drop(sheet(), paper('bill.pdf'))
    await isListed('bill.pdf')
    expect(text('ask-kind')).toContain('What is sheet.csv?')
    await click('ask-documents')
    await isListed('sheet.csv')
    await drop(sheet())
    await click('ask-list')
    // A screen that is loaded once it is gone to.
    await vi.waitFor(() => { expect(router.currentRoute.value.name).toBe('add-list') })
  })

  it('stay a list where lists are gone through', async () => {
    await open({ rows: 7, path: '/requests/add' })
    await drop(new File(['MBL\nCOSU6123456701'], 'sheet.csv'))
    expect(text('ask-kind')).toBe('')
    expect(text('list-name')).toBe('sheet.csv')
  })

  it('can be chosen instead', async () => {
    await open({ rows: 7, path: '/documents' })
    const input = byTestId('file-chooser')
    Object.defineProperty(input, 'files', { value: [paper('chosen.pdf')] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    await isListed('chosen.pdf')
  })
})

describe('watched folders', () => {
  /** Settings of an account that watches one folder. */
  async function openFolders(options: Parameters<typeof open>[0] = {}) {
    const engine = await startScreenEngine({ containers: 7, watch: createTestWatch().watch })
    const folder = tempDir()
    const { id } = await engine.ask('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
    return { folder, id, ...(await open({ path: '/settings', engine, ...options })) }
  }

  it('are listed with how they stand and what came from them', async () => {
    const { engine } = await startInbox()
    const folder = tempDir()
    const { id } = await engine.ask('folders.add', { path: folder, after: 'leave', alwaysPolls: true, isRecursive: false })
    await open({ path: '/settings', engine })
    expect(text('folder-inbox')).toContain('/in')
    expect(text('folder-inbox')).toContain('1 failed · 2 done')
    expect(text(`folder-${id}`)).toContain('checked every 30 seconds')
  })

  it('are added by a typed path; what is wrong with it is said there', async () => {
    const engine = await startScreenEngine({ containers: 7, watch: createTestWatch().watch })
    await open({ path: '/settings', engine })
    const folder = tempDir()
    await click('add-folder')
    expect(isShown('folder-pick')).toBe(false)
    await click('folder-submit')
    expect(text('folder-problem')).toBe('A path is needed.')
    await type('folder-path', '/nowhere/at/all')
    await click('folder-submit')
    await isSoon(() => text('folder-problem') !== 'A path is needed.')
    expect(text('folder-problem')).toBe('There is no folder at this path. Check the spelling. A network share has to be connected first.')
    await type('folder-path', folder)
    await click('folder-submit')
    expect(saved(engine, 'folders.add')).toEqual({ path: folder, after: 'leave', alwaysPolls: false, isRecursive: false })
    await isSoon(() => all('[data-testid^="folder-id-"]').length === 1)
    expect(all('[data-testid^="folder-id-"]')[0]!.textContent).toContain(folder)
  })

  it('are begun in the field for the path, without what was refused before, and left where they were begun', async () => {
    await open({ rows: 7, path: '/settings' })
    await click('add-folder')
    expect(document.activeElement).toBe(byTestId('folder-path'))
    expect(byTestId('folder-path').getAttribute('placeholder')).toBe(SAMPLE_PATH)
    await type('folder-path', '/nowhere/at/all')
    await click('folder-submit')
    await isSoon(() => isShown('folder-problem'))
    await click('folder-cancel')
    expect(document.activeElement).toBe(byTestId('add-folder'))
    await click('add-folder')
    expect(isShown('folder-problem')).toBe(false)
  })

  it('are chosen in a dialog where the computer has one', async () => {
    const { engine } = await open({ rows: 7, path: '/settings', host: { host: 'electron' } })
    await click('add-folder')
    await click('folder-pick')
    await click('folder-submit')
    expect(saved(engine, 'folders.add')).toMatchObject({ path: PICKED_FOLDER, ticket: 'ticket' })
  })

  it('can be chosen again after a Cancel, and keep a blank at the end of their name', async () => {
    const { engine, shell } = await open({ rows: 7, path: '/settings', host: { host: 'electron' } })
    const path = () => (byTestId('folder-path') as HTMLInputElement).value
    shell.handlers['folder.pick'] = () => ({ path: '/srv/Scans ', ticket: 'ticket' })
    await click('add-folder')
    await click('folder-pick')
    await click([...document.querySelectorAll<HTMLElement>('.folder-form .acts button')].at(-1)!)
    expect(isShown('folder-pick')).toBe(false)
    await click('add-folder')
    expect(path()).toBe('')
    await click('folder-pick')
    expect(path()).toBe('/srv/Scans ')
    await click('folder-submit')
    expect(saved(engine, 'folders.add')).toMatchObject({ path: '/srv/Scans ', ticket: 'ticket' })
  })

  it('are removed only after it was said that no file is touched', async () => {
    const { engine, id } = await openFolders()
    await click(`remove-${id}`)
    expect(text('remove-folder')).toContain('Its files are not changed, and uploads from it continue.')
    await click('remove-folder-keep')
    expect(saved(engine, 'folders.remove')).toBeUndefined()
    await click(`remove-${id}`)
    await click('remove-folder-act')
    expect(saved(engine, 'folders.remove')).toEqual({ id })
    await isSoon(() => !isShown(`folder-${id}`))
  })

  it('are changed at once', async () => {
    const { engine, id } = await openFolders()
    await click(byTestId(`folder-${id}`).querySelector<HTMLElement>('[data-testid="folder-recursive"]')!)
    expect(saved(engine, 'folders.change')).toEqual({ id, after: 'leave', alwaysPolls: true, isRecursive: true })
  })
})

describe('e-mails', () => {
  const mails = [
    { subject: 'Invoice for PO-4711', text: 'See attached.', attachments: [{ filename: 'mailed.pdf', contentType: 'application/pdf', content: pdfLines('COMMERCIAL INVOICE', 'Invoice No: M-1') }] },
    { subject: '', text: null, attachments: [] },
    { subject: 'DO for tomorrow’s pickup', text: 'The terminal asks for the driver’s name by 16:00.', attachments: [{ filename: 'order.pdf', contentType: 'application/pdf', content: pdfLines('DELIVERY ORDER', 'Delivery Order No: DO-771') }] },
  ]

  /** They came one after the other, the last one last. */
  async function startWithMails() {
    const engine = await startScreenEngine({ containers: 7 })
    for (const mail of mails) {
      const envelope = { from: ['desk@terminal.example'], to: ['documents@sample.example'], cc: [], messageId: null, inReplyTo: null, references: [], contentType: null, sentMs: null }
      engine.service.service.receiveMail({ ...envelope, ...mail }, { processMs: engine.clock.up(), worldMs: engine.service.worldMs() })
      await engine.clock.advance(2_000)
    }
    await engine.clock.advanceUntil(async () => {
      await engine.service.work()
      const { client } = engine
      const mailed = await client.call('emails.list', { filter: {}, sort: [], window: { offset: 0, limit: 10 } })
      const read = await client.call('documents.list', { filter: { scope: 'all', states: ['extracted', 'needs-link'] }, sort: [], window: { offset: 0, limit: 10 } })
      return mailed.total === 3 && read.total === 2 && read.rows.every(({ sourceName }) => sourceName !== null)
    })
    return engine
  }

  it('are reached from the inbox and by keys, each with its documents', async () => {
    const engine = await startWithMails()
    const { router } = await open({ engine, path: '/documents' })
    await click('to-emails')
    expect(router.currentRoute.value.name).toBe('emails')
    expect(column('subject')).toEqual(['DO for tomorrow’s pickup', '(no subject)', 'Invoice for PO-4711'])
    await click(all('[data-row="0"] [data-key="subject"]')[0]!)
    await press('Enter')
    await isSoon(() => isShown('email-body'))
    expect(text('email-body')).toContain('The terminal asks for the driver’s name by 16:00.')
    const { email } = router.currentRoute.value.query
    await click('paper')
    const { rows } = await engine.ask('emails.get', { id: String(email) })
    expect([rows[0]?.fileName, router.currentRoute.value]).toMatchObject(['order.pdf', { name: 'documents', query: { document: rows[0]?.id } }])
    await isSoon(() => isShown('open-email'))
    await click('open-email')
    expect(router.currentRoute.value).toMatchObject({ name: 'emails', query: { email } })
  })

  it('say where documents can be sent to: copied, typed, and back', async () => {
    const { engine } = await open({ engine: await startWithMails(), path: '/emails' })
    await click('alias-copy')
    expect(copied).toEqual(['documents@sample.example'])
    await click('alias-change')
    await type('alias-text', 'no address')
    await click('alias-save')
    expect(text('alias')).toContain('This is not an e-mail address.')
    await type('alias-text', 'desk@docs.example')
    await click('alias-save')
    expect(saved(engine, 'emails.setAlias')).toEqual({ address: 'desk@docs.example' })
    expect(text('alias-address')).toBe('desk@docs.example')
    await click('alias-change')
    await click('alias-forget')
    expect(text('alias-address')).toBe('documents@sample.example')
  })

  it('say that none has come', async () => {
    await open({ rows: 7, path: '/emails' })
    expect(text('empty-state')).toMatch(/^No e-mails yet\./)
    expect(text('alias')).toContain('so the address is not known')
  })
})

describe('documents elsewhere', () => {
  it('wait on Today, which leads to those that need the user', async () => {
    const { engine, router } = await open({ engine: (await startInbox()).engine, path: '/today' })
    expect(text('waiting-documents')).toContain('3 need you')
    await click('waiting-documents-open')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'needs-me' } })
  })

  it('stand on the panels of their shipment and container, and lead to the inbox', async () => {
    const { engine, box, row } = await startInbox()
    const { router } = await open({ engine, path: `/containers?container=${box.id}` })
    expect(text('documents-of')).toContain(INVOICE)
    await router.push(`/shipments?shipment=${box.shipmentId}`)
    await settled()
    expect(text('documents-of')).toContain('$12,480.50')
    await click(all('[data-testid="paper"]').find(({ textContent }) => textContent.includes(INVOICE))!)
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: row(INVOICE).id } })
  })

  it('are found by their number, with what matched', async () => {
    const { router } = await open({ engine: (await startInbox()).engine, path: '/lfd' })
    await type('search', 'INV-2026')
    byTestId('search').focus()
    await isSoon(() => text('search-results').includes(`${INVOICE}Document`))
    await press('Enter')
    expect(router.currentRoute.value.name).toBe('documents')
  })

  it('are among the edits, which lead back to them', async () => {
    const { engine, row } = await startInbox()
    const { documentId } = row(INVOICE)
    engine.network.unplug()
    await engine.ask('edits.saveDocument', { documentId: documentId!, field: { extracted: 'supplier_name' }, value: 'Halcyon' })
    await engine.ask('documents.ask', { documentId: documentId!, act: 'relink' })
    const { router } = await open({ engine, path: '/edits' })
    expect(text('edits-screen')).toContain(`Supplier name of ${INVOICE}`)
    expect(text('edits-screen')).toContain('Link it again')
    await click('edit-open')
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: documentId } })
  })
})
