// The ways into the inbox and around it: files dropped and chosen, watched folders, e-mails, Today, panels, the search.
import { describe, expect, it, vi } from 'vitest'
import { MOST_FILE_BYTES } from '#contract/rules/files.ts'
import { INBOX } from '#support/fake-engine-document-rows.ts'
import { PICKED_FOLDER } from '#support/fake-shell.ts'
import { all, byTestId, click, column, copied, isShown, open, press, setScreens, settled, text, type } from '#support/fake-screens.ts'

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

const paper = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

describe('files dropped onto the window', () => {
  it('are taken one after the other, whatever screen is open, and lead to the inbox', async () => {
    const { engine, router } = await open({ rows: 7, path: '/lfd' })
    await drop(paper('one.pdf'), paper('two & half “ü”.pdf'))
    expect(saved(engine, 'folders.look')).toEqual({})
    await click('toast-act')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(column('file').slice(0, 2)).toEqual(['one.pdf', 'two & half “ü”.pdf'])
    expect(column('state')[0]).toBe('Queued')
  })

  it('that are not taken are named with the reason, and hold back no other', async () => {
    const { engine, files } = await open({ rows: 7, path: '/documents' })
    files.refusals.set('full.pdf', 507)
    files.refusals.set('odd.pdf', 500)
    const huge = paper('huge.pdf')
    Object.defineProperty(huge, 'size', { value: MOST_FILE_BYTES + 1 })
    await drop(huge, paper('full.pdf'), paper('odd.pdf'), paper('good.pdf'))
    expect(all('[data-testid="not-taken"] p').map(({ textContent }) => textContent)).toEqual([
      'huge.pdf: The file is larger than 500 MB. Split it, or scan it with fewer dots per inch.',
      expect.stringMatching(/^full\.pdf: .*disk/i),
      'odd.pdf: The file could not be taken. Drop it again. Nothing of it was kept.',
    ])
    expect(column('file')[0]).toBe('good.pdf')
    expect(engine.calls.filter(({ name }) => name === 'folders.look')).toHaveLength(1)
    await click(byTestId('not-taken').querySelector('button')!)
    expect(isShown('not-taken')).toBe(false)
  })

  it('are said to have come while the list stands still', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    engine.documents.moved = 1
    await drop(paper('one.pdf'))
    expect(text('moved-pill')).toBe('1 document came or moved, show')
  })

  it('are not said to upload by themselves while uploading is paused', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    await drop(paper('one.pdf'))
    expect(document.body.textContent).toContain('1 file taken. It uploads by itself.')
    engine.folders.queue = { isPaused: true }
    await drop(paper('two.pdf'), paper('three.pdf'))
    expect(document.body.textContent).toContain('2 files taken. They wait until uploading is resumed.')
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
    const sheet = () => new File(['MBL\nOBLN61234567'], 'sheet.csv')
    await drop(sheet(), paper('bill.pdf'))
    expect(column('file')[0]).toBe('bill.pdf')
    expect(text('ask-kind')).toContain('What is sheet.csv?')
    await click('ask-documents')
    expect(column('file')[0]).toBe('sheet.csv')
    await drop(sheet())
    await click('ask-list')
    // A screen that is loaded once it is gone to.
    await vi.waitFor(() => { expect(router.currentRoute.value.name).toBe('add-list') })
  })

  it('stay a list where lists are gone through', async () => {
    await open({ rows: 7, path: '/requests/add' })
    await drop(new File(['MBL\nOBLN61234567'], 'sheet.csv'))
    expect(text('ask-kind')).toBe('')
    expect(text('list-name')).toBe('sheet.csv')
  })

  it('can be chosen instead', async () => {
    await open({ rows: 7, path: '/documents' })
    const input = byTestId('file-chooser')
    Object.defineProperty(input, 'files', { value: [paper('chosen.pdf')] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    expect(column('file')[0]).toBe('chosen.pdf')
  })
})

