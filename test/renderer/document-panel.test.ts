// The panel of a document: extracted values, their correction, and links to other records.
import { describe, expect, test, vi } from 'vitest'
import { createAccountClient } from '#support/account.ts'
import { BILL, COPY, INVOICE } from '#support/inbox.ts'
import { openDocument, openInbox } from '#support/inbox-screen.ts'
import { alterJson, createRefusal } from '#support/network.ts'
import { pdfLines } from '#support/pdf.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import { wakeUploader, spool, untilDocuments } from '#support/spooled.ts'
import { all, byTestId, click, copied, flush, isShown, open, press, setScreens, text, type } from '#support/screens.ts'
import { canUploadAgain } from '../../src/renderer/src/features/documents/documents.ts'

setScreens()

/** The service’s answer about a document, with these extracted lines. */
function withLines(json: Record<string, unknown>, lines: object[]) {
  for (const { type, attributes } of (json['included'] ?? []) as { type: string; attributes: { payload: object } }[])
    if (type === 'document_representation') Object.assign(attributes.payload, { lines })
  return json
}

describe('a document', () => {
  test('shows its page beside the extracted values, the reason for its link, and the differences', async () => {
    const { engine, row: rowOf } = await openInbox()
    // The schema names values that the document does not have.
    await engine.clock.advanceUntil(async () =>
      (await engine.client.call('documents.get', { id: rowOf(INVOICE).id })).fields.some(({ value }) => value === null),
    )
    await openDocument(INVOICE)
    await vi.waitFor(() => expect(text('page-count')).toBe('of 3'))
    expect(text('panel-number')).toBe(INVOICE)
    expect(text('mismatches')).toContain('Container CSQU 305438 3 is not on this shipment.')
    expect(text('matches')).toMatch(
      /^Linked to shipment \w+In the document: master B\/L \w+Linked to container \w{4} \d{6} \dIn the document: container \w{4} \d{6} \d/,
    )
    expect(text('fact-read-total_amount')).toContain('$12,480.50')
    expect(isShown('fact-read-purchase_order_number')).toBe(false)
    await click('show-empty')
    expect(text('fact-read-purchase_order_number')).toContain('None')
  })

  test('shows an extracted table with its rows and columns', async () => {
    const engine = await startScreenEngine({ containers: 7 })
    const lines = ['Chairs', 'Tables', 'Lamps'].map((description) => ({ description, hs_code: '9401' }))
    // The embedded service reads no tables.
    engine.network.fault(({ method, url }) =>
      method === 'GET' && url.includes('/v2/documents') ? alterJson((json) => withLines(json, lines)) : null,
    )
    spool(engine, pdfLines('COMMERCIAL INVOICE', 'Invoice No: K-118'), { name: INVOICE })
    await wakeUploader(engine)
    await untilDocuments(engine, ([row]) => row?.state === 'needs-link')
    await open({ path: '/documents', engine })
    await openDocument(INVOICE)
    expect(text('fact-read-lines')).toContain('Lines · 3 rowsDescriptionHs codeChairs9401')
  })

  test('copies a value when it is clicked', async () => {
    await openInbox()
    await openDocument(INVOICE)
    await click('copy-read-invoice_number')
    expect(copied).toEqual(['INV-2026-11873'])
  })

  test('is corrected in place: the correction is shown at once as waiting, and can be undone', async () => {
    const { engine, row: rowOf } = await openInbox()
    engine.network.unplug()
    await openDocument(INVOICE)
    await click('change-read-supplier_name')
    await type('field-supplier_name', 'Ningbo Halcyon Ltd.')
    await click('save-supplier_name')
    expect(engine.lastInput('edits.saveDocument')).toEqual({
      documentId: rowOf(INVOICE).documentId,
      field: { extracted: 'supplier_name' },
      value: 'Ningbo Halcyon Ltd.',
      seen: 'Ningbo Halcyon Trading Co., Ltd.',
    })
    expect(text('fact-read-supplier_name')).toContain('Ningbo Halcyon Ltd.Waiting to be sent')
    await click('edit-undo')
    expect(text('fact-read-supplier_name')).toContain('Ningbo Halcyon Trading Co., Ltd.')
  })

  test('is not corrected when its form is left, and Undo opens the form again with the typed text', async () => {
    const { engine } = await openInbox()
    await openDocument(INVOICE)
    await click('change-read-supplier_name')
    await type('field-supplier_name', 'Ningbo Halcyon Ltd.')
    await openDocument(BILL)
    expect([isShown('field-supplier_name'), engine.calls.some(({ name }) => name === 'edits.saveDocument')]).toEqual([
      false,
      false,
    ])
    await click('undo')
    expect([text('panel-number'), (byTestId('field-supplier_name') as HTMLInputElement).value]).toEqual([
      INVOICE,
      'Ningbo Halcyon Ltd.',
    ])
  })

  test.each(['conflict', 'refused'] as const)('shows a correction in the state %s to the user', async (state) => {
    const { engine, row: rowOf } = await openInbox()
    const { documentId } = rowOf(INVOICE)
    await openDocument(INVOICE)
    engine.network.unplug()
    await engine.ask('edits.saveDocument', { documentId: documentId!, field: 'document-type', value: 'bill_of_lading' })
    if (state === 'conflict')
      createAccountClient(engine.service.act).send('PATCH', `/documents/${documentId!}`, {
        data: { type: 'document', id: documentId, attributes: { document_type_manual: 'packing_list' } },
      })
    else engine.network.fault(({ method }) => (method === 'PATCH' ? createRefusal('unknown type') : null))
    engine.network.plug()
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('edits.list', { target: null })).rows[0]?.state === state,
    )
    await flush()
    if (state === 'conflict')
      expect([text('edit-mine'), text('edit-theirs')]).toEqual(['Bill of lading', 'Packing list'])
    else expect(text('edit-refused')).toContain('Service message: “unknown type”')
  })

  test('can be processed again, and the request is shown until it is done', async () => {
    const { engine, row: rowOf } = await openInbox()
    engine.network.unplug()
    await openDocument(INVOICE)
    expect(all('button[data-testid^="ask-"]').map(({ textContent }) => textContent.trim())).toEqual([
      'Read again',
      'Detect type again',
      'Match again',
    ])
    await click('ask-reextract')
    expect(engine.lastInput('documents.ask')).toEqual({ documentId: rowOf(INVOICE).documentId, act: 'reextract' })
    expect(text('fact-asked-reextract')).toContain('Request to the serviceRead againWaiting to be sent')
  })

  test('leads to its shipment, on to a container, and back', async () => {
    const { router, row: rowOf } = await openInbox()
    await openDocument(INVOICE)
    await click('link-shipment')
    expect(byTestId('detail-panel').getAttribute('aria-label')).toMatch(/^Shipment /)
    await click(byTestId('container-lines').querySelector('button')!)
    expect(Object.keys(router.currentRoute.value.query)).toEqual(['document', 'shipment', 'container'])
    await click('back-to-document')
    expect(router.currentRoute.value.query).toEqual({ document: rowOf(INVOICE).id })
  })

  test('without a link shows possible shipments with reasons, and links nothing automatically', async () => {
    await openInbox()
    await openDocument(BILL)
    expect(text('matches')).toMatch(
      /^May belong to shipment .*Similar: vessel .+\. Quaywatch does not link a document on similarity alone\.$/,
    )
  })

  test('that is a duplicate leads to the first document; one deleted at the service can be uploaded again', async () => {
    const { engine, router, row: rowOf } = await openInbox()
    await openDocument(COPY)
    await click('open-first')
    expect(router.currentRoute.value.query).toEqual({ document: rowOf(INVOICE).id })
    createAccountClient(engine.service.act).send('DELETE', `/documents/${rowOf(BILL).documentId!}`)
    await engine.clock.advance(60_000)
    engine.clock.sleepMachine(26 * 3_600_000)
    await engine.clock.advanceUntil(
      async () => (await engine.client.call('documents.get', { id: rowOf(BILL).id })).isGone,
    )
    await press('Escape')
    await router.push(`/documents?document=${rowOf(BILL).id}`)
    await flush()
    expect(text('document-state')).toContain('Deleted at the service')
    await click('upload-again')
    expect(engine.lastInput('documents.uploadAgain')).toEqual({ id: rowOf(BILL).id })
  })

  test('can be uploaded again only if it was deleted at the service and came from a file here', () =>
    expect([
      canUploadAgain({ isGone: true, source: 'folder' }),
      canUploadAgain({ isGone: true, source: 'drop' }),
      canUploadAgain({ isGone: true, source: 'email' }),
      canUploadAgain({ isGone: true, source: 'other' }),
      canUploadAgain({ isGone: false, source: 'folder' }),
    ]).toEqual([true, true, false, false, false]))

  test('that no longer exists is reported as unknown', async () => {
    await openInbox({ path: '/documents?document=unknown' })
    expect(text('detail-panel')).toContain('Quaywatch does not know this document.')
  })
})
