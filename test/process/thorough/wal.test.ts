// Tests that the write-ahead log stays small while the reader thread reads without a pause. Files, thread and time are
// real.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { changedSetup } from '#engine/alerts/changed.ts'
import { type Core, createCore } from '#engine/core.ts'
import { openConnection } from '#engine/db/open.ts'
import { type PartWriter, createPartWriter } from '#engine/mirror/page-writer.ts'
import { momentSetup, setMoment } from '#engine/mirror/containers/moment.ts'
import { createClock } from '#engine/outside/clock.ts'
import { createOutside } from '#engine/outside/index.ts'
import { createThreads } from '#engine/outside/threads.ts'
import { touchedSetup } from '#engine/reader/touched.ts'
import { MIRROR_NOW } from '#support/mirror.ts'

/** Half of the product's limit of 64 MB. 300 pages made a log of 20 MB with the guard, and 108 to 349 MB without it. */
const MAX_BYTES = 32 * 1024 * 1024
/** The records of all pages together have about 40 MB. */
const PAGE_COUNT = 60
const RECORDS_PER_PAGE = 100
/** Words at the end of each text, so that a search for them reads the whole text. */
const WORDS = 'delivery order terminal yard gate'
const DOCUMENT_COUNT = 20_000
/** Makes a record as large as one of the service: about 4 kB. */
const TEXT = 'x'.repeat(3_000)

function startCore(): { core: Core; logRecords: string[]; logBytes: () => number } {
  const logRecords: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'quaywatch-test-'))
  const connection = openConnection(dataDir, momentSetup + touchedSetup + changedSetup)
  const threads = createThreads(new URL('../../../src/engine/reader-thread.ts', import.meta.url))
  const core = createCore(
    {
      dataDir,
      apiKey: null,
      baseUrl: 'https://track.example/v2',
      outside: createOutside({ threads }),
      log: (level, event) => logRecords.push(`${level} ${event}`),
    },
    { ...connection, onDamage: () => undefined, onDiskFailure: () => undefined },
  )
  onTestFinished(async () => {
    core.announcer.stop()
    await core.reader.stop()
    await core.walGuard?.whenIdle()
    connection.close()
    rmSync(dataDir, { recursive: true })
  })
  const moment = { nowMs: Date.parse(MIRROR_NOW), days: { tomorrow: 1, soon: 3, week: 7 } }
  core.write((db) => setMoment(db, moment.nowMs, moment.days))
  core.reader.setMoment(moment)
  return { core, logRecords, logBytes: () => statSync(join(dataDir, 'mirror.db-wal')).size }
}

/** Writes one page as a sweep does: 100 documents that each have a new value. */
async function writePage(writeParts: PartWriter, page: number): Promise<void> {
  const data = Array.from({ length: RECORDS_PER_PAGE }, (_, index) => ({
    type: 'document',
    id: `d${(page * RECORDS_PER_PAGE + index) % DOCUMENT_COUNT}`,
    attributes: { name: `Invoice ${page}`, file_name: 'invoice.pdf', source: 'upload', raw_text: TEXT },
    relationships: {},
  }))
  await writeParts(
    { data, included: [] },
    {
      reading: () => ({ requestSeq: page + 1, readAt: MIRROR_NOW, sweepId: null }),
      end: () => undefined,
      signal: new AbortController().signal,
    },
  )
}

/** Adds documents with long texts, so that one statement of a search takes tenths of a second. */
function addDocuments({ write }: Core): void {
  const numbersSql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${DOCUMENT_COUNT})`
  write((db) => {
    db.run(
      `INSERT INTO mirror.document_row (id, name, file_name, is_manual, source, has_result, link_count, mismatches, flags,
         created_at, search)
       ${numbersSql} SELECT 'd' || i, 'Invoice', 'invoice.pdf', 0, 'upload', 0, 0, '[]', 0, ?, ? || i FROM n`,
      MIRROR_NOW,
      `${'x'.repeat(900)} ${WORDS} `,
    )
    db.run(
      `INSERT INTO mirror.change (type, rid, field, req_seq, seen_at)
       ${numbersSql} SELECT 'document', 'd' || i, 'name', 0, ? FROM n`,
      MIRROR_NOW,
    )
  })
}

/** Sends questions to the reader thread one after the other until `isOver`. Returns the number of answers. */
async function askUntilOver({ reader }: Core, isOver: () => boolean): Promise<number> {
  let answerCount = 0
  // The text differs each time, so that no answer comes from a cache.
  for (; !isOver(); answerCount++)
    await reader.ask('changes.list', {
      filter: { scope: 'all', text: `${WORDS} none${answerCount}` },
      window: { offset: 0, limit: 100 },
    })
  return answerCount
}

test('the log stays below 32 MB while two questions are always open and pages are written at full speed', async () => {
  const { core, logRecords, logBytes } = startCore()
  addDocuments(core)
  core.connection.raw.pragma('mirror.wal_checkpoint(TRUNCATE)')
  let isOver = false
  let maxBytes = 0
  const writeParts = createPartWriter({ ...core, clock: createClock() })
  const questions = [0, 1].map(() => askUntilOver(core, () => isOver))
  for (let page = 0; page < PAGE_COUNT; page++) {
    await writePage(writeParts, page)
    maxBytes = Math.max(maxBytes, logBytes())
    await nextTurn()
  }
  isOver = true
  const answers = await Promise.all(questions)
  expect(maxBytes).toBeLessThan(MAX_BYTES)
  expect(Math.min(...answers)).toBeGreaterThan(0)
  expect(logRecords, 'the log reports no failed thread and no pause that was too short').toEqual([])
})
