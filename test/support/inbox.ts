// An inbox that screens show: files of a watched folder and dropped ones that went to the service, each in another state.
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentRow } from '#contract/documents.ts'
import { pdfLines } from './pdf.ts'
import { type ScreenEngine, startScreenEngine } from './screen-engine.ts'
import { inbox, nudge, spool, until } from './spooled.ts'

export const INVOICE = 'INV-2026-11873 Alder & Finch.pdf'
export const COPY = 'copy of the invoice.pdf'
export const BILL = 'BL_scan_0042.pdf'
export const LOCKED = 'locked scan.pdf'

export type Inbox = { engine: ScreenEngine; box: ContainerRow & { masterBill: string; shipmentId: string }; /** Newest first, as the list has them. */ rows: DocumentRow[]; row: (name: string) => DocumentRow }

const isUnderWay = ({ state }: DocumentRow) => ['waiting', 'queued', 'uploading', 'processing'].includes(state)

/** An invoice of a container here that names another one, a scan that nobody is named in, the invoice again, and a file that was refused. */
export async function startInbox(): Promise<Inbox> {
  const engine = await startScreenEngine({ containers: 7 })
  const box = (await engine.rows()).find(({ masterBill, number, shipmentId }) => shipmentId !== null && masterBill !== null && masterBill !== number) as Inbox['box']
  const refusal = { kind: 'answer', status: 422, contentType: 'application/vnd.api+json', body: '{"errors":[{"detail":"File is encrypted"}]}' } as const
  const send = async (count: number) => {
    await nudge(engine)
    await until(engine, (rows) => rows.length === count && !rows.some(isUnderWay))
  }
  const invoice = pdfLines(
    'COMMERCIAL INVOICE', 'Invoice No: INV-2026-11873', 'Invoice Date: 2026-11-17', 'Supplier: Ningbo Halcyon Trading Co., Ltd.', `Container: ${box.number}`, 'Container: CSQU3054383',
    `Master Bill of Lading: ${box.masterBill}`, 'Grand total: USD 12,480.50',
  )
  spool(engine, new TextEncoder().encode('not a picture'), { name: LOCKED })
  engine.network.fault(({ method, url }) => (method === 'POST' && url.endsWith('/v2/documents') ? refusal : null))
  await send(1)
  engine.network.fault(null)
  spool(engine, invoice, { name: INVOICE, files: [`/in/${INVOICE}`, `/in/${COPY}`] })
  spool(engine, pdfLines('BILL OF LADING', 'B/L No: KESL40117735', 'Shipper: Kestrel Ocean', `Vessel: ${box.vessel ?? ''}`, `Date: ${box.etaAt?.slice(0, 10) ?? ''}`), { name: BILL, folder: null })
  await send(4)
  const rows = (await inbox(engine)).toReversed()
  return { engine, box, rows, row: (name) => rows.find(({ fileName }) => fileName === name)! }
}
