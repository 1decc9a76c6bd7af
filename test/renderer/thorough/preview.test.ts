// The preview of a document and its copy: pages are drawn, errors are explained, and a copy has the name of the file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { SPOOL_FOLDER } from '#contract/rules/files.ts'
import { BILL, INVOICE } from '#support/inbox.ts'
import { fileCell, openDocument, openInbox } from '#support/inbox-screen.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { insertSighting, spool } from '#support/spooled.ts'
import { byTestId, click, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

setScreens()

const lastInput = (engine: { calls: { name: string; input: unknown }[] }, name: string) =>
  engine.calls.findLast((call) => call.name === name)?.input

describe('the preview', () => {
  /** Opens the preview of a file with this content. */
  async function openFile(content: string, name: string, contentType: string) {
    const engine = await startScreenEngine({ containers: 7 })
    spool(engine, new TextEncoder().encode(content), { name, contentType })
    const opened = await open({ path: '/documents', engine })
    await openDocument(name)
    return opened
  }
  const createFailure = (error: AppError) => () => Promise.reject(error)

  test.each([
    ['documents/password', 'The file is password-protected. Save it without a password and upload it again.'],
    ['documents/damaged', 'The file is damaged and cannot be shown.'],
  ] as const)('reports %s, and the rest of the panel works', async (code, sentence) => {
    await openInbox({ openPdf: createFailure(new AppError(code)) })
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(text('preview-failure')).toContain(sentence))
    expect(text('fact-read-invoice_number')).toContain('INV-2026-11873')
    expect(isShown('preview-save')).toBe(true)
  })

  test('shows a text as plain text, also if its type is HTML', async () => {
    await openFile('<script>alert(1)</script> Größe', 'page.html', 'text/html')
    await vi.waitFor(() => expect(text('preview-text')).toBe('<script>alert(1)</script> Größe'))
  })

  test('shows the first 200 kB of a long text and says so', async () => {
    await openFile('ü'.repeat(150_001), 'list.csv', 'text/csv')
    await vi.waitFor(() => expect(text('preview')).toContain('First 200 kB of 300 kB.'))
    expect(text('preview-text').replaceAll('ü', '')).toBe('')
  })

  test('checks the first bytes of a file: a program with the type of a PDF is reported as damaged', async () => {
    await openFile('MZ\0\0', 'program.pdf', 'application/pdf')
    await vi.waitFor(() => expect(text('preview-failure')).toContain('damaged'))
  })

  test('offers a copy of a file that it cannot show, and reports a missing file', async () => {
    const { engine } = await openFile('\0\u0001', 'cargo manifest.xyz', 'application/octet-stream')
    await vi.waitFor(() =>
      expect(text('preview-failure')).toBe(
        'Quaywatch cannot preview files of this type. Save a copy and open it in its own program.Save a copy',
      ),
    )
    rmSync(join(engine.dir, SPOOL_FOLDER), { recursive: true })
    await press('Escape')
    await openDocument('cargo manifest.xyz')
    await vi.waitFor(() => expect(text('preview-failure')).toContain('The file is not available.'))
    expect(isShown('preview-save')).toBe(false)
  })

  test('does not open a file that another program may still write', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    insertSighting(engine, '/in/DO_pickup_friday.pdf')
    await open({ path: '/documents', engine })
    await openDocument('DO_pickup_friday.pdf')
    expect(text('preview')).toBe('The preview appears once the file has been copied.')
    expect(lastInput(engine, 'documents.open')).toBeUndefined()
  })

  test('changes pages by keys and by number, within the existing pages', async () => {
    const drawnPages: number[] = []
    await openInbox({
      openPdf: () =>
        Promise.resolve({
          pageCount: 5_000,
          draw: (page) => {
            drawnPages.push(page)
            return Promise.resolve({ width: 1, height: 1 })
          },
          close: () => undefined,
        }),
    })
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(text('page-count')).toBe('of 5,000'))
    byTestId('pdf-view').focus()
    await press('PageDown')
    await press('End')
    await press('PageDown')
    await press('Home')
    const input = byTestId('page-number') as HTMLInputElement
    input.value = '70000'
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await flush()
    expect([drawnPages, input.value]).toEqual([[1, 2, 5_000, 1, 5_000], '5000'])
  })

  test('shows the other pages if one is damaged, and names the damaged page', async () => {
    const draw = (page: number) =>
      page === 2 ? Promise.reject(new AppError('documents/damaged')) : Promise.resolve({ width: 1, height: 1 })
    await openInbox({ openPdf: () => Promise.resolve({ pageCount: 3, draw, close: () => undefined }) })
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(byTestId('pdf-page').dataset['drawn']).toBe('1'))
    byTestId('pdf-view').focus()
    await press('PageDown')
    await vi.waitFor(() =>
      expect(text('page-failure')).toBe(
        'Page 2 is damaged and cannot be shown. The other pages still open. Save a copy to see whether another program shows this one.Save a copy',
      ),
    )
    expect([byTestId('pdf-page').style.display, isShown('preview-failure')]).toEqual(['none', false])
    await press('PageDown')
    await vi.waitFor(() =>
      expect([
        byTestId('pdf-page').dataset['drawn'],
        isShown('page-failure'),
        byTestId('pdf-page').style.display,
      ]).toEqual(['3', false, '']),
    )
  })

  test('reports a damaged file if its only page is damaged', async () => {
    await openInbox({
      openPdf: () =>
        Promise.resolve({
          pageCount: 1,
          draw: () => Promise.reject(new AppError('documents/damaged')),
          close: () => undefined,
        }),
    })
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(text('preview-failure')).toContain('The file is damaged and cannot be shown.'))
  })

  test('is closed with its panel', async () => {
    const close = vi.fn()
    await openInbox({
      openPdf: () => Promise.resolve({ pageCount: 1, draw: () => Promise.resolve({ width: 1, height: 1 }), close }),
    })
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(isShown('pdf-page')).toBe(true))
    await press('Escape')
    expect(close).toHaveBeenCalledTimes(1)
  })
})

