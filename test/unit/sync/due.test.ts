// When a due record is read.
import { expect, test } from 'vitest'
import { dropDue, markDue, nextDue, postponeDue, rescheduleDue, restartDue } from '#engine/mirror/due.ts'
import { startMirror } from '#support/mirror.ts'

const NOW = '2026-11-20T17:00:00.000Z'
const IN_A_MINUTE = '2026-11-20T17:01:00.000Z'
const IN_SIX_HOURS = '2026-11-20T23:00:00.000Z'
const party = { type: 'party', id: 'p1' }

test('a record that was postponed for hours is due when the user refreshes', () => {
  const { db, write } = startMirror()
  write((w) => {
    markDue(w, party, 4)
    postponeDue(w, party, IN_SIX_HOURS)
  })
  expect(nextDue(db, 4, NOW)).toBeNull()
  write((w) => restartDue(w))
  expect(nextDue(db, 4, NOW)).toEqual(party)
})

test('an answer from before a refresh neither completes nor postpones a due record', () => {
  const { db, write } = startMirror()
  write((w) => {
    markDue(w, party, 4)
    postponeDue(w, party, IN_A_MINUTE)
    restartDue(w)
    rescheduleDue(w, party, IN_SIX_HOURS)
    dropDue(w, party)
  })
  expect(nextDue(db, 4, NOW)).toEqual(party)
})
