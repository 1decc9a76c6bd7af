// What is no longer true leaves the centre's open rows: where nobody was told, or whoever was.
import { expect, test } from 'vitest'
import { restoreAlerts, withdrawAlerts } from '#engine/alerts/episode-store.ts'
import { MIRROR_NOW, startMirror } from '#support/mirror.ts'

const STATES = ['PENDING', 'SHOWING', 'SHOWN', 'SILENT', 'INHIBITED']

function start() {
  const { db, write } = startMirror()
  write((w) => {
    for (const state of STATES) {
      w.run(
        `INSERT INTO alert (key, kind, severity, object, object_id, number, facts, state, due_at, raised_at, is_late) VALUES (?, 'ready', 3, 'container', 'c', 'N', '{}', ?, ?, ?, 0)`,
        state,
        state,
        MIRROR_NOW,
        MIRROR_NOW,
      )
    }
  })
  const moved = () =>
    db.all<{ key: string }>('SELECT key FROM alert WHERE state <> key ORDER BY key').map(({ key }) => key)
  return { write, moved }
}

test('what may not be true is taken back where nobody was told, and given back', () => {
  const { write, moved } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'unshown')), moved()]).toEqual([true, ['PENDING']])
  expect([write((w) => restoreAlerts(w, STATES)), moved()]).toEqual([true, []])
})

test('what is surely not true is taken back whoever was told', () => {
  const { write, moved } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'all')), moved()]).toEqual([true, ['PENDING', 'SHOWING', 'SHOWN']])
  expect(write((w) => withdrawAlerts(w, STATES, 'all'))).toBe(false)
})
