// A clerk saves three documents and a copy into a watched folder, and their contents appear in the inbox and beside
// their shipment. Later the clerk drops a file onto the window without a network.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogDocument } from '#service/request-log.ts'
import { createPdf } from '#service/account/pdf.ts'
import { pdfLines } from '#support/pdf.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { type Board, eventually } from './board.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { STORY, type Service, createStage, FIXED_DAY } from './stage.ts'
import { waitForEngine } from './wait-for-engine.ts'

const RATE = 20
const stage = createStage()
let service: Service
let host: Host
let client: HostClient
let folder: string
let bill: { id: string; number: string; container: string; customer: string }

const startTestService = (...extraArgs: string[]) =>
  startService(
    '--no-limit',
    '--seed',
    '1',
    '--start',
    FIXED_DAY,
    '--containers',
    '30',
    '--clock-rate',
    String(RATE),
    ...extraArgs,
  )

beforeAll(async () => {
  folder = join(makeFolder(), 'Inbox')
  mkdirSync(folder)
  service = await startTestService()
  await addWebhook()
  host = await startHost({ service: service.ready, rate: RATE, watchedFolder: folder })
  client = await host.createClient()
  // Changes count from the end of the first complete sweep.
  await waitForEngine(async () => (await client.engine.call('changes.seenMark', {})).markedAt !== null)
})
afterAll(() => client.close())

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

const loadLog = async () => (await (await fetch(new URL('/_service/log', service.ready.url))).json()) as LogDocument
const saveFile = (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes)

async function loadStates(): Promise<Record<string, string>> {
  const { rows } = await client.engine.call('documents.list', {
    filter: { scope: 'all' },
    sort: [{ column: 'file', direction: 'asc' }],
    window: { offset: 0, limit: 100 },
  })
  return Object.fromEntries(rows.map(({ fileName, state }) => [fileName, state]))
}

