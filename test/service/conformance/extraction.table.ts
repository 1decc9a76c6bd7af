// Checks the fields that are extracted from each type of document, in the forms that companies use (specification 2.11
// and 3.4).
import assert from 'node:assert/strict'
import { createPdf } from '#service/account/pdf.ts'
import { listLinked, MINUTE, NOON, getLinkedId, getText } from './client.ts'
import { uploadDocument } from './scenario.ts'
import type { Services } from './services.ts'
import type { Row } from './row.ts'

async function extract(
  { createClient }: Services,
  text: string | Uint8Array,
  blob: Record<string, unknown> = {},
): Promise<unknown> {
  const client = createClient({ containers: 8 })
  const { id } = uploadDocument(client, text, {}, blob).body.data
  await client.service.work({ processMs: 0, worldMs: NOON })
  return (
    client.get(`/documents/${id}?include=last_document_representation`, NOON + MINUTE).included[0]?.attributes[
      'payload'
    ] ?? null
  )
}

const DOCUMENTS: readonly (readonly [what: string, lines: readonly string[], payload: Record<string, unknown>])[] = [
  [
    'an invoice',
    [
      'COMMERCIAL INVOICE',
      'Commercial Invoice No: CI-100',
      'Date of invoice: 3 Nov 2026',
      'Exporter: Tern Works',
      'Sold to: Heron Home',
      'Purchase Order: PO-4471',
      'Master Bill of Lading: OOLU2600112233',
      'Containers HLXU1234561, HLXU 123456-1 and TGHU1234567',
      'Total amount due: EUR 1.250,5',
    ],
    {
      invoice_number: 'CI-100',
      invoice_date: '2026-11-03',
      supplier_name: 'Tern Works',
      buyer_name: 'Heron Home',
      total_amount: '1250.50',
      currency: 'EUR',
      purchase_order_number: 'PO-4471',
      bill_of_lading_number: 'OOLU2600112233',
      container_numbers: ['HLXU1234561', 'TGHU1234567'],
    },
  ],
  [
    'a bill of lading',
    [
      'BILL OF LADING',
      'B/L No: HLCUABC123',
      'Booking: 778899',
      'Shipper: Tern Works',
      'Consignee: Heron Home',
      'Notify Party: Egret Brokers',
      'Vessel: EVER LUCENT',
      'Voyage: 528E',
      'Port of Loading: Shanghai',
      'Port of Discharge: Oakland',
      'HLXU1234561',
      'Shipped on board: November 3, 2026',
    ],
    {
      bill_of_lading_number: 'HLCUABC123',
      booking_number: '778899',
      shipper_name: 'Tern Works',
      consignee_name: 'Heron Home',
      notify_party_name: 'Egret Brokers',
      vessel_name: 'EVER LUCENT',
      voyage_number: '528E',
      port_of_loading: 'Shanghai',
      port_of_discharge: 'Oakland',
      container_numbers: ['HLXU1234561'],
      issue_date: '2026-11-03',
    },
  ],
  [
    'an arrival notice',
    [
      'ARRIVAL NOTICE',
      'MBL: OOLU2600112233',
      'Vessel / Voyage: EVER LUCENT',
      'ETA: 11/28/2026',
      'Last Free Day: 2026-12-04',
      'POD: Oakland',
      'Consignee: Heron Home',
      'Container HLXU1234561',
      'Total charges: $ 1,080.00',
    ],
    {
      bill_of_lading_number: 'OOLU2600112233',
      container_numbers: ['HLXU1234561'],
      vessel_name: 'EVER LUCENT',
      eta: '2026-11-28',
      last_free_day: '2026-12-04',
      port_of_discharge: 'Oakland',
      consignee_name: 'Heron Home',
      total_charges: '1080.00',
      currency: 'USD',
    },
  ],
  [
    'a delivery order',
    [
      'DELIVERY ORDER',
      'D/O No: 5512',
      'Deliver to: Heron Home, Dock 4',
      'Trucker: Plover Drayage',
      'Pickup location: Oakland Terminal',
      'Ocean bill: OOLU2600112233',
      'HLXU1234561',
      'Date: 03.11.2026',
    ],
    {
      bill_of_lading_number: 'OOLU2600112233',
      container_numbers: ['HLXU1234561'],
      delivery_order_number: '5512',
      deliver_to: 'Heron Home, Dock 4',
      trucker_name: 'Plover Drayage',
      pickup_location: 'Oakland Terminal',
      issue_date: '2026-11-03',
    },
  ],
  [
    'a packing list',
    [
      'PACKING LIST',
      'Packing List No: PL-9',
      'Invoice No: CI-100',
      'Date: 2026-11-03',
      'Seller: Tern Works',
      'Buyer: Heron Home',
      'Total packages: 1 200',
      "Gross weight (kgs): 3'120,25",
      'HLXU1234561',
      'MBL: OOLU2600112233',
    ],
    {
      packing_list_number: 'PL-9',
      invoice_number: 'CI-100',
      date: '2026-11-03',
      shipper_name: 'Tern Works',
      consignee_name: 'Heron Home',
      total_packages: '1200',
      gross_weight_kg: '3120.25',
      container_numbers: ['HLXU1234561'],
      bill_of_lading_number: 'OOLU2600112233',
    },
  ],
]

