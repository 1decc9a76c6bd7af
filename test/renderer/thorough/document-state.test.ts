// The state of a document in its row and panel, over time and after corrections.
import { describe, expect, test } from 'vitest'
import { BILL, INVOICE, startInbox } from '#support/inbox.ts'
import { wakeUploader, insertSighting, spool } from '#support/spooled.ts'
import { all, click, column, flush, isShown, open, press, setScreens, text } from '#support/screens.ts'

setScreens()

describe('a document', () => {
  test('says after ten minutes that reading takes longer than usual', async () => {
    const { engine } = await startInbox()
    spool(engine, new TextEncoder().encode('nothing to be read'), { name: 'scan.pdf' })
    await wakeUploader(engine)
    const loadNewest = async () =>
      (
        await engine.client.call('documents.list', {
          filter: { scope: 'all' },
          sort: [{ column: 'received', direction: 'desc' }],
          window: { offset: 0, limit: 1 },
        })
      ).rows[0]
    await engine.clock.advanceUntil(async () => (await loadNewest())?.state === 'processing')
    const sinceMs = Date.parse((await loadNewest())!.processingSince!)
    const readStateAfter = async (ms: number) => {
      engine.clock.sleepMachine(sinceMs + ms - engine.clock.wall())
      await open({ engine, path: '/documents' })
      return column('state')[0]
    }
    expect(await readStateAfter(9 * 60_000)).toBe('Reading')
    expect(await readStateAfter(11 * 60_000)).toBe(
      'ReadingThis is taking longer than usual. Check the file, or have it read again.',
    )
  })

  test('quotes the service only for failures at the service, not for failures on this computer', async () => {
    const { engine, row } = await startInbox()
    insertSighting(engine, '/in/mine.pdf', { code: 'documents/not-readable', details: { reason: 'EACCES' } })
    // The test wrote the row directly into the database. The engine lists it with its own next change.
    await engine.ask('documents.review', { ids: [row(BILL).id], isReviewed: true })
    await open({ engine, path: '/documents' })
    expect(column('state').filter((state) => /no permission to read|File is encrypted/.test(state))).toEqual([
      'Waiting for the complete fileQuaywatch has no permission to read the file.',
      'FailedThe service did not accept this file. Service message: “File is encrypted”',
    ])
  })

  test('shows a number that the user entered as entered by hand, not as one in the document', async () => {
    const { engine, container, row } = await startInbox()
    await engine.ask('edits.saveDocument', {
      documentId: row(BILL).documentId!,
      field: { extracted: 'bill_of_lading_number' },
      value: container.masterBill,
    })
    await open({ engine, path: '/documents' })
    await click(all('[data-row="0"] [data-key="file"]')[0]!)
    await press('Enter')
    await expect
      .poll(async () => {
        await flush()
        return isShown('matches')
      })
      .toBe(true)
    expect(text('matches')).toMatch(/In the document: vessel .+ · Entered by hand: master B\/L \w+/)
  })

  test('shows a number that was read as one in the document', async () => {
    const { engine, row } = await startInbox()
    await open({ engine, path: `/documents?document=${row(INVOICE).id}` })
    expect(text('matches')).toMatch(/In the document: container \w{4} \d{6} \d/)
    expect(text('matches')).not.toContain('Entered by hand')
  })
})
