// Specification 2.11 and 3.4: what is read out of each kind of document, member by member, in the forms people write it.
import assert from 'node:assert/strict'
import { MINUTE, NOON } from './client.ts'
import { handIn } from './desk.ts'
import type { Given } from './given.ts'
import type { Row } from './row.ts'

async function read({ fresh }: Given, text: string, blob: Record<string, unknown> = {}): Promise<unknown> {
  const client = fresh({ containers: 8 })
  const { id } = handIn(client, text, {}, blob).body.data
  await client.service.work({ processMs: 0, worldMs: NOON })
  return client.get(`/documents/${id}?include=last_document_representation`, NOON + MINUTE).included[0]?.attributes['payload'] ?? null
}

const DOCUMENTS: readonly (readonly [what: string, lines: readonly string[], payload: Record<string, unknown>])[] = [
  ['an invoice', ['COMMERCIAL INVOICE', 'Commercial Invoice No: CI-100', 'Date of invoice: 3 Nov 2026', 'Exporter: Tern Works', 'Sold to: Heron Home', 'Purchase Order: PO-4471', 'Master Bill of Lading: OOLU2600112233', 'Containers HLXU1234561, HLXU 123456-1 and TGHU1234567', 'Total amount due: EUR 1.250,5'], { invoice_number: 'CI-100', invoice_date: '2026-11-03', supplier_name: 'Tern Works', buyer_name: 'Heron Home', total_amount: '1250.50', currency: 'EUR', purchase_order_number: 'PO-4471', bill_of_lading_number: 'OOLU2600112233', container_numbers: ['HLXU1234561', 'TGHU1234567'] }],
  ['a bill of lading', ['BILL OF LADING', 'B/L No: HLCUABC123', 'Booking: 778899', 'Shipper: Tern Works', 'Consignee: Heron Home', 'Notify Party: Egret Brokers', 'Vessel: EVER LUCENT', 'Voyage: 528E', 'Port of Loading: Shanghai', 'Port of Discharge: Oakland', 'HLXU1234561', 'Shipped on board: November 3, 2026'], { bill_of_lading_number: 'HLCUABC123', booking_number: '778899', shipper_name: 'Tern Works', consignee_name: 'Heron Home', notify_party_name: 'Egret Brokers', vessel_name: 'EVER LUCENT', voyage_number: '528E', port_of_loading: 'Shanghai', port_of_discharge: 'Oakland', container_numbers: ['HLXU1234561'], issue_date: '2026-11-03' }],
  ['an arrival notice', ['ARRIVAL NOTICE', 'MBL: OOLU2600112233', 'Vessel / Voyage: EVER LUCENT', 'ETA: 11/28/2026', 'Last Free Day: 2026-12-04', 'POD: Oakland', 'Consignee: Heron Home', 'Container HLXU1234561', 'Total charges: $ 1,080.00'], { bill_of_lading_number: 'OOLU2600112233', container_numbers: ['HLXU1234561'], vessel_name: 'EVER LUCENT', eta: '2026-11-28', last_free_day: '2026-12-04', port_of_discharge: 'Oakland', consignee_name: 'Heron Home', total_charges: '1080.00', currency: 'USD' }],
  ['a delivery order', ['DELIVERY ORDER', 'D/O No: 5512', 'Deliver to: Heron Home, Dock 4', 'Trucker: Plover Drayage', 'Pickup location: Oakland Terminal', 'Ocean bill: OOLU2600112233', 'HLXU1234561', 'Date: 03.11.2026'], { bill_of_lading_number: 'OOLU2600112233', container_numbers: ['HLXU1234561'], delivery_order_number: '5512', deliver_to: 'Heron Home, Dock 4', trucker_name: 'Plover Drayage', pickup_location: 'Oakland Terminal', issue_date: '2026-11-03' }],
  ['a packing list', ['PACKING LIST', 'Packing List No: PL-9', 'Invoice No: CI-100', 'Date: 2026-11-03', 'Seller: Tern Works', 'Buyer: Heron Home', 'Total packages: 1 200', "Gross weight (kgs): 3'120,25", 'HLXU1234561', 'MBL: OOLU2600112233'], { packing_list_number: 'PL-9', invoice_number: 'CI-100', date: '2026-11-03', shipper_name: 'Tern Works', consignee_name: 'Heron Home', total_packages: '1200', gross_weight_kg: '3120.25', container_numbers: ['HLXU1234561'], bill_of_lading_number: 'OOLU2600112233' }],
]

