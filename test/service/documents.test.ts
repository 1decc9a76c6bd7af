// Documents (specification 2.9-2.11, 3.4): uploaded directly, classified and read from their real
// bytes, linked, refused when they come again.
import { describe, expect, test } from 'vitest'
import type { Mail } from '#service/account/mail.ts'
import type { Post } from '#service/outgoing.ts'
import { textOf as textOfFile, withoutTags } from '#service/account/reading.ts'
import { pdfLines, pdfOf } from '../support/pdf.ts'
import { asking, DAY, HOUR, linkedId, NOON, textOf, type Asking, type Document, type Resource } from './asking.ts'
import { announce, create, handIn, put, type Announced } from './uploading.ts'

const SECOND = 1000
const settle = (ask: Asking, at: number) => ask.service.work({ processMs: 0, worldMs: at })

const world = asking()
const [container] = world.list('/containers').data
const shipmentId = linkedId(container!, 'shipment')!
const number = String(container!.attributes['number'])
const bill = String(world.get(`/shipments/${shipmentId}`).data.attributes['bill_of_lading_number'])
const spaced = `${number.slice(0, 4)} ${number.slice(4, 10)}-${number.slice(10)}`

const INVOICE = pdfOf([
  { x: 220, y: 740, text: 'COMMERCIAL INVOICE', size: 16 },
  { x: 60, y: 700, text: 'Invoice No:' }, { x: 140, y: 700, text: 'KM-2026/118' },
  { x: 340, y: 700, text: 'Invoice Date:' }, { x: 430, y: 700, text: '14 October 2026' },
  { x: 60, y: 680, text: 'Supplier' }, { x: 340, y: 680, text: 'Buyer' },
  { x: 60, y: 666, text: 'Hengli Outdoor (Ningbo) Co., Ltd.' }, { x: 340, y: 666, text: 'Kestrelmoor Outdoor' },
  { x: 60, y: 640, text: `Container: ${spaced}` },
  { x: 60, y: 626, text: `Master Bill of Lading: ${bill}` },
  { x: 60, y: 600, text: '12 x tents' }, { x: 430, y: 600, text: '1,200.00' },
  { x: 340, y: 560, text: 'Grand total' }, { x: 430, y: 560, text: 'USD 18,450.50' },
])

type Read = { document: Resource; payload: Record<string, unknown> | null }

async function read(ask: Asking, bytes: Uint8Array, blob: object = {}): Promise<Read> {
  const { data } = handIn(ask, bytes, blob)
  await settle(ask, NOON + 10 * SECOND)
  const { data: document, included } = ask.get(`/documents/${data.id}?include=last_document_representation`, NOON + 10 * SECOND)
  return { document, payload: (included[0]?.attributes['payload'] as Record<string, unknown> | undefined) ?? null }
}

