// The stored times in which no sweep was complete. A time whose row was deleted must not count as read.
import { expect, test } from 'vitest'
import { loadReadTimes, noteCompleteSweep } from '#engine/mirror/read-times.ts'
import { startMirror } from '#support/mirror.ts'

const HOUR_MS = 3_600_000
const instantAfter = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS).toISOString()

test('the history begins after the last deleted unread time', () => {
  const { db, write } = startMirror()
  const noteSweep = (hours: number) => write((db) => noteCompleteSweep(db, instantAfter(hours)))
  // A sweep every two hours, each of which is an hour late.
  for (let n = 0; n <= 800; n++) noteSweep(2 * n)
  expect(loadReadTimes(db)).toMatchObject({
    since: instantAfter(0),
    lastAt: instantAfter(1_600),
    unread: { length: 800, 0: { from: instantAfter(0), until: instantAfter(2) } },
  })
  noteSweep(1_602)
  expect(loadReadTimes(db)).toMatchObject({
    since: instantAfter(2),
    lastAt: instantAfter(1_602),
    unread: { length: 800, 0: { from: instantAfter(2), until: instantAfter(4) } },
  })
  // A sweep in time deletes nothing.
  noteSweep(1_602.5)
  expect(loadReadTimes(db)).toMatchObject({
    since: instantAfter(2),
    lastAt: instantAfter(1_602.5),
    unread: { length: 800 },
  })
})