const invoiceWith = (line: string) => ['COMMERCIAL INVOICE', line].join('\n')

/** One line of an invoice and what is made of it; null where nothing is. */
const LINES: readonly (readonly [line: string, payload: Record<string, unknown> | null])[] = [
  ['Invoice Date: 2026-06-31', null],
  ['Invoice Date: 2026-13-01', null],
  ['Invoice Date: 31 December 2026', { invoice_date: '2026-12-31' }],
  ['Invoice Date: 1-Jan-2026', { invoice_date: '2026-01-01' }],
  ['Invoice Date: Feb 2nd, 2026', { invoice_date: '2026-02-02' }],
  ['Invoice Date: 2/3/2026', { invoice_date: '2026-02-03' }],
  ['Invoice Date: 2.3.2026', { invoice_date: '2026-03-02' }],
  ['Grand Total: 12,345', { total_amount: '12345' }],
  ['Grand Total: 12.345,60', { total_amount: '12345.60' }],
  ['Grand Total: 12,345.6', { total_amount: '12345.60' }],
  ['Grand Total: 7', { total_amount: '7' }],
  ['Grand Total: £ 7', { total_amount: '7', currency: 'GBP' }],
  ['Grand Total: € 7', { total_amount: '7', currency: 'EUR' }],
  ['Grand Total: RMB 7', { total_amount: '7', currency: 'CNY' }],
  ['Grand Total: CAD 7', { total_amount: '7', currency: 'CAD' }],
  ['Invoice No: none', null],
  ['Invoice No: 2026/118-a', { invoice_number: '2026/118-a' }],
  ['Supplier\nTern Works', { supplier_name: 'Tern Works' }],
  ['Supplier    Buyer\nTern Works    Heron Home', { supplier_name: 'Tern Works', buyer_name: 'Heron Home' }],
  ['Invoice No    Invoice Date\nA-1    2026-11-03', { invoice_number: 'A-1', invoice_date: '2026-11-03' }],
  ['Weight: 3', null],
]

export const extractionRows: readonly Row[] = [
  ...DOCUMENTS.map(([what, lines, payload]): Row => ({
    section: '2.11', kind: 'rule', what: `the payload of ${what}`,
    check: async (given) => { assert.deepEqual(await read(given, lines.join('\n')), payload) },
  })),
  ...LINES.map(([line, payload]): Row => ({
    section: '2.11', kind: 'value', what: `"${line.replaceAll('\n', ' / ')}" is read as ${JSON.stringify(payload)}`,
    check: async (given) => { assert.deepEqual(await read(given, invoiceWith(line)), payload) },
  })),
  { section: '2.11', kind: 'rule', what: 'HTML is read as its text, other types not at all', check: async (given) => {
    assert.deepEqual(await read(given, '<h1>Packing List</h1><p>Packing List No: PL-9</p><div>Cartons: 3</div>', { content_type: 'text/html; charset=utf-8' }), { packing_list_number: 'PL-9', total_packages: '3' })
    assert.deepEqual([await read(given, 'Packing List\nCartons: 3', { content_type: 'application/zip' }), await read(given, '{"x": "Packing List\\nCartons: 3"}', { content_type: 'application/json' })], [null, null])
  } },
  { section: '2.11', kind: 'rule', what: 'a title counts near the top only, and the first one wins', check: async (given) => {
    assert.deepEqual(await read(given, `${'x '.repeat(250)}\nPacking List\nCartons: 3`), null)
    assert.deepEqual(await read(given, 'Arrival Notice for Bill of Lading\nETA: 2026-11-28'), { eta: '2026-11-28' })
  } },
]