describe('direct upload', () => {
  const bytes = pdfLines('anything')

  test('tells where to put the bytes and with which headers, without the key', () => {
    const announced = announce(world, bytes, { filename: 'Rechnung März.pdf' })
    expect(announced.direct_upload.url).toMatch(/^http:\/\/127\.0\.0\.1:4949\/rails\//)
    expect(announced.direct_upload.headers).toEqual({
      'Content-Type': 'application/pdf',
      'Content-MD5': expect.any(String) as string,
      'Content-Disposition': `inline; filename="Rechnung M?rz.pdf"; filename*=UTF-8''Rechnung%20M%C3%A4rz.pdf`,
    })
    expect(put(world, announced, bytes)).toBe(204)
  })

  test('is announced with the key, also below the address of the interface', () => {
    expect(world.raw('POST', '/rails/active_storage/direct_uploads', { body: {}, key: null }).status).toBe(401)
    expect(world.raw('POST', '/v2/rails/active_storage/direct_uploads', { body: {} }).status).toBe(422)
  })

  test.each([
    ['other bytes', (ask: Asking) => put(ask, announce(ask, bytes), pdfLines('something else')), 422],
    ['another MD5', (ask: Asking) => put(ask, announce(ask, bytes), bytes, { 'Content-MD5': 'AAAAAAAAAAAAAAAAAAAAAA==' }), 422],
    ['another type', (ask: Asking) => put(ask, announce(ask, bytes), bytes, { 'Content-Type': 'text/html' }), 422],
    ['another length', (ask: Asking) => put(ask, announce(ask, bytes, { byte_size: 7 }), bytes), 422],
    ['a late upload', (ask: Asking) => put(ask, announce(ask, bytes), bytes, {}, NOON + 2 * HOUR), 404],
    ['a made-up address', (ask: Asking) => put(ask, { ...announce(ask, bytes), direct_upload: { url: 'http://x/rails/active_storage/disk/abc--def', headers: {} } }, bytes), 404],
  ])('refuses %s', (_, attempt, status) => {
    expect(attempt(world)).toBe(status)
  })

  test.each([['filename', ''], ['filename', 7], ['content_type', 'x\r\nSet-Cookie: a'], ['byte_size', -1], ['byte_size', 1e12], ['checksum', 'short']])('refuses a %s of %j', (name, value) => {
    const blob = { filename: 'a.pdf', content_type: 'application/pdf', byte_size: 1, checksum: 'AAAAAAAAAAAAAAAAAAAAAA==', [name]: value }
    const { status, document } = world.send('POST', '/rails/active_storage/direct_uploads', { blob })
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer: `/blob/${name}` }])
  })

  test.each(['../../etc/passwd', '..\\..\\boot.ini', 'a\r\nX-Evil: 1.pdf', '"quoted".pdf', '..'])('makes a plain name of %j', (filename) => {
    const disposition = announce(world, bytes, { filename }).direct_upload.headers['Content-Disposition']!
    expect(disposition).toMatch(/^inline; filename="[^"/\\\r\n]+"; filename\*=UTF-8''[^/\\\r\n]+$/)
  })
})

