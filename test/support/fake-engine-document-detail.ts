// What stands behind a made-up document: its fields, why it stands beside its shipment, and its file.
import type { ContainerRow } from '#contract/containers.ts'
import type { DocumentDetail, DocumentRow, ExtractedField } from '#contract/documents.ts'
import type { Edit } from '#contract/edits.ts'
import { containerLink, shipmentLink } from './fake-engine-document-rows.ts'
import { at } from './row-factories.ts'
import { pdfLines, pdfOf } from './pdf.ts'

type Detail = Pick<DocumentDetail, 'fields' | 'reasons' | 'mismatches' | 'schema' | 'notes'>

const field = (name: string, label: string, kind: ExtractedField['kind'], value: ExtractedField['value'], more: Partial<ExtractedField> = {}): ExtractedField => ({ name, label, kind, value, table: null, isCorrected: false, names: [], ...more })

function invoiceFields({ keyNumber, party, amount }: DocumentRow, box: ContainerRow | undefined): ExtractedField[] {
  return [
    field('invoice_number', 'Invoice number', 'text', keyNumber),
    field('invoice_date', 'Invoice date', 'date', '2026-11-03'),
    field('seller_name', 'Seller', 'text', party),
    field('buyer_name', 'Buyer', 'text', box?.customer ?? null),
    field('incoterm', 'Incoterm', 'text', 'FOB Ningbo', { isCorrected: true }),
    field('bill_of_lading_number', 'Bill of lading', 'text', box?.masterBill ?? null, { names: shipmentLink(box) }),
    field('container_numbers', 'Containers', 'list', [box?.number ?? '', 'TSMU 000114 9'], { names: containerLink(box) }),
    field('total_amount', 'Total', 'amount', amount?.value ?? null),
    field('currency', 'Currency', 'text', amount?.currency ?? null),
    field('is_final', 'Final invoice', 'flag', true),
    field('tax_id', 'Tax number of the buyer', 'text', null),
    field('lines', 'Lines', 'table', null, {
      table: { columns: ['Description', 'HS code', 'Quantity', 'Unit price', 'Amount'], rows: [['Oak side table, knocked down', '940360', '120', '62.00', '7440.00'], ['Brass table lamp', '940520', '80', '48.50', '3880.00'], ['Packing and marking', '', '1', '1160.50', '1160.50']] },
    }),
  ]
}

function otherFields({ keyNumber, party }: DocumentRow, box: ContainerRow | undefined): ExtractedField[] {
  return [
    field('number', 'Number', 'text', keyNumber),
    field('issuer', 'Issued by', 'text', party),
    field('issued_on', 'Issued on', 'date', '2026-11-17'),
    field('vessel', 'Vessel', 'text', box?.vessel ?? null),
    field('remarks', 'Remarks', 'text', null),
  ]
}

/** `needs-link` has suggestions where a linked one has its reasons. */
export function makeDocumentDetail(row: DocumentRow, boxes: readonly ContainerRow[]): Detail {
  if (row.type === null) return { fields: [], reasons: [], mismatches: [], schema: null, notes: row.state === 'no-result' ? 'Page 1 of 1 holds no text.' : null }
  const linked = boxes.find(({ id, shipmentId }) => row.links.some((link) => link.id === id || link.id === shipmentId))
  const box = linked ?? boxes[4]
  const [shipment] = shipmentLink(box)
  const isInvoice = row.type.code === 'commercial_invoice'
  return {
    fields: isInvoice ? invoiceFields(row, box) : otherFields(row, box),
    schema: `${row.type.code}@2026-03-01`,
    notes: null,
    reasons: shipment && box
      ? [{ record: shipment, isLinked: row.links.length > 0, isExact: row.links.length > 0, because: row.links.length > 0 ? [{ kind: 'container', text: box.number }, { kind: 'master-bill', text: box.masterBill ?? '' }] : [{ kind: 'vessel', text: box.vessel ?? '' }, { kind: 'party', text: box.customer ?? '' }, { kind: 'date', text: '17 Nov' }] }]
      : [],
    mismatches: row.flags > 0 ? [{ kind: 'other-container', text: 'TSMU 000114 9' }, { kind: 'sum', text: '12480.50' }] : [],
  }
}

/** With what edits on their way change. */
export function withEdits(fields: readonly ExtractedField[], edits: readonly Edit[]): ExtractedField[] {
  return fields.map((each) => {
    const edit = edits.findLast(({ field: of, state }) => typeof of === 'object' && 'extracted' in of && of.extracted === each.name && state !== 'refused')
    return edit ? { ...each, value: edit.value, isCorrected: edit.value !== null } : each
  })
}

export type FakeFile = { bytes: Uint8Array; contentType: string }

/** What the preview is given: pages of text for a PDF, the plain thing for the rest. */
export function fileOf({ fileName, keyNumber, party, contentType }: DocumentRow): FakeFile {
  if (contentType === 'text/plain') return { bytes: Buffer.from(`FREIGHT CERTIFICATE\n${party ?? ''}\n\nOcean freight  USD 3,200.00\n`), contentType }
  if (contentType === 'image/jpeg') return { bytes: Buffer.from(ONE_PIXEL, 'base64'), contentType: 'image/png' }
  if (contentType !== 'application/pdf') return { bytes: Buffer.from('?'), contentType: contentType ?? 'application/octet-stream' }
  if (keyNumber === null) return { bytes: pdfLines('SCAN WITHOUT TEXT'), contentType }
  return { bytes: pdfOf(invoicePage(fileName, keyNumber, party ?? ''), [{ x: 60, y: 740, text: 'Terms and conditions, page 2' }]), contentType }
}

function invoicePage(fileName: string, keyNumber: string, party: string) {
  const lines = [[party, 15], ['COMMERCIAL INVOICE', 20], [`No. ${keyNumber}        Date 2026-11-03`, 11], [fileName.replaceAll(/[^ -~]/g, '?').slice(0, 60), 9], ['', 9], ['Oak side table, knocked down      120 x 62.00      7,440.00', 11], ['Brass table lamp                   80 x 48.50      3,880.00', 11], ['Packing and marking                                1,160.50', 11], ['TOTAL                                        USD 12,480.50', 13]] as const
  return lines.map(([text, size], place) => ({ x: 60, y: 720 - place * 30, text, size }))
}

/** A blue one. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

export const SAME_CONTENT = [{ rowId: 'doc-5', name: 'INV-2026-11873 Alder & Finch (1).pdf', at: at(-42 * 60_000) }]