describe('watched folders', () => {
  it('are listed with how they stand and what came from them', async () => {
    await open({ rows: 7, path: '/settings' })
    expect(text('folder-folder-1')).toContain(INBOX)
    expect(text('folder-folder-1')).toContain('2 settling · 2 under way · 2 failed · 131 done')
    expect(text('folder-folder-2')).toContain('looked through every half minute')
  })

  it('are added by a typed path; what is wrong with it is said there', async () => {
    const { engine } = await open({ rows: 7, path: '/settings' })
    await click('add-folder')
    expect(isShown('folder-pick')).toBe(false)
    await click('folder-submit')
    expect(text('folder-problem')).toBe('A path is needed.')
    await type('folder-path', 'nowhere')
    await click('folder-submit')
    expect(text('folder-problem')).toBe('There is no folder at this path. Check the spelling. A network share has to be connected first.')
    await type('folder-path', '/srv/scans')
    await click('folder-submit')
    expect(saved(engine, 'folders.add')).toEqual({ path: '/srv/scans', after: 'leave', alwaysPolls: false, isRecursive: false })
    expect(text('folder-folder-3')).toContain('/srv/scans')
  })

  it('are begun in the field for the path, without what was refused before, and left where they were begun', async () => {
    await open({ rows: 7, path: '/settings' })
    await click('add-folder')
    expect(document.activeElement).toBe(byTestId('folder-path'))
    expect(byTestId('folder-path').getAttribute('placeholder')).toBe(SAMPLE_PATH)
    await type('folder-path', 'nowhere')
    await click('folder-submit')
    expect(isShown('folder-problem')).toBe(true)
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
    const { engine } = await open({ rows: 7, path: '/settings' })
    await click('remove-folder-1')
    expect(text('remove-folder')).toContain('No file in it is touched, and what was already taken from it goes on.')
    await click('remove-folder-keep')
    expect(saved(engine, 'folders.remove')).toBeUndefined()
    await click('remove-folder-1')
    await click('remove-folder-act')
    expect(saved(engine, 'folders.remove')).toEqual({ id: 'folder-1' })
    expect(isShown('folder-folder-1')).toBe(false)
  })

  it('are changed at once', async () => {
    const { engine } = await open({ rows: 7, path: '/settings' })
    await click(byTestId('folder-folder-1').querySelector<HTMLElement>('[data-testid="folder-recursive"]')!)
    expect(saved(engine, 'folders.change')).toEqual({ id: 'folder-1', after: 'leave', alwaysPolls: false, isRecursive: true })
  })
})

describe('e-mails', () => {
  it('are reached from the inbox and by keys, each with its documents', async () => {
    const { router } = await open({ rows: 14, path: '/documents' })
    await click('to-emails')
    expect(router.currentRoute.value.name).toBe('emails')
    expect(column('subject').slice(0, 3)).toEqual(['DO for tomorrow’s pickup', 'Invoice and packing list PO-4711, Ningbo Halcyon', '(no subject)'])
    await click(all('[data-row="0"] [data-key="subject"]')[0]!)
    await press('Enter')
    expect(text('email-body')).toContain('The terminal asks for the driver’s name by 16:00.')
    await click('paper')
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: 'doc-8' } })
    await click('open-email')
    expect(router.currentRoute.value).toMatchObject({ name: 'emails', query: { email: 'email-0' } })
  })

  it('say where documents can be sent to: copied, typed, and back', async () => {
    const { engine } = await open({ rows: 14, path: '/emails' })
    await click('alias-copy')
    expect(copied).toEqual(['harbour-row.4f2a@docs.tracking.example'])
    await click('alias-change')
    await type('alias-text', 'no address')
    await click('alias-save')
    expect(text('alias')).toContain('This is no e-mail address.')
    await type('alias-text', 'desk@docs.example')
    await click('alias-save')
    expect(saved(engine, 'emails.setAlias')).toEqual({ address: 'desk@docs.example' })
    expect(text('alias-address')).toBe('desk@docs.example')
    await click('alias-change')
    await click('alias-forget')
    expect(text('alias-address')).toBe('harbour-row.4f2a@docs.tracking.example')
  })

  it('say that none has come', async () => {
    await open({ rows: 0, path: '/emails' })
    expect(text('empty-state')).toMatch(/^No e-mails yet\./)
    expect(text('alias')).toContain('so the address is not known')
  })
})

describe('documents elsewhere', () => {
  it('wait on Today, which leads to those that need the user', async () => {
    const { engine, router } = await open({ rows: 14, path: '/today' })
    expect(text('waiting-documents')).toContain('5 need you')
    await click('waiting-documents-open')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(saved(engine, 'documents.list')).toMatchObject({ filter: { scope: 'needs-me' } })
  })

  it('stand on the panels of their shipment and container, and lead to the inbox', async () => {
    const { engine, router } = await open({ rows: 14, path: '/containers?container=' })
    const box = engine.rows()[0]!
    await router.push(`/containers?container=${box.id}`)
    await settled()
    expect(text('documents-of')).toContain('INV-2026-11873 Alder & Finch.pdf')
    await router.push(`/shipments?shipment=${box.shipmentId ?? ''}`)
    await settled()
    expect(text('documents-of')).toContain('$12,480.50')
    await click('paper')
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: 'doc-0' } })
  })

  it('are found by their number, with what matched', async () => {
    const { router } = await open({ rows: 14, path: '/lfd' })
    await type('search', 'INV-2026')
    byTestId('search').focus()
    expect(text('search-results')).toContain('INV-2026-11873 Alder & Finch.pdfDocument')
    await press('Enter')
    expect(router.currentRoute.value.name).toBe('documents')
  })

  it('are among the edits, which lead back to them', async () => {
    const { engine, router } = await open({ rows: 14, path: '/edits' })
    await engine.handlers['edits.saveDocument']({ documentId: 'service-doc-0', field: { extracted: 'seller_name' }, value: 'Halcyon' })
    await engine.handlers['documents.ask']({ documentId: 'service-doc-0', act: 'relink' })
    await settled()
    expect(text('edits-screen')).toContain('Seller name of INV-2026-11873 Alder & Finch.pdf')
    expect(text('edits-screen')).toContain('Link it again')
    await click('edit-open')
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: 'service-doc-0' } })
  })
})