describe('a document', () => {
  test('is without a type at first, then classified, then read and linked', async () => {
    const ask = asking()
    const { data } = handIn(ask, INVOICE, { filename: 'invoice.pdf' })
    expect(data.attributes).toMatchObject({ name: 'A document', document_type: null, source: 'api', file_name: 'invoice.pdf', file_content_type: 'application/pdf', file_size_bytes: INVOICE.byteLength })
    expect(data.links).toEqual({ self: `/documents/${data.id}`, download: `/documents/${data.id}/download_url` })
    await settle(ask, NOON)
    const path = `/documents/${data.id}?include=last_document_representation`
    expect(ask.get(path, NOON + SECOND).data.attributes['document_type']).toBeNull()
    const classified = ask.get(path, NOON + 3 * SECOND)
    expect([classified.data.attributes['document_type'], classified.included]).toEqual(['commercial_invoice', []])
    const { data: settled, included } = ask.get(path, NOON + 6 * SECOND)
    expect(included[0]!.attributes['payload']).toEqual({
      invoice_number: 'KM-2026/118',
      invoice_date: '2026-10-14',
      supplier_name: 'Hengli Outdoor (Ningbo) Co., Ltd.',
      buyer_name: 'Kestrelmoor Outdoor',
      total_amount: '18450.50',
      currency: 'USD',
      bill_of_lading_number: bill,
      container_numbers: [number],
    })
    expect(settled.relationships['shipments']!.data).toEqual([{ type: 'shipment', id: shipmentId }])
    expect(settled.relationships['cargos']!.data).toEqual([{ type: 'container', id: container!.id }])
  })

  test.each([
    ['bill_of_lading', ['BILL OF LADING', `B/L No: ${bill}`, 'Shipper: Hengli Outdoor', 'Consignee: Kestrelmoor Outdoor', 'Vessel: EVER LUCENT', 'Voyage: 102E', 'Port of Loading: Kaohsiung', 'Port of Discharge: Los Angeles', `${number} / SEAL 123`, 'Date of Issue: 10/14/2026'], { bill_of_lading_number: bill, shipper_name: 'Hengli Outdoor', vessel_name: 'EVER LUCENT', voyage_number: '102E', port_of_discharge: 'Los Angeles', container_numbers: [number], issue_date: '2026-10-14' }],
    ['arrival_notice', ['ARRIVAL NOTICE', `MBL: ${bill}`, 'ETA: Nov 3, 2026', 'Last Free Day: 2026-11-09', 'Total Charges: $ 1,310.00', number], { bill_of_lading_number: bill, eta: '2026-11-03', last_free_day: '2026-11-09', total_charges: '1310.00', currency: 'USD' }],
    ['delivery_order', ['DELIVERY ORDER', 'Delivery Order No: DO-7781', `Bill of Lading: ${bill}`, 'Deliver to: 44 Kestrel Way, Fontana', 'Pickup location: Everport', number], { delivery_order_number: 'DO-7781', deliver_to: '44 Kestrel Way, Fontana', container_numbers: [number] }],
    ['packing_list', ['PACKING LIST', 'Invoice No: KM-2026/118', 'Date: 14.10.2026', 'Total cartons: 480', 'Gross weight (kg): 9,310.5', number], { invoice_number: 'KM-2026/118', date: '2026-10-14', total_packages: '480', gross_weight_kg: '9310.50' }],
  ])('is recognised as %s and read', async (type, lines, expected) => {
    const { document, payload } = await read(asking(), pdfLines(...lines))
    expect(document.attributes['document_type']).toBe(type)
    expect(payload).toMatchObject(expected)
  })

  test('of plain text is read as well; what is no text, or says nothing, fails', async () => {
    const ask = asking()
    const text = new TextEncoder().encode('INVOICE\nInvoice number: 77-1\nTotal: EUR 1.234,50\n')
    expect((await read(ask, text, { filename: 'a.txt', content_type: 'text/plain' })).payload).toEqual({ invoice_number: '77-1', total_amount: '1234.50', currency: 'EUR' })
    const broken = new TextEncoder().encode('%PDF-1.4 this is no PDF')
    const photo = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
    for (const [bytes, blob] of [[broken, {}], [photo, { content_type: 'image/jpeg' }], [pdfLines('Dear friends'), {}], [new Uint8Array(), {}]] as const) {
      const { document, payload } = await read(ask, bytes, blob)
      expect([document.attributes['document_type'], payload]).toEqual([null, null])
    }
  })

  test('with the content of another is refused with 409 and not processed again', () => {
    const ask = asking()
    const { data } = handIn(ask, INVOICE)
    const again = announce(ask, INVOICE, { filename: 'other name.pdf' })
    put(ask, again, INVOICE)
    const { status, document } = create(ask, { name: 'Other name', attached_document: again.signed_id })
    expect(status).toBe(409)
    expect(document.errors[0]).toMatchObject({ status: '409', code: 'duplicate_document', meta: { existing_document_id: data.id, existing_document_name: 'A document' } })
    expect(ask.list('/documents').data).toHaveLength(1)
    // Once it is deleted the content is new again.
    expect(ask.raw('DELETE', `/v2/documents/${data.id}`).status).toBe(204)
    expect(create(ask, { attached_document: again.signed_id }).document.data.attributes['name']).toBe('other name.pdf')
  })

  test.each([
    ['attached_document', {}],
    ['attached_document', { attached_document: 'forged--abc' }],
    ['attached_document', { attached_document: 7 }],
    ['name', { name: 7 }],
  ])('without a good %s is refused', (name, attributes) => {
    const announced = announce(world, pdfLines('for refusals'))
    put(world, announced, pdfLines('for refusals'))
    const sent = name === 'name' ? { attached_document: announced.signed_id, ...attributes } : { name: 'x', ...attributes }
    const { status, document } = create(world, sent)
    expect([status, document.errors[0]!.source]).toEqual([422, { pointer: `/data/attributes/${name}` }])
  })

  test('needs an upload that was made, and a signed id that has not expired', () => {
    const bytes = pdfLines('late')
    const announced = announce(world, bytes)
    expect(create(world, { attached_document: announced.signed_id }).status).toBe(422)
    put(world, announced, bytes)
    expect(create(world, { attached_document: announced.signed_id }, NOON + 2 * DAY).document.errors[0]!.detail).toMatch(/expired/)
  })

  test('is downloaded from an address that needs no key and ends after a while', () => {
    const ask = asking()
    const { data } = handIn(ask, INVOICE)
    const answer = ask.raw('GET', `/v2/documents/${data.id}/download_url`)
    const url = new URL((JSON.parse(textOf(answer)) as { download_url: string }).download_url)
    const file = ask.raw('GET', url.pathname, { key: null })
    expect(file.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' })
    expect(Buffer.compare(file.body, INVOICE)).toBe(0)
    expect(ask.raw('GET', url.pathname, { key: null, at: NOON + 2 * HOUR }).status).toBe(404)
  })

  test('takes a type and data set by hand, and lets go of them', async () => {
    const ask = asking()
    const { document } = await read(ask, pdfLines('Dear friends', 'Supplier: Hengli'))
    const patch = (attributes: object) => ask.send('PATCH', `/documents/${document.id}`, { data: { type: 'document', attributes } }, NOON + HOUR)
    expect(patch({ document_type_manual: 'commercial_invoice', extracted_data_manual: { total_amount: '5.00' } }).document.data.attributes['document_type']).toBe('commercial_invoice')
    const payload = () => ask.get(`/documents/${document.id}?include=current_extraction`, NOON + HOUR).included[0]?.attributes['payload']
    expect(payload()).toEqual({ supplier_name: 'Hengli', total_amount: '5.00' })
    patch({ extracted_data_manual: null })
    expect(payload()).toEqual({ supplier_name: 'Hengli' })
    expect(patch({ document_type_manual: 'poem' }).status).toBe(422)
    expect(patch({ name: 'x' }).status).toBe(422)
    // Classified anew, the type set by hand is gone.
    const anew = ask.raw('POST', `/v2/documents/${document.id}/reclassify`, { at: NOON + HOUR })
    expect([anew.status, textOf(anew)]).toEqual([202, '{"status":"accepted"}'])
    await settle(ask, NOON + 2 * HOUR)
    expect(ask.get(`/documents/${document.id}`, NOON + 2 * HOUR).data.attributes['document_type']).toBeNull()
    for (const path of ['reextract', 'relink']) expect(ask.raw('POST', `/v2/documents/${document.id}/${path}`).status).toBe(202)
  })

  test('is linked anew by the numbers that were corrected by hand', async () => {
    const ask = asking()
    const { document } = await read(ask, pdfLines('COMMERCIAL INVOICE', 'Invoice No: KM-1', 'Total amount: USD 5.00'))
    const linksAt = (at: number) => {
      const { data } = ask.get(`/documents/${document.id}`, at)
      return [data.relationships['shipments']?.data, data.relationships['cargos']?.data]
    }
    expect(linksAt(NOON + HOUR)).toEqual([[], []])
    ask.send('PATCH', `/documents/${document.id}`, { data: { type: 'document', attributes: { extracted_data_manual: { bill_of_lading_number: bill, container_numbers: [spaced] } } } }, NOON + HOUR)
    expect(linksAt(NOON + HOUR)).toEqual([[], []])
    ask.raw('POST', `/v2/documents/${document.id}/relink`, { at: NOON + HOUR })
    await settle(ask, NOON + HOUR + SECOND)
    expect(linksAt(NOON + HOUR + SECOND)).toEqual([[{ type: 'shipment', id: shipmentId }], [{ type: 'container', id: container!.id }]])
  })

  test('is rotated by right angles when it is an image', () => {
    const ask = asking()
    const image = handIn(ask, new Uint8Array([0xff, 0xd8]), { filename: 'scan.jpg', content_type: 'image/jpeg' }).data
    const text = handIn(ask, INVOICE).data
    const rotate = (id: string, degrees: unknown) => ask.raw('POST', `/v2/documents/${id}/rotate`, { body: { degrees } }).status
    expect([90, 180, 270, 45, '90', undefined].map((degrees) => rotate(image.id, degrees))).toEqual([202, 202, 202, 422, 422, 422])
    expect(rotate(text.id, 90)).toBe(422)
    expect(rotate('x', 90)).toBe(404)
  })

  test('is found by name, reference and type, and listed in the order asked for', async () => {
    const ask = asking()
    await read(ask, INVOICE, { filename: 'October invoice.pdf' })
    await read(ask, pdfLines('PACKING LIST', 'Total cartons: 9'), { filename: 'packing.pdf' })
    const names = (query: string) => ask.list(`/documents?${query}`, NOON + 10 * SECOND).data.map(({ attributes }) => attributes['file_name'])
    expect(names('filter[filename]=OCTOBER')).toEqual(['October invoice.pdf'])
    expect(names('filter[document_types]=packing_list,arrival_notice')).toEqual(['packing.pdf'])
    expect(names(`filter[reference]=${number}`)).toEqual(['October invoice.pdf'])
    expect(names('sort=document_type')).toEqual(['October invoice.pdf', 'packing.pdf'])
    expect(names('sort=-document_type')).toEqual(['packing.pdf', 'October invoice.pdf'])
    expect(ask.send('GET', '/documents?sort=colour', undefined).document.errors[0]!.source).toEqual({ parameter: 'sort' })
  })

  test('has its types and schemas told', () => {
    const types = JSON.parse(textOf(world.raw('GET', '/v2/documents/types'))) as { document_types: { code: string }[] }
    for (const { code } of types.document_types) {
      const { data } = world.get(`/document_schemas/${code}@2026-03-01`)
      expect(data.attributes).toMatchObject({ document_type: code, schema_format: 'json_schema', current: true, draft: false })
    }
    expect(world.raw('GET', '/v2/document_schemas/poem@2026-03-01').status).toBe(404)
  })

  test('is nothing to an account without documents', () => {
    const poor = asking({ features: new Set() })
    expect(poor.raw('GET', '/v2/documents').status).toBe(403)
    expect(poor.raw('POST', '/v2/documents', { body: {} }).status).toBe(403)
  })
})

const MAIL: Mail = {
  subject: 'Shipping documents', text: 'Please find attached. '.repeat(20), from: ['export@hengli.example'], to: ['documents@sample.example'], cc: ['desk@forwarder.example'],
  messageId: '<1@hengli.example>', inReplyTo: null, references: [], contentType: 'multipart/mixed', sentMs: NOON - HOUR,
  attachments: [{ filename: 'invoice.pdf', contentType: 'application/pdf', content: INVOICE }, { filename: 'packing.pdf', contentType: 'application/pdf', content: pdfLines('PACKING LIST', 'Total cartons: 3') }],
}

describe('an e-mail', () => {
  test('becomes a submission with its documents, read like any other', async () => {
    const ask = asking()
    ask.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON })
    await settle(ask, NOON + 10 * SECOND)
    const { data, included } = ask.list('/email_submissions', NOON + 10 * SECOND)
    expect(data[0]!.attributes).toMatchObject({ subject: 'Shipping documents', body_preview: MAIL.text!.slice(0, 200), from: MAIL.from, to: MAIL.to, cc: MAIL.cc, message_id: MAIL.messageId, sent_at: '2026-11-20T16:00:00Z', documents_count: 2 })
    expect(included.map(({ type }) => type).toSorted()).toEqual(['document', 'document', 'document_representation', 'document_representation'])
    const document = included.find(({ type }) => type === 'document')!
    expect(document.attributes['source']).toBe('email')
    expect(linkedId(document, 'email_submission')).toBe(data[0]!.id)
    expect(ask.get(`/email_submissions/${data[0]!.id}`, NOON + 10 * SECOND).data).toEqual(data[0])
  })

  test('that brings a file again is taken, the file is not', () => {
    const ask = asking()
    handIn(ask, INVOICE)
    ask.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON })
    ask.service.receiveMail(MAIL, { processMs: 0, worldMs: NOON + HOUR })
    expect(ask.list('/email_submissions').data.map(({ attributes }) => attributes['documents_count'])).toEqual([0, 1])
    expect(ask.list('/documents').data).toHaveLength(2)
  })
})

