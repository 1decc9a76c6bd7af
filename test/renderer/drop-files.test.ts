// Files that are dropped onto the window or chosen.
import { describe, expect, test, vi } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/rules/files.ts'
import { startInbox } from '#support/inbox.ts'
import { all, byTestId, click, column, flush, isShown, open, setScreens, text } from '#support/screens.ts'
import { expectEventually } from '#support/inbox-screen.ts'
import { loadInbox, spool, wakeUploader } from '#support/spooled.ts'

setScreens()

async function drop(...files: File[]) {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  Object.assign(event, { dataTransfer: { types: ['Files'], files, items: [] } })
  window.dispatchEvent(event)
  await flush()
}
/** An open list does not change. New rows appear after a click on its message about changes. */
const expectListed = (...names: string[]) =>
  expect
    .poll(async () => {
      await flush()
      if (isShown('resort-pill')) await click('resort-pill')
      return column('file')
    })
    .toEqual(expect.arrayContaining(names))

const createPdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

describe('files dropped onto the window', () => {
  test('are added on any screen, and the toast leads to the inbox', async () => {
    const { engine, router } = await open({ rows: 7, path: '/lfd' })
    await drop(createPdf('one.pdf'), createPdf('two & half “ü”.pdf'))
    await expectEventually(() => isShown('toast-act'))
    expect(engine.lastInput('folders.check')).toEqual({})
    await click('toast-act')
    expect(router.currentRoute.value.name).toBe('documents')
    await expectListed('one.pdf', 'two & half “ü”.pdf')
  })

  test('that are refused are named with the reason, and do not delay the others', async () => {
    const { engine, files } = await open({ rows: 7, path: '/documents' })
    files.refusals.set('full.pdf', 507)
    files.refusals.set('odd.pdf', 500)
    const huge = createPdf('huge.pdf')
    Object.defineProperty(huge, 'size', { value: MAX_FILE_BYTES + 1 })
    await drop(huge, createPdf('full.pdf'), createPdf('odd.pdf'), createPdf('good.pdf'))
    await expectListed('good.pdf')
    expect(all('[data-testid="not-taken"] p').map(({ textContent }) => textContent)).toEqual([
      'huge.pdf: The file is larger than 500 MB. Split it, or scan it at a lower resolution.',
      expect.stringMatching(/^full\.pdf: .*disk/i),
      'odd.pdf: Quaywatch could not copy the file. Drop it again. No part of it was stored.',
    ])
    expect(engine.calls.filter(({ name }) => name === 'folders.check')).toHaveLength(1)
    await click(byTestId('not-taken').querySelector('button')!)
    expect(isShown('not-taken')).toBe(false)
  })

  test('that are refused on another screen are in a toast, and stay listed on Documents only', async () => {
    const { router } = await open({ rows: 7, path: '/lfd' })
    await drop(new File(['MZ'], 'setup.exe'))
    expect(isShown('not-taken')).toBe(false)
    expect(document.body.textContent).toContain('setup.exe: The service does not read files of this type.')
    await drop(new File(['MZ'], 'a.exe'), new File(['MZ'], 'b.exe'))
    expect(document.body.textContent).toContain('3 files were not added')
    expect(all('[data-testid=toast-act]')).toHaveLength(1)
    await click('toast-act')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(all('[data-testid="not-taken"] p').map(({ textContent }) => textContent.split(':')[0])).toEqual([
      'setup.exe',
      'a.exe',
      'b.exe',
    ])
    await router.push('/lfd')
    await flush()
    expect(isShown('not-taken')).toBe(false)
    await router.push('/documents')
    await flush()
    expect(isShown('not-taken')).toBe(true)
  })

  test('that the service cannot read are refused by name, and are not sent', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    await drop(new File(['MZ'], 'setup.exe'), createPdf('good.pdf'), new File(['PK'], 'papers.zip'))
    await expectListed('good.pdf')
    expect(all('[data-testid="not-taken"] p').map(({ textContent }) => textContent)).toEqual(
      ['setup.exe', 'papers.zip'].map(
        (name) => `${name}: The service does not read files of this type. Save it as PDF, image, text or spreadsheet.`,
      ),
    )
    expect(document.body.textContent).toContain('1 file queued.')
    expect((await loadInbox(engine)).map(({ fileName }) => fileName)).toEqual(['good.pdf'])
  })

  test('appear at once, while a file of a watched folder waits for the user', async () => {
    const { engine } = await startInbox()
    await open({ path: '/documents', engine })
    await drop(createPdf('one.pdf'))
    await expectEventually(() => column('file').includes('one.pdf'))
    expect(isShown('resort-pill')).toBe(false)
    spool(engine, new TextEncoder().encode('%PDF-1.4 saved'), { name: 'saved.pdf' })
    await wakeUploader(engine)
    await expectEventually(() => isShown('resort-pill'))
    expect([text('resort-pill'), column('file').includes('saved.pdf')]).toEqual(['1 document changed, show', false])
  })

  test('are not announced as uploading while uploads are paused', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    const expectText = (text: string) => expectEventually(() => document.body.textContent.includes(text))
    await drop(createPdf('one.pdf'))
    await expectText('1 file queued. It uploads automatically.')
    await engine.ask('folders.pause', { isPaused: true })
    await drop(createPdf('two.pdf'), createPdf('three.pdf'))
    await expectText('2 files queued. They wait until you resume uploads.')
  })

  test('that are folders are refused by name', async () => {
    await open({ rows: 7, path: '/documents' })
    const event = new Event('drop', { bubbles: true, cancelable: true })
    Object.assign(event, {
      dataTransfer: {
        types: ['Files'],
        files: [new File([], 'October')],
        items: [{ webkitGetAsEntry: () => ({ isDirectory: true, name: 'October' }) }],
      },
    })
    window.dispatchEvent(event)
    await flush()
    expect(text('not-taken')).toContain('October: This is a folder or a link, not a file.')
  })

  test('that may be a list are added where the user chooses', async () => {
    const { router } = await open({ rows: 7, path: '/documents' })
    const createSheet = () => new File(['MBL\nCOSU6123456701'], 'sheet.csv')
    await drop(createSheet(), createPdf('bill.pdf'))
    await expectListed('bill.pdf')
    expect(text('ask-kind')).toContain('What is sheet.csv?')
    await click('ask-documents')
    await expectListed('sheet.csv')
    await drop(createSheet())
    await click('ask-list')
    // This screen is loaded on its first visit.
    await vi.waitFor(() => expect(router.currentRoute.value.name).toBe('add-list'))
  })

  test('are read as a list on the page for lists', async () => {
    await open({ rows: 7, path: '/requests/add' })
    await drop(new File(['MBL\nCOSU6123456701'], 'sheet.csv'))
    expect(text('ask-kind')).toBe('')
    expect(text('list-name')).toBe('sheet.csv')
  })

  test('can be chosen in a dialog instead', async () => {
    await open({ rows: 7, path: '/documents' })
    const input = byTestId('file-chooser')
    Object.defineProperty(input, 'files', { value: [createPdf('chosen.pdf')] })
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    await expectListed('chosen.pdf')
  })
})
