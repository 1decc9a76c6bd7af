// An invoice that names a container and a bill of lading of the service’s world, and a function that uploads a document
// and waits until it is processed.
import { createPdf } from '#service/account/pdf.ts'
import { createClient, getLinkedId, NOON, type Client, type Resource } from './client.ts'
import { uploadDocument } from './uploading.ts'

export const SECOND = 1000
export const work = (client: Client, at: number) => client.service.work({ processMs: 0, worldMs: at })

export const sharedClient = createClient()
export const [container] = sharedClient.list('/containers').data
export const shipmentId = getLinkedId(container!, 'shipment')!
export const containerNumber = String(container!.attributes['number'])
export const billNumber = String(sharedClient.get(`/shipments/${shipmentId}`).data.attributes['bill_of_lading_number'])
export const spacedNumber = `${containerNumber.slice(0, 4)} ${containerNumber.slice(4, 10)}-${containerNumber.slice(10)}`

export const INVOICE = createPdf([
  { x: 220, y: 740, text: 'COMMERCIAL INVOICE', size: 16 },
  { x: 60, y: 700, text: 'Invoice No:' },
  { x: 140, y: 700, text: 'KM-2026/118' },
  { x: 340, y: 700, text: 'Invoice Date:' },
  { x: 430, y: 700, text: '14 October 2026' },
  { x: 60, y: 680, text: 'Supplier' },
  { x: 340, y: 680, text: 'Buyer' },
  { x: 60, y: 666, text: 'Hengli Outdoor (Ningbo) Co., Ltd.' },
  { x: 340, y: 666, text: 'Kestrelmoor Outdoor' },
  { x: 60, y: 640, text: `Container: ${spacedNumber}` },
  { x: 60, y: 626, text: `Master Bill of Lading: ${billNumber}` },
  { x: 60, y: 600, text: '12 x tents' },
  { x: 430, y: 600, text: '1,200.00' },
  { x: 340, y: 560, text: 'Grand total' },
  { x: 430, y: 560, text: 'USD 18,450.50' },
])

type ReadDocument = { document: Resource; payload: Record<string, unknown> | null }

export async function readDocument(client: Client, bytes: Uint8Array, blob: object = {}): Promise<ReadDocument> {
  const { data } = uploadDocument(client, bytes, blob)
  await work(client, NOON + 10 * SECOND)
  const { data: document, included } = client.get(
    `/documents/${data.id}?include=last_document_representation`,
    NOON + 10 * SECOND,
  )
  return { document, payload: (included[0]?.attributes['payload'] as Record<string, unknown> | undefined) ?? null }
}
