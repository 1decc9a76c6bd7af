// E-mails, and the links to documents on Today, on panels, in the search and among edits.
import { describe, expect, test } from 'vitest'
import { INVOICE, startInbox } from '#support/inbox.ts'
import { pdfLines } from '#support/pdf.ts'
import { startScreenEngine } from '#support/screen-engine.ts'
import {
  all,
  byTestId,
  click,
  column,
  copied,
  flush,
  isShown,
  open,
  press,
  setScreens,
  text,
  type,
} from '#support/screens.ts'
import { expectEventually } from '#support/inbox-screen.ts'
import { createMail } from '#support/mail.ts'

setScreens()

describe('e-mails', () => {
  const mails = [
    {
      subject: 'Invoice for PO-4711',
      text: 'See attached.',
      attachments: [
        {
          filename: 'mailed.pdf',
          contentType: 'application/pdf',
          content: pdfLines('COMMERCIAL INVOICE', 'Invoice No: M-1'),
        },
      ],
    },
    { subject: '', text: null, attachments: [] },
    {
      subject: 'DO for tomorrow’s pickup',
      text: 'The terminal asks for the driver’s name by 16:00.',
      attachments: [
        {
          filename: 'order.pdf',
          contentType: 'application/pdf',
          content: pdfLines('DELIVERY ORDER', 'Delivery Order No: DO-771'),
        },
      ],
    },
  ]

  /** Starts an engine that receives these e-mails in this order. */
  async function startWithMails() {
    const engine = await startScreenEngine({ containers: 7 })
    for (const mail of mails) {
      const from = ['desk@terminal.example']
      const to = ['documents@sample.example']
      engine.service.service.receiveMail(createMail({ from, to, ...mail }), {
        processMs: engine.clock.up(),
        worldMs: engine.service.worldMs(),
      })
      await engine.clock.advance(2_000)
    }
    await engine.clock.advanceUntil(async () => {
      await engine.service.work()
      const { client } = engine
      const mailed = await client.call('emails.list', { filter: {}, sort: [], window: { offset: 0, limit: 10 } })
      const read = await client.call('documents.list', {
        filter: { scope: 'all', states: ['extracted', 'needs-link'] },
        sort: [],
        window: { offset: 0, limit: 10 },
      })
      return mailed.total === 3 && read.total === 2 && read.rows.every(({ sourceName }) => sourceName !== null)
    })
    return engine
  }

  test('open from the inbox and by keys, each with its documents', async () => {
    const engine = await startWithMails()
    const { router } = await open({ engine, path: '/documents' })
    await click('to-emails')
    expect(router.currentRoute.value.name).toBe('emails')
    expect(column('subject')).toEqual(['DO for tomorrow’s pickup', '(no subject)', 'Invoice for PO-4711'])
    await click(all('[data-row="0"] [data-key="subject"]')[0]!)
    await press('Enter')
    await expectEventually(() => isShown('email-body'))
    expect(text('email-body')).toContain('The terminal asks for the driver’s name by 16:00.')
    const { email } = router.currentRoute.value.query
    await click('paper')
    const { rows } = await engine.ask('emails.get', { id: String(email) })
    expect([rows[0]?.fileName, router.currentRoute.value]).toMatchObject([
      'order.pdf',
      { name: 'documents', query: { document: rows[0]?.id } },
    ])
    await expectEventually(() => isShown('open-email'))
    await click('open-email')
    expect(router.currentRoute.value).toMatchObject({ name: 'emails', query: { email } })
  })

  test('show the address for documents, which can be copied and changed', async () => {
    const { engine } = await open({ engine: await startWithMails(), path: '/emails' })
    await click('alias-copy')
    expect(copied).toEqual(['documents@sample.example'])
    await click('alias-change')
    await type('alias-text', 'no address')
    await click('alias-save')
    expect(text('alias')).toContain('This is not a valid e-mail address.')
    await type('alias-text', 'desk@docs.example')
    await click('alias-save')
    expect(engine.lastInput('emails.setAlias')).toEqual({ address: 'desk@docs.example' })
    expect(text('alias-address')).toBe('desk@docs.example')
    await click('alias-change')
    await click('alias-forget')
    expect(text('alias-address')).toBe('documents@sample.example')
  })

  test('say that none has arrived', async () => {
    await open({ rows: 7, path: '/emails' })
    expect(text('empty-state')).toMatch(/^No e-mails yet\./)
    expect(text('alias')).toContain('The address is unknown until')
  })
})

describe('documents on other screens', () => {
  test('are counted on Today, which leads to those that need the user', async () => {
    const { engine, router } = await open({ engine: (await startInbox()).engine, path: '/today' })
    expect(text('waiting-documents')).toContain('3 to review')
    await click('waiting-documents-open')
    expect(router.currentRoute.value.name).toBe('documents')
    expect(engine.lastInput('documents.list')).toMatchObject({ filter: { scope: 'needs-me' } })
  })

  test('are on the panels of their shipment and container, and lead to the inbox', async () => {
    const { engine, container, row } = await startInbox()
    const { router } = await open({ engine, path: `/containers?container=${container.id}` })
    expect(text('documents-of')).toContain(INVOICE)
    await router.push(`/shipments?shipment=${container.shipmentId}`)
    await flush()
    expect(text('documents-of')).toContain('$12,480.50')
    await click(all('[data-testid="paper"]').find(({ textContent }) => textContent.includes(INVOICE))!)
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: row(INVOICE).id } })
  })

  test('are found by their number, with the matched text', async () => {
    const { router } = await open({ engine: (await startInbox()).engine, path: '/lfd' })
    await type('search', 'INV-2026')
    byTestId('search').focus()
    await expectEventually(() => text('search-results').includes(`${INVOICE}Document`))
    await press('Enter')
    expect(router.currentRoute.value.name).toBe('documents')
  })

  test('are in the list of edits, which leads back to them', async () => {
    const { engine, row } = await startInbox()
    const { documentId } = row(INVOICE)
    engine.network.unplug()
    await engine.ask('edits.saveDocument', {
      documentId: documentId!,
      field: { extracted: 'supplier_name' },
      value: 'Halcyon',
    })
    await engine.ask('documents.ask', { documentId: documentId!, act: 'relink' })
    const { router } = await open({ engine, path: '/edits' })
    expect(text('edits-screen')).toContain(`Supplier name of ${INVOICE}`)
    expect(text('edits-screen')).toContain('Match again')
    await click('edit-open')
    expect(router.currentRoute.value).toMatchObject({ name: 'documents', query: { document: documentId } })
  })
})
