// When the plan limit of the account is reached, new tracking requests wait. Requests that may have been sent continue.
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { momentSetup } from '#engine/mirror/containers/moment.ts'
import { openConnection } from '#engine/db/open.ts'
import { createWrite } from '#engine/db/write.ts'
import {
  advance,
  deleteKindPause,
  hasManyWaiting,
  insertEntry,
  findNextDueAt,
  findNextEntry,
  saveKindPause,
} from '#engine/outbox/store.ts'

const now = '2026-11-20T17:00:00.000Z'
const kind = 'tracking_request.create'

/** More entries than `hasManyWaiting` allows. */
const MANY = 60

function createPausedOutbox(entryCount: number) {
  const connection = openConnection(':memory:', momentSetup)
  onTestFinished(() => connection.close())
  const write = createWrite(connection)
  write((db) => {
    for (let n = 0; n < entryCount; n++)
      insertEntry(db, { opId: `op-${n}`, lane: `lane-${n}`, kind, payload: '{}', payloadVersion: 1, createdAt: now })
    saveKindPause(db, kind, new AppError('tracking/plan-limit', {}), now)
  })
  return { db: connection.db, write }
}

test('entries of a paused kind are not sent and do not count as waiting', () => {
  const { db, write } = createPausedOutbox(MANY)
  expect([findNextEntry(db, now, []), hasManyWaiting(db)]).toEqual([null, false])
  write((db) => deleteKindPause(db, kind))
  expect([findNextEntry(db, now, [])?.opId, hasManyWaiting(db)]).toEqual(['op-0', true])
})

test('entries that were answered or may have arrived before the pause are continued', () => {
  const { db, write } = createPausedOutbox(3)
  const later = '2026-11-20T17:01:00.000Z'
  write((db) => {
    advance(db, 'op-1', 'send', { at: now })
    advance(db, 'op-1', 'acknowledge', { at: now })
    advance(db, 'op-2', 'send', { at: now })
    advance(db, 'op-2', 'retry', {
      at: now,
      maybeSent: true,
      failed: { error: new AppError('api/timeout'), nextAt: later },
    })
  })
  expect([findNextEntry(db, now, [])?.opId, findNextDueAt(db)]).toEqual(['op-1', later])
  expect(findNextEntry(db, later, ['lane-1'])?.opId).toBe('op-2')
})
