// An upload leads to one document, also if an answer is lost or the program ends during the upload.
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

const uploadRequests = [
  ['the announcement', isAnnounce],
  ['the bytes', isPut],
  ['the document', isCreateDocument],
] as const

describe('a lost answer', () => {
  test.each(uploadRequests)('after %s was received leads to one document', async (_, isUploadRequest) => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isUploadRequest, { kind: 'hang' }))
    await wakeUploader(engine)
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test.each(uploadRequests)('before %s was received leads to one document', async (_, isUploadRequest) => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isUploadRequest, { kind: 'fail', reason: 'broken' }))
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
    const createEndlessSearch = (url: string) =>
      alterJson((json) => ({ ...json, data: [newer], links: { next: `${url}&page[number]=2` } }))
    const lostAnswer: Fault = {
      kind: 'alter',
      alter: (answer) => ({ ...answer, status: 502, headers: {}, bytes: new Uint8Array() }),
    }
    engine.network.fault((request) =>
      isCreateDocument(request) ? lostAnswer : isNameSearch(request) ? createEndlessSearch(request.url) : null,
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
  test.each(uploadRequests)('while %s waits for its answer leaves one document', async (_, isUploadRequest) => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    engine.network.fault(createOneTimeFault(isUploadRequest, { kind: 'hang' }))
    await wakeUploader(engine)
    await engine.clock.advanceUntil(() => listSent(engine, isUploadRequest).length > 0)
    await engine.clock.advance(1_000)
    await engine.restart()
    await untilDocuments(engine, hasProcessed(1))
    expect(listServiceDocuments(engine)).toHaveLength(1)
  })

  test('at any state leaves one document that is processed later', async () => {
    const engine = await startSmallEngine({ duplicates: 'accept' })
    spool(engine, PDF)
    const reachedStates = new Set<string>()
    const readState = () => {
      const db = new Database(join(engine.dir, 'state.db'), { readonly: true })
      const row = db.prepare('SELECT state, post_sent_at IS NOT NULL AS isPostSent FROM upload').get() as {
        state: string
        isPostSent: number
      }
      db.close()
      return `${row.state}${row.isPostSent === 1 ? ' asked' : ''}`
    }
    await wakeUploader(engine)
    // The first 400 steps are shorter than a network delay, so the program ends in each state that lasts. The longer
    // steps wait for the extraction.
    for (let step = 0; step < 6_000 && readState() !== 'EXTRACTED asked'; step++) {
      await engine.clock.advance(step < 400 ? 10 : 1_000)
      if (reachedStates.has('CREATED asked')) await engine.service.work()
      if (reachedStates.has(readState())) continue
      reachedStates.add(readState())
      await engine.restart()
    }
    expect([...reachedStates]).toEqual([
      'QUEUED',
      'BLOB',
      'PUT_OK asked',
      'UNSURE asked',
      'CREATED asked',
      'EXTRACTED asked',
    ])
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
