// Behaviour of documents that needs a real browser with the product's own content security policy: pages, scans and
// images are drawn, bad files are reported, dropped files arrive, and the page reports no errors.
import { beforeAll, describe, expect, test } from 'vitest'
import { createPdf } from '#service/account/pdf.ts'
import { createFaxScan, createPdfOfPages, createLockedPdf } from '#support/pdf.ts'
import type { Board } from './board.ts'
import { eventually } from './board.ts'
import { BILL, PHOTO, startFullAccount } from './full-account.ts'
import type { Host } from './host.ts'
import { createStage } from './stage.ts'

const stage = createStage()
let host: Host

beforeAll(async () => {
  host = await startFullAccount({ containers: 7, rate: 20 })
})

async function openInbox(): Promise<Board> {
  const board = await stage.open(host)
  await board.by('rail-documents').click()
  await board.page.locator('[data-row="0"][data-id]').waitFor()
  return board
}

/** Drops a file as a user does, and opens it when the inbox lists it. */
async function dropAndOpen(board: Board, name: string, bytes: Uint8Array): Promise<void> {
  await board.by('file-chooser').setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
  await board.page.locator('[data-row="0"] [data-key=file]', { hasText: name }).click()
  await board.press('Enter')
}

/** Reads the share of dark pixels of the drawn page, from 0 to 1. */
async function readDarkShare(board: Board): Promise<number> {
  await board.page.locator('[data-testid=pdf-page]:not([data-drawn="0"])').waitFor()
  return board.by('pdf-page').evaluate((element) => {
    const canvas = element as HTMLCanvasElement
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    let darkCount = 0
    for (let offset = 0; offset < data.length; offset += 4) if ((data[offset] ?? 255) < 128) darkCount++
    return darkCount / (data.length / 4)
  })
}

describe('the preview', () => {
  test('draws the pages of a PDF, rotates and enlarges them, and sends no request to other servers', async () => {
    const board = await openInbox()
    const requestedUrls: string[] = []
    const { origin } = new URL(board.page.url())
    board.page.on('request', (request) => requestedUrls.push(request.url()))
    await board.page.locator('[data-key=file]', { hasText: BILL }).click()
    await board.press('Enter')
    expect(await readDarkShare(board)).toBeGreaterThan(0.001)
    expect(await board.textOf('page-count')).toBe('of 2')
    const width = await board.by('pdf-page').evaluate((canvas) => canvas.clientWidth)
    await board.by('zoom-in').click()
    await eventually(() => board.by('pdf-page').evaluate((canvas) => canvas.clientWidth)).toBeGreaterThan(width)
    await board.by('page-next').click()
    await board.page.locator('[data-testid=pdf-page][data-drawn="2"]').waitFor()
    expect(requestedUrls.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([])
  })

  test('draws a fax scan without WebAssembly, which pdf.js would prefer', async () => {
    const board = await openInbox()
    await dropAndOpen(board, 'fax.pdf', createFaxScan())
    expect(await readDarkShare(board)).toBeGreaterThan(0.2)
  })

  test('opens the last of 5,000 pages at once', async () => {
    const board = await openInbox()
    await dropAndOpen(board, 'long.pdf', createPdfOfPages(5_000))
    await board.page.locator('[data-testid=pdf-page][data-drawn="1"]').waitFor()
    expect(await board.textOf('page-count')).toBe('of 5,000')
    await board.by('pdf-view').focus()
    await board.press('End')
    await board.page.locator('[data-testid=pdf-page][data-drawn="5000"]').waitFor()
  })

  test.each([
    ['locked.pdf', createLockedPdf(), 'The file is password-protected.'],
    ['broken.pdf', Buffer.from(`%PDF-1.4\n${'garbage '.repeat(200)}`), 'The file is damaged and cannot be shown.'],
    [
      'cut.pdf',
      Buffer.from(createPdf([{ x: 60, y: 700, text: 'cut' }])).subarray(0, 120),
      'The file is damaged and cannot be shown.',
    ],
  ])('says what is wrong with %s, and draws the next one', async (name, bytes, sentence) => {
    const board = await openInbox()
    await dropAndOpen(board, name, bytes)
    await eventually(() => board.textOf('preview-failure')).toContain(sentence)
    await board.page.locator('[data-key=file]', { hasText: BILL }).click()
    expect(await readDarkShare(board)).toBeGreaterThan(0.001)
  })

  test('reports a damaged page in the place of that page, and goes back to the page before it', async () => {
    const board = await openInbox()
    // The second page shows the text of the first one. pdf.js does not search for later pages.
    const bytes = Buffer.from(
      Buffer.from(createPdfOfPages(3)).toString('latin1').replace('/Kids [4 0 R 6 0 R', '/Kids [4 0 R 5 0 R'),
      'latin1',
    )
    await dropAndOpen(board, 'one-bad-page.pdf', bytes)
    await eventually(() => readDarkShare(board)).toBeGreaterThan(0)
    await board.by('page-next').click()
    await eventually(() => board.textOf('page-failure')).toContain('Page 2 is damaged and cannot be shown.')
    await board.by('page-previous').click()
    await board.by('pdf-page').waitFor()
    await eventually(() => readDarkShare(board)).toBeGreaterThan(0)
  })

  test('shows an image', async () => {
    const board = await openInbox()
    await board.page.locator('[data-key=file]', { hasText: PHOTO }).click()
    await board.press('Enter')
    await eventually(() =>
      board.by('preview-image').evaluate((image) => (image as HTMLImageElement).naturalWidth),
    ).toBe(1)
  })
})
