// An inbox for tests of screens: documents from a watched folder and a dropped file, in different states.
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentRow } from '#contract/documents.ts'
import { createRefusal } from './network.ts'
import { pdfLines } from './pdf.ts'
import { type ScreenEngine, startScreenEngine } from './screen-engine.ts'
import { loadInbox, wakeUploader, spool, untilDocuments } from './spooled.ts'

export const INVOICE = 'INV-2026-11873 Alder & Finch.pdf'
export const COPY = 'copy of the invoice.pdf'
export const BILL = 'BL_scan_0042.pdf'
export const LOCKED = 'locked scan.pdf'

export type Inbox = {
  engine: ScreenEngine
  container: ContainerRow & { masterBill: string; shipmentId: string }
  /** Newest first, like the list. */
  rows: DocumentRow[]
  row: (name: string) => DocumentRow
}

const isInProgress = ({ state }: DocumentRow) => ['waiting', 'queued', 'uploading', 'processing'].includes(state)

/**
 * Starts an engine with four documents: an invoice that names a container of the account and an unknown one, a copy of
 * the invoice, a bill of lading with an unknown number, and a file that the service refused.
 */
export async function startInbox(): Promise<Inbox> {
  const engine = await startScreenEngine({ containers: 7 })
  const hasBill = ({ masterBill, number, shipmentId }: ContainerRow) =>
    shipmentId !== null && masterBill !== null && masterBill !== number
  const container = (await engine.rows()).find(hasBill) as Inbox['container']
  const uploadUntil = async (count: number) => {
    await wakeUploader(engine)
    await untilDocuments(engine, (rows) => rows.length === count && !rows.some(isInProgress))
  }
  const invoice = pdfLines(
    'COMMERCIAL INVOICE',
    'Invoice No: INV-2026-11873',
    'Invoice Date: 2026-11-17',
    'Supplier: Ningbo Halcyon Trading Co., Ltd.',
    `Container: ${container.number}`,
    'Container: CSQU3054383',
    `Master Bill of Lading: ${container.masterBill}`,
    'Grand total: USD 12,480.50',
  )
  spool(engine, new TextEncoder().encode('not a picture'), { name: LOCKED })
  engine.network.fault(({ method, url }) =>
    method === 'POST' && url.endsWith('/v2/documents') ? createRefusal('File is encrypted') : null,
  )
  await uploadUntil(1)
  engine.network.fault(null)
  spool(engine, invoice, { name: INVOICE, files: [`/in/${INVOICE}`, `/in/${COPY}`] })
  const bill = pdfLines(
    'BILL OF LADING',
    'B/L No: KESL40117735',
    'Shipper: Kestrel Ocean',
    `Vessel: ${container.vessel ?? ''}`,
  )
  spool(engine, bill, { name: BILL, folder: null })
  await uploadUntil(4)
  const rows = (await loadInbox(engine)).toReversed()
  return { engine, container, rows, row: (name) => rows.find(({ fileName }) => fileName === name)! }
}
