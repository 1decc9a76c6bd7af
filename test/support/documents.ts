// Starts an engine with an invoice that the service has extracted, and makes calls about documents.
import type { DocumentDetail } from '#contract/documents.ts'
import { pdfLines } from './pdf.ts'
import { wakeUploader, spool, untilDocuments, hasProcessed } from './spooled.ts'
import { type SyncedEngine, loadAllRows, startSyncedEngine } from './synced-engine.ts'

type InvoiceWorld = {
  engine: SyncedEngine
  container: { id: string; number: string; shipmentId: string; bill: string }
  detail: (id?: string) => Promise<DocumentDetail>
}

/** Starts an engine and uploads an invoice with the number of a container, its bill of lading, and these lines. */
export async function startWithInvoice(...extraLines: string[]): Promise<InvoiceWorld> {
  const engine = await startSyncedEngine({ containers: 6 })
  const [row] = await loadAllRows(engine)
  if (!row?.shipmentId || !row.masterBill) throw new Error('expected a container with a shipment')
  const container = { id: row.id, number: row.number, shipmentId: row.shipmentId, bill: row.masterBill }
  spool(
    engine,
    pdfLines(
      'COMMERCIAL INVOICE',
      'Invoice No: K-118',
      'Invoice Date: 2026-10-14',
      'Supplier: Hengli Outdoor',
      `Container: ${container.number}`,
      `Master Bill of Lading: ${container.bill}`,
      'Grand total: USD 18,450.50',
      ...extraLines,
    ),
  )
  await wakeUploader(engine)
  await untilDocuments(engine, hasProcessed(1))
  return { engine, container, detail: (id = 'f1') => engine.client.call('documents.get', { id }) }
}

export const listDocuments = (
  { client }: SyncedEngine,
  filter: Partial<Parameters<typeof client.call<'documents.list'>>[1]['filter']>,
) =>
  client.call('documents.list', {
    filter: { scope: 'all', ...filter },
    sort: [{ column: 'received', direction: 'desc' }],
    window: { offset: 0, limit: 50 },
  })
export const listEdits = async ({ client }: SyncedEngine) => (await client.call('edits.list', { target: null })).rows
export const waitUntilEditsSent = (engine: SyncedEngine) =>
  engine.clock.advanceUntil(async () => {
    await engine.service.work()
    return (await listEdits(engine)).length === 0
  })
