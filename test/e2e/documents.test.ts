// A clerk's morning: three documents and a copy are saved into a watched folder, and their contents appear in the inbox
// and beside their shipment. Then the same by dropping onto the window, without a network, and after a restart.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { createPdf } from '#service/account/pdf.ts'
import { pdfLines } from '#support/pdf.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { STORY, type Service, setStage, THE_DAY } from './stage.ts'
import { waitForEngine } from './wait-for-engine.ts'

const RATE = 20
const stage = setStage()
let service: Service
let host: Host
let page: HostClient
let folder: string
let bill: { id: string; number: string; container: string; customer: string }

const startWorld = (...more: string[]) =>
  startService(
    '--no-limit',
    '--seed',
    '1',
    '--start',
    THE_DAY,
    '--containers',
    '30',
    '--clock-rate',
    String(RATE),
    ...more,
  )

beforeAll(async () => {
  folder = join(makeFolder(), 'Inbox')
  mkdirSync(folder)
  service = await startWorld()
  await addWebhook()
  host = await startHost({ service: service.ready, rate: RATE, watch: folder })
  page = await host.client()
  // Changes count from the end of the first complete reading.
  await waitForEngine(async () => (await page.engine.call('changes.seenMark', {})).markedAt !== null)
})
afterAll(() => page.close())

/**
 * Only a webhook reports that nothing was extracted from a document. Its notifications can be listed at the service,
 * although nothing listens at this address.
 */