test('the outcome of reading is told to webhooks, with the representation or without', async () => {
  const told: Document[] = []
  const post: Post = ({ body }) => {
    told.push(JSON.parse(new TextDecoder().decode(body)) as Document)
    return Promise.resolve({ status: 200, headers: {}, body: '' })
  }
  const ask = asking({ post })
  ask.send('POST', '/webhooks', { data: { type: 'webhook', attributes: { url: 'https://hooks.example', active: true, events: ['document.extracted', 'document.extraction_failed'] } } })
  ask.service.receiveMail({ ...MAIL, attachments: MAIL.attachments.slice(0, 1) }, { processMs: 0, worldMs: NOON })
  handIn(ask, pdfLines('Dear friends'))
  await settle(ask, NOON)
  expect(told).toEqual([])
  await settle(ask, NOON + 10 * SECOND)
  await settle(ask, NOON + HOUR)
  expect(told.map(({ data }) => data.attributes['event'])).toEqual(['document.extracted', 'document.extraction_failed'])
  expect(told[0]!.data).toMatchObject({ attributes: { version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string }, relationships: { document: { data: { type: 'document' } } } })
  expect(told[0]!.included.map(({ type }) => type)).toEqual(['document', 'email_submission', 'account', 'document_representation'])
  expect(told[1]!.included.map(({ type }) => type)).toEqual(['document', 'account', 'user'])
})

