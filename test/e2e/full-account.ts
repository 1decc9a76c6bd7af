// Starts a host on an account with data for every screen. The programs run twice. On the day before `FIXED_DAY` they
// run fast, while requests, documents, e-mails, edits and own data are created. Then they run on `FIXED_DAY`, so that
// changes and alerts of the night are listed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { ContainerRow } from '#contract/containers.ts'
import { createPdf } from '#service/account/pdf.ts'
import { pdfLines } from '#support/pdf.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { addOwnData, addSnapshot } from './full-own-data.ts'
import { type Host, type HostClient, startHost } from './host.ts'
import { waitForEngine } from './wait-for-engine.ts'
import { addNamedAccount } from './named-account.ts'
import { FIXED_DAY, readPort } from './stage.ts'

export const BILL = 'BL_scan_0042.pdf'
export const PHOTO = 'photo of the bill.gif'
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const DAY_BEFORE = '2026-11-19T12:00:00Z'
const PREPARING_RATE = 20
/**
 * The service accepts no edits. Edits of containers get 503, so the engine tries them again. Edits of shipments get
 * 422, which refuses them.
 */
const REFUSED_CHANGES = [
  { kind: 'status', method: 'PATCH', path: '/v2/containers/', status: 503 },
  { kind: 'status', method: 'PATCH', path: '/v2/shipments/', status: 422 },
]
const ALL_ROWS = { filter: { scope: 'all' as const }, sort: [], window: { offset: 0, limit: 100 } }

type Ready = { url: string; key: string; smtp?: { port: number; to: string } }
type Engine = HostClient['engine']
type FullAccountOptions = {
  containers?: number
  /** How much faster than the wall clock the programs run. */
  rate?: number
  /** Without pending edits no banner is shown. */
  hasPendingEdits?: boolean
  /** Without a name, the account shows the address of the service. */
  accountName?: string
}

export async function startFullAccount({
  containers = 60,
  rate = 1,
  hasPendingEdits = true,
  accountName,
}: FullAccountOptions = {}): Promise<Host> {
  const faultsFile = join(makeFolder(), 'faults.json')
  writeFileSync(faultsFile, JSON.stringify(REFUSED_CHANGES))
  const serviceArgs = [
    '--no-limit',
    '--seed',
    '1',
    '--containers',
    String(containers),
    '--data-dir',
    makeFolder(),
    '--faults',
    faultsFile,
  ]
  const serviceOnDayBefore = await startService(
    ...serviceArgs,
    '--start',
    DAY_BEFORE,
    '--clock-rate',
    String(PREPARING_RATE),
    '--smtp-port',
    '0',
  )
  const readyService: Ready = serviceOnDayBefore.ready
  await sendMail(readyService.smtp!)
  const watchedFolder = join(makeFolder(), 'Inbox')
  mkdirSync(watchedFolder)
  const hostOnDayBefore = await startHost({
    ...(accountName === undefined
      ? { service: readyService }
      : { dataDir: await addNamedAccount(accountName, readyService, DAY_BEFORE) }),
    rate: PREPARING_RATE,
    now: DAY_BEFORE,
    zone: 'America/New_York',
    watchedFolder,
  })
  const { engine, close } = await hostOnDayBefore.createClient()
  await createData(engine, watchedFolder)
  if (hasPendingEdits) await addPendingEdits(engine)
  close()
  await hostOnDayBefore.stop()
  await serviceOnDayBefore.stop()
  const service = await startService(
    ...serviceArgs,
    '--start',
    FIXED_DAY,
    '--clock-rate',
    String(rate),
    '--port',
    String(readPort(readyService.url)),
  )
  const host = await startHost({
    dataDir: hostOnDayBefore.dataDir,
    ...(accountName === undefined ? { service: service.ready } : {}),
    rate,
    now: FIXED_DAY,
    zone: 'America/New_York',
    watchedFolder,
  })
  await waitForSecondDay(host, rate)
  return host
}