/** A PDF as an office program writes it: pieces out of order, words cut in two, columns, and a second page. */
const PDF = createPdf(
  [
    { x: 300, y: 700, text: 'Heron Home' },
    { x: 60, y: 740, text: 'COMMERCIAL' },
    { x: 126, y: 740, text: 'INVOICE' },
    { x: 60, y: 720, text: 'Supplier' },
    { x: 300, y: 721, text: 'Buyer' },
    { x: 60, y: 700, text: 'Tern' },
    { x: 84, y: 701, text: 'Works' },
    { x: 60, y: 680, text: 'Invoice No' },
    { x: 300, y: 680, text: 'Invoice Date' },
    { x: 60, y: 660, text: 'CI-' },
    { x: 73.4, y: 660, text: '100' },
    { x: 300, y: 660, text: '2026-11-03' },
  ],
  [{ x: 60, y: 740, text: 'Grand Total: USD 7.50' }],
)

const createInvoice = (line: string) => ['COMMERCIAL INVOICE', line].join('\n')

/** A line of an invoice and the data that is extracted from it, or null if none is. */
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
  ['Supplier:    Tern Works\nHeron Home', { supplier_name: 'Tern Works' }],
  ['Supplier    Buyer\nTern Works    Heron Home', { supplier_name: 'Tern Works', buyer_name: 'Heron Home' }],
  ['Invoice No    Invoice Date\nA-1    2026-11-03', { invoice_number: 'A-1', invoice_date: '2026-11-03' }],
  ['Weight: 3', null],
]

