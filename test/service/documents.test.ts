// The service classifies and extracts documents from their bytes, links them, and refuses duplicates (specification
// 2.9-2.11, 3.4).
import { describe, expect, test } from 'vitest'
import { extractText, removeTags } from '#service/account/reading.ts'
import { pdfLines } from '#support/pdf.ts'
import { createClient, DAY, HOUR, NOON, readText } from './client.ts'
import { announceUpload, createDocument, uploadDocument, putBytes, type AnnouncedUpload } from './uploading.ts'
import {
  INVOICE,
  containerNumber,
  container,
  sharedClient,
  billNumber,
  shipmentId,
  work,
  SECOND,
  readDocument,
} from './invoice.ts'

describe('a document', () => {
  test('first has no type, then is classified, then extracted and linked', async () => {
    const client = createClient()
    const { data } = uploadDocument(client, INVOICE, { filename: 'invoice.pdf' })
    expect(data.attributes).toMatchObject({
      name: 'A document',
      document_type: null,
      source: 'api',
      file_name: 'invoice.pdf',
      file_content_type: 'application/pdf',
      file_size_bytes: INVOICE.byteLength,
    })
    expect(data.links).toEqual({ self: `/documents/${data.id}`, download: `/documents/${data.id}/download_url` })
    await work(client, NOON)
    const path = `/documents/${data.id}?include=last_document_representation`
    expect(client.get(path, NOON + SECOND).data.attributes['document_type']).toBeNull()
    const classified = client.get(path, NOON + 3 * SECOND)
    expect([classified.data.attributes['document_type'], classified.included]).toEqual(['commercial_invoice', []])
    const { data: extracted, included } = client.get(path, NOON + 6 * SECOND)
    expect(included[0]!.attributes['payload']).toEqual({
      invoice_number: 'KM-2026/118',
      invoice_date: '2026-10-14',
      supplier_name: 'Hengli Outdoor (Ningbo) Co., Ltd.',
      buyer_name: 'Kestrelmoor Outdoor',
      total_amount: '18450.50',
      currency: 'USD',
      bill_of_lading_number: billNumber,
      container_numbers: [containerNumber],
    })
    expect(extracted.relationships['shipments']!.data).toEqual([{ type: 'shipment', id: shipmentId }])
    expect(extracted.relationships['cargos']!.data).toEqual([{ type: 'container', id: container!.id }])
  })

  test.each([
    [
      'bill_of_lading',
      [
        'BILL OF LADING',
        `B/L No: ${billNumber}`,
        'Shipper: Hengli Outdoor',
        'Consignee: Kestrelmoor Outdoor',
        'Vessel: EVER LUCENT',
        'Voyage: 102E',
        'Port of Loading: Kaohsiung',
        'Port of Discharge: Los Angeles',
        `${containerNumber} / SEAL 123`,
        'Date of Issue: 10/14/2026',
      ],
      {
        bill_of_lading_number: billNumber,
        shipper_name: 'Hengli Outdoor',
        vessel_name: 'EVER LUCENT',
        voyage_number: '102E',
        port_of_discharge: 'Los Angeles',
        container_numbers: [containerNumber],
        issue_date: '2026-10-14',
      },
    ],
    [
      'arrival_notice',
      [
        'ARRIVAL NOTICE',
        `MBL: ${billNumber}`,
        'ETA: Nov 3, 2026',
        'Last Free Day: 2026-11-09',
        'Total Charges: $ 1,310.00',
        containerNumber,
      ],
      {
        bill_of_lading_number: billNumber,
        eta: '2026-11-03',
        last_free_day: '2026-11-09',
        total_charges: '1310.00',
        currency: 'USD',
      },
    ],
    [
      'delivery_order',
      [
        'DELIVERY ORDER',
        'Delivery Order No: DO-7781',
        `Bill of Lading: ${billNumber}`,
        'Deliver to: 44 Kestrel Way, Fontana',
        'Pickup location: Everport',
        containerNumber,
      ],
      { delivery_order_number: 'DO-7781', deliver_to: '44 Kestrel Way, Fontana', container_numbers: [containerNumber] },
    ],
    [
      'packing_list',
      [
        'PACKING LIST',
        'Invoice No: KM-2026/118',
        'Date: 14.10.2026',
        'Total cartons: 480',
        'Gross weight (kg): 9,310.5',
        containerNumber,
      ],
      { invoice_number: 'KM-2026/118', date: '2026-10-14', total_packages: '480', gross_weight_kg: '9310.50' },
    ],
  ])('is recognised as %s and read', async (type, lines, expected) => {
    const { document, payload } = await readDocument(createClient(), pdfLines(...lines))
    expect(document.attributes['document_type']).toBe(type)
    expect(payload).toMatchObject(expected)
  })

  test('of plain text is extracted too; one that cannot be read or has no known title has no type and no data', async () => {
    const client = createClient()
    const text = new TextEncoder().encode('INVOICE\nInvoice number: 77-1\nTotal: EUR 1.234,50\n')
    expect((await readDocument(client, text, { filename: 'a.txt', content_type: 'text/plain' })).payload).toEqual({
      invoice_number: '77-1',
      total_amount: '1234.50',
      currency: 'EUR',
    })
    const broken = new TextEncoder().encode('%PDF-1.4 this is no PDF')
    const photo = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
    for (const [bytes, blob] of [
      [broken, {}],
      [photo, { content_type: 'image/jpeg' }],
      [pdfLines('Dear friends'), {}],
      [new Uint8Array(), {}],
    ] as const) {
      const { document, payload } = await readDocument(client, bytes, blob)
      expect([document.attributes['document_type'], payload]).toEqual([null, null])
    }
  })

  test('with the content of another document is refused with 409 and not processed again', () => {
    const client = createClient()
    const { data } = uploadDocument(client, INVOICE)
    const duplicate = announceUpload(client, INVOICE, { filename: 'other name.pdf' })
    putBytes(client, duplicate, INVOICE)
    const { status, document } = createDocument(client, { name: 'Other name', attached_document: duplicate.signed_id })
    expect(status).toBe(409)
    expect(document.errors[0]).toMatchObject({
      status: '409',
      code: 'duplicate_document',
      meta: { existing_document_id: data.id, existing_document_name: 'A document' },
    })
    expect(client.list('/documents').data).toHaveLength(1)
    // After the deletion of the document, its content is accepted again.
    expect(client.sendRaw('DELETE', `/v2/documents/${data.id}`).status).toBe(204)
    expect(createDocument(client, { attached_document: duplicate.signed_id }).document.data.attributes['name']).toBe(
      'other name.pdf',
    )
  })

  test.each([
    ['attached_document', {}],
    ['attached_document', { attached_document: 'forged--abc' }],
    ['attached_document', { attached_document: 7 }],
    ['name', { name: 7 }],
  ])('without a valid %s is refused', (name, attributes) => {
    const announced = announceUpload(sharedClient, pdfLines('for refusals'))
    putBytes(sharedClient, announced, pdfLines('for refusals'))
    const sent =
      name === 'name' ? { attached_document: announced.signed_id, ...attributes } : { name: 'x', ...attributes }
    const { status, document } = createDocument(sharedClient, sent)
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer: `/data/attributes/${name}` }])
  })

  test('needs a completed upload, and a signed id that has not expired', () => {
    const bytes = pdfLines('late')
    const announced = announceUpload(sharedClient, bytes)
    expect(createDocument(sharedClient, { attached_document: announced.signed_id }).status).toBe(422)
    putBytes(sharedClient, announced, bytes)
    expect(
      createDocument(sharedClient, { attached_document: announced.signed_id }, NOON + 2 * DAY).document.errors[0]!
        .detail,
    ).toMatch(/expired/)
  })

  test('is downloaded from an address that needs no key and expires', () => {
    const client = createClient()
    const { data } = uploadDocument(client, INVOICE)
    const answer = client.sendRaw('GET', `/v2/documents/${data.id}/download_url`)
    const url = new URL((JSON.parse(readText(answer)) as { download_url: string }).download_url)
    const file = client.sendRaw('GET', url.pathname, { key: null })
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(Buffer.compare(file.body, INVOICE)).toBe(0)
    expect(client.sendRaw('GET', url.pathname, { key: null, at: NOON + 2 * HOUR }).status).toBe(404)
  })

  test('is found by name, reference and type, and listed in the requested order', async () => {
    const client = createClient()
    await readDocument(client, INVOICE, { filename: 'October invoice.pdf' })
    await readDocument(client, pdfLines('PACKING LIST', 'Total cartons: 9'), { filename: 'packing.pdf' })
    const listFileNames = (query: string) =>
      client.list(`/documents?${query}`, NOON + 10 * SECOND).data.map(({ attributes }) => attributes['file_name'])
    expect(listFileNames('filter[filename]=OCTOBER')).toEqual(['October invoice.pdf'])
    expect(listFileNames('filter[document_types]=packing_list,arrival_notice')).toEqual(['packing.pdf'])
    expect(listFileNames(`filter[reference]=${containerNumber}`)).toEqual(['October invoice.pdf'])
    expect(listFileNames('sort=document_type')).toEqual(['October invoice.pdf', 'packing.pdf'])
    expect(listFileNames('sort=-document_type')).toEqual(['packing.pdf', 'October invoice.pdf'])
    expect(client.send('GET', '/documents?sort=colour', undefined).document.errors[0]!.source).toEqual({
      parameter: 'sort',
    })
  })

  test('has one of the listed types, each with a current schema', () => {
    const types = JSON.parse(readText(sharedClient.sendRaw('GET', '/v2/documents/types'))) as {
      document_types: { code: string }[]
    }
    for (const { code } of types.document_types) {
      const { data } = sharedClient.get(`/document_schemas/${code}@2026-03-01`)
      expect(data.attributes).toMatchObject({
        document_type: code,
        schema_format: 'json_schema',
        current: true,
        draft: false,
      })
    }
    expect(sharedClient.sendRaw('GET', '/v2/document_schemas/poem@2026-03-01').status).toBe(404)
  })

  test('is refused with 403 for an account without the documents feature', () => {
    const clientWithoutDocuments = createClient({ features: new Set() })
    expect(clientWithoutDocuments.sendRaw('GET', '/v2/documents').status).toBe(403)
    expect(clientWithoutDocuments.sendRaw('POST', '/v2/documents', { body: {} }).status).toBe(403)
  })
})