const createInvoice = () =>
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
    await eventually(async () => (await client.engine.call('sync.status', {})).lastCompleteAt).not.toBeNull()
    const { rows } = await client.engine.call('containers.list', {
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
    'story 8: of three documents and a copy two are extracted, one has no result and one is a duplicate, and the files stay where they are',
    STORY,
    async () => {
      saveFile('invoice.pdf', createInvoice())
      saveFile('bill.pdf', pdfLines('BILL OF LADING', `B/L No: ${bill.number}`, `Container ${bill.container}`))
      saveFile('scan.pdf', createPdf([]))
      await eventually(loadStates).toMatchObject({
        'invoice.pdf': 'extracted',
        'bill.pdf': 'extracted',
        'scan.pdf': expect.stringMatching(/processing|failed/) as string,
      })
      saveFile('invoice again.pdf', createInvoice())
      await eventually(loadStates).toMatchObject({ 'invoice again.pdf': 'duplicate' })
      await eventually(loadStates).toMatchObject({ 'scan.pdf': 'failed' })
      expect(readdirSync(folder).sort()).toEqual(['bill.pdf', 'invoice again.pdf', 'invoice.pdf', 'scan.pdf'])
    },
  )

  test('story 8: the inbox shows a document beside its extracted data, and the shipment shows the document', async () => {
    const board = await openInbox()
    await board.page.getByText('invoice.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.page.getByText('INV-2026-118').count()).toBeGreaterThan(0)
    const canvas = board.page.locator('canvas').first()
    await canvas.waitFor()
    // A dark pixel shows that the page was drawn.
    await eventually(() =>
      canvas.evaluate(
        (element: HTMLCanvasElement) =>
          element
            .getContext('2d')
            ?.getImageData(0, 0, element.width, element.height)
            .data.some((value) => value < 128) ?? false,
      ),
    ).toBe(true)
    const documents = await client.engine.call('documents.list', {
      filter: { scope: 'all', shipmentId: bill.id },
      sort: [],
      window: { offset: 0, limit: 10 },
    })
    expect(documents.rows.map(({ fileName }) => fileName)).toContain('invoice.pdf')
  })

  test('story 2: the changes list by file which documents were extracted and linked, and which were not', async () => {
    const board = await stage.open(host)
    await board.goTo('changes')
    await board.by('scope-each').click()
    const readDocumentChanges = async () =>
      (await board.rows())
        .map(({ cells }) => [cells['kind'], cells['number'], cells['field'], cells['values']])
        .filter(([, file]) => /^(bill|scan)\.pdf$/.test(file ?? ''))
        .toSorted()
    await eventually(readDocumentChanges).toEqual([
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
    for (const name of ['half.pdf.crdownload', '~$lock.pdf', 'save.tmp']) saveFile(name, pdf)
    let writtenBytes = 100
    saveFile('growing.pdf', pdf.subarray(0, writtenBytes))
    const growthTimer = setInterval(
      () => saveFile('growing.pdf', pdf.subarray(0, Math.min(writtenBytes++, pdf.length - 1))),
      10,
    )
    try {
      await eventually(loadStates).toMatchObject({ 'growing.pdf': 'waiting' })
    } finally {
      clearInterval(growthTimer)
      saveFile('growing.pdf', pdf)
    }
    await eventually(loadStates).toMatchObject({ 'growing.pdf': 'extracted' })
    const names = Object.keys(await loadStates())
    expect(names.filter((name) => /half|lock|save|growing/.test(name))).toEqual(['growing.pdf'])
    const board = await openInbox()
    await board.page.getByText('growing.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.page.getByText('INV-2026-777').count()).toBeGreaterThan(0)
  })

  test('story 8: an exact number links a document automatically, and a similar number is only suggested', async () => {
    const board = await openInbox()
    await board.page.getByText('invoice.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.textOf('matches')).toMatch(/^Linked/)
    saveFile(
      'nearly.pdf',
      pdfLines(
        'COMMERCIAL INVOICE',
        'Invoice number: INV-2026-119',
        `Buyer: ${bill.customer}`,
        `Bill of lading: ${bill.number.slice(0, -1)}`,
        'Total amount: USD 1.00',
      ),
    )
    await eventually(loadStates).toMatchObject({ 'nearly.pdf': 'needs-link' })
    await board.press('Escape')
    await board.rereadList('d')
    await board.page.getByText('nearly.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.textOf('matches')).toMatch(
      /^May belong to .* Quaywatch does not link a document on similarity alone\.$/,
    )
  })

  test('story 8: a document without extracted data keeps its file and can be retried', async () => {
    const board = await openInbox()
    await board.page.getByText('scan.pdf', { exact: true }).first().dblclick()
    await eventually(() => board.textOf('document-state')).toMatch(
      /^Failed The service could not read any data from the document\./,
    )
    expect(readdirSync(folder)).toContain('scan.pdf')
    await board.by('ask-reextract').click()
    await eventually(async () =>
      (await loadLog()).requests.filter(({ path }) => path.endsWith('/reextract')).map(({ status }) => status),
    ).toEqual([expect.any(Number)])
  })

  test('story 8: a file dropped without a network is stored, shown as waiting, and sent when the service is back', async () => {
    const { port } = new URL(service.ready.url)
    await service.stop()
    const board = await openInbox()
    await eventually(() => board.textOf('sync-chip')).toMatch(/^Offline since/)
    await board
      .by('file-chooser')
      .setInputFiles({
        name: 'dropped.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(pdfLines('BILL OF LADING', `B/L No: ${bill.number}`)),
      })
    await eventually(loadStates).toMatchObject({ 'dropped.pdf': 'queued' })
    await board.rereadList('d')
    await eventually(
      async () => (await board.rows()).find(({ cells }) => cells['file'] === 'dropped.pdf')?.cells['state'],
    ).toMatch(/^Queued/)
    await startTestService('--port', port)
    await eventually(loadStates).toMatchObject({ 'dropped.pdf': 'extracted' })
  })
})