/** The title of a document, a line with a label and a value, and the field that is extracted from it. */
const LABELS: readonly (readonly [title: string, line: string, payload: Record<string, unknown>])[] = [
  ...['Packages', 'Cartons', 'Total cartons', 'Total ctns', 'Total pieces'].map(
    (label) => ['PACKING LIST', `${label}: 12`, { total_packages: '12' }] as const,
  ),
  ...['Gross weight', 'Total gross weight (kg)', 'G.W.', 'GW'].map(
    (label) => ['PACKING LIST', `${label}: 12`, { gross_weight_kg: '12' }] as const,
  ),
  ...['Shipper', 'Exporter', 'Seller', 'Supplier name', 'Supplier'].map(
    (label) => ['PACKING LIST', `${label}: Tern`, { shipper_name: 'Tern' }] as const,
  ),
  ...['Consignee', 'Buyer'].map((label) => ['PACKING LIST', `${label}: Tern`, { consignee_name: 'Tern' }] as const),
  ...['Supplier name', 'Supplier', 'Seller', 'Exporter', 'Shipper', 'Vendor', 'From'].map(
    (label) => ['COMMERCIAL INVOICE', `${label}: Tern`, { supplier_name: 'Tern' }] as const,
  ),
  ...['Buyer name', 'Buyer', 'Importer', 'Bill to', 'Sold to', 'Consignee'].map(
    (label) => ['COMMERCIAL INVOICE', `${label}: Tern`, { buyer_name: 'Tern' }] as const,
  ),
  ...[
    'Grand total',
    'Total amount due',
    'Total amount',
    'Total invoice value',
    'Invoice total',
    'Amount due',
    'Total due',
    'Total',
  ].map((label) => ['COMMERCIAL INVOICE', `${label}: 12.00`, { total_amount: '12.00' }] as const),
  ...['Commercial invoice no', 'Invoice no', 'Invoice number', 'Invoice #', 'Invoice ID', 'Invoice'].map(
    (label) => ['COMMERCIAL INVOICE', `${label}: CI-100`, { invoice_number: 'CI-100' }] as const,
  ),
  ...['Invoice date', 'Date of invoice', 'Issue date', 'Date'].map(
    (label) => ['COMMERCIAL INVOICE', `${label}: 2026-11-03`, { invoice_date: '2026-11-03' }] as const,
  ),
  ...['Purchase order', 'P.O.', 'PO', 'Order'].map(
    (label) => ['COMMERCIAL INVOICE', `${label}: A-12`, { purchase_order_number: 'A-12' }] as const,
  ),
  ...[
    'Master Bill of Lading',
    'Master B/L',
    'M B/L',
    'MBL',
    'Bill of lading',
    'B/L',
    'BL',
    'Sea waybill',
    'Ocean bill',
  ].map((label) => ['ARRIVAL NOTICE', `${label}: OOLU12`, { bill_of_lading_number: 'OOLU12' }] as const),
  ...['ETA', 'Estimated date of arrival', 'Estimated time of arrival', 'Estimated arrival', 'Arrival date'].map(
    (label) => ['ARRIVAL NOTICE', `${label}: 2026-11-03`, { eta: '2026-11-03' }] as const,
  ),
  ...['Last free day', 'Last free date', 'LFD', 'Free time expires'].map(
    (label) => ['ARRIVAL NOTICE', `${label}: 2026-11-03`, { last_free_day: '2026-11-03' }] as const,
  ),
  ...['Total charges', 'Total due', 'Amount due', 'Total'].map(
    (label) => ['ARRIVAL NOTICE', `${label}: 12`, { total_charges: '12' }] as const,
  ),
  ...['Vessel', 'Vessel name', 'Vessel / Voyage', 'Ocean vessel'].map(
    (label) => ['ARRIVAL NOTICE', `${label}: EVER LUCENT`, { vessel_name: 'EVER LUCENT' }] as const,
  ),
  ...['Port of discharge', 'POD'].map(
    (label) => ['ARRIVAL NOTICE', `${label}: Oakland`, { port_of_discharge: 'Oakland' }] as const,
  ),
  ...['Deliver to', 'Delivery address', 'Delivery to', 'Consignee'].map(
    (label) => ['DELIVERY ORDER', `${label}: Dock`, { deliver_to: 'Dock' }] as const,
  ),
  ...['Trucker', 'Motor carrier', 'Inland carrier', 'Carrier'].map(
    (label) => ['DELIVERY ORDER', `${label}: Plover`, { trucker_name: 'Plover' }] as const,
  ),
  ...['Pickup location', 'Pick up location', 'Pick up at', 'Pickup from', 'Terminal'].map(
    (label) => ['DELIVERY ORDER', `${label}: Pier`, { pickup_location: 'Pier' }] as const,
  ),
  ...['Delivery order', 'D/O', 'DO'].map(
    (label) => ['DELIVERY ORDER', `${label}: 12`, { delivery_order_number: '12' }] as const,
  ),
  ...['Date of issue', 'Issue date', 'Date'].map(
    (label) => ['DELIVERY ORDER', `${label}: 2026-11-03`, { issue_date: '2026-11-03' }] as const,
  ),
  ...['Booking', 'Booking reference', 'Booking ref'].map(
    (label) => ['BILL OF LADING', `${label}: 12`, { booking_number: '12' }] as const,
  ),
  ...['Voyage', 'Voy'].map((label) => ['BILL OF LADING', `${label}: 12E`, { voyage_number: '12E' }] as const),
  ...['Port of discharge', 'POD'].map(
    (label) => ['BILL OF LADING', `${label}: Oakland`, { port_of_discharge: 'Oakland' }] as const,
  ),
  ...['Port of loading', 'Port of lading', 'POL'].map(
    (label) => ['BILL OF LADING', `${label}: Shanghai`, { port_of_loading: 'Shanghai' }] as const,
  ),
  ...['Notify party', 'Notify'].map(
    (label) => ['BILL OF LADING', `${label}: Egret`, { notify_party_name: 'Egret' }] as const,
  ),
  ...['Shipper', 'Exporter'].map((label) => ['BILL OF LADING', `${label}: Tern`, { shipper_name: 'Tern' }] as const),
  ...['Date of issue', 'Issue date', 'Place and date of issue', 'Shipped on board', 'Date'].map(
    (label) => ['BILL OF LADING', `${label}: 2026-11-03`, { issue_date: '2026-11-03' }] as const,
  ),
]

