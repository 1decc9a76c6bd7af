// Which entries a full plan holds back, and which continue.
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

const at = '2026-11-20T17:00:00.000Z'
const kind = 'tracking_request.create'

function heldOutbox(entries: number) {
  const connection = openConnection(':memory:', momentSetup)
  onTestFinished(() => connection.close())
  const write = createWrite(connection)
  write((w) => {
    for (let n = 0; n < entries; n++)
      insertEntry(w, { opId: `op-${n}`, lane: `lane-${n}`, kind, payload: '{}', payloadVersion: 1, createdAt: at })
    saveKindPause(w, kind, new AppError('tracking/plan-limit', {}), at)
  })
  return { db: connection.db, write }
}

test('entries of a held kind are not sent and do not count as waiting', () => {
  const { db, write } = heldOutbox(60)
  expect([findNextEntry(db, at, []), hasManyWaiting(db)]).toEqual([null, false])
  write((w) => deleteKindPause(w, kind))
  expect([findNextEntry(db, at, [])?.opId, hasManyWaiting(db)]).toEqual(['op-0', true])
})

test('entries that were answered or may have arrived before the hold are continued', () => {
  const { db, write } = heldOutbox(3)
  const later = '2026-11-20T17:01:00.000Z'
  write((w) => {
    advance(w, 'op-1', 'send', { at })
    advance(w, 'op-1', 'acknowledge', { at })
    advance(w, 'op-2', 'send', { at })
    advance(w, 'op-2', 'retry', { at, maybeSent: true, failed: { error: new AppError('api/timeout'), nextAt: later } })
  })
  expect([findNextEntry(db, at, [])?.opId, findNextDueAt(db)]).toEqual(['op-1', later])
  expect(findNextEntry(db, later, ['lane-1'])?.opId).toBe('op-2')
})