async function addWebhook(): Promise<void> {
  const headers = { authorization: `Token ${service.ready.key}`, 'content-type': 'application/vnd.api+json' }
  const attributes = {
    url: 'http://127.0.0.1:9/nobody',
    active: true,
    events: ['document.extracted', 'document.extraction_failed'],
  }
  const answer = await fetch(`${service.ready.url}/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { type: 'webhook', attributes } }),
  })
  expect(answer.status).toBe(201)
}

const log = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as LogDocument
const save = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes)

async function states(): Promise<Record<string, string>> {
  const { rows } = await page.engine.call('documents.list', {
    filter: { scope: 'all' },
    sort: [{ column: 'file', direction: 'asc' }],
    window: { offset: 0, limit: 100 },
  })
  return Object.fromEntries(rows.map(({ fileName, state }) => [fileName, state]))
}

const invoice = () =>
  pdfLines(
    'COMMERCIAL INVOICE',
    'Invoice number: INV-2026-118',
    'Invoice date: 2026-11-02',
    'Seller: Ningbo Bright Lamps Co.',
    `Bill of lading: ${bill.number}`,
    `Container: ${bill.container}`,
    'Total amount: USD 18,240.50',
  )

async function openInbox(): Promise<Board> {
  const board = await stage.open(host)
  await board.press('g', 'd')
  return board
}

describe('a watched folder', () => {
  test('the first sweep completes', STORY, async () => {
    await eventually(async () => (await page.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
    const { rows } = await page.engine.call('containers.list', {
      filter: { scope: 'all' },
      sort: [],
      window: { offset: 0, limit: 1 },
    })
    bill = {
      id: rows[0]?.shipmentId ?? '',
      number: rows[0]?.masterBill ?? '',
      container: rows[0]?.number ?? '',
      customer: rows[0]?.customer ?? '',
    }
  })

  test(
    'story 8: three documents and a copy: extracted, extracted, without a result, duplicate; the files stay where they are',
    STORY,
    async () => {
      save('invoice.pdf', invoice())
      save('bill.pdf', pdfLines('BILL OF LADING', `B/L No: ${bill.number}`, `Container ${bill.container}`))
      save('scan.pdf', createPdf([]))
      await eventually(states).toMatchObject({
        'invoice.pdf': 'extracted',
        'bill.pdf': 'extracted',
        'scan.pdf': expect.stringMatching(/processing|failed/) as string,
      })
      save('invoice again.pdf', invoice())
      await eventually(states).toMatchObject({ 'invoice again.pdf': 'duplicate' })
      await eventually(states).toMatchObject({ 'scan.pdf': 'failed' })
      expect(readdirSync(folder).sort()).toEqual(['bill.pdf', 'invoice again.pdf', 'invoice.pdf', 'scan.pdf'])
    },
  )

  test('story 8: the inbox shows a document beside its extracted data, and the shipment shows the document', async () => {
    const board = await openInbox()
    await board.page.getByText('invoice.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.page.getByText('INV-2026-118').count()).toBeGreaterThan(0)
    const canvas = board.page.locator('canvas').first()
    await canvas.waitFor()
    // The page was drawn: not all of it is white.
    await eventually(() =>
      canvas.evaluate(
        (element: HTMLCanvasElement) =>
          element
            .getContext('2d')
            ?.getImageData(0, 0, element.width, element.height)
            .data.some((value) => value < 128) ?? false,
      ),
    ).toBe(true)
    const listed = await page.engine.call('documents.list', {
      filter: { scope: 'all', shipmentId: bill.id },
      sort: [],
      window: { offset: 0, limit: 10 },
    })
    expect(listed.rows.map(({ fileName }) => fileName)).toContain('invoice.pdf')
  })

  test('story 2: the changes list by file which documents were extracted and linked, and which were not', async () => {
    const board = await stage.open(host)
    await board.goTo('changes')
    await board.by('scope-each').click()
    const ofPapers = async () =>
      (await board.rows())
        .map(({ cells }) => [cells['kind'], cells['number'], cells['field'], cells['values']])
        .filter(([, file]) => /^(bill|scan)\.pdf$/.test(file ?? ''))
        .toSorted()
    await eventually(ofPapers).toEqual([
      ['Document', 'bill.pdf', 'Document reading', 'Reading → Data read'],
      ['Document', 'bill.pdf', 'Linked to shipment', `none → ${bill.number}`],
      ['Document', 'scan.pdf', 'Document reading', 'Reading → Failed'],
    ])
  })

  test('story 6: the search finds a document by its text', async () => {
    const board = await openInbox()
    await board.press('/')
    await board.by('search').fill('bright lamps')
    await eventually(async () =>
      (await board.by('search-results').locator('[role=option]').first().innerText()).replaceAll(/\s+/g, ' '),
    ).toMatch(/invoice.*\.pdf.*In the document/)
  })

  test('story 8: a growing file waits until it is complete, and a partial file is not sent', async () => {
    const pdf = Buffer.from(
      pdfLines(
        'COMMERCIAL INVOICE',
        'Invoice number: INV-2026-777',
        `Bill of lading: ${bill.number}`,
        'Total amount: USD 77.00',
      ),
    )
    for (const name of ['half.pdf.crdownload', '~$lock.pdf', 'save.tmp']) save(name, pdf)
    let written = 100
    save('growing.pdf', pdf.subarray(0, written))
    const growth = setInterval(() => save('growing.pdf', pdf.subarray(0, Math.min(written++, pdf.length - 1))), 10)
    try {
      await eventually(states).toMatchObject({ 'growing.pdf': 'waiting' })
    } finally {
      clearInterval(growth)
      save('growing.pdf', pdf)
    }
    await eventually(states).toMatchObject({ 'growing.pdf': 'extracted' })
    const names = Object.keys(await states())
    expect(names.filter((name) => /half|lock|save|growing/.test(name))).toEqual(['growing.pdf'])
    const board = await openInbox()
    await board.page.getByText('growing.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.page.getByText('INV-2026-777').count()).toBeGreaterThan(0)
  })

  test('story 8: an exact number links a document automatically, and a similar number is only suggested', async () => {
    const board = await openInbox()
    await board.page.getByText('invoice.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.says('matches')).toMatch(/^Linked/)
    save(
      'nearly.pdf',
      pdfLines(
        'COMMERCIAL INVOICE',
        'Invoice number: INV-2026-119',
        `Buyer: ${bill.customer}`,
        `Bill of lading: ${bill.number.slice(0, -1)}`,
        'Total amount: USD 1.00',
      ),
    )
    await eventually(states).toMatchObject({ 'nearly.pdf': 'needs-link' })
    await board.press('Escape')
    await board.lookAgain('d')
    await board.page.getByText('nearly.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.says('matches')).toMatch(
      /^May belong to .* Quaywatch does not link a document on similarity alone\.$/,
    )
  })

  test('story 8: a document without extracted data keeps its file and can be retried', async () => {
    const board = await openInbox()
    await board.page.getByText('scan.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.says('document-state')).toMatch(
      /^Failed The service could not extract any data from the document\./,
    )
    expect(readdirSync(folder)).toContain('scan.pdf')
    await board.by('ask-reextract').click()
    await eventually(async () =>
      (await log()).requests.filter(({ path }) => path.endsWith('/reextract')).map(({ status }) => status),
    ).toEqual([expect.any(Number)])
  })

  test('story 8: a file dropped without a network is stored, shown as waiting, and sent when the service is back', async () => {
    const { port } = new URL(service.ready.url)
    await service.stop()
    const board = await openInbox()
    await eventually(() => board.says('sync-chip')).toMatch(/^Offline since/)
    await board
      .by('file-chooser')
      .setInputFiles({
        name: 'dropped.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(pdfLines('BILL OF LADING', `B/L No: ${bill.number}`)),
      })
    await eventually(states).toMatchObject({ 'dropped.pdf': 'queued' })
    await board.lookAgain('d')
    await eventually(
      async () => (await board.rows()).find(({ cells }) => cells['file'] === 'dropped.pdf')?.cells['state'],
    ).toMatch(/^Queued/)
    await startWorld('--port', port)
    await eventually(states).toMatchObject({ 'dropped.pdf': 'extracted' })
  })
})
