// When a record that is due by itself is asked for.
import { expect, test } from 'vitest'
import { markDue, nextDue, postponeDue, restartDue } from '#engine/mirror/due.ts'
import { startMirror } from '#support/mirror.ts'

const NOW = '2026-11-20T17:00:00.000Z'
const IN_A_MINUTE = '2026-11-20T17:01:00.000Z'
const IN_SIX_HOURS = '2026-11-20T23:00:00.000Z'
const party = { type: 'party', id: 'p1' }

test('a record that was put off for hours is due when the user refreshes; one under way is not asked for twice', () => {
  const { db, write } = startMirror()
  const dueAfter = (notBeforeAt: string) => {
    write((w) => {
      markDue(w, party, 4)
      postponeDue(w, party, notBeforeAt)
    })
    const before = nextDue(db, 4, NOW)
    write((w) => { restartDue(w, IN_A_MINUTE) })
    return [before, nextDue(db, 4, NOW)]
  }
  expect(dueAfter(IN_SIX_HOURS)).toEqual([null, party])
  expect(dueAfter(IN_A_MINUTE)).toEqual([null, null])
})