async function createData(engine: Engine, watchedFolder: string): Promise<void> {
  await waitForEngine(async () => (await engine.call('sync.status', {})).lastCompleteAt !== null)
  const { rows } = await engine.call('containers.list', ALL_ROWS)
  // Some shipments are tracked by the number of a container. In the invoice, both numbers would be the same text.
  const hasBill = ({ shipmentId, masterBill, number }: ContainerRow) =>
    shipmentId !== null && masterBill !== null && masterBill !== number
  saveFiles(watchedFolder, rows.find(hasBill)!)
  // The service's test number for a request that fails.
  await engine.call('tracking.create', {
    number: 'TEST-TR-FAILED',
    type: 'bill_of_lading',
    scac: 'TEST',
    refs: [],
    replaces: null,
  })
  await addOwnData(engine, rows)
  await waitForEngine(async () => {
    const documents = (await engine.call('documents.list', ALL_ROWS)).rows
    const isProcessed = ({ state, fileName }: (typeof documents)[number]) =>
      fileName === PHOTO || ['extracted', 'needs-link'].includes(state)
    return documents.length === 4 && documents.every(isProcessed)
  })
  await waitForEngine(
    async () =>
      (await engine.call('emails.list', { filter: {}, sort: [], window: { offset: 0, limit: 1 } })).total === 1,
  )
}

async function addPendingEdits(engine: Engine): Promise<void> {
  const { rows } = await engine.call('containers.list', ALL_ROWS)
  const rowsWithShipment = rows.filter(({ shipmentId }) => shipmentId !== null)
  // An edit that is tried again delays all edits after it, so the edit of the container is the last one.
  await engine.call('edits.saveLabels', {
    target: { type: 'shipment', id: rowsWithShipment[0]!.shipmentId! },
    field: 'tags',
    words: ['rush'],
  })
  await waitForEngine(async () =>
    (await engine.call('edits.list', { target: null })).rows.some(({ state }) => state === 'refused'),
  )
  await engine.call('edits.saveLabels', {
    target: { type: 'container', id: rows[0]!.id },
    field: 'refs',
    words: ['PO-4711'],
  })
}

/** Waits until the host has read the account on the second day. */
async function waitForSecondDay(host: Host, rate: number): Promise<void> {
  const { engine, close } = await host.createClient()
  await waitForEngine(
    async () => ((await engine.call('sync.status', {})).lastCompleteAt ?? '') >= FIXED_DAY.slice(0, 10),
  )
  await waitForEngine(
    async () =>
      (await engine.call('changes.list', { filter: { scope: 'all' }, window: { offset: 0, limit: 1 } })).total > 0,
  )
  if (rate === 1) await addSnapshot(engine)
  close()
}

function saveFiles(watchedFolder: string, row: ContainerRow): void {
  const saveFile = (name: string, bytes: Uint8Array) => writeFileSync(join(watchedFolder, name), bytes)
  const invoice = [
    'COMMERCIAL INVOICE',
    'Invoice No: INV-2026-11873',
    'Invoice Date: 2026-11-17',
    'Supplier: Ningbo Halcyon Trading Co., Ltd.',
    `Container: ${row.number}`,
    `Master Bill of Lading: ${row.masterBill ?? ''}`,
    'Grand total: USD 12,480.50',
  ]
  saveFile('invoice.pdf', pdfLines(...invoice))
  const bill = ['BILL OF LADING', 'B/L No: KESL40117735', 'Shipper: Kestrel Ocean'].map((text, index) => ({
    x: 60,
    y: 740 - index * 16,
    text,
  }))
  saveFile(BILL, createPdf(bill, [{ x: 60, y: 740, text: 'Particulars as furnished by the shipper' }]))
  saveFile(PHOTO, PIXEL)
}

async function sendMail({ port, to }: { port: number; to: string }): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const order = Buffer.from(pdfLines('DELIVERY ORDER', 'Delivery Order No: DO-771'))
  await transport.sendMail({
    from: 'desk@terminal.example',
    to,
    subject: 'DO for tomorrow’s pickup',
    text: 'The terminal asks for the driver’s name by 16:00.',
    attachments: [{ filename: 'order.pdf', contentType: 'application/pdf', content: order }],
  })
  transport.close()
}
