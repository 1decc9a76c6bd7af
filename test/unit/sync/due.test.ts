// A due record is read at its time, or as soon as the user refreshes.
import { expect, test } from 'vitest'
import { dropDue, markDue, nextDue, postponeDue, rescheduleDue, restartDue } from '#engine/mirror/due.ts'
import { startMirror } from '#support/mirror.ts'

const NOW = '2026-11-20T17:00:00.000Z'
const IN_A_MINUTE = '2026-11-20T17:01:00.000Z'
const IN_SIX_HOURS = '2026-11-20T23:00:00.000Z'
const party = { type: 'party', id: 'p1' }

test('a record that was postponed for hours is due when the user refreshes', () => {
  const { db, write } = startMirror()
  write((db) => {
    markDue(db, party, 4)
    postponeDue(db, party, IN_SIX_HOURS)
  })
  expect(nextDue(db, 4, NOW)).toBeNull()
  write((db) => restartDue(db))
  expect(nextDue(db, 4, NOW)).toEqual(party)
})

test('an answer from before a refresh neither completes nor postpones a due record', () => {
  const { db, write } = startMirror()
  write((db) => {
    markDue(db, party, 4)
    postponeDue(db, party, IN_A_MINUTE)
    restartDue(db)
    rescheduleDue(db, party, IN_SIX_HOURS)
    dropDue(db, party)
  })
  expect(nextDue(db, 4, NOW)).toEqual(party)
})