describe('a copy', () => {
  const getMessage = () => document.querySelector('.n-message')?.textContent

  test('is saved under the name of the file, by key or by button', async () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await openInbox()
    await click(fileCell(INVOICE))
    await press('s')
    await vi.waitFor(() => expect(names).toEqual([INVOICE]))
    await openDocument(BILL)
    await click('save-copy')
    await vi.waitFor(() => expect(names).toEqual([INVOICE, BILL]))
  })

  test('is not reported as saved in a browser, because the page cannot know the result', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await openInbox()
    await click(fileCell(INVOICE))
    await press('s')
    await vi.waitFor(() => expect(getMessage()).toBe('Sent to your browser’s downloads'))
  })

  test.each([
    ['is reported as saved after the desktop app wrote it', () => ({ savedAs: INVOICE }), `${INVOICE} saved`],
    ['is not reported if the user cancels the dialog', () => ({ savedAs: null }), undefined],
    [
      'that could not be written is reported with the reason and the next step',
      () => {
        throw new AppError('shell/copy-no-room')
      },
      'The copy was not saved: that disk is full. Free some space there, or save it somewhere else.',
    ],
  ])('%s', async (_, outcome, text) => {
    const written = Promise.withResolvers<undefined>()
    const { shell } = await openInbox({ host: { host: 'electron' } })
    const saveRequests: unknown[] = []
    shell.handlers['file.save'] = async (input) => {
      saveRequests.push(input)
      await written.promise
      return outcome()
    }
    await click(fileCell(INVOICE))
    await press('s')
    await vi.waitFor(() =>
      expect(saveRequests).toEqual([{ content: expect.stringMatching(/^[0-9a-f]{64}$/) as string, name: INVOICE }]),
    )
    expect(getMessage()).toBeUndefined()
    written.resolve(undefined)
    await flush()
    expect(getMessage()).toBe(text)
  })

  test('that cannot be loaded is reported', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    spool(engine, new TextEncoder().encode('lost'), { name: 'lost.pdf' })
    rmSync(join(engine.dir, SPOOL_FOLDER), { recursive: true })
    await open({ path: '/documents', engine })
    await click(fileCell('lost.pdf'))
    await press('s')
    await expect
      .poll(async () => {
        await flush()
        return document.querySelector('.n-message')?.textContent ?? ''
      })
      .toContain('The file is not available.')
  })
})
