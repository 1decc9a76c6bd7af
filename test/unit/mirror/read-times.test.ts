// The stored times without sweeps. A time whose record was deleted must not count as read.
import { expect, test } from 'vitest'
import { loadReadTimes, noteCompleteSweep } from '#engine/mirror/records.ts'
import { startMirror } from '#support/mirror.ts'

const HOUR_MS = 3_600_000
const after = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS).toISOString()

test('the history begins after the last deleted unread time', () => {
  const { db, write } = startMirror()
  const note = (hours: number) => write((w) => noteCompleteSweep(w, after(hours)))
  // A sweep every two hours: each is an hour late.
  for (let n = 0; n <= 800; n++) note(2 * n)
  expect(loadReadTimes(db)).toMatchObject({
    since: after(0),
    lastAt: after(1_600),
    unread: { length: 800, 0: { from: after(0), until: after(2) } },
  })
  note(1_602)
  expect(loadReadTimes(db)).toMatchObject({
    since: after(2),
    lastAt: after(1_602),
    unread: { length: 800, 0: { from: after(2), until: after(4) } },
  })
  // A sweep in time deletes nothing.
  note(1_602.5)
  expect(loadReadTimes(db)).toMatchObject({ since: after(2), lastAt: after(1_602.5), unread: { length: 800 } })
})
