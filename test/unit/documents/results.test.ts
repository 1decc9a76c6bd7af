// When the engine reads results: one list for all waiting documents, at most once in 15 seconds.
import { beforeEach, expect, test } from 'vitest'
import type { WritableDb } from '#engine/db/open.ts'
import { openConnection } from '#engine/db/open.ts'
import { dueInMs } from '#engine/documents/results.ts'
import { createFakeClock } from '#support/fake-clock.ts'

const NOW_MS = Date.parse('2026-11-20T17:00:00.000Z')
const at = (ms: number) => new Date(ms).toISOString()

let db: WritableDb
beforeEach(() => {
  const connection = openConnection(':memory:', 'SELECT 1')
  connection.raw.pragma('query_only = OFF')
  db = connection.db
  return () => connection.close()
})

function addWaiting(count: number, agoMs: (n: number) => number): void {
  for (let n = 0; n < count; n++) {
    db.run(
      `INSERT INTO upload (sha256, gen, md5, size, content_type, name, state, post_sent_at, document_id, created_at, updated_at) VALUES (?, 1, '', 1, '', '', 'CREATED', ?, ?, '', '')`,
      `x${n}`,
      at(NOW_MS - agoMs(n)),
      `d${n}`,
    )
  }
}

/** Seconds until the next read, if the last one was `listedAgoMs` ago. */
const secondsUntilRead = (listedAgoMs: number, watchedSince = new Map<string, number>()) => {
  const clock = createFakeClock(NOW_MS)
  return (
    dueInMs({
      db,
      watched: watchedSince,
      clock,
      listedMono: clock.mono() - listedAgoMs,
      listedAt: at(NOW_MS - listedAgoMs),
      listedPages: 1,
      now: () => at(NOW_MS),
    }) / 1_000
  )
}

test('without a waiting document no read is due', () => expect(secondsUntilRead(60_000)).toBe(Number.POSITIVE_INFINITY))

test('a single waiting document is read 15 seconds after the last read', () => {
  addWaiting(1, () => 20_000)
  expect([secondsUntilRead(3_000), secondsUntilRead(20_000) <= 0]).toEqual([12, true])
})

test('the list is not read for 15 seconds after each read, for any number of documents or requests of the user', () => {
  addWaiting(1_000, (n) => n * 500)
  expect([0, 1_000, 14_000, 15_000].map((ms) => secondsUntilRead(ms))).toEqual([15, 14, 1, 0])
  expect(secondsUntilRead(5_000, new Map([['d1', -15_000]]))).toBe(10)
})
