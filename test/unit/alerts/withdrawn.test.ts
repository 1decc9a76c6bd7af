// Taking back alerts that are no longer true: only those that were not shown, or all of them.
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
  const changedKeys = () =>
    db.all<{ key: string }>('SELECT key FROM alert WHERE state <> key ORDER BY key').map(({ key }) => key)
  return { write, changedKeys }
}

test('an alert that may be untrue is taken back only if it was not shown, and can be restored', () => {
  const { write, changedKeys } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'unshown')), changedKeys()]).toEqual([true, ['PENDING']])
  expect([write((w) => restoreAlerts(w, STATES)), changedKeys()]).toEqual([true, []])
})

test('an alert that is certainly untrue is taken back also if it was shown', () => {
  const { write, changedKeys } = start()
  expect([write((w) => withdrawAlerts(w, STATES, 'all')), changedKeys()]).toEqual([
    true,
    ['PENDING', 'SHOWING', 'SHOWN'],
  ])
  expect(write((w) => withdrawAlerts(w, STATES, 'all'))).toBe(false)
})
