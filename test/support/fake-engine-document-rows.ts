// Plausible documents for the view's own tests: one of nearly every state first, then ordinary ones. Invented throughout;
// the same for the same containers.
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentRow, RecordLink } from '#contract/documents.ts'
import { at } from './row-factories.ts'

const MINUTE_MS = 60_000
export const INBOX = 'C:\\Users\\dispatch\\Documents\\Quaywatch inbox'
export const SCANS = '\\\\harbour-nas\\scans\\import desk'

export const documentTypes = {
  commercial_invoice: 'Commercial invoice',
  bill_of_lading: 'Bill of lading',
  arrival_notice: 'Arrival notice',
  delivery_order: 'Carrier delivery order',
  packing_list: 'Packing list',
} as const

export function shipmentLink(row: ContainerRow | undefined): RecordLink[] {
  return row === undefined || row.shipmentId === null ? [] : [{ type: 'shipment', id: row.shipmentId, number: row.masterBill ?? '', shipmentId: row.shipmentId }]
}

export function containerLink(row: ContainerRow | undefined): RecordLink[] {
  return row === undefined ? [] : [{ type: 'container', id: row.id, number: row.number, shipmentId: row.shipmentId }]
}

const plain: Omit<DocumentRow, 'id' | 'state' | 'fileName' | 'receivedAt'> = {
  failure: null,
  nextTryAt: null,
  type: null,
  source: 'folder',
  sourceName: INBOX,
  documentId: null,
  links: [],
  keyNumber: null,
  party: null,
  amount: null,
  processingSince: null,
  sizeBytes: 184_320,
  contentType: 'application/pdf',
  sentBytes: null,
  duplicateOf: null,
  needsMe: false,
  flags: 0,
  isGone: false,
}

const typed = (code: keyof typeof documentTypes, isManual = false) => ({ type: { code, label: documentTypes[code], isManual } })

/** The most telling seven come first. */
export function exampleDocuments(boxes: readonly ContainerRow[]): DocumentRow[] {
  const [first, second, third] = boxes
  const examples: Omit<DocumentRow, 'id' | 'receivedAt'>[] = [
    { ...plain, state: 'extracted', fileName: 'INV-2026-11873 Alder & Finch.pdf', ...typed('commercial_invoice'), documentId: 'service-doc-0', links: [...shipmentLink(first), ...containerLink(first)], keyNumber: 'INV-2026-11873', party: 'Ningbo Halcyon Trading Co., Ltd.', amount: { value: '12480.50', currency: 'USD' }, needsMe: true, flags: 2 },
    { ...plain, state: 'needs-link', fileName: 'BL_scan_0042.pdf', ...typed('bill_of_lading'), source: 'drop', sourceName: null, documentId: 'service-doc-1', keyNumber: 'KESL40117735', party: 'Kestrel Ocean', needsMe: true },
    { ...plain, state: 'no-result', fileName: 'Scan 2026-11-19 08.31.pdf', sourceName: SCANS, documentId: 'service-doc-2', failure: null, sizeBytes: 8_430_112, needsMe: true },
    { ...plain, state: 'uploading', fileName: 'Arrival notice OBLN77881200 with all annexes.pdf', sizeBytes: 41_260_330, sentBytes: 26_100_000 },
    { ...plain, state: 'failed', fileName: 'cargo manifest.xyz', contentType: 'application/octet-stream', failure: { code: 'documents/type-not-taken', details: {} }, needsMe: true },
    { ...plain, state: 'duplicate', fileName: 'INV-2026-11873 Alder & Finch (1).pdf', source: 'drop', sourceName: null, ...typed('commercial_invoice'), documentId: 'service-doc-0', links: shipmentLink(first), duplicateOf: { rowId: 'doc-0', name: 'INV-2026-11873 Alder & Finch.pdf', at: at(-12 * MINUTE_MS) } },
    { ...plain, state: 'waiting', fileName: 'DO_pickup_friday.pdf', sizeBytes: 20_480 },
    { ...plain, state: 'locked', fileName: 'packing list Brightwater (final) (2).xlsx', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', failure: { code: 'documents/locked', details: {} }, nextTryAt: at(20_000) },
    { ...plain, state: 'extracted', fileName: 'delivery order 771.pdf', source: 'email', sourceName: 'DO for tomorrow’s pickup', ...typed('delivery_order'), documentId: 'service-doc-8', links: [...shipmentLink(second), ...containerLink(second)], keyNumber: 'DO-771', party: 'Everport West' },
    { ...plain, state: 'processing', fileName: 'photo of the bill.jpg', contentType: 'image/jpeg', source: 'drop', sourceName: null, documentId: 'service-doc-9', sizeBytes: 3_122_000 },
    { ...plain, state: 'queued', fileName: '装箱单 – “Fenwick Paper” 2026·11·18 — Größe M/ç.pdf' },
    { ...plain, state: 'online-only', fileName: 'OneDrive copy of invoice.pdf', failure: { code: 'documents/online-only', details: {} }, sizeBytes: 96_000 },
    { ...plain, state: 'failed', fileName: `${'a very long file name that somebody gave to a scan and that goes on and on '.repeat(3)}.pdf`, failure: { code: 'documents/refused', details: { reason: 'File is encrypted' } }, needsMe: true },
    { ...plain, state: 'extracted', fileName: 'freight certificate.txt', contentType: 'text/plain', ...typed('arrival_notice', true), documentId: 'service-doc-13', links: shipmentLink(third), party: 'Tasman & Meridian', sizeBytes: 2_310, isGone: true },
  ]
  return examples.map((row, place) => ({ ...row, id: `doc-${place}`, receivedAt: at(-(place + 1) * 7 * MINUTE_MS) }))
}

const ordinary = Object.keys(documentTypes) as (keyof typeof documentTypes)[]

export function makeDocuments(boxes: readonly ContainerRow[], count: number): DocumentRow[] {
  const examples = exampleDocuments(boxes).slice(0, count)
  const others = Array.from({ length: Math.max(0, count - examples.length) }, (_, index): DocumentRow => {
    const place = index + examples.length
    const box = boxes[place % boxes.length]
    const code = ordinary[place % ordinary.length]!
    const isInvoice = code === 'commercial_invoice'
    const needsLink = place % 17 === 0
    return {
      ...plain,
      ...typed(code),
      id: `doc-${place}`,
      state: needsLink ? 'needs-link' : 'extracted',
      fileName: `${code.replaceAll('_', '-')}-${20_000 + place}.pdf`,
      documentId: `service-doc-${place}`,
      links: needsLink ? [] : shipmentLink(box),
      keyNumber: `${code.slice(0, 2).toUpperCase()}-${20_000 + place}`,
      party: box?.customer ?? null,
      amount: isInvoice ? { value: (1_000 + place * 37.25).toFixed(2), currency: place % 3 === 0 ? 'EUR' : 'USD' } : null,
      receivedAt: at(-(place + 1) * 41 * MINUTE_MS),
      sizeBytes: 60_000 + place * 977,
      needsMe: needsLink,
    }
  })
  return [...examples, ...others]
}