test('of a large page only the beginning is looked at, however many tags it opens', async () => {
  const page = (text: string) => textOfFile(new TextEncoder().encode(text), 'text/html')
  expect(await page('<p>PACKING LIST</p><p>3 cartons</p>')).toMatch(/PACKING LIST\s+3 cartons/)
  expect(await page(`${'<b></b>'.repeat(50_000)}PACKING LIST`)).toBeNull()
  const opened = '<'.repeat(20_000_000)
  expect((await page(opened))?.length).toBe(60_000)
  expect(withoutTags(`<i>${opened}`)).toMatch(/^ <+$/)
})

test('the file of a deleted document is gone, that of one still there is not', () => {
  const ask = asking()
  const [one, other] = [pdfLines('one'), pdfLines('other')].map((bytes) => {
    const announced = announce(ask, bytes)
    put(ask, announced, bytes)
    return { announced, id: create(ask, { attached_document: announced.signed_id }).document.data.id }
  }) as [{ announced: Announced; id: string }, { announced: Announced; id: string }]
  const addressOf = (id: string) => new URL((ask.get(`/documents/${id}/download_url`) as unknown as { download_url: string }).download_url).pathname
  const [address, otherAddress] = [addressOf(one.id), addressOf(other.id)]
  ask.raw('DELETE', `/v2/documents/${one.id}`)
  expect([address, otherAddress].map((path) => ask.raw('GET', path, { key: null }).status)).toEqual([404, 200])
  expect(create(ask, { attached_document: one.announced.signed_id }).status).toBe(422)
})

test('data set by hand is shown also where nothing could be read and no type is known', async () => {
  const ask = asking()
  const { data } = handIn(ask, new Uint8Array([0, 1, 2]), { filename: 'box.png', content_type: 'image/png' })
  await settle(ask, NOON + 10 * SECOND)
  const path = `/documents/${data.id}`
  ask.send('PATCH', path, { data: { type: 'document', attributes: { extracted_data_manual: { note: 'by hand' } } } }, NOON + HOUR)
  const { data: document, included } = ask.get(`${path}?include=last_document_representation`, NOON + HOUR)
  expect(document.attributes['document_type']).toBeNull()
  expect(included.map(({ attributes }) => attributes['payload'])).toEqual([{ note: 'by hand' }])
  ask.send('PATCH', path, { data: { type: 'document', attributes: { extracted_data_manual: null } } }, NOON + HOUR)
  expect(ask.get(`${path}?include=last_document_representation`, NOON + HOUR).included).toEqual([])
})
