// A user corrects documents: their type, data, links and rotation.
import { describe, expect, test } from 'vitest'
import { pdfLines } from '#support/pdf.ts'
import { createClient, HOUR, NOON, readText } from './client.ts'
import { uploadDocument } from './uploading.ts'
import { INVOICE, spacedNumber, container, billNumber, shipmentId, work, SECOND, readDocument } from './invoice.ts'

describe('a document', () => {
  test('accepts a manual type and manual data, and removes them', async () => {
    const client = createClient()
    const { document } = await readDocument(client, pdfLines('Dear friends', 'Supplier: Hengli'))
    const patch = (attributes: object) =>
      client.send('PATCH', `/documents/${document.id}`, { data: { type: 'document', attributes } }, NOON + HOUR)
    expect(
      patch({ document_type_manual: 'commercial_invoice', extracted_data_manual: { total_amount: '5.00' } }).document
        .data.attributes['document_type'],
    ).toBe('commercial_invoice')
    const readPayload = () =>
      client.get(`/documents/${document.id}?include=current_extraction`, NOON + HOUR).included[0]?.attributes['payload']
    expect(readPayload()).toEqual({ supplier_name: 'Hengli', total_amount: '5.00' })
    patch({ extracted_data_manual: null })
    expect(readPayload()).toEqual({ supplier_name: 'Hengli' })
    expect(patch({ document_type_manual: 'poem' }).status).toBe(422)
    expect(patch({ name: 'x' }).status).toBe(422)
    // A new classification removes the type that was set by hand.
    const response = client.sendRaw('POST', `/v2/documents/${document.id}/reclassify`, { at: NOON + HOUR })
    expect([response.status, readText(response)]).toEqual([202, '{"status":"accepted"}'])
    await work(client, NOON + 2 * HOUR)
    expect(client.get(`/documents/${document.id}`, NOON + 2 * HOUR).data.attributes['document_type']).toBeNull()
    for (const path of ['reextract', 'relink'])
      expect(client.sendRaw('POST', `/v2/documents/${document.id}/${path}`).status).toBe(202)
  })

  test('is linked by its manually corrected numbers when linking is requested', async () => {
    const client = createClient()
    const { document } = await readDocument(
      client,
      pdfLines('COMMERCIAL INVOICE', 'Invoice No: KM-1', 'Total amount: USD 5.00'),
    )
    const readLinks = (at: number) => {
      const { data } = client.get(`/documents/${document.id}`, at)
      return [data.relationships['shipments']?.data, data.relationships['cargos']?.data]
    }
    expect(readLinks(NOON + HOUR)).toEqual([[], []])
    client.send(
      'PATCH',
      `/documents/${document.id}`,
      {
        data: {
          type: 'document',
          attributes: {
            extracted_data_manual: { bill_of_lading_number: billNumber, container_numbers: [spacedNumber] },
          },
        },
      },
      NOON + HOUR,
    )
    expect(readLinks(NOON + HOUR)).toEqual([[], []])
    client.sendRaw('POST', `/v2/documents/${document.id}/relink`, { at: NOON + HOUR })
    await work(client, NOON + HOUR + SECOND)
    expect(readLinks(NOON + HOUR + SECOND)).toEqual([
      [{ type: 'shipment', id: shipmentId }],
      [{ type: 'container', id: container!.id }],
    ])
  })

  test('can be rotated by 90, 180 or 270 degrees if it is an image', () => {
    const client = createClient()
    const image = uploadDocument(client, new Uint8Array([0xff, 0xd8]), {
      filename: 'scan.jpg',
      content_type: 'image/jpeg',
    }).data
    const text = uploadDocument(client, INVOICE).data
    const rotate = (id: string, degrees: unknown) =>
      client.sendRaw('POST', `/v2/documents/${id}/rotate`, { body: { degrees } }).status
    expect([90, 180, 270, 45, '90', undefined].map((degrees) => rotate(image.id, degrees))).toEqual([
      202, 202, 202, 422, 422, 422,
    ])
    expect(rotate(text.id, 90)).toBe(422)
    expect(rotate('x', 90)).toBe(404)
  })
})

test('a document shows data set by hand also if nothing was extracted and the type is unknown', async () => {
  const client = createClient()
  const { data } = uploadDocument(client, new Uint8Array([0, 1, 2]), { filename: 'box.png', content_type: 'image/png' })
  await work(client, NOON + 10 * SECOND)
  const path = `/documents/${data.id}`
  client.send(
    'PATCH',
    path,
    { data: { type: 'document', attributes: { extracted_data_manual: { note: 'by hand' } } } },
    NOON + HOUR,
  )
  const { data: document, included } = client.get(`${path}?include=last_document_representation`, NOON + HOUR)
  expect(document.attributes['document_type']).toBeNull()
  expect(included.map(({ attributes }) => attributes['payload'])).toEqual([{ note: 'by hand' }])
  client.send('PATCH', path, { data: { type: 'document', attributes: { extracted_data_manual: null } } }, NOON + HOUR)
  expect(client.get(`${path}?include=last_document_representation`, NOON + HOUR).included).toEqual([])
})
