// A host on an account that has something for every screen: containers with alerts, a failed request, papers from a
// watched folder, and an e-mail with another one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { pdfLines, pdfOf } from '#support/pdf.ts'
import { makeFolder, startService } from '#support/programs.ts'
import { type Host, startHost } from './host.ts'
import { known } from './known.ts'
import { THE_DAY } from './stage.ts'

export const BILL = 'BL_scan_0042.pdf'
export const PHOTO = 'photo of the bill.gif'
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Ready = { url: string; key: string; smtp?: { port: number; to: string } }

export async function startFullAccount(containers = 60, rate = 1): Promise<Host> {
  const world = ['--seed', '1', '--start', THE_DAY, '--containers', String(containers), '--clock-rate', String(rate)]
  const service = await startService('--no-limit', '--smtp-port', '0', ...world)
  const ready: Ready = service.ready
  await sendMail(ready.smtp!)
  const watch = join(makeFolder(), 'Inbox')
  mkdirSync(watch)
  const host = await startHost({ service: ready, rate, now: THE_DAY, zone: 'America/New_York', watch })
  const { engine, close } = await host.client()
  await known(async () => (await engine.call('sync.status', {})).lastCompleteAt !== null)
  const everything = { filter: { scope: 'all' as const }, sort: [], window: { offset: 0, limit: 100 } }
  const box = (await engine.call('containers.list', everything)).rows.find(({ shipmentId }) => shipmentId !== null)!
  const save = (name: string, bytes: Uint8Array) => { writeFileSync(join(watch, name), bytes) }
  const invoice = [
    'COMMERCIAL INVOICE', 'Invoice No: INV-2026-11873', 'Invoice Date: 2026-11-17', 'Supplier: Ningbo Halcyon Trading Co., Ltd.',
    `Container: ${box.number}`, `Master Bill of Lading: ${box.masterBill ?? ''}`, 'Grand total: USD 12,480.50',
  ]
  save('invoice.pdf', pdfLines(...invoice))
  const bill = ['BILL OF LADING', 'B/L No: KESL40117735', 'Shipper: Kestrel Ocean'].map((text, line) => ({ x: 60, y: 740 - line * 16, text }))
  save(BILL, pdfOf(bill, [{ x: 60, y: 740, text: 'Particulars as furnished by the shipper' }]))
  save(PHOTO, PIXEL)
  // The service's number for a request that fails.
  await engine.call('tracking.create', { number: 'TEST-TR-FAILED', type: 'bill_of_lading', scac: 'TEST', refs: [], replaces: null })
  await known(async () => {
    const { rows } = await engine.call('documents.list', everything)
    const isRead = ({ state, fileName }: (typeof rows)[number]) => fileName === PHOTO || ['extracted', 'needs-link'].includes(state)
    return rows.length === 4 && rows.every(isRead)
  })
  await known(async () => (await engine.call('emails.list', { filter: {}, sort: [], window: { offset: 0, limit: 1 } })).total === 1)
  close()
  return host
}

async function sendMail({ port, to }: { port: number; to: string }): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const order = Buffer.from(pdfLines('DELIVERY ORDER', 'Delivery Order No: DO-771'))
  await transport.sendMail({
    from: 'desk@terminal.example', to, subject: 'DO for tomorrow’s pickup', text: 'The terminal asks for the driver’s name by 16:00.',
    attachments: [{ filename: 'order.pdf', contentType: 'application/pdf', content: order }],
  })
  transport.close()
}