test('HTML is extracted from the beginning only if the page is large, whatever the number of its tags', async () => {
  const extractPage = (text: string) => extractText(new TextEncoder().encode(text), 'text/html')
  expect(await extractPage('<p>PACKING LIST</p><p>3 cartons</p>')).toMatch(/PACKING LIST\s+3 cartons/)
  expect(await extractPage(`${'<b></b>'.repeat(50_000)}PACKING LIST`)).toBeNull()
  const openTags = '<'.repeat(20_000_000)
  expect((await extractPage(openTags))?.length).toBe(60_000)
  expect(removeTags(`<i>${openTags}`)).toMatch(/^ <+$/)
})

test('a document loses its file when it is deleted, and other documents keep theirs', () => {
  const client = createClient()
  const [deleted, kept] = [pdfLines('one'), pdfLines('other')].map((bytes) => {
    const announced = announceUpload(client, bytes)
    putBytes(client, announced, bytes)
    return { announced, id: createDocument(client, { attached_document: announced.signed_id }).document.data.id }
  }) as [{ announced: AnnouncedUpload; id: string }, { announced: AnnouncedUpload; id: string }]
  const getDownloadPath = (id: string) =>
    new URL((client.get(`/documents/${id}/download_url`) as unknown as { download_url: string }).download_url).pathname
  const [deletedPath, keptPath] = [getDownloadPath(deleted.id), getDownloadPath(kept.id)]
  client.sendRaw('DELETE', `/v2/documents/${deleted.id}`)
  expect([deletedPath, keptPath].map((path) => client.sendRaw('GET', path, { key: null }).status)).toEqual([404, 200])
  expect(createDocument(client, { attached_document: deleted.announced.signed_id }).status).toBe(422)
})