export const extractionRows: readonly Row[] = [
  ...DOCUMENTS.map(([what, lines, payload]): Row => ({
    section: '2.11',
    kind: 'rule',
    what: `the payload of ${what}`,
    check: async (services) => assert.deepEqual(await extract(services, lines.join('\n')), payload),
  })),
  ...LINES.map(([line, payload]): Row => ({
    section: '2.11',
    kind: 'value',
    what: `"${line.replaceAll('\n', ' / ')}" is extracted as ${JSON.stringify(payload)}`,
    check: async (services) => assert.deepEqual(await extract(services, createInvoice(line)), payload),
  })),
  ...LABELS.map(([title, line, payload]): Row => ({
    section: '2.11',
    kind: 'value',
    what: `${title.toLowerCase()}: "${line}"`,
    check: async (services) => assert.deepEqual(await extract(services, `${title}\n${line}`), payload),
  })),
  {
    section: '2.11',
    kind: 'rule',
    what: 'a PDF is read line by line in its layout, with separate columns, whatever its content type',
    check: async (services) => {
      const payload = {
        invoice_number: 'CI-100',
        invoice_date: '2026-11-03',
        supplier_name: 'Tern Works',
        buyer_name: 'Heron Home',
        total_amount: '7.50',
        currency: 'USD',
      }
      for (const type of ['application/pdf', 'application/octet-stream'])
        assert.deepEqual(await extract(services, PDF, { content_type: type }), payload)
      assert.equal(await extract(services, '%PDF-1.4 broken', { content_type: 'application/pdf' }), null)
    },
  },
  {
    section: '2.11',
    kind: 'rule',
    what: 'a document is linked to shipments by their number alone, to containers, and through them to their shipments',
    check: async ({ createClient }) => {
      const client = createClient()
      // A shipment that was requested by a container number has that number instead of a bill of lading.
      const [first, , third] = client
        .list('/shipments')
        .filter((shipment) => !/^[A-Z]{4}\d{7}$/.test(getText(shipment, 'normalized_number')!))
      const container = client
        .list('/containers')
        .find(
          (candidate) =>
            getLinkedId(candidate, 'shipment') !== first!.id && getLinkedId(candidate, 'shipment') !== third!.id,
        )!
      const number = getText(third!, 'bill_of_lading_number')!.toLowerCase()
      const { id } = uploadDocument(
        client,
        `Packing list\nCartons: 3\n${getText(first!, 'bill_of_lading_number')!}; ${number.slice(0, 5)}-${number.slice(5)}; ${getText(container, 'number')!}`,
      ).body.data
      await client.service.work({ processMs: 0, worldMs: NOON })
      const document = client.get(`/documents/${id}`, NOON + MINUTE).data
      assert.deepEqual(
        [
          new Set(listLinked(document, 'shipments').map((shipment) => shipment.id)),
          listLinked(document, 'cargos').map((cargo) => cargo.id),
        ],
        [new Set([first!.id, third!.id, getLinkedId(container, 'shipment')]), [container.id]],
      )
    },
  },
  {
    section: '2.11',
    kind: 'rule',
    what: 'HTML is extracted from its text, other types are not extracted',
    check: async (services) => {
      assert.deepEqual(
        await extract(services, '<h1>Packing List</h1><p>Packing List No: PL-9</p><div>Cartons: 3</div>', {
          content_type: 'text/html; charset=utf-8',
        }),
        { packing_list_number: 'PL-9', total_packages: '3' },
      )
      assert.deepEqual(
        [
          await extract(services, 'Packing List\nCartons: 3', { content_type: 'application/zip' }),
          await extract(services, '{"x": "Packing List\\nCartons: 3"}', { content_type: 'application/json' }),
        ],
        [null, null],
      )
    },
  },
  {
    section: '2.11',
    kind: 'rule',
    what: 'a title counts only near the top, and the first one decides',
    check: async (services) => {
      assert.deepEqual(await extract(services, `${'x '.repeat(250)}\nPacking List\nCartons: 3`), null)
      assert.deepEqual(await extract(services, 'Arrival Notice for Bill of Lading\nETA: 2026-11-28'), {
        eta: '2026-11-28',
      })
    },
  },
]
