// What a document's row and panel say of how it stands, in time and after corrections.
import { describe, expect, it, vi } from 'vitest'
import { createFakeEngine } from '#support/fake-engine.ts'
import { all, click, column, isShown, open, press, setScreens, settled, text } from '#support/fake-screens.ts'

setScreens()

describe('a document', () => {
  it('says after ten minutes that reading takes longer than usual', async () => {
    const { engine } = await open({ rows: 7, path: '/documents' })
    const shown = async (processingSince: string) => {
      engine.documents.change('doc-3', { state: 'processing', sentBytes: null, processingSince })
      await settled()
      return column('state')[3]
    }
    expect(await shown('2026-11-20T17:23:00.000Z')).toBe('Being read')
    expect(await shown('2026-11-20T17:21:00.000Z')).toBe('Being readTakes longer than usual. It is still waited for; look at the file, or have it read again.')
  })

  it('quotes the service only where that said something, not what this computer calls a failure', async () => {
    const { engine } = await open({ rows: 14, path: '/documents' })
    engine.documents.change('doc-3', { state: 'waiting', sentBytes: null, failure: { code: 'documents/not-readable', details: { reason: 'EACCES' } } })
    await settled()
    expect(column('state').filter((said) => /may not be read|File is encrypted/.test(said))).toEqual([
      'Waiting for the file to settleThe file may not be read.',
      'FailedThe service does not take this file. The service says: “File is encrypted”',
    ])
  })

  it('says of a number that was entered by hand that it was, not that it is in the document', async () => {
    const engine = createFakeEngine(14)
    const asked = engine.handlers['documents.get']
    engine.handlers['documents.get'] = async (input) => {
      const detail = await asked(input)
      return { ...detail, fields: detail.fields.map((field) => (field.name === 'bill_of_lading_number' ? { ...field, isCorrected: true } : field)) }
    }
    await open({ engine, path: '/documents' })
    await click(all('[data-row="0"] [data-key="file"]')[0]!)
    await press('Enter')
    await vi.waitFor(() => { expect(isShown('matches')).toBe(true) })
    expect(text('matches')).toMatch(/In the document: container \w{4} \d{6} \d · Entered by hand: master B\/L \w+/)
  })
})
