// Lost answers and an end of the program during an upload lead to one document.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type Fault, alterJson } from '#support/network.ts'
import { listServiceDocuments, wakeUploader, spool, untilDocuments, hasProcessed } from '#support/spooled.ts'
import {
  startSmallEngine,
  PDF,
  listSent,
  isPut,
  listDocumentStates,
  isAnnounce,
  createOneTimeFault,
  isCreateDocument,
  createOtherInvoice,
  isNameSearch,
} from '#support/uploads.ts'

const steps = [
  ['the announcement', isAnnounce],
  ['the bytes', isPut],
  ['the document', isCreateDocument],
] as const

describe('a lost answer', () => {
  test.each(steps)('after %s was received leads to one document', async (_, isStep) => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isStep, { kind: 'hang' }))
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test.each(steps)('before %s was received leads to one document', async (_, isStep) => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isStep, { kind: 'fail', reason: 'broken' }))
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test.each(['reject', 'replace', 'accept'] as const)(
    'makes the engine search for the document, so there is one also if the account would %s a second one',
    async (duplicates) => {
      const engine = await startSmallEngine({ duplicates })
      spool(engine, PDF)
      engine.network.fault(
        createOneTimeFault(isCreateDocument, {
          kind: 'alter',
          alter: (answer) => ({ ...answer, status: 502, headers: {}, bytes: new Uint8Array() }),
        }),
      )
      await wakeUploader(engine)
      await engine.clock.advance(30_000)
      expect([await listDocumentStates(engine), listSent(engine, isNameSearch).length]).toEqual([['uploading'], 0])
      const [row] = await untilDocuments(engine, hasProcessed(1))
      expect([
        row?.state,
        listSent(engine, isCreateDocument).length,
        listSent(engine, isNameSearch).length,
        listServiceDocuments(engine).length,
      ]).toEqual(['needs-link', 1, 1, 1])
    },
  )

  test('sends nothing again while there are more documents than one search reads', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    const newer = {
      type: 'document',
      id: 'other',
      attributes: { name: 'other.pdf', created_at: '2027-01-01T00:00:00Z' },
    }
    const endless = (url: string) =>
      alterJson((json) => ({ ...json, data: [newer], links: { next: `${url}&page[number]=2` } }))
    const lostAnswer: Fault = {
      kind: 'alter',
      alter: (answer) => ({ ...answer, status: 502, headers: {}, bytes: new Uint8Array() }),
    }
    engine.network.fault((request) =>
      isCreateDocument(request) ? lostAnswer : isNameSearch(request) ? endless(request.url) : null,
    )
    await wakeUploader(engine)
    await engine.clock.advance(600_000)
    expect([await listDocumentStates(engine), listSent(engine, isCreateDocument).length]).toEqual([['uploading'], 1])
    engine.network.fault(null)
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('is not matched with a document of another user with the same name', async () => {
    const engine = await startSmallEngine()
    spool(engine, createOtherInvoice(1), { name: 'same.pdf' })
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    spool(engine, createOtherInvoice(2), { name: 'same.pdf', files: ['/in/sub/same.pdf'] })
    engine.network.fault(createOneTimeFault(isCreateDocument, { kind: 'answer', status: 500 }))
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(2))
    expect([
      listServiceDocuments(engine).length,
      listSent(engine, isNameSearch).length,
      listSent(engine, isCreateDocument).length,
    ]).toEqual([2, 2, 3])
  })
})

describe('the end of the program', () => {
  test.each([...steps, ['the answer to the document', isCreateDocument]] as const)(
    'at %s leaves one document',
    async (_, isStep) => {
      const engine = await startSmallEngine({ duplicates: 'accept' })
      spool(engine, PDF)
      engine.network.fault(createOneTimeFault(isStep, { kind: 'hang' }))
      await wakeUploader(engine)
      await engine.clock.advanceUntil(() => listSent(engine, isStep).length > 0)
      await engine.clock.advance(1_000)
      await engine.restart()
      await untilDocuments(engine, hasProcessed(1))
      expect(listServiceDocuments(engine)).toHaveLength(1)
    },
  )

  test('at any state leaves one document that is processed later', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    const reached = new Set<string>()
    const stateNow = () => {
      const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
      const row = db.prepare('SELECT state, post_sent_at IS NOT NULL AS isAsked FROM upload').get() as {
        state: string
        isAsked: number
      }
      db.close()
      return `${row.state}${row.isAsked === 1 ? ' asked' : ''}`
    }
    await wakeUploader(engine)
    // The steps are shorter than a network delay, so the program ends in each state that lasts.
    for (let step = 0; step < 6_000 && stateNow() !== 'EXTRACTED asked'; step++) {
      await engine.clock.advance(step < 400 ? 10 : 1_000)
      if (reached.has('CREATED asked')) await engine.service.work()
      if (reached.has(stateNow())) continue
      reached.add(stateNow())
      await engine.restart()
    }
    expect([...reached]).toEqual(['QUEUED', 'BLOB', 'PUT_OK asked', 'UNSURE asked', 'CREATED asked', 'EXTRACTED asked'])
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('during a search continues the search', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault((request) =>
      isCreateDocument(request) && listSent(engine, isCreateDocument).length === 1
        ? { kind: 'answer', status: 500 }
        : null,
    )
    await wakeUploader(engine)
    await engine.clock.advanceUntil(() => listSent(engine, isNameSearch).length === 1)
    await engine.restart()
    await untilDocuments(engine, hasProcessed(1))
    // One create failed, and one follows the search. The number of searches between them depends on the clock.
    expect([
      listServiceDocuments(engine).length,
      listSent(engine, isCreateDocument).length,
      listSent(engine, isNameSearch).length > 1,
    ]).toEqual([1, 2, true])
  })
})
